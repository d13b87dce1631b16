"""An injector of faults: what a player, a dealer or a scribe gets wrong in a match that was right.

`mutants` goes through a match event by event, the naive model's position before it at hand, and
yields every fault that can be made there: the events with it, where it must be found, and under
which codes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.engine.mutate import california, chase, everywhere, pitch, seven_up
from tests.engine.mutate.match import Match, Mutant, followed
from tests.engine.naive import MODELS, Map

__all__ = ["KINDS", "ONLY_WITH", "Match", "Mutant", "followed", "kinds", "mutants"]

Faults = Callable[[Match, int, Map, Any], Iterator[Mutant]]
GAMES: dict[str, tuple[Faults, str]] = {
    "chase-the-ace": (chase.faults, chase.KINDS),
    "california-jack": (california.faults, california.KINDS),
    "shasta-sam": (california.faults, california.KINDS),
    "seven-up": (seven_up.faults, seven_up.KINDS),
    "pitch": (pitch.faults, pitch.KINDS),
}
KINDS = {
    game: set(" ".join(f"{everywhere.KINDS}, {names}".split()).split(", "))
    - everywhere.NOT_IN.get(game, set())
    for game, (_, names) in GAMES.items()
}
# The kinds that exist only under an option: its values.
ONLY_WITH: dict[str, tuple[str, tuple[Any, ...]]] = {
    **chase.ONLY_WITH,
    **california.ONLY_WITH,
    **seven_up.ONLY_WITH,
    **pitch.ONLY_WITH,
}


def kinds(game: str, tables: list[tuple[int, Map]]) -> set[str]:
    """The kinds of faults that can be made at these tables (players, rules)."""
    played = [MODELS[game](rules, players).rules for players, rules in tables]

    def possible(kind: str) -> bool:
        option, values = ONLY_WITH.get(kind, ("", ()))
        return any(not option or rules[option] in values for rules in played)

    return {kind for kind in KINDS[game] if possible(kind)}


def mutants(m: Match) -> Iterator[Mutant]:
    """Every fault at every place."""
    faults, _ = GAMES[m.game]
    sides = len(m.at[0].standing)
    yield m.more("claim at once", 0, {"type": "score", "changes": [0] * sides}, "claim-place")
    for k, event in enumerate(m.events):
        position = m.at[k]
        yield from everywhere.faults(m, k, event, position)
        if event["type"] == "deal":
            yield from everywhere.deals(m, k, event, position)
        elif event["type"] == "score":
            yield from everywhere.claims(m, k, event)
        elif event["type"] != "misdeal":
            yield from faults(m, k, event, position)
    yield from everywhere.after_the_end(m)
