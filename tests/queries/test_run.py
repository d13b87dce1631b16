"""Questions from Python: results in every form, tables of one's own, and what goes wrong."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

import cardlog
from cardlog.queries.errors import QueryError
from cardlog.queries.run import Archive
from tests.queries.places import KINDS, RECORDS, REPORTS
from tests.queries.places import places as places
from tests.queries.places import records as records

ASKED = "SELECT record, game, deals FROM games WHERE deals > $least ORDER BY record"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_archive_gives_the_same(kind: str, places: dict[str, list[Path]]) -> None:
    with cardlog.open(*places[kind]) as archive:
        found = archive.sql("SELECT id, game, status, deals FROM games ORDER BY id").fetchall()
        tricks = archive.sql("SELECT count(*) FROM tricks").fetchall()
        assert list(archive.tables)[:3] == ["games", "deals", "findings"]
    wanted = []
    for path in RECORDS:
        record = cardlog.load(path)
        outcome = cardlog.outcome(record)
        wanted.append((record.id, record.game, outcome.status, len(outcome.deals)))
    assert found == sorted(wanted)
    assert tricks[0][0] > 20


def test_a_result_in_every_form(records: Archive) -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    rows = records.sql(ASKED, least=1)
    wanted = [(0, "chase-the-ace", 7), (1, "shasta-sam", rows.fetchall()[1][2])]
    assert rows.fetchall() == list(rows) == wanted
    assert rows.columns == ("record", "game", "deals")
    assert rows.types == ("UINTEGER", "VARCHAR", "UINTEGER")
    assert rows.rows()[0] == {"record": 0, "game": "chase-the-ace", "deals": 7}
    assert rows.head(1) == wanted[:1]
    assert isinstance(rows.df(), pandas.DataFrame)
    assert [tuple(row) for row in rows.df().itertuples(index=False)] == wanted
    assert isinstance(rows.pl(), polars.DataFrame)
    assert rows.pl().rows() == wanted
    assert isinstance(rows.arrow(), pyarrow.Table)
    assert rows.arrow().to_pylist() == rows.rows()


def test_columns_of_one_name_are_told_apart_in_every_form(records: Archive) -> None:
    pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    rows = records.sql('SELECT range AS a, 1 AS a, 2 AS "A" FROM range(3) ORDER BY range DESC')
    names = ["a", "a_1", "A_2"]
    assert list(rows.columns) == rows.pl().columns == rows.arrow().column_names == names
    assert rows.pl().rows() == rows.fetchall() == [(2, 1, 2), (1, 1, 2), (0, 1, 2)]


def test_what_polars_has_no_type_for_is_told(records: Archive) -> None:
    pytest.importorskip("polars")
    with pytest.raises(QueryError, match="polars cannot hold a column of these types"):
        records.sql("SELECT INTERVAL 1 MONTH AS a").pl()


def test_an_empty_result_has_its_columns(records: Archive) -> None:
    pytest.importorskip("polars")
    rows = records.sql(ASKED, least=1000)
    assert rows.fetchall() == rows.head() == []
    assert rows.pl().columns == list(rows.columns)
    assert repr(rows).splitlines()[0] == "record  game  deals"


def test_a_report_by_name(records: Archive) -> None:
    assert records.queries["results"].question == "How do the matches of a game end?"
    rows = records.query("results", game="chase-the-ace")
    assert rows.fetchall() == [("chase-the-ace", "finished", 1), ("chase-the-ace", "unfinished", 1)]
    assert records.query("results", least=2).fetchall() == []
    assert records.query("results", least="2").fetchall() == []


def test_values_are_bound_and_never_pasted(records: Archive) -> None:
    for value in ("' OR 1=1 --", "$game", "'; DROP TABLE games; --", "\\", "🂡"):
        assert records.sql("SELECT $v AS v", v=value).fetchall() == [(value,)]
        assert records.query("results", game=value).fetchall() == []


@pytest.mark.parametrize(
    ("sql", "words"),
    (
        ("SELECT * FROM gamess", r"gamess does not exist\. Did you mean \"games\"\?"),
        ("SELECT\n gane FROM games", r"\"gane\" not found in FROM clause \(line 2\)\. Candidate"),
        ("SELEC 1", "syntax error at or near"),
        ("SELECT ? FROM games", r"\$name"),
        ("SELECT $1", r"\$name"),
        ("SELECT $x", "x is missing"),
        ("", "no statement"),
        ("SELECT '\udcff'", "half of a surrogate pair"),
        ("SELECT " + "NOT " * 3000 + "true", "depth limit of 1000 exceeded$"),
        ("SELECT " + "[" * 900 + "]" * 900, "nested too deeply"),
        (" -- nothing", "no statement"),
        ("SELECT 1; SELECT 2", "2 statements"),
        ("DROP TABLE games", "expected a SELECT, found DROP"),
        ("PIVOT games ON game", "which values become columns|2 statements"),
        ("SELECT error('mine')", "^mine$"),
        ("SELECT 'x'::INTEGER", "Could not convert"),
        ("SELECT * FROM read_csv('x')", "^not allowed: a query reads the tables"),
    ),
)
def test_what_cannot_be_run_is_told_in_a_line(sql: str, words: str, records: Archive) -> None:
    with pytest.raises(QueryError, match=words) as raised:
        records.sql(sql).fetchall()
    assert "\n" not in str(raised.value)
    assert raised.value.__cause__ is None


def test_unknown_names_are_told(records: Archive) -> None:
    with pytest.raises(QueryError, match="did you mean results"):
        records.query("result")
    with pytest.raises(QueryError, match="no parameter name: expected one of game, least"):
        records.query("results", name="Ana")


def test_results_read_side_by_side(records: Archive) -> None:
    games = records.sql("SELECT record FROM games ORDER BY record")
    deals = [
        records.sql("SELECT count(*) FROM deals WHERE record = $r", r=record).fetchall()[0][0]
        for (record,) in games
    ]
    assert len(deals) == 3 and min(deals) >= 1


def test_tables_of_ones_own(records: Archive, tmp_path: Path) -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    joined = "SELECT city FROM games JOIN {} USING (game) ORDER BY record"
    frame = {"game": ["chase-the-ace", "shasta-sam"], "city": ["Porto", None]}
    wanted = [("Porto",), (None,), ("Porto",)]
    path = tmp_path / "clubs [2026].parquet"
    polars.DataFrame(frame).write_parquet(path)
    for name, data in (
        ("a", pandas.DataFrame(frame)),
        ("b", polars.DataFrame(frame)),
        ("c", polars.DataFrame(frame).lazy().collect().to_arrow()),
        ("d", path),
        ("e", str(path)),
        ("f", records.sql("SELECT 'shasta-sam' AS game, 'Faro' AS city")),
    ):
        records.register(name, data)
        found = records.sql(joined.format(name)).fetchall()
        assert found == ([("Faro",)] if name == "f" else wanted), name
        assert records.tables[name] == ["game", "city"]
    records.register("a", polars.DataFrame({"game": ["shasta-sam"], "city": ["Faro"]}))
    assert records.sql(joined.format("a")).fetchall() == [("Faro",)]
    with pytest.raises(QueryError, match="not allowed"):
        records.sql(f"SELECT * FROM read_parquet('{path}')").fetchall()


def test_what_is_no_table_is_told(records: Archive, tmp_path: Path) -> None:
    for name, data, words in (
        ("games", tmp_path, "there is a table games"),
        ('x" AS SELECT 1', tmp_path, "cannot name a table"),
        ("mine", 5, "a int is no table"),
        ("mine", tmp_path / "no[ne].parquet", r"/no\[ne\]\.parquet: there is no such file"),
        ("mine", tmp_path, "it is a folder"),
        ("mine", RECORDS[0], "friday-cuckoo.json: it is no Parquet file"),
        ("mine", "https://localhost/x.parquet", "there is no such file; .* on this machine"),
        ("mine", "s3://bucket/x.parquet", "there is no such file"),
        ("Games", 5, "there is a table Games already"),
        (None, 5, "None cannot name a table"),
    ):
        with pytest.raises(QueryError, match=words):
            records.register(name, data)  # type: ignore[arg-type]
    assert "mine" not in records.tables


def test_what_is_no_archive_is_told(tmp_path: Path, places: dict[str, list[Path]]) -> None:
    with pytest.raises(cardlog.RecordError, match=r"no archive\.json"):
        cardlog.open(tmp_path)
    with pytest.raises(OSError):
        cardlog.open(tmp_path / "none.json").sql("SELECT 1")
    with pytest.raises(QueryError, match="expected it alone"):
        cardlog.open(*places["folder"], *RECORDS)
    with pytest.raises(TypeError, match="needs a path"):
        cardlog.open()
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    with pytest.raises(cardlog.RecordError):
        cardlog.open(bad)
    told: list[cardlog.RecordError] = []
    with cardlog.open(bad, *RECORDS, wrong=told.append) as archive:
        assert archive.sql("SELECT count(*) FROM games").fetchall() == [(3,)]
    assert len(told) == 1


def test_a_database_of_records_is_folded(tmp_path: Path) -> None:
    path = tmp_path / "records.duckdb"
    cardlog.write(map(cardlog.load, RECORDS), path)
    with cardlog.open(path, queries=REPORTS) as archive:
        assert archive.query("results", game="shasta-sam").fetchall()[0][1] == "finished"


def test_too_many_records_for_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardlog.queries import folded

    monkeypatch.setattr(folded, "EVENTS", 50)
    with pytest.raises(QueryError, match="cardlog ingest"):
        cardlog.open(*RECORDS)


def test_odd_values_come_through(records: Archive) -> None:
    (row,) = records.sql(
        "SELECT DATE '2026-11-27' AS d, 1.50::DECIMAL(5, 2) AS n, 0.5 AS f, {'a': 1} AS s,"
        " 170141183460469231731687303715884105727::HUGEINT AS h, '\\xAA'::BLOB AS b, NULL AS z"
    ).fetchall()
    assert row[0] == datetime.date(2026, 11, 27)
    assert row[4] == 2**127 - 1


def test_an_archive_that_is_closed_says_so(tmp_path: Path) -> None:
    archive = cardlog.open(*RECORDS)
    rows = archive.sql("SELECT 1 AS x")
    archive.close()
    archive.close()
    for ask in (
        rows.fetchall, rows.df, rows.head, lambda: repr(rows), lambda: archive.tables,
        lambda: rows.write(tmp_path / "x.csv"), lambda: rows.write(tmp_path / "x.parquet"),
        lambda: archive.sql("SELECT 1"), lambda: archive.query("leads"),
        lambda: archive.register("mine", RECORDS[0]),
    ):  # fmt: skip
        with pytest.raises(QueryError, match="the archive is closed"):
            ask()
    assert repr(archive) == "<cardlog.Archive: closed>"
    assert list(tmp_path.iterdir()) == []
