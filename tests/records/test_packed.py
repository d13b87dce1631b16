"""gzip and zstd around every format: read, written, cut off, damaged, and no bomb."""

from __future__ import annotations

import gzip
import io
import random
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.formats._packed import zstd_module
from cardlog.records.game import Record
from tests.records.samples import ALL, EXAMPLE, Trickle, from_bytes, numbered, outline, to_bytes

zstd = zstd_module()
PACK: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "zst": lambda data: zstd.compress(data, options={zstd.CompressionParameter.checksum_flag: 1}),
}
UNPACK = {"gz": gzip.decompress, "zst": zstd.decompress}
KINDS = tuple(PACK)


def chatty(count: int) -> list[Record]:
    """Records that do not pack well: a block holds few of them."""
    dice = random.Random(7)
    made = (
        {**{"cardlog": 1, "game": "pitch", "rules": {}, "players": ["A", "B"]}, "uid": f"game {n}",
         "meta": {"noise": dice.randbytes(300).hex()}, "events": []}
        for n in range(count)
    )  # fmt: skip
    from cardlog.records.game import from_map

    return list(map(from_map, made))


@pytest.mark.parametrize("format", ALL)
@pytest.mark.parametrize("kind", KINDS)
def test_every_format_is_packed_by_its_name(format: str, kind: str, tmp_path: Path) -> None:
    records: list[Any] = [numbered(n) for n in range(50)]
    path = tmp_path / f"night.{format}.{kind}"
    assert formats.write(records, path) == 50
    assert UNPACK[kind](path.read_bytes()) == to_bytes(records, format)
    assert list(formats.read(path)) == records
    assert formats.format_of(path).name == format
    assert formats.declared(str(path)) is formats.FORMATS[format]
    assert list(formats.read(path.rename(tmp_path / "unnamed"))) == records
    assert formats.format_of(tmp_path / "unnamed").name == format
    assert formats.load(io.BytesIO(PACK[kind](to_bytes(EXAMPLE, format)))) == EXAMPLE


@pytest.mark.parametrize("kind", KINDS)
def test_a_format_may_say_how_it_is_packed(kind: str, tmp_path: Path) -> None:
    out = io.BytesIO()
    formats.write([EXAMPLE], out, format=f"jsonl.{kind}")
    assert UNPACK[kind](out.getvalue()) == to_bytes(EXAMPLE, "jsonl")
    for format in (f"jsonl.{kind}", "jsonl", None):
        assert from_bytes(out.getvalue(), format) == [EXAMPLE]
    formats.write(EXAMPLE, tmp_path / f"a.{kind}", format="jsonl")  # the name says the rest
    assert UNPACK[kind]((tmp_path / f"a.{kind}").read_bytes()) == to_bytes(EXAMPLE, "jsonl")
    with pytest.raises(RecordError, match="unknown format `xml`"):
        formats.read("-", format=f"xml.{kind}")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("step", (1, 3, 5000))
def test_a_pipe_may_be_packed(kind: str, step: int) -> None:
    source: Any = Trickle([PACK[kind](to_bytes(map(numbered, range(9)), "msgpack"))], step)
    assert outline(list(formats.read(source))) == [f"game {n}" for n in range(9)]


@pytest.mark.parametrize("kind", KINDS)
def test_several_packed_files_in_one(kind: str) -> None:
    parts = [to_bytes(numbered(n), "jsonl") for n in range(5)]
    data = b"".join(map(PACK[kind], [*parts, b""]))
    assert outline(from_bytes(data)) == [f"game {n}" for n in range(5)]
    one = b"".join(parts)
    halves = PACK[kind](one[:777]) + PACK[kind](one[777:])  # a record lies across the two
    assert outline(from_bytes(halves)) == [f"game {n}" for n in range(5)]


def test_what_may_lie_between_them() -> None:
    one, two = (gzip.compress(to_bytes(numbered(n), "jsonl")) for n in range(2))
    assert len(from_bytes(one + bytes(1000) + two + bytes(100_000))) == 2
    a, b = (zstd.compress(to_bytes(numbered(n), "jsonl")) for n in range(2))
    skipped = b"\x5f\x2a\x4d\x18" + (5).to_bytes(4, "little") + b"hello"
    assert len(from_bytes(skipped + a + skipped + b + skipped)) == 2


def test_the_bytes_are_the_same_every_time(tmp_path: Path) -> None:
    for kind in KINDS:
        first, second = tmp_path / f"a.jsonl.{kind}", tmp_path / f"other.jsonl.{kind}"
        for path in (first, second):
            formats.write(map(numbered, range(9)), path)
        assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_cut_off_anywhere_is_one_error_after_whole_records(kind: str) -> None:
    whole = [f"game {n}" for n in range(40)]
    data = PACK[kind](to_bytes(chatty(40), "jsonl"))
    seen = set()
    for size in [*range(4, 60), *range(60, len(data), 601), *range(len(data) - 12, len(data))]:
        *records, error = from_bytes(data[:size])
        assert isinstance(error, RecordError), size
        assert f"the {'gzip' if kind == 'gz' else 'zstd'} data is cut off" in error.message
        assert (error.byte, error.index) == (size, len(records))
        assert outline(records) == whole[: len(records)]
        seen.add(len(records))
    assert len(seen) > 1 and max(seen) == 40


@pytest.mark.parametrize("kind", KINDS)
def test_damage_is_an_error_with_its_byte_and_what_is_before_it_is_kept(kind: str) -> None:
    records = chatty(4000)
    lines = [to_bytes(record, "jsonl") for record in records]
    data = b"".join(PACK[kind](b"".join(lines[n : n + 500])) for n in range(0, 4000, 500))
    third = len(b"".join(PACK[kind](b"".join(lines[n : n + 500])) for n in range(0, 1500, 500)))
    for at in (third + 1, third + 100_000):
        broken = bytearray(data)
        broken[at : at + 40] = bytes(40)
        items = from_bytes(bytes(broken))
        assert items[:1500] == records[:1500]
        kept = next(n for n, item in enumerate(items) if isinstance(item, RecordError))
        assert kept > 1500 or at == third + 1
        error = items[-1]
        assert isinstance(error, RecordError) and "data" in error.message
        assert error.byte is not None and third <= error.byte < len(data)


def test_the_exact_byte_of_a_fault_in_gzip() -> None:
    records = chatty(100)
    engine = zlib.compressobj(6, zlib.DEFLATED, 31)
    packed = engine.compress(to_bytes(records, "jsonl")) + engine.flush(zlib.Z_FULL_FLUSH)
    items = from_bytes(packed + b"\x07" + bytes(99))  # a block of a type that there is not
    assert items[:-1] == records
    error = items[-1]
    assert isinstance(error, RecordError) and "the gzip data is damaged" in error.message
    assert error.byte == len(packed)


@pytest.mark.parametrize("kind", KINDS)
def test_a_checksum_that_does_not_match(kind: str) -> None:
    data = bytearray(PACK[kind](to_bytes(EXAMPLE, "jsonl")))
    data[-8 if kind == "gz" else -1] ^= 1
    record, error = from_bytes(bytes(data))
    assert record == EXAMPLE and isinstance(error, RecordError)
    assert "does not match its checksum: what was read from it may be wrong" in error.message


@pytest.mark.parametrize("kind", KINDS)
def test_what_follows_and_is_not_packed(kind: str) -> None:
    data = PACK[kind](to_bytes(EXAMPLE, "jsonl"))
    record, error = from_bytes(data + to_bytes(EXAMPLE, "jsonl"))
    assert record == EXAMPLE and isinstance(error, RecordError)
    assert "none itself: remove it" in error.message and error.byte == len(data)


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_that_promises_too_much(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"night.jsonl.{kind}"
    path.write_bytes(to_bytes(EXAMPLE, "jsonl"))
    (error,) = formats.read(path)
    assert isinstance(error, RecordError) and (error.byte, error.index) == (0, 0)
    assert "as the name or the format says" in error.message
    assert list(formats.read(path, format="jsonl")) == [EXAMPLE]
    path.write_bytes(b"")
    (error,) = formats.read(path)
    assert isinstance(error, RecordError) and "the file is empty" in error.message


def test_a_record_in_the_stream_form_that_is_cut_off_is_none() -> None:
    from cardlog.records.formats import jsonl

    file = io.BytesIO()
    jsonl.write_stream([EXAMPLE], file)
    for pack in PACK.values():
        data = pack(file.getvalue() * 2)
        items = from_bytes(data[: len(data) - 9])
        assert [item for item in items if isinstance(item, Record)] in ([], [EXAMPLE])
        assert isinstance(items[-1], RecordError) and "cut off" in items[-1].message


def test_a_failed_write_leaves_no_end_and_no_noise(tmp_path: Path) -> None:
    def failing() -> Iterator[Record]:
        yield EXAMPLE
        raise KeyboardInterrupt

    for kind in KINDS:
        out = io.BytesIO()
        with pytest.raises(KeyboardInterrupt):
            formats.write(failing(), out, format=f"jsonl.{kind}")
        assert out.getvalue() == b""
        with pytest.raises(KeyboardInterrupt):
            formats.write(failing(), tmp_path / f"a.jsonl.{kind}")
    assert list(tmp_path.iterdir()) == []


BOMB = """if True:
    import resource, sys
    from cardlog.records import formats
    resource.setrlimit(resource.RLIMIT_AS, (500 << 20, 500 << 20))
    (item,) = formats.read(sys.argv[1])
    print(item.message)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "first, filler, words",
    (
        (b"", b" ", "the file is empty"),
        (b'{"cardlog":1,"uid":"', b"x", "does not end within 64 MiB"),
    ),
)
def test_a_bomb_stays_small(
    kind: str, first: bytes, filler: bytes, words: str, tmp_path: Path
) -> None:
    path = tmp_path / f"bomb.jsonl.{kind}"
    path.write_bytes(PACK[kind](first) + PACK[kind](filler * 2**25) * 20)  # 640 MiB
    args = [sys.executable, "-c", BOMB, str(path)]
    ran = subprocess.run(args, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert words in ran.stdout


def test_a_window_too_large_is_refused_in_words() -> None:
    # A frame that asks for a window of 2 GiB.
    head = b"\x28\xb5\x2f\xfd" + bytes([0, 21 << 3])
    (error,) = from_bytes(head + b"\x01\x00\x00", "jsonl")
    assert isinstance(error, RecordError) and "too much memory" in error.message
    assert error.byte == 0


def test_nothing_of_it_is_imported_for_plain_files(tmp_path: Path) -> None:
    formats.write(EXAMPLE, tmp_path / "a.jsonl")
    code = f"""if True:
        import sys
        from cardlog.records import formats
        formats.load({str(tmp_path / "a.jsonl")!r})
        print([name for name in sys.modules if "zstd" in name or "gunzip" in name])
    """
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
