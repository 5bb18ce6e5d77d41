"""What became of citations whose version was read again, or superseded."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from pipeline.evidence.cited import Cited
from pipeline.evidence.reanchored import Reanchored
from pipeline.evidence.text import TextRange
from pipeline.store.connect import Connection
from pipeline.store.versions import VersionRow

Key = tuple[int, str]
"""A citation of an answer: its claim's number and its id."""


@dataclass(frozen=True, slots=True)
class CarriedRow:
    """A citation whose version was read again since: when and by which parser, and where its words stand now.

    `found` is None when nobody looked, because the answer was stored while the version was being read.
    """

    read_at: datetime
    parser_version: str
    found: Reanchored | None


@dataclass(frozen=True, slots=True)
class FoundRow:
    """Where a citation's words stand in a newer version, in the reading that this has now."""

    target_version: UUID
    found: Reanchored
    created_at: datetime


@dataclass(frozen=True, slots=True)
class CitationRow:
    """A stored citation of a version. `cited` describes its words if that was ever done; `reading` is what its page and
    ranges mean something in.
    """

    answer_id: UUID
    claim: int
    citation_id: str
    page_index: int
    ranges: tuple[TextRange, ...]
    focus: TextRange | None
    reading: int
    cited: tuple[Cited, ...]


def put(
    conn: Connection,
    answer_id: UUID,
    key: Key,
    target: VersionRow,
    found: Reanchored,
    cited: Sequence[Cited],
) -> None:
    """Store where a citation's words, `cited`, stand in the present reading of `target`; a later result counts."""
    value = found.to_json()
    conn.execute(
        """
        insert into reanchorings (answer_id, claim_number, citation_id, target_version, target_reading,
            parser_version, render_version, outcome, places, detail, cited)
        values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
        on conflict (tenant_id, answer_id, claim_number, citation_id, target_version, target_reading) do update set
            outcome = excluded.outcome, places = excluded.places, detail = excluded.detail, cited = excluded.cited,
            created_at = now()
        """,
        (
            answer_id,
            *key,
            target.id,
            target.reading,
            target.parser_version,
            target.render_version,
            value.pop("outcome"),
            json.dumps(value.pop("places")),
            Jsonb(value),
            Jsonb([one.to_json() for one in cited]),
        ),
    )


def carried(conn: Connection, answer_id: UUID) -> dict[Key, CarriedRow]:
    """The citations of an answer whose version has been read again since they were made."""
    rows = conn.execute(
        """
        select c.claim_number, c.citation_id, coalesce(v.read_at, v.created_at), v.parser_version,
               r.outcome, r.places, r.detail
        from citations c join versions v on v.id = c.version_id
        left join reanchorings r on r.answer_id = c.answer_id and r.claim_number = c.claim_number
            and r.citation_id = c.citation_id and r.target_version = v.id and r.target_reading = v.reading
        where c.answer_id = %s and c.reading <> v.reading
        """,
        (answer_id,),
    )
    return {
        (claim, citation): CarriedRow(read_at, parser, _found(outcome, places, detail) if outcome else None)
        for claim, citation, read_at, parser, outcome, places, detail in rows
    }


def found(conn: Connection, answer_id: UUID) -> dict[Key, list[FoundRow]]:
    """What was found in newer versions, the newest result first."""
    rows = conn.execute(
        """
        select r.claim_number, r.citation_id, r.target_version, r.outcome, r.places, r.detail, r.created_at
        from reanchorings r
        join citations c on c.answer_id = r.answer_id and c.claim_number = r.claim_number
            and c.citation_id = r.citation_id
        join versions v on v.id = r.target_version and v.reading = r.target_reading
        where r.answer_id = %s and r.target_version <> c.version_id order by r.created_at desc
        """,
        (answer_id,),
    )
    results: dict[Key, list[FoundRow]] = {}
    for claim, citation, target, outcome, places, detail, created_at in rows:
        row = FoundRow(target, _found(outcome, places, detail), created_at)
        results.setdefault((claim, citation), []).append(row)
    return results


def citations_of(conn: Connection, version_id: UUID) -> list[CitationRow]:
    """Every stored citation of a version, with the words that it was made from where they were described before."""
    rows = conn.execute(
        """
        select c.answer_id, c.claim_number, c.citation_id, split_part(c.passage_id, ':', 2)::int, c.ranges, c.focus,
               c.reading, (
                   select r.cited from reanchorings r
                   where r.answer_id = c.answer_id and r.claim_number = c.claim_number
                       and r.citation_id = c.citation_id and r.target_version = %(version)s
                   order by r.target_reading limit 1
               )
        from citations c
        where c.version_id = %(version)s
        order by c.answer_id, c.claim_number, c.ordinal
        """,
        {"version": version_id},
    )
    return [_citation(row) for row in rows]


def _found(outcome: str, places: list[Any], detail: dict[str, Any]) -> Reanchored:
    return Reanchored.from_json({"outcome": outcome, "places": places, **detail})


def _citation(row: tuple[Any, ...]) -> CitationRow:
    answer_id, claim, citation_id, page_index, ranges, focus, reading, cited = row
    return CitationRow(
        answer_id,
        claim,
        citation_id,
        page_index,
        tuple(TextRange(start, end) for start, end in ranges),
        TextRange(*focus) if focus else None,
        reading,
        tuple(Cited.from_json(one) for one in cited or ()),
    )
