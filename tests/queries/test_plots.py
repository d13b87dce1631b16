"""Charts: from a report's heading or from columns that are named, in files that load nothing."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from cardlog.queries import plots
from cardlog.queries.catalog import Chart
from cardlog.queries.errors import QueryError
from cardlog.queries.run import Archive
from tests.queries.places import records as records

HOSTILE = "SELECT '</svg><script>alert(1)</script>' AS who, 3 AS n"


def test_a_report_says_what_to_draw(records: Archive, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    rows = records.query("results")
    assert plots.chart_of(rows) == Chart("bar", "status", "matches")
    assert plots.chart_of(rows, "line", "game", "matches") == Chart("line", "game", "matches")
    rows.plot(tmp_path / "results.svg")
    svg = (tmp_path / "results.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(svg)
    assert "How do the matches of a game end?" in svg and "unfinished" in svg
    rows.plot(tmp_path / "results.png")
    assert (tmp_path / "results.png").read_bytes().startswith(b"\x89PNG")


def test_a_page_loads_nothing_and_runs_nothing(records: Archive, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    records.sql(HOSTILE).plot(tmp_path / "page.html", x="who", y="n")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<script" not in page and "&lt;script&gt;" in page
    links = set(re.findall(r"(?:src|href|url)\s*[=(]\s*[\"']?([^\"')> ]+)", page))
    assert not [link for link in links if not link.startswith("#")]


@pytest.mark.parametrize("kind", ("bar", "line", "point"))
def test_every_kind_is_drawn(kind: str, records: Archive, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    for x in ("deal", "lowest", "DATE '2026-01-01' + deal::INTEGER", "deal / 3"):
        rows = records.sql(f"SELECT {x} AS x, dealer::DECIMAL(5, 2) AS y FROM deals")
        path = tmp_path / f"{kind}.svg"
        rows.plot(path, kind=kind, x="x", y="y")
        assert "<path" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "sql",
    (
        "SELECT 1 AS x, 2 AS y WHERE false",
        "SELECT 1 AS x, NULL::INTEGER AS y",
        "SELECT 1 AS x, unnest(['nan'::DOUBLE, 'inf']) AS y",
    ),
)
def test_nothing_to_draw(sql: str, records: Archive, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    with pytest.raises(QueryError, match="there is nothing to draw: no row has both x and y"):
        records.sql(sql).plot(tmp_path / "a.svg", x="x", y="y")
    assert list(tmp_path.iterdir()) == []


def test_numbers_of_more_than_64_bits_are_drawn(records: Archive, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    rows = records.sql("SELECT 'a' AS x, 170141183460469231731687303715884105727::HUGEINT AS y")
    rows.plot(tmp_path / "a.svg", x="x", y="y")
    assert "<path" in (tmp_path / "a.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "how", "words"),
    (
        ("a.svg", {}, "nothing says what to draw"),
        ("a.svg", {"x": "who", "y": "m"}, "no column m: expected who, n"),
        ("a.svg", {"x": "n", "y": "who"}, "holds no numbers"),
        ("a.svg", {"x": "who", "y": "n", "kind": "pie"}, "no chart pie"),
        ("a.gif", {"x": "who", "y": "n"}, r"\.html, \.svg, \.png"),
    ),
)
def test_what_cannot_be_drawn_is_told(
    name: str, how: dict[str, str], words: str, records: Archive, tmp_path: Path
) -> None:
    with pytest.raises(QueryError, match=words):
        records.sql(HOSTILE).plot(tmp_path / name, **how)
    assert not list(tmp_path.iterdir())


def test_too_many_rows_are_told(records: Archive, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    with pytest.raises(QueryError, match="at most 5000 rows"):
        records.sql("SELECT range AS x, range AS y FROM range(5001)").plot(
            tmp_path / "a.svg", x="x", y="y"
        )


def test_without_the_package_it_is_said_what_to_install(
    records: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(QueryError, match=r"pip install 'cardlog\[plot\]'"):
        records.query("results").plot(tmp_path / "a.svg")
