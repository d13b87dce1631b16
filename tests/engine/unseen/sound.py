"""What a fold of a record with hidden cards may say: nothing that the full record denies."""

from __future__ import annotations

from typing import Any, Final

from cardlog.engine import audit
from cardlog.engine.fold import begin
from cardlog.engine.views import Snapshot, snapshot
from cardlog.records.cards import Card, known_part
from cardlog.records.game import Record


def agrees(stated: Any, true: Any) -> bool:
    """A value that is stated, part by part, is the true one; None states nothing."""
    if stated is None:
        return True
    if isinstance(stated, (tuple, list)) and isinstance(true, (tuple, list)):
        return len(stated) == len(true) and all(map(agrees, stated, true))
    if isinstance(stated, dict):
        return stated.keys() == true.keys() and all(agrees(stated[k], true[k]) for k in stated)
    return bool(stated == true)


def may_be(seen: Card, true: Card) -> bool:
    return known_part(seen.code, true.code) == true.code


def known_among(seen: tuple[Card, ...], true: tuple[Card, ...]) -> bool:
    """The fully known cards of one collection are in the other."""
    rest = list(true)
    for card in seen:
        if card.known:
            if card not in rest:
                return False
            rest.remove(card)
    return True


# What unseen cards leave open about the phase: whether the match is over, whether a card shown
# early was a warning or exposed, whether a player who got no card was out or forgotten, and
# whether a deal of sudden death has begun, which may have no turns. In Seven-Up, whether a turn-up
# was of the suit proposed before; where a turned Jack scores, whether one ended the match.
OPEN_PHASES: Final = (
    ("done", "over"), ("turns", "exposed"), ("turns", "miscounted"), ("turns", "showdown"),
    ("discard", "run"), ("trick", "run"), ("discard", "exposed"), ("trick", "exposed"),
    ("calls", "over"), ("discard", "over"), ("trick", "over"),
)  # fmt: skip


def check_position(part: Snapshot, full: Snapshot) -> None:
    assert (part.event, part.deal, part.dealer) == (full.event, full.deal, full.dealer)
    assert agrees(part.standing, full.standing)
    assert agrees(part.trump, full.trump)
    assert not part.winners or part.winners == full.winners
    if part.phase != full.phase:
        assert (part.phase, full.phase) in OPEN_PHASES
        return
    if full.phase == "void":  # whoever had got cards has them no more
        return
    assert agrees(part.turn, full.turn)
    for mine, theirs in zip(part.hands, full.hands, strict=True):
        assert len(mine) == len(theirs)
        if len(mine) == 1:
            assert may_be(mine[0], theirs[0])
        assert known_among(mine, theirs)
    for mine, theirs in zip(part.taken or (), full.taken or (), strict=True):
        assert known_among(mine, theirs)
    for seen, true in zip(part.stock or (), full.stock or (), strict=True):
        assert may_be(seen, true) or may_be(true, seen)
    if part.stock_top is not None and full.stock_top is not None:
        assert may_be(part.stock_top, full.stock_top)


def check_sound(part: Record, full: Record) -> None:
    """Nothing is wrong with the part, and what its fold states is what the full record says."""
    truth = audit.outcome(full)
    assert truth.findings == (), "the full record must be legal"
    result = audit.outcome(part)
    assert result.findings == ()
    assert audit.audit(part).ok
    assert agrees(result.standing, truth.standing)
    assert not result.winners or result.winners == truth.winners
    assert result.status == truth.status or result.status == "unfinished"
    assert len(result.deals) == len(truth.deals)
    for mine, theirs in zip(result.deals, truth.deals, strict=True):
        assert (mine.deal, mine.dealer, mine.events) == (theirs.deal, theirs.dealer, theirs.events)
        assert mine.void == theirs.void
        assert mine.changes is None or theirs.changes is not None
        if mine.changes is None and theirs.changes is not None:
            # Two who may be in sudden death, which has no turns, may also have shown low cards
            # as a warning; a Jack that may have been turned up may have ended the match.
            assert full.rules.get("sudden_death_style") == "showdown" or "high" in theirs.detail
            continue
        assert agrees(mine.changes, theirs.changes)
        assert mine.changes is None or agrees(mine.detail, theirs.detail)
    fold_part, fold_full = begin(part), begin(full)
    for index in range(len(full.events)):
        position = snapshot(fold_part.run(until=index + 1))
        check_position(position, snapshot(fold_full.run(until=index + 1)))
