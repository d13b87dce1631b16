"""`cardlog simulate --policy`: how simulated players decide."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardlog
from cardlog import events as ev
from cardlog.engine.games.chase_the_ace.decks import DECKS, NUMBERS
from tests.cli.run import cardlog as run

PROFILES = ("cuckoo", "compendium", "le-her")


def played(path: Path, *options: str) -> list[cardlog.Record]:
    ran = run("simulate", "chase-the-ace", "-n", "20", "--policy", "threshold", *options,
              "-o", str(path))  # fmt: skip
    assert ran.status == 0, ran.err
    return [record for record in cardlog.read(path) if isinstance(record, cardlog.Record)]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(("deck", "rank"), [("standard52", "7"), ("cucu40", "inn")])
def test_players_exchange_up_to_a_rank(profile: str, deck: str, rank: str, tmp_path: Path) -> None:
    options = ("--option", f"profile={profile}", "--option", f"deck={deck}")
    records = played(tmp_path / "games.msgpack", "--swap-at-or-below", rank, *options)
    ranks = DECKS[NUMBERS[deck]].ranks
    kept = exchanged = 0
    for record in records:
        assert cardlog.audit(record).ok
        for k, event in enumerate(record.events):
            if not isinstance(event, (ev.Stay, ev.Swap, ev.Block, ev.Cut, ev.Draw)):
                continue
            before = cardlog.state(record, k - 1)
            if before.phase != "turns":
                continue
            low = ranks.index(str(before.hands[event.seat][0].rank)) <= ranks.index(rank)
            assert low == (type(event) is not ev.Stay)
            kept, exchanged = kept + (not low), exchanged + low
    assert kept and exchanged


def test_players_keep_what_a_forced_exchange_gained(tmp_path: Path) -> None:
    options = ("--swap-at-or-below", "10", "--stand-after-gain")
    stood = 0
    for record in played(tmp_path / "games.msgpack", *options):
        gained: set[int] = set()
        for k, event in enumerate(record.events):
            if isinstance(event, ev.Deal):
                gained.clear()
            if isinstance(event, ev.Swap):
                assert event.seat not in gained
                hands = cardlog.state(record, k - 1).hands
                mine, theirs = (DECKS[0].ranks.index(str(hands[seat][0].rank))
                                for seat in (event.seat, event.target))  # fmt: skip
                if mine > theirs:
                    gained.add(event.target)
            stood += isinstance(event, ev.Stay) and event.seat in gained
    assert stood


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "one.msgpack", tmp_path / "two.msgpack"
    played(one, "--swap-at-or-below", "7")
    played(two, "--swap-at-or-below", "7")
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(
    ("game", "options", "says"),
    [
        ("chase-the-ace", "--policy clever", "expected random or threshold"),
        ("chase-the-ace", "--policy threshold", "needs --swap-at-or-below RANK"),
        ("chase-the-ace", "--swap-at-or-below 7", "need --policy threshold"),
        ("chase-the-ace", "--stand-after-gain", "need --policy threshold"),
        ("chase-the-ace", "--policy threshold --swap-at-or-below 11", "expected one of A, 2, 3"),
        ("chase-the-ace", "--policy threshold --swap-at-or-below inn", "expected one of A, 2, 3"),
        ("california-jack", "--policy threshold --swap-at-or-below 7", "--policy random only"),
    ],
)
def test_a_policy_that_cannot_be_is_refused_in_a_sentence(
    game: str, options: str, says: str
) -> None:
    ran = run("simulate", game, *options.split())
    assert ran.status == 2 and says in ran.err and "Traceback" not in ran.err
    assert not ran.out


@pytest.mark.parametrize("rank", ["A", "a", "1", "10", "T", "k"])
def test_ranks_are_read_as_players_write_them(rank: str) -> None:
    options = ("--policy", "threshold", "--swap-at-or-below", rank)
    assert run("simulate", "chase-the-ace", *options).status == 0
