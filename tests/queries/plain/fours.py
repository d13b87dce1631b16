"""The reports on the All Fours family."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import comb
from typing import Any

from cardlog.records.events import Call
from tests.queries.plain.model import (
    FOURS,
    Dealt,
    Matches,
    Rows,
    counts,
    deals,
    mean,
    pips,
    seen,
    share,
    tricks,
    wilson,
)


def sides_of(dealt: Dealt) -> int:
    return len(dealt.changes or ())


@counts
def points_by_role(matches: Matches) -> Rows:
    found: dict[tuple[str, int], dict[str, Counter[str]]] = defaultdict(
        lambda: defaultdict(Counter)
    )
    for dealt in deals(matches, *FOURS):
        if dealt.counts:
            assert dealt.dealer is not None
            sides = sides_of(dealt)
            roles = {
                (dealt.dealer + 1) % dealt.size % sides: "elder",
                dealt.dealer % sides: "dealer",
            }
            for point in ("high", "low", "jack", "game", "nine"):
                side = dealt.told(point)
                role = "nobody" if side is None else roles.get(side, "others")
                found[dealt.game, dealt.size][point][role] += 1
    rows: Rows = []
    for key, points in found.items():
        for point, of in points.items():
            total = sum(of.values())
            if point == "nine" and of["nobody"] == total:
                continue
            made = share(of["dealer"], total - of["nobody"])
            rows.append(
                (*key, point, total, of["dealer"], of["elder"], of["others"], of["nobody"], made)
            )
    return rows


def played(dealt: Dealt) -> bool:
    """Whether all that was played is known, with a suit of trumps."""
    cards = [card for trick in tricks(dealt) for card in trick.cards]
    return (
        dealt.counts and dealt.told("trump") is not None and bool(cards) and all(map(seen, cards))
    )


def holder_and_taker(dealt: Dealt, wanted: str) -> tuple[int, int] | None:
    """Who played a card, and who took it."""
    for trick in tricks(dealt):
        for place, card in enumerate(trick.cards):
            if card.value == wanted:
                assert trick.place is not None
                holder = (trick.leader + place) % dealt.size
                return holder, (trick.leader + trick.place) % dealt.size
    return None


@counts
def low_taken(matches: Matches) -> Rows:
    found: dict[tuple[str, int], list[tuple[bool, bool]]] = defaultdict(list)
    for dealt in deals(matches, *FOURS):
        if played(dealt):
            trump = dealt.told("trump")
            laid = [c.value for trick in tricks(dealt) for c in trick.cards if c.value[1] == trump]
            lowest = min(laid, key=lambda name: "23456789TJQKA".index(name[0]), default=None)
            if lowest:
                where = holder_and_taker(dealt, lowest)
                assert where
                holder, taker = where
                sides = sides_of(dealt)
                other_side = holder % sides != taker % sides
                found[dealt.game, dealt.size].append((holder != taker, other_side))
    rows: Rows = []
    for key, low in found.items():
        n, crossed = len(low), sum(crossed for _, crossed in low)
        rows.append((*key, n, sum(t for t, _ in low), crossed, crossed / n, *wilson(crossed, n)))
    return rows


@counts
def jack_brought_home(matches: Matches) -> Rows:
    found: dict[tuple[str, int], list[bool | None]] = defaultdict(list)
    for dealt in deals(matches, *FOURS):
        if played(dealt):
            where = holder_and_taker(dealt, f"J{dealt.told('trump')}")
            sides = sides_of(dealt)
            home = None if where is None else where[0] % sides == where[1] % sides
            found[dealt.game, dealt.size].append(home)
    rows: Rows = []
    for key, homes in found.items():
        n, caught = sum(home is not None for home in homes), homes.count(False)
        rows.append(
            (*key, len(homes), n, homes.count(True), caught, share(caught, n), *wilson(caught, n))
        )
    return rows


@counts
def game_margins(matches: Matches) -> Rows:
    found: dict[tuple[str, int], list[list[int]]] = defaultdict(list)
    for dealt in deals(matches, *FOURS):
        taken = [[] for _ in range(sides_of(dealt))]  # type: list[list[int]]
        if dealt.counts and dealt.told("pips") is not None:
            for trick in tricks(dealt):
                assert trick.place is not None
                side = (trick.leader + trick.place) % dealt.size % len(taken)
                taken[side].append(pips(trick.cards))
            totals = sorted(map(sum, taken), reverse=True)
            found[dealt.game, len(taken)].append(totals)
    rows: Rows = []
    for key, counted in found.items():
        n, ties = len(counted), sum(first == second for first, second, *_ in counted)
        lead = mean([first - second for first, second, *_ in counted])
        rows.append((*key, n, ties, ties / n, mean([first for first, *_ in counted]), lead))
    return rows


@counts
def setbacks_by_bid(matches: Matches) -> Rows:
    found: dict[tuple[int, bool, int], list[tuple[bool, int | None]]] = defaultdict(list)
    for dealt in deals(matches, "pitch"):
        bid = dealt.told("bid")
        if dealt.counts and bid and bid["made"] is not None:
            partners = sides_of(dealt) < dealt.size
            key = dealt.size, partners, bid["value"]
            found[key].append((not bid["made"], (dealt.changes or ())[bid["side"]]))
    rows: Rows = []
    for key, bids in found.items():
        n, back = len(bids), sum(back for back, _ in bids)
        rows.append((*key, n, back, back / n, *wilson(back, n), mean([c for _, c in bids])))
    return rows


def calls(dealt: Dealt) -> list[str]:
    return [str(event.call) for event in dealt.events if isinstance(event, Call)]


@counts
def bids_by_place(matches: Matches) -> Rows:
    found: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for dealt in deals(matches, "pitch"):
        said = calls(dealt)
        if len(said) != dealt.size:
            continue
        buyer = max((k for k, call in enumerate(said) if call != "pass"), default=None)
        made = (dealt.told("bid") or {}).get("made") is True
        for place, call in enumerate(said):
            of = found[dealt.size, place + 1]
            of["calls"] += 1
            of["passed"] += call == "pass"
            of["bought"] += place == buyer
            of["made"] += place == buyer and made
    return [
        (
            *key, of["calls"], of["passed"], of["bought"], of["made"],
            of["bought"] / of["calls"], share(of["made"], of["bought"]),
        )
        for key, of in found.items()
    ]  # fmt: skip


@counts
def gifts_and_begs(matches: Matches) -> Rows:
    found: dict[tuple[int, str], list[tuple[bool, Any, Any]]] = defaultdict(list)
    for dealt in deals(matches, "seven-up"):
        if calls(dealt):
            dealer = dealt.dealer
            void = dealt.result is not None and dealt.result.void
            elder_got = None if dealer is None else dealt.change((dealer + 1) % dealt.size)
            dealer_got = None if dealer is None else dealt.change(dealer)
            found[dealt.size, " ".join(calls(dealt))].append((void, elder_got, dealer_got))
    rows: Rows = []
    for (size, said), ends in found.items():
        total = sum(len(other) for (n, _), other in found.items() if n == size)
        whole = [(elder, dealer) for void, elder, dealer in ends if not void]
        rows.append(
            (
                size, said, len(ends), len(ends) / total, sum(void for void, _, _ in ends),
                mean([elder for elder, _ in whole]), mean([dealer for _, dealer in whole]),
            )
        )  # fmt: skip
    return rows


@counts
def leads(matches: Matches) -> Rows:
    found: dict[tuple[str, bool, str], list[tuple[bool, int]]] = defaultdict(list)
    for dealt in deals(matches, *FOURS):
        if dealt.told("trump") is None:
            continue
        for trick in tricks(dealt):
            if all(map(seen, trick.cards)):
                lead = trick.cards[0].value
                key = dealt.game, lead[1] == dealt.told("trump"), lead[0]
                found[key].append((trick.place == 0, pips(trick.cards)))
    rows: Rows = []
    for key, led in found.items():
        total = sum(len(other) for (game, _, _), other in found.items() if game == key[0])
        n, won = len(led), sum(won for won, _ in led)
        rows.append((*key, n, n / total, won, won / n, mean([points for _, points in led])))
    return rows


@counts
def trump_economy(matches: Matches) -> Rows:
    found: dict[tuple[str, int], list[int]] = defaultdict(list)
    for dealt in deals(matches, *FOURS):
        trump = dealt.told("trump")
        hands = dealt.begun.hands
        if (
            dealt.counts
            and trump is not None
            and all(seen(card) for hand in hands for card in hand)
        ):
            for seat, hand in enumerate(hands):
                change = dealt.change(seat)
                if change is not None:
                    found[dealt.game, sum(c.value[1] == trump for c in hand)].append(change)
    return [
        (
            *key, len(got), mean(got), mean([change <= 0 for change in got]),
            comb(13, key[1]) * comb(39, 6 - key[1]) / comb(52, 6),
        )
        for key, got in found.items()
    ]  # fmt: skip
