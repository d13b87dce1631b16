"""Editions of the rules: which reading counts where a record does not say.

A record may pin the edition that its table played by (`edition` in `rules`); without one it is read
by the current edition. An edition is a set of readings: where the sources disagree or are silent,
or where a rule was corrected, it names the option that tells the readings apart and the value that
is the default. What a record writes down itself counts under every edition.

The readings of an edition are those that differ from the defaults in the games' options. So when a
default changes, or a rule is corrected behind a new option, the new edition has no reading for it,
and every edition before it gets one that holds the old value: records that pin it stay what they
were (CONTRIBUTING.md, "How to change a rule").
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

import msgspec

from cardlog.records.errors import RecordError


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """One default that is otherwise: in a game, under one of its profiles or (None) under all.

    `clause` is the id under which the rule book tells of the choice, `why` who reads it so.
    """

    clause: str
    game: str
    option: str
    value: Any
    why: str
    profile: str | None = None


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """A named and dated set of readings."""

    name: str
    date: str
    title: str
    readings: tuple[Reading, ...] = ()


CURRENT: Final = "1"
CALIFORNIA: Final = ("california-jack", "shasta-sam")


def _for_each(games: tuple[str, ...], **reading: Any) -> tuple[Reading, ...]:
    return tuple(Reading(game=game, **reading) for game in games)


EDITIONS: Final = (
    Edition(
        name="1",
        date="2026-11-30",
        title="The readings that the rule book adopts",
    ),
    Edition(
        name="sources-public",
        date="2026-11-30",
        title="Readings of published rules, where those differ from the source texts",
        readings=(
            Reading(
                clause="A-06",
                game="chase-the-ace",
                option="shown_king_ends_turn",
                value=True,
                why="Ranter-Go-Round: who has shown a King is considered to have played",
            ),
            *_for_each(
                CALIFORNIA,
                clause="B-04",
                option="low_to",
                value="taker",
                why="Foster and Bicycle: everything counts to the player who wins it, Low too",
            ),
            *_for_each(
                CALIFORNIA,
                clause="B-08",
                option="first_dealer",
                value="high",
                why="Foster and Bicycle: the highest cut deals",
            ),
            Reading(
                clause="C-01",
                game="shasta-sam",
                option="stock",
                value="face_down",
                why="Foster and Bicycle: California Jack with the stock face down",
            ),
            Reading(
                clause="SU-10",
                game="seven-up",
                option="gift_to",
                value="eldest",
                why="Bicycle: only eldest hand scores the gift",
            ),
            Reading(
                clause="PI-9",
                game="pitch",
                option="low_to",
                value="taker",
                why="Smudge, and Pitch as most play it now: Low counts to who wins it",
            ),
            Reading(
                clause="PI-5",
                game="pitch",
                option="dealer_steal",
                value="always",
                why="the dealer may take any bid, the smudge too",
            ),
        ),
    ),
    Edition(
        name="sources-literal",
        date="2026-11-30",
        title="The wording of the source texts, where the rule book follows their sense",
        readings=(
            Reading(
                clause="A-07",
                game="chase-the-ace",
                profile="compendium",
                option="dealer_king_blocks",
                value=False,
                why="S3/S4: the dealer does not have the King-block option",
            ),
            Reading(
                clause="B-02",
                game="california-jack",
                option="loser_draw",
                value="blind",
                why="S1: the loser draws the newly revealed card blind",
            ),
        ),
    ),
)


@cache
def _by_name() -> Mapping[str, Edition]:
    return MappingProxyType({edition.name: edition for edition in EDITIONS})


def edition(name: str) -> Edition:
    """The edition of this name. Raises RecordError, which lists them, where there is none."""
    found = _by_name().get(name)
    if found is None:
        raise RecordError(f"unknown edition `{name:.60}`: expected one of {', '.join(names())}")
    return found


def names() -> tuple[str, ...]:
    """The editions there are."""
    return tuple(_by_name())


def defaults(name: str, game: str, profile: Any) -> dict[str, Any]:
    """By option, the defaults of a game that an edition has otherwise. Raises as `edition`."""
    return {reading.option: reading.value for reading in readings(name, game, profile)}


def readings(name: str, game: str, profile: Any) -> tuple[Reading, ...]:
    """The readings of an edition for a game under a profile. Raises as `edition`."""
    return tuple(
        reading
        for reading in edition(name).readings
        if reading.game == game and reading.profile in (None, profile)
    )
