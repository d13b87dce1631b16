"""Lines by which a record is known: that it ends, or that one was here and lost its beginning."""

from __future__ import annotations

import re
from typing import Final

from cardlog.records.cards import SPECIAL
from cardlog.records.formats._notation import words as w
from cardlog.records.formats._notation.cards import spellings_of
from cardlog.records.formats._notation.table import LONG
from cardlog.records.formats._notation.tokens import split


def _any_of(*keys: str) -> str:
    return "|".join(re.escape(word) for key in keys for word in _all_languages(key))


def _all_languages(key: str) -> set[str]:
    return {word for lang in w.LANGUAGES for word in w.spellings(key, lang)}


ENDS: Final = re.compile(rf"\s*(?:{_any_of('end')})\s*(?:#|$)", re.IGNORECASE)
# Lines by which a record is known that has lost its first line; of the latter two, with a card.
_OF_RECORD: Final = re.compile(
    rf"{ENDS.pattern}|\s*(?:{_any_of('players')})[ \t]*:|\s*+\S++\s<>\s", re.IGNORECASE
)
_WITH_CARDS: Final = re.compile(
    rf"\s*(?:(?:{_any_of('show', 'cut', 'draw', 'turn')})[ \t]*|(?:{_any_of('deal')})\s[^:]*):(.*)",
    re.IGNORECASE,
)


def is_of_record(line: str) -> bool:
    match = _WITH_CARDS.match(line)
    if match is None:
        return _OF_RECORD.match(line) is not None
    words = split(match[1][:LONG])
    return any(
        word in cards and cards[word].code < SPECIAL
        for cards in map(spellings_of, w.LANGUAGES)
        for word in words
    )
