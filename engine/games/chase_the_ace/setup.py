"""From options to the state before the first event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardlog.engine import exchange as rules
from cardlog.engine.games.chase_the_ace.decks import DECKS, NUMBERS
from cardlog.engine.state import OVER
from cardlog.records.errors import RecordError

if TYPE_CHECKING:
    from cardlog.engine.games.chase_the_ace.options import ChaseOptions

STOCK_KING: Final = {"blocked": rules.BLOCKED, "kept": rules.KEPT, "loses": rules.LOSES}
DOMINO: Final = {
    "off": 0,
    "ace": rules.ACE | rules.UNSEEN,
    "low3": rules.LOW_RANKS | rules.UNSEEN,
}


def start(
    options: ChaseOptions, seats: int, standing: tuple[int, ...] | None
) -> rules.ExchangeState:
    """The state before the first event. Raises RecordError where `standing` cannot be."""
    lives = list(standing) if standing is not None else [options.lives] * seats
    if len(lives) != seats or min(lives) < 0 or not any(lives):
        raise RecordError(
            f"`standing` must be the {options.stake} of {seats} players, 0 for one who is out and"
            f" at least one still in, got {lives}"
        )
    state = rules.ExchangeState(seats, lives)
    for name, value in options.settings:
        setattr(state, name, value)
    if options.ante or state.tokens:
        state.total = seats * (options.ante + state.tokens * options.lives)
    if standing is not None:  # in mid-match
        if state.total != rules.NO_POT:
            state.total = rules.UNKNOWN_POT
        if state.sudden_showdown and max(lives) == 1:
            state.sudden = rules.MAYBE  # that may have begun before the record did
            state.if_back = rules.MAYBE
            state.tied = sum(1 << seat for seat in range(seats) if lives[seat])
    alive = [seat for seat in range(seats) if lives[seat]]
    if len(alive) == 1:
        state.phase = OVER
        state.winner_mask = 1 << alive[0]
    return state


def settings(options: ChaseOptions) -> tuple[tuple[str, Any], ...]:
    """The fields of a state that these options set otherwise than a new state has them."""
    plain = rules.ExchangeState(0, [])
    state = rules.ExchangeState(0, [])
    _set_turns(state, options)
    _set_showdown(state, options)
    if options.packs > 1 or options.deck != "standard52":
        _set_deck(state, options)
    pairs = ((name, getattr(state, name)) for name in state.fields())
    return tuple((name, value) for name, value in pairs if value != getattr(plain, name))


def _set_turns(state: rules.ExchangeState, options: ChaseOptions) -> None:
    state.draws_top = int(options.profile == "compendium")
    state.redeal = int(options.misdeal == "redeal")
    state.stock_king = STOCK_KING[options.dealer_draws_king]
    if options.low_card_reveal != "off":
        state.warnings = rules.LOW_RANKS | rules.UNSEEN
        state.asker_shows = rules.LOW_RANKS
        state.target_shows = rules.LOW_RANKS if options.low_card_reveal == "both" else 0
    if options.king_block == "optional":
        state.must_block = rules.NO_RANK
    state.dealer_gives = int(not options.dealer_king_blocks)
    state.king_ends = int(options.shown_king_ends_turn)
    state.domino = DOMINO[options.domino]
    state.odd_turns = int(state.king_ends or state.domino > 0)


def _set_showdown(state: rules.ExchangeState, options: ChaseOptions) -> None:
    state.ace_of_spades = int(options.ace_of_spades)
    state.dealer_advantage = int(options.dealer_advantage)
    state.all_equal_free = int(options.all_equal_free)
    state.odd_losses = int(
        options.ace_of_spades
        or options.dealer_advantage
        or options.all_equal_free
        or options.dealer_draws_king == "loses"
    )
    state.sudden_death = int(options.final_tie == "sudden_death")
    showdown = options.sudden_death_style == "showdown"
    state.sudden_showdown = int(state.sudden_death and showdown)
    state.house_rules = int(bool(state.odd_turns or state.odd_losses or state.sudden_showdown))
    state.tokens = int(options.stake == "tokens")


def _set_deck(state: rules.ExchangeState, options: ChaseOptions) -> None:
    deck = DECKS[NUMBERS[options.deck]]
    state.deck = NUMBERS[options.deck]
    state.copies = deck.copies * options.packs
    state.alike = deck.alike * options.packs
    state.cards = deck.size * options.packs
    state.strength = deck.strength
    state.highest = deck.highest
    if deck.special:
        state.blocker = rules.KING  # known in full: cards of one rank are the same card
        state.jack_deals = 0
