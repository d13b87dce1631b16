"""The cards as each language writes them, and why a word is none.

A rank and a suit, both in one alphabet. A letter that only looks like another one is refused and
named: a Russian Т is an ace (Туз) and a Latin T a ten, and nobody sees the difference.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final, NamedTuple

from cardlog.records.cards import CUCU40, GNAV42, KILLE42, RANKS, SIGNS, SUITS, Card

_WHITE: Final = "♧♢♡♤"
_VARIANTS: Final = str.maketrans("", "", "\ufe0e\ufe0f")  # a sign as text, or as a picture
_DIGITS: Final = {digit: digit for digit in RANKS[:8]} | {"10": "T"}
_COURT: Final = {"J": "J", "Q": "Q", "K": "K", "A": "A"}


class Letters(NamedTuple):
    """How one language spells ranks and suits: the letters, and the words for ranks."""

    ranks: dict[str, str]  # a letter -> a rank; the first of each rank is written
    suits: str  # clubs, diamonds, hearts, spades
    words: dict[str, str]  # a word -> a rank, before a sign only
    refused: dict[str, str]  # a letter that would mean two ranks -> what to write


LETTERS: Final = {
    "en": Letters(_COURT | {"T": "T"}, "cdhs", {}, {}),
    "pt": Letters(
        {"A": "A", "R": "K", "D": "Q", "V": "J", "T": "T"} | _COURT,
        "poce",
        {"ás": "A", "as": "A", "rei": "K", "dama": "Q", "valete": "J", "dez": "T"},
        {},
    ),
    "es": Letters(
        _COURT | {"D": "Q", "T": "T"},
        "tdcp",
        {"as": "A", "rey": "K", "reina": "Q", "dama": "Q", "jota": "J", "diez": "T"},
        {"R": "R may be Rey or Reina: write K or Rey♠, Q or Reina♠"},
    ),
    "it": Letters(
        _COURT | {"D": "Q", "F": "J", "T": "T"},
        "fqcp",
        {"asso": "A", "re": "K", "regina": "Q", "donna": "Q", "fante": "J", "dieci": "T"},
        {"R": "R may be Re or Regina: write K or Re♠, Q or Regina♠"},
    ),
    "ru": Letters(
        {"Т": "A", "К": "K", "Д": "Q", "В": "J"},
        "тбчп",
        {"туз": "A", "король": "K", "дама": "Q", "валет": "J", "десять": "T"},
        {"T": "write the Cyrillic Т for an ace (Туз), 10 for a ten"},
    ),
}
_SPECIAL: Final = dict.fromkeys(CUCU40 + GNAV42 + KILLE42)


class Spellings(dict[str, Card]):
    """Word to card. A word that is not in it in so many letters is looked at again, once."""

    def __init__(self, lang: str) -> None:
        super().__init__(_spelled(lang))
        self._folded = {word.casefold(): card for word, card in self.items()}
        letters = {char for word in self for char in word + word.upper()}
        self._alphabet = letters.union(*(unicodedata.normalize("NFD", char) for char in letters))

    def __missing__(self, word: str) -> Card:
        """Raises KeyError where the word is no card."""
        plain = word.translate(_VARIANTS)
        if not self._alphabet.issuperset(plain):  # a Kelvin sign is no King
            raise KeyError(word)
        return self._folded[unicodedata.normalize("NFC", plain).casefold()]


@cache
def spellings_of(lang: str) -> Spellings:
    """The table of one language."""
    return Spellings(lang)


@cache
def written(lang: str) -> dict[Card, str]:
    """Card to word: as in the files in English, with the signs of the suits in other languages."""
    if lang == "en":
        return {card: str(card.value) for card in Card}
    ranks = {rank: letter for letter, rank in reversed(LETTERS[lang].ranks.items())}
    ranks |= {digit: digit for digit in _DIGITS} | {"T": "10"}
    signs = dict(zip(SUITS, SIGNS, strict=True))
    return {
        card: str(card.value)
        if card.value in _SPECIAL
        else ranks.get(card.rank or "", "?") + signs.get(card.suit or "", "?")
        for card in Card
    }


def _spelled(lang: str) -> dict[str, Card]:
    letters = LETTERS[lang]
    ranks = letters.ranks | {letter.lower(): rank for letter, rank in letters.ranks.items()}
    signs = {**_pairs(SIGNS), **_pairs(_WHITE)}
    table = _joined(ranks | _DIGITS | {"?": "?"}, _cased(letters.suits) | signs | {"?": "?"})
    words = {word.title(): rank for word, rank in letters.words.items()} | letters.words
    table |= _joined(words, signs | {"?": "?"})
    if lang == "ru":  # the letters on the cards are Latin; a Latin T could not be told from Т
        latin = _COURT | {letter.lower(): rank for letter, rank in _COURT.items()}
        table |= _joined(latin, signs | {"?": "?"}) | _joined(latin | _DIGITS, _cased(SUITS))
        table |= _joined({"?": "?"}, _cased(SUITS))
    return table | {word: Card(word) for word in _SPECIAL}


def _pairs(suits: str) -> dict[str, str]:
    return dict(zip(suits, SUITS, strict=True))


def _cased(suits: str) -> dict[str, str]:
    return _pairs(suits) | _pairs(suits.upper())


def _joined(ranks: dict[str, str], suits: dict[str, str]) -> dict[str, Card]:
    return {r + s: Card(ranks[r] + suits[s]) for r in ranks for s in suits}


def refusal(word: str, lang: str) -> str:
    """Why a word is no card, with what to write instead."""
    letters = LETTERS[lang]
    hint = letters.refused.get(word[:1].upper())
    found = {char: _alphabet(char) for char in word if char.isalpha()}
    if len(set(found.values())) > 1:
        listed = ", ".join(f"{char} is {_name(char)}" for char in found)
        return f"`{word:.40}` mixes alphabets: {listed}" + (f"; {hint}" if hint else "")
    if hint and len(word) <= 4:
        return f"`{word:.40}` is no card here: {hint}"
    strange = [char for char in word if char.isalpha() and not _usual(char, lang)]
    if strange:
        char = strange[0]
        return (
            f"`{word:.40}` is no card: {char} is {_name(char)}, which is no letter of a card"
            f" in `lang: {lang}`"
        )
    if word in letters.ranks or word.upper() in letters.ranks:
        return f"`{word:.40}` has no suit: write {word:.40}? for a card of an unseen suit"
    like = "10♥ or К♠" if lang == "ru" else "10♥ or K♠"
    like = "Th or Ks" if lang == "en" else like
    return f"`{word:.40}` is no card: expected rank then suit, like {like}, or ?? for an unseen one"


def _usual(char: str, lang: str) -> bool:
    letters = "".join(LETTERS[lang].ranks) + LETTERS[lang].suits
    return char.isascii() or char in letters + letters.lower() + letters.upper()


def _alphabet(char: str) -> str:
    return unicodedata.name(char, "?").split()[0]


def _name(char: str) -> str:
    """`the Cyrillic letter TE`."""
    name = unicodedata.name(char, f"U+{ord(char):04X}")
    for case in (" CAPITAL LETTER ", " SMALL LETTER "):
        if case in name:
            alphabet, _, letter = name.partition(case)
            return f"the {alphabet.title()} letter {letter}"
    return name
