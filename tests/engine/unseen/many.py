"""Matches of every game with cards hidden at random: that nobody is ever accused.

    python -m tests.engine.unseen.many 100000 [the first seed]

Each record has a deal that explains it, the one that was played, so an accusation would be false,
and so would a result that differs from the true one. tests/engine/test_unseen_many.py tries a few.
"""

from __future__ import annotations

import random
import sys
from typing import Any, Final

from msgspec.structs import replace

from cardlog.engine import audit
from cardlog.engine.simulate import simulate
from cardlog.records.errors import RecordError
from cardlog.records.events import Deal, Discard, Draw, Reveal, Trick
from cardlog.records.game import Record
from tests.engine.unseen.hiding import KEEP, LEVELS, cards_in, hide
from tests.engine.unseen.legal import FAMILY, STOCK_OPTIONS, SeededDice
from tests.engine.unseen.small import chase_match
from tests.engine.unseen.sound import agrees

STYLES: Final = ("few", "toss", "kinds")


def hidden_match(chance: random.Random) -> tuple[Record, Record]:
    """A legal match, or the beginning of one, as it was and as somebody saw it."""
    full = chase_match(chance) if chance.randrange(2) else _family_match(chance)
    starts = [k for k, event in enumerate(full.events) if type(event) is Deal]
    end = len(full.events)
    if len(starts) > 2:
        end = starts[2] + chance.randrange(2)
    if not chance.randrange(3):
        end = chance.randint(1, end)
    full = replace(full, events=full.events[:end])
    return full, hide(full, _levels(full, chance))


def _family_match(chance: random.Random) -> Record:
    name = chance.choice(list(FAMILY))
    tables, choices = FAMILY[name]
    rules: dict[str, Any] = {"target": chance.randint(1, 7)}
    for option, values in {"low_to": ("holder", "taker"), **choices}.items():
        if chance.randrange(2):
            rules[option] = chance.choice(values)
    for option in STOCK_OPTIONS if not choices else ():
        if not chance.randrange(4):
            rules[option] = True
    while True:
        try:
            dice = SeededDice(chance.randrange(2**32))
            return simulate(name, rules, chance.choice(tables), dice, {})
        except (RecordError, ValueError):  # options that contradict one another
            rules.popitem()


def _levels(record: Record, chance: random.Random) -> list[int]:
    """Which cards are hidden: a few, each by a toss, or those of whole kinds of events."""
    style = chance.choice(STYLES)
    if style == "kinds":
        kinds = set(chance.sample((Deal, Draw, Reveal, Trick, Discard), chance.randint(1, 3)))
        level = chance.choice(LEVELS[1:])
        return [
            level if type(event) in kinds else KEEP
            for event in record.events
            for _ in range(cards_in(event))
        ]
    share = chance.choice((1, 5, 9)) / 10 if style == "toss" else 0.03
    return [
        chance.choice(LEVELS[1:]) if chance.random() < share else KEEP
        for _ in range(cards_in(record.events))
    ]


def check(full: Record, part: Record) -> tuple[int, ...]:
    """Nobody is accused, and what is stated is true; the deals whose search was given up."""
    answer = audit.audit(part)
    assert answer.findings == (), answer.findings
    said, true = audit.outcome(part), audit.outcome(full)
    assert said.status == true.status or said.status == "unfinished"
    assert agrees(said.standing, true.standing)
    assert not said.winners or said.winners == true.winners
    for mine, theirs in zip(said.deals, true.deals, strict=True):
        assert mine.changes is None or agrees(mine.changes, theirs.changes)
        assert mine.changes is None or agrees(mine.detail, theirs.detail)
    return () if answer.unseen is None else answer.unseen.undecided


def main(many: int, first: int = 0) -> None:
    wrong = undecided = 0
    for seed in range(first, first + many):
        full, part = hidden_match(random.Random(seed))
        try:
            undecided += bool(check(full, part))
        except Exception as error:
            wrong += 1
            sys.stdout.write(f"seed {seed}: {type(error).__name__} {str(error)[:300]}\n")
    sys.stdout.write(f"{many} records: {wrong} wrong, {undecided} not decided\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
