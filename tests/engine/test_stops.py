"""What ends a fold without accusing anybody, and what does not: kinds of a later version, gaps."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import cardlog
from cardlog.records.events import AnyEvent, Extension, Gap, Note, Ruling, Unknown
from cardlog.records.game import Record
from tests.games import golden, golden_records

FRIDAY = golden("friday-cuckoo")


def with_events(*events: AnyEvent, at: int = 10) -> Record:
    return replace(FRIDAY, events=(*FRIDAY.events[:at], *events, *FRIDAY.events[at:]))


def test_a_gap_stops_nothing() -> None:
    record = with_events(Gap())
    result = cardlog.outcome(record)
    assert (result.findings, result.stopped) == ((), None)
    answer = cardlog.audit(record)
    assert (answer.ok, answer.stopped, answer.gaps) == (True, None, (10,))
    assert [step.index for step in cardlog.replay(record)] == list(range(len(record.events)))


def test_a_kind_of_a_later_version_stops_the_fold_with_a_finding_under_rec() -> None:
    record = with_events(Unknown({"type": "wager", "amount": 3}))
    answer = cardlog.audit(record)
    assert (answer.ok, answer.status) == (False, "unfinished")
    (finding,) = answer.findings
    assert (finding.event, finding.rule, finding.code) == (10, "REC", "unknown-kind")
    assert "`wager`" in finding.message


@pytest.mark.parametrize("record", golden_records(), ids=lambda r: r.game)
def test_every_game_goes_on_after_a_gap_and_passes_over_notes(record: Record) -> None:
    whole = cardlog.outcome(record)
    at = len(record.events) // 2
    cut = replace(record, events=(*record.events[:at], Gap(), *record.events[at:]))
    result = cardlog.outcome(cut)
    assert (result.findings, result.stopped) == ((), None)
    assert cardlog.state(cut, at - 1) == cardlog.state(record, at - 1)
    assert cardlog.state(cut, at).phase == "unrecorded"
    noted = replace(
        record, events=tuple(e for event in record.events for e in (event, Note(text="hm")))
    )
    assert cardlog.outcome(noted).standing == whole.standing
    assert [deal.detail for deal in cardlog.outcome(noted).deals] == [
        deal.detail for deal in whole.deals
    ]
    unknown = replace(record, events=(*record.events[:at], Unknown({"type": "wager"})))
    assert [finding.code for finding in cardlog.audit(unknown).findings] == ["unknown-kind"]


def test_kinds_of_ones_own_and_notes_have_no_effect() -> None:
    record = with_events(Extension({"type": "x-chat", "seat": 99}), Note(text="hm"))
    assert cardlog.outcome(record).standing == cardlog.outcome(FRIDAY).standing
    late = replace(FRIDAY, events=(*FRIDAY.events, Note(text="good night")))
    assert cardlog.outcome(late).deals == cardlog.outcome(FRIDAY).deals


def test_a_ruling_without_effect_is_a_text() -> None:
    record = with_events(Ruling(text="play on"))
    assert cardlog.outcome(record).standing == cardlog.outcome(FRIDAY).standing


def test_legal_moves_and_positions_where_a_fold_has_stopped() -> None:
    record = with_events(Unknown({"type": "wager"}))
    assert cardlog.legal(record, 9)
    with pytest.raises(ValueError, match="does not know"):
        cardlog.legal(record, 12)
    with pytest.raises(IndexError, match="events 0 to"):
        cardlog.legal(record, 10_000)
    assert cardlog.state(record, -1).phase == "start"


@pytest.mark.parametrize(
    "ruling, words",
    [
        (Ruling(text="?", effect="undone", event=99), "expected 0 to"),
        (Ruling(text="?", effect="adjust", deal=1, changes=()), "expected one a side"),
    ],
)
def test_a_ruling_on_what_is_not_there_is_unreadable(ruling: Ruling, words: str) -> None:
    record = with_events(ruling)
    with pytest.raises(cardlog.RecordError, match=words):
        cardlog.state(record)
