"""A ruling lets an illegal event stand: what it comes to all the same.

As in Chase the Ace, the rule that is broken is relaxed for the one event, or the position is set to
what the event shows it to have been. Where that does not tell what followed, the event is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardlog.engine import faults
from cardlog.engine import tricks as rules
from cardlog.engine.state import CHOOSING, START
from cardlog.records.cards import FULLY_KNOWN, UNKNOWN_SUIT
from cardlog.records.events import AnyEvent, Cut, Deal, Draw, Reveal, Trick

State = rules.TrickState
Apply = Callable[[State, AnyEvent], int]

MOST: Final = 6  # things that may be wrong with one event
ASIDE: Final = -9  # where cards lie that a revoke overlooked


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
    if fault in (faults.CLAIM_PLACE, faults.NOT_THIS_GAME):
        return 0
    if fault == faults.FIRST_DEALER and s.phase in (START, CHOOSING) and isinstance(event, Cut):
        return 0
    if fault in (faults.WRONG_DEALER, faults.FIRST_DEALER) and isinstance(event, Deal):
        s.next_dealer = event.dealer
        return apply(s, event)
    if isinstance(event, Trick):
        return _trick(s, event, fault, apply)
    if fault in (faults.NOT_TOP, faults.NOT_IN_STOCK) and isinstance(event, (Draw, Reveal)):
        cards = (event.card,) if isinstance(event, Draw) else event.cards
        return apply(s, event) if cards and _on_top(s, cards[0].code) else None
    return None


def _trick(s: State, event: Trick, fault: int, apply: Apply) -> int | None:
    if fault in (faults.STRICT_FOLLOW, faults.MUST_TRUMP):
        kept, s.house = s.house, 0
        code = apply(s, event)
        s.house = kept
        return code
    if fault == faults.WRONG_LEADER and s.phase == rules.TRICK and event.leader < s.seats:
        s.leader = event.leader
        return apply(s, event)
    if fault == faults.NOT_HELD:
        for k, card in enumerate(event.cards):
            seat = (event.leader + k) % s.seats
            if card.code < FULLY_KNOWN and not s.unseen[seat]:
                if s.place[card.code] >= rules.TAKEN:  # it counts for who takes it now
                    s.pips[rules.taker_of(s, card.code)] -= rules.PIPS[card.code]
                s.place[card.code] = seat
                if s.had[card.code] == rules.NOWHERE:
                    s.had[card.code] = seat
        return apply(s, event)
    if fault == faults.REVOKE:
        return _revoke(s, event, apply)
    return None


def _revoke(s: State, event: Trick, apply: Apply) -> int:
    """The cards of the suit led that were not played are overlooked for this trick."""
    led = rules.suit_of(event.cards[0].code)
    if led == UNKNOWN_SUIT:
        return faults.REVOKE
    played = {card.code for card in event.cards}
    overlooked = {
        code: s.place[code]
        for code in range(led * 16, led * 16 + rules.RANKS)
        if 0 <= s.place[code] < s.seats and code not in played
    }
    for code in overlooked:
        s.place[code] = ASIDE
    code = apply(s, event)
    for card, place in overlooked.items():
        s.place[card] = place
    return code


def _on_top(s: State, card: int) -> bool:
    """The card that was taken was on top of the stock; False where it cannot have been there.

    A card is in one place. Who was held to have it in hand has the top card instead.
    """
    if card >= FULLY_KNOWN or s.pos >= s.stock_size or s.place[card] >= rules.TAKEN:
        return False
    top = s.stock[s.pos]
    if card in s.stock[s.pos : s.stock_size]:
        s.stock[s.stock.index(card, s.pos)] = top
    elif 0 <= s.place[card] < s.seats:
        holder = s.place[card]
        if top < FULLY_KNOWN:
            s.place[top] = s.had[top] = holder
        else:
            s.unseen[holder] += 1
    s.stock[s.pos] = card
    s.place[card] = rules.NOWHERE
    return True
