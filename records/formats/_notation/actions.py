"""What the words of a line do: from the pieces after a word to an event.

A verb stands after a player (`Ana shows 9h`) or before several (`show: Ana 9h, Bruno 2c`) and takes
the pieces that follow on the player. The other words begin a line and take all its pieces.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final, cast

from msgspec import UNSET
from msgspec.structs import replace

from cardlog.records.cards import Card
from cardlog.records.events import (
    AT_PATTERN,
    AnyEvent,
    Block,
    Call,
    Cut,
    Deal,
    Discard,
    Draw,
    Points,
    Reveal,
    Score,
    Stay,
    Swap,
)
from cardlog.records.formats._notation import words as w
from cardlog.records.formats._notation.tokens import Fault, Token
from cardlog.records.values import MAX_INT

if TYPE_CHECKING:
    from cardlog.records.formats._notation.table import Table

Words = list[str]
Events = tuple[AnyEvent, ...]

_INT: Final = re.compile(r"[+-]?[0-9]{1,16}$")
_AT: Final = re.compile(AT_PATTERN)
NOTHING: Final = "-"  # an empty list of cards, or nobody

Verb = Callable[["Table", int, Words, int, int], AnyEvent]
Line = Callable[["Table", Words], AnyEvent]


def marked(made: Events, mark: Token) -> AnyEvent:
    """The event with what a mark says of it."""
    if len(made) != 1:
        raise Fault("a mark belongs to one event: write the events one by one", column=mark.column)
    event: Any = made[0]
    what = mark.text[1:]
    if what == "auto" and event.auto is UNSET:
        return cast(AnyEvent, replace(event, auto=True))
    if _AT.match(what) and event.at is UNSET:
        return cast(AnyEvent, replace(event, at=what))
    raise Fault(
        "expected @auto, or @ and an RFC 3339 time with a zone, like @2026-11-27T20:00:00Z,"
        " each once",
        column=mark.column,
    )


def _end(words: Words, at: int, end: int) -> None:
    if at != end:
        raise Fault(f"expected the end of the line or a comma, found `{words[at]:.40}`", at)


def _stay(table: Table, seat: int, words: Words, at: int, end: int) -> Stay:
    if at != end:
        _end(words, at, end)
    return Stay(seat=seat)


def _swap(table: Table, seat: int, words: Words, at: int, end: int) -> Swap:
    target = table.seat(words, at)
    _end(words, at + 1, end)
    return Swap(seat=seat, target=target)


def _block(table: Table, seat: int, words: Words, at: int, end: int) -> Block:
    asked = _asked(table, seat, words, at, end)
    return Block(seat=asked.target, target=seat, card=asked.card)


def _asked(table: Table, seat: int, words: Words, at: int, end: int) -> Block:
    target, card = table.seat(words, at), table.card(words, at + 1)
    _end(words, at + 2, end)
    return Block(seat=seat, target=target, card=card)


def _cut(table: Table, seat: int, words: Words, at: int, end: int) -> Cut:
    card = table.card(words, at)
    if at + 1 != end:
        _end(words, at + 1, end)
    return Cut(seat=seat, card=card)


def _draw(table: Table, seat: int, words: Words, at: int, end: int) -> Draw:
    card = table.card(words, at)
    if at + 1 != end:
        _end(words, at + 1, end)
    return Draw(seat=seat, card=card)


def _show(table: Table, seat: int, words: Words, at: int, end: int) -> Reveal:
    return Reveal(seat=seat, cards=table.hand(words, at, end))


def _discard(table: Table, seat: int, words: Words, at: int, end: int) -> Discard:
    return Discard(seat=seat, cards=table.hand(words, at, end))


def _call(table: Table, seat: int, words: Words, at: int, end: int) -> Call:
    word = words[at] if at < end else ""
    call = table.calls.get(word) or table.calls.get(word.casefold())
    if call is None:
        raise Fault(f"expected a call: {', '.join(w.BIDS + w.CALLS)}", at)
    _end(words, at + 1, end)
    return Call(seat=seat, call=call)  # type: ignore[arg-type]


def _deal(table: Table, words: Words) -> Deal:
    """`deal Davi: 2c 9h Ks 7d, stock Th 2s`; with bars between hands of several cards."""
    dealer = table.seat(words, 1)
    if words[2:3] != [":"]:
        raise Fault("expected `:` after the dealer", 2)
    end = words.index(",") if "," in words else len(words)
    hands = _hands(table, words, end) if "|" in words else table.single(words, 3, end)
    if len(hands) != len(table.players):
        raise Fault(
            f"there are {len(hands)} hands: expected one for each of the {len(table.players)}"
            " players, - where somebody has none; with | between hands of several cards",
            3,
        )
    if end == len(words):
        return Deal(dealer=dealer, hands=hands)
    if " ".join(words[end + 1 : end + 2]).casefold() in table.stock:
        return Deal(dealer=dealer, hands=hands, stock=table.hand(words, end + 2, len(words)))
    raise Fault(f"expected `{w.starting('stock', table.lang)}` and its cards, top first", end + 1)


def _hands(table: Table, words: Words, end: int) -> tuple[tuple[Card, ...], ...]:
    """Hands of several cards, with a bar between them, or before them where there is one hand."""
    start = 4 if words[3] == "|" else 3
    bars = [at for at in range(start, end) if words[at] == "|"]
    starts, ends = [start, *(at + 1 for at in bars)], [*bars, end]
    return tuple([table.hand(words, *bounds) for bounds in zip(starts, ends, strict=True)])


def _turn(table: Table, words: Words) -> Reveal:
    _colon(words)
    return Reveal(cards=table.hand(words, 2, len(words)))


def _score(table: Table, words: Words) -> Score:
    """`score: 2 1, high 0, jack -`: changes by side, and who was given which point."""
    _colon(words)
    end = words.index(",") if "," in words else len(words)
    changes = tuple([integer(words, at) for at in range(2, end)])
    if end == len(words):
        return Score(changes=changes)
    return Score(changes=changes, points=_points(words, end + 1))


def _points(words: Words, start: int) -> Points:
    given: dict[str, int | None] = {}
    if start == len(words):
        raise Fault(f"expected one of {', '.join(w.POINTS)}", start)
    for at in range(start, len(words), 3):
        name = words[at].casefold()
        if name not in w.POINTS or name in given:
            raise Fault(f"expected one of {', '.join(w.POINTS)}, each once", at)
        side = words[at + 1] if at + 1 < len(words) else ""
        if side != "?":
            given[name] = None if side == NOTHING else integer(words, at + 1, 0, 2**31 - 1)
        if at + 2 < len(words) and words[at + 2] != ",":
            raise Fault("expected a comma", at + 2)
    return Points(**given)


def _colon(words: Words) -> None:
    if words[1:2] != [":"]:
        raise Fault(f"expected `:` after `{words[0]}`", 1)


def integer(words: Words, at: int, least: int = -MAX_INT, most: int = MAX_INT) -> int:
    """The whole number at this piece. Raises Fault."""
    word = words[at] if at < len(words) else ""
    if not _INT.match(word) or not least <= int(word) <= most:
        found = f", found `{word:.40}`" if word else ""
        raise Fault(f"expected a whole number{'' if least else ' from 0'}{found}", at)
    return int(word)


_VERBS: Final[dict[str, Verb]] = {
    "stay": _stay,
    "swap": _swap,
    "block": _block,
    "asked": _asked,
    "cut": _cut,
    "draw": _draw,
    "show": _show,
    "call": _call,
    "discard": _discard,
}
_LINES: Final[dict[str, Line]] = {"deal": _deal, "turn": _turn, "score": _score}


@cache
def words_of(
    lang: str,
) -> tuple[dict[str, Verb], dict[str, Line], dict[str, str], tuple[str, ...]]:
    verbs = {word: _VERBS[key] for word, key in w.lookup(w.VERBS, lang).items()}
    lines = {word: _LINES[key] for word, key in w.lookup(tuple(_LINES), lang).items()}
    calls = w.lookup(w.CALLS, lang) | {bid: bid for bid in w.BIDS}
    return verbs, lines, calls, w.spellings("stock", lang)
