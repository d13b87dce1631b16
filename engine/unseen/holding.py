"""Which cards may lie in which place, by what their owners did with them.

A card that a player plays must have come to him before, and whoever did not follow suit held none
of the cards that he would have had to play: `barred` has for every use the mask of those. So each
place is open only to the cards that its owner could keep until he used them, or in the end.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from cardlog.engine import tricks as rules
from cardlog.engine.tricks import TrickState
from cardlog.engine.unseen.matching import match
from cardlog.engine.unseen.places import PACK, SUIT, Places, known

LEADER, FOLLOWER = range(2)
LOWEST: Final = (0, 1, 2)  # ranks of three cards, so that no two of them are the same


@cache
def barred_by(strict: int, must_trump: int, trump: int, led: int, played: int) -> int:
    """The cards that nobody may hold who plays this suit to the one led, as the rules tell.

    The rules are asked about a hand of two cards, one of them played, suit by suit.
    """
    barred = 0
    lead, reply, _ = (suit * 16 + rank for suit, rank in zip((led, played, 0), LOWEST, strict=True))
    for suit in range(4):
        s = TrickState(2, [0, 0])
        s.phase = rules.TRICK
        s.trump = trump
        s.strict, s.must_trump, s.house = strict, must_trump, strict | must_trump
        s.leader = LEADER
        s.rest = 2
        s.place[lead] = LEADER
        s.place[reply] = s.place[suit * 16 + LOWEST[-1]] = FOLLOWER
        if rules.trick(s, LEADER, [lead, reply]) > 0:
            barred |= SUIT[suit]
    return barred


class Known(NamedTuple):
    """What is known of the uses."""

    used: list[int]  # by use: the cards that it may be of, as far as others tell
    taken: int  # the cards that were played or put away
    shown: int  # the cards that players have shown


def known_uses(places: Places) -> Known | None:
    """None where a card was used twice, or shown where it was not."""
    taken = _spent(places)
    if taken is None:
        return None
    spent = (use.spent for use in places.uses)
    used = [
        mask & ~taken if leaves and not known(mask) else mask
        for leaves, mask in zip(spent, places.used, strict=True)
    ]
    shown = _shown(places, used)
    return Known(used, taken, shown) if shown is not None and all(used) else None


def open_to(places: Places, uses: Known, barred: list[int]) -> list[int] | None:
    """By place the cards that may lie there; None where none may."""
    free = PACK & ~uses.taken
    domains = [mask & free & ~uses.shown for mask in places.masks]
    for seat, line in enumerate(places.lines):
        kept = free if places.left[seat] else 0
        for step in reversed(line):
            if step >= 0:
                domains[step] = places.masks[step] & kept
            elif places.uses[~step].spent:
                kept = kept & ~barred[~step] | uses.used[~step]
    for use, mask in zip(places.uses, places.used, strict=True):
        if not use.spent and known(mask):
            for place, owner in enumerate(places.owner):
                if owner != use.seat or places.since[place] > use.event:
                    domains[place] &= ~mask
    return domains if all(domains) else None


def _spent(places: Places) -> int | None:
    """The cards that are known to have been played or put away; None where one was twice."""
    taken = 0
    for use, mask in zip(places.uses, places.used, strict=True):
        if use.spent and known(mask):
            if taken & mask:
                return None
            taken |= mask
    return taken


def _shown(places: Places, used: list[int]) -> int | None:
    """The cards that players have shown; None where one was not in that hand then.

    No unseen use that would have taken such a card elsewhere can have been of it.
    """
    shown = 0
    for show, mask in zip(places.uses, used, strict=True):
        if show.spent or not known(mask):
            continue
        shown |= mask
        for k, use in enumerate(places.uses):
            if use.seat != show.seat or (use.spent and use.event < show.event):
                if used[k] == mask:
                    return None
                used[k] &= ~mask
    return shown


def at_hand(places: Places, uses: Known, domains: list[int], barred: list[int]) -> list[int]:
    """By use the cards that it may be, as far as the player's own hand goes."""
    found = uses.used.copy()
    for line in places.lines:
        held = 0
        for step in line:
            if step >= 0:
                held |= domains[step]
                continue
            mask = places.used[~step]
            if not known(mask):
                found[~step] &= held
            if places.uses[~step].spent:
                held &= ~(barred[~step] | mask if known(mask) else barred[~step])
    return found


def used_from(places: Places, uses: Known, cards: list[int], barred: list[int]) -> list[int] | None:
    """By use its card, where the places have these; None where they do not serve all uses.

    A card that bars a later play must be used before.
    """
    found = [mask.bit_length() - 1 for mask in places.used]
    for line in places.lines:
        held = came = 0
        unseen: list[int] = []
        choice: list[int] = []
        for step in line:
            if step >= 0:
                held |= 1 << cards[step] & ~uses.taken
                came |= 1 << cards[step] & ~uses.taken
            elif places.uses[~step].spent:
                if not known(places.used[~step]):
                    unseen.append(~step)
                    choice.append(held & uses.used[~step])
                held &= ~barred[~step]
        given = match(choice, 1, came & ~held)
        if given is None:
            return None
        for use, card in zip(unseen, given, strict=True):
            found[use] = card
        if not _show(places, line, cards, found):
            return None
    return found


def _show(places: Places, line: list[int], cards: list[int], found: list[int]) -> bool:
    """Find the cards that a player showed unseen among those in hand then."""
    held = 0
    shows: dict[int, list[int]] = {}
    for step in line:
        if step >= 0:
            held |= 1 << cards[step]
        elif places.uses[~step].spent:
            held &= ~(1 << found[~step])
        else:
            together = shows.setdefault(places.uses[~step].event, [])
            together.append(~step)
            given = match([held & places.used[use] for use in together])
            if given is None:
                return False
            for use, card in zip(together, given, strict=True):
                found[use] = card
    return True
