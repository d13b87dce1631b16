"""What a complete deal came to, told with the clauses it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cardlog.engine.audit import DealResult
from cardlog.engine.messages import catalogue, plain, side_name, tell
from cardlog.engine.views import Snapshot
from cardlog.records.cards import Card

POINTS: Final = ("high", "low", "jack", "game", "nine")


def result_lines(
    deal: DealResult,
    before: Snapshot,
    after: Snapshot,
    names: tuple[str, ...],
    rules: Mapping[str, str],
) -> Iterator[str]:
    """The lines for a deal that has just become complete; `rules` maps faults to clauses."""
    if "lowest" in deal.detail:
        yield from _lives(deal, before, after, names, rules["claim"])
    elif "high" in deal.detail:
        for name in POINTS:
            if name in deal.detail:
                yield f"{_point(name, deal, after, names)} ({rules[f'claim-{name}']})"
        if deal.detail.get("bid"):
            yield _bid(deal.detail["bid"], after, names)
        yield points(after, names)


def points(after: Snapshot, names: tuple[str, ...]) -> str:
    """What every side has."""
    return tell("points", {"standing": _standing(after, names)}, names)


def _lives(
    deal: DealResult, before: Snapshot, after: Snapshot, names: tuple[str, ...], rule: str
) -> Iterator[str]:
    words = catalogue().WORDS
    losers = deal.detail["losers"]
    if losers is None:
        yield tell("open-lives", {}, names) + f" ({rule})"
    else:
        who = f" {words['and']} ".join(plain(names[seat]) for seat in losers)
        key = "loser" if len(losers) == 1 else "losers"
        yield tell(key, {"lowest": deal.detail["lowest"], "losers": who}, names) + f" ({rule})"
    gone = [seat for seat in losers or () if after.standing[seat] == 0]
    for seat in () if len(after.winners) > 1 else gone:
        yield tell("out", {"player": plain(names[seat])}, names)
    if losers and not gone and all(before.standing[seat] == 1 for seat in losers):
        yield tell("sudden-death", {}, names)
    yield tell("lives", {"standing": _standing(after, names)}, names)


def _point(name: str, deal: DealResult, after: Snapshot, names: tuple[str, ...]) -> str:
    detail = deal.detail
    facts: dict[str, Any] = {"pips": "–".join(map(str, detail["pips"] or "?"))}
    side = detail[name]
    if side is not None:
        facts |= {
            "player": side_name(side, names, len(after.standing)),
            "card": _end_of_trumps(name, after),
        }
        return tell(name, facts, names)
    certain = deal.changes is not None and None not in deal.changes
    return tell(f"no-{name}" if certain else "open-point", facts | {"point": name}, names)


def _bid(bid: Mapping[str, Any], after: Snapshot, names: tuple[str, ...]) -> str:
    key = {True: "bid-made", False: "bid-failed", None: "bid-open"}[bid["made"]]
    player = side_name(bid["side"], names, len(after.standing))
    return tell(key, {"value": bid["value"], "player": player}, names)


def _end_of_trumps(name: str, after: Snapshot) -> Card | None:
    """The highest or lowest trump among the cards captured."""
    trumps = [card for cards in after.taken or () for card in cards if card.suit == after.trump]
    if not trumps:
        return None
    ends = sorted(trumps, key=lambda card: card.code)
    return ends[-1] if name == "high" else ends[0]


def _standing(after: Snapshot, names: tuple[str, ...]) -> str:
    return ", ".join(
        f"{side_name(side, names, len(after.standing))} {'?' if points is None else points}"
        for side, points in enumerate(after.standing)
    )
