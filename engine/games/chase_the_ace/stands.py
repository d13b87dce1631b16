"""A ruling lets an illegal event stand: what it comes to all the same.

Each fault has its remedy: for the one event the rule that it breaks is relaxed, or the position is
set to what the event shows it to have been, and then the rules are asked again. Where that is not
enough to tell what followed, the event is refused as before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cardlog.engine import exchange as rules
from cardlog.engine import faults
from cardlog.engine.games.chase_the_ace.decks import DECKS
from cardlog.engine.state import CHOOSING, DONE, EXPOSED, IN_PLAY, NOBODY, OVER, START, VOID
from cardlog.records.cards import FULLY_KNOWN, UNKNOWN
from cardlog.records.events import AnyEvent, Block, Cut, Draw, Reveal, Stay, Swap

State = rules.ExchangeState
Apply = Callable[[State, AnyEvent], int]

MOST: Final = 6  # things that may be wrong with one event
# What changes nothing where it stands: shown once more, said too late, out of place.
NOTHING: Final = (
    faults.EARLY_REVEAL, faults.REVEAL_TWICE, faults.CLAIM_PLACE, faults.NOT_THIS_GAME,
)  # fmt: skip
# The rule that is relaxed, by the setting that holds it and what switches it off.
RELAXED: Final = {
    faults.KING_MUST_BLOCK: ("must_block", rules.NO_RANK),
    faults.DEALER_KING: ("dealer_gives", 0),
    faults.LOW_NOT_SHOWN: ("warnings", 0),
}


def let_stand(s: State, event: AnyEvent, fault: int, apply: Apply) -> int:
    """Apply an illegal event; see `Game.let_stand`."""
    before = s.copy()
    for _ in range(MOST):
        code = _remedy(s, event, fault, apply)
        if code is None:
            break
        if code <= 0:
            return code
        fault = code
    for name in s.fields():
        setattr(s, name, getattr(before, name))
    return fault


def _remedy(s: State, event: AnyEvent, fault: int, apply: Apply) -> int | None:
    """The code after a remedy for this fault, None where there is none."""
    if fault in NOTHING or (fault == faults.FIRST_DEALER and s.phase in (START, CHOOSING)
                            and isinstance(event, (Cut, Draw))):  # fmt: skip
        return 0
    if fault in RELAXED:
        name, off = RELAXED[fault]
        return _relaxed(s, {name: off}, event, apply)
    if fault in (faults.WRONG_DEALER, faults.FIRST_DEALER):
        s.next_dealer = event.dealer  # type: ignore[union-attr]
        return apply(s, event)
    if fault == faults.MISDEAL and s.phase == EXPOSED:
        s.phase = rules.TURNS  # the exposed card is kept
        return apply(s, event)
    if fault in (faults.TURN_ORDER, faults.DEALER_ONLY, faults.TURN_TAKEN):
        return _out_of_turn(s, event, apply)
    if fault in (faults.WRONG_NEIGHBOUR, faults.DEALER_ASKS) and isinstance(event, Swap):
        return _asks_anybody(s, event)
    if fault in (faults.BLOCK_NO_KING, faults.BLOCK_NOT_HELD) and isinstance(event, Block):
        return apply(s, Stay(seat=event.seat))  # refused all the same: the card stays
    if fault == faults.LATE_TURN:
        return _asks_anybody(s, event) if isinstance(event, Swap) else 0
    if fault in (faults.REVEAL_NOT_HELD, faults.NOT_TOP, faults.NOT_IN_STOCK):
        return _as_shown(s, event, apply)
    return None


def _relaxed(s: State, settings: dict[str, Any], event: AnyEvent, apply: Apply) -> int:
    kept = {name: getattr(s, name) for name in settings}
    for name, value in settings.items():
        setattr(s, name, value)
    code = apply(s, event)
    for name, value in kept.items():
        setattr(s, name, value)
    return code


def _out_of_turn(s: State, event: AnyEvent, apply: Apply) -> int | None:
    """A turn taken out of order is had; then the turn goes back to whose it was."""
    seat = getattr(event, "seat", None)
    if s.phase != rules.TURNS or seat is None or not s.sitting[seat]:
        return None
    turn = s.turn
    s.turn = seat
    dealer = {"dealer": seat} if isinstance(event, (Cut, Draw)) and seat != s.dealer else {}
    code = _relaxed(s, dealer, event, apply)
    if code <= 0:
        s.phase = rules.TURNS
        s.ended |= 1 << seat
        s.house_rules = s.odd_turns = 1  # a turn may not simply pass to the next player now
        s.turn = turn
        rules.pass_over(s)
    return code


def _asks_anybody(s: State, event: Swap) -> int | None:
    """An exchange with another than the next player, by the dealer, or too late."""
    seat, target = event.seat, event.target
    if s.hand[seat] < 0 or s.hand[target] < 0:
        return None
    s.hand[seat], s.hand[target] = s.hand[target], s.hand[seat]
    s.shown[seat] = s.shown[target] = 0
    if s.phase == rules.TURNS and seat == s.turn:
        if seat == s.dealer:
            s.phase = rules.SHOWDOWN
        s.turn = s.left[seat]
    return 0


def _as_shown(s: State, event: AnyEvent, apply: Apply) -> int | None:
    """The card that is shown or taken was there: the position is set to say so.

    A card is in one place. Who was held to have it has the other's card instead, as if the two had
    exchanged; one from the stock leaves him with a card that nobody knows.
    """
    seen = DECKS[s.deck].translated(event) if s.deck else event
    if isinstance(seen, Reveal) and isinstance(seen.seat, int) and len(seen.cards) == 1:
        if not s.sitting[seen.seat]:
            return None
        return _in_hand(s, seen.seat, seen.cards[0].code) and apply(s, event)
    if isinstance(seen, (Cut, Draw)) and seen.card.code < FULLY_KNOWN:
        elsewhere = ~(1 << seen.card.code)
        holder = _holder(s, seen.seat, seen.card.code)
        if holder is not None:
            if _has_shown(s, holder):
                return None
            s.hand[holder] = UNKNOWN
            s.hidden = 1
        s.top = seen.card.code
        s.full &= elsewhere
        s.dealt &= elsewhere
        return apply(s, event)
    return None


def _in_hand(s: State, seat: int, card: int) -> bool | None:
    """Put a card into a hand; None where somebody else has shown it."""
    holder = _holder(s, seat, card)
    if holder is not None:
        if _has_shown(s, holder):
            return None
        s.hand[holder] = s.hand[seat]
    s.hand[seat] = card
    return True


def _holder(s: State, seat: int, card: int) -> int | None:
    """Another player who is held to have this very card, where there is no second one like it."""
    if card >= FULLY_KNOWN or s.copies > 1:
        return None
    return next((k for k in range(s.seats) if k != seat and s.hand[k] == card), None)


def _has_shown(s: State, seat: int) -> bool:
    return bool(s.shown[seat]) or (s.phase == rules.SHOWDOWN and not s.due[seat])


def adjusted(s: State) -> None:
    """After lives were adjusted: who is in, whether the match is decided, who deals next."""
    s.seated = NOBODY
    if s.phase >= IN_PLAY:
        s.odd_losses = 1  # the showdown looks at everybody, not only at those who lose a life
        return
    alive = [seat for seat, lives in enumerate(s.standing) if lives > 0]
    if len(alive) == 1:
        s.phase = OVER
        s.winner_mask = 1 << alive[0]
        return
    if s.phase == OVER:
        s.phase = DONE
        s.winner_mask = 0
    if s.phase in (DONE, VOID) and alive:
        first = s.dealer + (s.phase == DONE)
        s.next_dealer = next(
            k % s.seats for k in range(first, first + s.seats) if k % s.seats in alive
        )
