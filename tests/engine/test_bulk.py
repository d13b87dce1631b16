"""Whole records by compiled rules: what they say is what the fold says, or nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from cardlog.cli.simulate import SeededDice
from cardlog.engine.audit import Audit, Outcome, audit, judged
from cardlog.engine.simulate import simulate
from cardlog.records.cards import Card
from cardlog.records.errors import RecordError
from cardlog.records.events import (
    Deal,
    Draw,
    Extension,
    Gap,
    Misdeal,
    Note,
    Points,
    Score,
    Stay,
    Swap,
    Trick,
)
from cardlog.records.flat import Flat
from cardlog.records.formats import load
from cardlog.records.game import Record
from tests.cli.run import ROOT
from tests.depth import tried
from tests.games import FIXTURES, golden_records

pytest.importorskip("numba", reason="Numba is an extra")

from cardlog.engine import bulk
from cardlog.engine.bulk import judge, plain
from cardlog.engine.bulk.compiling import Kept
from cardlog.engine.bulk.noted import (
    BID,
    BIDDER,
    BY_SIDE,
    COMPLETE,
    DEALER,
    FIRST,
    GAME,
    GOES_ON,
    HIGH,
    HOW,
    IN_HANDS,
    JACK,
    LAST,
    LOW,
    LOWEST,
    MADE,
    NINE,
    NOT_PLAIN,
    PIPS,
    TRUMP,
    VOIDED,
)
from tests.engine.test_compiled import PROFILES

RANKS = "A23456789TJQK"


def assert_as_folded(record: Record) -> bool:
    """Whether the compiled rules had something to say, which must then be what a fold says."""
    found = plain.judged(record, Flat(record.events))
    try:
        outcome, checked = judged(record)
    except RecordError:
        assert found is None
        return False
    if found is None:
        return False
    assert checked == Audit(game=outcome.game, ok=True, status=found.status)
    assert not outcome.findings
    told = (found.match.game, found.status, found.winners, found.standing, found.match.rules)
    folded = (
        outcome.game, outcome.status, outcome.winners, outcome.standing, outcome.rules,
    )  # fmt: skip
    assert told == folded
    assert len(found.deals) == len(outcome.deals)
    for row, deal in zip(found.deals.tolist(), outcome.deals, strict=True):
        assert (row[FIRST], row[LAST]) == deal.events
        assert row[DEALER] == deal.dealer
        assert (row[HOW] == VOIDED) == deal.void
        sides = found.match.sides
        changes = None if row[HOW] == GOES_ON else tuple(row[BY_SIDE : BY_SIDE + sides])
        assert changes == deal.changes
        assert deal.detail == (detail(row, sides, outcome) if row[HOW] == COMPLETE else {})
    return True


def detail(row: list[int], sides: int, outcome: Outcome) -> dict[str, Any]:
    """A row in the words of an outcome."""
    rules, changes = outcome.rules, row[BY_SIDE : BY_SIDE + sides]
    if outcome.game == "chase-the-ace":
        told: dict[str, Any] = {
            "lowest": RANKS[row[LOWEST]],
            "losers": [seat for seat, change in enumerate(changes) if change < 0],
        }
        tokens = rules["stake"] == "tokens"
        if tokens or rules["ante"]:
            total = sides * (rules["ante"] + (rules["lives"] if tokens else 0))
            told["pot"] = total - (row[IN_HANDS] if tokens else 0)
        return told
    points = {"high": HIGH, "low": LOW, "jack": JACK, "game": GAME}
    if rules.get("shasta_point"):
        points["nine"] = NINE
    told = {name: row[place] if row[place] >= 0 else None for name, place in points.items()}
    told["trump"] = "cdhs"[row[TRUMP]] if row[TRUMP] >= 0 else None
    told["pips"] = row[PIPS : PIPS + sides]
    if outcome.game == "pitch":
        bid = {"side": row[BIDDER] % sides, "value": row[BID], "made": row[MADE] == 1}
        told["bid"] = bid if row[BID] else None
    return told


@pytest.mark.parametrize("record", golden_records(), ids=lambda r: r.game)
def test_the_fixture_matches(record: Record) -> None:
    assert_as_folded(record)


@pytest.mark.parametrize(("game", "rules"), PROFILES)
def test_every_plain_match_is_judged(game: str, rules: dict[str, Any]) -> None:
    special = rules.get("packs", 1) > 1 or rules.get("deck", "standard52") != "standard52"
    for seed in range(4):
        record = simulate(game, rules, None, SeededDice(f"bulk/{seed}"), {})
        assert assert_as_folded(record) != special
        for end in range(0, len(record.events), 11):  # broken off anywhere
            assert assert_as_folded(replace(record, events=record.events[:end])) != special


@pytest.mark.parametrize(("game", "rules"), PROFILES)
def test_what_is_wrong_is_left_to_the_fold(game: str, rules: dict[str, Any]) -> None:
    for seed in range(2):
        record = simulate(game, rules, None, SeededDice(f"bulk/{seed}"), {})
        events = record.events
        for k in range(0, len(events), 5):
            for between in ((), (events[k], events[k]), (Gap(),), (Misdeal(),), (Note(text="?"),)):
                changed = replace(record, events=(*events[:k], *between, *events[k + 1 :]))
                assert_as_folded(changed)
            event = events[k]
            if type(event) is Trick:
                turned = replace(event, cards=event.cards[::-1])
                assert_as_folded(replace(record, events=(*events[:k], turned, *events[k + 1 :])))
            if type(event) is Score:
                more = replace(event, changes=tuple(each + 1 for each in event.changes))
                assert_as_folded(replace(record, events=(*events[:k], more, *events[k + 1 :])))
                for points in partly(event):
                    some = (*events[:k], replace(event, points=points), *events[k + 1 :])
                    assert_as_folded(replace(record, events=some))


def partly(score: Score) -> Iterator[Points]:
    """Points claimed in part, or for somebody else."""
    if score.points:
        for name in ("high", "low", "jack", "game", "nine"):
            for side in (UNSET, None, 0, 1, 7):
                yield replace(score.points, **{name: side})
                yield replace(score.points, **{name: side, "high": UNSET})


def test_notes_and_kinds_of_ones_own_have_no_effect() -> None:
    record = simulate("pitch", {}, None, SeededDice("bulk/0"), {})
    chat = Extension({"type": "x-chat", "text": "hello"})
    for k in range(len(record.events)):
        events = (*record.events[:k], Note(text="well"), chat, *record.events[k:])
        assert assert_as_folded(replace(record, events=events))
        assert assert_as_folded(replace(record, events=(*record.events[:k], chat)))


BEYOND = [5, 63, 64, 200, 254, 255]


@pytest.mark.parametrize("seat", BEYOND)
def test_seats_that_nobody_has_are_never_looked_up(seat: int) -> None:
    """Compiled code would look anywhere: what it gets is looked at before."""
    for game in ("chase-the-ace", "pitch", "seven-up", "california-jack"):
        record = simulate(game, {}, None, SeededDice("bulk/1"), {})
        for k, event in enumerate(record.events):
            for name in ("seat", "leader", "dealer", "target"):
                if isinstance(getattr(event, name, None), int):
                    changed = replace(event, **{name: seat})
                    events = (*record.events[:k], changed, *record.events[k + 1 :])
                    broken = replace(record, events=events)
                    assert plain.judged(broken, Flat(broken.events)) is None


@pytest.mark.parametrize("code", ["??", "K?", "?s", "cuckoo", "fool"])
def test_cards_that_were_not_seen_are_left_to_the_fold(code: str) -> None:
    for game in ("chase-the-ace", "pitch", "california-jack"):
        record = simulate(game, {}, None, SeededDice("bulk/1"), {})
        for k, event in enumerate(record.events):
            changed: Any = None
            if type(event) is Draw:
                changed = replace(event, card=Card(code))
            elif type(event) is Trick:
                changed = replace(event, cards=(Card(code), *event.cards[1:]))
            elif type(event) is Deal:
                hands = ((Card(code), *event.hands[0][1:]), *event.hands[1:])
                changed = replace(event, hands=hands)
            if changed is not None:
                broken = replace(
                    record, events=(*record.events[:k], changed, *record.events[k + 1 :])
                )
                assert plain.judged(broken, Flat(broken.events)) is None


def test_hands_that_do_not_fit_the_table() -> None:
    record = simulate("pitch", {}, 4, SeededDice("bulk/2"), {})
    first = next(k for k, event in enumerate(record.events) if type(event) is Deal)
    cuts, deal = record.events[:first], record.events[first]
    assert isinstance(deal, Deal)
    hands = deal.hands
    odd = [
        hands[:-1],
        (*hands, ()),
        (hands[0] + hands[1], (), *hands[2:]),
        ((), *hands[1:]),
        (hands[0][:-1], *hands[1:]),
        (hands[0], hands[0], *hands[2:]),
    ]
    for each in odd:
        broken = replace(
            record, events=(*cuts, replace(deal, hands=each), *record.events[first + 1 :])
        )
        assert plain.judged(broken, Flat(broken.events)) is None
    two = (replace(deal, hands=hands[:-1]), replace(deal, hands=(*hands, hands[0])))
    broken = replace(record, events=(*cuts, *two))
    assert plain.judged(broken, Flat(broken.events)) is None


@pytest.mark.parametrize("game", ["chase-the-ace", "pitch", "seven-up", "california-jack"])
def test_what_a_byte_cannot_tell_from_nothing(game: str) -> None:
    record = simulate(game, {}, None, SeededDice("bulk/5"), {})
    first = next(k for k, event in enumerate(record.events) if type(event) is Deal)
    begun, deal = record.events[:first], record.events[first]
    void = replace(record, events=(*begun, deal, Misdeal(seat=255)))
    with pytest.raises(ValueError, match="seat"):
        Flat(void.events)
    with pytest.raises(RecordError, match="seat 255"):
        bulk.audit()(void)
    for size in (0, 51, 53, 254, 255, 256, 1000):
        stocked = replace(deal, stock=(Card["2c"],) * size)
        many = replace(record, events=(*begun, stocked, *record.events[first + 1 :]))
        assert plain.judged(many, Flat(many.events)) is None


def test_what_is_kept_may_be_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any) -> int:
        raise OSError("no space left")

    called: list[str] = []

    def way(name: str, function: Any) -> Any:
        def chosen(_: Any) -> Any:
            called.append(name)
            function.stats = SimpleNamespace(cache_path=None)
            return function

        return chosen

    kept = Kept(broken)  # type: ignore[arg-type]
    monkeypatch.setattr(kept, "_ways", [way("kept", broken), way("anew", lambda: 7)])
    assert [kept(), kept(), kept()] == [7, 7, 7]
    assert called == ["kept", "anew"]
    monkeypatch.setattr(kept, "_ways", [way("kept", broken)])
    monkeypatch.setattr(kept, "_compiled", None)
    assert kept() == NOT_PLAIN
    assert kept() == NOT_PLAIN


KEPT: Final = """
import sys
from cardlog.engine.bulk.compiling import Kept
from cardlog.engine.bulk.entry import below
kept = Kept(below)
import numpy
print(flush=True)
sys.stdin.readline()
assert kept(numpy.arange(7), 7) is True
stats = kept._compiled.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def test_of_processes_that_start_together_one_compiles(tmp_path: Path) -> None:
    def started() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", KEPT],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        )

    with started() as one, started() as two:
        for each in (one, two):
            assert each.stdout and each.stdout.readline() == "\n"
        for each in (one, two):
            assert each.stdin and each.stdin.write("\n")
            each.stdin.flush()
        assert sorted(each.communicate(timeout=100)[0] for each in (one, two)) == ["0 1\n", "1 0\n"]
    assert len(list(tmp_path.rglob("*.lock"))) == 1


def test_where_nothing_can_be_kept_all_compile(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = subprocess.run(
        [sys.executable, "-c", KEPT],
        input="\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "file" / "none")},
        timeout=100,
    )
    assert done.returncode == 0 and done.stdout.startswith("\n"), done.stderr


def test_a_numba_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(bulk, "plain")
    monkeypatch.setitem(sys.modules, "cardlog.engine.bulk.plain", None)
    assert judge() is None
    assert bulk.audit() is audit


def test_the_start_may_be_in_mid_match() -> None:
    record = simulate("chase-the-ace", {"lives": 3}, 4, SeededDice("bulk/3"), {})
    second = judged(record)[0].deals[1].events[0]
    rest = replace(record, standing=(3, 3, 3, 2), events=record.events[second:])
    assert_as_folded(rest)
    few = replace(rest, standing=(3, 3))
    assert plain.judged(few, Flat(few.events)) is None
    assert plain.judged(replace(record, rules={"lives": "many"}), Flat(record.events)) is None
    assert plain.judged(replace(record, game="whist"), Flat(record.events)) is None


@tried(150)
@given(st.data())
def test_shuffled_events(data: st.DataObject) -> None:
    game, rules = data.draw(st.sampled_from(PROFILES))
    record = simulate(game, rules, None, SeededDice(f"bulk/{data.draw(st.integers(0, 9))}"), {})
    events = list(record.events)
    for _ in range(data.draw(st.integers(1, 3))):
        k, other = (data.draw(st.integers(0, len(events) - 1)) for _ in range(2))
        events[k], events[other] = events[other], events[k]
        if type(events[k]) is Swap:
            events[k] = replace(events[k], target=data.draw(st.integers(0, 3)))
    assert_as_folded(replace(record, events=tuple(events)))


def test_judge_is_there_where_numba_is() -> None:
    assert judge() is plain.judged


def disputed() -> list[Record]:
    """The records of every dispute among the fixtures."""
    files = [p for p in (FIXTURES / "disputes").rglob("*.json") if "verdict" not in p.name]
    found = [load(path) for path in files]
    assert len(found) > 10
    return found


def test_audits_of_one_record_after_the_other() -> None:
    found = bulk.audit()
    for record in (*golden_records(), *disputed()):
        assert found(record) == audit(record)
    record = simulate("chase-the-ace", {}, None, SeededDice("bulk/4"), {})
    broken = replace(record, events=(*record.events[:-1], Stay(seat=1000)))
    with pytest.raises(RecordError, match="1000"):
        found(broken)


def test_without_numba_there_are_the_plain_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert judge() is None
    assert bulk.audit() is audit
