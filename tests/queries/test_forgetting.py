"""Names taken out of archives: wherever they stand, in whatever capitals and escapes."""

from __future__ import annotations

import contextlib
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from cardlog.queries.archive import exporting, opened, quarantined, rewritten, writing
from cardlog.queries.archive.checking import check
from cardlog.queries.archive.forgetting import Forgotten, Refused, anonymise, forget
from cardlog.queries.archive.naming import Place
from cardlog.queries.archive.spotting import FEW, Spotter
from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.events import Extension, Note, Ruling, Unknown
from cardlog.records.game import Record
from tests.bench.workload import play
from tests.depth import some
from tests.queries.breaking import ingest

NAME: Final = "Zébédée Quux"
MATCH: Final = play("pitch", 0)
HANDLE: Final = MATCH.players[0]


@pytest.fixture(params=["archive", "archive.duckdb"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return tmp_path / str(request.param)


def match(number: int = 0, **changes: Any) -> Record:
    """A match in which `zebh` plays, whom people call NAME."""
    played = play("pitch", number)
    players = ("zebh", *played.players[1:])
    return replace(played, **{"players": players, "names": {"zebh": NAME}} | changes)


def added(archive: Path, *records: Record) -> None:
    formats.write(records, archive.parent / "in.jsonl")
    ingest(archive, archive.parent / "in.jsonl")


def out(archive: Path, player: str, *, handle: bool = True, force: bool = False) -> Forgotten:
    return rewritten(
        str(archive), lambda shelf: forget(shelf, player, handle=handle, force=force)
    )[0]  # fmt: skip


def all_out(archive: Path, force: bool = False) -> Forgotten:
    return rewritten(str(archive), lambda shelf: anonymise(shelf, force=force))[0]


def records(archive: Path) -> list[Record]:
    found = [record for _, _, record in exporting.exported(str(archive))]
    assert all(isinstance(record, Record) for record in found)
    return found  # type: ignore[return-value]


def everything(archive: Path) -> str:
    """All bytes of every file, all values of its tables and what Parquet files tell of them."""
    files = [archive] if archive.is_file() else [f for f in archive.rglob("*") if f.is_file()]
    if archive.is_file():
        beside = [
            *archive.parent.glob(f"{archive.name}.*"),
            *archive.parent.glob(f"{archive.name}.*/*"),
        ]
        files += [file for file in beside if file.is_file()]
    texts = [f"{file.name} {file.read_bytes().decode('latin-1')}" for file in files]
    texts += [file.read_text("utf-8", "replace") for file in files]
    import duckdb

    for file in files:
        if file.suffix == ".parquet":
            for query in (f"FROM '{file}'", f"FROM parquet_metadata('{file}')"):
                texts.append(repr(duckdb.execute(query).fetchall()))
    with contextlib.closing(opened(archive)) as held:
        for table in ("games", "deals", "findings"):
            texts.append(repr(held.execute(f"FROM {table}").fetchall()))
    return "\n".join(texts)


def cleared(archive: Path, words: Iterable[str] | None) -> None:
    """Delete what holds the words in the quarantine, or without words all."""
    place = archive / "quarantine" if archive.is_dir() else Path(f"{archive}.quarantine")
    quarantined.remove(quarantined.holding(str(place), None if words is None else Spotter(words)))


def names_in(text: str, *words: str) -> set[str]:
    """The words that a text has, in any capitals."""
    return {word for word in words if word.casefold() in text.casefold()}


# ---- where they are found ----

EVENTS: Final = {
    "note": Note(text="zebh was late"),
    "misdeal": Ruling(text="so be it", event=0, effect="replaced", with_=Note(text="by Zebh")),
    "by": Ruling(text="no", by="ZEBH", event=0, effect="stands"),
    "text": Ruling(text="it was zebh", event=0, effect="stands"),
    "extension": Extension({"type": "x-chat", "from": {"who": ["ZEBH"]}}),
    "key": Extension({"type": "x-chat", "to": {"zebh": "ho"}}),
    "kind": Extension({"type": "x-zebh-left"}),
    "time": Extension({"type": "x-chat", "at": "zebh"}),
    "unknown": Unknown({"type": "wave", "to": "Zebh"}),
}
PLACES: Final[dict[str, dict[str, Any]]] = {
    "uid": {"uid": "zebh-vs-all"},
    "uid, underlined": {"uid": "cup_ZEBH_4"},
    "meta": {"meta": {"arbiter": ["Zebh"]}},
    "key of meta": {"meta": {"zebh": 1}},
    "shown name": {"meta": {"arbiter": unicodedata.normalize("NFD", NAME.upper())}},
}  # fmt: skip


def placed() -> Iterator[Any]:
    for called, changes in PLACES.items():
        yield pytest.param(changes, id=called)
    for called, event in EVENTS.items():
        yield pytest.param({"events": (*MATCH.events, event)}, id=called)
    deal = next(e for e in MATCH.events if type(e).__name__ == "Deal")
    shuffled = replace(deal, shuffle={"cut by": "zebh"})
    events = tuple(shuffled if e is deal else e for e in MATCH.events)
    yield pytest.param({"events": events}, id="shuffle")


@pytest.mark.parametrize("changes", some(placed(), 5))
def test_no_text_that_names_a_player_is_passed_over(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    archive = tmp_path / "archive.duckdb"
    there = replace(MATCH, **changes)
    added(archive, there, match(1))
    for all_of_them in (False, True):
        with pytest.raises(Refused) as told:
            _ = all_out(archive) if all_of_them else out(archive, "zebh")
        assert told.value.ids == [there.id]
        assert len(told.value.places) == 1
    done = out(archive, "zebh", force=True)
    assert (done.changed, done.left) == (2, {})
    cleared(archive, done.words)
    assert names_in(everything(archive), "zebh", NAME) == set()
    assert list(check(str(archive))) == []
    assert len(records(archive)[0].events) == len(there.events)
    assert [type(e) for e in records(archive)[0].events] == [type(e) for e in there.events]


@pytest.mark.parametrize("changes", some(placed(), 5))
def test_nor_is_it_when_all_are_made_anonymous(tmp_path: Path, changes: dict[str, Any]) -> None:
    archive = tmp_path / "archive"
    added(archive, replace(MATCH, **changes), match(1))
    done = all_out(archive, force=True)
    assert (done.changed, done.left) == (2, {})
    cleared(archive, None)
    assert names_in(everything(archive), "zebh", NAME) == set()
    assert list(check(str(archive))) == []


def test_what_is_looked_at_here_shows_names(archive: Path) -> None:
    """Were they there, `everything` would find them."""
    places = [match(k, **changes) for k, changes in enumerate(PLACES.values())]
    added(archive, *places, replace(MATCH, events=(*MATCH.events, EVENTS["unknown"])))
    assert names_in(everything(archive), "zebh", NAME) == {"zebh", NAME}
    done = out(archive, "zebh", force=True)
    assert names_in(everything(archive), "zebh", NAME) == {"zebh"}
    cleared(archive, done.words)
    assert names_in(everything(archive), "zebh", NAME) == set()


def test_names_of_who_does_not_play_and_of_who_is_shown_only(archive: Path) -> None:
    added(archive, replace(MATCH, names={"gone": NAME, HANDLE: "Xenia Q"}), match(1))
    assert out(archive, NAME, handle=False).changed == 2
    assert records(archive)[0].names == {HANDLE: "Xenia Q"}
    all_out(archive)
    assert {record.names for record in records(archive)} == {UNSET}
    assert names_in(everything(archive), "zebh", NAME, "Xenia Q") == set()


def test_what_is_left_is_told_of(archive: Path) -> None:
    """Parts of longer words, and what belongs to others."""
    others = (*MATCH.players[:-1], "ZEBH")
    notes = (Note(text="Zebhs, at Xzebh"), Note(text="no zebra"))
    added(
        archive,
        match(uid="cupzebh", events=(*MATCH.events, *notes)),
        replace(MATCH, players=others, names={HANDLE: f"{NAME} II"}),
    )
    left = {
        Place("`uid`", "cupzebh"): 1,
        Place("`note` events", "Zebhs"): 1,
        Place("`note` events", "Xzebh"): 1,
        Place("a handle", "ZEBH"): 1,
        Place("a name shown", f"{NAME} II"): 1,
    }
    assert out(archive, "zebh").left == left
    added(archive, match(1))
    assert out(archive, "zebh", force=True).left == left
    numbered = match(2, meta={"member": 4711, "zebhs": "x"}, players=("4711", *MATCH.players[1:]))
    added(archive, numbered)
    assert out(archive, "4711").left == {Place("`meta`", "4711"): 1}


def test_seals_are_looked_at_too(archive: Path) -> None:
    sealed = match(seals=[{"by": "zebédée", "name": f"{NAME}!"}])
    added(archive, sealed)
    with pytest.raises(Refused) as told:
        out(archive, NAME, handle=False)
    assert told.value.places == ["`seals`"]
    assert out(archive, NAME, handle=False, force=True).changed == 1
    assert (records(archive)[0].seals, records(archive)[0].players) == (UNSET, sealed.players)


def test_what_was_not_the_same_is_not_the_same_afterwards(archive: Path) -> None:
    """Nothing is lost where a name stands in two spellings."""
    meta = {"zebh": 1, "ZEBH": 2, NAME: 3}
    added(archive, match(meta=meta, uid="zebh 1"), match(meta={"a": "zebh"}),
          match(meta={"a": "Zebh"}), match(1, uid="zebh 1"))  # fmt: skip
    assert out(archive, "zebh", force=True).changed == 4
    kept = records(archive)
    new = kept[0].players[0]
    assert len(kept) == 4 and len({record.id for record in kept}) == 4
    assert isinstance(kept[0].meta, dict)
    assert sorted(kept[0].meta.values()) == [1, 2, 3]
    assert set(kept[0].meta) == {new, f"{new}-2", f"{new}-3"}
    assert kept[0].uid == kept[3].uid == f"{new} 1"


def test_many_players_are_looked_for_at_once(tmp_path: Path) -> None:
    """Each is named in the next record."""
    archive = tmp_path / "archive"
    handles = [f"Q{k:03}" for k in range(FEW)]
    shown = [f"Nomen {handle[::-1]}" for handle in handles]
    played = [
        replace(
            play("pitch", k),
            players=(handles[k], *play("pitch", k).players[1:]),
            names={handles[k]: shown[k]},
            meta={"arbiter": shown[k - 1].upper(), "too": handles[k - 1].lower()},
        )
        for k in range(FEW)
    ]
    added(archive, *played)
    with pytest.raises(Refused) as told:
        all_out(archive)
    assert len(told.value.ids) == FEW
    done = all_out(archive, force=True)
    assert (done.changed, done.left) == (FEW, {})
    assert names_in(everything(archive), "Nomen", *handles) == set()
    kept = records(archive)
    for record, before in zip(kept, kept[-1:] + kept[:-1], strict=True):
        assert isinstance(record.meta, dict)
        assert all(text.startswith(before.players[0]) for text in record.meta.values())


def test_what_was_killed_before_the_end_is_ended_by_the_same_command(tmp_path: Path) -> None:
    """Deleted rows lie in a .duckdb file until it is written anew."""
    archive = tmp_path / "archive.duckdb"
    added(archive, match(), match(1))
    with writing(str(archive)) as shelf:
        assert forget(shelf, "zebh", handle=True, force=False).changed == 2
    assert b"zebh" in archive.read_bytes()
    assert out(archive, "zebh").unknown is not None
    assert names_in(everything(archive), "zebh", NAME) == set()


# ---- what is asked for ----


def test_a_name_that_nobody_has(archive: Path) -> None:
    added(archive, match(), match(1))
    before = records(archive)
    other = MATCH.players[1]
    for player, handle, told in (
        (other, False, f"{other!r} is a handle for which no name is shown: --handle"),
        ("Zébédée Qux", False, f"nobody is called 'Zébédée Qux' here (there is {NAME!r}"),
        ("zebhh", True, "nobody is called 'zebhh' here (there is 'zebh'"),
        ("0123456789", True, "nobody is called '0123456789' here"),
    ):
        done = out(archive, player, handle=handle)
        assert done.changed == 0
        assert done.unknown is not None and done.unknown.startswith(told)
    for empty in ("", " "):
        with pytest.raises(RecordError, match="the name is empty"):
            out(archive, empty)
    assert records(archive) == before


def test_names_of_nobody_that_texts_have(archive: Path) -> None:
    added(archive, match(meta={"arbiter": "Anne Quux"}))
    with pytest.raises(Refused):
        out(archive, "Anne Quux", handle=False)
    assert out(archive, "Anne Quux", handle=False, force=True).changed == 1
    assert names_in(everything(archive), "Anne Quux", "zebh") == {"zebh"}
