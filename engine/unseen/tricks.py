"""The unseen cards of one deal of an All Fours game.

What the rules look at while they judge a deal are the cards of the tricks and the ones that are
turned up. Where all of those were seen, a lawful deal is a matching of cards to places, found at
once. The others are tried one after the other, each time asking whether the places can still have
cards; of cards that no rule and no point tells apart, only one or two are tried. What is found the
fold judges once more.

An event that need not be lawful is folded with what was seen of it, as a ruling would let it stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from cardlog.engine import tricks as rules
from cardlog.engine.faults import STOPS
from cardlog.engine.game import Game
from cardlog.engine.state import DONE, IN_PLAY, OVER
from cardlog.engine.tricks import TrickState
from cardlog.engine.unseen.alike import any_card, itself, jack, kinds, points_of, runs
from cardlog.engine.unseen.breaking import held_back
from cardlog.engine.unseen.dealing import Dealing
from cardlog.engine.unseen.hidden import EVERY, Events, Hidden, Undecided
from cardlog.engine.unseen.places import LEAD, NOBODY, Places, Use, known, suit_of
from cardlog.records.cards import UNKNOWN_SUIT
from cardlog.records.events import Draw, Reveal, Trick

TRUMP_FIXED: Final = (rules.DISCARD, rules.TRICK, rules.DRAW, DONE, OVER)


class HiddenTricks(Hidden):
    """One deal of All Fours with unseen cards."""

    def explain(self, seen: int = EVERY, lawful: int = EVERY) -> Events | None:
        return next(_Search(self, self._places(seen), lawful).found(), None)

    def ways(self, lawful: int = EVERY) -> Iterator[Events]:
        return _Search(self, self._places(), lawful, every_result=True).found()

    def breach(self, event: int) -> Events | None:
        """A deal that explains all events, in which only this one breaks a rule; None without one.

        Raises Undecided.
        """
        others = EVERY & ~(1 << event)
        deal = next(_Search(self, self._places(), others, wrong=event).found(), None)
        if deal is None and isinstance(self.events[event], Trick):
            for places in held_back(self._places, self.before, event):
                deal = next(_Search(self, places, others).found(), None)
                if deal is not None:
                    return deal
        return deal

    def _places(self, seen: int = EVERY) -> Places:
        return Places(self.before, self.events, seen)


class _Search:
    """One search for deals. The masks of the places are narrowed on the way, and put back."""

    def __init__(
        self,
        deal: Hidden,
        places: Places,
        lawful: int,
        every_result: bool = False,
        wrong: int | None = None,
    ) -> None:
        self.game: Game[Any, Any] = deal.game
        self.before: Any = deal.before
        self.lawful = lawful
        self.places = places
        self.wrong = wrong  # an event that the fold must refuse
        self.every_result = every_result
        self.results: set[str] = set()
        self.dealing = Dealing(self.places, lawful, self.before, deal.patience)

    def found(self) -> Iterator[Events]:
        """Deals that explain the events."""
        if self.places.possible and self.dealing.possible(None):
            yield from self._from(0, self.before.copy(), None)

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
            if k == self.wrong and code <= 0:
                return
            if code > 0 and code not in STOPS:
                if self.lawful >> k & 1:
                    return
                if self.game.let_stand(s, event, code) > 0 and s.phase >= IN_PLAY:
                    if k == self.wrong:
                        return  # and more would be wrong after it
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
        if s is not None and (self._told(k, s) or not self._has_place(k, s)):
            return
        places = self.places
        masks, used = places.masks.copy(), places.used.copy()
        for code in self._choices(ref, trump):
            places.put(ref, 1 << code)
            if self.dealing.possible(trump):
                if s is None:
                    yield from self._completed(trump)
                else:
                    yield from self._from(k, s.copy(), trump)
            places.masks[:], places.used[:] = masks, used

    def _has_place(self, k: int, s: TrickState) -> bool:
        """Whether an event may stand here, whatever its unseen cards are."""
        code = self.game.apply(s.copy(), self.places.now(k))
        return code <= 0 or not self.lawful >> k & 1

    def _told(self, k: int, s: TrickState) -> bool:
        """Whether the result is known before the end, since play breaks off."""
        if not self.results or s.phase != rules.TRICK:
            return False
        tricks = sum(isinstance(event, Trick) for event in self.places.events[k:])
        return tricks < s.rest and self._result(s) in self.results

    def _choices(self, ref: int, trump: int | None) -> list[int]:
        """The cards to try, those first that follow suit: they bar nothing."""
        places = self.places
        if ref >= 0:
            plays = any(not known(mask) for mask in places.used)
            turned = itself if self.every_result and plays else jack
            return _ends(runs(places, self.dealing.domains[ref], turned))
        played = points_of(places, trump) if self.every_result else any_card
        found = _ends(runs(places, self.dealing.choices[~ref], played))
        return sorted(found, key=self._promise(places.uses[~ref], trump))

    def _promise(self, use: Use, trump: int | None) -> Callable[[int], tuple[int, ...]]:
        """What to try first: to follow suit, which bars nothing, and to win if need be.

        A card that is known leaves those free that may be any.
        """
        led = -1 if use.lead == LEAD else suit_of(self.places.used[use.lead])
        high = -1 if self._next_seat(use.event) == use.seat else 1
        seen = sum(mask for mask in self.places.masks if known(mask))
        return lambda code: (
            code >> 4 != led,
            code >> 4 == trump,
            not seen >> code & 1,
            high * (code & 15),
        )

    def _next_seat(self, k: int) -> int:
        """Whose turn it was after a trick, by what was written."""
        for event in self.places.events[k + 1 :]:
            if isinstance(event, Draw):
                return event.seat
            if isinstance(event, Trick):
                return event.leader
        return NOBODY

    # ---- the rest ----

    def _completed(self, trump: int | None) -> Iterator[Events]:
        """A deal with these tricks, if there is one."""
        if not self.dealing.possible(trump):
            return
        places = self.places
        unseen = [~k for k, mask in enumerate(places.used) if not known(mask)]
        followed = [ref for ref in unseen if self._must_follow(~ref)]
        if followed:  # whose turn it was is lost, but not this
            yield from self._each(followed[0], 0, None, trump)
            return
        completed = self.dealing.completed()
        if completed is not None:
            yield self._judged(places.filled(*completed))
            return
        if unseen:
            fewest = min(unseen, key=lambda ref: places.mask(ref).bit_count())
            yield from self._quietly(fewest, trump)

    def _must_follow(self, use: int) -> bool:
        """Whether the rules look at an unseen card since it is in a trick."""
        k = self.places.uses[use].event
        return bool(self.lawful >> k & 1) and isinstance(self.places.events[k], Trick)

    def _quietly(self, ref: int, trump: int | None) -> Iterator[Events]:
        """A deal with one of the cards that may have been put away, shown, or played, unjudged."""
        places, was = self.places, self.places.used.copy()
        for code in list(kinds(places, self.dealing.choices[~ref])):
            places.put(ref, 1 << code)
            for deal in self._completed(trump):
                yield deal
                return
            places.used[:] = was

    def _judged(self, deal: Events) -> Events:
        """The deal, if the fold takes it too. Raises Undecided where they differ."""
        events = deal[: self.places.end]
        if not ~self.lawful & (1 << len(events)) - 1:
            s = self.before.copy()
            for event in events:
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
