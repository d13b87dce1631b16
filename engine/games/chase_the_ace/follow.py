"""What follows from the cards, where a deal is played otherwise than it was recorded.

Asking for a card is a player's choice, and so is the dealer's exchange; whether a King refuses,
which low cards are shown and what the showdown shows is none: it follows from who holds what.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from cardlog.engine import exchange as rules
from cardlog.engine.game import CHOICE, UNSEEN
from cardlog.engine.games.chase_the_ace.decks import DECKS, Deck
from cardlog.records.cards import UNKNOWN, UNKNOWN_RANK, card_of, known_part
from cardlog.records.events import AnyEvent, Block, Cut, Deal, Draw, Reveal, Stay, Swap

State = rules.ExchangeState
TURN_KINDS = (Stay, Swap, Block, Cut, Draw)


def follows(s: State, event: AnyEvent, old: State | None) -> tuple[AnyEvent, ...] | str:
    """See `Game.follows`."""
    if type(event) is Reveal:
        return _shown(s, event)
    if isinstance(event, (Swap, Block)) and s.phase == rules.TURNS:
        return _asked(s, event, old)
    if type(event) is Draw and s.phase == rules.TURNS and s.top != UNKNOWN:
        return (_with_card(event, s.top, DECKS[s.deck]),)
    return (event,)


def _with_card(event: Draw, code: int, deck: Deck) -> Draw:
    card = deck.card(code)
    return event if event.card == card else replace(event, card=card)


def _shown(s: State, event: Reveal) -> tuple[AnyEvent, ...]:
    """A card shown is the one that the player now holds; a warning was about another card."""
    if event.seat is UNSET or not 0 <= event.seat < s.seats or s.hand[event.seat] < 0:
        return (event,)
    held = DECKS[s.deck].card(s.hand[event.seat])
    if event.cards == (held,) or s.phase not in (rules.TURNS, rules.SHOWDOWN):
        return (event,)
    if s.phase == rules.TURNS and s.warnings and len(event.cards) == 1:
        shown = event.cards[0].code
        if s.warnings >> (shown & 15) & 1:
            return ()
    return (replace(event, cards=(held,)),)


def _asked(s: State, event: Swap | Block, old: State | None) -> tuple[AnyEvent, ...] | str:
    """A request is granted or refused as the card of the player who is asked has it."""
    target = event.target
    if target >= s.seats or s.hand[target] < 0:
        return (event,)
    held = s.hand[target]
    if s.dealer_gives and target == s.dealer:
        return _granted(s, event)
    if held & 15 == UNKNOWN_RANK:
        return UNSEEN
    if held & 15 != rules.KING:
        return _granted(s, event)
    if s.must_block == rules.NO_RANK and (old is None or old.hand[target] != held):
        return CHOICE
    if s.must_block == rules.NO_RANK and type(event) is Swap:
        return (event,)  # he had the same King, and let it go
    card = DECKS[s.deck].card(held)
    if type(event) is Block:
        return (event if event.card == card else replace(event, card=card),)
    return (Block(seat=event.seat, target=target, card=card, at=event.at, auto=event.auto),)


def _granted(s: State, event: Swap | Block) -> tuple[AnyEvent, ...]:
    """The exchange, after the low cards that have to be shown before they are handed over."""
    warned: list[AnyEvent] = []
    for seat, shows in ((event.seat, s.asker_shows), (event.target, s.target_shows)):
        rank = s.hand[seat] & 15 if seat < s.seats and s.hand[seat] >= 0 else rules.NO_RANK
        if s.warnings and shows >> rank & 1 and not s.shown[seat]:
            warned.append(Reveal(seat=seat, cards=(DECKS[s.deck].card(s.hand[seat]),)))
    if type(event) is Block:
        swap = Swap(seat=event.seat, target=event.target, at=event.at, auto=event.auto)
        return (*warned, swap)
    return (*warned, event)


def instead(s: State, removed: AnyEvent, following: AnyEvent | None) -> AnyEvent | None:
    """A player who does not exchange keeps his card, unless another turn of his follows."""
    if not isinstance(removed, (Swap, Block, Cut, Draw)):
        return None
    if s.phase != rules.TURNS or removed.seat != s.turn:
        return None
    if isinstance(following, TURN_KINDS) and following.seat == removed.seat:
        return None
    return Stay(seat=removed.seat)


def recalled(deal: Deal, events: Sequence[AnyEvent], deck: Deck, king_stays: bool) -> Deal:
    """The deal with every card that is shown later on, in the hand to which it was dealt.

    `king_stays`: a King from the stock is not taken.
    """
    known = [hand[0].code if len(hand) == 1 else UNKNOWN for hand in deal.hands]
    holds = list(range(len(known)))  # by seat, which of these cards

    def learn(seat: int, code: int) -> None:
        part = known_part(known[holds[seat]], code)
        if part >= 0:
            known[holds[seat]] = part

    for event in events:
        if type(event) is Swap:
            holds[event.seat], holds[event.target] = holds[event.target], holds[event.seat]
        elif type(event) is Block:
            learn(event.target, event.card.code)
        elif type(event) is Reveal and event.seat is not UNSET and len(event.cards) == 1:
            learn(event.seat, event.cards[0].code)
        elif isinstance(event, (Cut, Draw)) and not (
            king_stays and event.card.rank == deck.blocker
        ):
            holds[event.seat] = len(known)
            known.append(UNKNOWN)  # what it is, his exchange says once more
    hands = tuple(
        (card_of(known[seat]),) if len(hand) == 1 else hand for seat, hand in enumerate(deal.hands)
    )
    return deal if hands == deal.hands else replace(deal, hands=hands)
