"""What the benchmarks work on: simulated matches, the same in every run."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from cardlog.cli.simulate import SeededDice
from cardlog.engine.audit import Audit, audit
from cardlog.engine.simulate import simulate
from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent, Deal
from cardlog.records.formats import msgpack
from cardlog.records.game import Record, Wire

MATCHES: Final = 400

GAMES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "chase cuckoo": ("chase-the-ace", {"profile": "cuckoo"}),
    "chase compendium": ("chase-the-ace", {"profile": "compendium"}),
    "california-jack": ("california-jack", {}),
    "shasta-sam": ("shasta-sam", {}),
    "seven-up": ("seven-up", {}),
    "pitch": ("pitch", {}),
}
STOCKS: Final = {"with stock": True, "without stock": False}


class Load(NamedTuple):
    """Records, and each of them as MessagePack."""

    records: tuple[Record, ...]
    parts: tuple[bytes, ...]

    @property
    def events(self) -> int:
        """How many events all the records hold."""
        return sum(len(record.events) for record in self.records)

    def save(self, path: Path) -> Path:
        """Write the records to a MessagePack file."""
        path.write_bytes(b"".join(self.parts))
        return path


def play(kind: str, number: int) -> Record:
    """The match of this number, of one of GAMES."""
    game, rules = GAMES[kind]
    meta = {"site": "cardlog bench", "seed": 0, "number": number}
    return simulate(game, rules, None, SeededDice(f"0/{number}"), meta)


@cache
def load(kind: str, stock: bool = True) -> Load:
    """Matches of one of GAMES; without `stock` the deals say nothing of it, as most logs do."""
    return _loaded([_with(play(kind, n), stock) for n in range(MATCHES)])


@cache
def mixed() -> Load:
    """All games, with and without stock, in turn; about as many events as one game's load."""
    share = MATCHES // (len(GAMES) * len(STOCKS))
    loads = [load(kind, stock) for kind in GAMES for stock in STOCKS.values()]
    return _loaded([each.records[n] for n in range(share) for each in loads])


def decode_all(parts: tuple[bytes, ...]) -> None:
    """The base of most figures: the bare typed decode of each record, and nothing else."""
    decode = msgspec.msgpack.Decoder(Wire).decode
    for part in parts:
        decode(part)


def audit_all(path: Path, judge: Callable[[Record], Audit] = audit) -> None:
    """Read and fully audit a file, as `cardlog audit` does."""
    for record in formats.read(path, check=None):
        if isinstance(record, RecordError):
            raise record
        assert judge(record).ok


def _loaded(records: list[Record]) -> Load:
    return Load(tuple(records), tuple(map(msgpack.encode, records)))


def _with(record: Record, stock: bool) -> Record:
    if stock:
        return record
    return msgspec.structs.replace(record, events=tuple(map(_without_stock, record.events)))


def _without_stock(event: AnyEvent) -> AnyEvent:
    if type(event) is not Deal:
        return event
    return msgspec.structs.replace(event, stock=msgspec.UNSET)
