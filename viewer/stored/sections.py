"""Where each section of an HTML filing, or page of a text filing, begins in its rendition."""

from __future__ import annotations

from pipeline.store import blocks
from viewer.media import Media
from viewer.stored.asked import Asked, View


def view(asked: Asked) -> View:
    """`{"starts": [id, …]}`: the element that each section begins with, by section index; null for one that holds
    nothing. Empty for a PDF, whose pages need none."""
    if asked.source.media is Media.PDF:
        return {"starts": []}
    first = blocks.first_ids(asked.conn, asked.source.version_id)
    return {"starts": [first.get(index) for index in range(asked.source.page_count)]}
