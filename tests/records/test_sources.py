"""Where records are read from, and which format they are taken for."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.registered import ADDED
from tests.records.samples import (
    ALL,
    EXAMPLE,
    Trickle,
    errors,
    from_bytes,
    numbered,
    outline,
    to_bytes,
)


def test_each_module_is_a_format_by_its_name() -> None:
    modules = {p.stem for p in Path(formats.__file__).parent.glob("*.py") if p.stem[0] != "_"}
    assert set(ALL) <= modules
    assert modules | set(ADDED) == set(formats.FORMATS)
    suffixes = [suffix for ends in formats.FORMATS.suffixes().values() for suffix in ends]
    assert len(set(suffixes)) == len(suffixes)


@pytest.mark.parametrize(
    "name, format",
    (
        ("a.msgpack", "msgpack"), ("a.mpk", "msgpack"), ("a.json", "json"), ("a.jsonl", "jsonl"),
        ("a.ndjson", "jsonl"), ("A.JSON", "json"), ("a.json.mpk", "msgpack"),
        ("a.cardlog", "cardlog"), ("A.Cardlog", "cardlog"),
    ),
)  # fmt: skip
def test_the_suffix_says_the_format(name: str, format: str) -> None:
    assert formats.format_of(name).name == format
    assert formats.format_of(name, "msgpack").name == "msgpack"


@pytest.mark.parametrize("format", ALL)
@pytest.mark.parametrize("seekable", (True, False))
def test_the_content_says_the_format(format: str, seekable: bool, tmp_path: Path) -> None:
    data = to_bytes([EXAMPLE, EXAMPLE], format)
    (tmp_path / "games").write_bytes(data)
    assert formats.format_of(tmp_path / "games").name == format
    source: Any = io.BytesIO(data) if seekable else Trickle([data], 5000)
    assert list(formats.read(source)) == [EXAMPLE, EXAMPLE]


@pytest.mark.parametrize(
    "head, format",
    (
        (b"\xef\xbb\xbf\r\n {\n", "json"), (b"[", "jsonl"), (b'{"a":1}\n{', "jsonl"),
        (b"\x80", "msgpack"), (b"\xde\0\x01", "msgpack"), (b"\xdf", "msgpack"),
        (b"\x90", None), (b"cards", None), (b"", "jsonl"), (b"\n \n", "jsonl"),
        (b"cardlog 1: pitch\n", "cardlog"), (b"\xef\xbb\xbfCardlog 1 :", "cardlog"),
        (b"Dear Iris,\r\n\r\ncardlog 1: pitch\r\n", "cardlog"), (b"my cardlog 1: pitch", None),
        (b'{"cardlog": 1,\ncardlog 1: pitch', "json"), (b"cardlog: pitch", None),
        (b"\x81\xa7cardlog\ncardlog 1: pitch", "msgpack"), (b"\0\ncardlog 1: pitch", None),
    ),
)  # fmt: skip
def test_first_bytes(head: bytes, format: str | None, tmp_path: Path) -> None:
    (tmp_path / "games").write_bytes(head)
    if format:
        assert formats.format_of(tmp_path / "games").name == format
        return
    with pytest.raises(RecordError, match=r"`msgpack` \(.msgpack .mpk\)"):
        formats.format_of(tmp_path / "games")
    (error,) = formats.read(tmp_path / "games")
    assert isinstance(error, RecordError) and "tell the format" in error.message
    assert (error.index, error.byte) == (0, 0)


def test_an_unknown_format_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    for call in (
        lambda: formats.read("x.json", format="xml"),
        lambda: formats.format_of("x.json", "xml"),
        lambda: formats.write(EXAMPLE, tmp_path / "x.json", format="xml"),
        lambda: formats.write(EXAMPLE, tmp_path / "x.xml"),
    ):
        with pytest.raises(RecordError, match=r"`json` \(.json\)"):
            call()
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("source", ("nowhere.json", "."))
def test_a_file_that_cannot_be_opened_is_no_record_error(source: str) -> None:
    with pytest.raises(OSError):
        list(formats.read(source, format="json"))


@pytest.mark.parametrize("format", ALL)
@pytest.mark.parametrize("blank", (b"", b" \n\r\n\t", b"\xef\xbb\xbf"))
def test_an_empty_file_is_an_error(format: str, blank: bytes) -> None:
    if format == "msgpack" and blank:
        pytest.skip("MessagePack has no blanks")
    (error,) = from_bytes(blank, format)
    assert isinstance(error, RecordError)
    assert error.message == "the file is empty: expected at least one record"
    assert (error.index, error.byte) == (0, 0)
    assert errors(from_bytes(b"")) and errors(from_bytes(b" \n"))


def test_load_gives_the_one_record(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    formats.write(EXAMPLE, path)
    assert formats.load(path) == EXAMPLE
    for data, words in (
        (to_bytes(map(numbered, range(3)), "json"), "there are 3 records here, expected one"),
        (b"", "the file is empty"),
        (to_bytes(EXAMPLE, "json") + b"?", "expected a record"),
        (b"?" + to_bytes(EXAMPLE, "json"), "expected a record"),
    ):
        path.write_bytes(data)
        with pytest.raises(RecordError, match=words) as raised:
            formats.load(path)
        assert raised.value.source == str(path)


@pytest.mark.parametrize("format", ALL)
def test_standard_input_is_read_as_it_comes(format: str) -> None:
    code = """if True:
        from cardlog.records import formats
        items = formats.read("-")
        print(next(items).uid, flush=True)
        print(*(item.uid for item in items), flush=True)
    """
    args = [sys.executable, "-W", "error", "-c", code]
    with subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        process.stdin.write(to_bytes(numbered(0), format))
        process.stdin.flush()
        assert process.stdout.readline() == b"game 0\n"  # though the input has not ended
        process.stdin.write(to_bytes([numbered(1), numbered(2)], format))
        process.stdin.close()
        assert process.stdout.readline() == b"game 1 game 2\n"
    assert process.returncode == 0


def test_files_are_closed_and_those_of_the_caller_are_not(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    formats.write(map(numbered, range(3)), path)
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        items = formats.read(path)
        assert outline([next(items)]) == ["game 0"]
        items.close()
        with open(path, "rb") as file:
            assert len(list(formats.read(file))) == 3
            assert not file.closed
        with open(path, "rb", buffering=0) as raw:
            assert outline(list(formats.read(raw))) == ["game 0", "game 1", "game 2"]


def test_an_error_while_reading_is_passed_on() -> None:
    def parts() -> Iterator[bytes]:
        yield to_bytes(EXAMPLE, "jsonl")
        raise OSError(5, "Input/output error")

    items = formats.read(Trickle(parts()), format="jsonl")  # type: ignore[arg-type]
    assert next(items) == EXAMPLE
    with pytest.raises(OSError, match="Input/output"):
        next(items)
