"""Questions that filings of the real data answer, and questions that none does, in two halves.

`answerable_*.jsonl`: a question, the file and page (0-based) that answers it, and words that stand there.
`unanswerable_*.jsonl`: a question and its kind: another topic, another company, a topic near finance, or something of a
company of the library that no filing says. What is decided by measuring is decided on the half "tuning"; the half
"report", about other companies, is only reported.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HALVES = ("tuning", "report")


@dataclass(frozen=True, slots=True)
class AnswerableQuestion:
    """A question, and where its answer stands: `file` under the folder of real data, `page` 0-based, `quote` of it."""

    question: str
    file: str
    page: int
    quote: str

    @property
    def file_name(self) -> str:
        return Path(self.file).name


@dataclass(frozen=True, slots=True)
class UnanswerableQuestion:
    """A question that no filing of the real data answers, and what it is about."""

    question: str
    topic: str


def answerable(half: str) -> list[AnswerableQuestion]:
    """The questions of a half that filings answer."""
    return [
        AnswerableQuestion(one["question"], one["file"], one["page"], one["quote"])
        for one in _lines(f"answerable_{half}.jsonl")
    ]


def unanswerable(half: str) -> list[UnanswerableQuestion]:
    """The questions of a half that no filing answers."""
    return [
        UnanswerableQuestion(one["question"], one["topic"]) for one in _lines(f"unanswerable_{half}.jsonl")
    ]


def _lines(name: str) -> Iterator[dict[str, Any]]:
    with Path(__file__).with_name(name).open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)
