"""Whole records judged at once by compiled rules: for archives, in hundreds of thousands.

    find = judge()                        None without Numba (`cardlog[fast]`)
    find(record, Flat(record.events))     what it comes to, or None: not plain enough

    flat columns (records/flat.py)  ->  one call of compiled code  ->  rows of numbers, one a deal

The rules are those of engine/exchange/ and engine/tricks/, compiled from the same source. What they
are called by here knows only what happens every day: every card seen, nothing illegal, no claim
false, no ruling, no gap. Of all other records nothing is said, and whoever asked folds them.

    tricks.py, exchange.py  a match of each family, event by event
    noted.py                what they write down
    entry.py, bounds.py     the way in, where everything is looked at that compiled code relies on
    carrier.py              the state as a NumPy record
    compiling.py            rules compiled, and kept
    plain.py                records to columns, and back
    many.py, agreeing.py    many records at once, from columns that a stranger may have written
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import TYPE_CHECKING

from cardlog.records.flat import Flat

if TYPE_CHECKING:
    from cardlog.engine.audit import Audit
    from cardlog.engine.bulk.plain import Found
    from cardlog.records.game import Record


def judge() -> Callable[[Record, Flat], Found | None] | None:
    """See above. None also where there is a Numba that cannot be used."""
    if importlib.util.find_spec("numba") is None:
        return None
    try:
        from cardlog.engine.bulk import plain
    except ImportError:  # of another NumPy, for instance
        return None

    return plain.judged


def audit() -> Callable[[Record], Audit]:
    """The audit of one record after the other, by compiled rules where that can be."""
    from cardlog.engine.audit import audit

    judged = judge()
    if judged is None:
        return audit

    def found(record: Record) -> Audit:
        try:
            plain = judged(record, Flat(record.events))
        except ValueError:  # a seat that fits into no byte
            plain = None
        return audit(record) if plain is None else plain.audit

    return found
