"""Reports on Apache Spark itself, which answers what DuckDB does (`pytest -m spark`)."""

from __future__ import annotations

import decimal
import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from cardlog.queries import tables
from cardlog.queries.catalog import reports
from cardlog.queries.dialects import translated
from tests import archive
from tests.answers import GIVEN
from tests.queries.test_dialects import FUNCTIONS
from tests.reports import reports as told

pytestmark = [
    pytest.mark.spark,
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Spark with the tables of the fixture archive as views over Parquet."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.session.timeZone": "UTC",
    }
    folder = tmp_path_factory.mktemp("spark")
    session = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    for table in tables.TABLES:
        path = folder / f"{table.name}.parquet"
        archive.held().execute(f"COPY {table.name} TO '{path}'")
        session.read.parquet(str(path)).createOrReplaceTempView(table.name)
    yield session
    session.stop()


def test_its_functions_are_those_on_the_list(spark: Any) -> None:
    assert {row[0] for row in spark.sql("SHOW FUNCTIONS").collect()} >= FUNCTIONS


@pytest.mark.parametrize("name", [each.name for each in reports().values() if each.portable])
def test_a_portable_report_answers_the_same(spark: Any, name: str) -> None:
    report, given = told()[name], GIVEN.get(name, {})
    values = report.values(archive.held()) | given
    found = spark.sql(translated(reports()[name], "spark"), args=values)
    columns, wanted = report.run(archive.held(), **given)
    assert found.columns == columns
    rows = [[plain(value) for value in row] for row in found.collect()]
    assert len(rows) == len(wanted)
    for row, other in zip(rows, wanted, strict=True):
        assert row == [
            pytest.approx(plain(value), rel=1e-6, abs=1e-9) if is_number(value) else plain(value)
            for value in other
        ]


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float, decimal.Decimal)) and not isinstance(value, bool)


def plain(value: Any) -> Any:
    return float(value) if isinstance(value, decimal.Decimal) else value
