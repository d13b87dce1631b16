"""What the cells of somebody's own table mean: players, cards and changes as a mapping has them."""

from __future__ import annotations

import re
from typing import Any, Final

from cardlog.records.cards import Card
from cardlog.records.formats._csv import cells as c
from cardlog.records.formats._csv.mapping import LOSERS, Mapping
from cardlog.records.formats._notation.cards import refusal, spellings_of
from cardlog.records.formats._notation.tokens import Fault

_SEATS: Final = frozenset(("seat", "target", "dealer", "leader"))
_LISTS: Final = frozenset(("cards", "stock"))
_BETWEEN: Final = re.compile(r"[,;/&+|]")


class Values:
    """Reads cells; a Fault has no place yet."""

    def __init__(self, mapping: Mapping) -> None:
        self._first = mapping.seats.first
        self._cards = mapping.cards
        self._words = {word.casefold(): own for word, own in mapping.words.items()}
        self._known = spellings_of(mapping.cards.lang)
        self._unseen = {word.casefold() for word in mapping.cards.unseen}
        self._ranks = {word.casefold(): own for word, own in mapping.cards.ranks.items()}
        self._suits = {word.casefold(): own for word, own in mapping.cards.suits.items()}

    def read(self, key: str, cell: str, players: tuple[str, ...]) -> Any:
        """What a cell says under this key of an event."""
        if key in _SEATS:
            return self.seat(cell, players)
        if key == "card":
            return self.card(cell)
        if key in _LISTS:
            return self.cards(cell)
        if key == "hands":
            return [self.cards(part) for part in cell.split("|")]
        if key == "changes":
            return list(c.numbers(cell))
        if key == LOSERS:
            return self.losers(cell, players)
        if key == "auto":
            return c.truth(self.word(cell))
        if key in ("event", "deal"):
            return c.whole(cell)
        if key == "points":
            return c.points(cell)
        return cell if key in ("text", "reason", "by") else self.word(cell)

    def one_of(self, key: str, cell: str) -> list[Any]:
        """What one cell of several says: a player's hand, his change, or some of the cards."""
        if key == "changes":
            return [c.whole(cell) if cell else 0]
        cards = self.cards(cell)
        return [cards] if key == "hands" else cards

    def word(self, cell: str) -> str:
        """Our word for one of theirs."""
        return self._words.get(cell.casefold(), cell)

    def seat(self, cell: str, players: tuple[str, ...]) -> int:
        """A seat, by its number or by the player's name."""
        cell = self.word(cell)
        folded = [name.casefold() for name in players]
        if folded.count(cell.casefold()) == 1:
            return folded.index(cell.casefold())
        last = self._first + len(players) - 1
        if cell[:1].isdecimal():
            number = c.whole(cell) - self._first
            if 0 <= number < len(players):
                return number
        listed = ", ".join(players)
        raise Fault(
            f"`{cell:.40}` is no player: expected a seat from {self._first} to {last}, or one of"
            f" {listed:.300}"
        )

    def losers(self, cell: str, players: tuple[str, ...]) -> list[int]:
        """A life less for each of the players in the cell."""
        changes = [0] * len(players)
        if self.word(cell) != c.NONE:
            for name in [cell] if cell in players else _BETWEEN.split(cell):
                changes[self.seat(name.strip(), players)] = -1
        return changes

    def cards(self, cell: str) -> list[Card]:
        """Any number of cards with spaces or commas between them."""
        return [self.card(word) for word in cell.replace(",", " ").split()]

    def card(self, word: str) -> Card:
        """One card, with the letters of the mapping before those of the language."""
        if word.casefold() in self._unseen:
            return Card("??")
        plain = word[1:] + word[0] if self._cards.suit_first and len(word) > 1 else word
        rank, suit = plain[:-1].casefold(), plain[-1:].casefold()
        if word.casefold() in self._ranks:  # a rank alone: the suit was not written down
            plain = self._ranks[word.casefold()] + "?"
        elif rank in self._ranks or suit in self._suits:
            own = (self._ranks.get(rank, rank), self._suits.get(suit, suit))
            try:
                return Card("".join(own))
            except ValueError:
                pass
        try:
            return self._known[plain]
        except KeyError:
            raise Fault(refusal(word, self._cards.lang)) from None
