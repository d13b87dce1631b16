"""Short tables of HTML for notebooks. Whatever strangers wrote is escaped."""

from __future__ import annotations

import html
from collections.abc import Iterable


def table(title: str, rows: Iterable[tuple[str, object]]) -> str:
    """A title, and a line for each name and what it is; None has no line."""
    told = "".join(
        f"<tr><th>{html.escape(name)}</th><td>{html.escape(str(value))}</td></tr>"
        for name, value in rows
        if value is not None
    )
    return f"<table><caption>{html.escape(title)}</caption><tbody>{told}</tbody></table>"
