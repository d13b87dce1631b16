"""Exact reasoning about cards that nobody saw.

The fold is sound: of an unseen card it says nothing that might be wrong. This package is complete
as well: it asks whether any deal explains the whole record.

    hidden.py     what is asked of a family: a deal that explains the events, and all its results
    exchange.py   the answer for Chase the Ace
    matching.py   a card for every place, all at once
    across.py     from deal to deal, every position that is still possible
    proof.py      where nothing explains the events: which of them prove what
    reasoning.py  the whole record: findings, and what is left open
"""

from __future__ import annotations

from cardlog.engine.exchange.state import ExchangeState
from cardlog.engine.fold import Fold
from cardlog.engine.unseen.exchange import HiddenExchange
from cardlog.engine.unseen.reasoning import Reasoned, Unseen, reason

__all__ = ["Reasoned", "Unseen", "reasoned"]


def reasoned(fold: Fold) -> Reasoned | None:
    """What is certain of a folded record beyond the fold; None where that is nothing."""
    if fold.state.hidden and isinstance(fold.state, ExchangeState):
        return reason(fold, HiddenExchange)
    return None
