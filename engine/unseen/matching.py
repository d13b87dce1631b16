"""Giving every unseen place a card: which cards may lie where, all at once.

A place (a card of a hand, one drawn, one in the stock) has a domain: a mask with a bit for each
card that it may be. Whether all places can have a card at the same time is a matching, found by
alternating paths (Kuhn); it decides exactly, since a pack has each card only so many times.
"""

from __future__ import annotations

from collections.abc import Sequence


def match(
    domains: Sequence[int], copies: int = 1, must: int = 0, like: Sequence[int] = ()
) -> list[int] | None:
    """A card for every place, as its bit number; None where there is no such deal.

    `copies` is how often the pack has each card. The cards of the mask `must` have to lie in one
    of the places (only with one copy). `like` are cards that fitted similar domains: they stay
    where they still may.
    """
    placed = _Placed(len(domains), copies)
    places = placed.keep(domains, like) if like else range(len(domains))
    for place in sorted(places, key=lambda k: domains[k].bit_count()):
        if not placed.give(place, domains, 0)[0]:
            return None
    return placed.cards if _cover(placed.cards, domains, must) else None


class _Placed:
    def __init__(self, places: int, copies: int) -> None:
        self.cards = [-1] * places
        self.at: dict[int, list[int]] = {}  # by card: the places that have it
        self.copies = copies
        self.gone = 0  # the cards of which no copy is left

    def keep(self, domains: Sequence[int], like: Sequence[int]) -> Sequence[int]:
        """Give every place the card it had, if it may have it and one is left; all other places.

        Most searches end here, so that it does what `_put` does without asking who lay there.
        """
        at, gone, rest = self.at, 0, []
        for place, card in enumerate(like):
            if not domains[place] & ~gone & 1 << card:
                rest.append(place)
                continue
            self.cards[place] = card
            lying = at.setdefault(card, [])
            lying.append(place)
            if len(lying) == self.copies:
                gone |= 1 << card
        self.gone = gone
        return rest

    def give(self, place: int, domains: Sequence[int], tried: int) -> tuple[bool, int]:
        """Whether a place can have a card, others moving if need be; and the cards tried."""
        free = domains[place] & ~tried & ~self.gone
        if free:  # first without moving anybody
            self._put(place, (free & -free).bit_length() - 1)
            return True, tried
        while left := domains[place] & ~tried:
            card = (left & -left).bit_length() - 1
            tried |= 1 << card
            for other in list(self.at[card]):
                moved, tried = self.give(other, domains, tried)
                if moved:
                    self._put(place, card)
                    return True, tried
        return False, tried

    def _put(self, place: int, card: int) -> None:
        if self.cards[place] >= 0:
            self.at[self.cards[place]].remove(place)
            self.gone &= ~(1 << self.cards[place])
        self.cards[place] = card
        lying = self.at.setdefault(card, [])
        lying.append(place)
        if len(lying) == self.copies:
            self.gone |= 1 << card


def _cover(cards: list[int], domains: Sequence[int], must: int) -> bool:
    """Change places until all the cards that must lie somewhere do; False where they cannot."""
    have = 0
    for card in cards:
        have |= 1 << card
    missing = must & ~have
    while missing:
        card = (missing & -missing).bit_length() - 1
        missing &= missing - 1
        if not _bring_in(card, cards, domains, must, set()):
            return False
    return True


def _bring_in(
    card: int, cards: list[int], domains: Sequence[int], must: int, tried: set[int]
) -> bool:
    """Lay this card somewhere, in the place of one that need not lie anywhere, in the end."""
    for place, domain in enumerate(domains):
        if domain >> card & 1 and place not in tried:
            tried.add(place)
            if not must >> cards[place] & 1 or _bring_in(cards[place], cards, domains, must, tried):
                cards[place] = card
                return True
    return False
