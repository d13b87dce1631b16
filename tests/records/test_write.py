"""Writing to a path: all of it or nothing, and never something else's place."""

from __future__ import annotations

import io
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.formats import _write
from cardlog.records.game import MAX_BYTES, Record
from tests.records.samples import ALL, EXAMPLE, numbered, to_bytes

posix = pytest.mark.skipif(os.name != "posix", reason="POSIX only")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"the old file\n")
    return path


def left_alone(path: Path) -> bool:
    """The old content is still there, and nothing stands beside it."""
    return path.read_bytes() == b"the old file\n" and os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("format", ALL)
def test_writing_replaces_the_file_and_counts(format: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{format}"
    for count in (3, 1):
        assert formats.write(map(numbered, range(count)), path) == count
        assert list(formats.read(path)) == [numbered(n) for n in range(count)]
    assert os.listdir(tmp_path) == [path.name]


def test_one_record_needs_no_list(tmp_path: Path) -> None:
    assert formats.write(EXAMPLE, str(tmp_path / "one.json")) == 1
    assert formats.load(tmp_path / "one.json") == EXAMPLE


def test_no_records_make_an_empty_file(tmp_path: Path) -> None:
    assert formats.write([], tmp_path / "none.jsonl") == 0
    assert (tmp_path / "none.jsonl").read_bytes() == b""


@pytest.mark.parametrize("failure", (ZeroDivisionError, KeyboardInterrupt, RecordError("cut off")))
def test_a_source_that_fails_half_way_leaves_the_old_file(
    old: Path, failure: BaseException
) -> None:
    def failing() -> Iterator[Record]:
        yield from map(numbered, range(1000))
        raise failure

    with pytest.raises((ZeroDivisionError, KeyboardInterrupt, RecordError)):
        formats.write(failing(), old)
    assert left_alone(old)


def test_an_error_among_the_records_is_raised(old: Path) -> None:
    items = formats.read(io.BytesIO(to_bytes(EXAMPLE, "json") + b"oops"), format="json")
    with pytest.raises(RecordError, match="oops"):
        formats.write(items, old)  # type: ignore[arg-type]
    assert left_alone(old)


def test_a_full_disk_leaves_the_old_file(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.BytesIO):
        def write(self, data: object) -> int:
            raise OSError(28, "No space left on device")

    def create(path: str, mode: int) -> Full:
        Path(path).touch()
        return Full()

    monkeypatch.setattr(_write, "_create", create)
    with pytest.raises(OSError, match="No space"):
        formats.write(EXAMPLE, old)
    assert left_alone(old)


@posix
def test_a_limit_on_file_size_leaves_the_old_file(old: Path) -> None:
    code = f"""if True:
        import resource, signal
        from cardlog.records import formats
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        record = formats.load({str(old.with_name("one.json"))!r})
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        try:
            formats.write([record] * 1000, {str(old)!r})
        except OSError as error:
            print("refused", error.errno)
    """
    formats.write(EXAMPLE, old.with_name("one.json"))
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    old.with_name("one.json").unlink()
    assert run.stdout.startswith("refused 27")
    assert left_alone(old)


@pytest.mark.parametrize("call", ("fsync", "replace"))
def test_a_failure_at_the_end_leaves_the_old_file(
    old: Path, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(OSError, match="Input/output"):
        formats.write(EXAMPLE, old)
    monkeypatch.undo()
    assert left_alone(old)


def test_data_is_on_the_disk_before_it_takes_the_place(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def noted(name: str) -> None:
        real = getattr(os, name)

        def call(*args: object) -> None:
            calls.append(name)
            real(*args)

        monkeypatch.setattr(os, name, call)

    noted("fsync")
    noted("replace")
    formats.write(EXAMPLE, old)
    assert calls == ["fsync", "replace"]


@posix
def test_a_symlink_stays_and_its_target_is_written(old: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.jsonl"
    link.symlink_to("../games.jsonl")
    formats.write(EXAMPLE, link)
    assert link.is_symlink() and not old.is_symlink()
    assert formats.load(old) == EXAMPLE
    assert os.listdir(link.parent) == ["link.jsonl"]


@posix
@pytest.mark.parametrize("mode", (0o600, 0o640, 0o755))
def test_the_mode_of_the_old_file_is_kept(old: Path, mode: int) -> None:
    old.chmod(mode)
    formats.write(EXAMPLE, old)
    assert stat.S_IMODE(old.stat().st_mode) == mode


@posix
def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        formats.write(EXAMPLE, tmp_path / "new.json")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.json").stat().st_mode) == 0o640


@posix
def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert formats.write(EXAMPLE, pipe) == 1
        assert os.read(reader, 10_000) == to_bytes(EXAMPLE, "jsonl")
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@posix
@pytest.mark.parametrize("target", ("/dev/stdout", "-"))
@pytest.mark.parametrize("append", (True, False))
def test_standard_output_is_written_to(target: str, append: bool, old: Path) -> None:
    code = f"""if True:
        import sys
        from cardlog.records import formats
        formats.write(formats.read("-"), {target!r}, format="jsonl")
    """
    with open(old, "ab" if append else "wb") as out:
        inode = os.fstat(out.fileno()).st_ino
        args = [sys.executable, "-W", "error", "-c", code]
        subprocess.run(args, input=to_bytes(EXAMPLE, "msgpack"), stdout=out, check=True)
    assert old.stat().st_ino == inode
    assert old.read_bytes() == b"the old file\n" * append + to_bytes(EXAMPLE, "jsonl")


def test_a_directory_is_no_target(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        formats.write(EXAMPLE, tmp_path, format="json")
    with pytest.raises(OSError):
        formats.write(EXAMPLE, tmp_path / "nowhere" / "one.json")
    assert os.listdir(tmp_path) == []


def test_a_file_can_be_rewritten_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.msgpack"
    formats.write(map(numbered, range(5)), path)
    assert formats.write(formats.read(path), path) == 5  # type: ignore[arg-type]
    assert len(list(formats.read(path))) == 5


def test_a_record_nobody_could_read_back_is_not_written(old: Path) -> None:
    long = msgspec.structs.replace(EXAMPLE, meta={"text": "x" * MAX_BYTES})
    half = msgspec.structs.replace(EXAMPLE, meta={"text": "\ud800"})
    for record, words in ((long, "64 MiB"), (half, "surrogate")):
        with pytest.raises(RecordError, match=words):
            formats.write([EXAMPLE, record], old)
    assert left_alone(old)
