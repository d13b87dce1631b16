"""Results as files and on the screen."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import duckdb
import pytest

from cardlog.queries import grid
from cardlog.queries.errors import QueryError
from cardlog.queries.run import Archive
from tests.queries.places import records as records

ODD = (
    "SELECT 1 AS a, 'Zoë, \"Z\"\n<b>' AS b, [1, NULL]::TINYINT[] AS c, {'k': 'v'} AS d, NULL AS e,"
    " 170141183460469231731687303715884105727::HUGEINT AS f, 0.1::DECIMAL(3, 1) AS g,"
    " DATE '2026-11-27' AS h, true AS i, 'nan'::DOUBLE AS j, MAP {1: 'x'} AS k, '\\xAA'::BLOB AS l"
)


def test_json_is_a_row_a_line(records: Archive, tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    assert records.sql(f"{ODD} UNION ALL BY NAME {ODD}").write(path) == 2
    first, second = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    assert first == second
    assert first["b"] == 'Zoë, "Z"\n<b>'
    assert (first["a"], first["c"], first["d"], first["e"]) == (1, [1, None], {"k": "v"}, None)
    assert (first["f"], first["g"], first["h"], first["i"]) == (2**127 - 1, 0.1, "2026-11-27", True)
    assert first["j"] is None and first["k"] == {"1": "x"}


def test_csv_is_read_back(records: Archive, tmp_path: Path) -> None:
    path = tmp_path / "odd.csv"
    records.sql(ODD).write(path)
    with path.open(encoding="utf-8", newline="") as file:
        head, row = csv.reader(file)
    assert head == list("abcdefghijkl")
    assert row[:3] == ["1", 'Zoë, "Z"\n<b>', "[1,null]"]
    assert row[3:9] == ['{"k":"v"}', "", str(2**127 - 1), "0.1", "2026-11-27", "true"]


def test_parquet_has_values_and_types(records: Archive, tmp_path: Path) -> None:
    path = tmp_path / "it's.parquet"
    rows = records.sql("SELECT record, game, hands, kinds FROM deals ORDER BY record, deal")
    count = rows.write(path)
    found = duckdb.read_parquet(str(path))
    assert found.columns == list(rows.columns)
    assert [str(type) for type in found.types] == list(rows.types)
    assert found.fetchall() == rows.fetchall()
    assert count == len(rows.fetchall())


def test_columns_of_one_name_are_told_apart(records: Archive, tmp_path: Path) -> None:
    rows = records.sql("SELECT 1 AS a, 2 AS a")
    assert len(set(rows.columns)) == 2
    assert rows.rows() == [dict(zip(rows.columns, (1, 2), strict=True))]
    rows.write(tmp_path / "twice.parquet")


@pytest.mark.parametrize("format", ("csv", "json", "parquet"))
def test_a_file_is_whole_or_not_there(format: str, records: Archive, tmp_path: Path) -> None:
    old = tmp_path / f"old.{format}"
    old.write_text("kept")
    failing = "SELECT CASE WHEN range < 300000 THEN 1 ELSE error('broken') END FROM range(300001)"
    with pytest.raises(QueryError, match="broken"):
        records.sql(failing).write(old)
    assert old.read_text() == "kept"
    assert list(tmp_path.iterdir()) == [old]


def test_an_unknown_format_is_told(records: Archive, tmp_path: Path) -> None:
    rows = records.sql("SELECT 1")
    with pytest.raises(QueryError, match="expected one of json, csv, parquet"):
        rows.write(tmp_path / "out.xlsx")
    with pytest.raises(QueryError, match="expected one of json, csv, parquet"):
        rows.write(tmp_path / "out.csv", "xlsx")
    rows.write(tmp_path / "out.txt", "csv")
    assert (tmp_path / "out.txt").read_text() == "1\n1\n"


def test_a_table_is_aligned(records: Archive) -> None:
    rows = records.sql("FROM (VALUES ('Ana', 5, 0.25), ('樱', 12, 1 / 3)) t(who, n, share)")
    assert list(grid.lines(rows)) == [
        "who   n   share",
        "───  ──  ──────",
        "Ana   5    0.25",
        "樱   12  0.3333",
    ]


def test_a_table_fits_on_the_screen(records: Archive) -> None:
    rows = records.sql("SELECT repeat('x', 300) AS long, repeat('y', 10) AS short, 1 AS n")
    lines = list(grid.lines(rows, 60))
    assert max(map(grid.size, lines)) == 60
    assert "…" in lines[2] and lines[2].endswith("yyyyyyyyyy  1")
    assert len(list(grid.lines(rows))[2]) > 300


def test_nothing_in_a_table_steers_the_terminal(records: Archive) -> None:
    rows = records.sql("SELECT chr(27) || '[31mred' AS x, 'a' || chr(10) || 'b' AS y")
    assert list(grid.lines(rows))[2] == "\\u001b[31mred  a\\u000ab"


def test_long_results_are_streamed(records: Archive) -> None:
    lines = grid.lines(records.sql("SELECT range AS n FROM range(1000000000000)"))
    assert [next(lines) for _ in range(4)][3].strip() == "1"
