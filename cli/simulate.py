"""`cardlog simulate`: legal games by seeded random players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import repeat, starmap
from math import floor
from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import show
from cardlog.cli.rules import Game, Option, read_options

if TYPE_CHECKING:
    from cardlog.engine.simulate import Threshold
    from cardlog.records.cards import Card
    from cardlog.records.game import Record

EPILOG = """Examples:

\b
  cardlog simulate chase-the-ace -n 1000 --seed 7 -o games.msgpack
  cardlog simulate chase-the-ace --option profile=compendium --players 6 -o - --to jsonl
  cardlog simulate chase-the-ace --policy threshold --swap-at-or-below 7 --stand-after-gain

The same seed and version give the same bytes.
"""


class SeededDice:
    """Chance from a seed, the same on every machine and Python version."""

    def __init__(self, seed: str) -> None:
        import random

        self._random = random.Random(seed).random
        # For each card the next throw, whichever card it is: sorting then calls nothing but C.
        self._throw: Callable[[Card], float] = partial(next, starmap(self._random, repeat(())))

    def below(self, n: int) -> int:
        """A number from 0 to n-1."""
        return floor(self._random() * n)

    def shuffled(self, cards: list[Card]) -> list[Card]:
        """The cards in a random order."""
        # random.shuffle has changed between versions; the order of random keys has not.
        return sorted(cards, key=self._throw)


def add_to(app: typer.Typer) -> None:
    app.command("simulate", epilog=EPILOG)(simulate)


def simulate(
    game: str = Game,
    n: int = typer.Option(1, "-n", min=1, help="How many matches."),
    seed: int = typer.Option(0, "--seed", help="The same seed gives the same games."),
    out: str = typer.Option("-", "-o", "--out", help="A file, or - for standard output."),
    players: int = typer.Option(None, "--players", min=1, max=1000, help="How many play."),
    option: list[str] = Option,
    to: str = typer.Option(None, "--to", help="Write this format: msgpack, json, jsonl, cardlog."),
    policy: str = typer.Option("random", "--policy", help="How players decide: random, threshold."),
    rank: str = typer.Option(
        None, "--swap-at-or-below", metavar="RANK", help="Exchange cards up to this rank."
    ),
    stand_after_gain: bool = typer.Option(
        False, "--stand-after-gain", help="Keep the higher card that a forced exchange gave."
    ),
) -> None:
    """Play legal games, at random or by a threshold."""
    from cardlog.records import formats
    from cardlog.records.errors import RecordError

    if out == "-" and to is None:
        to = "jsonl"
    try:
        threshold = _threshold(policy, rank, stand_after_gain)
        games = _games(game, n, seed, players, read_options(option), threshold)
        formats.write(games, out, format=to)
    except RecordError as error:
        raise show.fail(error.message) from None
    except ValueError as error:
        raise show.fail(str(error)) from None
    except OSError as error:
        if out == "-":
            raise
        raise show.fail(f"{out} cannot be written: {error.strerror or error}") from None


def _threshold(policy: str, rank: str | None, stand_after_gain: bool) -> Threshold | None:
    """What `--policy threshold` says; None for `random`."""
    from cardlog.engine.simulate import Threshold

    if policy == "random":
        if rank is not None or stand_after_gain:
            raise show.fail("--swap-at-or-below and --stand-after-gain need --policy threshold")
        return None
    if policy != "threshold":
        raise show.fail(f"--policy {policy}: expected random or threshold")
    if rank is None:
        raise show.fail("--policy threshold needs --swap-at-or-below RANK, like 7")
    return Threshold(rank, stand_after_gain)


def _games(
    game: str,
    n: int,
    seed: int,
    players: int | None,
    rules: dict[str, Any],
    threshold: Threshold | None,
) -> Iterator[Record]:
    from cardlog.engine.simulate import simulate as play

    for number in range(n):
        told = seed if abs(seed) < 2**53 else str(seed)  # as numbers in `meta` have to be
        meta = {"site": "cardlog simulate", "seed": told, "number": number}
        yield play(game, rules, players, SeededDice(f"{seed}/{number}"), meta, threshold)
