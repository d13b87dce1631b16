"""The description of the tables, against its page, the columns that are filled, and DuckDB."""

from __future__ import annotations

from pathlib import Path

import duckdb

from cardlog.queries import schema, views
from cardlog.queries.gather import Part, Rows
from cardlog.queries.numbers import CARD
from cardlog.queries.tables import TABLES
from cardlog.records.cards import Card

ROOT = Path(__file__).parent.parent.parent


def test_the_page_is_printed_from_the_tables() -> None:
    assert (ROOT / "queries" / "SCHEMA.md").read_text(encoding="utf-8") == schema.printed()


def test_columns_have_the_types_that_the_page_says() -> None:
    held = database(Part())
    for table in TABLES:
        found = held.execute(f"DESCRIBE {table.name}").fetchall()
        wanted = [
            (each.name, held.execute(f"SELECT typeof(NULL::{each.type})").fetchall()[0][0])
            for each in table.columns
        ]
        assert [row[:2] for row in found] == wanted


def test_views_have_the_columns_that_their_headings_say() -> None:
    held = database(Part())
    for view in views.views():
        found = [row[0] for row in held.execute(f"DESCRIBE {view.name}").fetchall()]
        assert found == [name for name, _ in view.columns], view.name


def test_every_card_has_a_number_of_its_own_that_fits_into_a_byte() -> None:
    assert {CARD[card.number] for card in Card} == set(Card)
    assert all(0 <= card.number < 255 for card in Card)


def test_sql_names_every_card_as_records_do() -> None:
    held = database(Part())
    for card in Card:
        assert held.execute(f"SELECT card_name({card.number})").fetchall() == [(card.value,)]


def database(part: Part) -> duckdb.DuckDBPyConnection:
    """A database in memory of everything in a part, with its views."""
    held = duckdb.connect()
    tables: dict[str, Rows] = {"games": part.games, "deals": part.deals, "findings": part.findings}
    for name, rows in tables.items():
        held.register("written", rows.source())
        held.execute(f"CREATE TABLE {name} AS FROM written")
    views.create(held)
    return held
