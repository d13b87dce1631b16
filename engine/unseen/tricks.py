"""The unseen cards of one deal of an All Fours game.

What the rules look at while they judge a deal are the cards of the tricks and the ones that are
turned up. Where all of those were seen, a lawful deal is a matching of cards to places, found at
once. The others are tried one after the other, each time asking whether the places can still have
cards; of cards that no rule and no point tells apart, only one or two are tried. What is found the
fold judges once more.

An event that need not be lawful is folded with what was seen of it, as a ruling would let it stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from cardlog.engine import tricks as rules
from cardlog.engine.faults import STOPS
from cardlog.engine.game import Game
from cardlog.engine.state import DONE, IN_PLAY, OVER
from cardlog.engine.tricks import TrickState
from cardlog.engine.unseen.alike import any_card, itself, jack, kinds, pips_beside, runs
from cardlog.engine.unseen.hidden import EVERY, Events, Hidden, Undecided
from cardlog.engine.unseen.holding import (
    at_hand,
    barred_by,
    deal_out,
    open_to,
    used_from,
)
from cardlog.engine.unseen.places import LEAD, Places, known, suit_of
from cardlog.records.cards import UNKNOWN_SUIT
from cardlog.records.events import Reveal, Trick

MOST: Final = 4000  # times that all places are given cards before a search is given up
TRUMP_FIXED: Final = (rules.DISCARD, rules.TRICK, rules.DRAW, DONE, OVER)


class HiddenTricks(Hidden):
    """One deal of All Fours with unseen cards."""

    def explain(self, seen: int = EVERY, lawful: int = EVERY) -> Events | None:
        return next(_Search(self, seen, lawful).found(), None)

    def ways(self) -> Iterator[Events]:
        return _Search(self, EVERY, EVERY, every_result=True).found()


class _Search:
    """One search for deals. The masks of the places are narrowed on the way, and put back."""

    def __init__(self, deal: Hidden, seen: int, lawful: int, every_result: bool = False) -> None:
        self.game: Game[Any, Any] = deal.game
        self.before: Any = deal.before
        self.lawful = lawful
        self.places = Places(self.before, deal.events, seen)
        self.every_result = every_result
        self.results: set[str] = set()
        self.left = MOST
        self.domains: list[int] = []  # of the last time that the places were given cards
        self.barred: list[int] = [0] * len(self.places.uses)
        self.cards: list[int] = []

    def found(self) -> Iterator[Events]:
        """Deals that explain the events."""
        if self.places.possible and self._deals_out(None):
            yield from self._from(0, self.before.copy(), None)

    def _deals_out(self, trump: int | None) -> bool:
        """Whether all places can have cards, as far as is known by now."""
        self.left -= 1
        if self.left < 0:
            raise Undecided
        if trump is not None:
            self._bar(trump)
        domains = open_to(self.places, self.barred)
        cards = None if domains is None else deal_out(self.places, domains)
        if domains is None or cards is None:
            return False
        self.domains, self.cards = domains, cards
        return True

    def _bar(self, trump: int) -> None:
        """Note what players cannot have held who did not follow suit."""
        s, used = self.before, self.places.used
        for k, use in enumerate(self.places.uses):
            if use.lead != LEAD and self.lawful >> use.event & 1:
                lead, reply = used[use.lead], used[k]
                self.barred[k] = 0
                if known(lead) and known(reply):
                    self.barred[k] = barred_by(
                        s.strict, s.must_trump, trump, suit_of(lead), suit_of(reply)
                    )

    # ---- what the rules look at ----

    def _from(self, k: int, s: TrickState | None, trump: int | None) -> Iterator[Events]:
        """Deals that go on like this from event k on, given the position before it.

        The position is None where it was lost, after an event that cannot stand: only how suits
        are followed is asked from there on. `trump` is None as long as it may change.
        """
        while s is not None and k < self.places.end and self.lawful >> k:
            ref = self._looked_at(k, s)
            if ref is not None:
                yield from self._each(ref, k, s, trump)
                return
            event = self.places.now(k)
            code = self.game.apply(s, event)
            if code > 0 and code not in STOPS:
                if self.lawful >> k & 1:
                    return
                if self.game.let_stand(s, event, code) > 0 and s.phase >= IN_PLAY:
                    s = None
                    break
            if s.phase in TRUMP_FIXED and 0 <= s.trump < UNKNOWN_SUIT:
                trump = s.trump
            k += 1
        if not self.every_result or s is None:
            yield from self._completed(trump)
            return
        result = self._result(s)
        if result not in self.results:
            for deal in self._completed(trump):
                self.results.add(result)
                yield deal

    def _looked_at(self, k: int, s: TrickState) -> int | None:
        """The first unseen card of an event that the rules have to look at; None for none."""
        event = self.places.events[k]
        refs: list[int] = []
        if isinstance(event, Reveal):
            if s.phase == rules.TURN_UP and not isinstance(event.seat, int):
                refs = self.places.refs[k]
        elif isinstance(event, Trick):
            refs = self.places.refs[k]
            if not self.lawful >> k & 1:
                refs = refs[:1] if s.trump < 0 else []  # it makes trump
        return next((ref for ref in refs if not known(self.places.mask(ref))), None)

    def _each(self, ref: int, k: int, s: TrickState | None, trump: int | None) -> Iterator[Events]:
        """Deals with each of the cards that this place or use may be."""
        if s is not None and self._told(k, s):
            return
        places, was = self.places, self.places.mask(ref)
        for code in self._choices(ref, trump):
            places.put(ref, 1 << code)
            if self._deals_out(trump):
                if s is None:
                    yield from self._completed(trump)
                else:
                    yield from self._from(k, s.copy(), trump)
        places.put(ref, was)

    def _told(self, k: int, s: TrickState) -> bool:
        """Whether the result is known before the end, since play breaks off."""
        if not self.results or s.phase != rules.TRICK:
            return False
        events = self.places.events[k:]
        return sum(isinstance(e, Trick) for e in events) < s.rest and self._result(s) in self.results

    def _choices(self, ref: int, trump: int | None) -> list[int]:
        """The cards to try, those first that follow suit: they bar nothing."""
        places = self.places
        if ref >= 0:
            plays = any(not known(mask) for mask in places.used)
            key = itself if self.every_result and plays else jack
            return _ends(runs(places, self.domains[ref], key))
        cards = at_hand(places, self.domains, self.barred, ~ref)
        found = _ends(runs(places, cards, pips_beside(trump) if self.every_result else any_card))
        lead = places.uses[~ref].lead
        led = -1 if lead == LEAD else suit_of(places.used[lead])
        return sorted(found, key=lambda code: (code >> 4 != led, code >> 4 == trump))

    # ---- the rest ----

    def _completed(self, trump: int | None) -> Iterator[Events]:
        """A deal with these tricks, if there is one."""
        if not self._deals_out(trump):
            return
        places = self.places
        unseen = [~k for k, mask in enumerate(places.used) if not known(mask)]
        followed = [ref for ref in unseen if self._must_follow(~ref)]
        if followed:  # whose turn it was is lost, but not this
            yield from self._each(followed[0], 0, None, trump)
            return
        used = used_from(places, self.cards, self.barred)
        if used is not None:
            yield self._judged(places.filled(self.cards, used))
            return
        if unseen:
            yield from self._quietly(min(unseen, key=lambda ref: places.mask(ref).bit_count()), trump)

    def _must_follow(self, use: int) -> bool:
        """Whether the rules look at an unseen card since it is in a trick."""
        k = self.places.uses[use].event
        return bool(self.lawful >> k & 1) and isinstance(self.places.events[k], Trick)

    def _quietly(self, ref: int, trump: int | None) -> Iterator[Events]:
        """A deal with one of the cards that may have been put away, shown, or played, unjudged."""
        places, was = self.places, self.places.mask(ref)
        for code in kinds(places, at_hand(places, self.domains, self.barred, ~ref)):
            places.put(ref, 1 << code)
            for deal in self._completed(trump):
                yield deal
                return
        places.put(ref, was)

    def _judged(self, deal: Events) -> Events:
        """The deal, if the fold takes it too. Raises Undecided where they differ."""
        if self.lawful == EVERY:
            s = self.before.copy()
            for event in deal:
                code = self.game.apply(s, event)
                if code > 0 and code not in STOPS:
                    raise Undecided
        return deal

    def _result(self, s: TrickState) -> str:
        """What a deal comes to."""
        detail = self.game.detail(s) if s.phase in (DONE, OVER) else None
        return repr((s.winner_mask, s.changes, s.standing, detail))


def _ends(runs: Iterator[list[int]]) -> list[int]:
    """The lowest and the highest card of each run."""
    return list(dict.fromkeys(code for run in runs for code in (run[-1], run[0])))
