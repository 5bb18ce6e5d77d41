"""The headings of a filing, by page, for finding one's way."""

from __future__ import annotations

from typing import Final

from pipeline.evidence import outline
from pipeline.evidence.page import PageGeometry
from pipeline.store import headings, pages
from viewer.stored.asked import Asked, View
from viewer.words import shortened

MOST_WORDS: Final = 160
"""Characters of a heading. A longer one is a sentence."""


def view(asked: Asked) -> View:
    """Every heading with its level (0 is the outermost), its page, its range in the page's text, the id of its block
    and, on a PDF page, the percent box of its first line. `left_out`: those that the outline has no room for."""
    version_id = asked.source.version_id
    found = outline.outline(headings.of_version(asked.conn, version_id))
    sizes = pages.sizes(asked.conn, version_id)
    return {
        "entries": [_entry_view(level, heading, sizes) for level, heading in found.entries],
        "left_out": found.left_out,
    }


def _entry_view(level: int, heading: outline.Heading, sizes: list[tuple[float, float]]) -> View:
    index = heading.place.page_index
    box = PageGeometry(*sizes[index]).percent(heading.line).to_json() if heading.line else None
    return {
        "level": level,
        "text": shortened(heading.text, MOST_WORDS),
        "page_index": index,
        "range": heading.place.range.to_json(),
        "block": heading.block,
        "line": box,
    }
