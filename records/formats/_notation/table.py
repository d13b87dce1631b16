"""The events that a line stands for, at one table: who sits there, and in which language.

`quick` reads what is usual; what it leaves, `events` reads or refuses, and says where.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Final

from msgspec import UNSET

from cardlog.records.cards import Card
from cardlog.records.events import AnyEvent, Deal, Points, Score, Trick
from cardlog.records.formats._notation import words as w
from cardlog.records.formats._notation.actions import (
    NOTHING,
    Events,
    Verb,
    Words,
    marked,
    words_of,
)
from cardlog.records.formats._notation.cards import refusal, spellings_of
from cardlog.records.formats._notation.tokens import (
    Fault,
    Token,
    is_bare,
    split,
    tokens,
    unquoted,
)

LONG: Final = 2**16  # characters of a line that is no text and no JSON
KEPT: Final = 2048  # lines, and what players do on them, of which the events are kept
SHORT: Final = 48  # characters of a line that is kept

Head = Callable[[str], Events]  # what follows the colon -> the events


class Table:
    """The players of a record and the words of its language."""

    def __init__(self, players: tuple[str, ...], lang: str) -> None:
        self.players = players
        self.lang = lang
        self.cards = spellings_of(lang)
        self.verbs, self.lines, self.calls, self.stock = words_of(lang)
        self.seats = {name: seat for seat, name in enumerate(players) if is_bare(name)}
        self.seats |= {str(seat): seat for seat in range(len(players))}
        self.kept: dict[str, Events] = {"": ()}
        self._get = self.cards.__getitem__
        # A player who is called like a word of the notation is looked at with more care.
        plain = {who: seat for who, seat in self.seats.items() if who not in w.RESERVED}
        self._leaders = plain
        self._changes: dict[str, tuple[int, ...]] = {}
        self._points: dict[str, Points] = {}
        self._firsts = {*self.verbs, *self.lines, *plain}
        self._heads: dict[str, Head] = {
            word: partial(self._entries, {}, verb) for word, verb in self.verbs.items()
        }
        for word in w.spellings("score", lang):
            self._heads[word] = partial(self._scored, word)
        for word in w.spellings("deal", lang):
            self._heads |= {f"{word} {who}": partial(self._deal, plain[who]) for who in plain}

    def quick(self, line: str) -> Events | None:
        """The events of a line without anything unusual in it, or None."""
        if len(line) > LONG:
            return None
        head, colon, rest = line.partition(":")
        try:
            if head in self._leaders:
                cards = tuple(map(self._get, rest.split())) or self._none(2)
                return (Trick(leader=self._leaders[head], cards=cards),)
            if colon and head in self._heads:
                return self._heads[head](rest)
            words = line.replace(":", " : ").replace(",", " , ").split()
            if len(words) < 2 or words[0] not in self._firsts:
                return None
            made = self._item(words)
        except (KeyError, Fault):
            return None
        if len(line) <= SHORT and len(self.kept) < KEPT:
            self.kept[line] = made
        return made

    def _entries(self, kept: dict[str, AnyEvent], verb: Verb, rest: str) -> Events:
        """What several players do. A showdown comes again card by card."""
        made = []
        for entry in rest.split(","):
            event = kept.get(entry)
            if event is None:
                words = entry.split()
                event = verb(self, self.seat(words, 0), words, 1, len(words))
                if len(entry) <= SHORT and len(kept) < KEPT:
                    kept[entry] = event
            made.append(event)
        return tuple(made)

    def _scored(self, word: str, rest: str) -> Events:
        """A score: the changes and who was given which point come again, each by themselves."""
        changes, comma, points = rest.partition(",")
        if changes in self._changes and (not comma or points in self._points):
            given = self._points[points] if comma else UNSET
            return (Score(changes=self._changes[changes], points=given),)
        made = self._item(split(f"{word}:{rest}"))
        (score,) = made
        if isinstance(score, Score) and len(rest) <= SHORT and len(self._changes) < KEPT:
            self._changes[changes] = score.changes
            if score.points is not UNSET:
                self._points[points] = score.points
        return made

    def _deal(self, dealer: int, rest: str) -> Events:
        hands, comma, stock = rest.partition(",")
        word, _, cards = stock.strip().partition(" ")
        if comma and word not in self.stock:
            raise KeyError(word)
        if "|" in hands:
            dealt = tuple([self._held(hand) for hand in hands.split("|")])
        else:
            dealt = tuple([self._held(card) for card in hands.split()])
        if len(dealt) != len(self.players):
            raise KeyError(rest)
        if not comma:
            return (Deal(dealer=dealer, hands=dealt),)
        return (Deal(dealer=dealer, hands=dealt, stock=self._held(cards)),)

    def _held(self, text: str) -> tuple[Card, ...]:
        cards = text.split()
        return () if cards == [NOTHING] else tuple(map(self._get, cards)) or self._none(0)

    def events(self, line: str) -> Events:
        """The events of any line that is neither a text nor JSON. Raises Fault."""
        if len(line) > LONG:
            raise Fault(f"the line is longer than {LONG} characters: write its events as JSON")
        found = list(tokens(line))
        made: list[AnyEvent] = []
        start = 0
        for n in range(len(found) + 1):
            if n == len(found) or found[n].text == ";":
                made += self.item(line, found[start:n])
                start = n + 1
        return tuple(made)

    def item(self, line: str, pieces: list[Token]) -> Events:
        """The events of one item of a line. Raises Fault with a column."""
        kept = [piece for piece in pieces if piece.text[0] != "@"]
        try:
            made = self._item([piece.text for piece in kept])
        except Fault as fault:
            if fault.column is None:
                after = pieces[-1].column + len(pieces[-1].text) if pieces else len(line.rstrip())
                fault.column = kept[fault.at].column if fault.at < len(kept) else after
            raise
        for mark in pieces:
            if mark.text[0] == "@":
                made = (marked(made, mark),)
        return made

    def _item(self, words: Words) -> Events:
        if not words:
            return ()
        first = words[0]
        if first in self.lines:
            return (self.lines[first](self, words),)
        second = words[1] if len(words) > 1 else ""
        if second == ":":
            if first in self.verbs:
                return self._group(self.verbs[first], words)
            if first in self.seats:
                return (Trick(leader=self.seats[first], cards=self.hand(words, 2, len(words))),)
        elif first in self.seats and second in self.verbs:
            return (self.verbs[second](self, self.seats[first], words, 2, len(words)),)
        return self._odd(words)

    def _odd(self, words: Words) -> Events:
        """The same with capitals, and with names that are not written as they are listed."""
        first = words[0].casefold()
        second = words[1].casefold() if len(words) > 1 else ""
        try:
            seat = self.seat(words, 0)
        except Fault as fault:
            if first != words[0] and (first in self.lines or first in self.verbs):
                return self._item([first, *words[1:]])
            if first in self.verbs:
                raise Fault(f"expected `:` after `{first}`, or a player before it", 1) from None
            fault.message += f"; a line begins with a player or with a word like {self._known()}"
            raise
        if second == ":":
            return (Trick(leader=seat, cards=self.hand(words, 2, len(words))),)
        if second in self.verbs:
            return (self.verbs[second](self, seat, words, 2, len(words)),)
        told = ", ".join(f"`{w.after_player(verb, self.lang)}`" for verb in w.VERBS)
        raise Fault(f"expected what the player does: {told}, or `:` and a trick", 1)

    def _known(self) -> str:
        keys = ("deal", "stay", "show", "score", "note", "end")
        return ", ".join(f"`{w.starting(key, self.lang)}`" for key in keys)

    def _group(self, verb: Verb, words: Words) -> Events:
        """`show: Ana 9h, Bruno 2c`: what each of them does."""
        made: list[AnyEvent] = []
        start, last = 2, len(words)
        while start <= last:
            try:
                end = words.index(",", start)
            except ValueError:
                end = last
            seat = self.seats.get(words[start]) if start < last else None
            if seat is None:
                seat = self.seat(words, start)
            made.append(verb(self, seat, words, start + 1, end))
            start = end + 1
        return tuple(made)

    def seat(self, words: Words, at: int) -> int:
        """The seat of a player: by name, by name in quotes, or by number."""
        word = words[at] if at < len(words) else ""
        if word in self.seats:
            return self.seats[word]
        if word[:1] == '"':
            try:
                name = unquoted(word)
            except Fault as fault:
                raise Fault(fault.message, at) from None
            alike = [n for n, player in enumerate(self.players) if player == name]
        elif word.isdecimal():
            raise Fault(f"seat {word:.20} does not exist: expected {self._seats()}", at)
        else:  # a name in other capitals, or in other code points
            name = _folded(word)
            alike = [
                n for n, each in enumerate(self.players) if is_bare(each) and _folded(each) == name
            ]
        if len(alike) == 1:
            return alike[0]
        found = f", found `{word:.40}`" if word and word not in ":," else ""
        raise Fault(f"expected a player ({self._names()}) or a seat{found}", at)

    def _seats(self) -> str:
        return f"0 to {len(self.players) - 1}"

    def _names(self) -> str:
        shown = [name if is_bare(name) else f'"{name}"' for name in self.players[:10]]
        return f"{', '.join(shown):.100}"

    def card(self, words: Words, at: int) -> Card:
        """The card at this piece."""
        word = words[at] if at < len(words) else ","
        try:
            return self.cards[word]
        except KeyError:
            what = "expected a card" if word in ":,|" else refusal(word, self.lang)
            raise Fault(what, at) from None

    def hand(self, words: Words, start: int, end: int) -> tuple[Card, ...]:
        """The cards from one piece to another; `-` where there are none."""
        try:
            return tuple(map(self._get, words[start:end])) or self._none(start)
        except KeyError:
            if words[start:end] == [NOTHING]:
                return ()
        return tuple(self.card(words, at) for at in range(start, end))

    def single(self, words: Words, start: int, end: int) -> tuple[tuple[Card, ...], ...]:
        """A hand of one card, or of none, for each piece."""
        try:
            return tuple(zip(map(self._get, words[start:end])))
        except KeyError:
            return tuple([self.hand(words, at, at + 1) for at in range(start, end)])

    @staticmethod
    def _none(at: int) -> tuple[Card, ...]:
        raise Fault("expected cards, or - for none", at)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
