"""`--cluster`: what a Dask cluster answers is what this machine alone would say."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer

import cardlog as package
from cardlog.cli import cluster as clusters
from cardlog.cli import sharing
from cardlog.cli.cluster import Cluster
from cardlog.cli.verdicts import Task
from cardlog.queries.archive import opened
from cardlog.records import formats
from tests.bench.workload import play
from tests.cli.run import ROOT, cardlog
from tests.games import GAMES

distributed: Any = pytest.importorskip("distributed")

TASK = Task(ids=True)
START = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(
        n_workers=int(sys.argv[1]), threads_per_worker=1, scheduler_port=0, dashboard_address=None
    ) as made:
        print(made.scheduler_address, flush=True)
        sys.stdin.read()
"""


@contextlib.contextmanager
def started(
    folder: Path, workers: int, lies: Path = Path(package.__file__).parent.parent
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A new cluster whose processes run in `folder` and import cardlog from where it lies: the
    address of its scheduler, and its process."""
    with subprocess.Popen(
        [sys.executable, "-c", START, str(workers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(lies)},
    ) as process:
        assert process.stdin and process.stdout
        yield process.stdout.readline().strip(), process
        process.stdin.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with started(tmp_path_factory.mktemp("elsewhere"), 2) as (found, _):
        yield found


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of all the matches there are, with damage between."""
    path = tmp_path_factory.mktemp("shared") / "night.jsonl"
    records = [formats.load(game) for game in sorted(GAMES.glob("*.json"))]
    formats.write(records * 2, path)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[5] = lines[5][:200] + b"\n"
    lines[11] = lines[11].replace(b'"stay"', b'"stray"')
    path.write_bytes(b"".join(lines))
    return path


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Enough that it is still under way when something happens, and no game in it twice."""
    path = tmp_path_factory.mktemp("large") / "large.msgpack"
    formats.write((play("california-jack", number) for number in range(700)), path)
    return path


def files(night: Path) -> tuple[str | Path, ...]:
    """What is in order and what is not, what can be cut, what is packed, and what is not there."""
    packed = night.with_name("packed.jsonl.gz")
    if not packed.exists():
        formats.write([play("pitch", number) for number in range(3)], packed)
    return night, GAMES / "le-her.json", "nowhere.json", packed, "fixtures/disputes/*.json"


@pytest.mark.parametrize("options", [(), ("--json", "--possible"), ("--edition", "sources-public")])
def test_an_audit_is_the_same_to_the_byte(
    address: str, night: Path, options: tuple[str, ...]
) -> None:
    alone = cardlog("audit", *files(night), *options, "-j", "1")
    assert alone.status == 2
    assert cardlog("audit", *files(night), *options, "--cluster", address) == alone


def test_what_is_set_aside_is_the_same(address: str, night: Path, tmp_path: Path) -> None:
    def aside(name: str, *how: str) -> dict[str, bytes]:
        folder, out = tmp_path / name, tmp_path / f"{name}.jsonl"
        ran = cardlog("audit", *files(night), "--quarantine", folder, "-o", out, *how)
        assert ran.status == 2
        found = {path.name: path.read_bytes() for path in folder.iterdir()}
        return found | {"out": out.read_bytes()}

    assert aside("shared", "--cluster", address) == aside("alone", "-j", "1")


def test_the_parts_of_a_file(address: str, night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "LEAST", 1000)
    monkeypatch.setattr(sharing, "MOST", 4000)
    file = sharing.file_of(str(night), "night", None)
    with Cluster.at(address) as pool:
        shared = list(sharing.shared_out([file], None, TASK, pool))
    assert list(map(repr, shared)) == list(map(repr, sharing.in_turn(file, None, TASK)))


def rows(archive: Path) -> list[Any]:
    """All that is in an archive, whichever numbers its records have."""
    with opened(str(archive)) as held:
        return [
            held.execute(f"SELECT * FROM ({query}) ORDER BY ALL").fetchall()
            for query in (
                "SELECT * EXCLUDE record FROM games",
                "SELECT g.id, d.* EXCLUDE record FROM deals d JOIN games g USING (record)",
                "SELECT g.id, f.* EXCLUDE record FROM findings f JOIN games g USING (record)",
                "SELECT list(id ORDER BY record) FROM games",
            )
        ]


def test_an_ingest_comes_to_the_same_tables(address: str, night: Path, tmp_path: Path) -> None:
    alone, shared, file = (tmp_path / name for name in ("alone", "shared", "night.duckdb"))
    one = cardlog("ingest", alone, *files(night), "-j", "1")
    assert one.status == 2
    for archive in (shared, file):
        ran = cardlog("ingest", archive, *files(night), "--cluster", address)
        assert ran.status == 2 and ran.out == one.out
        aside = (f"{alone}/quarantine", f"{archive}{'.' if archive is file else '/'}quarantine")
        assert ran.err == one.err.replace(*aside)
        assert rows(archive) == rows(alone) and rows(archive)[0]
    assert cardlog("archive", "check", shared).status == 0
    again = cardlog("ingest", shared, *files(night), "--cluster", address)
    assert ": 0 added" in again.err and rows(shared) == rows(alone)
    assert not list(tmp_path.rglob("*.new-*"))


def ingesting(archive: Path, large: Path, address: str) -> subprocess.Popen[bytes]:
    """An ingest whose workers have begun to write."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cardlog", "ingest", archive, large, "--cluster", address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        # Whoever runs the tests in the background has them ignore the signal.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    while process.poll() is None and not list(archive.glob(".new-*/part-*")):
        time.sleep(0.02)
    assert process.poll() is None
    return process


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_worker_that_is_killed_loses_and_doubles_no_game(
    address: str, large: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "archive"
    with distributed.Client(address, set_as_default=False) as client:
        pids = client.run(os.getpid)
    with ingesting(archive, large, address) as process:
        os.kill(next(iter(pids.values())), signal.SIGKILL)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 0 and err == b"700 records: 700 added\n"
    with opened(str(archive)) as held:
        found = held.execute("SELECT id FROM games ORDER BY record").fetchall()
    assert [row[0] for row in found] == [item.id for item in formats.read(large)]  # type: ignore[union-attr]
    assert cardlog("archive", "check", archive).status == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_ctrl_c_leaves_the_archive_as_it_was_and_nothing_to_do(
    address: str, large: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "archive"
    assert cardlog("ingest", archive, GAMES / "le-her.json").status == 0
    manifest = (archive / "archive.json").read_bytes()
    with ingesting(archive, large, address) as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert (archive / "archive.json").read_bytes() == manifest
    with distributed.Client(address, set_as_default=False) as client:
        for _ in range(100):  # what runs, runs to its end; nothing else is begun
            if not any(client.processing().values()):
                break
            time.sleep(0.1)
        assert not any(client.processing().values())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_scheduler_that_is_lost_leaves_the_archive_as_it_was(large: Path, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    assert cardlog("ingest", archive, GAMES / "le-her.json").status == 0
    manifest = (archive / "archive.json").read_bytes()
    with (
        started(tmp_path, 1) as (address, scheduler),
        ingesting(archive, large, address) as process,
    ):
        scheduler.kill()
        out, err = process.communicate(timeout=60)
    assert process.returncode == 2 and out == b""
    assert b"the connection to the scheduler at tcp://" in err and err.count(b"\n") == 1
    assert (archive / "archive.json").read_bytes() == manifest
    assert cardlog("archive", "check", archive).status == 0


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "WAIT", 0.7)
    monkeypatch.setattr(clusters, "TICK", 0.2)


def refused(capsys: pytest.CaptureFixture[str], address: str) -> str:
    with pytest.raises(typer.Exit) as caught, Cluster.at(address):
        raise AssertionError("it was taken for a cluster")
    assert caught.value.exit_code == 2
    err = capsys.readouterr().err
    assert err.startswith("cardlog: ") and err.count("\n") == 1
    return err


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1"),
        ("127.0.0.1:1", "no Dask scheduler answers at 127.0.0.1:1"),
        ("nonsense://here:1", "--cluster nonsense://here:1: expected an address such as tcp://"),
        ("", "expected an address such as tcp://"),
        ("tcp://a\x1b[2J", "a\\u001b[2J: expected an address such as tcp://"),
        ("tls://127.0.0.1:1", "a tls:// address needs certificates"),
    ],
)
def test_an_address_where_no_scheduler_answers(
    address: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in refused(capsys, address)


@pytest.mark.usefixtures("hasty")
def test_a_scheduler_without_workers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with started(tmp_path, 0) as (address, _):
        assert "has no worker: start some (`dask worker tcp://" in refused(capsys, address)
        with distributed.Client(address, set_as_default=False) as client:
            pool = Cluster(address, client, 1)
            answer = pool.ask(sharing.File("/any", "any", "jsonl", 1), formats.Part(), TASK)
            with pytest.raises(typer.Exit):  # as where all of them have gone meanwhile
                answer.result()
    assert "has no worker left" in capsys.readouterr().err


def test_another_version_on_a_worker(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], night: Path
) -> None:
    file = sharing.file_of(str(night), "night", None)
    with Cluster.at(address) as pool:  # and one that came later
        monkeypatch.setattr(package, "__version__", "99.0")
        with pytest.raises(typer.Exit):
            list(sharing.shared_out([file], None, TASK, pool))
    assert "has cardlog 0.1.0, this machine 99.0" in capsys.readouterr().err
    assert "has cardlog 0.1.0 and Python 3." in refused(capsys, address)


def test_workers_without_cardlog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "cardlog.py").write_text("raise ImportError('there is none')")
    with started(tmp_path, 1, tmp_path) as (address, _):
        said = refused(capsys, address)
    assert "cannot run this cardlog (ImportError('there is none')): expected cardlog" in said


@pytest.mark.skipif(sys.platform != "linux", reason="there is no /proc")
def test_a_file_that_a_worker_does_not_see(address: str, tmp_path: Path, night: Path) -> None:
    """The folder in which a process runs is another one for every process."""
    (tmp_path / "night.jsonl").write_bytes(night.read_bytes())
    seen = "/proc/self/cwd/night.jsonl"
    ran = cardlog("audit", seen, "--cluster", address, cwd=tmp_path)
    assert ran.status == 2 and ran.out == b""
    assert "cardlog: the worker tcp://" in ran.err
    assert f"cannot read {seen}: No such file" in ran.err and "the same paths" in ran.err
    ran = cardlog("ingest", tmp_path / "archive", seen, "--cluster", address, cwd=tmp_path)
    assert ran.status == 2 and f"cannot read {seen}: No such file" in ran.err
    ran = cardlog("ingest", "/proc/self/cwd/archive", night, "--cluster", address, cwd=tmp_path)
    assert ran.status == 2 and "the worker tcp://" in ran.err and "cannot write into" in ran.err
    assert cardlog("archive", "check", tmp_path / "archive").status == 0


def test_a_file_that_is_shorter_there(night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "_who", lambda: "the worker x")
    size = night.stat().st_size
    file = sharing.file_of(str(night), "night", None)._replace(size=size + 1)
    with pytest.raises(clusters.Unfit, match=f"sees {size} bytes of .*, this machine {size + 1}"):
        clusters.part(package.__version__, file, formats.Part(), TASK)


class Alone:
    """A client whose worker is this process; it loses the workers of some parts."""

    def __init__(self, lost: range) -> None:
        self.lost = lost
        self.waiting = self.most = 0

    def submit(self, work: Any, **_: object) -> Any:
        self.waiting += 1
        self.most = max(self.most, self.waiting)

        def result(timeout: float) -> Any:
            self.waiting -= 1
            if work.args[2].first in self.lost:
                from distributed.scheduler import KilledWorker

                last: Any = SimpleNamespace(address="x")
                raise KilledWorker("part", last, 3)
            return work()

        return SimpleNamespace(result=result)


def test_records_that_no_worker_can_judge_are_named_and_few_parts_wait(
    night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "LEAST", 1000)
    monkeypatch.setattr(sharing, "MOST", 1000)
    file = sharing.file_of(str(night), "night", None)
    client = Alone(range(40_000, 90_000))
    shared = list(sharing.shared_out([file], None, TASK, Cluster("x", client, 2)))
    alone = list(sharing.in_turn(file, None, TASK))
    lost = {each.index for each in shared if each.error and "not judged" in each.error.message}
    assert lost and all("one after another" in str(shared[k].error) for k in lost)
    kept = [repr(each) for each in shared if each.index not in lost]
    assert kept == [repr(each) for each in alone if each.index not in lost]
    assert len(shared) == len(alone)
    assert client.most <= 9 < file.size // 1000


def test_what_cannot_be_asked_of_a_cluster(tmp_path: Path) -> None:
    for args, said in (
        (("audit", "-"), "standard input cannot be given to a cluster"),
        (("ingest", tmp_path / "a", "-"), "standard input cannot be given to a cluster"),
        (("audit", "x.json", "-j", "2"), "--cluster and -j"),
        (("audit", "x.json", "--report", "x.html"), "leave --cluster away"),
    ):
        ran = cardlog(*args, "--cluster", "tcp://127.0.0.1:1")
        assert ran.status == 2 and said in ran.err and ran.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_without_the_extra() -> None:
    program = (
        "import sys; sys.modules['distributed'] = None\nfrom cardlog.cli.app import main; main()"
    )
    command = [sys.executable, "-c", program, "audit", str(GAMES / "le-her.json")]
    done = subprocess.run([*command, "--cluster", "tcp://x:1"], capture_output=True, text=True)
    assert done.returncode == 2 and done.stdout == ""
    assert 'pip install "cardlog[cluster]"' in done.stderr and done.stderr.count("\n") == 1
    assert subprocess.run(command, capture_output=True).returncode == 0


def test_the_number_of_records_has_an_end(
    address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, large: Path
) -> None:
    from cardlog.cli import ingesting
    from cardlog.cli.ingest import ingest

    monkeypatch.setattr(ingesting, "NUMBERS", 1000)
    with pytest.raises(typer.Exit) as caught:
        ingest(str(tmp_path / "a"), [str(large)], None, None, False, address, None)  # type: ignore[arg-type]
    assert caught.value.exit_code == 2
