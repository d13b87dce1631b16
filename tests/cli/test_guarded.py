"""A fault of ours with one record is an error of that record, and costs the others nothing."""

from __future__ import annotations

import pytest

from cardlog.cli.verdicts import guarded
from cardlog.records.errors import RecordError
from cardlog.records.game import Record
from tests.engine.unseen.by_hand import record


def test_a_fault_of_ours_is_an_error_of_the_record() -> None:
    def judge(record: Record) -> None:
        raise IndexError("no such card")

    with pytest.raises(RecordError, match=r"not judged: internal error, .*: no such card"):
        guarded(judge, record([]))


def test_an_error_of_the_record_stays_what_it_is() -> None:
    def judge(record: Record) -> None:
        raise RecordError("no game of ours")

    with pytest.raises(RecordError, match=r"^no game of ours$"):
        guarded(judge, record([]))
