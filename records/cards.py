"""Cards: what can be written where a card belongs, and the number that stands for it.

A card is one member of `Card`; its value is the canonical spelling (`"Th"`, `"??"`, `"K?"`,
`"?s"`, `"cuckoo"`). `Card("10♥")`, `Card("TH")` and `Card("th")` are the same member, so a
decoder that meets another spelling gets the canonical card, and a writer writes it.

Rules work with numbers, not with members. `card.code` packs a suit and a rank:

    code = suit * 16 + rank     suit 0..3 = c d h s,  rank 0..12 = 2 3 ... Q K A

A rank nobody saw is 15 and a suit nobody saw is 4, so `K?` is 75 and `??` is 79; a known
suit without a rank takes suit + 5 (`?s` is 143). Codes below 64 are therefore exactly the
cards that are fully known, and `1 << code` of those fits in 64 bits. Cards of the special
packs start at 256: they have no suit. Which rank beats which is a matter of the game.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SIGNS: Final = "♣♦♥♠"

UNKNOWN_RANK: Final = 15
UNKNOWN_SUIT: Final = 4
FULLY_KNOWN: Final = 64  # codes below it are cards without a question mark
UNKNOWN: Final = UNKNOWN_SUIT * 16 + UNKNOWN_RANK
SPECIAL: Final = 256
FIRST_SPECIAL: Final = 160  # the same as `card.number`, which fits into a byte: else it is the code

# The special packs, high to low. The same word in two packs is one card.
_CUCU40: Final = "cuckoo hunter horse cat inn 10 9 8 7 6 5 4 3 2 1 nulla bucket mask lion fool"
_GNAV42: Final = "cuckoo dragoon cat horse house 12 11 10 9 8 7 6 5 4 3 2 1 0 pot owl fool"
_KILLE42: Final = (
    "cuckoo hussar sow cavalier inn 12 11 10 9 8 7 6 5 4 3 2 1 wreath flowerpot mask harlequin"
)
CUCU40, GNAV42, KILLE42 = (tuple(words.split()) for words in (_CUCU40, _GNAV42, _KILLE42))


def _codes() -> dict[str, int]:
    codes = {r + s: i * 16 + j for i, s in enumerate(SUITS) for j, r in enumerate(RANKS)}
    codes |= {r + "?": UNKNOWN_SUIT * 16 + j for j, r in enumerate(RANKS)}
    codes |= {"?" + s: (i + 5) * 16 + UNKNOWN_RANK for i, s in enumerate(SUITS)}
    codes["??"] = UNKNOWN
    special = dict.fromkeys(CUCU40 + GNAV42 + KILLE42)
    codes |= {word: SPECIAL + k for k, word in enumerate(special)}
    return codes


CODES: Final = _codes()
_SIGN_TO_SUIT: Final = str.maketrans(SIGNS, SUITS)


class _Card(Enum):
    """The behaviour of `Card`; its members are made from the table of codes below."""

    code: int
    number: int
    bit: int
    pair: int

    def __new__(cls, value: str) -> _Card:
        card = object.__new__(cls)
        card._value_ = value
        card.code = CODES[value]
        card.number = card.code if card.code < SPECIAL else card.code - SPECIAL + FIRST_SPECIAL
        # A card that is not fully known has no bit: sums of bits then count the known ones, of
        # one pack (`bit`) or of two (`pair`: two bits a card).
        card.bit = 1 << card.code if card.code < FULLY_KNOWN else 0
        card.pair = card.bit and 1 << 2 * card.code
        return card

    @classmethod
    def _missing_(cls, value: object) -> _Card | None:
        """Other accepted spellings: any case, `10` for `T`, suit signs."""
        if not isinstance(value, str) or len(value) > 12:
            return None
        word = value.translate(_SIGN_TO_SUIT)
        if not word.isascii():  # a Kelvin sign is no King
            return None
        word = word.lower()
        if word not in CODES:
            if word.startswith("10") and len(word) == 3:
                word = "t" + word[2]
            if len(word) != 2:
                return None
            word = word[0].upper() + word[1]
        return cls._value2member_map_.get(word)  # type: ignore[return-value]

    # Members are singletons, so identity is equality; Enum's own hash is a Python call.
    __hash__ = object.__hash__

    @property
    def known(self) -> bool:
        """True where rank and suit are both written (or it is a card of a special pack)."""
        return self.code < FULLY_KNOWN or self.code >= SPECIAL

    @property
    def rank(self) -> str | None:
        """`"2"` to `"A"`, or the name of a special card; None where it was not seen."""
        if self.code >= SPECIAL:
            return str(self.value)
        return None if self.code & 15 == UNKNOWN_RANK else RANKS[self.code & 15]

    @property
    def suit(self) -> str | None:
        """`"c"`, `"d"`, `"h"` or `"s"`; None where there is none or it was not seen."""
        suit = self.code >> 4
        if self.code >= SPECIAL or suit == UNKNOWN_SUIT:
            return None
        return SUITS[suit % 5]

    @property
    def sign(self) -> str:
        """For people: `10♥`, `K?`, `cuckoo`."""
        if self.code >= SPECIAL:
            return str(self.value)
        rank = "10" if self.rank == "T" else self.rank or "?"
        return rank + (SIGNS[SUITS.index(self.suit)] if self.suit else "?")

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"Card({self.value!r})"


if TYPE_CHECKING:

    class Card(_Card):
        """Written out for type checkers, which cannot run the line below."""

else:
    Card = _Card("Card", {word: word for word in CODES}, module=__name__)
    Card.__doc__ = "A card as written: `Card('Th')`, `Card['??']` (see cardlog.records.cards)."

_BY_CODE: Final[dict[int, Card]] = {card.code: card for card in Card}


def card_of(code: int) -> Card:
    """The card with this code. Raises KeyError where no card has it."""
    return _BY_CODE[code]


def known_part(a: int, b: int) -> int:
    """The code of what two sightings of one card say together, or -1 where they differ."""
    if a == b or b == UNKNOWN:
        return a
    if a == UNKNOWN:
        return b
    if a >= SPECIAL or b >= SPECIAL:
        return -1
    rank_a, rank_b = a & 15, b & 15
    suit_a, suit_b = a >> 4, b >> 4
    suit_a, suit_b = (suit_a - 5 if suit_a > 4 else suit_a), (suit_b - 5 if suit_b > 4 else suit_b)
    if rank_a != rank_b and rank_a != UNKNOWN_RANK and rank_b != UNKNOWN_RANK:
        return -1
    if suit_a != suit_b and suit_a != UNKNOWN_SUIT and suit_b != UNKNOWN_SUIT:
        return -1
    rank = rank_b if rank_a == UNKNOWN_RANK else rank_a
    suit = suit_b if suit_a == UNKNOWN_SUIT else suit_a
    return (suit + 5) * 16 + rank if rank == UNKNOWN_RANK and suit < 4 else suit * 16 + rank
