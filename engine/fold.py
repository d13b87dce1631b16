"""Folding a record: start, apply event after event, and write down what each deal came to.

    fold = begin(record)      raises RecordError where the record is no game of ours
    fold.run()                to the end, or to the first event that the rules forbid
    fold.run(until=k)         events 0 to k-1

A fold compares every seat and card with what the state allows, so a fold without a fault has
also proved that the record is well formed. Only when something was wrong does it look whether
the event was illegal or the record unreadable (`_stop`), and pays for sentences and lists.
"""

from __future__ import annotations

from functools import lru_cache
from operator import length_hint
from typing import Any, Final

import msgspec

from cardlog.engine import faults, games, rulings
from cardlog.engine.game import Game
from cardlog.engine.options import Options
from cardlog.engine.readable import check
from cardlog.engine.rules import Rule, in_force
from cardlog.engine.scorebook import DealEntry, Fault, taken_back
from cardlog.engine.state import (
    CLAIMED,
    DEAL_BEGUN,
    DEAL_DONE,
    DEAL_LOST,
    DEAL_VOID,
    OVER,
    UNRECORDED,
    State,
)
from cardlog.records.events import AnyEvent, Extension, Misdeal, Note, Ruling, Score
from cardlog.records.game import Record


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
        self.has_gap = False  # once one was met
        self.ruled: rulings.Ruled | None = None  # once rulings have been looked for and found
        self.ruled_on: list[Fault] = []  # what was wrong with events as they were written
        self._unruled = False  # True once rulings have been looked for in vain
        self.stopped: Fault | None = None

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        """The events as they count."""
        return self.record.events if self.ruled is None else self.ruled.events

    def run(self, until: int | None = None) -> Fold:
        """Apply the events before `until` (default all) that have not been applied yet."""
        if until is not None:
            self._heed_rulings()
        self._run(until)
        if self.stopped and self._heed_rulings():  # only now, so that few records pay for it
            self._run(until)
        return self

    def _run(self, until: int | None) -> None:
        if self.ruled is not None:
            end = len(self.events) if until is None else until
            for index in sorted(self.ruled.by):
                if self.index <= index < end:
                    self._apply(index)
                    if not self.stopped:
                        self._judge(index, self.ruled.by[index])
        self._apply(until)

    def _apply(self, until: int | None) -> None:
        if self.stopped:
            return
        events = self.events
        if self.index or until is not None:
            events = events[self.index : until]
        game, state, keeps_score = self.game, self.state, self.keeps_score
        heed = DEAL_BEGUN if keeps_score else CLAIMED
        rest = iter(events)
        self.index += len(events)
        while True:
            ahead = game.advance if state.phase != UNRECORDED else game.feel_ahead
            code, event = ahead(state, rest, heed)
            if code == 0:
                return
            if (
                type(event) is Score
                and code == CLAIMED
                and not keeps_score
                and state.phase != UNRECORDED
                and not game.false_claims(state, event)
            ):
                continue  # there is nothing to write down
            index = self.index - length_hint(rest) - 1
            if code > 0 and self.ruled is not None:
                code = self._by_ruling(self.ruled, index, code)
            if code > 0:
                self.index = index
                self._stop(index, code)
                return
            if type(event) is Score:
                false = self._false_claims(state, event)
                if false:
                    self._note_false(index, false)
            elif code == DEAL_LOST:
                self.has_gap = True
            if keeps_score:
                self.note(index, code)

    def _false_claims(self, state: State, score: Score) -> list[int]:
        """What is false in a score that has just been applied."""
        if state.phase == UNRECORDED:
            return self.game.impossible_claims(state, score)
        return self.game.false_claims(state, score)

    def _note_false(self, index: int, claims: list[int]) -> None:
        """Write down false claims. Raises RecordError where they name what does not exist."""
        check(self.record, self.game, self.options)
        if self.ruled is None or index not in self.ruled.stands:
            self.claims += [Fault(index, claim) for claim in claims]

    def note(self, index: int, milestone: int) -> None:
        """Write down what a legal event brought about, if anything."""
        if milestone == 0 or milestone <= DEAL_LOST:
            return
        state = self.state
        if milestone == DEAL_BEGUN:
            self.deals.append(DealEntry(index, state.dealer))
            self.deals[-1].begun(state)
            return
        entry = self.deals[-1]
        entry.last = index
        if milestone == DEAL_DONE or (milestone == CLAIMED and entry.changes is None):
            entry.done(state)
            entry.detail = self.game.detail(state)
        elif milestone == DEAL_VOID:
            entry.void = True
            entry.changes = (0,) * len(state.changes)

    def _stop(self, index: int, code: int) -> None:
        """The fold goes no further. Raises RecordError where the record is unreadable."""
        check(self.record, self.game, self.options)
        assert code != faults.UNREADABLE, "the check must find what the rule met"
        self.stopped = Fault(index, code)

    # ---- rulings ----

    def _heed_rulings(self) -> bool:
        """Start over with the events as the record's rulings have them; False where none do."""
        if self.ruled is not None or self._unruled:
            return False
        self._unruled = not rulings.any_in(self.record.events)
        if self._unruled:
            return False
        fresh = begin(self.record)
        if fresh.stopped:  # not a table that this game can be played at
            self._unruled = True
            return False
        check(self.record, self.game, self.options)
        vars(self).update(vars(fresh))
        self.ruled = rulings.read(self.record.events)
        self._break_off_void_deals()
        return True

    def _break_off_void_deals(self) -> None:
        """Where an event is illegal in a deal that is ruled void, the rest of it does not count."""
        assert self.ruled is not None
        while any(type(e) is Ruling and e.effect == "void" for e in self.ruled.events):
            trial = begin(self.record)
            trial.ruled = self.ruled
            trial._run(None)
            fault = trial.stopped
            if fault is None or fault.event is None or fault.code == faults.UNKNOWN_KIND:
                return
            ruling = rulings.voiding(self.ruled, fault.event)
            if ruling is None or self.ruled.by.get(fault.event) == ruling:
                return
            void = trial.game.apply(trial.state, Misdeal()) <= 0
            instead = Misdeal() if void else rulings.DOES_NOT_COUNT
            self.ruled = rulings.broken_off(self.ruled, fault.event, ruling, instead)

    def _judge(self, index: int, ruling: int) -> None:
        """Note what was wrong with an event that was ruled on, as it was written."""
        event = self.record.events[index]
        state = self.state.copy()
        code = self.game.apply(state, event)
        found = [code] if code > 0 and code not in faults.STOPS else []
        if type(event) is Score and not found:
            found = self._false_claims(state, event)
        self.ruled_on += [Fault(index, fault, ruling) for fault in found]

    def _by_ruling(self, ruled: rulings.Ruled, index: int, code: int) -> int:
        """What an event comes to that the rules do not take: its code, once a ruling has spoken."""
        event = self.events[index]
        if type(event) is Ruling:
            if event.effect == "adjust" and event.changes is not msgspec.UNSET:
                self.game.adjust(self.state, event.changes)
            elif event.effect == "void":
                return self._void(event)
            return 0
        anybody = index in ruled.by_anybody and code in (faults.WRONG_DEALER, faults.FIRST_DEALER)
        if index not in ruled.stands and not anybody:
            return code
        stood = self.game.let_stand(self.state, event, code)
        return faults.RULING if stood > 0 else stood

    def _void(self, ruling: Ruling) -> int:
        """A deal is void: the last is dealt again, what an earlier one brought is taken back."""
        number = len(self.deals) if ruling.deal is msgspec.UNSET else ruling.deal
        if not 1 <= number <= len(self.deals):
            return faults.RULING
        entry = self.deals[number - 1]
        if entry.void:
            return 0
        last = number == len(self.deals)
        if self.state.phase == UNRECORDED if last else entry.changes is None:
            return faults.RULING  # a gap hides what is to be taken back
        if not last:
            self.game.adjust(self.state, taken_back(self.deals, entry, self.state))
        else:
            self.game.void_last(self.state, self._before(entry))
        entry.void = True
        entry.changes = (0,) * len(self.state.changes)
        entry.detail = {}
        return 0

    def _before(self, entry: DealEntry) -> State:
        """The state before a deal."""
        earlier = begin(self.record)
        earlier.ruled = self.ruled
        earlier._run(entry.first)
        return earlier.state

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
        """Lives, tokens or points by side; None where unseen cards or a gap leave it open."""
        pairs = zip(self.state.standing, self.state.doubt, strict=True)
        return tuple(None if doubt else points for points, doubt in pairs)

    def last_event_of(self, entry: DealEntry) -> int:
        """Where the deal ends; else its last event with an effect so far, or before the next."""
        if entry.last is not None:
            uncounted = () if self.ruled is None else self.ruled.uncounted
            last = entry.last
            while last + 1 in uncounted:
                last += 1
            return last
        end = next((deal.first for deal in self.deals if deal.first > entry.first), self.index)
        for index in range(end - 1, entry.first, -1):
            if type(self.events[index]) not in (Note, Extension, Ruling):
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
    key = rules_key(record.rules)
    read = options_of if len(key) < LONG_RULES else options_of.__wrapped__
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
rules_key = msgspec.json.Encoder(order="sorted").encode


@lru_cache(maxsize=1024)
def options_of(name: str, rules: bytes, seats: int) -> tuple[Game[Any, Any], Options]:
    """A game with its options as read: most records of an archive share theirs."""
    game = games.find(name)
    return game, game.options(msgspec.json.decode(rules), seats)


def clauses(fold: Fold) -> tuple[Rule, ...]:
    """The clauses in force under the record's options."""
    return in_force(fold.game.book(fold.options), fold.options)
