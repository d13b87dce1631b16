"""After an illegal event: going on from the least departure that the rules allow.

The fold itself stops at the first illegal event. An audit goes on, so that independent faults are
told apart from their consequences: it tries what may have been meant, that the event did not
happen, that it stands all the same, or that an event before it was not written down, and keeps the
one with which the rest of the record goes furthest. Every later finding depends on that.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple, get_args

from msgspec import to_builtins
from msgspec.structs import replace

from cardlog.engine import faults
from cardlog.engine.explain import finding
from cardlog.engine.fold import Fold
from cardlog.engine.legal import ANY
from cardlog.engine.rules import Finding
from cardlog.engine.scorebook import Fault
from cardlog.engine.state import ANYBODY, State
from cardlog.records.events import (
    AnyEvent,
    Block,
    Call,
    CallWord,
    Cut,
    Deal,
    Discard,
    Draw,
    Misdeal,
    Reveal,
    Stay,
    Trick,
)

MOST_MISSING: Final = 3  # events that are assumed to be missing at one place
MOST: Final = 12  # departures from one record; a record with more is another game
UNDONE, STANDS, MISSING, REPLACED, VOID = "undone", "stands", "missing", "replaced", "void"

SILENT: Final = ("pass", "stand")  # calls that a scribe may leave out
LIKELY: Final = (MISSING, REPLACED, STANDS, UNDONE)  # from the last to think of to the first


class Way(NamedTuple):
    """One way on: what is assumed of the illegal event, and the fold that follows."""

    assumed: str
    fold: Fold
    events: tuple[AnyEvent, ...] = ()  # what is assumed to be missing before it, or to be meant

    @property
    def reach(self) -> tuple[int, int, int, int]:
        """How good a way it is: how far it goes, also without the next event that is in its way;
        with how few false claims. Where more is amiss later, an event that counts in some form is
        less of a departure than one that did not happen."""
        end = _end(self.fold)
        whole = self.fold.stopped is None
        further = end if whole else _end(_twin(self.fold, end + 1).run())
        likely = LIKELY if whole else LIKELY[::-1]
        return end, further, -len(self.fold.claims), likely.index(self.assumed)


def _end(fold: Fold) -> int:
    return len(fold.events) if fold.stopped is None else fold.index


Meant = Mapping[int, tuple[int, AnyEvent | None]]


class Step(NamedTuple):
    """An illegal event, the fold that stopped at it, and the way on, if there is one."""

    fault: Fault
    fold: Fold
    way: Way | None


def steps_on(fold: Fold, meant: Meant) -> Iterator[Step]:
    """The way on from the illegal event at which a fold stopped, from one such event to another.

    `meant` is what follows from rulings (following.py): where an event is in the way only because
    of one, the way on is as the ruling has it.
    """
    for _ in range(MOST):
        fault = fold.stopped
        if fault is None or fault.event is None or fault.code in faults.STOPS:
            return
        way = None if fault.code == faults.OVER else _best(fold, fault, meant)
        yield Step(fault, fold, way)
        if way is None:
            return
        fold = way.fold


def onwards(steps: Iterable[Step]) -> Iterator[Finding]:
    """The findings for the illegal events of a way on, and what is found between them."""
    depends: int | None = None
    for fault, fold, way in steps:
        found = finding(fold, fault)
        if way is not None:
            assumed = to_builtins(way.events)
            facts = found.facts | ({"assumed": list(assumed)} if assumed else {})
            found = replace(found, assumed=way.assumed, facts=facts)
        yield replace(found, depends=depends)
        if way is None:
            return
        depends = fault.event
        for claim in way.fold.claims[len(fold.claims) :]:
            yield replace(finding(way.fold, claim), depends=depends)


def _best(fold: Fold, fault: Fault, meant: Meant) -> Way | None:
    """The way on that goes furthest; where none goes anywhere, the deal is taken as void."""
    assert fault.event is not None
    ruled = _as_meant(fold, fault.event, meant)
    if ruled is not None:
        return ruled
    best = max(_ways(fold, fault, fault.event), key=lambda way: way.reach)
    end, further, *_ = best.reach
    if end <= fault.event + 1 < len(fold.events) and further <= fault.event + 2:
        return _void(fold, fault.event) or best
    return best


def _as_meant(fold: Fold, index: int, meant: Meant) -> Way | None:
    """Go on as it follows from a ruling; None where it does not."""
    _, event = meant.get(index, (None, None))
    if event is None:
        return None
    twin = _twin(fold, index + 1)
    code = twin.game.apply(twin.state, event)
    if code > 0:
        return None
    twin.note(index, code)
    return Way(REPLACED, twin.run(), (event,))


def _void(fold: Fold, index: int) -> Way | None:
    """Go on at the next deal, as if this one had been void; None where there is none."""
    deals = (k for k in range(index + 1, len(fold.events)) if type(fold.events[k]) is Deal)
    following = next(deals, None)
    if following is None:
        return None
    twin = _twin(fold, following)
    code = twin.game.apply(twin.state, Misdeal())
    if code <= 0:
        twin.note(index, code)
    twin.state.next_dealer = ANYBODY  # who deals after a deal that went wrong is not judged
    return Way(VOID, twin.run())


def _ways(fold: Fold, fault: Fault, index: int) -> Iterator[Way]:
    event = fold.events[index]
    undone = _twin(fold, index + 1)
    yield Way(UNDONE, undone.run())
    stands = _twin(fold, index + 1)
    code = stands.game.let_stand(stands.state, event, fault.code)
    if code <= 0:
        stands.note(index, code)
        yield Way(STANDS, stands.run())
    for meant in _readings(event, len(fold.record.players)):
        read = _twin(fold, index + 1)
        code = read.game.apply(read.state, meant)
        if code <= 0:
            read.note(index, code)
            yield Way(REPLACED, read.run(), (meant,))
    for missing in _unwritten(fold, fold.state, event, fault.code, MOST_MISSING):
        twin = _twin(fold, index)
        for each in missing:
            twin.note(index - 1, twin.game.apply(twin.state, each))
        yield Way(MISSING, twin.run(), missing)


def _readings(event: AnyEvent, seats: int) -> Iterator[AnyEvent]:
    """What may have been meant: a card that was misread, another word or another seat."""
    if isinstance(event, (Block, Cut, Draw)):
        yield replace(event, card=ANY)
    elif isinstance(event, (Reveal, Trick, Discard)):
        for k in range(len(event.cards)):
            cards = (*event.cards[:k], ANY, *event.cards[k + 1 :])
            yield replace(event, cards=cards)
    elif isinstance(event, Call):
        for word in get_args(CallWord):
            yield replace(event, call=word)
    for name in ("seat", "target", "dealer", "leader"):
        if type(getattr(event, name, None)) is int:
            for seat in range(seats):
                yield replace(event, **{name: seat})


def _unwritten(
    fold: Fold, state: State, event: AnyEvent, code: int, most: int
) -> Iterator[tuple[AnyEvent, ...]]:
    """Events that may have happened unwritten, after which this one would be legal."""
    ideas = [told for idea in fold.game.ideas(state) if (told := _tells_nothing(idea))]
    after = state.copy()
    for missing in dict.fromkeys(ideas):
        if fold.game.apply(after, missing) > 0:
            continue  # and changed nothing, so that the copy is as good as new
        then = fold.game.apply(after, event)
        if then <= 0:
            yield (missing,)
        elif then == code and most > 1:
            for more in _unwritten(fold, after, event, code, most - 1):
                yield (missing, *more)
        after = state.copy()


def _tells_nothing(event: AnyEvent) -> AnyEvent | None:
    """An event that can be assumed without inventing a card; None for any other."""
    if isinstance(event, Draw):
        return replace(event, card=ANY)
    if isinstance(event, Reveal):
        return replace(event, cards=(ANY,))
    if isinstance(event, Call):
        return event if event.call in SILENT else None
    return event if isinstance(event, (Stay, Misdeal)) else None


def _twin(fold: Fold, index: int) -> Fold:
    """A fold that stands where this one does and goes on at `index`."""
    twin = copy.copy(fold)
    twin.state = fold.state.copy()
    twin.deals = [copy.copy(entry) for entry in fold.deals]
    twin.claims = list(fold.claims)
    twin.ruled_on = list(fold.ruled_on)
    twin.stopped = None
    twin.index = index
    return twin
