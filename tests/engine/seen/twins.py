"""Twins: another game that one viewer could not have told from the first.

Only what the viewer never saw is changed: cards that nobody showed in the whole deal trade places,
others hold their hands in another order, a card that somebody was dealt was drawn by him instead;
and whatever a file may say besides the game says something else.
"""

from __future__ import annotations

import random
from typing import Any

from cardlog.records.game import Record, from_map, to_map
from tests.engine.seen.rights import Map, as_maps, cards_of, seen_events


def twin(record: Record, viewer: int | str, dice: random.Random) -> Record:
    """The twin of a simulated match. It need not be legal: a King may have been passed on."""
    events = as_maps(record)
    seen = seen_events(record, viewer)
    starts = [k for k, event in enumerate(events) if event["type"] == "deal"]
    ends = [*starts[1:], len(events)] if starts else []
    for start, end in zip(starts, ends, strict=True):
        deal, shown = events[start:end], seen[start:end]
        _trade(deal, shown, dice)
        _dealt_instead_of_drawn(deal, shown, viewer, dice)
        for seat, hand in enumerate(deal[0]["hands"]):
            if seat != viewer:
                dice.shuffle(hand)
        for event in deal:
            if event["type"] == "discard" and event["seat"] != viewer:
                dice.shuffle(event["cards"])
    data: Map = to_map(record) | {"events": events}
    return from_map(data)


def _trade(deal: list[Map], shown: list[Map], dice: random.Random) -> None:
    """The cards that the viewer never sees in this deal, each for another of them."""
    known = {card for event in shown for card in cards_of(event)}
    unseen = sorted({card for event in deal for card in cards_of(event)} - known)
    traded = dict(zip(unseen, dice.sample(unseen, len(unseen)), strict=True))
    if dice.random() < 0.5:  # only two of them, which the rules more often allow
        pair = unseen[:2] if len(unseen) < 2 else dice.sample(unseen, 2)
        traded = dict(zip(pair, reversed(pair), strict=True))
    for event in deal:
        for key in ("cards", "stock"):
            if key in event:
                event[key] = [traded.get(card, card) for card in event[key]]
        if "card" in event:
            event["card"] = traded.get(event["card"], event["card"])
        if "hands" in event:
            event["hands"] = [[traded.get(card, card) for card in h] for h in event["hands"]]


def _dealt_instead_of_drawn(
    deal: list[Map], shown: list[Map], viewer: int | str, dice: random.Random
) -> None:
    """Somebody was dealt the card that he drew unseen, and drew one that he was dealt."""
    draws = [
        event
        for event, view in zip(deal, shown, strict=True)
        if event["type"] == "draw" and view["card"] == "??"
    ]
    if not draws or "stock" not in deal[0]:
        return
    draw = dice.choice(draws)
    hand, stock = deal[0]["hands"][draw["seat"]], deal[0]["stock"]
    if len(hand) < 2 or draw["card"] not in stock:
        return
    at, drawn = dice.randrange(len(hand)), draw["card"]
    stock[stock.index(drawn)] = draw["card"] = hand[at]
    hand[at] = drawn


def dressed(record: Record, viewer: int | str, dice: random.Random) -> tuple[Record, set[str]]:
    """The record with secrets wherever a file has room for them, and what these are."""
    secrets: set[str] = set()

    def secret() -> str:
        word = f"secret{dice.randrange(10**6)}"
        secrets.add(word)
        return word

    data: dict[str, Any] = to_map(record)
    data |= {"meta": {"event": "Friday", "table": 4, "seed": secret(), "site": [secret()]}}
    data |= {"uid": secret(), "seals": [secret()], "names": {"Ana": "Anna", "Zoe": secret()}}
    events: list[Map] = []
    for event, seen in zip(as_maps(record), seen_events(record, viewer), strict=True):
        for kind in ({"type": "note"}, {"type": "x-chat"}):
            if dice.randrange(9) == 0:
                events.append(kind | {"text": secret(), "at": _time(dice)})
        if event["type"] == "deal":
            event["shuffle"] = {"seed": secret()}
        if event["type"] == "misdeal":
            event["reason"] = secret()
        if cards_of(event) != cards_of(seen):
            event |= {"at": _time(dice), "auto": bool(dice.randrange(2))}
        events.append(event)
    return from_map(data | {"events": events}), secrets


def _time(dice: random.Random) -> str:
    return f"2026-11-27T21:00:00.{dice.randrange(10**9):09}Z"
