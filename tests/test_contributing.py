"""The worked example of CONTRIBUTING.md is a game: put into place as it stands there, it plays."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import cardlog
from cardlog.cli.simulate import SeededDice
from cardlog.cli.telling import telling
from cardlog.engine import games
from cardlog.engine.rules import in_force
from cardlog.engine.simulate import simulate
from cardlog.records.events import Trick
from cardlog.records.game import Record

TEXT = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
NAME = "blind-all-fours"


@pytest.fixture
def in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The example among the games, as a file of its own."""
    (example,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    module = NAME.replace("-", "_")
    (tmp_path / f"{module}.py").write_text(example, encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    forget()
    yield
    sys.modules.pop(f"{games.__name__}.{module}", None)
    monkeypatch.undo()
    forget()


def forget() -> None:
    """The games are looked for once; look again."""
    games._modules.cache_clear()
    games._load.cache_clear()


def matches(rules: dict[str, Any]) -> list[Record]:
    return [simulate(NAME, rules, None, SeededDice(f"blind/{n}"), {}) for n in range(30)]


@pytest.mark.usefixtures("in_place")
def test_the_example_is_found_by_its_name_and_plays() -> None:
    assert NAME in games.names()
    for record in matches({}):
        assert cardlog.audit(record).ok
        assert cardlog.outcome(record).status == "finished"
        assert not any(wrong for _, wrong in telling(record))


@pytest.mark.usefixtures("in_place")
def test_the_option_of_the_example_changes_the_rules_and_the_outcome() -> None:
    game = games.find(NAME)
    plain, other = (game.options({"tie_to_eldest": value}, 2) for value in (False, True))
    assert in_force(game.book(plain), plain) != in_force(game.book(other), other)
    tied = 0
    for record in matches({"tie_to_eldest": True}):
        for deal in cardlog.outcome(record).deals:
            one, two = deal.detail["pips"]
            tied += one == two
            assert deal.detail["game"] is not None and (one != two or deal.detail["game"] in (0, 1))
    assert tied


@pytest.mark.usefixtures("in_place")
def test_a_fault_in_the_example_is_found_and_cites_its_clause() -> None:
    for record in matches({}):
        for k, event in enumerate(record.events):
            if isinstance(event, Trick):
                led, reply = event.cards
                twisted = msgspec.structs.replace(event, cards=(reply, led))
                broken = msgspec.structs.replace(record, events=(*record.events[:k], twisted))
                (found,) = cardlog.audit(broken).findings
                assert (found.event, found.rule, found.code) == (k, "BL-2", "not-held")
