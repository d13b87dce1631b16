"""Names looked for in texts: in any capitals, however composed, as words or inside longer ones."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple
from unicodedata import category, combining, normalize

FEW: Final = 40  # words that are quicker looked for one by one
_HEAD: Final = 4  # letters of a word by which many are looked up
_TIMES: Final = 3  # that a text may be escaped within another
_ESCAPED: Final = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
_LETTERS: Final = dict(zip("bfnrt", "\b\f\n\r\t", strict=True))


class Spot(NamedTuple):
    """Where a word stands in a text; not `whole` where it is only part of a longer one."""

    start: int
    end: int
    word: str  # folded
    whole: bool


class Spotter:
    """Finds some words in texts."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words: Final = {word: fold(word) for word in words if fold(word)}
        self._folded = set(self.words.values())
        self._by_head: dict[str, list[str]] = {}
        for word in self._folded:
            self._by_head.setdefault(word[:_HEAD], []).append(word)
        self._sizes = sorted({len(head) for head in self._by_head})

    def __bool__(self) -> bool:
        return bool(self._folded)

    def inside(self, text: str) -> bool:
        """Whether one of them may stand in a text. Never wrongly no."""
        return next(self._hits(fold(text)), None) is not None

    def written_in(self, text: str) -> bool:
        """The same for a text that may have been escaped as JSON does."""
        return any(map(self.inside, readings(text)))

    def spots(self, text: str) -> list[Spot]:
        """Where they stand, in order and beside each other: whole words first, then the longest.

        A single letter is looked for as a word only.
        """
        folded = fold(text)
        hits = list(self._hits(folded))
        if not hits:
            return []
        starts, ends, seen = _places(text, folded)
        if not seen:  # letters that only compose in company: somewhere in here
            return [Spot(0, len(text), hits[0][1], False)]
        found = [
            spot
            for at, word in hits
            for spot in [_spot(text, starts[at], ends[at + len(word) - 1], word)]
            if spot.whole or len(word) > 1
        ]
        taken: list[Spot] = []
        for spot in sorted(found, key=lambda s: (not s.whole, s.start, s.start - s.end)):
            at = bisect(taken, spot)
            beside = not at or taken[at - 1].end <= spot.start
            if beside and (at == len(taken) or spot.end <= taken[at].start):
                taken.insert(at, spot)
        return taken

    def _hits(self, folded: str) -> Iterator[tuple[int, str]]:
        if len(self._folded) <= FEW:
            for word in self._folded:
                at = folded.find(word)
                while at >= 0:
                    yield at, word
                    at = folded.find(word, at + 1)
            return
        for at in range(len(folded)):
            for size in self._sizes:
                for word in self._by_head.get(folded[at : at + size], ()):
                    if folded.startswith(word, at):
                        yield at, word


def fold(text: str) -> str:
    """Without capitals, composed in one way, and without what nobody sees."""
    if text.isascii():
        return text.lower()
    folded = normalize("NFKC", normalize("NFKC", text).casefold())
    return "".join(c for c in folded if category(c) != "Cf")


def longer(text: str, spot: Spot) -> str:
    """The longer word that one stands in."""
    start, end = spot.start, spot.end
    while start and _is_letter(text[start - 1]):
        start -= 1
    while end < len(text) and _is_letter(text[end]):
        end += 1
    return text[start:end]


def readings(text: str) -> Iterator[str]:
    """A text, and what it says where JSON has escaped it, once or within another text again."""
    yield text
    for _ in range(_TIMES):
        plain = unescaped(text) if "\\" in text else text
        if plain == text:
            return
        text = plain
        yield text


def unescaped(text: str) -> str:
    """What a text is that stands in JSON, mixed as escapes and plain letters may be."""
    plain = _ESCAPED.sub(_letter, text)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _letter(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else _LETTERS.get(found[2], found[2])


def _places(text: str, folded: str) -> tuple[Sequence[int], Sequence[int], bool]:
    """For each letter of a folded text where it comes from; not if that cannot be told."""
    starts: list[int] = []
    ends: list[int] = []
    if text.isascii():
        return range(len(text)), range(1, len(text) + 1), True
    pieces: list[str] = []
    for start, end in _clusters(text):
        piece = fold(text[start:end])
        pieces.append(piece)
        starts += [start] * len(piece)
        ends += [end] * len(piece)
    return starts, ends, "".join(pieces) == folded


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Letters, each with the marks that follow it."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not combining(text[at]):
            yield start, at
            start = at


def _spot(text: str, start: int, end: int, word: str) -> Spot:
    before, after = text[start - 1 : start], text[end : end + 1]
    whole = not (_binds(before) and _binds(text[start])) and not (
        _binds(after) and _binds(text[end - 1])
    )
    return Spot(start, end, word, whole and fold(text[start:end]) == word)


@cache
def _is_letter(letter: str) -> bool:
    return letter.isalnum() or category(letter)[0] == "M"


@cache
def _binds(letter: str) -> bool:
    """Whether words end where other letters than this begin: not in scripts without spaces."""
    return bool(letter) and _is_letter(letter) and category(letter) != "Lo"
