"""What the pane may ask the browser's own renderer for."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from pages.original import Chosen, refused

ASKED: dict[str, Any] = {"key": "1:E1", "place": None, "region": 0, "page": 3, "height": 500, "attempt": 1}


def test_a_request_is_read_as_it_was_made() -> None:
    answer_id = uuid4()
    assert Chosen.read(answer_id, ASKED) == Chosen(answer_id, "1:E1", None, 0, 3, 500, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"key": None},
        {"key": 7},
        {"page": None},
        {"page": -1},
        {"page": "3"},
        {"page": True},
        {"region": 0.5},
        {"place": 10**6},
        {"height": None},
        {"attempt": None},
    ],
)
def test_a_request_that_makes_no_sense_closes_what_is_open(wrong: dict[str, Any]) -> None:
    assert Chosen.read(uuid4(), {**ASKED, **wrong}) is None


def test_a_page_that_the_filing_has_not_is_refused_and_no_other_put_in_its_place() -> None:
    source = {"media": "pdf", "page_count": 29}
    assert refused(source, 28) is None
    assert refused(source, 29) == "There is no PDF page 30 in this filing: it has 29."
    assert refused({"media": "html", "page_count": 29}, 0) is not None
