"""A model's or server's own words, made fit to stand in a message."""

from __future__ import annotations

from pipeline.evidence.written_handles import without_marks
from pipeline.model.storable import storable


def said_words(text: str, longest: int) -> str:
    """A text on one line, of at most `longest` characters, without anything that looks like a handle: what says it was
    shown none that could be meant."""
    said = " ".join(without_marks(storable(text), is_known=lambda written: False).text.split())
    return f"{said[:longest].rstrip()}…" if len(said) > longest else said
