"""The second opinion on support: a model that sees only a claim and its quotes."""

from __future__ import annotations

from pipeline.answer.writer import Judge
from pipeline.settings import Settings


def judge_for(settings: Settings) -> Judge | None:
    """The judge that the settings choose; None without a model."""
    return None
