"""The tables of the state machine: every option of every game, alone and with others."""

from __future__ import annotations

from typing import Any, NamedTuple


class Table(NamedTuple):
    """A game with its rules, so short that matches end, and how many runs are enough."""

    game: str
    players: int
    rules: dict[str, Any]
    runs: int = 6


COMPENDIUM = {"profile": "compendium"}
TWISTED = {"final_tie": "sudden_death", "dealer_draws_king": "kept", "lives": 1}
SHOWN = {"low_card_reveal": "both", "misdeal": "player_choice", "lives": 1}
ONE, TOKENS, LE_HER = {"lives": 1}, {"stake": "tokens", "lives": 2}, {"profile": "le-her"}
LOSES, SHOWDOWN = {"dealer_draws_king": "loses"}, {"sudden_death_style": "showdown"}
KING_ENDS, NO_DEALER_KING = {"shown_king_ends_turn": True}, {"dealer_king_blocks": False}
ALL_FREE = {"all_equal_free": True}
STRICT, TRUMPING, PARTNERS = {"strict_follow": True}, {"void_must_trump": True}, {"partners": True}
TABLES = [
    Table("chase-the-ace", 3, {"lives": 1}),
    Table("chase-the-ace", 4, {"profile": "cuckoo", "lives": 2}),
    Table("chase-the-ace", 3, TWISTED),
    Table("chase-the-ace", 7, SHOWN, 2),
    Table("chase-the-ace", 3, COMPENDIUM | {"lives": 1}),
    Table("chase-the-ace", 4, COMPENDIUM | {"lives": 2}),
    Table("chase-the-ace", 5, COMPENDIUM | {"final_tie": "joint", "misdeal": "redeal"}, 4),
    Table("chase-the-ace", 14, COMPENDIUM | {"lives": 1}, 2),
    Table("chase-the-ace", 2, LE_HER),
    Table("chase-the-ace", 2, LE_HER | {"lives": 2, "dealer_draws_king": "kept"}, 2),
    Table("chase-the-ace", 4, ONE | {"packs": 2}, 2),
    Table("chase-the-ace", 14, COMPENDIUM | ONE | {"ace_of_spades": True}, 1),
    Table("chase-the-ace", 4, ONE | {"deck": "cucu40"}, 2),
    Table("chase-the-ace", 4, ONE | {"deck": "gnav42", "king_block": "optional"}, 2),
    Table("chase-the-ace", 4, COMPENDIUM | ONE | {"deck": "kille42"} | LOSES, 2),
    Table("chase-the-ace", 3, COMPENDIUM | ONE | {"deck": "cucu40"} | NO_DEALER_KING, 2),
    Table("chase-the-ace", 3, ONE | LOSES | {"final_tie": "sudden_death"}, 2),
    Table("chase-the-ace", 3, COMPENDIUM | ONE | {"dealer_draws_king": "blocked"}, 2),
    Table("chase-the-ace", 3, COMPENDIUM | ONE | SHOWDOWN, 4),
    Table("chase-the-ace", 14, COMPENDIUM | ONE | SHOWDOWN | {"misdeal": "redeal"}, 1),
    Table("chase-the-ace", 4, ONE | {"king_block": "optional"} | KING_ENDS, 2),
    Table("chase-the-ace", 5, ONE | {"domino": "low3"} | KING_ENDS, 2),
    Table("chase-the-ace", 4, ONE | NO_DEALER_KING, 2),
    Table("chase-the-ace", 4, COMPENDIUM | ONE | NO_DEALER_KING | KING_ENDS, 2),
    Table("chase-the-ace", 4, ONE | {"low_card_reveal": "asker"}, 2),
    Table("chase-the-ace", 4, COMPENDIUM | ONE | {"low_card_reveal": "off"}, 2),
    Table("chase-the-ace", 5, ONE | {"domino": "ace"}, 2),
    Table("chase-the-ace", 5, COMPENDIUM | ONE | {"domino": "low3"}, 2),
    Table("chase-the-ace", 5, COMPENDIUM | ONE | {"domino": "ace", "low_card_reveal": "asker"}, 2),
    Table("chase-the-ace", 4, {"ace_of_spades": True, "lives": 2}, 2),
    Table("chase-the-ace", 3, COMPENDIUM | ONE | {"dealer_advantage": True}, 2),
    Table("chase-the-ace", 3, ONE | ALL_FREE, 2),
    Table("chase-the-ace", 3, TWISTED | ALL_FREE | {"dealer_advantage": True}, 2),
    Table("chase-the-ace", 4, TOKENS, 2),
    Table("chase-the-ace", 3, COMPENDIUM | TOKENS | {"ante": 2}, 2),
    Table("chase-the-ace", 3, TWISTED | TOKENS | {"ace_of_spades": True}, 2),
    Table("chase-the-ace", 3, ONE | {"ante": 5}, 2),
    Table("california-jack", 2, {"target": 1}),
    Table("california-jack", 2, {"target": 5}, 12),
    Table("california-jack", 2, {"target": 3, "low_to": "taker", "loser_draw": "blind"}, 2),
    Table("california-jack", 2, {"target": 1, "turned_jack": True}, 2),
    Table("california-jack", 2, {"target": 3, "turned_jack": True, "first_dealer": "high"}, 2),
    Table("california-jack", 2, {"target": 2} | STRICT, 2),
    Table("california-jack", 2, {"target": 2} | TRUMPING, 2),
    Table("california-jack", 2, {"target": 2, "stock": "face_down"} | STRICT | TRUMPING, 2),
    Table("california-jack", 2, {"target": 4, "shasta_point": True}, 2),
    Table("shasta-sam", 3, {"target": 1}),
    Table("shasta-sam", 3, {"target": 3}, 2),
    Table("shasta-sam", 2, {"target": 2}, 2),
    Table("shasta-sam", 3, {"target": 2, "low_to": "taker", "shasta_point": True}, 2),
    Table("shasta-sam", 3, {"target": 1, "turned_jack": True, "first_dealer": "high"}, 2),
    Table("shasta-sam", 3, {"target": 1, "stock": "face_down"} | STRICT | TRUMPING, 2),
    Table("seven-up", 2, {"target": 1}),
    Table("seven-up", 2, {"target": 4}, 4),
    Table("seven-up", 3, {"target": 3}, 4),
    Table("seven-up", 4, {"target": 4}, 4),
    Table("seven-up", 4, {"target": 3, "partners": False}, 2),
    Table("seven-up", 2, {"target": 3, "after_run": "keep"}, 2),
    Table("seven-up", 3, {"target": 3, "after_run": "keep", "gift_to": "eldest"}, 2),
    Table("seven-up", 2, {"target": 4, "game_tie": "nobody", "low_to": "taker"}, 2),
    Table("seven-up", 3, {"target": 4, "game_tie": "elder"}, 2),
    Table("seven-up", 4, {"target": 3, "low_to": "taker", "gift_to": "eldest"}, 2),
    Table("pitch", 2, {"target": 2}, 4),
    Table("pitch", 3, {"target": 3}, 4),
    Table("pitch", 7, {"target": 2}, 2),
    Table("pitch", 4, PARTNERS | {"target": 4}, 4),
    Table("pitch", 4, {"dealer_steal": "always", "low_to": "taker", "target": 3}, 2),
    Table("pitch", 4, {"dealer_steal": "four_only", "target": 3}, 2),
    Table("pitch", 4, {"dealer_steal": "never", "target": 3}, 2),
    Table("pitch", 3, {"all_pass": "free_lead", "target": 3}, 2),
    Table("pitch", 3, {"all_pass": "throw_in", "target": 3}, 2),
    Table("pitch", 3, {"all_pass": "free_lead", "go_out": "pitchers_only", "target": 1}, 2),
    Table("pitch", 4, PARTNERS | {"go_out": "pitchers_only", "target": 1}, 2),
    Table("pitch", 3, {"smudge": "win_game", "target": 3}, 2),
    Table("pitch", 4, PARTNERS | {"smudge": "bid5", "target": 4}, 2),
    Table("pitch", 3, {"smudge": "bid5", "dealer_steal": "always", "target": 3}, 2),
    Table("pitch", 3, {"smudge": "bid5", "dealer_steal": "four_only", "target": 3}, 2),
    Table("pitch", 3, {"min_bid": 1, "target": 2}, 2),
    Table("pitch", 4, {"min_bid": 3, "max_bid": 3, "target": 2}, 2),
    Table("pitch", 6, {"max_bid": 3, "all_pass": "throw_in", "target": 2}, 2),
]
