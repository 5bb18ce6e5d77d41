"""What an analyst says of a scope: what is left out, put back and added."""

from __future__ import annotations

from uuid import uuid4

from pages.scope_line import ScopeChoice
from pipeline.evidence.asked_scope import AskedScope, ScopeFiling

FIRST, SECOND, THIRD = (uuid4() for _ in range(3))


def test_a_choice_begins_as_the_question_was_asked() -> None:
    filings = (ScopeFiling(FIRST, uuid4(), (), 1.0, True), ScopeFiling(SECOND, uuid4(), (), 1.0))
    assert ScopeChoice.of(AskedScope(filings, without=(THIRD,))) == ScopeChoice((FIRST,), (THIRD,))


def test_a_filing_that_the_question_chose_is_left_out_and_put_back() -> None:
    out = ScopeChoice().left_out(FIRST).left_out(FIRST)
    assert out == ScopeChoice(without=(FIRST,))
    assert out.put_back(FIRST) == ScopeChoice()


def test_a_picked_filing_that_is_left_out_is_picked_no_more() -> None:
    assert ScopeChoice((FIRST, SECOND)).left_out(FIRST) == ScopeChoice((SECOND,))


def test_a_filing_is_added_beside_those_that_the_question_chose() -> None:
    assert ScopeChoice().added(THIRD, [FIRST, SECOND]).picked == (FIRST, SECOND, THIRD)
    assert ScopeChoice((FIRST,)).added(THIRD, [SECOND]).picked == (FIRST, THIRD)


def test_a_filing_that_was_left_out_can_be_added() -> None:
    assert ScopeChoice(without=(FIRST,)).added(FIRST, []) == ScopeChoice((FIRST,))


def test_a_collection_takes_the_place_of_what_the_question_chose_and_stands_beside_what_was_picked() -> None:
    assert ScopeChoice(without=(SECOND, THIRD)).gathered([FIRST, SECOND]) == ScopeChoice(
        (FIRST, SECOND), (THIRD,)
    )
    assert ScopeChoice((THIRD,)).gathered([FIRST, THIRD]).picked == (THIRD, FIRST)
