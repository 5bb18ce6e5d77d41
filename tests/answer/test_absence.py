"""The sentences that say what the sources do not."""

from __future__ import annotations

from uuid import uuid4

from pipeline.answer.absence import not_in_sources, unanswered_parts
from pipeline.evidence.asked_scope import AskedScope, ScopeFiling

PICKED = ScopeFiling(uuid4(), uuid4(), (), 1.0, is_picked=True)


def test_pages_that_were_searched_are_counted() -> None:
    assert not_in_sources(1) == "Not in the sources. 1 page searched."
    assert not_in_sources(1_204) == "Not in the sources. 1,204 pages searched."


def test_a_company_that_is_not_there_is_named_with_a_next_step() -> None:
    said = not_in_sources(0, AskedScope(absent=("Microsoft",)))
    assert said == (
        "Not in the sources. Microsoft is not in the library: no filing there is of that name. "
        "Add one of its filings to the library, or ask about a company that is there."
    )
    said = not_in_sources(0, AskedScope(absent=("Microsoft", "Oracle")))
    assert "Microsoft and Oracle are not in the library" in said


def test_where_filings_were_picked_or_left_out_the_library_is_not_blamed() -> None:
    said = not_in_sources(9, AskedScope((PICKED,), absent=("Microsoft",)))
    assert said.startswith("Not in the sources. 9 pages searched. Microsoft is not in what was searched")
    said = not_in_sources(0, AskedScope(absent=("Microsoft",), without=(uuid4(),)))
    assert "not in what was searched" in said
    assert "Ask of more filings" in said


def test_what_the_library_lacks_of_a_company_is_said() -> None:
    scope = AskedScope(missing=("filing of Apple Inc. for 2012", "10-Q of Apple Inc."))
    assert not_in_sources(3, scope) == (
        "Not in the sources. 3 pages searched. "
        "The library has no filing of Apple Inc. for 2012 and no 10-Q of Apple Inc."
    )


def test_beside_an_answer_an_absent_company_is_an_unanswered_part() -> None:
    assert unanswered_parts(AskedScope(absent=("Oracle",))) == ("Oracle, of which the library has no filing",)
    assert unanswered_parts(AskedScope()) == ()
