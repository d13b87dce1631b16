"""Games that play themselves: legal by construction, and folded as they go.

Chance comes from outside (`Dice`), so the engine itself stays without it, and the same dice give
the same record.
"""

from __future__ import annotations

from itertools import tee
from typing import Any, Final, NamedTuple

from cardlog.engine import games
from cardlog.engine.faults import NAMES
from cardlog.engine.game import Dice, Game, Table
from cardlog.engine.options import Options
from cardlog.engine.state import CLAIMED
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

NAMES_AT_TABLE: Final = (
    "Ana", "Bruno", "Carla", "Davi", "Eva", "Fabio", "Gil", "Helena", "Igor", "Joana", "Karin",
    "Luis", "Marta", "Nuno", "Olga", "Paulo", "Rita", "Sofia", "Tiago", "Vera",
)  # fmt: skip


MOST_PLAYERS: Final = len(NAMES_AT_TABLE)
PREFERRED: Final = sorted(range(1, MOST_PLAYERS + 1), key=lambda n: abs(n - 4))
LONGEST: Final = 500


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
    seats, options = (
        _table(found, rules) if players is None else (players, found.options(rules, players))
    )
    least, most = found.seats(options)
    if not least <= seats <= most:
        raise ValueError(f"{seats} players cannot play this: it is {playable(least, most)}")
    state = found.start(options, seats, None)
    table = Table(None if threshold is None else found.policy(options, *threshold))
    match = found.play(state, table, dice)
    played, kept = tee(match)
    while state.deals < LONGEST or not state.scored:
        code, event = found.advance(state, played, heed=CLAIMED)
        assert code <= 0, f"the simulation broke a rule: {NAMES[code]} by {event}"
        if code == 0:
            break
    match.close()  # under some options random players lose more than they win, and never end
    return Record(
        game=found.name,
        rules=rules,
        players=NAMES_AT_TABLE[:seats],
        meta=meta,
        events=tuple(kept),
    )


def playable(least: int, most: int) -> str:
    """In words, how many can play."""
    return f"for {least} players" if least == most else f"for {least} to {most} players"


def default_players(game: str, rules: dict[str, Any]) -> int:
    """Four where the game and the options allow it, else the nearest number that they do.

    Raises RecordError where the options are wrong for any number.
    """
    return _table(games.find(game), rules)[0]


def _table(game: Game[Any, Any], rules: dict[str, Any]) -> tuple[int, Options]:
    """The same number of players, with their options."""
    wrong: RecordError | None = None
    for seats in PREFERRED:
        try:
            options = game.options(rules, seats)
        except RecordError as error:
            wrong = wrong or error
        else:
            least, most = game.seats(options)
            if least <= seats <= most:
                return seats, options
    raise wrong or RecordError(f"{game.title} cannot be played by any number under these options")
