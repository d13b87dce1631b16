"""From a record to its lines, in any language of the notation.

What is common has a line that reads well; what is rare is written as JSON, an event a line. Either
way it reads back as the same record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import UNSET

from cardlog.records.cards import Card
from cardlog.records.events import (
    AnyEvent,
    Block,
    Call,
    Cut,
    Deal,
    Discard,
    Draw,
    Gap,
    Kept,
    Misdeal,
    Note,
    Points,
    Reveal,
    Ruling,
    Score,
    Stay,
    Swap,
    Trick,
)
from cardlog.records.formats._notation import words as w
from cardlog.records.formats._notation.cards import written
from cardlog.records.formats._notation.heading import heading
from cardlog.records.formats._notation.table import LONG
from cardlog.records.formats._notation.tokens import free_text, is_bare, json_of, quoted
from cardlog.records.game import Record

WIDTH: Final = 78  # of a line on which several players stand

_GROUPED: Final[dict[type, str]] = {
    Stay: "stay",
    Cut: "cut",
    Draw: "draw",
    Reveal: "show",
    Call: "call",
    Discard: "discard",
}


def lines(record: Record, lang: str = "en") -> Iterator[str]:
    """The lines of a record, from its first line to `end`."""
    yield from heading(record, lang)
    yield from _Writer(record, lang).events(record.events)
    yield w.starting("end", lang)


def line_of(record: Record, event: AnyEvent, lang: str) -> str:
    """The line of one event by itself."""
    return _Writer(record, lang).alone(event)


class _Writer:
    def __init__(self, record: Record, lang: str) -> None:
        self._lang = lang
        self._names = [_called(name) for name in record.players]
        self._cards = written(lang)

    def events(self, events: tuple[AnyEvent, ...]) -> Iterator[str]:
        """The lines of events: those of several players together, an empty one before a deal."""
        if events and type(events[0]) is not Deal:
            yield ""
        at = 0
        while at < len(events):
            event = events[at]
            if type(event) is Deal:
                yield ""
            group = self._group(events, at)
            if len(group) > 1:
                yield f"{self._starting(_GROUPED[type(event)])}: {', '.join(group)}"
            else:
                yield self.alone(event)
            at += max(1, len(group))

    def alone(self, event: AnyEvent) -> str:
        """The line of an event by itself, as JSON where there is no other."""
        line = self._line(event)
        return json_of(_data(event)) if line is None or len(line) > LONG else line

    def _group(self, events: tuple[AnyEvent, ...], at: int) -> list[str]:
        """What as many events of one kind say as go on one line: `Ana 9h`, `Bruno 2c`."""
        kind: Any = type(events[at])
        entries: list[str] = []
        width = 10
        while kind in _GROUPED and at + len(entries) < len(events):
            event: Any = events[at + len(entries)]
            if type(event) is not kind or event.at is not UNSET or event.auto is not UNSET:
                break
            who = self._who(event.seat)
            entry = who and f"{who} {self._rest(event)}".rstrip()
            width += 2 + len(entry or "")
            if entry is None or (entries and width > WIDTH):
                break
            entries.append(entry)
        return entries

    def _line(self, event: Any) -> str | None:
        """The line of one event; None where there is no other than JSON."""
        if isinstance(event, Kept) or event.auto is False:
            return None
        said = _LINES[type(event)](self, event)
        if said is None:
            return None
        line, text = said if isinstance(said, tuple) else (said, UNSET)
        marks = " @auto" if event.auto else ""
        marks += f" @{event.at}" if event.at is not UNSET else ""
        return line + marks + (f": {free_text(text)}" if text is not UNSET else "")

    def _starting(self, keyword: str) -> str:
        return w.starting(keyword, self._lang)

    def _who(self, seat: Any) -> str | None:
        return self._names[seat] if seat is not UNSET and seat < len(self._names) else None

    def _hand(self, cards: tuple[Card, ...]) -> str:
        return " ".join([self._cards[card] for card in cards]) or "-"

    def _rest(self, event: Any) -> str:
        """What stands after the player of an event of one of the grouped kinds."""
        kind = type(event)
        if kind is Stay:
            return ""
        if kind is Call:
            call: str = event.call
            return call if call in w.BIDS else self._starting(call)
        return self._cards[event.card] if kind in (Cut, Draw) else self._hand(event.cards)

    def _said(self, event: Any) -> str | None:
        """`Ana shows 9h`."""
        if type(event) is Reveal and event.seat is UNSET:
            return f"{self._starting('turn')}: {self._hand(event.cards)}"
        who = self._who(event.seat)
        verb = w.after_player(_GROUPED[type(event)], self._lang)
        return who and f"{who} {verb} {self._rest(event)}".rstrip()

    def _deal(self, deal: Deal) -> str | None:
        who = self._who(deal.dealer)
        if who is None or len(deal.hands) != len(self._names) or deal.shuffle is not UNSET:
            return None
        short = all(len(hand) < 2 for hand in deal.hands)
        hands = (" " if short else " | ").join(map(self._hand, deal.hands))
        bar = "" if short or len(deal.hands) > 1 else "| "
        line = f"{self._starting('deal')} {who}: {bar}{hands}"
        if deal.stock is UNSET:
            return line
        return f"{line}, {self._starting('stock')} {self._hand(deal.stock)}"

    def _swap(self, swap: Swap) -> str | None:
        who, target = self._who(swap.seat), self._who(swap.target)
        return who and target and f"{who} {w.after_player('swap', self._lang)} {target}"

    def _block(self, block: Block) -> str | None:
        who, asker = self._who(block.target), self._who(block.seat)
        verb = w.after_player("block", self._lang)
        return who and asker and f"{who} {verb} {asker} {self._cards[block.card]}"

    def _trick(self, trick: Trick) -> str | None:
        who = self._who(trick.leader)
        return who and f"{who}: {self._hand(trick.cards)}"

    def _score(self, score: Score) -> str | None:
        points = [] if score.points is UNSET else _points(score.points)
        if score.points is not UNSET and not points:
            return None
        changes = " ".join(map(str, score.changes))
        return ", ".join([f"{self._starting('score')}: {changes}".rstrip(), *points])

    def _misdeal(self, misdeal: Misdeal) -> Said | None:
        if misdeal.seat is UNSET:
            return self._starting("misdeal"), misdeal.reason
        who = self._who(misdeal.seat)
        return None if who is None else (f"{self._starting('misdeal')} {who}", misdeal.reason)

    def _gap(self, gap: Gap) -> Said:
        return self._starting("gap"), gap.text

    def _note(self, note: Note) -> Said:
        return self._starting("note"), note.text

    def _ruling(self, ruling: Ruling) -> Said | None:
        parts = [self._starting("ruling")]
        if ruling.by is not UNSET:
            parts += [self._starting("by"), _called(ruling.by)]
        if ruling.event is not UNSET:
            parts += [self._starting("event"), str(ruling.event)]
        if ruling.deal is not UNSET:
            parts += [self._starting("the-deal"), str(ruling.deal)]
        if ruling.effect is not UNSET:
            parts.append(self._starting(ruling.effect))
        if (ruling.changes is UNSET) is (ruling.effect == "adjust"):
            return None
        if ruling.changes is not UNSET:
            parts.append(" ".join(map(str, ruling.changes)) or "-")
        if ruling.with_ is not UNSET:
            plain = type(ruling.with_) not in (Note, Gap, Misdeal)
            replacement = self._line(ruling.with_) if plain else None
            if replacement is None:
                return None
            parts.append(f"[{replacement}]")
        return " ".join(parts), ruling.text


Said = tuple[str, Any]  # what stands before the colon, and the text after it or UNSET
_LINES: Final[dict[type, Callable[[_Writer, Any], str | Said | None]]] = {
    **dict.fromkeys(_GROUPED, _Writer._said),
    Deal: _Writer._deal,
    Swap: _Writer._swap,
    Block: _Writer._block,
    Trick: _Writer._trick,
    Score: _Writer._score,
    Misdeal: _Writer._misdeal,
    Gap: _Writer._gap,
    Note: _Writer._note,
    Ruling: _Writer._ruling,
}


def _called(name: str) -> str:
    return name if is_bare(name) and name.casefold() not in w.RESERVED else quoted(name)


def _points(points: Points) -> list[str]:
    given = ((name, getattr(points, name)) for name in w.POINTS)
    return [f"{name} {'-' if side is None else side}" for name, side in given if side is not UNSET]


def _data(event: AnyEvent) -> Any:
    return event.data if isinstance(event, Kept) else event
