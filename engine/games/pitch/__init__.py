"""Pitch, also Auction Pitch or Setback: the trump suit is bid for, and the first lead makes it.

Two to seven play, each for himself, or four as two pairs (BI-AP, FO, EB-AP). Once round the table
each passes or bids how many of the four points he will make; who bid most leads, and a bid that
fails is lost. The trick rules are in engine/tricks/, the auction and the bid in auction.py, the
clauses in book.py.
"""

from __future__ import annotations

from typing import Any, Final

from cardlog.engine.all_fours import NO_WORDS, AllFours, after_gap
from cardlog.engine.all_fours.adapters import AFTER_GAP, HANDLERS, on_exposed
from cardlog.engine.all_fours.selfplay import match
from cardlog.engine.faults import UNREADABLE
from cardlog.engine.game import Dice, Playing, Table, not_here
from cardlog.engine.games.pitch import auction, gap
from cardlog.engine.games.pitch.auction import PitchState as State
from cardlog.engine.games.pitch.book import BOOK, SOURCES
from cardlog.engine.games.pitch.options import PitchOptions, read
from cardlog.engine.games.pitch.play import play
from cardlog.engine.rules import Rule
from cardlog.engine.tricks import UNCERTAIN
from cardlog.records.events import Call, Gap, Misdeal, Reveal, Trick

WORDS: Final = NO_WORDS | {
    "pass": auction.PASS,
    "1": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "smudge": auction.SMUDGE,
}
STEAL: Final = ("below_max", "always", "four_only", "never")
ALL_PASS: Final = ("stick_dealer", "free_lead", "throw_in")
SMUDGE: Final = ("bid4", "win_game", "bid5")


def on_reveal(s: State, event: Reveal) -> int:
    return on_exposed(s, event) if isinstance(event.seat, int) else not_here(s, event)


def on_misdeal(s: State, event: Misdeal) -> int:
    if isinstance(event.seat, int) and event.seat >= s.seats:
        return UNREADABLE
    return auction.thrown_in(s)


# ---- and after a gap --------------------------------------------------------------------------


def on_gap(s: State, event: Gap) -> int:
    return gap.gap_in_pitch(s)


def on_reveal_unseen(s: State, event: Reveal) -> int:
    return after_gap.on_exposed(s, event) if isinstance(event.seat, int) else not_here(s, event)


def on_call_unseen(s: State, event: Call) -> int:
    return gap.call_unseen(s, event.seat, WORDS[event.call])


def on_trick_unseen(s: State, event: Trick) -> int:
    return gap.trick_in_pitch(s, event.leader, [card.code for card in event.cards])


class Pitch(AllFours[PitchOptions]):
    """The game's declared facts."""

    name = "pitch"
    aliases = ("auction-pitch", "setback")
    title = "Pitch"
    sources = SOURCES
    handlers = HANDLERS | {Reveal: on_reveal, Misdeal: on_misdeal, Gap: on_gap}
    after_gap = AFTER_GAP | {
        Gap: on_gap,
        Reveal: on_reveal_unseen,
        Call: on_call_unseen,
        Trick: on_trick_unseen,
    }
    call = staticmethod(auction.call)
    words = WORDS
    settle = staticmethod(auction.settle)
    kind_of_state = State
    least_change = -5

    def options(self, rules: dict[str, Any], seats: int) -> PitchOptions:
        return read(rules, seats)

    def seats(self, options: PitchOptions) -> tuple[int, int]:
        return 2, 7

    def sides(self, options: PitchOptions, seats: int) -> int:
        return 2 if options.partners else seats

    def book(self, options: PitchOptions) -> tuple[Rule, ...]:
        return BOOK

    def set_options(self, state: Any, options: PitchOptions) -> None:
        super().set_options(state, options)
        state.min_bid = options.min_bid
        state.max_bid = options.max_bid
        state.dealer_steal = STEAL.index(options.dealer_steal)
        state.all_pass = ALL_PASS.index(options.all_pass)
        state.smudge = SMUDGE.index(options.smudge)
        state.pitchers_only = int(options.go_out == "pitchers_only")

    def resume(self, state: Any, options: PitchOptions) -> None:
        if not state.pitchers_only:
            super().resume(state, options)  # else one who may not go out can stand at any height

    def may_come_to(self, state: Any, changes: tuple[int, ...]) -> bool:
        """A bid that fails is lost, by one side; the first lead is a trump, so that there are High
        and Low, which count unless they were the pitcher's."""
        lost = [-change for change in changes if change < 0]
        won = [change for change in changes if change > 0]
        if lost:
            bid = len(lost) == 1 and state.min_bid <= lost[0] <= state.max_bid
            return bid and sum(won) <= auction.ALL_POINTS
        smudged = state.smudge == auction.BID5 and won == [auction.SMUDGE]
        return smudged or 2 <= sum(won) <= auction.ALL_POINTS

    def detail(self, state: Any) -> dict[str, Any]:
        return super().detail(state) | {"bid": _bid(state)}

    def view(self, state: Any) -> dict[str, Any]:
        bid = state.bid if state.calls else 0
        seen = {"bid": bid, "bidder": state.bidder} if bid else {}
        return super().view(state) | seen

    def play(self, state: Any, table: Table, dice: Dice) -> Playing:
        return match(state, table, dice, play)


def _bid(state: State) -> dict[str, Any] | None:
    if not state.bid:
        return None
    made = None if state.made == UNCERTAIN else state.made == auction.MADE
    return {"side": int(state.bidder % state.sides), "value": int(state.bid), "made": made}


GAME = Pitch()
