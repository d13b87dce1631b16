"""The records of a stream in the dialect. A bad line costs its record: the next is read again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from cardlog.records import game, versions
from cardlog.records.errors import RecordError
from cardlog.records.events import KINDS, AnyEvent, Extension
from cardlog.records.formats._csv.rows import Row
from cardlog.records.formats._drafts import Draft, Item, closed, counted, fail, hold_to_size
from cardlog.records.formats._mjai import words as w
from cardlog.records.formats._notation.lines import Lines
from cardlog.records.formats._notation.tokens import Fault, decoded
from cardlog.records.formats._scan import TOO_BIG
from cardlog.records.game import MAX_BYTES
from cardlog.records.values import json_fault

NO_GAME: Final = (
    "no `game`: expected the game that is played, like"
    ' {"type": "start_game", "names": ["Ana", "Bruno"], "game": "pitch"}'
)
NO_START: Final = 'a line outside of any game: expected {"type": "start_game", ...} first'

NOT_UTF_8: Final = "a byte that is no UTF-8: save the stream as UTF-8"
TALKED: Final = 1000  # lines before a game that are kept

_START: Final = re.compile(r'\{\s*"type"\s*:\s*"start_game"')
_BROKEN: Final = re.compile("[\udc80-\udcff]")


class _Draft(Draft):
    """With the cards of a trick that is being played: (seat, card, line of the file)."""

    def __init__(self, line: Row) -> None:
        super().__init__(line)
        self.trick: list[tuple[int, Any, int]] = []


class Reader:
    """Iterate for the records of a file, and a located RecordError for each that is none."""

    def __init__(self, file: BinaryIO, check: game.Check) -> None:
        self._lines = Lines(file, MAX_BYTES)
        self._check = check
        self._draft: _Draft | None = None
        self._before: list[dict[str, Any]] = []  # what was said before the game

    def __iter__(self) -> Iterator[Item]:
        return counted(self._items())

    def _items(self) -> Iterator[Item]:
        byte, number = 0, 1
        for block in self._lines:
            for n, text in enumerate(block.lines):
                if text.strip():
                    yield from self._line(Row(text, block, n))
            byte, number = block.end, block.line + len(block.lines)
            hold_to_size(self._draft, byte)
        yield from self._close(byte, number)

    def _line(self, line: Row) -> Iterator[Item]:
        draft = self._draft
        starts = [*_START.finditer(line.text)]
        start = starts[-1] if starts else None
        if start and not line.text[: start.start()].strip():
            yield from self._close(line.byte, line.line)
            draft = None
        elif draft and draft.error and not start:
            return
        try:
            over = self._taken(draft, line)
        except (Fault, RecordError) as error:
            draft = self._draft = self._draft or _Draft(line)
            if draft.error is None:
                fault = error if isinstance(error, Fault) else Fault(error.message)
                fail(draft, line, fault, fault.column or 0)
            if start and start.start():  # the line before it has lost its end
                yield from self._line(line._replace(text=line.text[start.start() :]))
            return
        if over:
            yield from self._close(line.block.byte_of(line.n + 1), line.line + 1)

    def _taken(self, draft: _Draft | None, line: Row) -> bool:
        """Take in a line; whether it ends its record. Raises Fault, RecordError."""
        data = _map(line)
        if draft and draft.error:
            return False
        if draft is None and data["type"] in w.TALK and len(self._before) < TALKED:
            self._before.append(data)
            return False
        if draft is None:
            draft = self._draft = _Draft(line)
            if data["type"] != w.START:
                raise Fault(NO_START, column=0)
        over = _take(draft, data, line.line)
        for said in self._before:
            draft.add(Extension({"type": w.LEFT, "line": said}), line.line)
        self._before = []
        return over

    def _close(self, byte: int, line: int) -> Iterator[Item]:
        """The record that ends before this place, if one is open."""
        draft, self._draft = self._draft, None
        if draft:
            if not draft.error:
                _unfinished_trick(draft)
            yield closed(draft, byte, line, self._check)


def _map(line: Row) -> dict[str, Any]:
    """The line as a map with a `type`. Raises Fault."""
    if line.block.lost and not line.n:
        raise Fault(TOO_BIG, column=0)
    if line.block.damaged and (match := _BROKEN.search(line.text)):
        raise Fault(NOT_UTF_8, column=match.start())
    data = decoded(line.text)
    if type(data) is not dict or type(data.get("type")) is not str:
        raise Fault('expected a map with a `type` on every line, like {"type": "tsumo", ...}')
    if fault := json_fault(data):
        raise Fault(f"the line {fault}")
    return data


def _take(draft: _Draft, data: dict[str, Any], line: int) -> bool:
    """Take a line into the record; whether it ends it. Raises Fault, RecordError."""
    word = data["type"]
    if word == w.START:
        _start(draft, data, line)
    elif word == w.PLAY:
        _play(draft, data, line)
    elif word == w.LEFT or word.startswith("x-"):
        draft.add(game.event_of(data, len(draft.events)), line)
    else:
        if draft.trick and word not in ("ryukyoku", w.OVER, "note", "gap"):
            raise Fault(
                f"`{word:.40}` in the middle of a trick: expected seat {_next(draft)} to play"
            )
        if word != "note":
            _unfinished_trick(draft)
        _event(draft, data, line)
    return bool(word == w.OVER)


def _start(draft: _Draft, data: dict[str, Any], line: int) -> None:
    if "game" not in data:
        raise Fault(NO_GAME)
    given = {ours: data[theirs] for theirs, ours in w.HEADER.items() if theirs in data}
    header = {"cardlog": versions.CURRENT, "rules": {}, **given}
    if "names" not in header:
        header |= _told_apart(header.get("players"))
    wire = game.header_of(game.upgrade(header))
    game.from_wire(wire)
    draft.header = wire
    _keep(draft, data, w.HEADER, line)


def _told_apart(players: Any) -> dict[str, Any]:
    """Players who are called the same get numbers: `names` still shows them as they were."""
    if type(players) is not list or any(type(name) is not str for name in players):
        return {}
    seen: Counter[str] = Counter()
    handles: dict[str, None] = {}
    taken = set(players)
    for name in players:
        handle = name
        while handle in handles or (handle != name and handle in taken):
            seen[name] += 1
            handle = f"{name} ({seen[name] + 1})"
        handles[handle] = None
    shown = {h: name for h, name in zip(handles, players, strict=True) if h != name}
    return {"players": [*handles], "names": shown} if shown else {}


def _event(draft: _Draft, data: dict[str, Any], line: int) -> None:
    word = data["type"]
    index = len(draft.events)
    verb = w.VERBS.get(word)
    if verb:
        made = {ours: data[theirs] for theirs, ours in verb.keys.items() if theirs in data}
        _check_needed(word, verb, made)
        for key in ("hands", "stock", "card", "cards"):
            if key in made:
                made[key] = w.ours(made[key])
        if word == w.TURNED:
            made["cards"] = [made["cards"]]
        if word == "ryukyoku" and any(_deltas(data)):
            raise Fault("`ryukyoku` with `deltas`: a deal that is void changes nothing")
        draft.add(_made(word, verb, made, index), line)
        draft.deals += word == w.HAND
        known = {*verb.keys, *_checked(draft, data, line)}
        _keep(draft, data, known, line)
    elif word == w.WHOLE:
        draft.add(game.event_of(data.get("event"), index), line)
        _keep(draft, data, ("event",), line)
    elif word in (w.HAND_OVER, w.OVER):
        _keep(draft, data, (), line)
    elif word in w.TALK:
        draft.add(Extension({"type": w.LEFT, "line": data}), line)
    elif word in KINDS:  # `deal`, `draw`, `score`...: the dialect has its own words
        own = next(own for own, verb in (*w.VERBS.items(), (w.PLAY, w.Verb("trick", {})))
                   if verb.kind == word)  # fmt: skip
        raise Fault(f"`{word}` is no word of the dialect: expected `{own}`")
    else:  # an event that nobody here knows: kept as it is, and the fold stops there
        draft.add(game.event_of(data, index), line)


def _deltas(data: dict[str, Any]) -> list[Any]:
    deltas = data.get("deltas", [])
    return deltas if type(deltas) is list else [deltas]


def _made(word: str, verb: w.Verb, made: dict[str, Any], index: int) -> AnyEvent:
    """The event; what is wrong with it is said in the words of the line. Raises RecordError."""
    try:
        return game.event_of({"type": verb.kind, **made}, index)
    except RecordError as error:
        text = error.message.replace(f"{verb.kind}: ", f"{word}: ", 1)
        for theirs, ours in verb.keys.items():
            text = text.replace(f": `{ours}", f": `{theirs}", 1)
        raise RecordError(text) from None


_OPTIONAL: Final = frozenset(
    ("stock", "shuffle", "points", "reason", "text", "by", "event", "effect", "with", "deal")
)


def _check_needed(word: str, verb: w.Verb, made: dict[str, Any]) -> None:
    for theirs, ours in verb.keys.items():
        optional = ours in _OPTIONAL or theirs in ("at", "auto")
        optional = optional or (ours == "seat" and verb.kind in ("reveal", "misdeal"))
        optional = optional or (ours == "changes" and word == "ruling")
        needed = not optional or (ours == "text" and word in ("note", "ruling"))
        if needed and ours not in made:
            raise Fault(f"`{word}` needs `{theirs}`")


def _checked(draft: _Draft, data: dict[str, Any], line: int) -> Iterator[str]:
    """Keys that say again what the line is already known to be."""
    word = data["type"]
    if word == w.HAND and data.get("kyoku") == draft.deals:
        yield "kyoku"
    if word == w.HAND and "dora_marker" in data:
        turned = {"type": "reveal", "cards": [w.ours(data["dora_marker"])]}
        draft.add(game.event_of(turned, len(draft.events)), line)
        yield "dora_marker"
    if word == "ryukyoku":
        yield "deltas"


def _keep(draft: _Draft, data: dict[str, Any], known: Any, line: int) -> None:
    """What else a line has is kept, in an event without effect right after it."""
    left = {key: value for key, value in data.items() if key not in known and key != "type"}
    if left:
        kept = {"type": w.LEFT, "line": {"type": data["type"], **left}}
        draft.add(Extension(kept), line)


def _next(draft: _Draft) -> int:
    assert draft.header
    return (draft.trick[-1][0] + 1) % len(draft.header.players)


def _play(draft: _Draft, data: dict[str, Any], line: int) -> None:
    """A card that is played. The trick is an event once all have played to it."""
    assert draft.header
    players = len(draft.header.players)
    for key in ("actor", "pai"):
        if key not in data:
            raise Fault(f"`{w.PLAY}` needs `{key}`")
    seat, card = data["actor"], w.ours(data["pai"])
    if type(seat) is not int or not 0 <= seat < players:
        raise Fault(f"`actor` must be a seat from 0 to {players - 1}")
    if draft.trick and seat != _next(draft):
        raise Fault(f"seat {seat} plays out of turn: expected seat {_next(draft)}")
    game.event_of({"type": "draw", "seat": seat, "card": card}, len(draft.events))  # is it a card?
    draft.trick.append((seat, card, line))
    if len(draft.trick) < players:
        _keep(draft, data, ("actor", "pai"), line)
        return
    trick = {"type": "trick", "leader": draft.trick[0][0], "cards": [c for _, c, _ in draft.trick]}
    trick |= {key: data[key] for key in ("at", "auto") if key in data}
    draft.trick = []
    draft.add(game.event_of(trick, len(draft.events)), line)
    _keep(draft, data, ("actor", "pai", "at", "auto"), line)


def _unfinished_trick(draft: _Draft) -> None:
    """Cards of a trick that was broken off: no event of ours, so they are kept as they were."""
    for seat, card, line in draft.trick:
        kept = {"type": w.PLAY, "actor": seat, "pai": w.theirs(card)}
        draft.add(Extension({"type": w.LEFT, "line": kept}), line)
    draft.trick = []
