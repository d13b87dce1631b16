"""The verdict on disputed records, written for people to read aloud: `--report`.

build.py      what it says, as plain data
comparison.py two logs of one game
layout.py     the same as headings, paragraphs, lists and tables
markdown.py, html.py   those as a document
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import show

if TYPE_CHECKING:
    from cardlog.cli.verdict.build import Verdict
    from cardlog.cli.verdict.comparison import Comparison
    from cardlog.cli.verdict.layout import Block
    from cardlog.engine.audit import Audit
    from cardlog.engine.compare.diff import Diff
    from cardlog.records.errors import RecordError
    from cardlog.records.game import Record

SUFFIXES = (".md", ".html", ".json")
Option = typer.Option(
    None, "--report", metavar="FILE", help="Write the verdict: FILE ends in .md, .html or .json."
)


def report_to(path: str | None) -> Report | None:
    """A report for this file; None where none is asked for. Ends the command for other formats."""
    if path is None:
        return None
    if PurePath(path).suffix.lower() not in SUFFIXES:
        raise show.fail(f"--report {path}: expected a file that ends in {', '.join(SUFFIXES)}")
    return Report(path)


class Report:
    """Collects what was found, and writes it in one step: bad records, and how many were good."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.verdicts: list[Verdict] = []
        self.good: dict[str, int] = {}
        self.unreadable: list[str] = []
        self.comparisons: list[Comparison] = []

    def add(self, source: str, index: int, record: Record, answer: Audit) -> None:
        """A record that has been audited."""
        from cardlog.cli.verdict.build import verdict

        if answer.ok and not answer.findings:
            self.good[source] = self.good.get(source, 0) + 1
        else:
            self.verdicts.append(verdict(source, index, record, answer))

    def compare(
        self, a: tuple[str, Record], b: tuple[str, Record], found: Diff, index: int
    ) -> None:
        """Two logs of one game; each of them is judged as well."""
        from cardlog.cli.verdict.comparison import compared

        pairs = zip((a, b), found.audits, strict=True)
        for (source, record), answer in list(pairs)[bool(self.comparisons) :]:
            self.add(source, index, record, answer)
        self.comparisons.append(compared(a[0], b[0], a[1], b[1], found))

    def add_error(self, error: RecordError | Any) -> None:
        """A record that cannot be read."""
        self.unreadable.append(str(error))

    def write(self) -> None:
        """Write the report. Ends the command where the file cannot be written."""
        from cardlog.records.formats import replacing

        data = self._encoded().encode("utf-8", "replace")
        try:
            with replacing(self.path) as file:
                file.write(data)
        except OSError as error:
            raise show.fail(f"{self.path} cannot be written: {error.strerror or error}") from None
        show.complain(f"verdict written to {show.label(self.path)}")

    def _encoded(self) -> str:
        suffix = PurePath(self.path).suffix.lower()
        if suffix == ".json":
            import msgspec

            told = {
                "comparisons": self.comparisons,
                "verdicts": self.verdicts,
                "in_order": self.good,
                "unreadable": self.unreadable,
            }
            return msgspec.json.format(msgspec.json.encode(told), indent=1).decode() + "\n"
        if suffix == ".html":
            from cardlog.cli.verdict.html import html

            return html(self._blocks(), "Verdict")
        from cardlog.cli.verdict.markdown import markdown

        return markdown(self._blocks())

    def _blocks(self) -> Iterator[Block]:
        from cardlog.cli.verdict import comparison
        from cardlog.cli.verdict.layout import Bullets, Heading, laid_out

        yield Heading(1, "Verdict")
        yield Bullets(list(self._summary()))
        for pair in self.comparisons:
            yield from comparison.laid_out(pair)
        for each in self.verdicts:
            yield from laid_out(each)

    def _summary(self) -> Iterator[str]:
        for pair in self.comparisons:
            same = "tell the same game" if pair.same else "differ"
            yield f"{pair.a} and {pair.b} {same}"
        for each in self.verdicts:
            count = len(each.cases)
            found = f"{count} finding{'' if count == 1 else 's'}"
            ruled = ", all of them ruled on: in order" if each.ok else ": not in order"
            yield f"{each.source}, record {each.index}: {found}{ruled}"
        for source, count in self.good.items():
            yield f"{source}: {show.records(count)} in order"
        for error in self.unreadable:
            yield f"unreadable: {error}"
