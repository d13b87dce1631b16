"""What a query gives: asked anew whenever it is looked at, so that nothing is kept in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeVar

from cardlog.queries import sandbox
from cardlog.queries.catalog import Chart
from cardlog.queries.clock import Clock
from cardlog.queries.errors import CLOSED, QueryError
from cardlog.queries.joined import Stream

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

T = TypeVar("T")

BATCH: Final = 2048
SHOWN: Final = 20  # rows of a result that is displayed


class Rows:
    """See above. `columns` are its names, `types` those of DuckDB, known before it is run.

    Iterating gives tuples. What it takes to run is bounded by the archive's `seconds`, each time.
    """

    def __init__(
        self,
        held: Any,
        sql: str,
        values: dict[str, Any],
        seconds: float | None,
    ) -> None:
        """`sql` is one SELECT, without a semicolon. Raises QueryError where it cannot be run."""
        self._held = held
        self._sql = sql
        self._values = values
        self._seconds = seconds
        self.title = ""
        self.chart: Chart | None = None
        self.notes: tuple[str, ...] = ()  # what was asked for and is not there
        clock = Clock(seconds)
        with clock.running(held):
            found = sandbox.columns_of(held, self._sql, values)
        self.columns: tuple[str, ...] = tuple(name for name, _ in found)
        self.types: tuple[str, ...] = tuple(type for _, type in found)

    def _cursor(self) -> Any:
        """Raises QueryError."""
        import duckdb

        try:
            return self._held.cursor()
        except duckdb.ConnectionException:
            raise QueryError(CLOSED) from None

    def batches(self, size: int = BATCH) -> Iterator[list[tuple[Any, ...]]]:
        """The rows, some at a time. Raises QueryError."""
        clock = Clock(self._seconds)
        cursor = self._cursor()
        try:
            with clock.running(cursor):
                cursor.execute(self._sql, self._values or None)
            while True:
                with clock.running(cursor):
                    found = cursor.fetchmany(size)
                if not found:
                    return
                yield found
        finally:
            cursor.close()

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for batch in self.batches():
            yield from batch

    def fetchall(self) -> list[tuple[Any, ...]]:
        """All rows as tuples."""
        return list(self)

    def rows(self) -> list[dict[str, Any]]:
        """All rows as dicts by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self]

    def head(self, count: int = SHOWN) -> list[tuple[Any, ...]]:
        """The first rows."""
        for batch in self.batches(count):
            return batch
        return []

    def df(self) -> pandas.DataFrame:
        """A DataFrame of pandas."""
        clock = Clock(self._seconds)
        cursor = self._cursor()
        try:
            with clock.running(cursor):
                frame: pandas.DataFrame = cursor.execute(self._sql, self._values or None).df()
                return frame
        finally:
            cursor.close()

    def pl(self) -> polars.DataFrame:
        """A DataFrame of polars."""
        import polars

        try:
            return self.taken(polars.DataFrame)
        except BaseException as error:
            if type(error).__name__ != "PanicException":  # polars' own, of types that it lacks
                raise
            raise QueryError(f"polars cannot hold a column of these types: {error}") from None

    def arrow(self) -> pyarrow.Table:
        """A table of pyarrow."""
        import pyarrow

        return self.taken(pyarrow.table)

    def write(self, path: str | os.PathLike[str], format: str | None = None) -> int:
        """Write csv, json (a row a line) or parquet, by the path's suffix; how many rows.

        The file is there in the end whole, or not at all. Raises QueryError, OSError.
        """
        from cardlog.queries import output

        return output.write(self, os.fspath(path), format)

    def plot(
        self, path: str | os.PathLike[str], *, kind: str = "", x: str = "", y: str = ""
    ) -> None:
        """Draw it into an .html, .svg or .png file, as its report says or with these columns.

        Raises QueryError, also where what draws is not installed, and OSError.
        """
        from cardlog.queries import plots

        plots.draw(self, os.fspath(path), plots.chart_of(self, kind, x, y))

    def taken(self, take: Callable[[Any], T]) -> T:
        """What `take` makes of the rows as an Arrow stream, within the time. Raises QueryError."""
        clock = Clock(self._seconds)
        cursor = self._cursor()
        try:
            with clock.running(cursor):
                return take(Stream(self._relation(cursor)))
        finally:
            cursor.close()

    def _relation(self, cursor: Any) -> Any:
        """The rows, of columns that are called as `columns` says: a stream may have two alike."""
        found = cursor.sql(self._sql, params=self._values or None)
        if tuple(found.columns) == self.columns:
            return found
        return cursor.sql(f"SELECT * FROM ({self._sql}\n)", params=self._values or None)

    def __repr__(self) -> str:
        from cardlog.queries import grid

        return grid.told(self, SHOWN)

    def _repr_html_(self) -> str:
        from cardlog.queries import grid

        return grid.html(self, SHOWN)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}
