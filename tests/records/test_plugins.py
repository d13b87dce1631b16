"""Formats from elsewhere: named with `add`, or offered by installed packages."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardlog.records import formats, registered
from cardlog.records.errors import RecordError
from cardlog.records.game import Record
from tests.records.samples import EXAMPLE, Trickle, errors, numbered, to_bytes

HEAD = b"TALLY 1\n"

# A format that marks what JSON Lines hold.
TALLY = """
from cardlog.records.formats import jsonl

name, suffixes = "tally", (".tally",)
def sniff(head): return head.startswith(b"TALLY 1")
def read(file, *, check):
    assert file.readline() == b"TALLY 1\\n", "no tally"
    yield from jsonl.read(file, check=check)
def write(records, file):
    file.write(b"TALLY 1\\n")
    return jsonl.write(records, file)
def losses(record): return ["`meta`"]
"""
# The same of a file that it opens itself.
BY_PATH = """
from cardlog.records.formats import jsonl

name, suffixes = "paths", (".paths",)
def sniff(head): return head.startswith(b"TALLY 1")
def read_path(path, *, check):
    with open(path, "rb") as file:
        assert file.readline() == b"TALLY 1\\n"
        yield from jsonl.read(file, check=check)
def write_path(records, path):
    with open(path, "xb") as file, open(path + ".wal", "xb"):
        file.write(b"TALLY 1\\n")
        return jsonl.write(records, file)
"""


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for modules; what was added is forgotten in the end."""
    folder = tmp_path / "modules"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    before = dict(registered.ADDED)
    yield folder
    registered.ADDED.clear()
    registered.ADDED.update(before)
    for name in [name for name in sys.modules if name.startswith("cards_")]:
        del sys.modules[name]


def add(folder: Path, name: str, source: str, suffix: str | None = None) -> None:
    (folder / f"cards_{name}.py").write_text(source)
    formats.add(name, (suffix or f".{name}",), f"cards_{name}")


def offer(folder: Path, **sources: str) -> None:
    """As an installed package does."""
    info = folder / "cards-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: cards\nVersion: 1.0\n")
    lines = ["[cardlog.formats]"]
    for name, source in sources.items():
        (folder / f"cards_{name}.py").write_text(source)
        lines.append(f"{name} = cards_{name}")
    (info / "entry_points.txt").write_text("\n".join(lines))


def round_trips(folder: Path, name: str) -> None:
    path = folder / f"games.{name}"
    assert formats.write(map(numbered, range(3)), path) == 3
    data = path.read_bytes()
    assert data.startswith(HEAD)
    expected: list[Any] = [numbered(n) for n in range(3)]
    assert list(formats.read(path)) == expected
    (folder / "unnamed").write_bytes(data)
    assert list(formats.read(folder / "unnamed", format=name)) == expected
    assert list(formats.read(io.BytesIO(data), format=name)) == expected
    trickle: Any = Trickle([data], 100)
    assert list(formats.read(trickle, format=name)) == expected
    out = io.BytesIO()
    assert formats.write(map(numbered, range(3)), out, format=name) == 3
    assert out.getvalue() == data


def test_an_added_format_is_imported_when_it_is_meant(modules: Path, tmp_path: Path) -> None:
    add(modules, "tally", TALLY)
    formats.write(EXAMPLE, tmp_path / "one.json")
    assert formats.load(tmp_path / "one.json") == EXAMPLE
    assert "tally" in list(formats.FORMATS) and "cards_tally" not in sys.modules
    round_trips(tmp_path, "tally")
    assert "cards_tally" in sys.modules
    assert formats.FORMATS["tally"].losses(EXAMPLE) == ["`meta`"]
    assert list(formats.read(tmp_path / "unnamed")) == [numbered(n) for n in range(3)]


def test_a_format_that_needs_a_path_is_given_one(modules: Path, tmp_path: Path) -> None:
    add(modules, "paths", BY_PATH)
    round_trips(tmp_path, "paths")
    # What lay beside the file while it was written is gone, and so is every temporary one.
    assert sorted(os.listdir(tmp_path)) == ["games.paths", "modules", "unnamed"]


def test_what_fails_half_way_leaves_the_file_that_a_path_names(
    modules: Path, tmp_path: Path
) -> None:
    add(modules, "paths", BY_PATH)
    path = tmp_path / "games.paths"
    formats.write(EXAMPLE, path)
    before = path.read_bytes()

    def failing() -> Iterator[Record]:
        yield EXAMPLE
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        formats.write(failing(), path)
    assert path.read_bytes() == before
    assert sorted(os.listdir(tmp_path)) == ["games.paths", "modules"]


def test_a_longer_suffix_counts_for_more(modules: Path, tmp_path: Path) -> None:
    add(modules, "tally", TALLY, ".tally.json")
    found = formats.declared("a.tally.json"), formats.declared("a.json")
    assert [each and each.name for each in found] == ["tally", "json"]
    assert formats.declared(".json") is None


def test_installed_packages_offer_formats(modules: Path, tmp_path: Path) -> None:
    offer(modules, tally=TALLY, paths=BY_PATH)
    round_trips(tmp_path, "tally")
    round_trips(tmp_path, "paths")
    assert list(formats.read(tmp_path / "unnamed")) == [numbered(n) for n in range(3)]
    with pytest.raises(RecordError, match=r"unknown format `xml`.*`json` \(.json\).*`tally`"):
        formats.read("games", format="xml")


def test_nobody_looks_for_them_while_another_fits(modules: Path, tmp_path: Path) -> None:
    offer(modules, tally=TALLY)
    (tmp_path / "games").write_bytes(to_bytes(EXAMPLE, "json"))
    code = f"""if True:
        import sys
        from cardlog.records import formats
        for name in ("games.json", "games"):
            formats.write(formats.load({str(tmp_path / "games")!r}), name, format="json")
            formats.load(name)
        print("importlib.metadata" in sys.modules, "cards_tally" in sys.modules)
        try:
            formats.declared("games.xyz")
        finally:
            print("importlib.metadata" in sys.modules, "cards_tally" in sys.modules)
    """
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert ran.stdout.split() == ["False", "False", "True", "True"]


@pytest.mark.parametrize(
    "source, words",
    (
        ("import nothing_of_that_name", "ModuleNotFoundError: No module named"),
        ("suffixes = (", "SyntaxError"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("", "no attribute 'suffixes'"),
        ("suffixes = ('.broken',)", "neither `read` nor `write`"),
    ),
)
@pytest.mark.parametrize("offered", (False, True))
def test_a_module_that_is_no_use_is_an_error_in_words(
    source: str, words: str, offered: bool, modules: Path, tmp_path: Path
) -> None:
    if offered:
        offer(modules, broken=source)
    else:
        (modules / "cards_broken.py").write_text(source)
        formats.add("broken", (".broken",), "cards_broken")
    path = tmp_path / "games.broken"
    path.write_bytes(b"?")
    calls: list[Any] = [
        lambda: formats.read(path, format="broken"),
        lambda: formats.write(EXAMPLE, path, format="broken"),
    ]
    if not offered and "suffixes" not in words:
        calls.append(lambda: formats.write(EXAMPLE, path))
        (error,) = formats.read(path)
        assert isinstance(error, RecordError) and words in error.message
        assert (error.source, error.index) == (str(path), 0)
    for call in calls if "suffixes" not in words or offered else []:
        with pytest.raises(RecordError, match="the format `broken` cannot be used") as raised:
            call()
        assert words in raised.value.message
    # It is in nobody else's way.
    assert errors(list(formats.read(io.BytesIO(b"?")))) and path.read_bytes() == b"?"


FAILING = """
from cardlog.records.formats import jsonl

name, suffixes = "failing", (".failing",)
def sniff(head): return 1 / 0
def read(file, *, check):
    yield from jsonl.read(file, check=check)
    {}
def write(records, file):
    file.write(b"half")
    for record in records:
        1 / 0
"""


@pytest.mark.parametrize("how", ("raise ValueError('no\\n\\x1bsuch deal')", "yield 5"))
def test_what_a_plug_in_raises_is_a_located_error(how: str, modules: Path, tmp_path: Path) -> None:
    add(modules, "failing", FAILING.format(how))
    path = tmp_path / "games.failing"
    path.write_bytes(to_bytes(EXAMPLE, "jsonl"))
    record, error = formats.read(path)
    assert record == EXAMPLE and isinstance(error, RecordError)
    assert error.message.startswith("the format `failing` failed, and what follows is not read: ")
    assert (error.source, error.index) == (str(path), 1)
    with pytest.raises(RecordError, match="the format `failing` failed to write: ZeroDivision"):
        formats.write(EXAMPLE, path)
    assert path.read_bytes() == to_bytes(EXAMPLE, "jsonl")
    path.rename(tmp_path / "unnamed")
    assert list(formats.read(tmp_path / "unnamed")) == [EXAMPLE]  # as JSON Lines


def test_what_others_raise_is_not_laid_at_its_door(modules: Path, tmp_path: Path) -> None:
    add(modules, "tally", TALLY)
    path = tmp_path / "games.tally"
    formats.write(EXAMPLE, path)

    def failing(_: object = None) -> Any:
        raise LookupError("ours")
        yield

    with pytest.raises(LookupError, match="ours"):
        formats.write(failing(), path)
    assert formats.load(path) == EXAMPLE

    def check(_: Record) -> None:
        raise LookupError("ours")

    with pytest.raises(LookupError, match="ours"):
        list(formats.read(path, check=check))

    def refuse(_: Record) -> None:
        raise RecordError("refused")

    (error,) = formats.read(path, check=refuse)
    assert isinstance(error, RecordError) and error.message == "refused"


def test_a_format_may_be_for_reading_or_for_writing_only(modules: Path, tmp_path: Path) -> None:
    add(modules, "seen", TALLY.replace("def write", "def _write"))
    add(modules, "told", TALLY.replace("def read", "def _read"))
    with pytest.raises(RecordError, match=r"`seen` can only be read: expected .*`json`"):
        formats.write(EXAMPLE, tmp_path / "a.seen")
    with pytest.raises(RecordError, match="`told` can only be written"):
        formats.read("-", format="told")
    assert formats.write(EXAMPLE, tmp_path / "a.told") == 1
    (error,) = formats.read(tmp_path / "a.told")
    assert isinstance(error, RecordError) and "only be written" in error.message
    assert error.source == str(tmp_path / "a.told")
