from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.errors import InvalidDocument, InvalidHandle
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import TextRange

VERSION = "0b7e7a54-1111-4222-8333-944445555666"


@given(st.uuids(), st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_passage_id_reads_back_as_itself(version: UUID, page_index: int, ordinal: int) -> None:
    passage_id = PassageId(str(version), page_index, ordinal)
    assert PassageId.parse(str(passage_id)) == passage_id
    assert str(passage_id) == f"{version}:{page_index}:{ordinal}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        VERSION,
        f"{VERSION}:1",
        f"{VERSION}:1:2:3",
        f"{VERSION}:-1:2",
        f"{VERSION}:01:2",
        f"{VERSION}:1:2 ",
        f"{VERSION}:1:2\n",
        f"{VERSION}:1٢:2",
        f"{VERSION}:１:2",
        f"{VERSION}:1.0:2",
        f"{VERSION.upper()}:1:2",
        "1:2:3",
        "../../etc/passwd:1:2",
    ],
)
def test_what_only_looks_like_a_passage_id_is_refused(text: str) -> None:
    with pytest.raises(InvalidHandle):
        PassageId.parse(text)


def test_a_number_of_thousands_of_digits_is_refused_as_a_passage_id() -> None:
    with pytest.raises(InvalidHandle):
        PassageId.parse(f"{VERSION}:{'9' * 5000}:0")


@pytest.mark.parametrize("parts", [("x", 0, 0), (VERSION, -1, 0), (VERSION, 0, -1)])
def test_a_passage_id_of_impossible_parts_is_refused(parts: tuple[str, int, int]) -> None:
    with pytest.raises(InvalidHandle):
        PassageId(*parts)


def test_a_passage_has_as_many_characters_as_its_range() -> None:
    passage_id = PassageId(str(uuid4()), 0, 0)
    assert Passage(passage_id, TextRange(3, 8), 0, 1, "sales").context == ""
    with pytest.raises(InvalidDocument, match="4 characters in a range of 5"):
        Passage(passage_id, TextRange(3, 8), 0, 1, "sale")


@pytest.mark.parametrize(("first", "last"), [(-1, 0), (2, 1)])
def test_a_passage_is_a_run_of_blocks(first: int, last: int) -> None:
    with pytest.raises(InvalidDocument):
        Passage(PassageId(VERSION, 0, 0), TextRange(0, 5), first, last, "sales")
