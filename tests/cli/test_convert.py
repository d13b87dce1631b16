"""`convert`: several into one, one into many; what is lost, checked, or fails half-way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from cardlog.records import formats
from cardlog.records.game import Record
from tests.cli.run import Ran, cardlog
from tests.records.samples import EXAMPLE, numbered, to_bytes

# Plug-ins: one that keeps no meta and no notes, and says so; one that drops a seal in secret; one
# that writes what it cannot read back.
LOSSY = """
import msgspec
from cardlog.records.events import Extension
from cardlog.records.formats import jsonl
name, suffixes = "lossy", (".lossy",)
def sniff(head): return False
def read(file, *, check): return jsonl.read(file, check=check)
def _less(record):
    events = tuple(e for e in record.events if not isinstance(e, Extension))
    return msgspec.structs.replace(record, meta=msgspec.UNSET, events=events)
def write(records, file): return jsonl.write(map(_less, records), file)
def losses(record):
    kept = sum(isinstance(e, Extension) for e in record.events)
    told = [] if record.meta is msgspec.UNSET else ["`meta`"]
    return told + ([f"{kept} note{'' if kept == 1 else 's'}"] if kept else [])
"""
SECRET = """
import msgspec
from cardlog.records.formats import jsonl
name, suffixes = "secret", (".secret",)
HOW = %r
def sniff(head): return False
def read(file, *, check): return jsonl.read(file, check=check)
def _less(records):
    for number, record in enumerate(records):
        if number == 2 and HOW == "names":
            record = msgspec.structs.replace(record, names=msgspec.UNSET)
        if number == 2 and HOW == "events":
            record = msgspec.structs.replace(record, events=record.events[:-1])
        if number != 2 or HOW != "gone":
            yield record
        if number == 2 and HOW == "twice":
            yield record
def write(records, file):
    count = jsonl.write(_less(records), file)
    if HOW == "broken":
        file.write(b"{")
    return count
"""


@pytest.fixture
def plugins(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an installed package of formats, for the processes that the tests start."""
    folder = tmp_path_factory.mktemp("plugins")
    info = folder / "cards-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: cards\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[cardlog.formats]\nlossy = cards_lossy\nsecret = cards_secret\nbroken = cards_broken\n"
    )
    (folder / "cards_lossy.py").write_text(LOSSY)
    (folder / "cards_broken.py").write_text("import nothing_of_that_name")
    paths = [str(folder), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    return folder


@pytest.fixture
def nights(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "a.jsonl", tmp_path / "b.msgpack"]
    formats.write(map(numbered, range(3)), paths[0])
    formats.write(map(numbered, range(3, 5)), paths[1])
    return paths


def test_several_inputs_and_patterns_into_one(nights: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "all.msgpack.zst"
    ran = cardlog("convert", *nights, out)
    assert (ran.status, ran.out) == (0, b"") and ran.err == "5 records written\n"
    assert list(formats.read(out)) == [numbered(n) for n in range(5)]
    ran = cardlog("convert", "[ab].*", "-", out.with_name("again.json"), cwd=tmp_path,
                  stdin=to_bytes(numbered(9), "jsonl"))  # fmt: skip
    assert ran.status == 0
    assert list(formats.read(out.with_name("again.json"))) == [
        numbered(n) for n in (0, 1, 2, 3, 4, 9)
    ]
    ran = cardlog("convert", *nights, nights[0])  # into one of them
    assert ran.status == 0 and len(list(formats.read(nights[0]))) == 5
    ran = cardlog("convert", nights[0])
    assert ran.status == 2 and "IN... OUT" in ran.err


def test_what_cannot_be_read_is_left_out(nights: list[Path], tmp_path: Path) -> None:
    nights[0].write_bytes(to_bytes(numbered(0), "jsonl") + b"?\n")
    out = tmp_path / "out.json"
    ran = cardlog("convert", *nights, "nowhere.json", out)
    assert ran.status == 2 and "3 records written" in ran.err
    assert "a.jsonl: record 1" in ran.err and "nowhere.json" in ran.err
    assert len(list(formats.read(out))) == 3
    before = out.read_bytes()
    ran = cardlog("convert", "--strict", *nights, out)
    assert ran.status == 2 and out.read_bytes() == before
    assert f"{out} is left as it was: 1 record cannot be read" in ran.err
    ran = cardlog("convert", *nights, nights[0])
    assert ran.status == 2 and "it is the input too" in ran.err
    assert nights[0].read_bytes().endswith(b"?\n")


def test_one_file_a_game(nights: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "games"
    for _ in range(2):  # the second time all are there already
        ran = cardlog("convert", *nights, "--split", folder, "--to", "json.gz", "--check")
        assert ran.status == 0 and "5 records written" in ran.err
        expected = sorted(
            f"{index:06}-{numbered(n).id[:12]}.json.gz" for n, index in enumerate((0, 1, 2, 0, 1))
        )
        assert sorted(os.listdir(folder)) == expected
    for name in expected:
        assert formats.load(folder / name).id.startswith(name[7:19])
    (folder / expected[0]).write_bytes(b"somebody's")  # nothing is written over
    assert cardlog("convert", *nights, "--split", folder, "--to", "json.gz").status == 0
    assert (folder / expected[0]).read_bytes() == b"somebody's"
    assert len(os.listdir(folder)) == 6
    other = tmp_path / "other"
    assert cardlog("convert", nights[0], "--split", other).status == 0
    assert {Path(name).suffix for name in os.listdir(other)} == {".jsonl"}
    ran = cardlog("convert", "-", "--split", other, stdin=nights[0].read_bytes())
    assert ran.status == 2 and "--to" in ran.err


def test_names_of_files_come_from_no_text(tmp_path: Path) -> None:
    from msgspec.structs import replace

    evil = replace(EXAMPLE, uid="../../evil", meta={"event": "/etc/passwd"})
    formats.write([evil, replace(evil, names={"Ana": "x"})], tmp_path / "a.json")
    assert cardlog("convert", tmp_path / "a.json", "--split", tmp_path / "out").status == 0
    found = sorted(os.listdir(tmp_path / "out"))
    assert found == sorted(f"{n:06}-{evil.id[:12]}.json" for n in range(2))
    assert sorted(os.listdir(tmp_path)) == ["a.json", "out"]


def test_a_split_that_fails_leaves_nothing(nights: list[Path], tmp_path: Path) -> None:
    with nights[0].open("ab") as file:
        file.write(b"?")
    folder = tmp_path / "games"
    ran = cardlog("convert", nights[0], "--split", folder, "--strict")
    assert ran.status == 2 and os.listdir(folder) == []
    ran = cardlog("convert", nights[0], "--split", nights[1])
    assert ran.status == 2 and "cannot be written" in ran.err


def test_losses_are_added_up(plugins: Path, nights: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "out.lossy"
    ran = cardlog("convert", *nights, out, "--check")
    assert ran.status == 0
    assert ran.err.splitlines() == [
        "not held by lossy: `meta` (5 records), notes (5)",
        "5 records written and read back the same",
    ]
    before = out.read_bytes()
    for target in (str(out), "-"):
        ran = cardlog("convert", nights[0], target, "--to", "lossy", "--strict")
        assert (ran.status, ran.out) == (2, b"")
        assert "left as it was: not held by lossy: `meta` (3 records), notes (3)" in ran.err
    assert out.read_bytes() == before
    ran = cardlog("convert", out, "-", "--to", "lossy", "--strict")  # nothing more is lost
    assert (ran.status, ran.out) == (0, before)


@pytest.mark.parametrize(
    "how, words",
    (
        ("names", "record 2 reads back with other `names` or `seals`"),
        ("events", "record 2 reads back otherwise: its content id was "),
        ("gone", "record 2 reads back otherwise"),
        ("twice", "record 3 reads back otherwise"),
        ("broken", "record 5 cannot be read back"),
    ),
)
def test_a_check_names_the_first_record_that_differs(
    how: str, words: str, plugins: Path, tmp_path: Path
) -> None:
    from msgspec.structs import replace

    (plugins / "cards_secret.py").write_text(SECRET % how)
    source, out = tmp_path / "a.jsonl", tmp_path / "out.secret"
    formats.write([replace(numbered(n), names={"Ana": "A."}) for n in range(5)], source)
    out.write_bytes(b"the old file")
    ran = cardlog("convert", source, out, "--check")
    assert ran.status == 2 and f"{out} is left as it was: {words}" in ran.err
    assert out.read_bytes() == b"the old file"
    assert sorted(os.listdir(tmp_path)) == ["a.jsonl", "out.secret"]
    assert cardlog("convert", source, out).status == 0  # which nobody checked


@pytest.mark.parametrize("format", ("json", "jsonl", "msgpack", "cardlog", "msgpack.zst"))
def test_every_format_passes_its_check(format: str, nights: list[Path], tmp_path: Path) -> None:
    out = tmp_path / f"out.{format}"
    ran = cardlog("convert", *nights, out, "--check", "--strict")
    assert (ran.status, ran.err) == (0, "5 records written and read back the same\n")
    ran = cardlog("convert", *nights, "-", "--to", format, "--check")
    assert ran.status == 2 and "no file that could be read back" in ran.err and not ran.out


def test_a_plug_in_that_is_no_use(plugins: Path, nights: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    for args in (("--from", "broken", nights[0], out), ("--to", "broken", nights[0], out)):
        ran = cardlog("convert", *args)
        assert ran.status == 2
        assert "the format `broken` cannot be used: ModuleNotFoundError" in ran.err
    ran = cardlog("audit", nights[0], "--from", "xml")
    assert ran.status == 2 and "`lossy`, `secret`, `broken`" in ran.err
    assert not out.exists()


def test_one_record_by_its_number(nights: list[Path], tmp_path: Path) -> None:
    ran = cardlog("convert", nights[0], "-", "--to", "jsonl", "--index", "1")
    assert (ran.status, ran.out) == (0, to_bytes(numbered(1), "jsonl"))
    ran = cardlog("convert", nights[0], tmp_path / "o.json", "--index", "3")
    assert ran.status == 2 and "there is no record 3: it holds 3 records" in ran.err
    ran = cardlog("index", nights[0], nights[1], "-", "nowhere.json")
    assert ran.status == 2
    assert f"{nights[0]}.idx: 3 records\n{nights[1]}.idx: 2 records\n" in ran.err
    ran = cardlog("convert", *nights, "-", "--to", "jsonl", "--index", "1")
    assert ran.out == to_bytes([numbered(1), numbered(4)], "jsonl")
    with nights[0].open("ab") as file:
        file.write(b"\n")
    ran = cardlog("convert", nights[0], "-", "--to", "jsonl", "--index", "1")
    assert (ran.status, ran.out) == (0, to_bytes(numbered(1), "jsonl"))
    assert "a.jsonl.idx is not used: the file has changed since" in ran.err
    nights[0].write_bytes(b"?")
    ran = cardlog("index", nights[0])
    assert ran.status == 2 and "1 record, 1 of which cannot be read" in ran.err


posix = pytest.mark.skipif(os.name != "posix", reason="POSIX only")


def on_a_terminal(*args: str | Path, cwd: Path) -> tuple[int, str]:
    """Run it with standard error on a terminal: its status, and what is seen there."""
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "cardlog", *map(str, args)]
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=theirs, cwd=cwd, env=env
    ) as process:
        os.close(theirs)
        seen = b""
        while True:
            try:
                chunk = os.read(ours, 4096)
            except OSError:
                break
            if not chunk:
                break
            seen += chunk
    os.close(ours)
    return process.returncode, seen.decode()


@posix
def test_a_bar_on_a_terminal_and_none_on_a_pipe(nights: list[Path], tmp_path: Path) -> None:
    formats.write([EXAMPLE] * 3000, nights[0])
    status, seen = on_a_terminal("convert", *nights, "out.jsonl.gz", cwd=tmp_path)
    assert status == 0 and "converted" in seen and "100%" in seen and "3002 records" in seen
    assert "converted" not in cardlog("convert", *nights, tmp_path / "out.jsonl.gz").err


@posix
@pytest.mark.parametrize("sign", (signal.SIGTERM, signal.SIGINT))
@pytest.mark.parametrize("target", ("out.jsonl", "out.msgpack.gz", "games"))
def test_a_signal_leaves_the_old_file_and_nothing_else(
    sign: signal.Signals, target: str, tmp_path: Path
) -> None:
    with halted(tmp_path, target) as process:
        process.send_signal(sign)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 128 + sign and b"Traceback" not in err
    assert sorted(os.listdir(tmp_path)) == ["games", "out.jsonl", "out.msgpack.gz"]
    assert os.listdir(tmp_path / "games") == []
    assert (tmp_path / "out.jsonl").read_bytes() == b"the old file"


@posix
@pytest.mark.parametrize("target", ("out.jsonl", "out.msgpack.gz"))
def test_a_kill_in_the_middle_leaves_the_old_file(target: str, tmp_path: Path) -> None:
    with halted(tmp_path, target) as process:
        process.kill()
        process.communicate(timeout=60)
    assert (tmp_path / target).read_bytes() == b"the old file"


class halted:
    """A conversion from a pipe that has begun to write and waits for more."""

    def __init__(self, folder: Path, target: str) -> None:
        (folder / "games").mkdir()
        for name in ("out.jsonl", "out.msgpack.gz"):
            (folder / name).write_bytes(b"the old file")
        more = ["--split", target, "--to", "json"] if target == "games" else [target]
        self._within = folder / "games" if target == "games" else folder
        self._command = [sys.executable, "-m", "cardlog", "convert", "-", *more]
        self._folder = folder

    def __enter__(self) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            self._command,
            stdin=pipe,
            stderr=pipe,
            cwd=self._folder,
            start_new_session=True,
            # Who runs in the background is started with Ctrl-C ignored.
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )
        assert self._process.stdin
        self._process.stdin.write(to_bytes([EXAMPLE] * 20, "jsonl"))
        self._process.stdin.flush()
        until = time.monotonic() + 60
        while not list(self._within.glob(".cardlog-*.tmp")):
            assert time.monotonic() < until and self._process.poll() is None
            time.sleep(0.02)
        return self._process

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()


@posix
@pytest.mark.parametrize("target", ("out.jsonl", "out.jsonl.gz", "games"))
def test_a_disk_that_is_full_leaves_the_old_file(target: str, tmp_path: Path) -> None:
    source = tmp_path / "big.msgpack"
    formats.write([random_record(n) for n in range(50)], source)
    out = tmp_path / target
    if target != "games":
        out.write_bytes(b"the old file")
    more = ["--split", "games", "--to", "json"] if target == "games" else [target]
    limit = 4000 if target == "games" else 20_000
    code = f"""if True:
        import resource, signal, sys
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
        sys.argv[1:] = ["convert", "big.msgpack", *{more!r}]
        from cardlog.cli.app import main
        main()
    """
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60)
    ran = Ran(done.returncode, b"", done.stderr)
    assert ran.status == 2 and f"{target} cannot be written: File too large" in ran.err
    assert "Traceback" not in ran.err
    if target == "games":
        assert os.listdir(out) == []
    else:
        assert out.read_bytes() == b"the old file"
    assert sorted(os.listdir(tmp_path)) == sorted(["big.msgpack", target])


def random_record(number: int) -> Record:
    from random import Random

    from msgspec.structs import replace

    return replace(EXAMPLE, meta={"noise": Random(number).randbytes(2500).hex()})
