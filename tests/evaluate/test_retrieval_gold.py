"""Gold of retrieval, as files have it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from pipeline.evaluate.retrieval_gold import Kind, RetrievalQuestion, read_questions, set_hash
from pipeline.evidence.errors import InvalidGold, SourceEmpty, SourceMissing

OWN = {"id": "a", "question": "What are net sales?", "file": "apple.pdf", "pages": [4, 2, 4]}
BENCH = {
    "id": "b",
    "question": "What is the quick ratio?",
    "doc_file": "pdfs/AMCOR.pdf",
    "page_indexes": [51, 51],
    "company": " Amcor  plc ",
    "question_type": "metrics-generated",
}


def read(folder: Path, *rows: Any) -> tuple[RetrievalQuestion, ...]:
    path = folder / "gold.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return read_questions(path)


def test_ones_own_lines_are_read_with_distinct_pages_in_order(tmp_path: Path) -> None:
    document = UUID(int=7)
    other = {
        "question": "Why?",
        "document": str(document),
        "pages": [0],
        "kind": "free-form",
        "company": "Apple",
    }
    assert read(tmp_path, OWN, other) == (
        RetrievalQuestion("a", "What are net sales?", "apple.pdf", (2, 4)),
        RetrievalQuestion("line 2", "Why?", document, (0,), "Apple", Kind.FREE_FORM),
    )


def test_financebench_lines_are_templated_when_made_from_metrics(tmp_path: Path) -> None:
    free = BENCH | {"id": "c", "question_type": "domain-relevant"}
    templated, other = read(tmp_path, BENCH, free)
    assert templated == RetrievalQuestion(
        "b", "What is the quick ratio?", "pdfs/AMCOR.pdf", (51,), "Amcor plc", Kind.TEMPLATED
    )
    assert other.kind is Kind.FREE_FORM


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"pages": []}, "a names no page that answers it"),
        ({"pages": [-1]}, "a page index counts from 0, and is not -1"),
        ({"pages": [True]}, "a page index counts from 0, and is not True"),
        ({"pages": "12"}, "the pages are a list, and not '12'"),
        ({"pages": 12}, "the pages are a list, and not 12"),
        ({"question": "  "}, "a has no question"),
        ({"question": None}, "“question” is text, and not None"),
        ({"document": "x"}, "a question is of a “file” or of a “document”, one of the two"),
        ({"kind": "odd"}, "a kind is templated or free-form, and not 'odd'"),
        ({"company": 3}, "“company” is text, and not 3"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_what_is_wrong(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    with pytest.raises(InvalidGold, match=r"gold\.jsonl, line 1 cannot be read: ") as raised:
        read(tmp_path, OWN | change)
    assert words in raised.value.message


def test_a_line_without_its_filing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidGold, match="one of the two"):
        read(tmp_path, {"id": "a", "question": "What?", "pages": [1]})


def test_two_questions_of_one_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidGold, match="two questions with the id a"):
        read(tmp_path, OWN, OWN | {"question": "Another?"})


def test_no_file_and_an_empty_one_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(SourceMissing):
        read_questions(tmp_path / "nowhere.jsonl")
    with pytest.raises(SourceEmpty):
        read(tmp_path)


def test_the_hash_is_of_the_questions_in_any_order_and_place() -> None:
    first = RetrievalQuestion("a", "What?", "pdfs/apple.pdf", (1,))
    moved = RetrievalQuestion("a", "What?", "../x/apple.pdf", (1,))
    second = RetrievalQuestion("b", "Why?", UUID(int=1), (2,))
    assert set_hash([first, second]) == set_hash([second, moved])
    assert set_hash([first]) != set_hash([first, second])
    assert set_hash([first]) != set_hash([RetrievalQuestion("a", "What?", "pdfs/apple.pdf", (2,))])
