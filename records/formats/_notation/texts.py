"""The lines that hold a text: notes, gaps, misdeals and rulings. The text ends with the line.

Before its colon such a line has words and marks as others have.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import takewhile
from typing import Any, Final

from cardlog.records import game
from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent, Gap, Misdeal, Note, Ruling
from cardlog.records.formats._notation import words as w
from cardlog.records.formats._notation.actions import Events, integer, marked
from cardlog.records.formats._notation.table import LONG, Table
from cardlog.records.formats._notation.tokens import (
    Fault,
    Token,
    decoded,
    text_from,
    tokens,
    unless_quoted,
)

Texts = Callable[[Table, str, list[Token], str | None], AnyEvent]


def text_line(table: Table, line: str, keyword: str) -> Events:
    """The event of a line that begins with one of these keywords. Raises Fault."""
    head: list[Token] = []
    marks: list[Token] = []
    text = None
    depth = 0
    for token in tokens(line):
        depth += (token.text == "[") - (token.text == "]")
        if token.text == ":" and not depth:
            text = text_from(line, token.column + 1)
            break
        if token.column > LONG:
            raise Fault("expected `:` and a text", column=token.column)
        (marks if token.text[0] == "@" and not depth else head).append(token)
    try:
        event = TEXTS[keyword](table, line, head[1:], text)
    except Fault as fault:
        if fault.column is None:
            fault.column = head[fault.at].column if fault.at < len(head) else len(line.rstrip())
        raise
    for mark in marks:
        event = marked((event,), mark)
    return (event,)


def json_line(line: str, index: int) -> AnyEvent:
    """The event of a line that is a JSON map, as in the other formats. Raises Fault."""
    column = len(line) - len(line.lstrip())
    try:
        return game.event_of(decoded(line.strip(), column), index)
    except RecordError as error:
        raise Fault(error.message, column=column) from None


def opening(table: Table, line: str) -> tuple[str | None, int]:
    """The keyword of a line of this module, `{` or `end`, and where the line goes on after it.

    A word in capitals that is a player's name is that player.
    """
    pattern, words = _opening(table.lang)
    match = pattern.match(line)
    if match is None:
        return None, 0
    word = match[1] or "{"
    if word not in words and word in table.seats:
        return None, 0
    return words[word.casefold()], match.end()


@cache
def _opening(lang: str) -> tuple[re.Pattern[str], dict[str, str]]:
    words = w.lookup((*TEXTS, "end"), lang)
    listed = "|".join(map(re.escape, words))
    pattern = re.compile(rf"\s*(?:\{{|({listed})(?![^\s:#]))", re.IGNORECASE)
    return pattern, words | {"{": "{"}


def _note(table: Table, line: str, head: list[Token], text: str | None) -> Note:
    if head or text is None:
        raise Fault("expected `:` and a text", 1)
    return Note(text=text)


def _gap(table: Table, line: str, head: list[Token], text: str | None) -> Gap:
    if head:
        raise Fault("expected `:` and a text, or the end of the line", 1)
    return Gap() if text is None else Gap(text=text)


def _misdeal(table: Table, line: str, head: list[Token], text: str | None) -> Misdeal:
    given: dict[str, Any] = {} if text is None else {"reason": text}
    if head:
        given["seat"] = table.seat(["", *(token.text for token in head)], 1)
    if len(head) > 1:
        raise Fault("expected `:` and a reason, or the end of the line", 2)
    return Misdeal(**given)


def _ruling(table: Table, line: str, head: list[Token], text: str | None) -> Ruling:
    """`ruling by Íris event 2 replaced [Ana stays]: he had not seen the card`."""
    words = ["", *(token.text for token in head)]
    clauses = w.lookup(w.CLAUSES, table.lang)
    given: dict[str, Any] = {"text": text or ""}
    at = 1
    while at < len(words):
        key = clauses.get(words[at].casefold(), "")
        field = _FIELDS.get(key, "effect") if words[at] != "[" else "with_"
        if (not key and field != "with_") or field in given:
            known = ", ".join(f"`{w.starting(clause, table.lang)}`" for clause in w.CLAUSES)
            raise Fault(f"expected one of {known}, each once, or `:` and a text", at)
        if field == "with_":
            end = words.index("]", at) if "]" in words[at:] else len(words)
            given[field] = _replacement(table, line, head[at : end - 1], at)
            at = end + 1
            continue
        at += 1
        if field == "effect":
            given[field] = key
            if key == "adjust":
                given["changes"] = _changes(words, at)
                at += len(given["changes"]) or 1
        elif field == "by":
            given[field] = _name(words, at)
            at += 1
        else:
            given[field] = integer(words, at, key == "the-deal", 2**31 - 1)
            at += 1
    return Ruling(**given)


def _replacement(table: Table, line: str, pieces: list[Token], at: int) -> AnyEvent:
    made = table.item(line, pieces)
    if len(made) != 1:
        raise Fault("expected one event within the brackets", at)
    return made[0]


def _changes(words: list[str], at: int) -> tuple[int, ...]:
    if words[at : at + 1] == ["-"]:
        return ()
    numbers = takewhile(lambda word: word.lstrip("+-").isdecimal(), words[at:])
    changes = tuple([integer(words, at + n) for n, _ in enumerate(numbers)])
    if not changes:
        raise Fault("expected the changes by side, like 0 +1 0, or - for none", at)
    return changes


def _name(words: list[str], at: int) -> str:
    if at == len(words):
        raise Fault("expected a name", at)
    try:
        return unless_quoted(words[at])
    except Fault as fault:
        raise Fault(fault.message, at) from None


_FIELDS: Final = {"by": "by", "event": "event", "the-deal": "deal"}
TEXTS: Final[dict[str, Texts]] = {
    "note": _note,
    "gap": _gap,
    "misdeal": _misdeal,
    "ruling": _ruling,
}
