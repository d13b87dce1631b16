"""Reports: what their headings say is what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlog.queries import catalog, sandbox
from cardlog.queries.catalog import Chart, Report, parsed, reports
from cardlog.queries.errors import QueryError
from cardlog.queries.parameters import Parameter, bound, free
from cardlog.queries.run import Archive
from tests.cli.run import cardlog
from tests.games import GAMES
from tests.queries.places import REPORTS
from tests.queries.places import records as records

GOOD = """\
-- QUESTION: Who wins?
-- GRAIN: one row a player
-- PARAMETER least BIGINT = 3: at least so many,
--   counted whole
-- PARAMETER game VARCHAR: which
-- COLUMN player: handle
-- A remark.
SELECT 'Ana' AS player WHERE $least > 2 AND $game = 'pitch'
"""

WORKED = GAMES / "worked-example.json"
ALL = list(reports(REPORTS).values())


@pytest.mark.parametrize("report", ALL, ids=lambda report: report.name)
def test_a_report_is_what_its_heading_says(report: Report, records: Archive) -> None:
    given = {each.name: "1" for each in report.parameters if each.required}
    used = sandbox.parameters_of(records._held, report.sql)
    assert used == {each.name for each in report.parameters}
    rows = records.query(report.name, **given)
    assert rows.columns == tuple(name for name, _ in report.columns)
    assert report.question.endswith("?")
    assert report.grain.startswith("one row ")
    rows.fetchall()


def test_a_heading_is_read() -> None:
    report = parsed("wins", GOOD)
    assert report.parameters == (
        Parameter("least", "BIGINT", 3, "at least so many, counted whole"),
        Parameter("game", "VARCHAR", None, "which", required=True),
    )
    assert (report.columns, report.chart, report.portable) == ((("player", "handle"),), None, False)
    example = reports(REPORTS)["results"]
    assert example.chart == Chart("bar", "status", "matches")
    assert example.portable
    assert example.assumes == ("records that are in the archive twice are counted twice",)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    (
        ("-- QUESTION: Who wins?\n", "", "QUESTION"),
        ("-- GRAIN: one row a player\n", "", "GRAIN"),
        ("-- COLUMN player: handle\n", "", "COLUMN"),
        ("-- QUESTION:", "-- QUESTON:", "unknown heading QUESTON"),
        ("BIGINT = 3", "BIGINT = three", "expected a whole number"),
        ("BIGINT = 3", "NUMBER = 3", "one of the types"),
        ("-- A remark.", "-- CHART: pie x=player y=player", "CHART pie|expected bar"),
        ("-- A remark.", "-- CHART: bar x=player y=wins", "none of its columns"),
        ("-- COLUMN player: handle", "-- COLUMN player", "name: meaning"),
        ("-- A remark.", "-- VALUES most: 1, 2", "VALUES most: 1, 2.*parameter: value"),
        (
            "VARCHAR: which",
            "VARCHAR = 'whist': which\n-- VALUES game: a game",
            "expected one of .*pitch",
        ),
    ),
)
def test_a_wrong_heading_is_told(old: str, new: str, words: str) -> None:
    assert old in GOOD
    with pytest.raises(QueryError, match=words):
        parsed("wins", GOOD.replace(old, new))


def test_a_folder_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "wins.sql").write_text(GOOD)
    assert reports(tmp_path)["wins"].question == "Who wins?"
    with pytest.raises(QueryError, match="no such folder"):
        reports(tmp_path / "none")


def test_a_bad_file_keeps_nobody_from_the_other_reports(tmp_path: Path) -> None:
    for name, text in (("leads", GOOD.encode()), ("bad", b"-- \xff"), ("short", b"SELECT 1")):
        (tmp_path / f"{name}.sql").write_bytes(text)
    (tmp_path / "wins.sql").write_text(GOOD)
    known = reports(tmp_path)
    assert set(known) == {*reports(), "wins"}
    for name, words in (("leads", "already"), ("bad", "cannot be read"), ("short", "QUESTION")):
        assert words in known.broken[name] and f"{name}.sql" in known.broken[name]
    assert len(known.broken) == 3
    with pytest.raises(QueryError, match=r"short\.sql: .*QUESTION"):
        catalog.found(known, "short", known.broken)
    ran = cardlog("queries", "--queries", tmp_path)
    assert ran.status == 2 and "  Who wins?\n" in ran.text and len(ran.err.splitlines()) == 3
    assert cardlog("queries", "wins", "--queries", tmp_path).status == 0
    assert cardlog("queries", "bad", "--queries", tmp_path).err.count("bad.sql: cannot") == 1
    ran = cardlog("query", WORKED, "leads", "--queries", tmp_path)
    assert ran.status == 0 and "already: this is the answer of cardlog's own" in ran.err
    ran = cardlog("shell", WORKED, "--queries", tmp_path, stdin=b".queries\n.run bad\n")
    assert ran.status == 2 and "bad.sql: cannot be read" in ran.err


def test_names_may_be_mistyped() -> None:
    known = {"life-loss-by-rank": parsed("life-loss-by-rank", GOOD)}
    assert catalog.found(known, "life_loss_by_rank").name == "life-loss-by-rank"
    with pytest.raises(QueryError, match="did you mean life-loss-by-rank"):
        catalog.found(known, "life-loss-by-ranks")
    with pytest.raises(QueryError, match="cardlog queries"):
        catalog.found(known, "zzz")


@pytest.mark.parametrize(
    ("type", "text", "value"),
    (
        ("BIGINT", "12", 12),
        ("BIGINT", 12, 12),
        ("DOUBLE", "0.5", 0.5),
        ("VARCHAR", "12", "12"),
        ("VARCHAR", "'it''s'", "it's"),
        ("BOOLEAN", "yes", True),
        ("BOOLEAN", "false", False),
        ("VARCHAR[]", "a, b", ["a", "b"]),
        ("BIGINT[]", [1, 2], [1, 2]),
        ("BIGINT", "null", None),
        ("VARCHAR", None, None),
    ),
)
def test_a_parameter_is_converted(type: str, text: object, value: object) -> None:
    assert Parameter("p", type, None, "").value(text) == value


@pytest.mark.parametrize(
    ("type", "text"),
    (
        ("BIGINT", "1; DROP TABLE games"),
        ("BIGINT", True),
        ("BIGINT", 1.5),
        ("BOOLEAN", "maybe"),
        ("DATE", "27/11/2026"),
        ("DECIMAL", "one"),
        ("BIGINT[]", "1,b"),
        ("VARCHAR", 5),
        ("VARCHAR[]", 5),
        ("UINTEGER", "-1"),
        ("DOUBLE", "nan"),
        ("UINTEGER", 2**32),
        ("UINTEGER[]", "1, -1"),
        ("BIGINT", "1" + "0" * 30),
        ("TINYINT", -129),
    ),
)
def test_a_wrong_value_is_told(type: str, text: object) -> None:
    with pytest.raises(QueryError, match="parameter p: expected "):
        Parameter("p", type, None, "").value(text)


def test_unknown_and_missing_parameters_are_told() -> None:
    known = (
        Parameter("least", "BIGINT", 3, ""),
        Parameter("game", "VARCHAR", None, "which", required=True),
    )
    used = {"least", "game"}
    assert bound(known, used, {"game": "pitch"}) == {"least": 3, "game": "pitch"}
    with pytest.raises(QueryError, match="no parameter most: expected one of least, game"):
        bound(known, used, {"most": "1"})
    with pytest.raises(QueryError, match=r"game is missing \(which\)"):
        bound(known, used, {})
    with pytest.raises(QueryError, match=r"no line for \$other"):
        bound(known, used | {"other"}, {"game": "pitch"})
    assert free({"a", "b"}, {"a": "1", "b": "x"}) == {"a": 1, "b": "x"}
    assert free({"a"}, {"a": '"1"'}) == {"a": "1"}
    with pytest.raises(QueryError, match=r"no \$most in the SQL: expected one of a"):
        free({"a"}, {"most": "1"})
    with pytest.raises(QueryError, match="a is missing"):
        free({"a"}, {})


def test_a_default_is_a_value_of_its_type(records: Archive) -> None:
    """So that the SQL of a report can be bound with the defaults alone."""
    for report in reports().values():
        given = {each.name: each.default for each in report.parameters}
        assert not any(each.required or each.default == "NULL" for each in report.parameters)
        bound_alone = records._held.execute(report.sql, given or None).fetchall()
        assert bound_alone == records.query(report.name).fetchall()
    defaults = {p.name: p.default for p in reports()["find-sequence"].parameters}
    assert defaults == {"pattern": "xxb", "game": None, "most": 100}


def test_values_that_cannot_be_are_refused(records: Archive) -> None:
    for report, given, words in (
        ("threshold-decisions", {"rank": "x"}, "expected one of A, 2, .*, K, found 'x'"),
        ("threshold-decisions", {"rank": "1"}, "expected one of A"),
        ("threshold-decisions", {"rank": None}, "expected one of A, .* found null"),
        ("find-sequence", {"game": "nosuch"}, "expected one of .*pitch.*, found 'nosuch'"),
        ("find-sequence", {"most": None}, "expected a whole number, found null"),
    ):
        with pytest.raises(QueryError, match=words):
            records.query(report, **given)
    for rank in ("t", "T", "10"):
        assert records.query("threshold-decisions", rank=rank).fetchall()


def test_who_is_not_in_the_archive_is_told(records: Archive) -> None:
    assert records.query("find-sequence").notes == ()
    (note,) = records.query("find-sequence", game="pitch").notes
    assert note == "no record of this archive has the game pitch"
    (player,) = records.sql("SELECT players[1] FROM games LIMIT 1").fetchall()[0]
    assert records.query("player-records", player=player).notes == ()
    other = f"{player}x".upper()
    (note,) = records.query("player-records", player=other).notes
    assert note == f"no record of this archive has the player {other}: did you mean {player}?"
    ran = cardlog("query", WORKED, "player-records", "--param", "player=nobody")
    assert (ran.status, ran.err) == (
        0,
        "cardlog: no record of this archive has the player nobody\n",
    )
    ran = cardlog("shell", WORKED, stdin=b".run player-records player=nobody\n")
    assert (ran.status, ran.err) == (
        0,
        "cardlog: no record of this archive has the player nobody\n",
    )
