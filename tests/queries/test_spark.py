"""Reports on Apache Spark itself, which answers what DuckDB does (`pytest -m spark`)."""

from __future__ import annotations

import decimal
import os
import sys
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

from cardlog.queries import tables, views
from cardlog.queries.catalog import parsed, reports
from cardlog.queries.dialects import translated
from tests import archive
from tests.answers import GIVEN
from tests.queries.test_dialects import FUNCTIONS
from tests.queries.test_reports import every_fixture
from tests.reports import reports as told

pytestmark = [
    pytest.mark.spark,
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
]


Asked = tuple[Any, duckdb.DuckDBPyConnection]


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.session.timeZone": "UTC",
    }
    session = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="module", params=("club", "breaches"))
def spark(
    session: Any, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Asked:
    """Spark with the tables of an archive as views over Parquet; the same archive in DuckDB."""
    held = archive.held() if request.param == "club" else every_fixture()[0]
    folder = tmp_path_factory.mktemp("spark")
    for table in tables.TABLES:
        path = folder / f"{table.name}.parquet"
        held.execute(f"COPY {table.name} TO '{path}'")
        session.read.parquet(str(path)).createOrReplaceTempView(table.name)
    return session, held


def test_its_functions_are_those_on_the_list(session: Any) -> None:
    assert {row[0] for row in session.sql("SHOW FUNCTIONS").collect()} >= FUNCTIONS


@pytest.mark.parametrize("name", [each.name for each in reports().values() if each.portable])
def test_a_portable_report_answers_the_same(spark: Asked, name: str) -> None:
    session, held = spark
    report, given = told()[name], GIVEN.get(name, {})
    values = report.values(held) | given
    found = session.sql(translated(reports()[name], "spark"), args=values)
    columns, wanted = report.run(held, **given)
    assert found.columns == columns
    rows = [[plain(value) for value in row] for row in found.collect()]
    assert len(rows) == len(wanted)
    for row, other in zip(rows, wanted, strict=True):
        assert row == [
            pytest.approx(plain(value), rel=1e-6, abs=1e-9) if is_number(value) else plain(value)
            for value in other
        ]


@pytest.mark.parametrize("view", views.views(), ids=lambda view: view.name)
def test_a_view_holds_the_same(spark: Asked, view: views.View) -> None:
    session, held = spark
    columns = ", ".join(name for name, _ in view.columns)
    asked = f"SELECT {columns} FROM {view.name} ORDER BY ALL"
    heading = "-- QUESTION: What?\n-- GRAIN: one row a row\n-- COLUMN x: all\n"
    text = translated(parsed(view.name, heading + asked), "spark")
    found = [tuple(plain(value) for value in row) for row in session.sql(text).collect()]
    assert sorted(found, key=repr) == sorted(held.execute(asked).fetchall(), key=repr)


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float, decimal.Decimal)) and not isinstance(value, bool)


def plain(value: Any) -> Any:
    if isinstance(value, list):
        return [plain(each) for each in value]
    return float(value) if isinstance(value, decimal.Decimal) else value
