"""Events read and checked in a second, beside python-chess and OpenSpiel."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from tests.bench.measure import Ratio, ratios
from tests.bench.workload import GAMES, audit_all, load

pytestmark = pytest.mark.bench

CHESS_GAMES: Final = 200
PLIES: Final = 80
SPADES_GAMES: Final = 300

OVER_CHESS: Final = 20
OVER_SPADES: Final = 1 / 3
TARGET_GAME: Final = "california-jack"  # the game whose figure has to reach the targets

MISSING: Final = "{} is not installed: pip install 'cardlog[bench]' to compare with it"


def test_python_chess_reading_pgn(tmp_path: Path) -> None:
    chess = pytest.importorskip("chess.pgn", reason=MISSING.format("python-chess"))
    path = tmp_path / "games.pgn"
    plies = write_pgn(chess, path)

    def read_chess() -> None:
        with path.open() as file:
            while game := chess.read_game(file):
                assert not game.errors

    found = faster_than(read_chess, plies, tmp_path)
    for kind, times in found.items():
        print(f"\naudit, {kind}: {times} times python-chess's events a second", end="")
    print(f"; target {OVER_CHESS}")
    assert found[TARGET_GAME].value >= OVER_CHESS


def test_openspiel_replaying_spades(tmp_path: Path) -> None:
    spiel = pytest.importorskip("pyspiel", reason=MISSING.format("OpenSpiel"))
    game = spiel.load_game("spades")
    histories = spades_histories(game)

    def replay_spades() -> None:
        for actions in histories:
            state = game.new_initial_state()
            for action in actions:
                assert action in state.legal_actions()
                state.apply_action(action)
            assert state.is_terminal()

    found = faster_than(replay_spades, sum(map(len, histories)), tmp_path)
    for kind, times in found.items():
        print(f"\naudit, {kind}: {times} times OpenSpiel's actions a second", end="")
    print(f"; target {OVER_SPADES:.2f}")
    assert found[TARGET_GAME].value >= OVER_SPADES


def faster_than(peer: Any, peer_events: int, folder: Path) -> dict[str, Ratio]:
    """For each game: the events a second of an audit, in multiples of the peer's."""
    found = {}
    for kind in GAMES:
        work = load(kind)
        path = work.save(folder / f"{kind}.msgpack")
        (times,) = ratios(partial(audit_all, path), peer, rounds=7)
        found[kind] = times.times(work.events / peer_events)
    return found


def write_pgn(chess: Any, path: Path) -> int:
    """Random legal games in a PGN file; how many plies they have."""
    dice = random.Random(7)
    plies = 0
    with path.open("w") as file:
        for number in range(CHESS_GAMES):
            game = chess.Game()
            game.headers["Round"] = str(number)
            board = game.board()
            node = game
            while board.ply() < PLIES and (moves := list(board.legal_moves)):
                move = dice.choice(moves)
                node = node.add_variation(move)
                board.push(move)
                plies += 1
            game.headers["Result"] = board.result()
            print(game, file=file, end="\n\n")
    return plies


def spades_histories(game: Any) -> list[list[int]]:
    """The actions of random deals of spades, those of chance (the dealing) among them."""
    dice = random.Random(7)
    histories = []
    for _ in range(SPADES_GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
        histories.append(state.history())
    return histories
