"""The rule book: what a clause is, and what a finding is.

A clause stands once, in its game's book: its id (the one that findings cite), a title, the text
in a player's words, its source, and the faults that break it. `cardlog rules`, findings and the
documents are all made from there; the check itself is the rule function that returns the fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from cardlog.engine import faults
from cardlog.engine.result import Result


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One clause.

    `faults` are the names (engine/faults.py) of the faults that cite it. `when` tells by option
    the values under which the clause is in force; all must hold, and without any it always is. A
    clause that an option changes stands once for each of its texts. `text` may hold option names
    in braces. `reading` says what we chose where the sources disagree or are silent.
    """

    id: str
    title: str
    text: str
    source: str
    faults: tuple[str, ...] = ()
    when: dict[str, tuple[Any, ...]] = {}
    reading: str = ""

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Whether the clause is in force under these options."""
        return all(values[option] in allowed for option, allowed in self.when.items())


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """What a fault changed, as far as the cards determine it.

    `what` is `deal` (`written` and `rules` are its changes by side, with the event as it was
    written and in the way of the rules, the rest of the deal as it was played), `trick` (the seat
    that takes it, each seat that would have taken it), `score` (changes by side, claimed and right)
    or `point` (the side that has it, None for nobody). `text` says it in a sentence.
    """

    what: str
    written: tuple[int | None, ...]
    rules: tuple[int | None, ...]
    text: str


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong: where, which clause, and the facts it rests on.

    `event` is an index in `events`, or None where it concerns the whole record; `deal` counts
    from 1. `message` is one sentence, in English unless another catalogue is asked
    (engine/messages/). `facts` holds plain numbers and cards of what was asked, held and shown,
    `expected` what would have been legal, where that can be listed. `rule_text` is the clause as it
    is in force, `changed` what came of the fault, None where the cards do not determine it. `ruled`
    is the index of the ruling on the event: then it no longer counts as wrong, and in an audit
    `without` is what the record would come to without that ruling.

    After an illegal event an audit goes on: `assumed` says how, `undone` (as if it had not
    happened), `stands`, `replaced` (as if it read otherwise), `missing` (as if an event before it
    had not been written down), where `facts["assumed"]` tells what, or `void` (with the next deal).
    `depends` of a later finding is the illegal event before it, on which it depends.

    Where cards were not seen, `proof` are the events of the deal that together prove it: without
    any of them some deal would explain the others.
    """

    event: int | None
    deal: int | None
    seat: int | None
    rule: str
    code: str
    message: str
    facts: dict[str, Any]
    expected: tuple[str, ...] = ()
    ruled: int | None = None
    without: Result | None = None
    assumed: str | None = None
    depends: int | None = None
    proof: tuple[int, ...] = ()
    rule_text: str = ""
    changed: Changed | None = None


STRUCTURE = Rule(
    id="REC",
    title="The structure of a record",
    text=(
        "A record holds the events of one match in order: a deal, then what happens in it, then"
        " at most one score. Events that the game does not have, claims and misdeals out of"
        " place and kinds of a later version are faults of structure."
    ),
    source="records/README.md",
    faults=(
        "claim-place",
        "not-this-game",
        "misdeal",
        "no-deal",
        "unknown-kind",
        "impossible",
        "ruling",
    ),
)


def in_force(book: tuple[Rule, ...], options: msgspec.Struct) -> tuple[Rule, ...]:
    """The clauses that these options leave in force, their text filled in."""
    values = msgspec.structs.asdict(options)
    return tuple(
        msgspec.structs.replace(rule, text=rule.text.format_map(values))
        for rule in book
        if rule.holds(values)
    )


def clause_of(book: tuple[Rule, ...], fault: int) -> Rule:
    """The first clause in the book that this fault breaks. `book` is one in force."""
    name = faults.NAMES[fault]
    for rule in book:
        if name in rule.faults:
            return rule
    return STRUCTURE
