"""What `cardlog convert` does: records that are read, asked what is lost of them, and written."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

from cardlog.cli import inputs, seats, show
from cardlog.cli.foreign import Kept
from cardlog.cli.losses import Losses
from cardlog.cli.progress import Bar
from cardlog.cli.read_back import ReadBack
from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.formats._csv.mapped import Mapped
from cardlog.records.game import Record, check_events


class Refused(Exception):
    """Nothing is to be written. Says why."""


class Conversion:
    """As a context: what it keeps on disk meanwhile is gone in the end."""

    def __init__(
        self,
        names: list[str],
        format: str | Mapped | None,
        to: str | None,
        lang: str | None,
        index: int | None,
        view: seats.FromSeat | None,
        bar: Bar,
        strict: bool,
        check: bool,
        in_place: bool,
    ) -> None:
        self.names = names
        self.format = format
        self.to = to
        self.lang = lang
        self.bar = bar
        self.status = show.Status()
        self.index = 0  # of the record just given, in its file
        self._index = index
        self._view = view
        self._strict = strict
        self._check = check
        self._in_place = in_place
        self._unread = 0
        self.kept = Kept()
        self.losses: Losses | None = None
        self.read_back: ReadBack | None = None

    def __enter__(self) -> Conversion:
        return self

    def __exit__(self, *_: object) -> None:
        if self.read_back:
            self.read_back.close()

    def into(self, chosen: Any) -> None:
        """The format that is going to be written. Raises Refused where it cannot be checked."""
        self.losses = Losses(chosen)
        if self._check:
            if not (hasattr(chosen, "read") or hasattr(chosen, "read_path")):
                raise Refused(f"{chosen.name} cannot be read back, which --check asks for")
            self.read_back = ReadBack(chosen.name, self.losses)

    def write(self, target: str) -> int:
        """Write them all; how many. Raises Refused, Differs, RecordError and OSError."""
        chosen = formats.declared(target, self.to)
        if chosen is not None:  # otherwise writing says what is wrong
            self.into(chosen)
        checked = self.read_back.compare if self.read_back else None
        if target == "-" and not checked and self._strict:
            return self._write_at_once()
        return formats.write(
            self.records(), target, format=self.to, lang=self.lang, checked=checked
        )

    def _write_at_once(self) -> int:
        """To standard output, of which nothing can be taken back."""
        with tempfile.TemporaryFile() as file:
            count = formats.write(self.records(), file, format=self.to, lang=self.lang)
            file.seek(0)
            shutil.copyfileobj(file, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        return count

    def records(self) -> Iterator[Record]:
        """The records to be written. Raises Refused where something would be lost that must not."""
        count = 0
        for record in self._good():
            lossy = self.losses is not None and self.losses.of(record)
            count += 1
            if self._strict and self._lost():
                continue  # the list of what would be lost is to be complete
            self.kept.count(record)
            if self.read_back:
                self.read_back.noted(record, lossy)
            yield record
        if self._strict and self._lost():
            raise Refused(self._lost())
        if not count:
            self.bar.aside()
            raise show.fail("no record to write: an old output file stays as it was")

    def tell(self) -> None:
        """Say what the format could not hold."""
        if self.losses:
            show.complain(str(self.losses))

    def _lost(self) -> str:
        told = [str(self.losses)] if self.losses else []
        if self._unread:
            told.append(f"{show.records(self._unread)} cannot be read")
        return "; ".join(told)

    def _good(self) -> Iterator[Record]:
        for item in self._items():
            if isinstance(item, RecordError):
                self._unread += 1
                self.status.at_least(show.FAILED)
                self.bar.aside()
                show.error(item, json=False)
                if self._in_place:
                    raise Refused("it is the input too, and not all of it can be read")
            else:
                yield item

    def _items(self) -> Iterator[Record | RecordError]:
        if self._index is not None:
            for name in self.names:
                self.index = self._index
                yield self._one(name, self._index)
            return
        found = inputs.answers(self.names, self.format, check_events, self._view, self.bar)
        for _, self.index, item, _ in found:
            yield item

    def _one(self, name: str, index: int) -> Record | RecordError:
        source = show.label(name)
        try:
            record = formats.at(name, index, format=self.format, name=source, warn=show.complain)
            return self._view(record) if self._view else record
        except RecordError as error:
            return error.located(source=source)
        except OSError as error:
            text = f"cannot be read: {error.strerror or error}"
            return RecordError(text, source=source)
