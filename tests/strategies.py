"""Hypothesis strategies for whole records: structurally valid, not necessarily legal play."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from hypothesis import strategies as st
from msgspec import UNSET

from cardlog.records import events as ev
from cardlog.records.cards import Card
from cardlog.records.game import Record
from cardlog.records.values import MAX_INT

GAMES = ("chase-the-ace", "california-jack", "shasta-sam", "seven-up", "pitch")
CALLS = ("pass", "1", "2", "3", "4", "smudge", "stand", "beg", "give", "run")

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
ints = st.integers(-MAX_INT, MAX_INT)
floats = st.floats(allow_nan=False, allow_infinity=False)
cards = st.sampled_from(list(Card))  # with the unknown ones and those of the special packs
hands = st.lists(cards, max_size=4).map(tuple)
changes = st.lists(st.integers(-3, 4) | ints, max_size=4).map(tuple)
times = st.builds(
    "{0:%Y-%m-%d}{1}{0:%H:%M:%S}{2}{3}".format,
    st.datetimes(min_value=datetime(1000, 1, 1)),
    st.sampled_from("Tt"),
    st.sampled_from(("", ".5", ".000000000000000000001")),
    st.sampled_from(("Z", "z", "+01:00", "-03:30", "-00:00")),
)
json_values = st.recursive(
    st.none() | st.booleans() | ints | floats | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
json_maps = st.dictionaries(texts, json_values, max_size=3)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """The strategy's values, or the absent key."""
    return st.just(UNSET) | strategy


def kept(cls: type[ev.Kept], names: st.SearchStrategy[str]) -> st.SearchStrategy[ev.Kept]:
    """Events of kinds that are passed on as they are."""
    return st.builds(
        lambda data, name: cls({"type": name} | data | {"type": name}), json_maps, names
    )


def known_events(players: int) -> st.SearchStrategy[Any]:
    """An event of any kind of this version, for a table of so many players."""
    seats, most = st.integers(0, players - 1), st.just(2**31 - 1)
    points = st.builds(
        ev.Points,
        **{name: maybe(st.none() | seats) for name in ("high", "low", "jack", "game", "nine")},
    )
    dealt = st.lists(hands, min_size=players, max_size=players).map(tuple)
    fields: dict[type, dict[str, Any]] = {
        ev.Deal: {
            "dealer": seats,
            "hands": dealt,
            "stock": maybe(hands),
            "shuffle": maybe(json_maps),
        },
        ev.Stay: {"seat": seats},
        ev.Swap: {"seat": seats, "target": seats},
        ev.Block: {"seat": seats, "target": seats, "card": cards},
        ev.Cut: {"seat": seats, "card": cards},
        ev.Draw: {"seat": seats, "card": cards},
        ev.Reveal: {"cards": hands, "seat": maybe(seats)},
        ev.Call: {"seat": seats, "call": st.sampled_from(CALLS)},
        ev.Discard: {"seat": seats, "cards": hands},
        ev.Trick: {"leader": seats, "cards": hands},
        ev.Misdeal: {"reason": maybe(texts), "seat": maybe(seats)},
        ev.Score: {"changes": changes, "points": maybe(points)},
        ev.Gap: {"text": maybe(texts)},
        ev.Note: {"text": texts},
    }
    plain = [_events(cls, given) for cls, given in fields.items()]
    indexes, deals = st.integers(0, 99) | most, st.integers(1, 9) | most
    other = st.one_of(plain)
    replaced = {"event": indexes, "with_": other}
    rulings = [
        {},
        {"by": texts, "event": maybe(indexes), "deal": maybe(deals), "with_": maybe(other)},
        {"effect": st.sampled_from(("stands", "undone")), "event": indexes, "by": maybe(texts)},
        {"effect": st.just("void"), "deal": deals},
        {"effect": st.just("replaced"), **replaced},
        {"effect": st.just("adjust"), "changes": changes, "deal": maybe(deals)},
    ]
    return st.one_of(plain + [_events(ev.Ruling, {"text": texts, **each}) for each in rulings])


def _events(cls: type, fields: dict[str, Any]) -> st.SearchStrategy[Any]:
    return st.builds(cls, **fields, at=maybe(times), auto=maybe(st.booleans()))


extensions = kept(ev.Extension, st.sampled_from(("x-chat", "x-", "x-é")))
unknowns = kept(ev.Unknown, st.sampled_from(("bow", "Deal", "", "X-chat")))
names = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=20
) | st.just("\U0001f0a1" * 200)


@st.composite
def records(draw: st.DrawFn, max_events: int = 5) -> Record:
    """A record that every reader takes: any events in any order, seats that exist."""
    players = draw(st.lists(names, min_size=1, max_size=5, unique=True))
    event: st.SearchStrategy[Any] = known_events(len(players)) | extensions | unknowns
    seats = st.integers(0, len(players) - 1)
    return Record(
        game=draw(st.sampled_from(GAMES)),
        rules=draw(json_maps),
        players=tuple(players),
        meta=draw(maybe(json_maps)),
        standing=draw(maybe(changes)),
        uid=draw(maybe(texts)),
        observer=draw(maybe(st.just("spectator") | seats)),
        names=draw(maybe(st.dictionaries(st.sampled_from(players) | texts, texts, max_size=3))),
        seals=draw(maybe(st.lists(json_values, max_size=2))),
        events=tuple(draw(st.lists(event, max_size=max_events))),
    )
