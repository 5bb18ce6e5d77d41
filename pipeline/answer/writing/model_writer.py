"""The writer behind an OpenAI-compatible endpoint."""

from __future__ import annotations

from pipeline.answer.writer import Writer
from pipeline.settings import Settings


def writer_for(settings: Settings) -> Writer | None:
    """The writer that the settings choose; None without a model: then answers are extractive."""
    return None
