"""Where ranges of a page's text are to be marked, asked for when the page comes into view."""

from __future__ import annotations

from typing import Final

from pipeline.evidence.errors import NotFound
from pipeline.evidence.page import PageGeometry
from pipeline.evidence.region import Role
from pipeline.evidence.regions import MarkedRange
from pipeline.evidence.text import PageRange, TextRange
from viewer.place_views import region_view, span_view
from viewer.requests import InvalidRequest, number
from viewer.stored.asked import Asked, View

MOST_RANGES: Final = 200
"""Ranges of one request: its address stays below 3,000 characters."""

_LONGEST: Final = MOST_RANGES * 16


def view(asked: Asked) -> View:
    """`?page=N&ranges=10-20_31-35`: `{"places": [{"page_index", "regions", "ranges"}]}`, one for each range, in order.

    `regions` are boxes in percent of a PDF's displayed page, one a line piece; `ranges` are places in the elements of
    an HTML or text filing, one a block. Raises NotFound for a page that is not there, InvalidRequest, or InvalidRange
    for a range that leaves the page.
    """
    index = asked.page_index
    spans = [_span(one) for one in asked.words("ranges", _LONGEST).split("_")]
    if len(spans) > MOST_RANGES:
        raise InvalidRequest(f"At most {MOST_RANGES} ranges of a page can be asked for, not {len(spans)}.")
    page = asked.reader.page(asked.source.version_id, index)
    for span in spans:
        span.of(page.text)
    return {"places": [_place(asked, index, page.geometry, span) for span in spans]}


def _place(asked: Asked, index: int, geometry: PageGeometry | None, span: TextRange) -> View:
    if geometry:
        parts = [span]
    else:
        blocks = asked.reader.blocks(asked.source.version_id, index)
        parts = [part for block in blocks if (part := block.range.intersection(span))]
    if not parts:
        raise NotFound(f"Characters {span.start}…{span.end} of section {index} lie in no block.")
    marked = [MarkedRange(PageRange(index, part), Role.CONTEXT) for part in parts]
    regions, spans = asked.reader.marks(asked.source, marked)
    return {
        "page_index": index,
        "regions": [region_view(region, geometry) for region in regions if geometry],
        "ranges": [span_view(one) for one in spans],
    }


def _span(text: str) -> TextRange:
    start, _, end = text.partition("-")
    return TextRange(number(start, "start of a range"), number(end, "end of a range"))
