"""How a play may have broken a rule: the player held a card that he would have had to play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Final

from cardlog.engine.unseen.holding import barred_by
from cardlog.engine.unseen.places import SUIT, Places, known
from cardlog.records.events import Reveal, Trick

SUITS: Final = range(4)


def held_back(trace: Callable[[], Places], before: Any, event: int) -> Iterator[Places]:
    """The places, each time narrowed so that one of the plays of a trick was against the rules."""
    plain = trace()
    trump_ref = _trump(plain, event)
    if trump_ref is None:
        return
    lead, *replies = plain.refs[event]
    for reply in replies:
        for suits in product(SUITS, repeat=3):
            barred = barred_by(before.strict, before.must_trump, *suits)
            refs = dict(zip((trump_ref, lead, reply), suits, strict=False))
            if barred and all(plain.mask(ref) & SUIT[suit] for ref, suit in refs.items()):
                for place, mask in _may_hold(plain, ~reply, barred):
                    narrowed = trace()
                    for ref, suit in zip((trump_ref, lead, reply), suits, strict=True):
                        narrowed.put(ref, narrowed.mask(ref) & SUIT[suit])
                    narrowed.put(place, narrowed.mask(place) & mask)
                    for use in _before(plain, ~reply):
                        if not known(plain.used[use]) or known(mask):
                            narrowed.put(~use, narrowed.mask(~use) & ~mask)
                    if all((*narrowed.masks, *narrowed.used)):
                        yield narrowed


def _trump(places: Places, event: int) -> int | None:
    """The place or the use that made trumps before this trick; None for none."""
    turned = [
        k
        for k, each in enumerate(places.events[:event])
        if isinstance(each, Reveal) and not isinstance(each.seat, int) and k in places.refs
    ]
    if turned:
        return places.refs[turned[-1 if places.aside else 0]][0]
    tricks = (k for k, each in enumerate(places.events) if isinstance(each, Trick))
    first = next(tricks, None)
    return None if first is None else places.refs[first][0]


def _may_hold(places: Places, use: int, barred: int) -> Iterator[tuple[int, int]]:
    """The places that may hold a barred card when this is played, and which; of alike ones one."""
    seat = places.uses[use].seat
    unseen = any(not known(places.used[other]) for other in _before(places, use))
    tried = set()
    for place in places.lines[seat][: places.lines[seat].index(~use)]:
        if place >= 0 and (key := (places.since[place], places.masks[place])) not in tried:
            tried.add(key)
            mask = places.masks[place] & barred
            if unseen:  # each by itself, as none of those may have been this one
                yield from ((place, 1 << code) for code in range(64) if mask >> code & 1)
            elif mask:
                for other in _before(places, use):
                    mask &= ~places.used[other]
                if mask:
                    yield place, mask


def _before(places: Places, use: int) -> Iterator[int]:
    """What the player had played or put away before."""
    line = places.lines[places.uses[use].seat]
    return (~step for step in line[: line.index(~use)] if step < 0 and places.uses[~step].spent)
