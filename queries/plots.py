"""Charts of results, as `.svg`, `.png`, or a page of HTML with nothing to load and no script.

Drawn by vl-convert, the only thing to install: one wheel with Vega-Lite inside that needs neither a
browser nor the network, and no numpy. It is imported only here.
"""

from __future__ import annotations

import html
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cardlog.queries import grid
from cardlog.queries.catalog import CHARTS, Chart
from cardlog.queries.errors import QueryError
from cardlog.queries.output import cell
from cardlog.records.formats import replacing

if TYPE_CHECKING:
    from cardlog.queries.rows import Rows

MOST: Final = 5000  # rows that a chart shows
WHOLE: Final = 2**53  # what is more no chart can tell from its neighbours
SUFFIXES: Final = (".html", ".svg", ".png")

_PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
svg {{ max-width: 100%; height: auto }}
table {{ border-collapse: collapse }}
th, td {{ padding: .2rem .8rem; border-bottom: 1px solid #ddd; text-align: left }}
</style>
<h1>{title}</h1>
{svg}
{table}
</html>
"""


def chart_of(rows: Rows, kind: str = "", x: str = "", y: str = "") -> Chart:
    """What is to be drawn: as asked, else as the report says. Raises QueryError."""
    given = rows.chart
    if given is None and not (x and y):
        raise QueryError("nothing says what to draw: name the columns with --x and --y")
    kind = kind or (given.kind if given else "bar")
    if kind not in CHARTS:
        raise QueryError(f"there is no chart {kind}: expected {', '.join(CHARTS)}")
    color = given.color if given and not (x or y) else None
    chosen = Chart(kind, x or (given.x if given else ""), y or (given.y if given else ""), color)
    types = dict(zip(rows.columns, rows.types, strict=True))
    for name in (chosen.x, chosen.y):
        if name not in types:
            raise QueryError(f"there is no column {name}: expected {', '.join(rows.columns)}")
    if not grid.numeric(types[chosen.y]):
        raise QueryError(f"the column {chosen.y} holds no numbers: it cannot be the height")
    return chosen


def draw(rows: Rows, path: str, chart: Chart) -> None:
    """Write a chart. Raises QueryError, OSError."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise QueryError(f"{path}: a chart is one of {', '.join(SUFFIXES)}")
    try:
        import vl_convert
    except ImportError:
        raise QueryError(
            "charts need another package: install it with pip install 'cardlog[plot]'"
        ) from None
    found = rows.head(MOST + 1)
    if len(found) > MOST:
        raise QueryError(f"a chart shows at most {MOST} rows, and there are more: LIMIT them")
    places = [rows.columns.index(name) for name in (chart.x, chart.y)]
    if not any(all(_plain(row[place]) is not None for place in places) for row in found):
        raise QueryError(f"there is nothing to draw: no row has both {chart.x} and {chart.y}")
    spec = specified(rows, chart, found)
    if suffix == ".png":
        data: bytes = vl_convert.vegalite_to_png(spec, scale=2, allowed_base_urls=[])
    else:
        svg = vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])
        data = (_page(rows, svg, found) if suffix == ".html" else svg).encode()
    with replacing(path) as file:
        file.write(data)


def specified(rows: Rows, chart: Chart, found: list[tuple[Any, ...]]) -> dict[str, Any]:
    """The chart as Vega-Lite has it, with the rows in it."""
    columns = [name for name in (chart.x, chart.y, chart.color) if name is not None]
    places = [rows.columns.index(name) for name in columns]
    keys = ("x", "y", "color")
    values = [
        {key: _plain(row[place]) for key, place in zip(keys, places, strict=False)} for row in found
    ]
    encoding: dict[str, Any] = {
        "x": {"field": "x", "title": chart.x, **_scale(rows, chart)},
        "y": {"field": "y", "title": chart.y, "type": "quantitative"},
    }
    if chart.color is not None:
        encoding["color"] = {"field": "color", "title": chart.color, "type": "nominal"}
    mark: dict[str, Any] = {"type": chart.kind}
    if chart.kind == "line":
        mark["point"] = True
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": {"text": rows.title, "anchor": "start"} if rows.title else "",
        "width": 640,
        "height": 360,
        "background": "white",
        "data": {"values": values},
        "mark": mark,
        "encoding": encoding,
    }


def _scale(rows: Rows, chart: Chart) -> dict[str, Any]:
    """How the values of x lie along the axis: a bar stands where the row does."""
    type = rows.types[rows.columns.index(chart.x)]
    if chart.kind == "bar":
        return {"type": "ordinal", "sort": None, "axis": {"labelAngle": 0}}
    if grid.numeric(type):
        return {"type": "quantitative"}
    if type.startswith(("DATE", "TIMESTAMP")):
        return {"type": "temporal"}
    return {"type": "ordinal", "sort": None}


def _plain(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None  # what has no place
    if isinstance(value, int) and abs(value) > WHOLE:
        return float(value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    text = cell(value)
    try:
        return _plain(float(text))  # a decimal
    except ValueError:
        return text


def _page(rows: Rows, svg: str, found: list[tuple[Any, ...]]) -> str:
    body = [[grid.shown(value) for value in row] for row in found]
    title = html.escape(rows.title or "A query")
    return _PAGE.format(title=title, svg=svg, table=grid.table(rows.columns, body))
