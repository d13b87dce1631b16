"""`query`, `queries` and `shell`: answers on standard output, and what else is told."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import duckdb
import pytest

from tests.cli.run import Ran, cardlog
from tests.queries.places import RECORDS, REPORTS
from tests.queries.places import places as places

FRIDAY = RECORDS[0]
DEALS = "SELECT deal, lowest FROM deals WHERE deal <= $most ORDER BY deal"


def ask(*args: str | Path, stdin: bytes = b"") -> Ran:
    return cardlog("query", FRIDAY, *args, stdin=stdin)


@pytest.mark.parametrize("kind", ("folder", "file"))
def test_a_report_is_answered(kind: str, places: dict[str, list[Path]]) -> None:
    place = places[kind][0]
    ran = cardlog("query", place, "results", "--queries", REPORTS)
    assert (ran.status, ran.err) == (0, "")
    assert ran.text.splitlines()[:3] == [
        "game           status      matches",
        "─────────────  ──────────  ───────",
        "chase-the-ace  finished          1",
    ]


def test_every_format(tmp_path: Path) -> None:
    asked = ("--sql", DEALS, "--param", "most=2")
    assert ask(*asked, "--json").lines == [{"deal": 1, "lowest": "2"}, {"deal": 2, "lowest": "3"}]
    assert ask(*asked, "--format", "csv", "-o", "-").text == "deal,lowest\n1,2\n2,3\n"
    (tmp_path / "p").write_bytes(ask(*asked, "--format", "parquet").out)
    assert duckdb.read_parquet(str(tmp_path / "p")).fetchall() == [(1, "2"), (2, "3")]
    for name in ("out.csv", "out.json", "out.parquet"):
        ran = ask(*asked, "-o", tmp_path / name)
        assert (ran.status, ran.out) == (0, b"")
        assert ran.err == f"2 rows written to {tmp_path / name}\n"
        assert (tmp_path / name).stat().st_size
    assert ask(*asked, "-o", tmp_path / "t.txt", "--format", "table").status == 0
    assert (tmp_path / "t.txt").read_text().startswith("deal  lowest\n")


def test_sql_from_a_file_with_a_heading(tmp_path: Path) -> None:
    file = tmp_path / "mine.sql"
    file.write_text(f"-- PARAMETER most BIGINT = 1: deals\n{DEALS};\n")
    assert len(ask("--file", file, "--json").lines) == 1
    assert len(ask("--file", file, "--json", "--param", "most=3").lines) == 3
    ran = ask("--file", file, "--param", "most=all")
    assert ran.status == 2 and "most: expected a whole number, found 'all'" in ran.err
    assert ask("--file", "-", "--format", "csv", stdin=b"SELECT 1 AS x").text == "x\n1\n"


def test_records_from_a_pipe_or_a_pattern() -> None:
    counted = ("--sql", "SELECT count(*) AS n FROM games", "--json")
    assert cardlog("query", "-", *counted, stdin=FRIDAY.read_bytes()).lines == [{"n": 1}]
    found = cardlog("query", FRIDAY.parent / "friday-*.json", *counted)
    assert found.lines == [{"n": 1}]


def test_unreadable_records_are_told_and_the_others_answered(tmp_path: Path) -> None:
    both = tmp_path / "both.jsonl"
    line = json.dumps(json.loads(FRIDAY.read_bytes()))
    both.write_text(f"{line}\n{{broken\n{line}\n")
    ran = cardlog("query", both, "--sql", "SELECT count(*) AS n FROM games", "--json")
    assert (ran.status, ran.lines) == (2, [{"n": 2}])
    assert "record 1, line 2" in ran.err


@pytest.mark.parametrize(
    ("args", "words"),
    (
        ([], "one of a report's NAME, --sql or --file"),
        (["x", "--sql", "SELECT 1"], "one of a report's NAME"),
        (["no-such-report"], "there is no query no-such-report"),
        (["--sql", "SELECT nothing"], "nothing"),
        (["--sql", "SELECT * FROM '/etc/passwd'"], "/etc/passwd does not exist"),
        (["--sql", "SELECT * FROM read_text('/etc/passwd')"], "not allowed"),
        (["--sql", "COPY games TO 'x.csv'"], "expected a SELECT, found COPY"),
        (["--sql", DEALS], "parameter most is missing"),
        (["--sql", DEALS, "--param", "most"], "expected NAME=VALUE"),
        (["--sql", DEALS, "--param", "most=1", "--param", "most=2"], "given twice"),
        (["--sql", "SELECT $p", "--param", "p=1", "--param", "q=1"], "no $q in the SQL"),
        (["--file", "none.sql"], "none.sql: cannot be read"),
        (["--sql", "SELECT 1", "--format", "xml"], "--format xml: expected one of table, json"),
        (["--sql", "SELECT 1", "-o", "out.xml"], "xml: expected one of json, csv, parquet"),
        (["--sql", "SELECT 1", "-o", "none/out.csv"], "cannot be written"),
        (["--sql", "SELECT 1", "--queries", "none"], "no such folder of queries"),
        (["--sql", "SELECT 1", "--plot", "a.svg"], "nothing says what to draw"),
    ),
)
def test_what_cannot_be_done_is_status_2(args: list[str], words: str) -> None:
    ran = ask(*args)
    assert (ran.status, ran.out) == (2, b"")
    assert words in ran.err and ran.err.count("\n") == 1


def test_no_archive_is_status_2(tmp_path: Path) -> None:
    for place, words in (
        (tmp_path, "no archive.json"),
        (tmp_path / "none", "No such file"),
        (Path(__file__), "format"),
    ):
        ran = cardlog("query", place, "--sql", "SELECT 1")
        assert ran.status == 2 and words in ran.err, ran.err


def test_a_plot_is_written(tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    out = tmp_path / "out.svg"
    ran = ask("results", "--queries", REPORTS, "--plot", out)
    assert (ran.status, ran.out, ran.err) == (0, b"", f"chart written to {out}\n")
    named = ("--x", "deal", "--y", "dealer", "--chart", "line")
    ran = ask("--sql", "FROM deals", "--plot", tmp_path / "a.png", *named)
    assert ran.status == 0 and (tmp_path / "a.png").stat().st_size > 1000


@pytest.mark.parametrize(
    "sql",
    (
        "SELECT count(*) FROM range(10000000) a, range(10000000) b",
        "SELECT length(lpad('x', 2000000000, 'y'))",
        "SELECT len(range(1000000000))",
        "SELECT sum(len(range(range))) FROM range(100000000)",
        "SELECT length(repeat('x', 4000000000))",
    ),
)
def test_too_much_ends(sql: str, tmp_path: Path) -> None:
    start = time.monotonic()
    out = tmp_path / "out.csv"
    ran = ask("--sql", sql, "--timeout", "1", "-o", out)
    assert ran.status == 2 and ran.err.count("\n") == 1
    assert "takes longer than 1 second" in ran.err or "memory" in ran.err or "too long" in ran.err
    assert time.monotonic() - start < 30
    assert list(tmp_path.iterdir()) == []


ENDLESS = "SELECT count(*) FROM range(10000000) a, range(10000000) b"
DEAF = """
import sys
from cardlog.cli import app
from cardlog.queries import clock
class Deaf:
    def interrupt(self): pass
clock.GRACE = 0.2
inner = clock.Clock._watch
clock.Clock._watch = lambda self, held, end: inner(self, Deaf(), end)
app.main()
"""


def test_what_does_not_stop_is_stopped(tmp_path: Path) -> None:
    """Where DuckDB does not answer, the process ends, and leaves nothing behind."""
    command = [sys.executable, "-c", DEAF, "query", str(FRIDAY), "--sql", ENDLESS]
    limits = ["--timeout", "0.5", "-o", str(tmp_path / "out.csv")]
    done = subprocess.run([*command, *limits], capture_output=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr == b"cardlog: the query was stopped: it takes too long\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("begin", (("-m", "cardlog"), ("-c", DEAF)), ids=("", "deaf"))
@pytest.mark.parametrize("sign", (signal.SIGINT, signal.SIGTERM))
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_a_query(sign: signal.Signals, begin: tuple[str, ...], tmp_path: Path) -> None:
    """Whichever thread of DuckDB is at work: where its main thread is, it sees no signal."""
    command = [sys.executable, *begin, "query", str(FRIDAY), "--sql", ENDLESS]
    with subprocess.Popen(
        [*command, "-o", str(tmp_path / "out.csv")],
        stderr=subprocess.PIPE,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as running:
        try:
            time.sleep(2.5)
            running.send_signal(sign)
            _, err = running.communicate(timeout=30)
        finally:
            running.kill()
    assert running.returncode == 128 + sign
    assert err == b""
    assert list(tmp_path.iterdir()) == []


def test_the_reports_are_listed() -> None:
    ran = cardlog("queries", "--queries", REPORTS)
    assert ran.status == 0
    assert "For: club\n" in ran.text
    assert "  How do the matches of a game end?\n" in ran.text
    (line,) = cardlog("queries", "results", "--queries", REPORTS, "--json").lines
    assert (line["name"], line["for"], line["portable"]) == ("results", "club", True)
    assert line["grain"] == "one row a game and status"
    assert line["parameters"][0] == {
        "name": "game",
        "type": "VARCHAR",
        "default": None,
        "meaning": "only this game",
        "required": False,
        "values": [],
        "names": None,
    }
    assert line["columns"][2] == {"name": "matches", "meaning": "how many"}
    assert line["chart"] == {"kind": "bar", "x": "status", "y": "matches", "color": None}
    assert "GROUP BY game, status" in line["sql"]


def test_what_cannot_be_written_or_is_no_format_is_named(tmp_path: Path) -> None:
    ran = cardlog("query", FRIDAY, "leads", "--format", "xml")
    assert ran.err == "cardlog: --format xml: expected one of table, json, csv, parquet\n"
    pytest.importorskip("vl_convert")
    (tmp_path / "file").write_text("")
    plot = tmp_path / "file" / "a.svg"
    sql = ("--sql", "SELECT 1 AS x, 2 AS y", "--x", "x", "--y", "y", "--plot", plot)
    ran = cardlog("query", FRIDAY, *sql, "-o", tmp_path / "a.csv")
    assert ran.status == 2 and f"cardlog: {plot}: cannot be written: " in ran.err
    assert (tmp_path / "a.csv").read_text() == "x,y\n1,2\n"


def test_one_report_whole() -> None:
    text = cardlog("queries", "results", "--queries", REPORTS).text
    for said in (
        "one row a game and status",
        "game VARCHAR = NULL: only this game",
        "matches: how many",
        "counted twice",
        "  GROUP BY game, status",
    ):
        assert said in text
    ran = cardlog("queries", "resuts", "--queries", REPORTS)
    assert (ran.status, ran.err) == (
        2,
        "cardlog: there is no query resuts: did you mean results?\n",
    )


def shell(text: str, *args: str) -> Ran:
    return cardlog("shell", FRIDAY, "--queries", REPORTS, *args, stdin=text.encode())


def test_the_shell_answers_on_pipes() -> None:
    ran = shell("SELECT deal\nFROM deals -- all; of them\nWHERE deal < 3; SELECT ';' AS x;")
    assert (ran.status, ran.err) == (0, "")
    assert ran.text == "deal\n────\n   1\n   2\nx\n─\n;\n"
    assert shell("SELECT 1 AS x", "--format", "csv").text == "x\n1\n"
    assert shell("").status == shell("-- nothing\n").status == 0


def test_commands_of_the_shell() -> None:
    commands = (".tables", ".schema players", ".queries", ".queries results", ".help")
    text = shell("\n".join(commands)).text
    for said in (
        "games\ndeals\nfindings\nplayers\n",
        "players: record, game, seat, player",
        "For: club\n",
        "one row a game and status",
        ".tables", ".schema", ".queries", ".run", ".format", ".help", ".quit",
    ):  # fmt: skip
        assert said in text
    ran = shell(".format json\n.run results game=chase-the-ace\n.quit\nSELECT 2 AS y;")
    assert ran.lines == [{"game": "chase-the-ace", "status": "finished", "matches": 1}]


def test_a_mistake_does_not_end_the_shell() -> None:
    ran = shell("SELEC 1;\n.nothing\n.schema x\nDROP TABLE games;\nSELECT 1 AS x;\n")
    assert (ran.status, ran.text) == (2, "x\n─\n1\n")
    assert len(ran.err.splitlines()) == 4


def test_the_shell_at_a_terminal(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    env = os.environ | {"HOME": str(tmp_path), "NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "60"}
    command = [sys.executable, "-m", "cardlog", "shell", str(FRIDAY)]
    running = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
    os.close(theirs)
    os.write(ours, b"SELECT 40 + 2\nAS answer;\nSELECT x;\n.quit\n")
    seen = b""
    try:
        while block := os.read(ours, 4096):
            seen += block
    except OSError:  # the other end is closed
        pass
    assert running.wait(timeout=60) == 0
    text = seen.decode().replace("\r", "")
    assert "cardlog> " in text and "...> " in text
    assert "answer\n──────\n    42\n" in text and 'cardlog: Referenced column "x"' in text
    assert "SELECT 40 + 2" in (tmp_path / ".cardlog_history").read_text()
