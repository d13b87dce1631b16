"""Who was shown which card, followed by hand: plain, slow, and apart from the engine's own way.

It knows matches as the simulation plays them, in which nothing is out of place.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from cardlog.engine.audit import outcome
from cardlog.records.game import Record, to_map

Map = dict[str, Any]


def as_maps(record: Record) -> list[Map]:
    """The events as they stand in a JSON file."""
    events: list[Map] = json.loads(msgspec.json.encode(to_map(record)["events"]))
    return events


def seen_events(record: Record, viewer: int | str) -> list[Map]:
    """The events with `??` for each card that the viewer was not shown."""
    options = outcome(record).rules
    game = record.game
    deals = tricks = draws = 0
    answer = []
    for event in as_maps(record):
        event = dict(event)
        kind = event["type"]
        if kind == "deal":
            deals += 1
            tricks = draws = 0
            event.pop("stock", None)
            hands = enumerate(event["hands"])
            event["hands"] = [h if k == viewer else ["??"] * len(h) for k, h in hands]
        elif kind == "trick":
            tricks += 1
            draws = 0
        elif kind in ("draw", "cut") and deals:
            draws += 1
            card = event["card"]
            if game == "chase-the-ace":
                king = card == "cuckoo" or card[0] == "K"
                shown = king and options["dealer_draws_king"] != "kept"
            elif game == "seven-up":
                shown = False
            elif options["stock"] == "face_down":
                shown = tricks == 1 and draws == 1  # the turn-up
            else:
                shown = draws == 1 or options["loser_draw"] == "open"
            if not shown and event["seat"] != viewer:
                event["card"] = "??"
        elif kind == "discard" and event["seat"] != viewer:
            event["cards"] = ["??"] * len(event["cards"])
        answer.append(event)
    return answer


def cards_of(event: Map) -> list[str]:
    """Every card of an event, in the order in which it stands there; the stock last."""
    cards = [card for hand in event.get("hands", ()) for card in hand]
    cards += event.get("cards", ())
    cards += [event["card"]] if "card" in event else []
    return cards + list(event.get("stock", ()))
