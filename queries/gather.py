"""Records and what they come to, gathered into the columns of the tables.

    part = Part()
    part.add(record)                      or with its outcome and audit
    part.games, part.deals ...            columns for DuckDB, by table

A record whose columns would not give it back is kept whole as well (`games.raw`): every record is
put together again before it is let go.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from cardlog.engine.audit import Audit, Outcome
from cardlog.queries.cutting import (
    MOST_PLAYERS,
    Cut,
    Pieces,
    Unfit,
    flat_of,
    pieces_of,
    without_first,
)
from cardlog.queries.deals import Deals
from cardlog.queries.filling import Rows as Rows
from cardlog.queries.found import NOTHING, Found, encoded, found
from cardlog.queries.segments import Segment, cut, segments
from cardlog.queries.tables import DEALS, FINDINGS, GAMES, NESTED
from cardlog.queries.together import put_together
from cardlog.records import canonical
from cardlog.records.errors import RecordError
from cardlog.records.flat import Flat
from cardlog.records.game import MAX_BYTES, Record, to_map

EVENTS: Final = 100_000  # in a part, about
BYTES: Final = 32 * 2**20  # of texts in a part, about

# Canonical bytes have the keys of an event in order, and no other key of one comes before these.
_MAYBE: Final = b'{"a'
_timed: Final = re.compile(rb'\{"a(?:t|uto)":').search


class Part:
    """Some records as columns: `games`, and `deals` unless they are `nested` in the games."""

    def __init__(
        self, first: int = 0, *, nested: bool = False, found: bool = True, verify: bool = True
    ) -> None:
        """`first` is the number of the first record; without `found` only what was written.

        Without `verify`, only those records are put together again that were not folded or have
        more than plain columns: a fold has proved that the seats of the others are seats.
        """
        self._verify = verify
        self._found = found
        self._nested = nested
        games = [each for each in GAMES.columns if found or each.written]
        self.games = Rows([*games, NESTED] if nested else games)
        self.deals = Deals(each for each in DEALS.columns if found or each.written)
        self.findings = Rows(FINDINGS.columns if found else ())
        self.record = first
        self.raw = 0  # how many records are kept whole
        self.events = 0
        self.bytes = 0

    @property
    def full(self) -> bool:
        """Whether it is time for another part."""
        return self.events >= EVENTS or self.bytes >= BYTES

    def add(
        self,
        record: Record,
        outcome: Outcome | None = None,
        audit: Audit | None = None,
        written: bytes | None = None,
        id: str | None = None,
        flat: Flat | None = None,
    ) -> None:
        """Add a record; `written` are its canonical bytes, `id` their hash and `flat` its events,
        if these are known.

        Raises RecordError where no file can hold it; then nothing was added.
        """
        made = NOTHING if outcome is None else found(outcome, audit)
        self.add_found(record, made, audit, written, id, flat)

    def add_found(
        self,
        record: Record,
        found: Found,
        audit: Audit | None = None,
        written: bytes | None = None,
        id: str | None = None,
        flat: Flat | None = None,
    ) -> None:
        """Add a record and what was found of it. The rest is as for `add`."""
        try:
            if written is None:
                written = canonical.canonical(record)
            id = id or hashlib.sha256(written).hexdigest()
            self._add(record, found, audit, written, id, flat)
        except UnicodeEncodeError:
            raise RecordError(
                "a text holds half of a surrogate pair, which no file can: remove it"
            ) from None

    def _add(
        self,
        record: Record,
        found: Found,
        audit: Audit | None,
        written: bytes,
        id: str,
        flat: Flat | None,
    ) -> None:
        if len(written) > MAX_BYTES:
            raise RecordError(f"the record takes {len(written)} bytes: at most {MAX_BYTES} can be")
        # Nested deals are wanted one by one, so that comparing them costs little more.
        verify = self._verify or self._nested or found is NOTHING
        taken = _taken_apart(record, written, flat, found, verify)
        header = _header(record, self.record, id)
        row = [*header, len(record.events), len(taken.starts), taken.opening, taken.raw]
        if self._found:
            row += found.game
        deals = taken.cut
        if self._nested:
            row.append([] if deals is None else list(segments(deals)))
        else:
            if deals is not None:
                self.deals.add_cut(deals)
            elif taken.plain is not None:
                self.deals.add(*taken.plain)
            its = (self.record, taken.starts, record.game, len(record.players))
            self.deals.add_found(*its, found if self._found else NOTHING)
        self.games.rows.append(row)
        if audit is not None and self._found:
            self._add_findings(audit)
        self.record += 1
        self.raw += taken.raw is not None
        self.events += len(record.events)
        self.bytes += sum([len(text) for text in row if type(text) is str])

    def _add_findings(self, audit: Audit) -> None:
        for number, each in enumerate(audit.findings, 1):
            self.findings.rows.append(
                (
                    self.record, number, each.event, each.deal, each.seat, each.rule, each.code,
                    each.message, list(each.expected), each.assumed, each.depends, each.ruled,
                    _text(each),
                )
            )  # fmt: skip


def parts(
    records: Iterable[tuple[Record, Outcome | None, Audit | None]], **how: Any
) -> Iterator[Part]:
    """Records in parts of a bounded size. Raises RecordError where no file can hold one."""
    part = Part(**how)
    for record, outcome, audit in records:
        part.add(record, outcome, audit)
        if part.full:
            yield part
            part = Part(**{**how, "first": part.record})
    if part.games.rows:
        yield part


class _Taken(NamedTuple):
    """What came before the first deal, and the deals: uncut where nothing is rare in them.

    Or the record as text, if need be.
    """

    starts: list[int]
    opening: Segment | None = None
    plain: tuple[Flat, Pieces] | None = None
    cut: Cut | None = None
    raw: str | None = None


def _taken_apart(
    record: Record, written: bytes, flat: Flat | None, found: Found, verify: bool
) -> _Taken:
    """To `verify` is to put it together again, which needs the deals one by one."""
    events = record.events
    try:
        if len(record.players) > MOST_PLAYERS:
            raise Unfit
        flat = flat or flat_of(events)
        starts = flat.deals
        if not set(starts).issuperset(found.deals):  # dealt by a ruling
            starts = sorted({*starts, *found.deals})
        timed = _MAYBE in written and _timed(written) is not None
        first = starts[0] if starts else len(events)
        opening = flat.kinds[:first]
        # Most records begin with cutting or drawing for the deal, which fills no other columns.
        if not (verify or timed or opening.strip("cd")):
            pieces = pieces_of(flat, events, starts, first)
            if not pieces.rare:
                came = Segment(opening, flat.seats[:first], flat.cards[:first]) if first else None
                return _Taken(pieces.starts, came, (flat, pieces))
        whole = cut(flat, events, pieces_of(flat, events, starts), timed)
        verify = verify or timed or whole.extras is not None
        if verify and put_together(segments(whole)) != events:
            raise Unfit
    except (Unfit, RecordError):
        return _Taken([], raw=encoded(to_map(record)).decode())
    if first == 0:
        return _Taken(starts, cut=whole)
    return _Taken(starts, next(segments(whole)), cut=without_first(whole))


def _header(record: Record, number: int, content_id: str) -> list[Any]:
    observer = record.observer
    return [
        number,
        content_id,
        record.game,
        record.cardlog,
        _text(record.rules),
        record.players,
        _text(record.meta),
        None if record.standing is UNSET else record.standing,
        None if record.uid is UNSET else record.uid,
        None if observer is UNSET else str(observer),
        _text(record.names),
        _text(record.seals),
    ]


def _text(value: Any) -> str | None:
    return None if value is UNSET else encoded(value).decode()
