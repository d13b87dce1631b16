"""A report in the SQL of another engine, complete in itself: macros and views are written out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardlog.queries.errors import QueryError

if TYPE_CHECKING:
    from cardlog.queries.catalog import Report

DIALECTS: Final = ("duckdb", "spark")


def translated(report: Report, dialect: str) -> str:
    """A report in this dialect. Raises QueryError where that cannot be said in it."""
    if dialect not in DIALECTS:
        raise QueryError(f"no dialect {dialect}: expected {' or '.join(DIALECTS)}")
    try:
        from sqlglot.errors import ErrorLevel, SqlglotError
    except ImportError:
        raise QueryError(
            "dialects need another package: install it with pip install 'cardlog[dialects]'"
        ) from None
    from cardlog.queries import spark, written_out

    try:
        tree = written_out.query(report.sql)
        if dialect == "spark":
            tree = spark.adapted(tree, report.parameters)
        writing = "spark" if dialect == "spark" else written_out.Reading
        return str(
            tree.sql(writing, pretty=True, comments=False, unsupported_level=ErrorLevel.RAISE)
        )
    except SqlglotError as error:
        raise QueryError(f"{report.name} has no translation into {dialect}: {error}") from None
