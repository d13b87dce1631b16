"""The referee: a second opinion on every result in an archive, from SQL and the recorded events.

    tally = Tally()
    for difference in check(held, tally):
        ...

What each deal and match comes to is worked out again by the questions in `sql/referee/`, which are
written from the rules and share nothing with the engine but the options in force; where the
archive holds another value, that is a difference. A match that leaves something open (a gap, a
card nobody saw) or that somebody had to decide (a ruling, a fault) is not judged, and counted by
the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

import msgspec

from cardlog.queries.formats._reading import answers

EVENTS: Final = 1_000_000  # in a range that is judged at once, about: it bounds the memory

# The steps of each game: what a step is called among the others, and where it is written.
_CHASE: Final = (
    "exchanges", "showdowns", "losses", "ties", "fates", "capped", "pots", "found_deals",
    "standings", "faults",
)  # fmt: skip
_PLAIN: Final = {"auctions": "no_bids", "scores": "counts"}
_BIDS: Final = {"auctions": "bids", "scores": "bid_counts"}


def _all_fours(own: Mapping[str, str]) -> dict[str, str]:
    steps = (
        "trumps", "auctions", "captures", "points", "scores", "totals", "reached", "found_deals",
        "standings", "faults",
    )  # fmt: skip
    return {name: f"all_fours/{own.get(name, name)}" for name in steps}


_STEPS: Final[Mapping[str, Mapping[str, str]]] = {
    "chase-the-ace": {name: f"chase/{name}" for name in _CHASE},
    "california-jack": _all_fours(_PLAIN),
    "shasta-sam": _all_fours(_PLAIN),
    "seven-up": _all_fours(_PLAIN),
    "pitch": _all_fours(_BIDS),
}


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """The archive says `stored`, the referee `found`. `deal` is None for a match as a whole."""

    id: str
    record: int
    deal: int | None
    column: str
    stored: str | None
    found: str | None

    def __str__(self) -> str:
        where = "" if self.deal is None else f", deal {self.deal}"
        return (
            f"record {self.record} ({self.id:.12}){where}: `{self.column}` is {_told(self.stored)},"
            f" and the referee finds {_told(self.found)}"
        )


def _told(value: str | None) -> str:
    return "nothing" if value is None else value


class Tally(msgspec.Struct, kw_only=True):
    """How many matches were judged, and how many were not, by the reason."""

    judged: int = 0
    not_judged: dict[str, int] = {}

    def add(self, reason: str | None, matches: int) -> None:
        """Count matches; no reason means that they were judged."""
        if reason is None:
            self.judged += matches
        else:
            self.not_judged[reason] = self.not_judged.get(reason, 0) + matches


def check(held: Any, tally: Tally | None = None, *, events: int = EVENTS) -> Iterator[Difference]:
    """Judge every match of an archive, so many events at a time, and tell what differs.

    `held` is a connection that has the tables and views of an archive.
    """
    tally = Tally() if tally is None else tally
    answers(held, _text("macros"))
    for game, first, last, matches, size in answers(
        held,
        "SELECT game, min(record), max(record), count(*), sum(events) FROM games"
        " GROUP BY game ORDER BY game",
    ):
        if game not in _STEPS:
            tally.add("unknown game", matches)
            continue
        question = _question(game)
        stride = max(1, (last - first + 1) * events // max(size, 1))
        for begin in range(first, last + 1, stride):
            bounds = {"game": game, "first": begin, "last": min(begin + stride - 1, last)}
            for *difference, judged in answers(held, question, bounds):
                if judged is None:
                    yield Difference(
                        **dict(zip(Difference.__struct_fields__, difference, strict=True))
                    )
                else:
                    tally.add(difference[3], judged)


def _question(game: str) -> str:
    """All steps of a game in one statement, each under its name."""
    steps = {"matches": "matches", "events": "events", **_STEPS[game]}
    steps |= {"found_matches": "found_matches", "differences": "differences"}
    named = (f"{name} AS MATERIALIZED (\n{_text(path)})" for name, path in steps.items())
    return f"WITH {', '.join(named)} FROM differences"


def _text(path: str) -> str:
    return (files("cardlog.queries") / "sql" / "referee" / f"{path}.sql").read_text("utf-8")
