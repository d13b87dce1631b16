"""The records of somebody's own table, as a mapping says (FOREIGN.md).

What it does not say is not lost: cells of other columns are kept in an `x-row` event after the
events of their row. What cannot be understood costs its record, and is said with its place.
"""

from __future__ import annotations

import codecs
import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from cardlog.records import game, versions
from cardlog.records.errors import RecordError
from cardlog.records.events import Extension
from cardlog.records.formats._csv.mapping import EACH, LOSERS, Event, Fixed, loaded
from cardlog.records.formats._csv.rows import SEPARATORS, Row, Rows, cells_of, place_of
from cardlog.records.formats._csv.values import Values
from cardlog.records.formats._drafts import Draft, Item, closed, counted, fail, hold_to_size
from cardlog.records.formats._notation.tokens import Fault

LEFT: Final = "x-row"  # the kind that keeps what a row has besides

NOTHING: Final = "nothing in the mapping says what this row is"


class Mapped:
    """A format like any other, for `formats.read`. `kept` counts the cells of other columns."""

    name = "mapping"
    suffixes = (".csv",)

    def __init__(self, path: str | Path) -> None:
        """Raises RecordError where the file is no mapping, OSError where it cannot be read."""
        self.mapping, self.events = loaded(path)
        self.kept: Counter[str] = Counter()

    def sniff(self, head: bytes) -> bool:
        """It is only used where it is named."""
        return False

    def read(self, file: BinaryIO, *, check: game.Check) -> Iterator[Item]:
        """The records of an open file, and a located RecordError for each that is none."""
        return counted(_Reader(self, file, check).items())


class _Reader:
    def __init__(self, mapped: Mapped, file: BinaryIO, check: game.Check) -> None:
        self._mapping = mapped.mapping
        self._events = mapped.events
        self._kept = mapped.kept
        self._values = Values(mapped.mapping)
        self._check = check
        encoding = codecs.lookup(self._mapping.table.encoding).name
        self._recoded = encoding != "utf-8"
        if self._recoded:
            file = io.BufferedReader(_Recoded(file, encoding))
        self._rows = Rows(file, lambda line: False)
        self._names: tuple[str, ...] = ()
        self._separator = self._mapping.table.separator or ","
        self._draft: Draft | None = None
        self._key: tuple[str, ...] = ()

    def items(self) -> Iterator[Item]:
        lines = 0
        for row in self._rows:
            lines += 1
            blank = not row.fault and not row.text.strip(' ,;\t"')
            if lines <= self._mapping.table.skip or blank:
                continue
            try:
                if row.fault:
                    raise row.fault
                if not self._names:
                    self._head(row)
                    continue
                yield from self._row(row, cells_of(row.text, self._separator))
            except Fault as fault:
                self._fail(row, fault)
                if not self._names:
                    break
            hold_to_size(self._draft, row.byte)
        yield from self._close()

    def _head(self, row: Row) -> None:
        """The names of the columns. Raises Fault where one that the mapping names is not there."""
        separator = self._mapping.table.separator or max(SEPARATORS, key=row.text.count)
        names = tuple([cell.strip() for cell in cells_of(row.text, separator)])
        for name in (*self._mapping.columns(self._events), *self._mapping.table.ignore):
            if names.count(name) != 1:
                what = "twice" if name in names else "not"
                listed = ", ".join(names)
                raise Fault(
                    f"the mapping names a column `{name:.60}`, which the table has {what}:"
                    f" it has {listed:.300}"
                )
        self._separator, self._names = separator, names

    def _row(self, row: Row, cells: list[str]) -> Iterator[Item]:
        given = dict(zip(self._names, [cell.strip() for cell in cells], strict=False))
        if any(cell.strip() for cell in cells[len(self._names) :]):
            raise Fault("a cell beyond the last column", at=len(self._names))
        # A cell that is left empty says the same as the one above it.
        new = self._mapping.match.new
        old = self._key or ("",) * len(new)
        key = tuple([given.get(name) or above for name, above in zip(new, old, strict=True)])
        if self._draft is None or key != self._key:
            yield from self._close(row)
            self._key = key
            self._draft = Draft(row)
        draft = self._draft
        if draft.error:
            return
        given |= dict(zip(new, key, strict=True))
        if draft.header is None:
            draft.header = self._header(given)
        elif self._players(given, draft.header.players) != draft.header.players:
            raise Fault("other players than in the first row of this record")
        self._add(draft, row, given)

    def _header(self, given: dict[str, str]) -> game.Wire:
        match = self._mapping.match
        data: dict[str, Any] = {
            "cardlog": versions.CURRENT,
            "game": match.game,
            "rules": match.rules,
            "players": self._players(given, ()),
        }
        found = {key: self._plain(cell, given) for key, cell in match.meta.items()}
        meta = {key: value for key, value in found.items() if value not in ("", None)}
        if meta:
            data["meta"] = meta
        uid = self._plain(match.uid, given) if match.uid else ""
        if uid:
            data["uid"] = str(uid)
        try:
            wire = game.header_of(data)
            game.from_wire(wire)
        except RecordError as error:
            raise Fault(error.message) from None
        return wire

    def _plain(self, cell: str | Fixed, given: dict[str, str]) -> Any:
        return cell.value if isinstance(cell, Fixed) else given.get(cell, "")

    def _players(self, given: dict[str, str], known: tuple[str, ...]) -> tuple[str, ...]:
        """Who plays, by seat; the last seats may be empty, and where all are, it is as above."""
        columns = self._mapping.match.players
        if isinstance(columns, str):
            names = [name.strip() for name in given.get(columns, "").replace(";", ",").split(",")]
        else:
            names = [str(self._plain(cell, given)) for cell in columns]
        while names and not names[-1]:
            names.pop()
        return tuple(names) or known

    def _add(self, draft: Draft, row: Row, given: dict[str, str]) -> None:
        """The events of a row, and what it has besides. Raises Fault."""
        assert draft.header
        self._check_words(given)
        count = len(draft.events)
        for event in self._events:
            if self._applies(event, given):
                for data in self._made(event, given, draft.header.players):
                    try:
                        draft.add(game.event_of(data, len(draft.events)), row.line)
                    except RecordError as error:
                        raise Fault(error.message, at=self._column(event, error.message)) from None
        known = {*self._mapping.columns(self._events), *self._mapping.table.ignore}
        left = {name: cell for name, cell in given.items() if cell and name not in known}
        if left:
            draft.add(Extension({"type": LEFT, "cells": left}), row.line)
            self._kept.update(list(left))
        elif count == len(draft.events):
            raise Fault(NOTHING, at=0)

    def _check_words(self, given: dict[str, str]) -> None:
        """Raise Fault for a word that no event asks for, in a column that tells events apart."""
        asked: dict[str, list[str]] = {}
        for event in self._events:
            if event.when and event.when.words:
                asked.setdefault(event.when.column, []).extend(event.when.listed())
        for name, words in asked.items():
            cell = given.get(name, "")
            if cell and cell.casefold() not in words:
                known = ", ".join(dict.fromkeys(words))
                at = self._names.index(name)
                raise Fault(f"`{cell:.40}`: expected one of {known:.300}", at=at)

    def _applies(self, event: Event, given: dict[str, str]) -> bool:
        when = event.when
        if when is None:
            columns = list(event.columns())
            return not columns or any(given.get(column) for column in columns)
        cell = given.get(when.column, "").casefold()
        return bool(cell) and (not when.words or cell in when.listed())

    def _made(
        self, event: Event, given: dict[str, str], players: tuple[str, ...]
    ) -> Iterator[dict[str, Any]]:
        """The maps of an event of the mapping: one, or one for each player."""
        if event.keys.get("seat") != EACH:
            read = {key: self._value(key, cell, given, players) for key, cell in event.keys.items()}
            read = {key: value for key, value in read.items() if value is not None}
            if LOSERS in read:
                read["changes"] = read.pop(LOSERS)
            yield {"type": event.type, **read}
            return
        for seat in range(len(players)):
            data: dict[str, Any] = {"type": event.type, "seat": seat}
            for key, cells in event.keys.items():
                if key != "seat":
                    cell = cells[seat : seat + 1] if isinstance(cells, tuple) else (cells,)
                    value = self._value(key, cell[0], given, players) if cell else None
                    data |= {} if value is None else {key: value}
            if len(data) > 2 or len(event.keys) == 1:
                yield data

    def _value(self, key: str, cell: Any, given: dict[str, str], players: tuple[str, ...]) -> Any:
        """What an event has under a key; None where the cell is empty. Raises Fault."""
        if isinstance(cell, Fixed):
            return cell.value
        at = cell
        try:
            if isinstance(cell, str):
                return self._values.read(key, given[cell], players) if given.get(cell) else None
            for at in cell[len(players) :]:
                if isinstance(at, str) and given.get(at):
                    raise Fault("a cell of a player who is not there")
            found = []
            for each in cell[: len(players)]:
                at = each if isinstance(each, str) else ""
                found += self._values.one_of(key, str(self._plain(each, given)))
            return found
        except Fault as fault:
            place = self._names.index(at) if at in self._names else 0
            raise Fault(f"`{at}`: {fault.message}", at=place) from None

    def _column(self, event: Event, message: str) -> int:
        for key in event.keys:
            for column in event.columns():
                if f"`{key}" in message and column in self._names:
                    return self._names.index(column)
        return 0

    def _fail(self, row: Row, fault: Fault) -> None:
        draft = self._draft = self._draft or Draft(row)
        if draft.error is None:
            column = fault.column
            if column is None:
                column = place_of(row.text, self._separator, fault.at)
            fail(draft, row, fault, column)

    def _close(self, row: Row | None = None) -> Iterator[Item]:
        draft, self._draft = self._draft, None
        if draft:
            byte, line = (row.byte, row.line) if row else (self._rows.end, self._rows.next_line)
            item = closed(draft, byte, line, self._check)
            if isinstance(item, RecordError) and self._recoded:
                item.byte = item.skipped = None  # they would be places in a text that is no file
            yield item


class _Recoded(io.RawIOBase):
    """A file in another encoding as UTF-8, with a byte that is none where it is broken."""

    def __init__(self, file: BinaryIO, encoding: str) -> None:
        self._read = getattr(file, "read1", file.read)
        self._decoder = codecs.getincrementaldecoder(encoding)("surrogateescape")
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._rest:
            chunk = self._read(2**16)
            try:
                text = self._decoder.decode(chunk, final=not chunk)
                self._rest = text.encode(errors="surrogateescape")
            except UnicodeError:
                self._decoder.reset()
                self._rest = b"\xff\n"  # no UTF-8 either: the reader says so
            if not chunk:
                break
        part, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)
