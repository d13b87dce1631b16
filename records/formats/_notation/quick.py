"""The lines that programs write, read without looking at every word of them.

What is not known here is left to the table (None), which reads anything and says what is wrong.
Both read a line as the same events, or this one does not read it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Final, TypeVar

import msgspec
from msgspec import UNSET

from cardlog.records.cards import Card
from cardlog.records.events import AnyEvent, Deal, Points, Score, Trick
from cardlog.records.formats._notation import words as w
from cardlog.records.formats._notation.actions import NOTHING, Events, Verb, integer
from cardlog.records.formats._notation.cards import Spellings, spellings_of
from cardlog.records.formats._notation.table import LONG, Table
from cardlog.records.formats._notation.tokens import Fault, split

KEPT: Final = 2048  # lines, and what players do on them, of which the events are kept
SHORT: Final = 48  # characters of a line that is kept
TABLES: Final = 8  # that are kept,
SEATS: Final = 32  # with at most so many players
PAIRS: Final = 4096  # pairs of cards that are kept: a pack has 2652
PAIR: Final = 6  # characters of two cards as programs write them, like ` Ks 4h`

Head = Callable[[str], Events]  # what follows the colon -> the events
T = TypeVar("T")

_NEXT: Final = '","'
_deal_of: Final = msgspec.json.Decoder(Deal).decode


class Quick:
    """Reads the lines at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.end = w.starting("end", table.lang)
        self.kept: dict[str, Events] = {"": ()}
        self._get = table.cards.__getitem__
        self._pair = _pairs_of(table.lang).__getitem__
        self._changes = _Kept(_changes)
        self._points = _Kept(_points)
        # A player who is called like a word of the notation is looked at with more care.
        plain = {who: seat for who, seat in table.seats.items() if who not in w.RESERVED}
        self._leaders = plain
        self._firsts = {*table.verbs, *table.lines, *plain}
        self._heads: dict[str, Head] = {who: partial(self._trick, plain[who]) for who in plain}
        for word, verb in table.verbs.items():
            entries = _Kept(partial(_entry, table, verb))
            self._heads[word] = partial(_each, entries.__getitem__)
        for word in w.spellings("score", table.lang):
            self._heads[word] = self._score
        deal = self._deal_as_written if table.lang == "en" else self._deal
        for word in w.spellings("deal", table.lang):
            self._heads |= {f"{word} {who}": partial(deal, plain[who]) for who in plain}

    def take(self, lines: list[str], at: int, events: list[AnyEvent]) -> int:
        """Add the events of the lines from `at` on; which line is the first with anything unusual.

        Most lines of most games are tricks: nothing is called for one of up to four cards.
        """
        kept, leaders, pair = self.kept.get, self._leaders.get, self._pair
        for n in range(at, len(lines)):
            line = lines[n]
            made = kept(line)
            if made is None:
                head, _, rest = line.partition(":")
                leader = leaders(head)
                if leader is not None and rest:
                    try:
                        cards = pair(rest[:PAIR]) + pair(rest[PAIR:])
                        events.append(Trick(leader=leader, cards=cards))
                        continue
                    except KeyError:
                        pass
                made = self.read(line)
                if made is None:
                    return n
            events += made
        return len(lines)

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
        cards = tuple(map(self._get, rest.split()))
        if not cards:
            raise KeyError(rest)
        return (Trick(leader=leader, cards=cards),)

    def _score(self, rest: str) -> Events:
        """The changes and who was given which point come again, each by themselves."""
        changes, comma, points = rest.partition(",")
        given = self._points[points] if comma else UNSET
        return (Score(changes=self._changes[changes], points=given),)

    def _deal_as_written(self, dealer: int, rest: str) -> Events:
        """Most of a file is cards: msgspec reads them several times faster than a table does."""
        if rest[0] != " " or not rest.isascii() or '"' in rest or "\\" in rest:
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


class _Kept(dict[str, T]):
    """What a part of a line stands for. KeyError or Fault where it is not as programs write it."""

    def __init__(self, read: Callable[[str], T], most: int = KEPT) -> None:
        self._read = read
        self._most = most

    def __missing__(self, text: str) -> T:
        read = self._read(text)
        if len(text) <= SHORT and len(self) < self._most:
            self[text] = read
        return read


def _entry(table: Table, verb: Verb, text: str) -> AnyEvent:
    """What one of several players does: a showdown comes again card by card."""
    words = text.split()
    return verb(table, table.seat(words, 0), words, 1, len(words))


def _each(event_of: Callable[[str], AnyEvent], rest: str) -> Events:
    return tuple(map(event_of, rest.split(",")))


def _changes(text: str) -> tuple[int, ...]:
    words = text.split()
    return tuple([integer(words, at) for at in range(len(words))])


def _points(text: str) -> Points:
    given: dict[str, int | None] = {}
    for entry in text.split(","):
        name, _, side = entry[1:].partition(" ")
        if name not in w.POINTS or name in given:
            raise KeyError(name)
        given[name] = None if side == NOTHING else integer([side], 0, 0, 2**31 - 1)
    return Points(**given)


def _pair(cards: Spellings, text: str) -> tuple[Card, ...]:
    """The cards of ` Ks 4h`, of ` Ks` or of nothing."""
    words = text.split(" ")
    if [len(word) for word in words] not in ([0], [0, 2], [0, 2, 2]):
        raise KeyError(text)
    return tuple(map(cards.__getitem__, words[1:]))


@cache
def _pairs_of(lang: str) -> _Kept[tuple[Card, ...]]:
    return _Kept(partial(_pair, spellings_of(lang)), PAIRS)


@lru_cache(TABLES)
def _quick_of(players: tuple[str, ...], lang: str) -> Quick:
    return Quick(Table(players, lang))


def quick_at(players: tuple[str, ...], lang: str) -> Quick:
    """The reader of a table, with what it keeps: the same people meet again."""
    return _quick_of(players, lang) if len(players) <= SEATS else Quick(Table(players, lang))
