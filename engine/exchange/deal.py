"""Choosing the first dealer, and the deal."""

from __future__ import annotations

from cardlog.engine import faults
from cardlog.engine.exchange.state import (
    JACK,
    MAYBE,
    NO,
    NO_CARD,
    SEVERAL,
    SHOWDOWN,
    TURNS,
    YES,
    ExchangeState,
)
from cardlog.engine.match import no_new_deal, out_of_play
from cardlog.engine.state import (
    ANYBODY,
    CHOOSING,
    DEAL_BEGUN,
    DONE,
    MISCOUNTED,
    NOBODY,
)
from cardlog.records.cards import FULLY_KNOWN, SPECIAL, UNKNOWN_RANK


def choose_by_draw(s: ExchangeState, seat: int, card: int) -> int:
    """CP-1.2: cards go round from any seat until a Jack falls; its owner deals.

    A pack without a Jack leaves only the lot: whoever it names deals.
    """
    if s.phase == CHOOSING and s.jack_deals:
        if (s.next_dealer >= 0 and not s.maybe_jack) or seat != s.turn:
            return faults.FIRST_DEALER
    elif s.standing[seat] <= 0:
        return faults.FIRST_DEALER
    if card >= SPECIAL:
        return faults.UNREADABLE
    if not s.jack_deals:
        s.phase = CHOOSING
        return 0
    if card < FULLY_KNOWN and s.full >> card & 1:
        return faults.DUPLICATE_CARD
    if card < FULLY_KNOWN:
        if s.copies == 1 or s.once >> card & 1:
            s.full |= 1 << card
        s.once |= 1 << card
    s.phase = CHOOSING
    s.turn = seat + 1 if seat + 1 < s.seats else 0
    while s.standing[s.turn] <= 0:
        s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0
    # An unseen card was the Jack if the round ends with it, and was not if it goes on.
    s.maybe_jack = 1 if card & 15 == UNKNOWN_RANK else 0
    s.next_dealer = seat if s.maybe_jack or card & 15 == JACK else NOBODY
    return 0


def deal(
    s: ExchangeState, dealer: int, hands: list[int], seated: int,
    top: int, full: int, stocked: int, dealt: int, fits: int, counts: int,
) -> int:  # fmt: skip
    """A new deal. `hands` is a code, NO_CARD or SEVERAL by seat.

    `seated` has a bit for each hand of one card, and is -1 where there are SEVERAL. `top` is the
    top of the stock; of the masks `full` has the cards that are in a known hand, `stocked` those
    in the stock, `dealt` those that must be in some hand. `fits` is 0 where the cards are more
    than the packs hold, `counts` 0 where the stock has the wrong size.
    """
    early = no_new_deal(s)
    if early:
        return early
    if (dealer != s.next_dealer or s.doubtful) and not may_deal(s, dealer, hands):
        return faults.FIRST_DEALER if s.phase == CHOOSING else faults.WRONG_DEALER
    if seated != s.seated:  # not simply the players of the last deal
        players = 0
        for seat, hand in enumerate(hands):
            if hand != NO_CARD:
                players += 1
            if s.standing[seat] <= 0:
                if hand != NO_CARD:
                    return faults.DEALT_OUT
            elif hand == SEVERAL or (hand == NO_CARD and s.standing[seat] > s.doubt[seat]):
                counts = 0
        if players < 2:
            counts = 0
    if not fits:
        return faults.DUPLICATE_CARD
    if seated != s.seated:
        take_seats(s, hands)
        s.seated = seated if counts else NOBODY
    s.deals += 1
    s.dealer = dealer
    s.next_dealer = dealer
    s.scored = 0
    s.lowest = -1
    s.top = top
    s.full = full
    s.stocked = stocked
    s.dealt = dealt
    s.hand[:] = hands
    s.due[:] = s.sitting
    s.shown[:] = s.zeros
    s.changes[:] = s.zeros
    s.waiting = s.players
    s.turn = s.left[dealer]
    s.phase = TURNS if counts else MISCOUNTED
    if s.house_rules:
        begin_by_house_rules(s)
    return DEAL_BEGUN


def begin_by_house_rules(s: ExchangeState) -> None:
    """What the rarer options remember of a deal; in sudden death it may have no turns (A-04)."""
    s.chain_turn = NOBODY
    s.ended = 0
    s.king_drawn = NO
    s.free = 0
    s.open_deal = 0
    if s.sudden == YES and s.phase == TURNS:
        s.phase = SHOWDOWN
    if s.sudden == MAYBE and s.phase == TURNS and all_back(s):
        if s.if_back == YES:
            s.sudden = YES
            s.phase = SHOWDOWN
        else:
            s.open_deal = 1


def all_back(s: ExchangeState) -> bool:
    """Whether all who may have gone out together are dealt a card: else it is no sudden death."""
    for seat, hand in enumerate(s.hand):
        if s.tied >> seat & 1 and hand == NO_CARD:
            return False
    return True


def may_deal(s: ExchangeState, dealer: int, hands: list[int]) -> bool:
    """CC-2.5, CP-1.3: the next player in the match deals; the first dealer as chosen."""
    if s.standing[dealer] <= 0:
        return False
    if s.next_dealer == ANYBODY:
        return True
    if s.next_dealer == NOBODY:
        return False
    seat = s.next_dealer
    # Where unseen cards leave open who is still in, the hands dealt tell.
    while s.doubt[seat] >= s.standing[seat] and hands[seat] == NO_CARD and seat != dealer:
        seat = seat + 1 if seat + 1 < s.seats else 0
    return seat == dealer


def take_seats(s: ExchangeState, hands: list[int]) -> None:
    """Note who plays in this deal, and who sits to the left of whom."""
    s.players = 0
    first = NOBODY
    last = NOBODY
    for seat, hand in enumerate(hands):
        s.sitting[seat] = 0
        if hand != NO_CARD:
            s.sitting[seat] = 1
            s.players += 1
            if last == NOBODY:
                first = seat
            else:
                s.left[last] = seat
            last = seat
    if last != NOBODY:
        s.left[last] = first


def misplaced_turn(s: ExchangeState, seat: int) -> int:
    """Why no turn may be taken in this phase."""
    if s.phase == SHOWDOWN and s.ended >> seat & 1 and s.waiting == s.players:
        return faults.TURN_TAKEN  # the dealer, who had his turn by showing a King
    if s.phase == SHOWDOWN or s.phase == DONE:
        return faults.LATE_TURN
    return out_of_play(s)
