"""Places that a reviewer marks: what was drawn or selected as whole words, cells or blocks, and annotations of it.

Rights are the reviewer's own, asked for in the same transaction. A place is stored as a citation is: characters of a
page with the boxes or spans, row label, column header and unit that follow from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.annotation import Annotation, InvalidAnnotation, SnapUnit
from pipeline.evidence.box import Box
from pipeline.evidence.cited import describe
from pipeline.evidence.document import Block
from pipeline.evidence.errors import NotFound
from pipeline.evidence.handle import CitationId
from pipeline.evidence.page import PageGeometry, PercentBox
from pipeline.evidence.passage import PassageId
from pipeline.evidence.snapping import cuts_a_word, snap_box, snap_range
from pipeline.evidence.text import PageRange, TextRange
from pipeline.store import annotations as marked_places
from pipeline.store import editions, passages, versions
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope
from viewer.annotation_views import marks_view, place_name
from viewer.citations import Place, Source, span_json
from viewer.requests import InvalidRequest
from viewer.review.sent import Sent
from viewer.source_reader import SourceReader

View = dict[str, Any]

MOST_ID: Final = 200
"""Characters of a block's id."""
_EDGES: Final = ("left", "top", "width", "height")
_WHOLE: Final = 101
"""Percent of a page: what is above it is no rounding."""


@dataclass(frozen=True, slots=True)
class MarkedPlace:
    """A place as the browser sends it with a verdict: its id is made there. `citation` is the one that it corrects,
    `passage` the one that was chosen whole."""

    id: UUID
    citation: CitationId | None
    version_id: UUID
    page_index: int
    range: TextRange
    unit: SnapUnit
    passage: PassageId | None = None


def mark(conn: Connection, scope: Scope, verdict_id: UUID, places: Sequence[MarkedPlace]) -> list[Annotation]:
    """Store the marked places of a verdict that was just stored, in their order.

    Raises NotFound and AccessDenied for a version or page that the reviewer may not read, and an EvidenceError for a
    place that cannot be marked, cuts a word, or corrects a citation that the claim has not.
    """
    reader = SourceReader(conn, scope)
    cited = marked_places.citations_of(conn, verdict_id)
    for place in places:
        if place.citation is not None and str(place.citation) not in cited:
            raise InvalidAnnotation(f"The claim has no citation {place.citation} that a place could correct.")
    made = [_annotation(conn, reader, verdict_id, ordinal, place) for ordinal, place in enumerate(places)]
    if made:
        marked_places.put_all(conn, made)
    return made


def snapped(conn: Connection, scope: Scope, body: Mapping[str, Any]) -> View:
    """What a reviewer drew or selected, as whole words, cells or blocks of one page.

    `body`: {"version_id", "page_index", "unit"} and one of "box" {"left", "top", "width", "height"} in percent of the
    displayed page; "start" and "end", characters of the page's canonical text; or "block", an id, with "start" and
    "end" counted in it without blanks.

    Returns {"version_id", "page_index", "start", "end", "unit", "quote", "passage_id", "words", "regions", "ranges"} of
    the first place and the same of each in "places": a box over a column of a table is a place a row, because a place
    holds nothing that was not drawn over. Raises NotFound, AccessDenied, InvalidRequest; NothingThere where there is
    nothing; InvalidBox for a box that leaves the page.
    """
    sent = Sent(body)
    reader = SourceReader(conn, scope)
    source = reader.source(sent.id("version_id"))
    page_index, unit = sent.number("page_index"), sent.choice("unit", SnapUnit)
    spans = _snapped(conn, reader, source, page_index, unit, sent)
    places = [_place_view(reader, source, page_index, span, unit) for span in spans]
    return {**places[0], "places": places}


def _snapped(
    conn: Connection, reader: SourceReader, source: Source, page_index: int, unit: SnapUnit, sent: Sent
) -> tuple[TextRange, ...]:
    page = reader.page(source.version_id, page_index)
    blocks = reader.blocks(source.version_id, page_index)
    if "box" in sent.fields:
        if page.geometry is None:
            raise InvalidRequest("This source has no page to draw on. Select its text, or choose a block.")
        return snap_box(_box(sent, page.geometry), page, blocks, unit)
    span = _selected(sent, page.text, blocks)
    if unit is SnapUnit.PASSAGE:
        return (_passage_around(conn, source, page_index, span),)
    return snap_range(span, page, blocks, unit)


def _box(sent: Sent, geometry: PageGeometry) -> Box:
    """The drawn box in points. Raises InvalidRequest, or InvalidBox when it is empty or leaves the page."""
    box = sent.fields["box"]
    numbers: list[Any] = [box.get(edge) for edge in _EDGES] if isinstance(box, Mapping) else []
    edges = [float(one) for one in numbers if type(one) in (int, float) and abs(one) <= _WHOLE]
    if len(edges) != len(_EDGES):
        raise InvalidRequest("The box has a left, top, width and height in percent of the page.")
    return geometry.from_percent(PercentBox(*edges))


def _selected(sent: Sent, text: str, blocks: Sequence[Block]) -> TextRange:
    """The selected characters of the page. Raises InvalidRequest, NotFound for a block that the page has not, and
    InvalidRange for characters that it has not."""
    span = TextRange(sent.number("start"), sent.number("end"))
    if "block" not in sent.fields:
        span.of(text)
        return span
    block_id = sent.text("block", MOST_ID)
    block = next((block for block in blocks if block.id == block_id), None)
    if block is None:
        raise NotFound("The page has no such block any more. Open it again.")
    inked = [
        position for position in range(block.range.start, block.range.end) if not text[position].isspace()
    ]
    if span.end > len(inked):
        raise InvalidRequest(f"The block has {len(inked)} characters, and {span.end} were selected.")
    return TextRange(inked[span.start], inked[span.end - 1] + 1)


def _passage_around(conn: Connection, source: Source, page_index: int, span: TextRange) -> TextRange:
    for passage in passages.of_page(conn, source.version_id, page_index):
        if passage.range.overlaps(span):
            return passage.range
    raise NotFound("No passage of the search stands there.")


def _place_view(
    reader: SourceReader, source: Source, page_index: int, span: TextRange, unit: SnapUnit
) -> View:
    place = reader.place(source, page_index, span)
    _require_ink(place)
    passage = reader.passage(source, page_index, span)
    quote = reader.words(source, page_index, span)
    return {
        "version_id": str(source.version_id),
        "page_index": page_index,
        "start": span.start,
        "end": span.end,
        "unit": unit.value,
        "quote": quote,
        "passage_id": str(passage) if passage else None,
        "words": place_name(source, place, quote),
        **marks_view(reader, source, place),
    }


def _annotation(
    conn: Connection, reader: SourceReader, verdict_id: UUID, ordinal: int, marked: MarkedPlace
) -> Annotation:
    source = reader.source(marked.version_id)
    version = versions.get(conn, marked.version_id)
    page = reader.page(source.version_id, marked.page_index)
    if cuts_a_word(marked.range, page.text):
        raise InvalidAnnotation("A marked place holds whole words. Mark it again.")
    place = reader.place(source, marked.page_index, marked.range)
    _require_ink(place)
    edition = editions.around(conn, source.version_id, [marked.page_index])
    return Annotation(
        id=marked.id,
        verdict_id=verdict_id,
        ordinal=ordinal,
        citation=marked.citation,
        version_id=version.id,
        sha256=version.sha256,
        media_type=version.media_type,
        title=version.title,
        reading=version.reading,
        parser_version=version.parser_version,
        render_version=version.render_version,
        passage=marked.passage or reader.passage(source, marked.page_index, marked.range),
        place=PageRange(marked.page_index, marked.range),
        page_label=page.label.text,
        unit=marked.unit,
        quote=marked.range.of(page.text),
        regions=tuple(region.to_json() for region in place.regions),
        spans=tuple(span_json(span) for span in place.spans),
        page_dimensions=page.geometry.to_json() if page.geometry else None,
        cited=describe(edition, marked.page_index, marked.range),
    )


def _require_ink(place: Place) -> None:
    if not place.regions and not place.spans:
        raise InvalidAnnotation("Nothing of it can be marked on the page: its characters have no ink.")
