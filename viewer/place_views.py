"""A place on a page or in a rendition, as the pane draws it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.page import PageGeometry
from pipeline.evidence.region import Region, Role
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
) -> list[View]:
    return [
        region_view(region, PageGeometry(*sizes[region.page_index]))
        | {"cited": _is_cited(region, claimed, focus)}
        for region in place.regions
    ]


def ranges_view(place: Place, claimed: Sequence[Figure], focus: Place | None = None) -> list[View]:
    return [span_view(span) | {"cited": _is_cited(span, claimed, focus)} for span in place.spans]


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


def _is_cited(marked: Region | BlockSpan, claimed: Sequence[Figure], focus: Place | None) -> bool:
    """True where the pane begins: the cell that answers, or else every quoted cell whose figure the claim states."""
    if marked.role is not Role.QUOTE:
        return False
    if focus is not None:
        return marked in focus.regions or marked in focus.spans
    return any(figure.same_as(other) for figure in figures(marked.text) for other in claimed)
