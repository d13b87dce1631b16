"""Records and what they come to, gathered into the columns of the tables.

    part = Part()
    part.add(record)                      or with its outcome and audit
    part.games, part.deals ...            columns for DuckDB, by table

A record whose columns would not give it back is kept whole as well (`games.raw`): every record is
put together again before it is let go.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET

from cardlog.engine.audit import Audit, DealResult, Outcome
from cardlog.queries.arrow.columns import Node, Source, node_of, table
from cardlog.queries.segments import MOST_PLAYERS, Segment, Unfit, cut_up, starts_of
from cardlog.queries.tables import DEALS, FINDINGS, GAMES, NESTED, SEGMENT, Column
from cardlog.queries.together import put_together
from cardlog.records import canonical
from cardlog.records.errors import RecordError
from cardlog.records.game import MAX_BYTES, Record, to_map

EVENTS: Final = 100_000  # in a part, about
BYTES: Final = 32 * 2**20  # of texts in a part, about

_json: Final = msgspec.json.Encoder().encode


class Rows:
    """The rows of a table, to be laid out as columns once they are all there."""

    def __init__(self, columns: Iterable[Column]) -> None:
        self.columns = tuple(columns)
        self.rows: list[Sequence[Any]] = []

    def node(self) -> Node:
        """The table. Raises UnicodeEncodeError where a text is none that a file can hold."""
        found = list(zip(*self.rows, strict=True)) or [()] * len(self.columns)
        return table(
            [
                (column.name, node_of(column.type, values, _SEGMENT))
                for column, values in zip(self.columns, found, strict=True)
            ],
            len(self.rows),
        )

    def source(self) -> Source:
        """The table, for DuckDB."""
        return Source(Rows(self.columns).node(), [self.node()] if self.rows else [])


_SEGMENT: Final = [(column.name, column.type) for column in SEGMENT]


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
        self.deals = Rows(each for each in DEALS.columns if found or each.written)
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
    ) -> None:
        """Add a record; `written` are its canonical bytes and `id` their hash, if these are known.

        Raises RecordError where no file can hold it; then nothing was added.
        """
        try:
            if written is None:
                written = canonical.canonical(record)
            id = id or hashlib.sha256(written).hexdigest()
            self._add(record, outcome, audit, written, id)
        except UnicodeEncodeError:
            raise RecordError(
                "a text holds half of a surrogate pair, which no file can: remove it"
            ) from None

    def _add(
        self,
        record: Record,
        outcome: Outcome | None,
        audit: Audit | None,
        written: bytes,
        id: str,
    ) -> None:
        if len(written) > MAX_BYTES:
            raise RecordError(f"the record takes {len(written)} bytes: at most {MAX_BYTES} can be")
        opening, deals, raw = _taken_apart(record, written, outcome, self._verify)
        header = _header(record, self.record, id)
        row = [*header, len(record.events), len(deals), opening, raw]
        if self._found:
            row += _game_found(outcome, audit)
        if self._nested:
            row.append([segment for _, segment in deals])
        self.games.rows.append(row)
        if not self._nested:
            self._add_deals(record, deals, outcome)
        if audit is not None and self._found:
            self._add_findings(audit)
        self.record += 1
        self.raw += raw is not None
        self.events += len(record.events)
        self.bytes += sum(map(len, (text for text in row if type(text) is str)))

    def _add_deals(
        self, record: Record, deals: list[tuple[int, Segment]], outcome: Outcome | None
    ) -> None:
        results = {} if outcome is None else {each.events[0]: each for each in outcome.deals}
        size = min(len(record.players), 254)
        for number, (first, segment) in enumerate(deals, 1):
            row = [self.record, number, first, *segment, record.game, size]
            if self._found:
                row += _deal_found(results.get(first))
            self.deals.rows.append(row)

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


def _taken_apart(
    record: Record, written: bytes, outcome: Outcome | None, verify: bool
) -> tuple[Segment | None, list[tuple[int, Segment]], str | None]:
    """The segment before the first deal, those of the deals, and the record itself if need be."""
    starts = starts_of(record.events)
    if outcome is not None and len(outcome.deals) > len(starts):  # dealt by a ruling
        starts = sorted({*starts, *(deal.events[0] for deal in outcome.deals)})
    timed = b'"at":' in written or b'"auto":' in written
    try:
        if len(record.players) > MOST_PLAYERS:
            raise Unfit
        cut = list(cut_up(record.events, starts, timed))
        verify = verify or timed or outcome is None
        verify = verify or any(segment.extras is not None for _, segment in cut)
        same = not verify or put_together([each for _, each in cut]) == record.events
    except (Unfit, RecordError):
        cut, same = [], False
    opening = cut.pop(0)[1] if cut and cut[0][0] not in starts else None
    return opening, cut, None if same else _json(to_map(record)).decode()


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


def _game_found(outcome: Outcome | None, audit: Audit | None) -> list[Any]:
    if outcome is None:
        return [None] * 9
    rules = outcome.rules
    ok = not outcome.findings if audit is None else audit.ok
    status = outcome.status if audit is None else audit.status
    stopped = None if outcome.stopped is None else outcome.stopped[1]
    findings = 0 if audit is None else len(audit.findings)
    return [
        rules.get("profile"), rules.get("edition"), _text(rules), ok, status, outcome.winners,
        outcome.standing, findings, stopped,
    ]  # fmt: skip


def _deal_found(result: DealResult | None) -> list[Any]:
    if result is None:
        return [None] * 16
    detail = result.detail
    told = detail.get
    bid = told("bid") or {}
    return [
        result.dealer, result.events[1], result.void, result.changes, told("lowest"), told("pot"),
        told("trump"), told("high"), told("low"), told("jack"), told("game"), told("nine"),
        told("pips"), bid.get("side"), bid.get("value"), bid.get("made"),
    ]  # fmt: skip


def _text(value: Any) -> str | None:
    return None if value is UNSET else _json(value).decode()
