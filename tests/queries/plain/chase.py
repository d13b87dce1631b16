"""The reports on Chase the Ace."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from cardlog.records.events import Block, Cut, Draw, Stay, Swap
from tests.queries.plain.model import (
    RANKS,
    Matches,
    Rows,
    Turn,
    counts,
    deals,
    mean,
    rank,
    share,
    showdown,
    turns,
    wilson,
)

GAME = "chase-the-ace"


@counts
def life_loss_by_rank(matches: Matches) -> Rows:
    held: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for dealt in deals(matches, GAME):
        if dealt.counts:
            for seat, card in showdown(dealt):
                change, of = dealt.change(seat), rank(card)
                if of is not None and change is not None:
                    held[of] += 1
                    lost[of] += change < 0
    return [
        (RANKS[of], held[of], lost[of], lost[of] / held[of], *wilson(lost[of], held[of]))
        for of in sorted(held)
    ]


@counts
def life_loss_by_seat(matches: Matches) -> Rows:
    sat: Counter[tuple[int, int]] = Counter()
    lost: Counter[tuple[int, int]] = Counter()
    for dealt in deals(matches, GAME):
        if dealt.counts:
            assert dealt.dealer is not None
            hands = dealt.begun.hands
            order = [(dealt.dealer + k) % len(hands) for k in range(1, len(hands) + 1)]
            order = [seat for seat in order if hands[seat]]
            for place, seat in enumerate(order, 1):
                change = dealt.change(seat)
                if change is not None:
                    sat[len(order), place] += 1
                    lost[len(order), place] += change < 0
    return [
        (*at, sat[at], lost[at], lost[at] / sat[at], *wilson(lost[at], sat[at]))
        for at in sorted(sat)
    ]


def told(matches: Matches, *, dealers: bool) -> dict[int, list[tuple[Turn, bool | None]]]:
    """Turns by the rank held, with whether the player lost by the deal."""
    found: dict[int, list[tuple[Turn, bool | None]]] = defaultdict(list)
    for dealt in deals(matches, GAME):
        for turn in turns(dealt):
            deals_himself = turn.seat == dealt.dealer
            if turn.card is not None and dealt.dealer is not None and deals_himself == dealers:
                change = dealt.change(turn.seat)
                found[turn.card].append((turn, None if change is None else change < 0))
    return dict(sorted(found.items()))


@counts
def swap_success_by_card(matches: Matches) -> Rows:
    rows: Rows = []
    for of, found in told(matches, dealers=False).items():
        asked = [(turn, lost) for turn, lost in found if turn.chosen is not Stay]
        swapped = [t for t, _ in asked if t.chosen is Swap and t.got is not None]
        better = sum(t.got > of for t in swapped if t.got is not None)
        rows.append(
            (
                RANKS[of], len(found), len(asked), sum(t.chosen is Block for t, _ in asked), better,
                sum(t.got < of for t in swapped if t.got is not None), share(better, len(asked)),
                mean([lost for _, lost in asked]),
                mean([lost for turn, lost in found if turn.chosen is Stay]),
            )
        )  # fmt: skip
    return rows


@counts
def dealers_cut(matches: Matches) -> Rows:
    rows: Rows = []
    for of, found in told(matches, dealers=True).items():
        took = [(turn, lost) for turn, lost in found if turn.chosen is not Stay]
        got = [turn.got for turn, _ in took if turn.got is not None]
        rows.append(
            (
                RANKS[of], len(found), len(took), sum(g == 12 for g in got),
                sum(g > of for g in got), sum(g < of for g in got),
                mean([lost for _, lost in took]),
                mean([lost for turn, lost in found if turn.chosen is Stay]),
            )
        )  # fmt: skip
    return rows


@counts
def king_blocks(matches: Matches) -> Rows:
    found: dict[int, Counter[Any]] = defaultdict(Counter)
    for dealt in deals(matches, GAME):
        found[dealt.size].update(type(event) for event in dealt.events)
        found[dealt.size]["deals"] += 1
    rows: Rows = []
    for players, by in sorted(found.items()):
        asked = by[Swap] + by[Block]
        rows.append(
            (
                players, by["deals"], asked, by[Block], share(by[Block], asked),
                *wilson(by[Block], asked), 4 / 51,
            )
        )  # fmt: skip
    return rows


@counts
def exchange_chains(matches: Matches) -> Rows:
    chains: Counter[tuple[int, type | None]] = Counter()
    for dealt in deals(matches, GAME):
        length = 0
        for event in dealt.events:
            if isinstance(event, Swap):
                length += 1
            elif isinstance(event, (Stay, Block, Cut, Draw)):
                chains[length, type(event)] += 1
                length = 0
        chains[length, None] += 1
    rows: Rows = []
    for length in sorted({of for of, _ in chains if of}):
        ends = Counter({end: n for (of, end), n in chains.items() if of == length})
        total = sum(ends.values())
        rows.append((length, total, ends[Stay], ends[Block], ends[Cut] + ends[Draw]))
    return rows


@counts
def threshold_decisions(matches: Matches, limit: str = "7") -> Rows:
    found: dict[str, list[tuple[bool, bool, bool | None]]] = defaultdict(list)
    for dealt in deals(matches, GAME):
        for turn in turns(dealt):
            if turn.card is not None:
                change = dealt.change(turn.seat)
                found[dealt.record.players[turn.seat]].append(
                    (
                        turn.card <= RANKS.index(limit),
                        turn.chosen is not Stay,
                        None if change is None else change < 0,
                    )
                )
    rows: Rows = []
    for player, made in found.items():
        agreed = [lost for low, exchanges, lost in made if low == exchanges]
        rows.append(
            (
                player, len(made), len(agreed), len(agreed) / len(made),
                sum(low and not exchanges for low, exchanges, _ in made),
                sum(exchanges and not low for low, exchanges, _ in made),
                mean(agreed),
                mean([lost for low, exchanges, lost in made if low != exchanges]),
            )
        )  # fmt: skip
    return rows


@counts
def final_ties(matches: Matches) -> Rows:
    found: dict[tuple[Any, Any], list[tuple[bool, bool]]] = defaultdict(list)
    for record, result, _ in matches:
        if record.game != GAME or result.status != "finished" or record.standing:
            continue
        rules = result.rules
        total = [
            -sum(deal.changes[seat] or 0 for deal in result.deals if deal.changes)
            for seat in range(len(record.players))
        ]
        joint = len(result.winners) > 1
        out = all(lost >= rules["lives"] for lost in total)
        sudden = out and not joint and rules["final_tie"] == "sudden_death"
        found[rules["profile"], rules["final_tie"]].append((joint, sudden))
    return [
        (
            *key, len(ends), sum(joint for joint, _ in ends), sum(sudden for _, sudden in ends),
            sum(map(any, ends)) / len(ends),
        )
        for key, ends in found.items()
    ]  # fmt: skip


@counts
def pots(matches: Matches) -> Rows:
    rows: Rows = []
    for number, (record, found, _) in enumerate(matches):
        pots = [deal.detail.get("pot") for deal in found.deals]
        known = [pot for pot in pots if pot is not None]
        if known:
            tokens = found.rules["stake"] == "tokens"
            held = [count for count in found.standing if count is not None]
            winners = [record.players[seat] for seat in found.winners]
            rows.append(
                (
                    number, record.id, len(record.players), len(found.deals), known[-1],
                    sum(held) if tokens else None, winners,
                )
            )  # fmt: skip
    return rows
