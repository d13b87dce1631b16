"""The options of Chase the Ace: types, bounds, profiles and contradictions (records/README.md)."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from cardlog.engine.exchange import Settings
from cardlog.engine.games.chase_the_ace.setup import settings
from cardlog.engine.options import Limit, Options, read_options
from cardlog.records.errors import RecordError

ONE_PACK: Final = 13  # players that one pack serves


class ChaseOptions(Options, frozen=True, kw_only=True, dict=True):
    """Every option, with the ids of the clauses and readings that explain it."""

    profile: Literal["cuckoo", "compendium", "le-her"]
    lives: Limit  # CC-1.3, CP-V1
    deck: Literal["standard52", "cucu40", "gnav42", "kille42"]  # CP-V2
    packs: Annotated[int, Meta(ge=1, le=2)]
    dealer_draws_king: Literal["blocked", "kept", "loses"]
    final_tie: Literal["joint", "sudden_death"]
    sudden_death_style: Literal["deal", "showdown"]
    king_block: Literal["mandatory", "optional"]
    shown_king_ends_turn: bool
    dealer_king_blocks: bool
    low_card_reveal: Literal["off", "asker", "both"]
    domino: Literal["off", "ace", "low3"]
    ace_of_spades: bool
    dealer_advantage: bool
    all_equal_free: bool
    stake: Literal["lives", "tokens"]
    ante: Annotated[int, Meta(ge=0, le=1_000_000)]
    misdeal: Literal["redeal", "player_choice"]

    @cached_property
    def settings(self) -> Settings:
        """What they set in the state of every match that is played by them."""
        return settings(self)


CUCKOO: Final[dict[str, Any]] = {
    "profile": "cuckoo",
    "lives": 3,
    "deck": "standard52",
    "dealer_draws_king": "blocked",
    "final_tie": "joint",
    "sudden_death_style": "deal",
    "king_block": "mandatory",
    "shown_king_ends_turn": False,
    "dealer_king_blocks": True,
    "low_card_reveal": "off",
    "domino": "off",
    "ace_of_spades": False,
    "dealer_advantage": False,
    "all_equal_free": False,
    "stake": "lives",
    "ante": 0,
    "misdeal": "redeal",
}
PROFILES: Final[dict[str, dict[str, Any]]] = {
    "cuckoo": CUCKOO,
    "compendium": CUCKOO
    | {
        "profile": "compendium",
        "dealer_draws_king": "kept",
        "final_tie": "sudden_death",
        "low_card_reveal": "both",
        "misdeal": "player_choice",
    },
    "le-her": CUCKOO | {"profile": "le-her", "lives": 1, "dealer_advantage": True},
}


def read(rules: dict[str, Any], seats: int) -> ChaseOptions:
    """The complete options of a record. Raises RecordError where they are wrong."""
    profile = rules.get("profile", "cuckoo")
    defaults = dict(PROFILES.get(profile if isinstance(profile, str) else "", CUCKOO))
    defaults["packs"] = 1 if seats <= ONE_PACK else 2
    if rules.get("deck", "standard52") != "standard52":
        defaults["low_card_reveal"] = "off"
    options = read_options(ChaseOptions, defaults, rules, "chase-the-ace")
    _refuse_contradictions(options, seats)
    return options


def _refuse_contradictions(options: ChaseOptions, seats: int) -> None:
    if options.packs == 1 and seats > ONE_PACK:
        raise RecordError(
            f"`packs` = 1 contradicts {seats} players: more than {ONE_PACK} need two packs (A-18)"
        )
    if options.deck != "standard52":
        for name, off in (("low_card_reveal", "off"), ("domino", "off"), ("ace_of_spades", False)):
            if getattr(options, name) != off:
                raise RecordError(
                    f"`{name}` cannot be switched on with `deck` = {options.deck}: its cards"
                    " are of the standard pack"
                )
