"""The places that reviewers marked, and where they stand in other readings of their filing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.annotation import Annotation, InvalidAnnotation, OrphanReason, SnapUnit
from pipeline.evidence.cited import Cited
from pipeline.evidence.handle import CitationId
from pipeline.evidence.passage import PassageId
from pipeline.evidence.reanchored import Outcome, Reanchored, Spot
from pipeline.evidence.text import PageRange, TextRange
from pipeline.store import annotation_places, bulk
from pipeline.store.connect import Connection
from pipeline.store.documents import IS_SUPERSEDED


@dataclass(frozen=True, slots=True)
class Placed:
    """An annotation and where it stands now: in the present reading of its own version (`here`), and in the current
    version of its filing where that is another (`newer`, `newer_version`; `newer` is None while nobody has looked).

    `here` is None where `orphan` says why it has no one place in the library today; `candidates` are the places to
    choose from where it is ambiguous. `home` is the version with its bytes: another than the annotation names where the
    filing was removed and came back. `read_again` is the parser of the reading that `here` was looked for in.
    """

    annotation: Annotation
    here: Reanchored | None
    orphan: OrphanReason | None
    newer_version: UUID | None = None
    newer: Reanchored | None = None
    looked_at: datetime | None = None
    home: UUID | None = None
    candidates: tuple[Spot, ...] = ()
    read_again: str | None = None


def put(conn: Connection, annotation: Annotation) -> None:
    """Store a marked place of a verdict that is stored, and where it stands today. Raises as `put_all` does."""
    put_all(conn, [annotation])


def put_all(conn: Connection, annotations: Sequence[Annotation]) -> None:
    """Store marked places of verdicts that are stored. Those that were made in another reading than the present one, or
    in a version that was superseded, are looked for there at once.

    Raises InvalidAnnotation when an id belongs to another marked place.
    """
    taken = conn.execute(
        "select id from annotations where id = any(%s)", ([one.id for one in annotations],)
    ).fetchone()
    if taken is not None:
        raise InvalidAnnotation(f"The id {taken[0]} belongs to a marked place that is stored already.")
    bulk.insert(conn, "annotations", _TYPES, (_columns(one) for one in annotations))
    annotation_places.settle(conn, annotations)


def of_verdicts(conn: Connection, verdict_ids: Sequence[UUID]) -> dict[UUID, list[Placed]]:
    """The marked places of verdicts, in their order."""
    return _by_verdict(_placed(conn, "a.verdict_id = any(%(value)s)", list(verdict_ids)))


def of_answer(conn: Connection, answer_id: UUID) -> dict[UUID, list[Placed]]:
    """The marked places of all verdicts on an answer's claims, by verdict."""
    condition = "a.verdict_id in (select t.id from verdicts t where t.answer_id = %(value)s)"
    return _by_verdict(_placed(conn, condition, answer_id))


def of_version(conn: Connection, version_id: UUID) -> list[Placed]:
    """Every marked place of a version, also of one that was removed."""
    return _placed(
        conn,
        "(a.version_id = %(value)s or a.sha256 = (select o.sha256 from versions o where o.id = %(value)s))",
        version_id,
    )


def orphans(conn: Connection, limit: int) -> list[Placed]:
    """The marked places that have no one place in the library today, the newest first. Rights are asked for by whoever
    shows them."""
    return _placed(conn, _IS_ORPHAN, limit, "order by t.decided_at desc, a.id limit %(value)s")


def citations_of(conn: Connection, verdict_id: UUID) -> frozenset[str]:
    """The ids of the citations of the claim that a verdict is on: what its marked places may correct."""
    rows = conn.execute(
        """
        select c.citation_id from verdicts t
        join citations c on c.answer_id = t.answer_id and c.claim_number = t.claim_number where t.id = %s
        """,
        (verdict_id,),
    )
    return frozenset(citation_id for (citation_id,) in rows)


_TYPES: Final = {
    "id": "uuid",
    "verdict_id": "uuid",
    "ordinal": "int",
    "citation_id": "text",
    "version_id": "uuid",
    "sha256": "text",
    "media_type": "text",
    "title": "text",
    "reading": "int",
    "parser_version": "text",
    "render_version": "text",
    "passage_id": "text",
    "page_index": "int",
    "page_label": "text",
    "char_start": "int",
    "char_end": "int",
    "unit": "text",
    "quote": "text",
    "regions": "jsonb",
    "spans": "jsonb",
    "page_dimensions": "jsonb",
    "cited": "jsonb",
}

# The version with the annotation's bytes is its home; `newer` the current one of that filing.
_PLACED: Final = f"""
    select {", ".join(f"a.{name}" for name in _TYPES)},
           home.id, home.parser_version,
           home.id = a.version_id and home.reading = a.reading and home.parser_version = a.parser_version,
           there.outcome, there.places, there.detail, there.created_at,
           newer.id, found.outcome, found.places, found.detail, found.created_at
    from annotations a
    join verdicts t on t.id = a.verdict_id
    left join versions home on home.sha256 = a.sha256
    left join annotation_places there
        on there.annotation_id = a.id and there.target_version = home.id and there.target_reading = home.reading
    left join lateral (
        select v.id, v.reading from versions v where v.document_id = home.document_id and not {IS_SUPERSEDED}
        order by v.created_at desc, v.id limit 1
    ) newer on newer.id <> home.id
    left join annotation_places found
        on found.annotation_id = a.id and found.target_version = newer.id and found.target_reading = newer.reading
"""

_IS_ORPHAN: Final = """(
    home.id is null or there.outcome in ('ambiguous', 'missing') or (there.outcome is null and not
        (home.id = a.version_id and home.reading = a.reading and home.parser_version = a.parser_version))
)"""

_ORPHANED: Final = {Outcome.AMBIGUOUS: OrphanReason.AMBIGUOUS, Outcome.MISSING: OrphanReason.LOST}


def _placed(
    conn: Connection,
    condition: str,
    value: UUID | list[UUID] | int,
    order: str = "order by t.decided_at, t.id, a.ordinal",
) -> list[Placed]:
    rows = conn.execute(f"{_PLACED} where {condition} {order}".encode(), {"value": value})
    return [_row(row) for row in rows]


def _by_verdict(placed: Sequence[Placed]) -> dict[UUID, list[Placed]]:
    found: dict[UUID, list[Placed]] = {}
    for one in placed:
        found.setdefault(one.annotation.verdict_id, []).append(one)
    return found


def _row(row: tuple[Any, ...]) -> Placed:
    annotation = _annotation(row[: len(_TYPES)])
    home, parser, is_own_reading, *rest = row[len(_TYPES) :]
    there, newer_version, newer = rest[:4], rest[4], rest[5:]
    found = _found(there)
    if found is None and is_own_reading:
        found = Reanchored(Outcome.SAME, (Spot(annotation.place.page_index, annotation.place.range),))
    orphan = _orphan(home, found)
    return Placed(
        annotation,
        here=None if orphan else found,
        orphan=orphan,
        newer_version=newer_version,
        newer=_found(newer),
        looked_at=newer[3] or there[3],
        home=home,
        candidates=found.places if found and orphan is OrphanReason.AMBIGUOUS else (),
        read_again=None if home is None or is_own_reading else parser,
    )


def _orphan(home: UUID | None, found: Reanchored | None) -> OrphanReason | None:
    if home is None:
        return OrphanReason.REMOVED
    if found is None:
        return OrphanReason.NOT_LOOKED
    return _ORPHANED.get(found.outcome)


def _found(row: Sequence[Any]) -> Reanchored | None:
    outcome, places, detail, _ = row
    if outcome is None:
        return None
    return Reanchored.from_json({"outcome": outcome, "places": places, **detail})


def _columns(one: Annotation) -> tuple[Any, ...]:
    return (
        one.id,
        one.verdict_id,
        one.ordinal,
        str(one.citation) if one.citation else None,
        one.version_id,
        one.sha256,
        one.media_type,
        one.title,
        one.reading,
        one.parser_version,
        one.render_version,
        str(one.passage) if one.passage else None,
        one.place.page_index,
        one.page_label,
        one.place.range.start,
        one.place.range.end,
        one.unit.value,
        one.quote,
        json.dumps([dict(region) for region in one.regions]),
        json.dumps([dict(span) for span in one.spans]),
        json.dumps(dict(one.page_dimensions)) if one.page_dimensions else None,
        json.dumps(one.cited.to_json()),
    )


def _annotation(row: Sequence[Any]) -> Annotation:
    value = dict(zip(_TYPES, row, strict=True))
    place = PageRange(value.pop("page_index"), TextRange(value.pop("char_start"), value.pop("char_end")))
    citation, passage = value.pop("citation_id"), value.pop("passage_id")
    return Annotation(
        **{
            **value,
            "unit": SnapUnit(value["unit"]),
            "regions": tuple(value["regions"]),
            "spans": tuple(value["spans"]),
            "cited": Cited.from_json(value["cited"]),
        },
        citation=CitationId.parse(citation) if citation else None,
        passage=PassageId.parse(passage) if passage else None,
        place=place,
    )
