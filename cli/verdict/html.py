"""A verdict as one page of HTML: no script, nothing loaded from elsewhere, ready to be printed."""

from __future__ import annotations

import html as library
from collections.abc import Iterable
from typing import Final

from cardlog.cli.show import printable
from cardlog.cli.verdict.layout import Block, Bullets, Heading, Paragraph, Table

STYLE: Final = """
body { font: 11pt/1.45 Georgia, serif; max-width: 46em; margin: 2em auto; padding: 0 1em; }
h1, h2, h3 { line-height: 1.2; break-after: avoid; }
h2 { border-bottom: 1px solid; margin-top: 2em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #999; padding: .2em .6em; text-align: left; vertical-align: top; }
tr { break-inside: avoid; }
tr.marked td { font-weight: bold; background: #f3e3c3; }
@media print { body { margin: 0; max-width: none; } h2 { break-before: page; }
  h2:first-of-type { break-before: auto; } }
"""


def html(blocks: Iterable[Block], title: str) -> str:
    """The blocks as one document."""
    body = "\n".join(map(_element, blocks))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{_text(title)}</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _element(block: Block) -> str:
    if isinstance(block, Heading):
        return f"<h{block.level}>{_text(block.text)}</h{block.level}>"
    if isinstance(block, Paragraph):
        return f"<p><strong>{_text(block.label)}</strong> {_text(block.text)}</p>"
    if isinstance(block, Bullets):
        return "<ul>\n" + "\n".join(f"<li>{_text(item)}</li>" for item in block.items) + "\n</ul>"
    return _table(block)


def _table(table: Table) -> str:
    head = "".join(f"<th>{_text(cell)}</th>" for cell in table.header)
    rows = []
    for k, row in enumerate(table.rows):
        cells = "".join(f"<td>{_text(cell)}</td>" for cell in row)
        rows.append(
            f'<tr class="marked">{cells}</tr>' if k in table.marked else f"<tr>{cells}</tr>"
        )
    return f"<table>\n<tr>{head}</tr>\n" + "\n".join(rows) + "\n</table>"


def _text(text: str) -> str:
    return library.escape(printable(text))
