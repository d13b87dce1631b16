"""The message catalogue: sentences by code, one module a language.

A catalogue module holds `FINDINGS` (a template for each code in engine/faults.py), `IN_PHASE` (one
for a code in a phase of the deal that needs other words), `TELLING` (one for each thing a replay
tells), `WORDS` (nobody, and ...) and `TABLES` (suits, ranks, phases). A template names facts in
braces; `words_of` turns seats into players' names and cards into signs before they are put in.

Another language is another module with the same keys: tests hold every catalogue against the codes.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any, Final

from cardlog.records.cards import Card

SEATS: Final = frozenset({"seat", "target", "dealer", "turn", "neighbour", "next_dealer", "other"})
CARDS: Final = frozenset(
    {"card", "cards", "top", "led", "twice", "seat_holds", "target_holds", "given", "taken", "hand"}
)
LONGEST: Final = 400  # characters of a fact in a sentence
CHANGES: Final = frozenset({"claimed", "changes"})
# Facts that a catalogue translates, and by which of its tables; all other text is left alone.
TABLES: Final = {
    "phase": "phases", "suit": "suits", "lowest": "ranks", "blocker": "ranks", "lost": "losses",
}  # fmt: skip


@cache
def catalogue(language: str = "en") -> ModuleType:
    """The catalogue of a language. Raises KeyError where there is none."""
    try:
        return importlib.import_module(f"{__name__}.{language}")
    except ModuleNotFoundError:
        raise KeyError(language) from None


def sentence(
    code: str, facts: Mapping[str, Any], names: Sequence[str], language: str = "en"
) -> str:
    """The sentence for a finding's code and facts, with players by name."""
    words = catalogue(language)
    template = words.IN_PHASE.get((code, facts.get("phase")), words.FINDINGS[code])
    said = words_of(facts, names, language)
    for key in ("seat_holds", "target_holds"):
        if list(facts.get(key) or ()) == ["??"]:
            said[key] = words.WORDS["unseen"]
    return str(template.format_map(said))


def tell(key: str, facts: Mapping[str, Any], names: Sequence[str], language: str = "en") -> str:
    """One line of a replay."""
    words = catalogue(language)
    return str(words.TELLING[key].format_map(words_of(facts, names, language)))


def tell_change(
    key: str, facts: Mapping[str, Any], names: Sequence[str], language: str = "en"
) -> str:
    """What a fault changed, in a sentence."""
    words = catalogue(language)
    return str(words.CHANGED[key].format_map(words_of(facts, names, language)))


def changes_in_words(
    changes: Sequence[int | None], names: Sequence[str], stake: str, language: str = "en"
) -> str:
    """The result of a deal: `Bruno loses a life`, `Ana scores 3, Bruno 1`."""
    words = catalogue(language)
    sides = len(changes)
    by_amount: dict[int, list[str]] = {}
    for side, change in enumerate(changes):
        if change:
            by_amount.setdefault(change, []).append(side_name(side, names, sides, language))
    said = []
    for amount, who in by_amount.items():
        lost = words.TABLES["losses"].get(f"{stake}{amount}") if stake != "points" else None
        key = "loses" if amount < 0 else "scores"
        both = f" {words.WORDS['and']} ".join(who)
        number = "-each" if len(who) > 1 else "-both" if sides < len(names) else ""
        template = words.CHANGED[key + number]
        said.append(template.format(who=both, what=lost or abs(amount)))
    return ", ".join(said) or str(words.CHANGED["nothing"])


class _Words(dict[str, str]):
    """A fact that was not known when the sentence was made."""

    def __missing__(self, key: str) -> str:
        return "?"


def words_of(facts: Mapping[str, Any], names: Sequence[str], language: str = "en") -> _Words:
    """The facts as words: seats as names, cards with signs, claims side by side."""
    words = catalogue(language).WORDS
    said = _Words()
    sides = facts.get("sides", len(names))
    for name in SEATS:
        said[name] = words["nobody"]
    for key, value in facts.items():
        if key in SEATS and value is not None:
            said[key] = plain(names[value]) if value < len(names) else str(value)
        elif key in CARDS and value is not None:
            cards = [value] if isinstance(value, (str, Card)) else value
            said[key] = " ".join(Card(str(card)).sign for card in cards) or words["no card"]
        elif key in CHANGES:
            said[key] = ", ".join("?" if n is None else f"{n:+d}" if n else "0" for n in value)
        elif key in ("claimed_points", "points"):
            for point, side in value.items():
                owner = words["nobody"] if side is None else side_name(side, names, sides)
                said[f"{'claimed' if key == 'claimed_points' else 'true'}_{point}"] = owner
        elif key == "receiver":
            said[key] = side_name(value, names, sides)
        elif key == "counts":
            said[key] = ", ".join(map(str, value))
        elif key == "expected_calls":
            said[key] = f" {words['or']} ".join(", ".join(value).rsplit(", ", 1))
        elif key == "most":
            least = facts.get("least", value)
            said["allowed"] = str(value) if least == value else f"{least} {words['to']} {value}"
        elif key in TABLES:
            said[key] = catalogue(language).TABLES[TABLES[key]].get(value, "?")
        else:
            said[key] = plain(str(value))[:LONGEST]
    return said


def side_name(side: int, names: Sequence[str], sides: int, language: str = "en") -> str:
    """A side's name: its player's, or both partners'."""
    members = names[side::sides] if side < sides else ()
    return f" {catalogue(language).WORDS['and']} ".join(map(plain, members)) or str(side)


def plain(name: str) -> str:
    """A name as it can be printed: control characters, which could steer a terminal, escaped."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in name)
