"""What a fold of a Cuckoo game knows, and the numbers its rules use."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardlog.engine.state import NOBODY, State
from cardlog.records.cards import UNKNOWN, UNKNOWN_RANK, UNKNOWN_SUIT

# Phases of a deal.
TURNS: Final = 10
SHOWDOWN: Final = 11
PHASES: Final = {TURNS: "turns", SHOWDOWN: "showdown"}

NO_CARD: Final = -1  # a hand without a card
SEVERAL: Final = -2  # a hand with more than one

KING: Final = 11  # ranks as in card codes: 0 is a Two, 11 a King, 12 an Ace
JACK: Final = 9
A_KING: Final = UNKNOWN_SUIT * 16 + KING  # of any suit
ACE_OF_SPADES: Final = 3 * 16 + 12
LOW_RANKS: Final = 0b1_0000_0000_0011  # Ace, Two, Three
ACE: Final = 1 << 12  # as a mask of ranks
UNSEEN: Final = 1 << UNKNOWN_RANK  # the same for a rank that nobody saw
NO_RANK: Final = 14

# What becomes of a King that the dealer takes from the stock.
KEPT: Final = 0
BLOCKED: Final = 1
LOSES: Final = 2

# For what unseen cards may leave open.
NO: Final = 0
YES: Final = 1
MAYBE: Final = 2

# For `total`.
NO_POT: Final = -1
UNKNOWN_POT: Final = -2  # the record begins in mid-match

# CC-1.4, CP-2.1: by card code, Ace 0, Two 1, ... King 12; -1 where the rank is unseen.
RANKED: Final = [
    (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, -1, -1, -1)[code & 15] for code in range(9 * 16)
]


class Settings(NamedTuple):
    """What the options of a match set in the state; by default as in the Cuckoo profile."""

    # the cards
    deck: int = 0  # which pack the cards are of, 0 for the standard one
    copies: int = 1  # of each card, in all the packs together
    alike: int = 4  # cards of one rank
    cards: int = 52  # cards in all
    strength: list[int] = RANKED  # by card code, from 0, the lowest; -1 where it is unseen
    highest: int = 12  # the greatest of these
    blocker: int = A_KING  # what a card that refuses is known to be
    # options: choosing the dealer, the deal
    house_rules: int = 0  # 1 where any option is on that only some deals show
    jack_deals: int = 1  # the draws for the first deal end with a Jack (CP-1.2)
    redeal: int = 1  # an exposed card always means a new deal (CC-6.3)
    # options: turns
    must_block: int = KING  # the rank that has to refuse (CC-3.2); NO_RANK where none has to
    dealer_gives: int = 0  # the dealer's own King does not refuse (CP-4.6, A-07)
    king_ends: int = 0  # whoever has shown a King has had his turn
    warnings: int = 0  # mask of the ranks that a warning may show (CP-4.4)
    asker_shows: int = 0  # mask of those that the asker must show before he hands them over
    target_shows: int = 0  # and the player who is asked
    domino: int = 0  # mask of the ranks that let whoever gets them ask on (CP-V3)
    odd_turns: int = 0  # 1 where a turn may not simply pass to the next player
    draws_top: int = 0  # the dealer draws the top card (CP-4.6) instead of cutting (CC-4.1)
    stock_king: int = BLOCKED  # what a King from the stock does
    # options: the showdown
    odd_losses: int = 0  # 1 where one of the next three, or a King that LOSES, is on
    ace_of_spades: int = 0  # it costs two (CP-V5)
    dealer_advantage: int = 0  # the dealer wins ties (CP-V4)
    all_equal_free: int = 0  # nobody loses where all are alike
    sudden_death: int = 0  # all out together play on with one life each (CP-6.2)
    sudden_showdown: int = 0  # and do so without turns
    tokens: int = 0  # 1 where losses go to the pot (CP-V6)


PLAIN: Final = Settings()


class ExchangeState(State):
    """What a fold of a Cuckoo game knows. `standing` is lives by seat; with none, one is out.

    The rules know cards of the standard pack only. Those of another pack are played as stand-ins
    of the standard one: `strength` then ranks these, and a King stands in for the card that blocks.
    """

    __slots__ = (
        "ace_of_spades", "alike", "all_equal_free", "asker_shows", "asks", "blocker",
        "cards", "chain", "chain_turn", "copies", "dealer_advantage", "dealer_gives",
        "dealt", "deck", "domino", "doubtful", "drawn", "draws_top", "due", "ended", "free",
        "full", "hand", "highest", "house_rules", "if_back", "jack_deals", "king_drawn",
        "king_ends", "last_lives", "last_turn", "left", "lowest", "maybe_jack", "must_block",
        "odd_losses", "odd_turns", "once", "open_deal", "players", "put_away", "redeal",
        "seated", "shown", "sitting", "stock_king", "stocked", "strength", "sudden",
        "sudden_death", "sudden_showdown", "target_shows", "tied", "tokens", "top", "total",
        "waiting", "warnings", "zeros",
    )  # fmt: skip

    def __init__(self, seats: int, standing: list[int], settings: Settings = PLAIN) -> None:
        super().__init__(seats, standing)
        # what the options set: the fields of Settings, in its order
        (
            self.deck, self.copies, self.alike, self.cards, self.strength, self.highest,
            self.blocker, self.house_rules, self.jack_deals, self.redeal, self.must_block,
            self.dealer_gives, self.king_ends, self.warnings, self.asker_shows,
            self.target_shows, self.domino, self.odd_turns, self.draws_top, self.stock_king,
            self.odd_losses, self.ace_of_spades, self.dealer_advantage, self.all_equal_free,
            self.sudden_death, self.sudden_showdown, self.tokens,
        ) = settings  # fmt: skip
        self.total = NO_POT  # tokens and antes at the start, in hands and pot together
        # who plays in this deal
        self.seated = NOBODY  # mask of them; NOBODY where somebody has gone out since
        self.sitting = [0] * seats  # 1 for each of them
        self.players = 0  # how many they are
        # the deal
        self.zeros = [0] * seats
        self.hand = [NO_CARD] * seats
        self.left = [NOBODY] * seats  # the next seat to the left that is in this deal
        # Why a card is known: 1 + whose turn it was when it was shown; 1 + seats: exposed in the
        # deal; 2 + seats: shown by or to somebody who may ask on.
        self.shown = [0] * seats
        self.due = [0] * seats  # 1 where the showdown's reveal is still to come
        self.waiting = 0  # how many those are
        self.full = 0  # bit per card: every copy of it is known to be in a hand or shown
        self.dealt = 0  # bit per card: not in the stock, whoever was dealt it
        self.stocked = 0  # bit per card: every copy of it is in the stock
        self.maybe_jack = 0  # 1 while the last card of that round was unseen
        self.once = 0  # bit per card: drawn in the round for the first dealer
        self.top = UNKNOWN  # the top card of the stock
        self.chain = NOBODY  # who may ask on (CP-V3), as long as it is the turn of
        self.chain_turn = NOBODY
        self.asks = NOBODY  # whom he may ask
        self.ended = 0  # mask of the players who have had their turn by showing a King
        self.last_turn = NOBODY  # since a gap: who has had the last one
        self.open_deal = 0  # 1 where it is open whether this deal has turns
        self.king_drawn = NO  # the dealer took a King, where that LOSES
        self.drawn = UNKNOWN  # what was seen of the card he took, where that is open
        self.put_away = UNKNOWN  # and what he held before
        # the match
        self.sudden = NO  # the next deal is a showdown without turns
        self.tied = 0  # mask of those who play it
        self.if_back = NO  # what it means if all of them are dealt a card again
        self.last_lives = 0  # 1 where everybody had one life in the last showdown
        self.doubtful = 0  # 1 once unseen cards have left lives open
        self.lowest = -1  # strength of the lowest card of the last showdown
        self.free = 0  # 1 where the last showdown may have cost nobody anything
