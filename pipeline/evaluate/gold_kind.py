"""Which kind of gold a JSON-lines file holds: its first line tells."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from pipeline.evaluate.gold import read_rows


class GoldKind(StrEnum):
    FACTS = "facts"  # tagged numbers of one filing, with their boxes
    EVIDENCE = "evidence"  # questions with the evidence that people copied for them
    QUESTIONS = "questions"  # questions with the pages that answer them


def kind_of(path: Path) -> GoldKind:
    """Raises SourceMissing, SourceUnreadable, SourceEmpty or InvalidGold."""
    first = next(read_rows(path, lambda row, number: [row]))
    if "fact_id" in first:
        return GoldKind.FACTS
    return GoldKind.EVIDENCE if "evidence_texts" in first else GoldKind.QUESTIONS
