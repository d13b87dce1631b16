"""Games that play themselves: legal by construction, and folded as they go.

Chance comes from outside (`Dice`), so the engine itself stays without it, and the same dice give
the same record.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cardlog.engine import games
from cardlog.engine.faults import NAMES
from cardlog.engine.game import Dice, Table
from cardlog.engine.state import DONE
from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent
from cardlog.records.game import Record

NAMES_AT_TABLE: Final = (
    "Ana", "Bruno", "Carla", "Davi", "Eva", "Fabio", "Gil", "Helena", "Igor", "Joana", "Karin",
    "Luis", "Marta", "Nuno", "Olga", "Paulo", "Rita", "Sofia", "Tiago", "Vera",
)  # fmt: skip


MOST_PLAYERS: Final = len(NAMES_AT_TABLE)
LONGEST: Final = 500
NEVER: Final = -99  # below every milestone: only a fault stops a batch


class Threshold(NamedTuple):
    """Players exchange cards up to a rank; see `Game.policy`."""

    at_or_below: str
    stand_after_gain: bool = False


def simulate(
    game: str,
    rules: dict[str, Any],
    players: int | None,
    dice: Dice,
    meta: dict[str, Any],
    threshold: Threshold | None = None,
) -> Record:
    """One whole match, or LONGEST deals of one that does not end; by a toss or by a threshold.

    Raises RecordError where the options are wrong, ValueError where the number of players is, or
    where the game knows no such threshold.
    """
    found = games.find(game)
    seats = players if players is not None else default_players(game, rules)
    options = found.options(rules, seats)
    least, most = found.seats(options)
    if not least <= seats <= most:
        raise ValueError(f"{seats} players cannot play this: it is for {least} to {most}")
    state = found.start(options, seats, None)
    table = Table(None if threshold is None else found.policy(options, *threshold))
    events: list[AnyEvent] = []
    while batch := found.play(state, table, dice):
        if state.deals == LONGEST and state.phase == DONE:
            if state.scored:
                break  # under some options random players lose more than they win: here it stops
            del batch[1:]
        code, event = found.advance(state, iter(batch), heed=NEVER)
        assert code == 0, f"the simulation broke a rule: {NAMES[code]} by {event}"
        events += batch
    return Record(
        game=found.name,
        rules=rules,
        players=NAMES_AT_TABLE[:seats],
        meta=meta,
        events=tuple(events),
    )


def default_players(game: str, rules: dict[str, Any]) -> int:
    """Four where the game and the options allow it, else the nearest number that they do.

    Raises RecordError where the options are wrong for any number.
    """
    found = games.find(game)
    wrong: RecordError | None = None
    for seats in sorted(range(1, MOST_PLAYERS + 1), key=lambda n: abs(n - 4)):
        try:
            least, most = found.seats(found.options(rules, seats))
        except RecordError as error:
            wrong = wrong or error
        else:
            if least <= seats <= most:
                return seats
    raise wrong or RecordError(f"{found.title} cannot be played by any number under these options")
