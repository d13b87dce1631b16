"""The reports on matches and players."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import datetime
from itertools import combinations
from statistics import median
from typing import Any

from tests.queries.plain.model import Matches, Rows, counts, mean, wilson


@counts
def match_length(matches: Matches) -> Rows:
    found: dict[tuple[Any, ...], list[tuple[int, int]]] = defaultdict(list)
    for record, result, _ in matches:
        if result.status == "finished" and not record.standing:
            key = record.game, result.rules.get("profile"), len(record.players)
            found[key].append((len(result.deals), len(record.events)))
    rows: Rows = []
    for key, lengths in found.items():
        dealt = sorted(n for n, _ in lengths)
        # The least length that at least nine of ten do not exceed.
        most = next(n for n in dealt if 10 * sum(d <= n for d in dealt) >= 9 * len(dealt))
        events = mean([events for _, events in lengths])
        rows.append((*key, len(dealt), mean(dealt), float(median(dealt)), most, dealt[-1], events))
    return rows


@counts
def win_rate_by_seat(matches: Matches) -> Rows:
    found: dict[tuple[Any, ...], list[bool]] = defaultdict(list)
    for record, result, _ in matches:
        if result.status == "finished":
            for seat in range(len(record.players)):
                has_won = seat % len(result.standing) in result.winners
                found[record.game, len(record.players), seat].append(has_won)
    rows: Rows = []
    for key, wins in found.items():
        table = [each for other, each in found.items() if other[:2] == key[:2]]
        expected = sum(map(sum, table)) / sum(map(len, table))
        n, won = len(wins), sum(wins)
        rows.append((*key, n, won, won / n, *wilson(won, n), expected))
    return rows


@counts
def win_rate_by_player(matches: Matches) -> Rows:
    found: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    for record, result, _ in matches:
        if result.status == "finished":
            sides = len(result.standing)
            for seat, player in enumerate(record.players):
                found[player].append((seat % sides in result.winners, len(result.winners) / sides))
    rows: Rows = []
    for player, ends in found.items():
        won, n = sum(won for won, _ in ends), len(ends)
        rows.append((player, n, won, won / n, *wilson(won, n), mean([even for _, even in ends])))
    return rows


@counts
def player_records(matches: Matches) -> Rows:
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for record, result, audit in matches:
        for seat, player in enumerate(record.players):
            of = found[player, record.game]
            side = seat % max(len(result.standing), 1)
            finished = audit.status == "finished"
            of["matches"] += 1
            of[audit.status] += 1
            of["won"] += finished and side in result.winners
            of["deals"] += sum(type(event).__name__ == "Deal" for event in record.events)
            of["balance"] += (result.standing[side] or 0) if finished else 0
    names = ("matches", "finished", "won", "unfinished", "illegal", "deals", "balance")
    return [(*key, *(of[name] for name in names)) for key, of in found.items()]


@counts
def head_to_head(matches: Matches) -> Rows:
    found: dict[tuple[str, str], Counter[Any]] = defaultdict(Counter)
    for record, result, _ in matches:
        if result.status == "finished":
            sides = len(result.standing)
            seats = sorted(enumerate(record.players), key=lambda each: each[1])
            for (a, one), (b, other) in combinations(seats, 2):
                if a % sides != b % sides:
                    ends = (a % sides in result.winners, b % sides in result.winners)
                    found[one, other][ends] += 1
    ways = ((True, False), (False, True), (True, True), (False, False))
    return [(*pair, sum(of.values()), *(of[way] for way in ways)) for pair, of in found.items()]


@counts
def partners(matches: Matches) -> Rows:
    found: dict[tuple[Any, ...], list[bool]] = defaultdict(list)
    for record, result, _ in matches:
        if result.status == "finished" and len(result.standing) < len(record.players):
            for side in (0, 1):
                pair = sorted(record.players[side::2])
                found[record.game, *pair].append(side in result.winners)
    return [
        (*key, len(won), sum(won), sum(won) / len(won), *wilson(sum(won), len(won)))
        for key, won in found.items()
    ]


@counts
def comebacks(matches: Matches) -> Rows:
    rows: Rows = []
    for number, (record, result, _) in enumerate(matches):
        if result.status != "finished" or len(result.winners) != 1 or record.standing:
            continue
        (side,) = result.winners
        total = [0] * len(result.standing)
        worst, after = 0, 0
        for deal in result.deals:
            for other, change in enumerate(deal.changes or ()):
                total[other] += change or 0
            behind = max(total[:side] + total[side + 1 :]) - total[side]
            if behind > worst:
                worst, after = behind, deal.deal
        if worst:
            name = record.players[side]
            rows.append((number, record.id, record.game, name, worst, after, len(result.deals)))
    return rows


@counts
def matches_by_month(matches: Matches) -> Rows:
    found: dict[tuple[Any, str], list[tuple[bool, int, tuple[str, ...]]]] = defaultdict(list)
    for record, _, audit in matches:
        date = record.meta.get("date") if record.meta else None
        month = None if not isinstance(date, str) else f"{date[:7]}-01"
        finished = audit.status == "finished"
        deals = sum(type(event).__name__ == "Deal" for event in record.events)
        found[month, record.game].append((finished, deals, record.players))
    rows: Rows = []
    for (month, game), played in found.items():
        names = {name for _, _, players in played for name in players}
        total = sum(n for _, n, _ in played)
        ended = sum(finished for finished, _, _ in played)
        rows.append((month, game, len(played), ended, total, len(names)))
    return rows


@counts
def what_was_seen(matches: Matches) -> Rows:
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for record, result, _ in matches:
        observer = record.observer
        by = "seat" if isinstance(observer, int) else "spectator" if observer else "table"
        of = found[record.game, by]
        of["records"] += 1
        dealt = [k for k, e in enumerate(record.events) if type(e).__name__ == "Deal"]
        for begin, end in zip(dealt, [*dealt[1:], len(record.events)], strict=False):
            begun: Any = record.events[begin]
            of["deals"] += 1
            of["gaps"] += any(type(e).__name__ == "Gap" for e in record.events[begin:end])
            of["hidden"] += any("?" in card.value for hand in begun.hands for card in hand)
            of["stocks"] += bool(begun.stock)
        of["results"] += sum(
            deal.changes is not None and None not in deal.changes for deal in result.deals
        )
    names = ("records", "deals", "gaps", "hidden", "stocks", "results")
    return [(*key, *(of[name] for name in names)) for key, of in found.items()]


@counts
def time_per_move(matches: Matches) -> Rows:
    found: dict[tuple[str, str], list[tuple[float, bool]]] = defaultdict(list)
    moves = {"Stay", "Swap", "Block", "Cut", "Draw", "Call", "Discard"}
    for record, _, _ in matches:
        last, in_deal = None, False
        events: Any = record.events
        for event in events:
            at = getattr(event, "at", None)
            now = datetime.fromisoformat(at) if isinstance(at, str) else None
            kind = type(event).__name__
            if now and last and kind in moves:
                player = record.players[event.seat]
                auto = getattr(event, "auto", False) is True
                found[player, record.game].append(((now - last).total_seconds(), auto))
            # What comes before the first deal is no move of a deal.
            in_deal = in_deal or kind == "Deal"
            last = now if in_deal else None
    rows: Rows = []
    for key, took in found.items():
        times = sorted(time for time, _ in took)
        slow = next(t for t in times if 10 * sum(s <= t for s in times) >= 9 * len(times))
        rows.append((*key, len(times), median(times), slow, times[-1], sum(a for _, a in took)))
    return rows
