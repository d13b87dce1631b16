"""Where the records of a text lie, texts read in parts, and rulings put into a text."""

from __future__ import annotations

import io
import itertools
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardlog.cli import sharing
from cardlog.engine.decide import add_ruling
from cardlog.records.errors import RecordError
from cardlog.records.formats import Part, cardlog
from cardlog.records.game import Record
from tests.cli.run import cardlog as run
from tests.cli.test_sharing import both
from tests.games import golden_records
from tests.notation import items, record
from tests.records.samples import numbered
from tests.records.test_walk import items as walked

GAME = cardlog.encode(numbered(1)).decode()
PIECES = (
    "", "\n", "\r\n", "A letter.\n", "12 tricks in 3 seconds\n", "\udcff", "\udcff\n", "\0\0",
    "\ufeff", GAME, GAME.replace("end\n", ""),
    GAME.replace("\n", "\r\n"), GAME[:200], GAME[:200] + "\n",
    GAME[90:], GAME.replace("Carla", "Crla"), "end ", "  " + GAME, "# cardlog\n", "cardlog: x\n",
    "cardlog 1: pitch\nplayers: A, B\nend cardlog 1: pitch\nplayers: C, D\n",
    "cardlog 1: pitch\nplayers: Ánà, B\nnote: ♥\ncardlog 9: x\n", "players: Ana\n", "Ana <> B\n",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=10), st.data())
@settings(max_examples=400, deadline=None)
def test_a_text_in_parts_has_the_items_of_the_text(pieces: list[str], draws: st.DataObject) -> None:
    data = "".join(pieces).encode(errors="surrogateescape")
    expected, walk = walked("cardlog", data)
    assert walk.next == len(data)
    cuts = sorted(draws.draw(st.lists(st.integers(0, len(data)), max_size=4)))
    found: list[Any] = []
    at = lines = 0
    for first, stop in zip([0, *cuts], [*cuts, None], strict=True):
        if stop is not None and at >= stop:
            continue  # an item before reaches beyond this part
        part = Part(first, stop, found=first > 0)
        more, walk = walked("cardlog", data, part)
        if walk.first != at:  # it was no start of a record of this file
            more, walk = walked("cardlog", data, Part(at, stop))
        found += [(a, b, told, line and line + lines) for a, b, told, line in more]
        at, lines = walk.next, lines + walk.lines
    assert found == expected


@given(st.lists(st.sampled_from(PIECES), max_size=10))
@settings(max_examples=200, deadline=None)
def test_a_walk_gives_what_a_reader_gives(pieces: list[str]) -> None:
    data = "".join(pieces).encode(errors="surrogateescape")
    found = items(data)
    places, _ = walked("cardlog", data)
    if places or not isinstance(found[0], RecordError):
        assert len(places) == len(found)
    for (start, end, told, line), item in zip(places, found, strict=False):
        if isinstance(item, Record):
            assert told == item == items(data[start:end])[0]
        else:
            assert told == (item.message, item.byte, item.event) and line == item.line
            assert item.skipped in (None, end - start)
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(places))


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=12), st.integers(20, 900))
@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_processes_give_the_answers_of_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pieces: list[str], size: int
) -> None:
    path = tmp_path / "any.cardlog"
    path.write_bytes("".join(pieces).encode(errors="surrogateescape"))
    monkeypatch.setattr(sharing, "LEAST", size)
    monkeypatch.setattr(sharing, "MOST", size)
    alone, shared = both(path)
    assert shared == alone


BY_HAND = """\
Dear arbiter, this is what happened:

cardlog 1: chase-the-ace   # at Ana's
lang: pt
jogadores: Ana, Bruno, Carla, Davi

distribui Davi: 2♣ 9♥ R♠ 7♦
  Ana troca Bruno
Carla bloqueia Bruno Rei♠   # e mostrou

conserva: Carla, Davi  # depressa
mostra: Ana 9c, Bruno 2p, Carla Re, Davi 7o
pontos: 0 -1 0 0

fim
Yours, Íris
"""


@pytest.mark.parametrize("end", ("\n", "\r\n"))
@pytest.mark.parametrize("place", (None, 0, 1, 3, 4, 9))
def test_a_ruling_is_one_more_line_in_the_language_of_the_text(
    tmp_path: Path, place: int | None, end: str
) -> None:
    path = tmp_path / "game.cardlog"
    path.write_bytes(BY_HAND.replace("\n", end).encode())
    at = () if place is None else ("--at", str(place))
    more = ("--text", "Visto.", "--event", "2", "--effect", "stands", "--by", "Íris")
    assert run("ruling", path, *more, *at).status == 0
    before = BY_HAND.split("\n")
    after = path.read_bytes().decode().split(end)
    said = f"decisão por Íris evento {2 if place is None or place > 2 else 3} vale: Visto."
    assert said in after
    without = [line for line in after if line != said]
    if place == 4:  # between players on one line
        assert [line for line in without if line not in before] == [
            "Carla conserva", "Davi conserva  # depressa",
        ]  # fmt: skip
    else:
        assert without == before
    old = record(BY_HAND.partition("\n\n")[2].replace("fim\nYours, Íris\n", ""))
    (new,) = items(path.read_bytes())
    assert new == add_ruling(old, "Visto.", event=2, effect="stands", by="Íris", at=place)


@pytest.mark.parametrize("lang", cardlog.languages)
def test_a_ruling_anywhere_in_any_record(lang: str) -> None:
    for before in golden_records()[:6]:
        data = cardlog.encode(before, lang)
        for ends in (data, data.rstrip(), data.rpartition(b"\n\n")[0] + b"\n\n"):
            (old,) = items(ends)
            assert isinstance(old, Record)
            for at in (*range(0, len(old.events), 7), len(old.events)):
                first = add_ruling(old, "first", at=at)
                made = cardlog.amended(ends, old, first)
                assert items(made) == [first]
                kept = set(ends.splitlines()) - set(made.splitlines())
                assert len(kept) <= 1  # players on one line, with the ruling between them
                again = add_ruling(first, "again", event=int(at == 0), at=0)
                assert items(cardlog.amended(made, first, again)) == [again]


def test_rulings_follow_the_events_they_name() -> None:
    text = BY_HAND.replace("pontos", "decisão evento 3 vale: sim\npontos")
    (old,) = items(text)
    assert isinstance(old, Record)
    start = text.index("cardlog 1")
    data = text[start : text.index("fim\n") + 4].encode()
    new = add_ruling(old, "x", at=1)
    made = cardlog.amended(data, old, new).decode()
    assert made == data.decode().replace("evento 3", "evento 4").replace(
        "  Ana troca", "decisão: x\n  Ana troca"
    )


def test_what_is_set_aside_keeps_its_comments(tmp_path: Path) -> None:
    path, bad, good = (tmp_path / name for name in ("night.cardlog", "bad", "good.cardlog"))
    broken = BY_HAND.partition("\n\n")[2].replace("Rei♠", "Rex♠").replace("Yours, Íris\n", "")
    text = BY_HAND + broken + BY_HAND
    path.write_bytes(text.encode())
    for jobs in ("1", "2"):
        ran = run("audit", path, "--quarantine", bad, "-o", good, "-j", jobs)
        assert "2 passed on" in ran.err and "1 set aside" in ran.err
    (aside,) = bad.glob("night-1.cardlog")
    assert aside.read_bytes().decode() == broken
    assert "# e mostrou" in good.read_text(encoding="utf-8")
    assert len(items(good.read_bytes())) == 2


def test_a_part_begins_at_a_whole_line() -> None:
    data = (GAME + "end " + GAME + GAME).encode()
    second = len(GAME) + 4
    for first in (second - 2, second, second + 1):
        walk = cardlog.walk(io.BytesIO(data), check=None, part=Part(first, found=True))
        assert walk.first == len(data) - len(GAME.encode())
        assert len(list(walk)) == 1
