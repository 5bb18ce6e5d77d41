"""Values of the contract as rows of the exchanged form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from pipeline.evidence.annotation import Annotation
from pipeline.evidence.answer import Citation, Claim
from pipeline.evidence.packet import PacketEntry
from pipeline.store.exchanged import Filing

Json = dict[str, Any]


def source(version_id: UUID, filing: Filing | None, marked: Annotation | None) -> Json:
    """What is known of a version: by the store, else by a place that was marked in it, else its id."""
    if filing is None and marked is not None:
        filing = Filing(
            version_id,
            sha256=marked.sha256,
            media_type=marked.media_type,
            title=marked.title,
            parser_version=marked.parser_version,
            render_version=marked.render_version,
        )
    return plain(asdict(filing or Filing(version_id)))


def passage(entry: PacketEntry) -> Json:
    one = entry.passage
    return {
        "handle": str(entry.handle),
        "passage_id": str(one.id),
        "title": entry.title,
        "score": entry.score,
        "start": one.range.start,
        "end": one.range.end,
        "first_block": one.first_block,
        "last_block": one.last_block,
        "text": one.text,
        "context": one.context,
    }


def claim(one: Claim) -> Json:
    return {
        "number": one.number,
        "text": one.text,
        "figures": [figure.to_json() for figure in one.figures],
        "removed": list(one.removed),
    }


def citation(number: int, one: Citation) -> Json:
    """All but its marks."""
    return {
        "claim": number,
        "citation_id": str(one.id),
        "passage_id": str(one.passage),
        "quote": one.quote,
        "ranges": [span.to_json() for span in one.ranges],
        "focus": one.focus.to_json() if one.focus else None,
    }


def annotation(one: Annotation) -> Json:
    return {
        "id": str(one.id),
        "verdict_id": str(one.verdict_id),
        "ordinal": one.ordinal,
        "citation_id": str(one.citation) if one.citation else None,
        "version_id": str(one.version_id),
        "sha256": one.sha256,
        "media_type": one.media_type,
        "title": one.title,
        "parser_version": one.parser_version,
        "render_version": one.render_version,
        "passage_id": str(one.passage) if one.passage else None,
        "page_index": one.place.page_index,
        "page_label": one.page_label,
        "start": one.place.range.start,
        "end": one.place.range.end,
        "unit": one.unit.value,
        "quote": one.quote,
        "regions": [dict(region) for region in one.regions],
        "spans": [dict(span) for span in one.spans],
        "page_dimensions": dict(one.page_dimensions) if one.page_dimensions else None,
        "cited": one.cited.to_json(),
    }


def plain(values: Mapping[str, Any]) -> Json:
    """Ids and moments as JSON has them."""
    return {name: _plain(value) for name, value in values.items()}


def moment(when: datetime) -> str:
    return when.astimezone(UTC).isoformat()


def _plain(value: Any) -> Any:
    if isinstance(value, UUID):
        return str(value)
    return moment(value) if isinstance(value, datetime) else value
