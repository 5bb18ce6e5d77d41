"""A place on a page or in a rendition, as the pane draws it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.page import PageGeometry
from pipeline.evidence.region import Region, Role
from pipeline.evidence.text import TextRange
from viewer import words
from viewer.citations import BlockSpan, Place, ShownSource, span_json

View = dict[str, Any]

MOST_SECTION = 32
"""Characters of a section's name beside a candidate."""


def candidate_view(place: Place, source: ShownSource, claimed: Sequence[Figure]) -> View:
    """A place to choose: its row, and where that stands. The section tells equal rows and sentences apart."""
    section = words.section_name(place.section, source.source.title)
    locus = words.short_locus(source.source, place.page)
    return {
        "label": place.row,
        "around": dict(place.around),
        "locus": f"{locus} · {words.shortened(section, MOST_SECTION)}" if section else locus,
        "page_index": place.page.index,
        "regions": regions_view(place, source.sizes, claimed),
        "ranges": ranges_view(place, claimed),
    }


def regions_view(
    place: Place,
    sizes: Sequence[tuple[float, float]],
    claimed: Sequence[Figure],
    focus: Place | None = None,
    stated: Sequence[TextRange] = (),
) -> list[View]:
    """`claimed` are the claim's figures, `stated` the places of those that were found here; `focus` answers."""
    begins = _beginnings(place.regions, claimed, focus, stated)
    return [
        region_view(region, PageGeometry(*sizes[region.page_index])) | {"cited": begin}
        for region, begin in zip(place.regions, begins, strict=True)
    ]


def ranges_view(
    place: Place,
    claimed: Sequence[Figure],
    focus: Place | None = None,
    stated: Sequence[TextRange] = (),
) -> list[View]:
    """The same for a rendition."""
    begins = _beginnings(place.spans, claimed, focus, stated)
    return [span_view(span) | {"cited": begin} for span, begin in zip(place.spans, begins, strict=True)]


def region_view(region: Region, geometry: PageGeometry) -> View:
    """A box in percent of its displayed page."""
    return {
        "page_index": region.page_index,
        "role": region.role.value,
        **geometry.percent(region.box).to_json(),
        "text": region.text,
        "range": region.range.to_json() if region.range else None,
    }


def span_view(span: BlockSpan) -> View:
    """A range of an element's characters, blanks not counted, and the same in the text of its section."""
    return {
        **span_json(span),
        "page_index": span.place.page_index if span.place else None,
        "range": span.place.range.to_json() if span.place else None,
    }


def _beginnings(
    marks: Sequence[Region | BlockSpan],
    claimed: Sequence[Figure],
    focus: Place | None,
    stated: Sequence[TextRange],
) -> list[bool]:
    """True for each mark at which the pane begins: the cell that answers, or else every quoted cell in which a figure
    of the claim was found, or else every one that prints the same as the claim."""
    quoted = [mark.role is Role.QUOTE for mark in marks]
    if focus is not None:
        return [
            is_quote and (mark in focus.regions or mark in focus.spans)
            for mark, is_quote in zip(marks, quoted, strict=True)
        ]
    found = [is_quote and _holds(mark, stated) for mark, is_quote in zip(marks, quoted, strict=True)]
    if any(found):
        return found
    return [is_quote and _prints(mark, claimed) for mark, is_quote in zip(marks, quoted, strict=True)]


def _holds(mark: Region | BlockSpan, places: Sequence[TextRange]) -> bool:
    where = mark.range if isinstance(mark, Region) else (mark.place.range if mark.place else None)
    return where is not None and any(where.overlaps(place) for place in places)


def _prints(mark: Region | BlockSpan, claimed: Sequence[Figure]) -> bool:
    return any(figure.same_as(other) for figure in figures(mark.text) for other in claimed)
