"""The unseen cards of one deal of Chase the Ace.

Every sighting is traced back to the place where the card lay after the deal (trace.py), so each
place has a domain, the cards that it may be; the pack has each card only so often (matching.py).
What the rules allow is asked of the engine: it plays the deal with the cards filled in, and where
it finds a fault, the places that the fault rests on are narrowed until there is a lawful deal or
none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from cardlog.engine import exchange as rules
from cardlog.engine.exchange.state import ACE_OF_SPADES
from cardlog.engine.game import Game
from cardlog.engine.games.chase_the_ace.decks import DECKS
from cardlog.engine.state import DONE, OVER
from cardlog.engine.unseen.hidden import (
    EVERY,
    PATIENCE,
    Events,
    Hidden,
    Undecided,
    blurred,
    fault_in,
)
from cardlog.engine.unseen.matching import match
from cardlog.engine.unseen.trace import NOT_TAKEN, Course, Domains, courses, pack_of
from cardlog.records.cards import UNKNOWN, Card
from cardlog.records.events import AnyEvent, Deal, Reveal


class HiddenExchange(Hidden):
    """One deal with unseen cards, of stand-ins where the pack is a special one."""

    before: rules.ExchangeState

    def __init__(
        self,
        game: Game[Any, Any],
        before: Any,
        events: Sequence[AnyEvent],
        patience: int = PATIENCE,
    ) -> None:
        super().__init__(game, before, events, patience)
        self.deck = DECKS[before.deck]
        self.copies = before.copies
        self.strength = before.strength
        self.by_strength = pack_of(before.deck)[1]
        read = map(self.deck.translated, self.events) if self.deck.special else self.events
        self.courses = tuple(courses(before, tuple(read)))
        self.tried = 0

    def explain(self, seen: int = EVERY, lawful: int = EVERY) -> Events | None:
        if seen != EVERY:
            return type(self)(self.game, self.before, blurred(self.events, seen)).explain(
                lawful=lawful
            )
        self.tried = 0
        for course in self.courses:
            deal = self._lawful(course, course.domains(self.before), lawful)
            if deal is not None:
                return self._filled(course, deal)
        return None

    def ways(self, lawful: int = EVERY) -> Iterator[Events]:
        self.tried = 0
        for course in self.courses:
            domains = course.domains(self.before)
            deal = self._lawful(course, domains, lawful)
            if deal is None:
                continue
            ends = [domains[place] for place in course.ends if place >= 0]
            told = all(map(self._ranked, ends)) and not self.before.ace_of_spades
            if told or not self._decided(course, deal, lawful):
                yield self._filled(course, deal)
                continue
            domains = self._narrowed(course, domains, lawful)
            for part in self._results(course, domains):
                self._count()
                deal = self._lawful(course, part, lawful)
                if deal is not None:
                    yield self._filled(course, deal)

    def breach(self, event: int) -> Events | None:
        others = EVERY & ~(1 << event)
        self.tried = 0
        for course in self.courses:
            domains = course.domains(self.before)
            for place in {*range(course.hands), course.taken} - {NOT_TAKEN}:
                for alike in self.by_strength.values():
                    part = [*domains[:place], domains[place] & alike, *domains[place + 1 :]]
                    if part[place] and not self._may_keep(course, part, place, 1 << event):
                        deal = self._lawful(course, part, others)
                        if deal is not None:
                            return self._filled(course, deal)
        return None

    # ---- asking the engine ----

    def _lawful(self, course: Course, domains: Domains, lawful: int) -> list[int] | None:
        """A card for every place so that the events of `lawful` keep the rules."""
        while True:
            deal = match(domains, self.copies)
            if deal is None:
                return None
            if self._keeps_rules(course, deal, lawful):
                return deal
            blame = self._blame(course, domains, deal, lawful)
            if len(blame) != 1:
                return self._split(course, domains, deal, blame, lawful)
            place = blame[0]
            domains = self._narrow(course, domains, place, lawful)
            domains[place] &= ~(1 << deal[place])

    def _split(
        self, course: Course, domains: Domains, deal: list[int], blame: list[int], lawful: int
    ) -> list[int] | None:
        """Not all of these places can have such cards: one of them has another."""
        domains = list(domains)
        for place in blame:
            card = 1 << deal[place]
            other = list(domains)
            other[place] &= ~card
            found = self._lawful(course, other, lawful) if other[place] else None
            if found is not None:
                return found
            domains[place] &= card
        return None

    def _blame(self, course: Course, domains: Domains, deal: list[int], lawful: int) -> list[int]:
        """Open places whose cards break the rules whatever lies in the others; none to spare."""
        part = list(deal)
        blame = []
        for place, cards in enumerate(domains):
            if cards & (cards - 1):
                part[place] = UNKNOWN
                if self._keeps_rules(course, part, lawful):
                    part[place] = deal[place]
                    blame.append(place)
        return blame

    def _narrow(self, course: Course, domains: Domains, place: int, lawful: int) -> Domains:
        """Leave in one place only cards that keep the rules, with nothing known of the others.

        One card answers for its rank, unless it breaks a rule: then it may be for its suit, since
        another card has to be the one that it is.
        """
        kept = 0
        for alike in self.by_strength.values():
            part = [*domains[:place], domains[place] & alike, *domains[place + 1 :]]
            if part[place] and self._may_keep(course, part, place, lawful):
                kept |= part[place]
                continue
            for card in _each(part[place]):
                part[place] = card
                if self._may_keep(course, part, place, lawful):
                    kept |= card
        return [*domains[:place], kept, *domains[place + 1 :]]

    def _may_keep(self, course: Course, domains: Domains, place: int, lawful: int) -> bool:
        """Whether rules are kept with a card of its domain in one place, whatever the others are.

        False as well where no deal has such a card there.
        """
        fits = match(domains, self.copies)
        if fits is None:
            return False
        deal = [UNKNOWN] * course.places
        deal[place] = fits[place]
        return self._keeps_rules(course, deal, lawful)

    def _ranked(self, cards: int) -> bool:
        """Whether these cards are all of one rank."""
        lowest = (cards & -cards).bit_length() - 1
        return not cards or not cards & ~self.by_strength[self.strength[lowest]]

    def _narrowed(self, course: Course, domains: Domains, lawful: int) -> Domains:
        """The domains without the cards that would break a rule wherever the others lie."""
        for place in (*range(course.hands), course.taken):
            if place >= 0 and not self._ranked(domains[place]):
                domains = self._narrow(course, domains, place, lawful)
        return domains

    def _keeps_rules(self, course: Course, deal: list[int], lawful: int) -> bool:
        """Whether the engine finds no fault in the events of `lawful`; UNKNOWN tells nothing."""
        self._count()
        state = self.before.copy()
        events = self._filled(course, deal)
        if lawful == EVERY:
            return fault_in(self.game, state, events) == 0
        for k, event in enumerate(events):
            code = self.game.apply(state, event)
            if code > 0 and lawful >> k & 1:
                return False
            if code > 0 and self.game.let_stand(state, event, code) > 0:
                return True  # nobody can say what follows
        return True

    def _filled(self, course: Course, deal: list[int]) -> Events:
        """The events with the cards of a deal; as written where that is UNKNOWN."""
        events = list(self.events)
        hands: dict[int, Card] = {}
        for event, place, code in course.sights:
            if place < 0 or deal[place] == UNKNOWN or deal[place] == code:
                continue
            card = self.deck.card(deal[place])
            if event == 0:
                hands[place] = card
            elif isinstance(events[event], Reveal):
                events[event] = replace(events[event], cards=(card,))
            else:
                events[event] = replace(events[event], card=card)
        if hands:
            events[0] = _dealt(events[0], hands)
        return tuple(events)

    # ---- results ----

    def _decided(self, course: Course, deal: list[int], lawful: int) -> bool:
        state = self.before.copy()
        for k, event in enumerate(self._filled(course, deal)):
            code = self.game.apply(state, event)
            if code > 0 and (lawful >> k & 1 or self.game.let_stand(state, event, code) > 0):
                break
        return state.phase in (DONE, OVER)

    def _results(self, course: Course, domains: Domains) -> Iterator[Domains]:
        """The domains, split by who is lowest, and with what."""
        ends = [place for place in course.ends if place >= 0]
        for strength in sorted(self.by_strength):
            low = self.by_strength[strength]
            higher = sum(m for s, m in self.by_strength.items() if s > strength)
            parts = self._lowest(domains, ends, low, higher, 0)
            for part, count in parts:
                if count:
                    yield from self._with_ace(part, ends) if self.before.ace_of_spades else (part,)

    def _lowest(
        self, domains: Domains, ends: list[int], low: int, higher: int, count: int
    ) -> Iterator[tuple[Domains, int]]:
        """Every choice of who has the lowest card, as domains that may have a deal."""
        if not ends:
            yield domains, count
            return
        self._count()
        place, rest = ends[0], ends[1:]
        for mask, more in ((low, 1), (higher, 0)):
            cards = domains[place] & mask
            if cards and count + more <= low.bit_count() * self.copies:
                narrowed = [*domains[:place], cards, *domains[place + 1 :]]
                yield from self._lowest(narrowed, rest, low, higher, count + more)

    def _with_ace(self, domains: Domains, ends: list[int]) -> Iterator[Domains]:
        """A15: whoever has the ace of spades, which may cost two, or that nobody has it."""
        ace = 1 << ACE_OF_SPADES
        holders = [place for place in ends if domains[place] & ace]
        for k, place in enumerate(holders):
            part = list(domains)
            part[place] = ace
            for other in holders[:k]:
                part[other] &= ~ace
            yield part
        yield [d & ~ace if p in holders else d for p, d in enumerate(domains)]

    def _count(self) -> None:
        self.tried += 1
        if self.tried > 2 * self.patience:
            raise Undecided


def _dealt(event: AnyEvent, cards: dict[int, Card]) -> AnyEvent:
    """The deal with some of its cards filled in, by place."""
    assert isinstance(event, Deal)
    place = 0
    hands = []
    for hand in event.hands:
        hands.append(tuple(cards.get(place + k, card) for k, card in enumerate(hand)))
        place += len(hand)
    if event.stock is UNSET:
        return replace(event, hands=tuple(hands))
    stock = tuple(cards.get(place + k, card) for k, card in enumerate(event.stock))
    return replace(event, hands=tuple(hands), stock=stock)


def _each(mask: int) -> Iterator[int]:
    """The cards of a mask, each as a mask."""
    while mask:
        yield mask & -mask
        mask &= mask - 1
