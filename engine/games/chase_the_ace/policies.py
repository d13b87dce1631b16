"""How players decide when the game plays itself: by a toss, or by the rank of the card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from cardlog.engine import exchange as rules
from cardlog.engine.game import Dice
from cardlog.engine.games.chase_the_ace.decks import Deck


class Policy(Protocol):
    """Decides for every player. It may look at what the player whose turn it is can know."""

    def new_deal(self) -> None:
        """Cards have been dealt."""

    def forced(self, seat: int, had: int, got: int) -> None:
        """A player had to give up a card and got another; both as strengths."""

    def exchanges(self, s: rules.ExchangeState, seat: int, dice: Dice) -> bool:
        """Whether this player asks his neighbour, or as the dealer takes from the stock."""

    def refuses(self, s: rules.ExchangeState, seat: int, dice: Dice) -> bool:
        """Whether a King's holder who may give it up refuses."""


class Random:
    """Everything by a toss."""

    def new_deal(self) -> None:
        """Nothing to remember."""

    def forced(self, seat: int, had: int, got: int) -> None:
        """Nothing to remember."""

    def exchanges(self, s: rules.ExchangeState, seat: int, dice: Dice) -> bool:
        return not dice.below(2)

    def refuses(self, s: rules.ExchangeState, seat: int, dice: Dice) -> bool:
        return bool(dice.below(2))


RANDOM: Final = Random()


class Threshold:
    """Exchange every card up to a rank, and never give up a King that may refuse.

    With `stand_after_gain` a player keeps the card that a forced exchange has just given him if it
    is strictly higher than the one he gave up: whoever took that one is now below him.
    """

    def __init__(self, deck: Deck, at_or_below: str, stand_after_gain: bool) -> None:
        self.most = strength_of(deck, at_or_below)
        self.stand_after_gain = stand_after_gain
        self.gained: set[int] = set()

    def new_deal(self) -> None:
        self.gained.clear()

    def forced(self, seat: int, had: int, got: int) -> None:
        if got > had and self.stand_after_gain:
            self.gained.add(seat)
        else:
            self.gained.discard(seat)

    def exchanges(self, s: rules.ExchangeState, seat: int, dice: Dice) -> bool:
        return seat not in self.gained and s.strength[s.hand[seat]] <= self.most

    def refuses(self, s: rules.ExchangeState, seat: int, dice: Dice) -> bool:
        return True


def strength_of(deck: Deck, rank: str) -> int:
    """The strength of a rank as players write it. Raises ValueError where the pack has none."""
    spelled: Callable[[str], str] = str.lower if deck.special else str.upper
    word = spelled(rank)
    if not deck.special:
        word = {"10": "T", "1": "A"}.get(word, word)
    if word not in deck.ranks:
        known = ", ".join(deck.ranks).replace("T", "10")
        raise ValueError(f"--swap-at-or-below {rank:.20}: expected one of {known}")
    return deck.ranks.index(word)
