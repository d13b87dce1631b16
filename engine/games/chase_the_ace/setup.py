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
    state = rules.ExchangeState(seats, lives, options.settings)
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


def settings(options: ChaseOptions) -> rules.Settings:
    """What these options set in the state of every match that is played by them."""
    turns, showdown = _turns(options), _showdown(options)
    odd = turns["odd_turns"] or showdown["odd_losses"] or showdown["sudden_showdown"]
    return rules.Settings(house_rules=int(odd), **_cards(options), **turns, **showdown)


def _cards(options: ChaseOptions) -> dict[str, Any]:
    deck = DECKS[NUMBERS[options.deck]]
    found: dict[str, Any] = {
        "deck": NUMBERS[options.deck],
        "copies": deck.copies * options.packs,
        "alike": deck.alike * options.packs,
        "cards": deck.size * options.packs,
        "strength": deck.strength,
        "highest": deck.highest,
    }
    if deck.special:  # known in full, as cards of one rank are the same card
        found |= {"blocker": rules.KING, "jack_deals": 0}
    return found


def _turns(options: ChaseOptions) -> dict[str, Any]:
    low = rules.LOW_RANKS if options.low_card_reveal != "off" else 0
    domino = DOMINO[options.domino]
    return {
        "redeal": int(options.misdeal == "redeal"),
        "must_block": rules.KING if options.king_block == "mandatory" else rules.NO_RANK,
        "dealer_gives": int(not options.dealer_king_blocks),
        "king_ends": int(options.shown_king_ends_turn),
        "warnings": low and low | rules.UNSEEN,
        "asker_shows": low,
        "target_shows": low if options.low_card_reveal == "both" else 0,
        "domino": domino,
        "odd_turns": int(options.shown_king_ends_turn or domino > 0),
        "draws_top": int(options.profile == "compendium"),
        "stock_king": STOCK_KING[options.dealer_draws_king],
    }


def _showdown(options: ChaseOptions) -> dict[str, Any]:
    sudden_death = options.final_tie == "sudden_death"
    odd = options.ace_of_spades or options.dealer_advantage or options.all_equal_free
    return {
        "odd_losses": int(odd or options.dealer_draws_king == "loses"),
        "ace_of_spades": int(options.ace_of_spades),
        "dealer_advantage": int(options.dealer_advantage),
        "all_equal_free": int(options.all_equal_free),
        "sudden_death": int(sudden_death),
        "sudden_showdown": int(sudden_death and options.sudden_death_style == "showdown"),
        "tokens": int(options.stake == "tokens"),
    }
