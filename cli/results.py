"""What a complete deal came to, told with the clauses it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from cardlog.engine.audit import DealResult, Outcome
from cardlog.engine.messages import catalogue, plain, side_name, tell
from cardlog.engine.result import Result
from cardlog.engine.views import Snapshot
from cardlog.records.cards import Card

POINTS: Final = ("high", "low", "jack", "game", "nine")


def result_lines(
    deal: DealResult,
    before: Snapshot,
    after: Snapshot,
    names: tuple[str, ...],
    rules: Mapping[str, str],
    options: Mapping[str, Any],
) -> Iterator[str]:
    """The lines for a deal that has just become complete; `rules` maps faults to clauses."""
    if "lowest" in deal.detail:
        stake = options["stake"]
        for key, facts in _losses(deal, after, names, stake):
            clause = rules.get("claim-king" if key == "king-loser" else "claim")
            yield tell(key, facts, names) + (f" ({clause})" if clause else "")
        yield from _lives(deal, before, after, names, options)
    elif "high" in deal.detail:
        for name in POINTS:
            if name in deal.detail:
                clause = rules.get(f"claim-{name}")
                yield _point(name, deal, after, names) + (f" ({clause})" if clause else "")
        if deal.detail.get("bid"):
            yield _bid(deal.detail["bid"], after, names)
        yield points(after, names)


def told_result(result: Outcome | Result, names: tuple[str, ...]) -> str:
    """`finished, won by Ana; Ana 2, Bruno 0`: what a match came to, on a line."""
    won = f", {told_winners(result, names)}" if result.winners else ""
    standing = told_standing(result, names)
    return f"{result.status}{won}" + (f"; {standing}" if standing else "")


def told_winners(result: Outcome | Result, names: tuple[str, ...]) -> str:
    """`won by Ana and Bruno`."""
    sides = len(result.standing)
    winners = [side_name(side, names, sides) for side in result.winners]
    both = f" {catalogue().WORDS['and']} ".join(winners)
    return f"won by {both}" if winners else "not won"


def told_standing(result: Outcome | Result, names: tuple[str, ...]) -> str:
    """`Ana 2, Bruno 0`; of an illegal record, how it was before the illegal event."""
    standing = _standing(result.standing, names)
    return f"up to there {standing}" if standing and result.status == "illegal" else standing


def told_changes(deal: DealResult, names: tuple[str, ...]) -> str:
    """`Ana -1`: what a deal brought to whom; only those to whom it brought anything."""
    if deal.changes is None:
        return "not complete"
    sides = len(deal.changes)
    told = [
        f"{side_name(side, names, sides)} {'?' if change is None else f'{change:+d}'}"
        for side, change in enumerate(deal.changes)
        if change != 0
    ]
    return ", ".join(told) or "nothing changes"


def points(after: Snapshot, names: tuple[str, ...]) -> str:
    """What every side has."""
    return tell("points", {"standing": _standing(after.standing, names)}, names)


def _losses(
    deal: DealResult, after: Snapshot, names: tuple[str, ...], stake: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Who loses what: a sentence for each amount, as its key and facts."""
    lowest, losers = deal.detail["lowest"], deal.detail["losers"]
    if losers is None:
        yield "open-lives", {}
        return
    if not losers:
        yield "free", {"lowest": lowest}
    amounts: dict[int | None, list[int]] = {}
    for seat in losers:
        amounts.setdefault((deal.changes or ())[seat], []).append(seat)
    for change, seats in amounts.items():
        who = f" {catalogue().WORDS['and']} ".join(plain(names[seat]) for seat in seats)
        key = "loser" if len(seats) == 1 else "losers"
        if losers == [deal.dealer] and after.hands[deal.dealer][0].rank not in (lowest, None):
            key = "king-loser"
        elif lowest is None:
            key = f"bare-{key}"
        lost = f"{stake}-{-(change or 0)}"
        yield key, {"lowest": lowest, "losers": who, "lost": lost}


def _lives(
    deal: DealResult,
    before: Snapshot,
    after: Snapshot,
    names: tuple[str, ...],
    options: Mapping[str, Any],
) -> Iterator[str]:
    """Who is out, and how everybody stands."""
    losers, stake = deal.detail["losers"], options["stake"]
    standing = _with_hindsight(deal, before, after, options["final_tie"] == "sudden_death")
    gone = [seat for seat in losers or () if standing[seat] == 0]
    for seat in () if len(after.winners) > 1 else gone:
        yield tell("out", {"player": plain(names[seat])}, names)
    if losers and not gone and _all_were_out(deal, before):
        yield tell("sudden-death", {"lost": f"{stake}-1"}, names)
    yield tell(stake, {"standing": _standing(standing, names)}, names)
    if deal.detail.get("pot") is not None:
        yield tell("pot", {"pot": deal.detail["pot"]}, names)


def _with_hindsight(
    deal: DealResult, before: Snapshot, after: Snapshot, sudden_death: bool
) -> tuple[int | None, ...]:
    """How everybody stands, where later deals have told what this one came to."""
    changes = deal.changes or (None,) * len(after.standing)
    standing = list(after.standing)
    for seat, (then, change) in enumerate(zip(before.standing, changes, strict=True)):
        if standing[seat] is None and then is not None and change is not None:
            left = max(0, then + change)
            standing[seat] = None if sudden_death and not left else left
    return tuple(standing)


def _all_were_out(deal: DealResult, before: Snapshot) -> bool:
    """Whether everybody who played this deal lost all he had in it."""
    pairs = zip(before.standing, deal.changes or (), strict=True)
    return all(lives is not None and lives + (change or 0) <= 0 for lives, change in pairs)


def _point(name: str, deal: DealResult, after: Snapshot, names: tuple[str, ...]) -> str:
    detail = deal.detail
    facts: dict[str, Any] = {"pips": "–".join(map(str, detail["pips"] or "?"))}
    side = detail[name]
    if side is not None:
        facts["player"] = side_name(side, names, len(after.standing))
        if name in ("high", "low"):
            card = None if detail["pips"] is None else _end_of_trumps(name, after)
            return tell(name if card else f"bare-{name}", facts | {"card": card}, names)
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


def _standing(standing: Sequence[int | None], names: tuple[str, ...]) -> str:
    return ", ".join(
        f"{side_name(side, names, len(standing))} {'?' if points is None else points}"
        for side, points in enumerate(standing)
    )
