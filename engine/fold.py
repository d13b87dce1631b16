"""Folding a record: start, apply event after event, and write down what each deal came to.

    fold = begin(record)      raises RecordError where the record is no game of ours
    fold.run()                to the end, or to the first event that the rules forbid
    fold.run(until=k)         events 0 to k-1

A fold compares every seat and card with what the state allows, so a fold without a fault has
also proved that the record is well formed. Only when something was wrong does it look whether
the event was illegal or the record unreadable (`_stop`), and pays for sentences and lists.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from operator import length_hint
from typing import Any, Final

import msgspec

from cardlog.engine import faults, games
from cardlog.engine.game import Game
from cardlog.engine.options import Options
from cardlog.engine.rules import Rule, in_force
from cardlog.engine.state import CLAIMED, DEAL_BEGUN, DEAL_DONE, DEAL_VOID, OPEN, OVER, State
from cardlog.records import game as records
from cardlog.records.cards import Card
from cardlog.records.errors import RecordError
from cardlog.records.events import Extension, Kept, Note, Ruling, Score
from cardlog.records.game import Record


class DealEntry:
    """What the scorebook holds of one deal; `last` and `changes` are None while it goes on."""

    __slots__ = ("changes", "dealer", "detail", "first", "last", "void")

    def __init__(self, first: int, dealer: int) -> None:
        self.first = first
        self.last: int | None = None
        self.dealer = dealer
        self.void = False
        self.changes: tuple[int, ...] | None = None
        self.detail: dict[str, Any] = {}


class Fault(msgspec.Struct, frozen=True):
    """An event's fault, not yet put into words: `event` is None for the whole record."""

    event: int | None
    code: int


class Fold:
    """A fold under way. `index` is the next event; `stopped` says why it went no further."""

    def __init__(
        self, record: Record, game: Game[Any, Any], options: Options, state: State
    ) -> None:
        self.record = record
        self.game = game
        self.options = options
        self.state = state
        self.index = 0
        self.keeps_score = True  # whether `deals` is written: an audit needs it only to explain
        self.deals: list[DealEntry] = []
        self.claims: list[Fault] = []  # false claims; the fold goes on after them
        self.stopped: Fault | None = None

    def run(self, until: int | None = None) -> Fold:
        """Apply the events before `until` (default all) that have not been applied yet."""
        if self.stopped:
            return self
        if until is not None and self.ruled is not None and until > self.ruled:
            self.run(until=self.ruled)
            check(self.record, self.game, self.options)
            self.stopped = self.stopped or Fault(self.ruled, faults.RULING)
            return self
        events = self.record.events
        if self.index or until is not None:
            events = events[self.index : until]
        heed = DEAL_BEGUN if self.keeps_score else CLAIMED
        rest = iter(events)
        self.index += len(events)
        while True:
            code, event = self.game.advance(self.state, rest, heed)
            if code == 0:
                return self
            index = self.index - length_hint(rest) - 1
            if code > 0:
                self.index = index
                self._stop(index, code)
                return self
            if type(event) is Score:
                for false in self.game.false_claims(self.state, event):
                    self.claims.append(Fault(index, false))
            if self.keeps_score:
                self._note(index, code)

    def _note(self, index: int, milestone: int) -> None:
        """Write down what a legal event brought about."""
        state = self.state
        if milestone == DEAL_BEGUN:
            self.deals.append(DealEntry(index, state.dealer))
            return
        entry = self.deals[-1]
        entry.last = index
        if milestone == DEAL_DONE or (milestone == CLAIMED and entry.changes is None):
            entry.changes = tuple(state.changes)
            entry.detail = self.game.detail(state)
        elif milestone == DEAL_VOID:
            entry.void = True
            entry.changes = (0,) * len(state.changes)

    def _stop(self, index: int, code: int) -> None:
        """The fold goes no further. Raises RecordError where the record is unreadable."""
        check(self.record, self.game, self.options)
        assert code != faults.UNREADABLE, "the check must find what the rule met"
        if self.ruled is not None and self.ruled <= index:
            # What was folded from there on does not stand.
            vars(self).update(vars(begin(self.record).run(until=self.ruled + 1)))
        else:
            self.stopped = Fault(index, code)

    @cached_property
    def ruled(self) -> int | None:
        """The earliest event that a ruling changes. A ruling is known before the fold, and this
        version does not apply it yet: what comes from that event on cannot be told."""
        return min(
            (
                e.event
                for e in self.record.events
                if type(e) is Ruling
                and e.effect in ("stands", "undone", "replaced")
                and e.event is not msgspec.UNSET
            ),
            default=None,
        )

    @property
    def status(self) -> str:
        """`finished`, `unfinished` or `illegal` (cli/README.md)."""
        if self.stopped and self.stopped.code not in faults.STOPS:
            return "illegal"
        if self.stopped and self.stopped.code == faults.UNKNOWN_KIND:
            return "unfinished"
        return "finished" if self.state.phase == OVER else "unfinished"

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won; all of them where they are joint winners."""
        mask = self.state.winner_mask
        return tuple(side for side in range(len(self.state.standing)) if mask >> side & 1)

    @property
    def standing(self) -> tuple[int | None, ...]:
        """Lives, tokens or points by side; None where unseen cards leave it open."""
        pairs = zip(self.state.standing, self.state.doubt, strict=True)
        return tuple(None if doubt else points for points, doubt in pairs)

    def last_event_of(self, entry: DealEntry) -> int:
        """Where the deal ends; for one that goes on, its last event with an effect so far."""
        if entry.last is not None:
            return entry.last
        for index in range(self.index - 1, entry.first, -1):
            if type(self.record.events[index]) not in (Note, Extension):
                return index
        return entry.first


def begin(record: Record) -> Fold:
    """A fold before its first event.

    Raises RecordError for an unknown game, options that are unknown, out of range, or
    contradicting, and a `standing` that this game cannot have. A number of players that the
    game does not allow is a fault: the fold is then stopped from the start. Raises TypeError for
    anything but a Record.
    """
    if not isinstance(record, Record):
        raise TypeError(f"expected a Record, as cardlog.load(path) gives, got {type(record)}")
    seats = len(record.players)
    key = _key(record.rules)
    read = _options if len(key) < LONG_RULES else _options.__wrapped__
    game, options = read(record.game, key, seats)
    least, most = game.seats(options)
    given = None if record.standing is msgspec.UNSET else record.standing
    if not least <= seats <= most:
        check(record, game, options)
        fold = Fold(record, game, options, State(seats, []))
        fold.stopped = Fault(None, faults.PLAYERS)
        return fold
    return Fold(record, game, options, game.start(options, seats, given))


LONG_RULES: Final = 2000  # bytes of options that are not worth remembering
_key = msgspec.json.Encoder(order="sorted").encode


@lru_cache(maxsize=1024)
def _options(name: str, rules: bytes, seats: int) -> tuple[Game[Any, Any], Options]:
    """A game with its options as read: most records of an archive share theirs."""
    game = games.find(name)
    return game, game.options(msgspec.json.decode(rules), seats)


def clauses(fold: Fold) -> tuple[Rule, ...]:
    """The clauses in force under the record's options."""
    return in_force(fold.game.book(fold.options), fold.options)


def check(record: Record, game: Game[Any, Any], options: Options) -> None:
    """Raise RecordError where an event names a seat, a side or a card that does not exist here."""
    records.check_events(record)
    sides = game.sides(options, len(record.players))
    if record.standing is not msgspec.UNSET and len(record.standing) != sides:
        raise RecordError(f"`standing` has {len(record.standing)} numbers: expected {sides}")
    for index, event in enumerate(record.events):
        if type(event) is Score:
            _check_score(event, index, sides)
        if type(event) is Ruling:
            _check_ruling(event, index, sides, len(record.events))
        if not isinstance(event, Kept):
            for card in _cards(event):
                if game.unknown_card(options, card.code):
                    raise RecordError(f"{card} is no card of this game's pack", event=index)


def _check_ruling(ruling: Ruling, index: int, sides: int, events: int) -> None:
    if ruling.event is not msgspec.UNSET and ruling.event >= events:
        raise RecordError(
            f"a ruling on event {ruling.event}: expected 0 to {events - 1}", event=index
        )
    if ruling.changes is not msgspec.UNSET and len(ruling.changes) != sides:
        raise RecordError(
            f"`changes` has {len(ruling.changes)} numbers: expected one a side, {sides}",
            event=index,
        )


def _check_score(event: Score, index: int, sides: int) -> None:
    if len(event.changes) != sides:
        raise RecordError(
            f"`changes` has {len(event.changes)} numbers: expected one a side, {sides}", event=index
        )
    if event.points is not msgspec.UNSET:
        for name, side in msgspec.structs.asdict(event.points).items():
            if type(side) is int and side >= sides:
                raise RecordError(
                    f"`points`: {name} went to side {side}, expected 0 to {sides - 1} or null",
                    event=index,
                )


def _cards(value: Any) -> list[Card]:
    """Every card that an event holds."""
    if isinstance(value, Card):
        return [value]
    if isinstance(value, tuple):
        return [card for item in value for card in _cards(item)]
    if isinstance(value, msgspec.Struct):
        return [card for name in value.__struct_fields__ for card in _cards(getattr(value, name))]
    return []


def changes_of(entry: DealEntry) -> list[int | None] | None:
    """The deal's changes with None where they are open; None while it goes on."""
    if entry.changes is None:
        return None
    return [None if change == OPEN else change for change in entry.changes]
