"""Records written in the notation, for tests that read better that way."""

from __future__ import annotations

import io
from textwrap import dedent

from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.game import Record


def items(text: str | bytes) -> list[Record | RecordError]:
    """What a reader makes of a text in the notation."""
    data = text if isinstance(text, bytes) else text.encode()
    return list(formats.read(io.BytesIO(data), format="cardlog"))


def record(text: str) -> Record:
    """The one record of a text, whose first line may be left out where Chase the Ace is played.

    Raises RecordError where it cannot be read.
    """
    text = dedent(text).strip()
    if not text.lower().startswith("cardlog"):
        text = f"cardlog 1: chase-the-ace\n{text}"
    (item,) = items(text)
    if isinstance(item, RecordError):
        raise item
    return item


def error(text: str | bytes) -> RecordError:
    """The one error that a text gives."""
    (found,) = [item for item in items(text) if isinstance(item, RecordError)]
    return found
