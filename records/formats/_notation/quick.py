"""The lines that programs write, read without looking at every word of them.

What is not known here is left to the table (None), which reads anything and says what is wrong.
Both read a line as the same events, or this one does not read it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Final

import msgspec
from msgspec import UNSET

from cardlog.records.cards import Card
from cardlog.records.events import AnyEvent, Deal, Points, Score, Trick
from cardlog.records.formats._notation import words as w
from cardlog.records.formats._notation.actions import NOTHING, Events, Verb
from cardlog.records.formats._notation.cards import Spellings, spellings_of
from cardlog.records.formats._notation.table import LONG, Table
from cardlog.records.formats._notation.tokens import Fault, split

KEPT: Final = 2048  # lines, and what players do on them, of which the events are kept
SHORT: Final = 48  # characters of a line that is kept
PAIRS: Final = 4096  # pairs of cards that are kept: a pack has 2652
PAIR: Final = 6  # characters of two cards as programs write them, like ` Ks 4h`

Head = Callable[[str], Events]  # what follows the colon -> the events

_NEXT: Final = '","'
_deal_of: Final = msgspec.json.Decoder(Deal).decode


class Quick:
    """Reads the lines at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.kept: dict[str, Events] = {"": ()}
        self._get = table.cards.__getitem__
        self._pair = pairs_of(table.lang).__getitem__
        self._changes: dict[str, tuple[int, ...]] = {}
        self._points: dict[str, Points] = {}
        # A player who is called like a word of the notation is looked at with more care.
        plain = {who: seat for who, seat in table.seats.items() if who not in w.RESERVED}
        self._firsts = {*table.verbs, *table.lines, *plain}
        self._heads: dict[str, Head] = {who: partial(self._trick, plain[who]) for who in plain}
        for word, verb in table.verbs.items():
            self._heads[word] = partial(_each, _Entries(table, verb).__getitem__)
        for word in w.spellings("score", table.lang):
            self._heads[word] = partial(self._score, word)
        deal = self._deal_as_written if table.lang == "en" else self._deal
        for word in w.spellings("deal", table.lang):
            self._heads |= {f"{word} {who}": partial(deal, plain[who]) for who in plain}

    def read(self, line: str) -> Events | None:
        """The events of a line without anything unusual in it, or None."""
        if len(line) > LONG:
            return None
        head, _, rest = line.partition(":")
        known = self._heads.get(head)
        try:
            if known is not None and rest:
                return known(rest)
            words = split(line)
            if len(words) < 2 or words[0] not in self._firsts:
                return None
            made = self.table.of_words(words)
        except (KeyError, Fault):
            return None
        if len(line) <= SHORT and len(self.kept) < KEPT:
            self.kept[line] = made
        return made

    def _trick(self, leader: int, rest: str) -> Events:
        try:
            cards = self._pair(rest[:PAIR]) + self._pair(rest[PAIR:])
        except KeyError:
            cards = tuple(map(self._get, rest.split()))
        if not cards:
            raise KeyError(rest)
        return (Trick(leader=leader, cards=cards),)

    def _score(self, word: str, rest: str) -> Events:
        """The changes and who was given which point come again, each by themselves."""
        changes, comma, points = rest.partition(",")
        if changes in self._changes and (not comma or points in self._points):
            given = self._points[points] if comma else UNSET
            return (Score(changes=self._changes[changes], points=given),)
        made = self.table.of_words(split(f"{word}:{rest}"))
        (score,) = made
        if isinstance(score, Score) and len(rest) <= SHORT and len(self._changes) < KEPT:
            self._changes[changes] = score.changes
            if score.points is not UNSET:
                self._points[points] = score.points
        return made

    def _deal_as_written(self, dealer: int, rest: str) -> Events:
        """Most of a file is cards: msgspec reads them several times faster than a table does."""
        if rest[0] != " " or '"' in rest or "\\" in rest:
            return self._deal(dealer, rest)
        hands, comma, stock = rest[1:].partition(", stock ")
        if "|" in hands:
            hands = hands.replace(" | ", '"],["').replace(" ", '","')
        else:
            hands = hands.replace(" ", '"],["')
        text = f'{{"type":"deal","dealer":{dealer},"hands":[["{hands}"]]'
        if NOTHING in hands:
            text = text.replace(f'["{NOTHING}"]', "[]")
        if comma:
            text += f',"stock":["{stock.replace(" ", _NEXT)}"]'
        try:
            made = _deal_of(text + "}")
        except (msgspec.MsgspecError, UnicodeError):
            return self._deal(dealer, rest)
        if len(made.hands) != len(self.table.players):
            raise KeyError(rest)
        return (made,)

    def _deal(self, dealer: int, rest: str) -> Events:
        hands, comma, stock = rest.partition(",")
        word, _, cards = stock.strip().partition(" ")
        if comma and word not in self.table.stock:
            raise KeyError(word)
        dealt = tuple(map(self._hand, hands.split("|") if "|" in hands else hands.split()))
        if len(dealt) != len(self.table.players):
            raise KeyError(rest)
        if not comma:
            return (Deal(dealer=dealer, hands=dealt),)
        return (Deal(dealer=dealer, hands=dealt, stock=self._hand(cards)),)

    def _hand(self, text: str) -> tuple[Card, ...]:
        cards = text.split()
        if cards == [NOTHING]:
            return ()
        if not cards:
            raise KeyError(text)
        return tuple(map(self._get, cards))


class _Entries(dict[str, AnyEvent]):
    """`Ana 9h` to what she does: a showdown comes again card by card."""

    def __init__(self, table: Table, verb: Verb) -> None:
        self._table = table
        self._verb = verb

    def __missing__(self, entry: str) -> AnyEvent:
        words = entry.split()
        event = self._verb(self._table, self._table.seat(words, 0), words, 1, len(words))
        if len(entry) <= SHORT and len(self) < KEPT:
            self[entry] = event
        return event


def _each(event_of: Callable[[str], AnyEvent], rest: str) -> Events:
    return tuple(map(event_of, rest.split(",")))


class _Pairs(dict[str, tuple[Card, ...]]):
    """` Ks 4h`, ` Ks` or nothing, to the cards: KeyError where it is not written in this way."""

    def __init__(self, cards: Spellings) -> None:
        super().__init__({"": ()})
        self._cards = cards

    def __missing__(self, text: str) -> tuple[Card, ...]:
        words = text.split(" ")
        if [len(word) for word in words] not in ([0, 2], [0, 2, 2]):
            raise KeyError(text)
        cards = tuple(map(self._cards.__getitem__, words[1:]))
        if len(self) < PAIRS:
            self[text] = cards
        return cards


@cache
def pairs_of(lang: str) -> _Pairs:
    """The pairs of cards in one language."""
    return _Pairs(spellings_of(lang))
