"""From options to the state before the first event."""

from __future__ import annotations

from typing import Final

from cardlog.engine import exchange as rules
from cardlog.engine.games.chase_the_ace.decks import DECKS, NUMBERS
from cardlog.engine.games.chase_the_ace.options import ChaseOptions
from cardlog.engine.state import OVER
from cardlog.records.errors import RecordError

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
    _set_turns(state, options)
    state.redeal = int(options.misdeal == "redeal")
    state.sudden_death = int(options.final_tie == "sudden_death")
    if options.packs > 1 or options.deck != "standard52":
        _set_deck(state, options)
    if options.sudden_death_style == "showdown" and state.sudden_death:
        state.sudden_showdown = 1
        if standing is not None and max(lives) == 1:  # it may have begun before the record did
            state.sudden = rules.MAYBE
    if options.stake == "tokens" or options.ante:
        state.tokens = int(options.stake == "tokens")
        state.total = seats * (options.ante + state.tokens * options.lives)
        if standing is not None:
            state.total = rules.UNKNOWN_POT
    alive = [seat for seat in range(seats) if lives[seat]]
    if len(alive) == 1:
        state.phase = OVER
        state.winner_mask = 1 << alive[0]
    return state


def _set_turns(state: rules.ExchangeState, options: ChaseOptions) -> None:
    state.draws_top = int(options.profile == "compendium")
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
    state.ace_of_spades = int(options.ace_of_spades)
    state.dealer_advantage = int(options.dealer_advantage)
    state.all_equal_free = int(options.all_equal_free)
    state.house_rules = int(
        options.ace_of_spades
        or options.dealer_advantage
        or options.all_equal_free
        or state.stock_king == rules.LOSES
    )


def _set_deck(state: rules.ExchangeState, options: ChaseOptions) -> None:
    deck = DECKS[NUMBERS[options.deck]]
    state.deck = NUMBERS[options.deck]
    state.copies = deck.copies * options.packs
    state.alike = deck.alike * options.packs
    state.size = deck.size * options.packs
    state.strength = deck.strength
    state.highest = deck.highest
    if deck.special:
        state.blocker = rules.KING  # known in full: cards of one rank are the same card
        state.jack_deals = 0
