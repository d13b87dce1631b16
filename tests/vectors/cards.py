"""Every spelling of every card, and words that are none."""

from __future__ import annotations

from cardlog.records.cards import CUCU40, GNAV42, KILLE42, RANKS, SIGNS, SUITS, Card
from tests.vectors.make import Map, record, vector

NO_CARDS = (
    "", "?", "T", "h", "hK", "1h", "1x", "0h", "11h", "13", "00", "-1", "Xh", "Kx", "10", "10hh",
    " Kh", "Kh ", "K h", "K-h", "\u2665K", "K\u2665\ufe0f", "K\u2664", "K\u2661", "\u212ah",
    "K\u017f", "\uff2bh", "\u041as", "\U0001f0be", "joker", "Kh\x00", "cucko", "cuckoos",
    "king of hearts", "???", "10??",
)  # fmt: skip


def spellings() -> dict[str, str]:
    """Each accepted spelling and the card's own."""
    ranks = {word: rank for rank in RANKS for word in (rank, rank.lower())} | {"10": "T", "?": "?"}
    suits = {word: suit for suit in SUITS for word in (suit, suit.upper())} | {"?": "?"}
    suits |= dict(zip(SIGNS, SUITS, strict=True))
    found = {r + s: ranks[r] + suits[s] for r in ranks for s in suits}
    for word in dict.fromkeys(CUCU40 + GNAV42 + KILLE42):
        found |= {word: word, word.upper(): word, word.title(): word}
    return found


def cards() -> Map:
    """The file of cards."""
    every = spellings()
    assert {word: Card(word).value for word in every} == every
    assert set(every.values()) == {card.value for card in Card}
    return {
        "what": "spellings of cards with the one that is written; words that are no card; the"
        " special packs from high to low, two of each card; and records with those cards",
        "spellings": every,
        "refused": [word for word in NO_CARDS if word != "10"],
        "packs": {"cucu40": CUCU40, "gnav42": GNAV42, "kille42": KILLE42},
        "vectors": _records(every),
    }


def _records(every: dict[str, str]) -> list[Map]:
    shown = {"type": "reveal", "seat": 0, "cards": list(every)}
    own = {"type": "reveal", "seat": 0, "cards": list(dict.fromkeys(every.values()))}
    return [
        vector("every card as it is written", record(own)),
        vector("every spelling of every card", record(shown)),
        vector("cards of Cucu", _special("cucu40", ["fool", "10", "inn"], "cuckoo")),
        vector("cards of Gnav", _special("gnav42", ["0", "12", "pot"], "dragoon")),
        vector("cards of Kille", _special("kille42", ["harlequin", "wreath", "1"], "hussar")),
        vector("cards that nobody saw", _special("standard52", ["??", "K?", "2c"], "?s")),
    ]


def _special(deck: str, hands: list[str], drawn: str) -> Map:
    """A deal in which the first exchanges with the second and the dealer draws."""
    low, high, own = hands
    shown = [high, low, drawn]
    return record(
        {"type": "deal", "dealer": 2, "hands": [[card] for card in (low, high, own)]},
        {"type": "swap", "seat": 0, "target": 1},
        {"type": "stay", "seat": 1},
        {"type": "draw", "seat": 2, "card": drawn},
        *({"type": "reveal", "seat": seat, "cards": [card]} for seat, card in enumerate(shown)),
        rules={"profile": "compendium", "deck": deck, "lives": 1},
    )
