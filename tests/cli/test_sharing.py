"""Audits by several processes: the same answers in the same order, whatever happens to one."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict

from cardlog.cli import sharing, workers
from cardlog.cli.verdicts import Task
from cardlog.records import formats
from cardlog.records.errors import RecordError
from tests.cli.run import ROOT, cardlog
from tests.games import GAMES
from tests.records.test_walk import FORMAT_NAMES, KINDS, piece

TASK = Task(ids=True)


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of all the matches there are, with damage between."""
    path = tmp_path_factory.mktemp("shared") / "night.jsonl"
    records = [formats.load(game) for game in sorted(GAMES.glob("*.json"))]
    formats.write(records * 3, path)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[5] = lines[5][:200] + b"\n"
    lines[11] = lines[11].replace(b'"stay"', b'"stray"')
    path.write_bytes(b"".join(lines))
    return path


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "LEAST", 1000)
    monkeypatch.setattr(sharing, "MOST", 4000)


def told(found: Iterator[Any]) -> list[Any]:
    def plain(verdict: Any) -> Any:
        data = asdict(verdict)
        error = data.pop("error")
        return data, error and (error.message, vars(error))

    return [plain(verdict) for verdict in found]


def both(path: Path, format: str | None = None, jobs: int = 2) -> tuple[list[Any], list[Any]]:
    file = sharing.file_of(str(path), path.name, format)
    alone = told(sharing.in_turn(file, format, TASK))
    with workers.Workers(jobs) as pool:
        return alone, told(sharing.shared_out([file], format, TASK, pool))


@pytest.mark.usefixtures("small_parts")
def test_the_answers_of_a_file_in_parts(night: Path) -> None:
    alone, shared = both(night, jobs=3)
    assert len(sharing.cut(night.stat().st_size, 3)) > 10
    assert shared == alone
    assert any(error is not None for _, error in alone)


@pytest.mark.parametrize("jobs", [1, 2, 3, 7])
@pytest.mark.parametrize("size", [40_000_001, 155_000_000, 480_000_000, 5_900_000_000])
def test_a_file_is_shared_out_evenly(size: int, jobs: int) -> None:
    parts = sharing.cut(size, jobs)
    assert parts[0].first == 0 and parts[-1].stop is None
    assert all(one.stop == next.first for one, next in itertools.pairwise(parts))
    assert len(parts) % jobs == 0
    sizes = [(part.stop or size) - part.first for part in parts]
    assert max(sizes) <= sharing.MOST and max(sizes) - min(sizes) <= len(parts)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.sampled_from(FORMAT_NAMES),
    st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 5)), min_size=1, max_size=30),
    st.integers(20, 400),
)
def test_any_file_however_it_is_cut(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    format: str,
    pieces: list[tuple[str, int]],
    size: int,
) -> None:
    path = tmp_path / f"any.{format}"
    path.write_bytes(b"".join(piece(format, *each) for each in pieces))
    monkeypatch.setattr(sharing, "LEAST", size)
    monkeypatch.setattr(sharing, "MOST", size)
    alone, shared = both(path)
    assert shared == alone


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_the_output_is_the_same_to_the_byte(night: Path, options: tuple[str, ...]) -> None:
    files = (night, GAMES / "le-her.json", "nowhere.json", night, "fixtures/disputes/*.json")
    one, two = (cardlog("audit", *files, *options, "-j", jobs) for jobs in ("1", "2"))
    assert (one.status, one.out, one.err) == (two.status, two.out, two.err)
    assert one.status == 2 and one.out.count(b"\n") > 60


def test_a_pipe_and_an_empty_file(tmp_path: Path) -> None:
    empty = tmp_path / "empty.json"
    empty.write_bytes(b"")
    data = (GAMES / "le-her.json").read_bytes()
    one, two = (
        cardlog("audit", empty, "-", "--json", "-j", jobs, stdin=data) for jobs in ("1", "2")
    )
    assert one == two and one.status == 2 and len(one.lines) == 2


def lose(monkeypatch: pytest.MonkeyPatch, condition: str) -> None:
    """Workers that die without a word where the condition holds."""
    code = (
        "import os, json, sys; sys.path[:] = json.loads(sys.argv[1])\n"
        "from cardlog.cli import verdicts, worker\n"
        "real = verdicts.part\n"
        "def part(path, format, bounds, source, task):\n"
        f"    if {condition}: os.kill(os.getpid(), 9)\n"
        "    return real(path, format, bounds, source, task)\n"
        "verdicts.part = part\n"
        "worker.main()\n"
    )
    monkeypatch.setattr(workers, "START", code)


@pytest.mark.usefixtures("small_parts")
def test_a_worker_that_dies_once_costs_nothing(
    night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "died"
    lose(monkeypatch, f"bounds.first and not os.path.exists({str(mark)!r}) and not "
                      f"open({str(mark)!r}, 'w').close()")  # fmt: skip
    alone, shared = both(night)
    assert mark.exists() and shared == alone


@pytest.mark.usefixtures("small_parts")
def test_records_that_no_worker_can_judge_are_named(
    night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose(monkeypatch, "40_000 < bounds.first < 90_000")
    alone, shared = both(night)
    assert len(shared) == len(alone)
    lost = [k for k, (_, error) in enumerate(shared) if error and "not judged" in error[0]]
    assert lost and lost == list(range(lost[0], lost[-1] + 1))
    assert "signal 9" in shared[lost[0]][1][0]
    places = [(data["index"], data["start"], data["end"]) for data, _ in alone]
    assert [(data["index"], data["start"], data["end"]) for data, _ in shared] == places
    assert all(shared[k] == alone[k] for k in range(len(alone)) if k not in lost)


def test_workers_are_ready_before_they_are_asked(
    night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ahead.py").write_text(
        f"import os, pathlib; (pathlib.Path({str(tmp_path)!r}) / str(os.getpid())).touch()"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    file = sharing.file_of(str(night), night.name, None)
    with workers.Workers(3, 2, ("nowhere", "ahead")) as pool:
        end = time.monotonic() + 60
        while len(list(tmp_path.glob("[0-9]*"))) < 2:
            assert time.monotonic() < end
            time.sleep(0.01)
        shared = told(sharing.shared_out([file], None, TASK, pool))
    assert shared == told(sharing.in_turn(file, None, TASK))
    assert len(list(tmp_path.glob("[0-9]*"))) == 2  # a third was not needed


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("large") / "large.msgpack"
    formats.write([formats.load(GAMES / "gold-rush-california.json")] * 4000, path)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="there is no signal to a group of processes")
def test_ctrl_c_ends_everything(large: Path) -> None:
    command = [sys.executable, "-m", "cardlog", "audit", str(large), "-j", "2"]
    started = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        cwd=ROOT,
        # Whoever runs the tests in the background has them ignore the signal.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    assert started.stdout is not None
    assert started.stdout.readline()  # they are at work
    os.killpg(started.pid, signal.SIGINT)
    _, err = started.communicate(timeout=60)
    assert started.returncode == 130
    assert b"Traceback" not in err
    with pytest.raises(ProcessLookupError):
        for _ in range(50):
            os.killpg(started.pid, 0)
            time.sleep(0.1)


def test_a_reader_that_goes_away_ends_everything(large: Path) -> None:
    command = [sys.executable, "-m", "cardlog", "audit", str(large), "-j", "2"]
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    assert started.stdout is not None and started.stderr is not None
    started.stdout.readline()
    started.stdout.close()
    assert started.stderr.read() == b""
    started.stderr.close()
    assert started.wait(timeout=60) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
def test_progress_is_shown_to_a_terminal_only(night: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "cardlog", "audit", str(night), "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, cwd=ROOT)
    os.close(theirs)
    shown = os.read(ours, 100_000)
    os.close(ours)
    assert b"audited" in shown and b"100%" in shown
    assert done.stdout == cardlog("audit", night, "--json").out
    assert cardlog("audit", night, "--json").err == ""


def test_a_worker_imports_no_more_than_it_needs() -> None:
    code = (
        "import sys; from cardlog.cli import verdicts; verdicts.Judge(verdicts.Task());"
        "print([m for m in ('typer', 'click', 'rich', 'duckdb', 'subprocess') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


def test_a_format_that_does_not_say_where_its_records_lie(
    night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cardlog.cli.rewrite import Place

    placed, _ = both(night)
    monkeypatch.delattr(formats.FORMATS["jsonl"], "walk")
    alone, shared = both(night)
    assert shared == alone and len(alone) == len(placed)
    assert all(data["start"] is None for data, _ in alone)
    with pytest.raises(RecordError, match="cannot be changed in its place"):
        Place(str(night), None, 0, "night")
