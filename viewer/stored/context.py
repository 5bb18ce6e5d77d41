"""The blocks around a citation, for a wider look."""

from __future__ import annotations

from pipeline.evidence.region import Role
from pipeline.evidence.regions import MarkedRange
from pipeline.evidence.surroundings import surroundings
from pipeline.evidence.text import PageRange
from viewer.place_views import region_view, span_view
from viewer.stored.asked import Asked, View


def view(asked: Asked) -> View:
    """The cited range's own blocks and their neighbours, as pieces in reading order.

    `{"blocks": [{"part", "page_index", "text", "regions", "ranges"}]}`: `part` is "before", "own" or "after"; a PDF's
    blocks have `regions` in percent of their page, others `ranges` in their element. Raises NotFound, InvalidRequest,
    or InvalidRange when the range touches no block.
    """
    place = asked.range
    near = {
        index: asked.reader.blocks(asked.source.version_id, index)
        for index in range(place.page_index - 1, place.page_index + 2)
        if 0 <= index < asked.source.page_count
    }
    found = surroundings(place, near)
    parts = (("before", found.before), ("own", found.own), ("after", found.after))
    return {"blocks": [_block_view(asked, part, block) for part, blocks in parts for block in blocks]}


def _block_view(asked: Asked, part: str, place: PageRange) -> View:
    page = asked.reader.page(asked.source.version_id, place.page_index)
    regions, spans = asked.reader.marks(asked.source, [MarkedRange(place, Role.CONTEXT)])
    return {
        "part": part,
        "page_index": place.page_index,
        "text": " ".join(place.range.of(page.text).split()),
        "regions": [region_view(region, page.geometry) for region in regions if page.geometry],
        "ranges": [span_view(span) for span in spans],
    }
