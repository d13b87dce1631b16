"""RecordError: the bytes, or the map they hold, cannot be read as a record.

Never mixed up with a finding, which is about a record that reads well and breaks a rule.
Readers hand errors out as values, so that one bad record never costs the others.
"""

from __future__ import annotations


class RecordError(Exception):
    """Where it is, what is wrong, what was expected.

    `message` is one sentence. The place is as exact as the reader knows it: `source` the file,
    `index` the record's number in it from 0, `byte` an offset in the file from 0, `line` and
    `column` from 1 (text formats), `event` an index in `events`, `skipped` how many bytes were
    passed over to find the next record, `excerpt` the line as written, and below it a caret.
    """

    def __init__(
        self,
        message: str,
        *,
        source: str | None = None,
        index: int | None = None,
        byte: int | None = None,
        line: int | None = None,
        column: int | None = None,
        event: int | None = None,
        skipped: int | None = None,
        excerpt: str | None = None,
    ) -> None:
        # It may quote the file: no newline or escape sequence from there goes to a terminal.
        message = "".join(c if c.isprintable() else "\ufffd" for c in message)
        super().__init__(message)
        self.message = message
        self.source = source
        self.index = index
        self.byte = byte
        self.line = line
        self.column = column
        self.event = event
        self.skipped = skipped
        self.excerpt = excerpt

    def located(self, **place: int | str | None) -> RecordError:
        """The same error with the parts of its place filled in that it did not know itself."""
        for name, value in place.items():
            if getattr(self, name) is None:
                setattr(self, name, value)
        return self

    def place(self) -> str:
        """`night.jsonl: record 4, line 5, byte 1022, event 17`, as far as it is known."""
        parts = [
            f"{word} {value}"
            for word, value in (
                ("record", self.index),
                ("line", self.line),
                ("column", self.column),
                ("byte", self.byte),
                ("event", self.event),
            )
            if value is not None
        ]
        return ": ".join(part for part in (self.source, ", ".join(parts)) if part)

    def __str__(self) -> str:
        place = self.place()
        return f"{place}: {self.message}" if place else self.message
