"""Marked places as the browser draws them: where they stand today, or why they have no place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from pipeline.evidence.annotation import OrphanReason
from pipeline.evidence.errors import AccessDenied, EvidenceError, NotFound
from pipeline.evidence.page import PageGeometry
from pipeline.evidence.reanchored import Outcome, Reanchored, Spot
from pipeline.evidence.region import Role
from pipeline.store.annotations import Placed
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope
from viewer import words
from viewer.citations import Place, Source
from viewer.place_views import region_view, span_view
from viewer.source_reader import SourceReader, page_place

View = dict[str, Any]

ANNOTATION: Final = "annotation"
"""The role of a marked place's own words; what stands around them has a citation's roles."""
MOST_SAID: Final = 80
"""Characters of a place's own words in its name."""


def annotation_views(conn: Connection, scope: Scope, placed: Iterable[Placed]) -> list[View]:
    """Marked places as this user may see them: of a filing that they may not read, nothing but that."""
    reader = SourceReader(conn, scope)
    return [annotation_view(reader, one) for one in placed]


def annotation_view(reader: SourceReader, placed: Placed) -> View:
    """{"id", "citation_id", "version_id", "page_index", "page_words", "start", "end", "unit", "quote", "state",
    "state_words", "regions", "ranges"}, and "title", "newer", and where it stands its name in "words".

    `state`: ready, superseded, orphan, or denied. An orphan and a withheld place have no regions and ranges. Without a
    filing its rights cannot be asked for, so that its words are withheld too. `newer` is the place in the version that
    took its own one's place: null where there is none, or nothing that this user may read.
    """
    source = _source(reader, placed)
    if isinstance(source, NotFound | AccessDenied):
        return _withheld(placed, source)
    spot = placed.here.place if placed.here else None
    if spot is None:
        return _view(placed, source, placed.annotation.place.page_index) | {
            "state": "orphan",
            "state_words": _orphan_words(placed, source),
        }
    try:
        place = reader.place(source, spot.page_index, spot.range)
        marks = marks_view(reader, source, place)
    except EvidenceError as error:
        return _view(placed, source, spot.page_index) | {"state": "orphan", "state_words": error.message}
    newer = _newer(reader, source, placed)
    return _view(placed, source, spot.page_index) | {
        "page_words": words.short_locus(source, place.page),
        "words": place_name(source, place, placed.annotation.quote),
        "start": spot.range.start,
        "end": spot.range.end,
        "state": "superseded" if source.successor else "ready",
        "state_words": _state_words(placed, source, newer),
        "newer": newer,
        **marks,
    }


def place_name(source: Source, place: Place, quote: str) -> str:
    """What a place is called: "PDF page 4 · Services · 21,213", or its beginning in prose."""
    where = words.short_locus(source, place.page).partition(" · ")[0]
    values = " ".join(" ".join(cell for cell in place.cells if cell != place.row).split())
    prose = " ".join(quote.split())
    named = [place.row, values] if place.cells else [f"“{prose}”"]
    return " · ".join([where, *(words.shortened(name, MOST_SAID) for name in named if name)])


def marks_view(reader: SourceReader, source: Source, place: Place) -> View:
    """{"regions", "ranges"}: as of a citation (viewer/place_views.py), its own words in the role `annotation`."""

    def geometry(index: int) -> PageGeometry:
        found = reader.page(source.version_id, index).geometry
        if found is None:
            raise NotFound(f"Page {index} has no size.")
        return found

    regions = [region_view(region, geometry(region.page_index)) for region in place.regions]
    return {"regions": _marked(regions), "ranges": _marked([span_view(span) for span in place.spans])}


def _marked(marks: Sequence[View]) -> list[View]:
    return [
        mark | {"role": ANNOTATION if mark["role"] == Role.QUOTE else mark["role"], "cited": is_own}
        for mark in marks
        for is_own in [mark["role"] == Role.QUOTE]
    ]


def _source(reader: SourceReader, placed: Placed) -> Source | NotFound | AccessDenied:
    try:
        return reader.source(placed.home or placed.annotation.version_id)
    except (NotFound, AccessDenied) as error:
        return error


def _view(placed: Placed, source: Source, page_index: int) -> View:
    """What every place tells whose filing may be read; its page as it was marked, its words as they were then."""
    annotation = placed.annotation
    printed = f"printed {annotation.page_label}" if annotation.page_label else "no printed number"
    return {
        "id": str(annotation.id),
        "citation_id": str(annotation.citation) if annotation.citation else None,
        "version_id": str(source.version_id),
        "title": source.title,
        "page_index": page_index,
        "page_words": f"{words.page_word(source.media, annotation.place.page_index)} · {printed}",
        "start": annotation.place.range.start,
        "end": annotation.place.range.end,
        "unit": annotation.unit.value,
        "quote": annotation.quote,
        "regions": [],
        "ranges": [],
        "newer": None,
    }


def _withheld(placed: Placed, why: NotFound | AccessDenied) -> View:
    annotation, is_denied = placed.annotation, isinstance(why, AccessDenied)
    return {
        "id": str(annotation.id),
        "citation_id": str(annotation.citation) if annotation.citation else None,
        "version_id": None,
        "title": "",
        "page_index": None,
        "page_words": "",
        "start": None,
        "end": None,
        "unit": annotation.unit.value,
        "quote": "",
        "state": "denied" if is_denied else "orphan",
        "state_words": _DENIED if is_denied else _REMOVED,
        "regions": [],
        "ranges": [],
        "newer": None,
    }


# --- words ----------------------------------------------------------------------------------------------


def _orphan_words(placed: Placed, source: Source) -> str:
    """Why it has no place, and what to do."""
    reading = f"The filing was read again by {placed.read_again}." if placed.read_again else ""
    match placed.orphan:
        case OrphanReason.AMBIGUOUS:
            count = len(placed.candidates)
            fits = (
                f"The marked words fit {count} places there"
                if count > 1
                else "The marked words may stand there"
            )
            why = f"{fits}, and nothing tells which is meant."
        case OrphanReason.LOST:
            why = "That reading does not have the marked words on this page."
        case OrphanReason.REMOVED:
            return _REMOVED
        case _:
            why = "Nobody has looked for the marked words there."
    return " ".join(filter(None, [reading, why, "Mark the place again."]))


def _state_words(placed: Placed, source: Source, newer: View | None) -> str:
    again = f"Found again in the reading by {placed.read_again}." if placed.read_again else ""
    if source.successor is None:
        return again
    if source.successor.title is None:
        there = "You do not have access to the newer one."
    elif newer is None:
        there = "Nobody has looked for the place in it."
    else:
        there = f"There: {newer['words']}."
    return " ".join(filter(None, [again, "A newer version replaces this filing.", there]))


_DENIED: Final = (
    "You do not have access to the document that was marked. The place and its words are withheld."
)
_REMOVED: Final = (
    "The filing that was marked is not in the library any more, so its rights can no longer be checked. "
    "The place comes back when the same file is added again."
)


# --- the newer version ---------------------------------------------------------------------------------


def _newer(reader: SourceReader, source: Source, placed: Placed) -> View | None:
    """Where the words stand in the version that took its own one's place, for whoever may read that."""
    if placed.newer is None or placed.newer_version is None or source.successor is None:
        return None
    try:
        target = reader.source(placed.newer_version)
    except (NotFound, AccessDenied):
        return None
    found = placed.newer
    view: View = {
        "version_id": str(target.version_id),
        "title": target.title,
        "outcome": found.outcome.value,
        "words": _newer_words(reader, target, found),
        "page_index": None,
        "start": None,
        "end": None,
        "quote": "",
        "regions": [],
        "ranges": [],
    }
    spot = found.place
    return view if spot is None else view | _spot_view(reader, target, spot)


def _spot_view(reader: SourceReader, target: Source, spot: Spot) -> View:
    place = reader.place(target, spot.page_index, spot.range)
    return {
        "page_index": spot.page_index,
        "start": spot.range.start,
        "end": spot.range.end,
        "quote": reader.words(target, spot.page_index, spot.range),
        **marks_view(reader, target, place),
    }


def _newer_words(reader: SourceReader, target: Source, found: Reanchored) -> str:
    if found.outcome is Outcome.AMBIGUOUS:
        return f"{len(found.places)} places fit, and nothing tells which is meant"
    if found.place is None:
        return "the marked words do not stand there"
    page = page_place(reader.page(target.version_id, found.place.page_index))
    where = words.short_locus(target, page)
    if found.outcome is Outcome.CHANGED_FIGURE:
        changes = ", ".join(f"{one.before} → {one.after}" for one in found.changes)
        return f"a changed figure, {changes}, {where}"
    return f"the same words, {where}"
