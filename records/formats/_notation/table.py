"""The events that a line stands for, at one table: who sits there, and in which language.

Any line is read here, or refused with the place of what is wrong. `quick` reads what is usual.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from cardlog.records.cards import Card
from cardlog.records.events import AnyEvent, Trick
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
    tokens,
    unquoted,
)

LONG: Final = 2**16  # characters of a line that is no text and no JSON


class Table:
    """The players of a record and the words of its language."""

    def __init__(self, players: tuple[str, ...], lang: str) -> None:
        self.players = players
        self.lang = lang
        self.cards = spellings_of(lang)
        self.verbs, self.lines, self.calls, self.stock = words_of(lang)
        self.seats = {name: seat for seat, name in enumerate(players) if is_bare(name)}
        self.seats |= {str(seat): seat for seat in range(len(players))}
        self._get = self.cards.__getitem__

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
            made = self.of_words([piece.text for piece in kept])
        except Fault as fault:
            if fault.column is None:
                after = pieces[-1].column + len(pieces[-1].text) if pieces else len(line.rstrip())
                fault.column = kept[fault.at].column if fault.at < len(kept) else after
            raise
        for mark in pieces:
            if mark.text[0] == "@":
                made = (marked(made, mark),)
        return made

    def of_words(self, words: Words) -> Events:
        """The events of the words of one item, without marks. Raises Fault with `at`."""
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
                return self.of_words([first, *words[1:]])
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
