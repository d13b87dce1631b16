"""The reports on chance: the same tests by other ways."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import pairwise
from math import erfc, exp, lgamma, log, sqrt
from typing import Any

from msgspec import UNSET

from cardlog.records.events import Stay, Swap
from tests.queries.plain.model import Dealt, Matches, Rows, Turn, counts, deals, seen, turns


def holm(ps: list[float]) -> list[float]:
    """Holm's correction, in the order of the given chances."""
    order = sorted(range(len(ps)), key=lambda k: ps[k])
    found, worst = [0.0] * len(ps), 0.0
    for place, k in enumerate(order):
        worst = max(worst, min(1.0, ps[k] * (len(ps) - place)))
        found[k] = worst
    return found


def above(z: float) -> float:
    return erfc(z / sqrt(2)) / 2


@counts
def fair_cards(matches: Matches, least: int = 1) -> Rows:
    dealt_by: dict[str, list[list[Any]]] = defaultdict(list)
    for dealt in deals(matches):
        cards = [card for hand in dealt.begun.hands for card in hand]
        if all(map(seen, cards)) and dealt.found.rules.get("packs") != 2:
            dealt_by[dealt.game].append(cards)
    rows: list[list[Any]] = []
    for game, all_cards in dealt_by.items():
        times = Counter(card for cards in all_cards for card in cards)
        total = sum(times.values())
        expected = total / 52
        pack = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
        by_name = {card.value: n for card, n in times.items()}
        counted = [by_name.get(name, 0) for name in pack]
        most, fewest = max(counted), min(counted)
        ends = (
            pack[counted.index(most)], most, pack[counted.index(fewest)], fewest
        )  # fmt: skip
        variance = sum(len(c) / 52 * (1 - len(c) / 52) for c in all_cards)
        x = sum((n - expected) ** 2 for n in counted) / variance * 51 / 52
        rows.append([game, len(all_cards), total, *ends, expected, x, chi_square(x, 51)])
    return [(*row, p) for row, p in zip(rows, holm([row[-1] for row in rows]), strict=True)]


def chi_square(x: float, df: int) -> float:
    """Its upper tail by numbers: Simpson's rule over the density."""
    steps, top = 200_000, x + 400
    width = (top - x) / steps

    def density(t: float) -> float:
        return exp((df / 2 - 1) * log(t) - t / 2 - df / 2 * log(2) - lgamma(df / 2))

    inner = sum((4 if k % 2 else 2) * density(x + k * width) for k in range(1, steps))
    return (density(x) + density(top) + inner) * width / 3


@counts
def fair_dealers(matches: Matches, least: int = 3) -> Rows:
    found: dict[tuple[str, str], list[list[int]]] = defaultdict(list)
    for dealt in deals(matches):
        if dealt.dealer is None:
            continue
        own = dealt.begun.hands[dealt.dealer]
        if own and all(map(seen, own)):
            chase = dealt.game == "chase-the-ace"
            high = "A23456789TJQK" if chase else "23456789TJQKA"
            family = "chase-the-ace" if chase else "all-fours"
            player = dealt.record.players[dealt.dealer]
            found[player, family].append([high.index(card.value[0]) for card in own])
    rows: list[list[Any]] = []
    for key, hands in found.items():
        if len(hands) < least:
            continue
        ranks = [each for hand in hands for each in hand]
        # Of n cards without replacement: n times the variance of one, and the covariances.
        variance = sum(
            len(hand) * Fraction(14) - len(hand) * (len(hand) - 1) * Fraction(14, 51)
            for hand in hands
        )
        z = (sum(ranks) - 6 * len(ranks)) / sqrt(variance)
        rows.append([*key, len(hands), len(ranks), sum(ranks) / len(ranks), 6.0, z, above(z)])
    return [(*row, p) for row, p in zip(rows, holm([row[-1] for row in rows]), strict=True)]


@counts
def fair_pairs(matches: Matches, least: int = 2) -> Rows:
    made: dict[Any, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for dealt in deals(matches, "chase-the-ace"):
        in_deal = turns(dealt)
        odd = not in_order(dealt, in_deal)
        for k, turn in enumerate(in_deal):
            if odd or turn.card is None or dealt.dealer is None or turn.seat == dealt.dealer:
                continue
            following = in_deal[k + 1].seat if k + 1 < len(in_deal) else None
            whom = following if turn.target is None else turn.target
            if whom is not None:
                names = dealt.record.players
                stratum = names[turn.seat], turn.card, turn.given
                made[stratum][names[whom]].append(turn.chosen is not Stay)
    pairs: dict[tuple[str, str], list[tuple[int, int, int, float, float]]] = defaultdict(list)
    for (player, card, _), by in made.items():
        everything = [asked for each in by.values() for asked in each]
        n_all, asked_all = len(everything), sum(everything)
        for neighbour, asked in by.items():
            n = len(asked)
            variance = 0.0
            if n_all > 1:  # of a hypergeometric draw
                rate = asked_all / n_all
                variance = n * rate * (1 - rate) * (n_all - n) / (n_all - 1)
            pairs[player, neighbour].append((card, n, sum(asked), n * asked_all / n_all, variance))
    rows: list[list[Any]] = []
    for pair, cells in pairs.items():
        if sum(n for _, n, *_ in cells) < least:
            continue
        low = [sum(cell[k] for cell in cells if cell[0] <= 6) for k in (2, 3)]
        high = [sum(cell[k] for cell in cells if cell[0] > 6) for k in (2, 3)]
        spread = sum(cell[4] for cell in cells)
        z = (low[1] - low[0] + high[0] - high[1]) / sqrt(spread) if spread >= 1 else None
        rows.append(
            [*pair, sum(n for _, n, *_ in cells), low[0], float(low[1]), high[0], float(high[1]), z]
        )
    tested = [row for row in rows if row[-1] is not None]
    corrected = iter(holm([above(row[-1]) for row in tested]))
    return [
        (*row, None, None) if row[-1] is None else (*row, above(row[-1]), next(corrected))
        for row in rows
    ]


def in_order(dealt: Dealt, in_deal: list[Turn]) -> bool:
    """Whether each acts once, in turn, and asks the player who acts next."""
    for k, turn in enumerate(in_deal):
        following = in_deal[k + 1].seat if k + 1 < len(in_deal) else turn.target
        if following is None:
            continue
        mine, next_ = (
            (seat - dealt.begun.dealer - 1) % dealt.size for seat in (turn.seat, following)
        )
        if mine >= next_ or (turn.chosen is Swap and turn.target != following):
            return False
    return True


@counts
def fair_shuffles(matches: Matches, least: int = 2) -> Rows:
    found: dict[tuple[str, str], list[tuple[float, int]]] = defaultdict(list)
    before = None
    for dealt in deals(matches):
        stock = dealt.begun.stock
        pack = [card for hand in dealt.begun.hands for card in hand]
        pack += () if stock is UNSET else stock
        whole = len(pack) == 52 and all(map(seen, pack)) and dealt.dealer is not None
        if whole and before and before[0] == (dealt.number, dealt.deal - 1):
            assert dealt.dealer is not None
            player = dealt.record.players[dealt.dealer]
            found[dealt.game, player].append(compared(before[1], pack))
        before = ((dealt.number, dealt.deal), pack) if whole else None
    rows: list[list[Any]] = []
    for key, both in found.items():
        n = len(both)
        if n < least:
            continue
        correlation = sum(r for r, _ in both) / n
        kept = sum(k for _, k in both)
        z = correlation * sqrt(51 * n)
        p = min(1.0, 2 * min(erfc(abs(z) / sqrt(2)), poisson_least(kept, n * 51 / 52)))
        rows.append([*key, n, correlation, 0.0, z, kept / n, 51 / 52, p])
    return [(*row, p) for row, p in zip(rows, holm([row[-1] for row in rows]), strict=True)]


def compared(before: list[Any], pack: list[Any]) -> tuple[float, int]:
    """Pearson's correlation of the places, and how many cards follow each other as before."""
    places = [before.index(card) for card in pack]
    middle = 51 / 2
    spread = sum((k - middle) ** 2 for k in range(52))
    r = sum((a - middle) * (b - middle) for a, b in enumerate(places)) / spread
    return r, sum(b == a + 1 for a, b in pairwise(places))


def poisson_least(k: int, m: float) -> float:
    """The chance of k or more, with the terms below it in exact steps."""
    term = total = exp(-m)
    for i in range(1, k):
        term *= m / i
        total += term
    return 1.0 if k == 0 else max(0.0, 1 - total)
