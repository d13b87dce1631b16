"""The unseen cards of one deal of Chase the Ace.

Cards change hands in the open, so every sighting of a card is traced back to the place where it
lay after the deal: a hand, or the stock. Each place then has a domain, the cards that it may be by
all that was seen of it; the pack has each card only so often (matching.py). What the rules allow
is asked of the engine: it plays the deal with the cards filled in, and where it finds a fault, the
places that the fault rests on are narrowed until there is a lawful deal or none. The dealer keeps
his own card where he takes a King, so both cases are looked at where it is open which it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from cardlog.engine import exchange as rules
from cardlog.engine.game import Game
from cardlog.engine.games.chase_the_ace.decks import DECKS
from cardlog.engine.state import DONE, OVER
from cardlog.engine.unseen.hidden import EVERY, Events, Hidden, Undecided, blurred
from cardlog.engine.unseen.matching import match
from cardlog.records.cards import FULLY_KNOWN, UNKNOWN, Card, known_part
from cardlog.records.events import AnyEvent, Block, Cut, Deal, Draw, Reveal, Stay, Swap

NOT_TAKEN: Final = -1  # no card was taken from the stock
MOST_WAYS: Final = 4000  # matchings that are tried for the results of one deal

Domains = list[int]
Sight = tuple[int, int, int]  # an event, a place, and the code of the card that was seen there


class Course(NamedTuple):
    """Where every card lay and went, if the dealer's card from the stock was a King or not."""

    sights: tuple[Sight, ...]
    places: int
    hands: int  # how many of the places, the first ones, are in hands
    taken: int  # the place of the card that the dealer took, or NOT_TAKEN
    king: bool | None  # whether that was a King that he did not keep; None where it is all one
    ends: tuple[int, ...]  # by seat: the place of the card it has in the end, or NOT_TAKEN


class HiddenExchange(Hidden):
    """One deal with unseen cards. All sightings are of stand-ins where the pack is a special one."""

    def __init__(self, game: Game[Any, Any], before: Any, events: Sequence[AnyEvent]) -> None:
        super().__init__(game, before, events)
        self.deck = DECKS[before.deck]
        self.copies = before.copies
        self.strength = before.strength
        self.read = [self.deck.translated(e) if self.deck.special else e for e in self.events]
        codes = [self.deck.stand_ins[c].code if self.deck.special else c.code for c in self.deck.cards]
        self.pack = sum(1 << code for code in codes)
        self.by_strength: dict[int, int] = {}
        for code in codes:
            rank = self.strength[code]
            self.by_strength[rank] = self.by_strength.get(rank, 0) | 1 << code
        self.blockers = self.mask(before.blocker)
        self.courses = tuple(self._courses())
        self.tried = 0

    def explain(self, seen: int = EVERY, lawful: int = EVERY) -> Events | None:
        if seen != EVERY:
            return type(self)(self.game, self.before, blurred(self.events, seen)).explain(
                lawful=lawful
            )
        for course in self.courses:
            deal = self._lawful(course, self._domains(course), lawful)
            if deal is not None:
                return self._filled(course, deal)
        return None

    def ways(self) -> Iterator[Events]:
        self.tried = 0
        for course in self.courses:
            domains = self._narrowed(course, self._domains(course))
            deal = self._lawful(course, domains, EVERY)
            if deal is None:
                continue
            if not self._decided(course, deal):
                yield self._filled(course, deal)
                continue
            for part in self._results(course, domains):
                self._count()
                deal = self._lawful(course, part, EVERY)
                if deal is not None:
                    yield self._filled(course, deal)

    # ---- tracing ----

    def mask(self, code: int) -> int:
        """The cards of the pack that a sighting may be."""
        if code < FULLY_KNOWN:
            return self.pack & 1 << code
        if code == UNKNOWN:
            return self.pack
        return sum(1 << c for c in _bits(self.pack) if known_part(code, c) == c)

    def _courses(self) -> Iterator[Course]:
        if self.before.stock_king == rules.KEPT:
            yield from self._trace(None)
        else:
            yield from self._trace(False)
            yield from self._trace(True)

    def _trace(self, king: bool | None) -> Iterator[Course]:
        """The courses of the deal; several where the card taken may be one of the stock's known."""
        deal = self.read[0]
        assert isinstance(deal, Deal)
        sights: list[Sight] = []
        holds = [NOT_TAKEN] * len(deal.hands)
        for seat, hand in enumerate(deal.hands):
            if len(hand) == 1:
                holds[seat] = len(sights)
            sights += [(0, len(sights) + k, card.code) for k, card in enumerate(hand)]
        stock = [] if deal.stock is UNSET else list(deal.stock)
        in_hands = len(sights)
        sights += [(0, in_hands + k, card.code) for k, card in enumerate(stock)]
        places = len(sights)
        taken = NOT_TAKEN
        for k, event in enumerate(self.read):
            if isinstance(event, Swap):
                holds[event.seat], holds[event.target] = holds[event.target], holds[event.seat]
            elif isinstance(event, Block):
                sights.append((k, holds[event.target], event.card.code))
            elif isinstance(event, Reveal) and event.seat is not UNSET and len(event.cards) == 1:
                sights.append((k, holds[event.seat], event.cards[0].code))
            elif isinstance(event, (Cut, Draw)):
                taken = places
                sights.append((k, taken, event.card.code))
                if not king:
                    holds[event.seat] = taken
        if taken == NOT_TAKEN:
            if not king:
                yield Course(tuple(sights), places, in_hands, taken, None, tuple(holds))
        elif stock:
            for place in self._lay_at(stock, in_hands, sights):
                course = Course(tuple(sights), places, in_hands, taken, king, tuple(holds))
                yield _merged(course, place)
        else:
            yield Course(tuple(sights), places + 1, in_hands, taken, king, tuple(holds))

    def _lay_at(self, stock: list[Card], first: int, sights: list[Sight]) -> Iterator[int]:
        """Where in the stock the card may have lain: on top, or anywhere where it is cut."""
        if self.before.draws_top:
            yield first
            return
        seen: set[int] = set()
        for k, card in enumerate(stock):
            if card.code not in seen:
                seen.add(card.code)
                yield first + k

    def _domains(self, course: Course) -> Domains:
        """What every place may be by all that was seen of it."""
        domains = [self.pack] * course.places
        for _, place, code in course.sights:
            if place >= 0 and code != UNKNOWN:
                domains[place] &= self.mask(code)
        if course.king is not None:
            domains[course.taken] &= self.blockers if course.king else ~self.blockers
        return domains

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
            domains = self._narrow(course, domains, blame[0], lawful)

    def _split(
        self, course: Course, domains: Domains, deal: list[int], blame: list[int], lawful: int
    ) -> list[int] | None:
        """Not all of these places can have such cards: one of them has another."""
        domains = list(domains)
        for place in blame:
            alike = self.by_strength[self.strength[deal[place]]]
            other = list(domains)
            other[place] &= ~alike
            found = self._lawful(course, other, lawful) if other[place] else None
            if found is not None:
                return found
            domains[place] &= alike
        return None

    def _blame(
        self, course: Course, domains: Domains, deal: list[int], lawful: int
    ) -> list[int]:
        """The open places whose cards break the rules, whatever lies in the others; none to spare."""
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
        """Leave in one place only cards that keep the rules, with nothing known of the others."""
        kept = 0
        free = domains[place] & ~self._elsewhere(domains, place)
        for alike in self.by_strength.values():
            some = free & alike
            if some:
                deal = [UNKNOWN] * course.places
                deal[place] = (some & -some).bit_length() - 1
                if self._keeps_rules(course, deal, lawful):
                    kept |= some
        return [*domains[:place], kept, *domains[place + 1 :]]

    def _elsewhere(self, domains: Domains, place: int) -> int:
        """The cards of which every copy is known to lie in another place."""
        full = once = 0
        for other, cards in enumerate(domains):
            if other != place and not cards & (cards - 1):
                full |= cards & once if self.copies > 1 else cards
                once |= cards
        return full

    def _narrowed(self, course: Course, domains: Domains) -> Domains:
        """The domains without the cards that would break a rule wherever the others lie."""
        for place in (*range(course.hands), course.taken):
            if place >= 0 and domains[place] & (domains[place] - 1):
                domains = self._narrow(course, domains, place, EVERY)
        return domains

    def _keeps_rules(self, course: Course, deal: list[int], lawful: int) -> bool:
        """Whether the engine finds no fault in the events of `lawful`; UNKNOWN tells nothing."""
        state = self.before.copy()
        events = self._filled(course, deal)
        if lawful == EVERY:
            return bool(self.game.advance(state, iter(events), heed=NOTHING)[0] <= 0)
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

    def _decided(self, course: Course, deal: list[int]) -> bool:
        state = self.before.copy()
        self.game.advance(state, iter(self._filled(course, deal)), heed=NOTHING)
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
        ace = 1 << rules.ACE_OF_SPADES
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
        if self.tried > MOST_WAYS:
            raise Undecided


NOTHING: Final = -99  # no milestone is heeded


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


def _merged(course: Course, place: int) -> Course:
    """The course if the card taken is the one that lay at this place of the stock."""
    sights = tuple((e, place if p == course.taken else p, code) for e, p, code in course.sights)
    ends = tuple(place if p == course.taken else p for p in course.ends)
    return course._replace(sights=sights, taken=place, ends=ends)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
