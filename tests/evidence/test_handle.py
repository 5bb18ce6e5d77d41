from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.errors import InvalidHandle
from pipeline.evidence.handle import CitationId, Handle

FORGED = [
    "",
    "E",
    "E0",
    "E01",
    "e1",
    "E-1",
    "E1 ",
    " E1",
    "E1\n",
    "E１",
    "E١",
    "E10000",
    "[E1]",
    "Е1",
    "E1.0",
    "F1",
]


@given(st.integers(1, 9999))
def test_a_handle_reads_back_as_itself(number: int) -> None:
    assert Handle.parse(str(Handle(number))) == Handle(number)


@given(st.integers(1, 9999), st.integers(1, 26))
def test_a_citation_id_reads_back_as_itself(number: int, quote_number: int) -> None:
    citation_id = CitationId(Handle(number), quote_number)
    assert CitationId.parse(str(citation_id)) == citation_id


@pytest.mark.parametrize("text", FORGED)
def test_what_only_looks_like_a_handle_is_refused(text: str) -> None:
    with pytest.raises(InvalidHandle):
        Handle.parse(text)


@pytest.mark.parametrize("text", [*FORGED, "E1a", "E1B", "E1bb", "E1ｂ", "E1{"])
def test_what_only_looks_like_a_citation_id_is_refused(text: str) -> None:
    with pytest.raises(InvalidHandle):
        CitationId.parse(text)


def test_a_citation_id_is_no_handle() -> None:
    with pytest.raises(InvalidHandle):
        Handle.parse("E1b")


def test_the_first_quote_has_the_handles_own_name() -> None:
    names = [str(CitationId(Handle(7), number)) for number in (1, 2, 3, 26)]
    assert names == ["E7", "E7b", "E7c", "E7z"]


@pytest.mark.parametrize("number", [0, -1, 10_000])
def test_a_handle_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(InvalidHandle):
        Handle(number)


@pytest.mark.parametrize("number", [0, 27])
def test_a_quote_number_without_a_letter_is_refused(number: int) -> None:
    with pytest.raises(InvalidHandle):
        CitationId(Handle(1), number)


def test_handles_sort_by_number() -> None:
    assert sorted([Handle(10), Handle(9), Handle(1)]) == [Handle(1), Handle(9), Handle(10)]
