"""A verdict as Markdown. Whatever a record says stays text: nothing in it becomes markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cardlog.cli.show import printable
from cardlog.cli.verdict.layout import Block, Bullets, Heading, Paragraph, Table


def markdown(blocks: Iterable[Block]) -> str:
    """The blocks as one document."""
    return "\n".join(line for block in blocks for line in (*_lines(block), ""))


def _lines(block: Block) -> list[str]:
    if isinstance(block, Heading):
        return [f"{'#' * block.level} {_text(block.text)}"]
    if isinstance(block, Paragraph):
        return [f"**{_text(block.label)}** {_text(block.text)}"]
    if isinstance(block, Bullets):
        return [f"- {_start(_text(item))}" for item in block.items]
    return _table(block)


def _table(table: Table) -> list[str]:
    rows = [
        _row([f"**{cell}**" if cell and k in table.marked else cell for cell in map(_text, row)])
        for k, row in enumerate(table.rows)
    ]
    return [_row(list(map(_text, table.header))), _row(["---"] * len(table.header)), *rows]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _text(text: str) -> str:
    """Text with all that Markdown would take for markup escaped, links of bare addresses too."""
    escaped = re.sub(r"([\\`*_\[\]<>|#~&$])", r"\\\1", printable(text).strip())
    return re.sub(r"://|www\.|@", lambda found: f"{found[0][:-1]}\\{found[0][-1]}", escaped)


def _start(text: str) -> str:
    """A text at the beginning of a line: what looks like a list is none."""
    return re.sub(r"^([-+]|\d+[.)])(?=\s|$)", lambda m: f"{m[1][:-1]}\\{m[1][-1]}", text)
