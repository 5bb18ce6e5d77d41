"""Gold of retrieval: questions, each with the filing and the pages that answer it.

Two kinds of JSON lines are read, a question each:

- one's own: `{"id", "question", "file" or "document", "pages", "company"?, "kind"?}`. `file` is relative to the gold
  file, `document` is the id of a document of the library; `pages` count from 0; `kind` is "templated" or "free-form";
- FinanceBench's: `id`, `question`, `doc_file`, `page_indexes` from 0, `company`, `question_type`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any
from uuid import UUID

from pipeline.evaluate.gold import read_rows
from pipeline.evidence.errors import InvalidGold

MADE_FROM_METRICS = "metrics-generated"
"""FinanceBench's type of a question that a template made of a metric's definition."""


class Kind(StrEnum):
    """How a question came about."""

    TEMPLATED = "templated"
    FREE_FORM = "free-form"


@dataclass(frozen=True, slots=True)
class RetrievalQuestion:
    """A question and the distinct pages (0-based, ascending) of one filing that answer it.

    `filing`: the path of its file, relative to the gold file, or the id of its document in the library.
    """

    id: str
    text: str
    filing: str | UUID
    pages: tuple[int, ...]
    company: str | None = None
    kind: Kind | None = None

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise ValueError(f"{self.id} has no question")
        if not self.pages:
            raise ValueError(f"{self.id} names no page that answers it")


def read_questions(path: Path) -> tuple[RetrievalQuestion, ...]:
    """The questions of a gold file, in its order. Raises as read_facts; InvalidGold also when two have one id."""
    questions = tuple(read_rows(path, lambda row, number: [question_of(row, number)]))
    seen: set[str] = set()
    for question in questions:
        if question.id in seen:
            raise InvalidGold(
                f"{path.name} has two questions with the id {question.id}. Give each its own.",
                source=path.name,
            )
        seen.add(question.id)
    return questions


def question_of(row: Mapping[str, Any], number: int) -> RetrievalQuestion:
    """One line of gold. Raises KeyError, TypeError or ValueError with what is wrong."""
    if "doc_file" in row:
        return _of_financebench(row)
    kind = row.get("kind")
    return RetrievalQuestion(
        str(row.get("id", f"line {number}")),
        _text(row, "question"),
        _filing(row),
        _pages(row["pages"]),
        _company(row),
        None if kind is None else _kind(kind),
    )


def set_hash(questions: Iterable[RetrievalQuestion]) -> str:
    """Which questions these are, in whatever order: SHA-256 over their ids, words, filings' names and pages."""
    rows = sorted(
        [question.id, question.text, _name(question.filing), list(question.pages)] for question in questions
    )
    return hashlib.sha256(json.dumps(rows, ensure_ascii=False).encode()).hexdigest()


def _of_financebench(row: Mapping[str, Any]) -> RetrievalQuestion:
    return RetrievalQuestion(
        str(row["id"]),
        _text(row, "question"),
        _text(row, "doc_file"),
        _pages(row["page_indexes"]),
        _company(row),
        Kind.TEMPLATED if row.get("question_type") == MADE_FROM_METRICS else Kind.FREE_FORM,
    )


def _filing(row: Mapping[str, Any]) -> str | UUID:
    if ("file" in row) == ("document" in row):
        raise ValueError("a question is of a “file” or of a “document”, one of the two")
    return _text(row, "file") if "file" in row else UUID(_text(row, "document"))


def _kind(value: object) -> Kind:
    try:
        return Kind(str(value))
    except ValueError:
        raise ValueError(f"a kind is templated or free-form, and not {value!r}") from None


def _text(row: Mapping[str, Any], name: str) -> str:
    if not isinstance(row[name], str):
        raise TypeError(f"“{name}” is text, and not {row[name]!r}")
    return str(row[name])


def _company(row: Mapping[str, Any]) -> str | None:
    return " ".join(_text(row, "company").split()) or None if row.get("company") is not None else None


def _pages(values: object) -> tuple[int, ...]:
    if not isinstance(values, Sequence) or isinstance(values, str):
        raise TypeError(f"the pages are a list, and not {values!r}")
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise ValueError(f"a page index counts from 0, and is not {value!r}")
    return tuple(sorted(set(values)))


def _name(filing: str | UUID) -> str:
    """What is the same wherever the gold file stands."""
    return str(filing) if isinstance(filing, UUID) else Path(filing).name
