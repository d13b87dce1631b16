"""Cards that nothing in a deal tells apart, so that a search need not try all of them.

Two cards of a suit are alike where whatever was seen allows both or neither, and where no card that
may fall together with them ranks between them. Of such a run only the lowest and the highest are
tried: more than beating the others that fall with it, or being beaten, a card cannot do.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Final

from cardlog.engine.tricks import JACK, RANKS
from cardlog.engine.tricks.points import PIPS
from cardlog.engine.tricks.state import NINE
from cardlog.engine.unseen.places import PACK, SUIT, Places, known
from cardlog.records.cards import FULLY_KNOWN
from cardlog.records.events import Trick

Key = Callable[[int], Hashable]
JACKS: Final = sum(1 << suit * 16 + JACK for suit in range(4))


def any_card(code: int) -> Hashable:
    """What matters of a card beside its rank and suit: nothing."""
    return None


def jack(code: int) -> Hashable:
    """Of a card that is turned up: a Jack may score."""
    return JACKS >> code & 1


def itself(code: int) -> Hashable:
    """Every card counts for itself: for a trump may be High or Low."""
    return code


def points_of(places: Places, trump: int | None) -> Key:
    """Of a card that is played, where all results are wanted: what points it may bring.

    No trump is High or Low that ranks between two that are known to have been played.
    """
    if trump is None:
        return itself
    played = [mask.bit_length() - 1 for mask in _played(places) if mask & SUIT[trump]]
    low, high = min(played, default=FULLY_KNOWN), max(played, default=-1)

    def key(code: int) -> Hashable:
        if code >> 4 == trump and not low < code < high:
            return code
        return PIPS[code & 15], code >> 4 == trump and code & 15 == NINE

    return key


def _played(places: Places) -> list[int]:
    """The cards that are known to have been played, as masks."""
    uses = zip(places.uses, places.used, strict=True)
    tricks = {k for k, event in enumerate(places.events) if isinstance(event, Trick)}
    return [mask for use, mask in uses if known(mask) and use.event in tricks]


def runs(places: Places, cards: int, key: Key) -> Iterator[list[int]]:
    """These cards in runs of those that are alike, in order of rank."""
    marks = _marks(places)
    apart = PACK & ~_settled(places)
    for suit in range(4):
        run: list[int] = []
        last: Hashable = None
        for code in range(suit * 16, suit * 16 + RANKS):
            if cards >> code & 1:
                mark = marks[code], key(code)
                if run and mark != last:
                    yield run
                    run = []
                run.append(code)
                last = mark
            elif run and apart >> code & 1:
                yield run
                run = []
        if run:
            yield run


def kinds(places: Places, cards: int) -> Iterator[int]:
    """One card of each kind, where rank no longer matters: nobody takes a trick with it."""
    marks = _marks(places)
    found: set[tuple[int, int]] = set()
    for code in range(FULLY_KNOWN):
        kind = (code >> 4, marks[code])
        if cards >> code & 1 and kind not in found:
            found.add(kind)
            yield code


def _marks(places: Places) -> list[int]:
    """By card, in bits, which sightings it agrees with, and with whom it is known to have been."""
    masks = {mask for mask in (*places.masks, *places.used) if not known(mask) and mask != PACK}
    marks = [0] * FULLY_KNOWN
    for k, mask in enumerate(masks):
        for code in range(FULLY_KNOWN):
            marks[code] |= (mask >> code & 1) << k
    groups: dict[tuple[int, int], int] = {}
    for place, mask in enumerate(places.masks):
        if known(mask):
            at = (places.owner[place], places.since[place])
            group = groups.setdefault(at, len(groups) + 1)
            marks[mask.bit_length() - 1] |= group << len(masks)
    for use, mask in zip(places.uses, places.used, strict=True):
        if not use.spent and known(mask):
            marks[mask.bit_length() - 1] |= 1 << FULLY_KNOWN + len(masks) + mask.bit_length()
    return marks


def _settled(places: Places) -> int:
    """The cards that fell with none but known ones, so that nobody asks what else they beat."""
    unseen = {
        use.event for use, mask in zip(places.uses, places.used, strict=True) if not known(mask)
    }
    cards = 0
    for use, mask in zip(places.uses, places.used, strict=True):
        if use.spent and known(mask) and use.event not in unseen:
            cards |= mask
    return cards
