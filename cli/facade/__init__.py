"""cardlog: event-sourced records of card games. Read them, replay them, audit them.

    import cardlog

    record = cardlog.load("game.msgpack")          # one record, or a RecordError that says where
    for item in cardlog.read("night.jsonl"):       # records and located errors, in order
        ...
    cardlog.write(records, "night.msgpack")        # atomically
    cardlog.read("club.csv", format=cardlog.mapping("club.toml"))  # a table of your own

    cardlog.audit(record).findings                 # what broke which rule, with the evidence
    cardlog.outcome(record).winners                # what the record comes to, deal by deal
    cardlog.accounts(record)                       # how each deal came to it, to add up again
    for step in cardlog.replay(record): ...        # each event with the position after it
    cardlog.state(record, at=12)                   # the position after event 12
    cardlog.legal(record, at=12)                   # what may come next there
    cardlog.add_ruling(record, "It stands.", event=2, effect="stands")

    cardlog.under_edition(record, "sources-public").same
    cardlog.what_if(record, [cardlog.Change("removed", 17)]).after.standing

    cardlog.view_of(record, "Ana")                 # what Ana (or a seat number) could know

    cardlog.diff(mine, theirs).differences         # two logs of one game, by what they tell
    cardlog.merge(mine, theirs)                    # one fuller record, or a Contradiction

    archive = cardlog.open("club-archive")         # or files of records: then in memory
    archive.query("life-loss-by-rank").df()        # a report; archive.queries lists them
    archive.sql("SELECT * FROM games WHERE game = $game", game="pitch").fetchall()

Everything in `__all__` is public; the rest may change.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardlog.engine.account import DealAccount as DealAccount
    from cardlog.engine.account import accounts as accounts
    from cardlog.engine.audit import Audit as Audit
    from cardlog.engine.audit import DealResult as DealResult
    from cardlog.engine.audit import Outcome as Outcome
    from cardlog.engine.audit import Step as Step
    from cardlog.engine.audit import audit as audit
    from cardlog.engine.audit import legal as legal
    from cardlog.engine.audit import outcome as outcome
    from cardlog.engine.audit import replay as replay
    from cardlog.engine.audit import state as state
    from cardlog.engine.compare.diff import Diff as Diff
    from cardlog.engine.compare.diff import Difference as Difference
    from cardlog.engine.compare.diff import diff as diff
    from cardlog.engine.compare.merge import Contradiction as Contradiction
    from cardlog.engine.compare.merge import merge as merge
    from cardlog.engine.course import Change as Change
    from cardlog.engine.decide import add_ruling as add_ruling
    from cardlog.engine.impact import Impact as Impact
    from cardlog.engine.impact import under_edition as under_edition
    from cardlog.engine.legal import Move as Move
    from cardlog.engine.result import Result as Result
    from cardlog.engine.rules import Finding as Finding
    from cardlog.engine.rules import Rule as Rule
    from cardlog.engine.seen import view_of as view_of
    from cardlog.engine.views import Snapshot as Snapshot
    from cardlog.engine.what_if import WhatIf as WhatIf
    from cardlog.engine.what_if import what_if as what_if
    from cardlog.queries.errors import QueryError as QueryError
    from cardlog.queries.rows import Rows as Rows
    from cardlog.queries.run import Archive as Archive
    from cardlog.queries.run import open as open
    from cardlog.records import events as events
    from cardlog.records.cards import Card as Card
    from cardlog.records.errors import RecordError as RecordError
    from cardlog.records.formats import load as load
    from cardlog.records.formats import mapping as mapping
    from cardlog.records.formats import read as read
    from cardlog.records.formats import write as write
    from cardlog.records.game import Record as Record

# Where each name lives. They are imported when first asked for, so that `cardlog --help` and
# short scripts do not pay for what they do not use.
_HOMES = {
    "Archive": "queries.run",
    "Audit": "engine.audit",
    "Card": "records.cards",
    "Change": "engine.course",
    "Contradiction": "engine.compare.merge",
    "DealAccount": "engine.account",
    "DealResult": "engine.audit",
    "Diff": "engine.compare.diff",
    "Difference": "engine.compare.diff",
    "Finding": "engine.rules",
    "Impact": "engine.impact",
    "Move": "engine.legal",
    "Outcome": "engine.audit",
    "QueryError": "queries.errors",
    "Record": "records.game",
    "RecordError": "records.errors",
    "Result": "engine.result",
    "Rows": "queries.rows",
    "Rule": "engine.rules",
    "Snapshot": "engine.views",
    "Step": "engine.audit",
    "accounts": "engine.account",
    "WhatIf": "engine.what_if",
    "add_ruling": "engine.decide",
    "audit": "engine.audit",
    "diff": "engine.compare.diff",
    "events": "records.events",
    "legal": "engine.audit",
    "load": "records.formats",
    "mapping": "records.formats",
    "merge": "engine.compare.merge",
    "open": "queries.run",
    "outcome": "engine.audit",
    "read": "records.formats",
    "replay": "engine.audit",
    "state": "engine.audit",
    "under_edition": "engine.impact",
    "view_of": "engine.seen",
    "what_if": "engine.what_if",
    "write": "records.formats",
}
__all__ = sorted(_HOMES)
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'cardlog' has no attribute {name!r}")
    home = importlib.import_module(f"cardlog.{_HOMES[name]}")
    value = home if name == "events" else getattr(home, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
