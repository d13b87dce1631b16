"""Giving the cards of one All Fours deal to its places, as far as is known by now.

A search narrows what places and uses may be and asks each time whether there are still cards for
all of them. That is a necessary test while cards of tricks are unseen, and an exact one after.
"""

from __future__ import annotations

from typing import Any

from cardlog.engine.unseen.hidden import Undecided
from cardlog.engine.unseen.holding import at_hand, barred_by, known_uses, open_to, used_from
from cardlog.engine.unseen.matching import match
from cardlog.engine.unseen.places import LEAD, Places, known, suit_of


class Dealing:
    """The places of a deal, and what was found when they were last given cards."""

    def __init__(self, places: Places, lawful: int, before: Any, patience: int) -> None:
        self.places = places
        self.lawful = lawful
        self.rules = before.strict, before.must_trump
        self.left = patience
        self.domains: list[int] = []  # by place: the cards that it may have
        self.choices: list[int] = []  # by use: the cards that it may be of
        self._barred: list[int] = []  # by use: the cards that its player cannot have held
        self._cards: list[int] = []  # by place: the card that it was given
        self._uses: list[int] = []  # and by use, of those that leave the hand

    def possible(self, trump: int | None) -> bool:
        """Whether all places and uses can have cards. Raises Undecided after too many times.

        A use that can only be of one card is of that card from now on.
        """
        places = self.places
        while True:
            self.left -= 1
            if self.left < 0:
                raise Undecided
            self._barred = self._bars(trump)
            uses = known_uses(places)
            domains = None if uses is None else open_to(places, uses, self._barred)
            if uses is None or domains is None:
                return False
            self.choices = at_hand(places, uses, domains, self._barred)
            if not all(self.choices):
                return False
            if not self._forced():
                break
        must = sum({mask for mask in places.used if known(mask)})
        cards = match(domains, 1, must, self._cards)
        spent = None if cards is None else match(self._spent(), 1, 0, self._uses)
        if cards is None or spent is None:
            return False
        self.domains, self._cards, self._uses = domains, cards, spent
        return True

    def _forced(self) -> bool:
        """Note the uses that can only be of one card; whether there are any new ones."""
        used = self.places.used
        new = [k for k, mask in enumerate(self.choices) if known(mask) and not known(used[k])]
        for use in new:
            used[use] = self.choices[use]
        return bool(new)

    def _bars(self, trump: int | None) -> list[int]:
        """By use, what its player cannot have held who played that card, where it was lawful."""
        uses, used = self.places.uses, self.places.used
        barred = [0] * len(uses)
        if trump is None:
            return barred
        for k, use in enumerate(uses):
            if use.lead == LEAD or not known(used[k]) or not known(used[use.lead]):
                continue
            if self.lawful >> use.event & 1:
                led, played = suit_of(used[use.lead]), suit_of(used[k])
                barred[k] = barred_by(*self.rules, trump, led, played)
        return barred

    def _spent(self) -> list[int]:
        """What the cards may be that were played or put away."""
        uses = zip(self.places.uses, self.choices, strict=True)
        return [mask for use, mask in uses if use.spent]

    def completed(self) -> tuple[list[int], list[int]] | None:
        """The card of every place and of every use; None where they do not serve all uses."""
        uses = known_uses(self.places)
        assert uses is not None, "there were cards for all of them"
        used = used_from(self.places, uses, self._cards, self._barred)
        return None if used is None else (self._cards, used)
