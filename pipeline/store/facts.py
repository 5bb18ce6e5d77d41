"""Tagged facts of a version."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from pipeline.evidence.fact import Dimension, Fact, FactNote
from pipeline.evidence.text import PageRange
from pipeline.store import bulk
from pipeline.store.connect import Connection

Row = tuple[Any, ...]

_TYPES = {
    "version_id": "uuid",
    "ordinal": "int",
    "id": "text",
    "concept": "text",
    "display": "text",
    "value": "text",
    "unit": "text",
    "scale": "int",
    "negative": "boolean",
    "decimals": "text",
    "format": "text",
    "nil": "boolean",
    "period_start": "date",
    "period_end": "date",
    "dimensions": "jsonb",
    "notes": "jsonb",
    "places": "jsonb",
    "first_page": "int",
    "last_page": "int",
}
_SELECT = """
    select id, concept, coalesce(display, value), value, unit, scale, negative, decimals, format, nil,
           period_start, period_end, dimensions, places, notes
    from facts where version_id = %s
"""


def add_all(conn: Connection, version_id: UUID, facts: Iterable[Fact]) -> int:
    """Store the facts of a new version, in the document's order; how many there were."""
    rows = (_columns(version_id, ordinal, fact) for ordinal, fact in enumerate(facts))
    return bulk.insert(conn, "facts", _TYPES, rows)


def of_page(conn: Connection, version_id: UUID, page_index: int) -> list[Fact]:
    """The facts that stand on a page (0-based), in the document's order; those of a long text on its every page."""
    rows = conn.execute(
        f"{_SELECT} and first_page <= %s and last_page >= %s order by ordinal".encode(),
        (version_id, page_index, page_index),
    )
    facts = [_fact(row) for row in rows]
    # A text that goes on elsewhere may leave out pages between its first and its last.
    return [fact for fact in facts if any(place.page_index == page_index for place in fact.places)]


def numbers_of_pages(conn: Connection, version_id: UUID, page_indexes: Sequence[int]) -> list[Row]:
    """Of the numbers that are tagged on some pages (0-based): places, unit, scale, first and last day, as they are
    stored: most are never looked at, and building each costs more than reading it."""
    rows = conn.execute(
        """
        select places, unit, coalesce(scale, 0), period_start, period_end from facts
        where version_id = %s and unit is not null and first_page = any(%s) order by ordinal
        """,
        (version_id, list(page_indexes)),
    )
    return rows.fetchall()


def of_concept(conn: Connection, version_id: UUID, concept: str) -> list[Fact]:
    """All facts of a version with one concept ("us-gaap:Revenues"), hidden ones too, in the document's order."""
    rows = conn.execute(f"{_SELECT} and concept = %s order by ordinal".encode(), (version_id, concept))
    return [_fact(row) for row in rows]


def _columns(version_id: UUID, ordinal: int, fact: Fact) -> tuple[Any, ...]:
    pages = [place.page_index for place in fact.places]
    return (
        version_id,
        ordinal,
        fact.id,
        fact.concept,
        None if fact.display == fact.value else fact.display,
        fact.value,
        fact.unit,
        fact.scale,
        fact.negative,
        fact.decimals,
        fact.format,
        fact.nil,
        fact.start,
        fact.end,
        json.dumps([[one.axis, one.member, one.typed] for one in fact.dimensions]),
        json.dumps([[note.text, _to_json(note.places)] for note in fact.notes]),
        json.dumps(_to_json(fact.places)),
        min(pages, default=None),
        max(pages, default=None),
    )


def _fact(row: tuple[Any, ...]) -> Fact:
    (fact_id, concept, display, value, unit, scale, negative, decimals, format_, nil) = row[:10]
    (start, end, dimensions, places, notes) = row[10:]
    return Fact(
        fact_id,
        concept,
        display,
        value,
        unit,
        scale,
        negative,
        decimals,
        format_,
        nil,
        start,
        end,
        tuple(Dimension(*one) for one in dimensions),
        _from_json(places),
        tuple(FactNote(text, _from_json(shown)) for text, shown in notes),
    )


def _to_json(places: Sequence[PageRange]) -> list[list[int]]:
    return [place.to_json() for place in places]


def _from_json(places: Sequence[list[int]]) -> tuple[PageRange, ...]:
    return tuple(PageRange.from_json(place) for place in places)
