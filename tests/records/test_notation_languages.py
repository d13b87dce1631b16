"""One game in five languages, and letters that look like others."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlog.records.cards import CODES, SIGNS, SUITS, Card
from cardlog.records.errors import RecordError
from cardlog.records.events import Reveal
from cardlog.records.formats import cardlog
from cardlog.records.formats._notation import cards
from cardlog.records.formats._notation import words as w
from cardlog.records.game import Record
from tests.games import golden_records
from tests.notation import items, record
from tests.strategies import records

languages = pytest.mark.parametrize("lang", w.LANGUAGES)


def shown(word: str, lang: str) -> Card:
    """The card that this word is in a record of this language. Raises RecordError."""
    (event,) = record(f"lang: {lang}\nplayers: Ana\nAna show {word}").events
    assert isinstance(event, Reveal)
    (card,) = event.cards
    return card


@languages
def test_a_game_reads_back_in_any_language_with_one_content_id(lang: str) -> None:
    for played in golden_records():
        data = cardlog.encode(played, lang)
        (read,) = items(data)
        assert read == played and isinstance(read, Record) and read.id == played.id
        assert (b"lang: " in data) is (lang != "en")
        assert cardlog.encode(read, lang) == data


@languages
@given(records(max_events=8))
@settings(max_examples=60, deadline=None)
def test_any_record_reads_back_in_any_language(lang: str, played: Record) -> None:
    (read,) = items(cardlog.encode(played, lang))
    assert read == played and isinstance(read, Record) and read.id == played.id


@languages
def test_every_card_is_read_as_it_is_written(lang: str) -> None:
    for word in CODES:
        assert shown(cards.written(lang)[Card(word)], lang) is Card(word)


@languages
def test_suits_may_be_signs_of_any_kind(lang: str) -> None:
    for sign, white, suit in zip(SIGNS, "♧♢♡♤", SUITS, strict=True):
        for rank in ("9", "10"):
            for word in (rank + sign, rank + white, f"{rank}{sign}\ufe0f", f"{rank}{sign}\ufe0e"):
                assert shown(word, lang) is Card(rank + suit)
        assert shown("?" + sign, lang) is Card("?" + suit)


READ = {
    "en": {"10h": "Th", "th": "Th", "TH": "Th", "10♥": "Th", "a♠": "As", "k?": "K?", "?S": "?s"},
    "pt": {"Ae": "As", "Ás♠": "As", "as♠": "As", "REI♣": "Kc", "Rp": "Kc", "Do": "Qd", "10c": "Th"},
    "es": {"Ap": "As", "As♠": "As", "Rey♥": "Kh", "Reina♦": "Qd", "Jt": "Jc", "Jota♣": "Jc"},
    "it": {"Ap": "As", "Asso♠": "As", "Re♥": "Kh", "Regina♦": "Qd", "Ff": "Jc", "Fante♣": "Jc"},
    "ru": {"Тп": "As", "Туз♠": "As", "туз♠": "As", "Кч": "Kh", "король♥": "Kh", "Дб": "Qd",
           "ВТ": "Jc", "10т": "Tc", "K♠": "Ks", "Kh": "Kh", "9h": "9h", "Q?": "Q?", "?ч": "?h"},
}  # fmt: skip


@languages
def test_cards_as_the_rule_texts_call_them(lang: str) -> None:
    for word, card in READ[lang].items():
        assert shown(word, lang) is Card(card), word


def test_an_accent_may_be_a_mark_of_its_own() -> None:
    assert shown(unicodedata.normalize("NFD", "Ás♠"), "pt") is Card("As")


REFUSED = {
    ("en", "Кs"): "`Кs` mixes alphabets: К is the Cyrillic letter KA, s is the Latin letter S",
    ("en", "Т♠"): "Т is the Cyrillic letter TE, which is no letter of a card in `lang: en`",
    ("en", "А♠"): "А is the Cyrillic letter A, which is no letter",
    ("en", "9с"): "с is the Cyrillic letter ES, which is no letter",
    ("en", "Κs"): "mixes alphabets: Κ is the Greek letter KAPPA, s is the Latin letter S",
    ("en", "\u212as"): "KELVIN SIGN",
    ("en", "Ｋs"): "Ｋ is the Fullwidth Latin letter K",
    ("en", "Kſ"): "ſ is the Latin letter LONG S",
    ("en", "𝐊s"): "MATHEMATICAL BOLD CAPITAL K",
    ("en", "９h"): "is no card",
    ("en", "٩h"): "is no card",
    ("en", "Rs"): "is no card",
    ("pt", "Кe"): "mixes alphabets",
    ("pt", "9h"): "is no card",
    ("es", "R♠"): "R may be Rey or Reina: write K or Rey♠, Q or Reina♠",
    ("it", "Rp"): "R may be Re or Regina: write K or Re♠, Q or Regina♠",
    ("ru", "T♠"): "`T♠` is no card here: write the Cyrillic Т for an ace (Туз), 10 for a ten",
    ("ru", "t♠"): "write the Cyrillic Т for an ace (Туз), 10 for a ten",
    ("ru", "Ts"): "write the Cyrillic Т for an ace (Туз), 10 for a ten",
    ("ru", "Tч"): "mixes alphabets: T is the Latin letter T, ч is the Cyrillic letter CHE; write",
    ("ru", "Kч"): "mixes alphabets: K is the Latin letter K, ч is the Cyrillic letter CHE",
    ("ru", "Кs"): "mixes alphabets: К is the Cyrillic letter KA, s is the Latin letter S",
    ("ru", "А♠"): "А is the Cyrillic letter A, which is no letter of a card in `lang: ru`",
    ("ru", "9с"): "с is the Cyrillic letter ES, which is no letter of a card in `lang: ru`",
    ("ru", "9T"): "is no card",
    ("ru", "B♠"): "is no card",
}


@pytest.mark.parametrize("lang, word", REFUSED)
def test_letters_that_look_like_others_are_refused_by_name(lang: str, word: str) -> None:
    with pytest.raises(RecordError) as raised:
        shown(word, lang)
    assert REFUSED[lang, word] in raised.value.message


# Letters that nobody can tell from each other in print.
ALIKE = (
    "AАΑ",
    "KКΚ\u212a",
    "TТΤ",
    "BВΒ",
    "cсϲ",
    "sѕ",
    "hһ",
    "QԚ",
    "JЈͿ",
    "pр",
    "eе",
    "oоο",
    "хx",
    "3З",
)


@languages
def test_no_two_words_that_look_alike_are_two_cards(lang: str) -> None:
    table = cards.spellings_of(lang)
    skeleton = {char: group[0] for group in ALIKE for char in group}
    seen: dict[str, Card] = {}
    for word, card in table.items():
        looks = "".join(skeleton.get(char, char) for char in word)
        assert seen.setdefault(looks, card) is card, word


@languages
@given(st.text(min_size=1, max_size=3))
@settings(max_examples=300, deadline=None)
def test_a_word_with_a_letter_of_no_card_is_no_card(lang: str, word: str) -> None:
    table = cards.spellings_of(lang)
    letters = {char for spelled in table for char in spelled + spelled.upper()}
    letters |= set(unicodedata.normalize("NFD", "".join(letters))) | {"\ufe0e", "\ufe0f"}
    try:
        table[word]
    except KeyError:
        assert cards.refusal(word, lang)
    else:
        assert set(word) <= letters


def test_the_languages_of_the_format_are_those_of_its_words() -> None:
    assert cardlog.languages == tuple(w.LANGUAGES) == tuple(cards.LETTERS)
