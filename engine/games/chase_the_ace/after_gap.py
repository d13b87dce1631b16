"""Events after a gap, up to the next deal, as the numbers that the rules take."""

from __future__ import annotations

from typing import Final

from cardlog.engine import exchange as rules
from cardlog.engine.faults import REVEAL_NOT_HELD, UNREADABLE
from cardlog.engine.game import AFTER_GAP, Handler, not_here
from cardlog.records.events import Block, Cut, Draw, Gap, Misdeal, Reveal, Score, Stay, Swap

State = rules.ExchangeState


def on_gap(s: State, event: Gap) -> int:
    return rules.gap(s)


def on_stay(s: State, event: Stay) -> int:
    return rules.stay_unseen(s, event.seat) if event.seat < s.seats else UNREADABLE


def on_swap(s: State, event: Swap) -> int:
    if event.seat >= s.seats or event.target >= s.seats:
        return UNREADABLE
    return rules.swap_unseen(s, event.seat, event.target)


def on_block(s: State, event: Block) -> int:
    if event.seat >= s.seats or event.target >= s.seats:
        return UNREADABLE
    return rules.block_unseen(s, event.seat, event.target, event.card.code)


def on_taken(s: State, event: Cut | Draw) -> int:
    if event.seat >= s.seats:
        return UNREADABLE
    return rules.take_after_gap(s, event.seat, event.card.code, int(type(event) is Draw))


def on_reveal(s: State, event: Reveal) -> int:
    if not isinstance(event.seat, int):
        return not_here(s, event)
    if event.seat >= s.seats:
        return UNREADABLE
    if len(event.cards) != 1:
        return REVEAL_NOT_HELD
    return rules.reveal_unseen(s, event.seat, event.cards[0].code)


def on_misdeal(s: State, event: Misdeal) -> int:
    if isinstance(event.seat, int) and event.seat >= s.seats:
        return UNREADABLE
    return rules.void_unseen(s)


def on_score(s: State, event: Score) -> int:
    return rules.claim_unseen(s) if len(event.changes) == s.seats else UNREADABLE


HANDLERS: Final[dict[type, Handler]] = AFTER_GAP | {
    Gap: on_gap,
    Stay: on_stay,
    Swap: on_swap,
    Block: on_block,
    Cut: on_taken,
    Draw: on_taken,
    Reveal: on_reveal,
    Misdeal: on_misdeal,
    Score: on_score,
}
