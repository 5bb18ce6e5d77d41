"""The sentences that say what the sources do not."""

from __future__ import annotations

from collections.abc import Sequence


def not_in_sources(page_count: int) -> str:
    """The sentence that stands in place of claims."""
    return f"Not in the sources. {page_count:,} {'page' if page_count == 1 else 'pages'} searched."


def partly_not_in_sources(parts: Sequence[str]) -> str:
    """The sentence that stands beside claims: which parts of the question nothing answers."""
    return f"Not in the sources: {'; '.join(part.rstrip('.') for part in parts)}."
