"""Packets, claims, citations, calculations and checks as rows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

from pipeline.evidence.answer import Check, Claim
from pipeline.evidence.handle import CitationId
from pipeline.evidence.packet import Packet, PacketEntry
from pipeline.store import bulk
from pipeline.store.connect import Connection
from pipeline.store.passages import CONTENT_TYPES, content_columns

_ENTRY_TYPES = {
    "answer_id": "uuid",
    "handle": "text",
    "rank": "int",
    "passage_id": "text",
    "title": "text",
    "score": "float8",
    **CONTENT_TYPES,
}
_CLAIM_TYPES = {
    "answer_id": "uuid",
    "number": "int",
    "text": "text",
    "calculation_id": "text",
    "figures": "jsonb",
    "removed": "jsonb",
}
_CALCULATION_TYPES = {
    "answer_id": "uuid",
    "id": "text",
    "claim_number": "int",
    "expression": "text",
    "outcome": "text",
    "worked": "jsonb",
}
_CITATION_TYPES = {
    "answer_id": "uuid",
    "claim_number": "int",
    "ordinal": "int",
    "citation_id": "text",
    "handle": "text",
    "passage_id": "text",
    "quote": "text",
    "ranges": "jsonb",
    "focus": "jsonb",
}
_CHECK_TYPES = {
    "answer_id": "uuid",
    "claim_number": "int",
    "citation_id": "text",
    "kind": "text",
    "outcome": "text",
    "detail": "text",
    "checker": "text",
    "reason": "text",
}


def add_packet(conn: Connection, answer_id: UUID, packet: Packet) -> None:
    """Store the passages that an answer is made from, in order."""
    bulk.insert(
        conn, "packet_entries", _ENTRY_TYPES, (_entry_columns(answer_id, entry) for entry in packet.entries)
    )


def add_claims(conn: Connection, answer_id: UUID, claims: Sequence[Claim]) -> None:
    """Store claims of an answer whose packet is stored, with their calculations, citations and checks."""
    bulk.insert(conn, "claims", _CLAIM_TYPES, (_claim_columns(answer_id, claim) for claim in claims))
    bulk.insert(conn, "calculations", _CALCULATION_TYPES, _calculation_columns(answer_id, claims))
    bulk.insert(conn, "citations", _CITATION_TYPES, _citation_columns(answer_id, claims))
    name_readings(conn, answer_id, claims)
    bulk.insert(conn, "checks", _CHECK_TYPES, _check_columns(answer_id, claims))
    _name_what_was_checked(conn, answer_id, [claim.number for claim in claims])


def add_check(conn: Connection, answer_id: UUID, claim: int, check: Check) -> None:
    """Store one more result of a whole claim."""
    bulk.insert(conn, "checks", _CHECK_TYPES, [_check_row(answer_id, claim, None, check)])
    _name_what_was_checked(conn, answer_id, [claim])


def name_readings(conn: Connection, answer_id: UUID, claims: Sequence[Claim]) -> None:
    """Record which reading of its version each citation was made from: the stored one, if the cited passage still says
    what was cited; otherwise the version was read again while the answer was made, and none.
    """
    cited = {UUID(citation.passage.version) for claim in claims for citation in claim.citations}
    conn.execute("select from versions where id = any(%s) order by id for share", (list(cited),))
    conn.execute(
        """
        update citations c set reading = coalesce((
            select v.reading from versions v
            join pages p on p.version_id = v.id and p.page_index = split_part(e.passage_id, ':', 2)::int
            where v.id = c.version_id and substr(p.text, e.char_start + 1, e.char_end - e.char_start) = e.text
        ), 0)
        from packet_entries e where e.answer_id = c.answer_id and e.handle = c.handle and c.answer_id = %s
        """,
        (answer_id,),
    )


def _name_what_was_checked(conn: Connection, answer_id: UUID, claims: Sequence[int]) -> None:
    """Record with each check of claims (their numbers) the model and prompt that wrote them, and the parsers and
    renderers that what it cites was read by: all of them change while an answer stays."""
    conn.execute(
        """
        update checks k set model = a.model, prompt = a.generation ->> 'prompt'
        from answers a where a.id = k.answer_id and k.answer_id = %s and k.claim_number = any(%s)
        """,
        (answer_id, list(claims)),
    )
    conn.execute(
        """
        update checks k set parser_version = s.parsers, render_version = s.renderers
        from (
            select k.id, string_agg(distinct v.parser_version, ', ') as parsers,
                   string_agg(distinct v.render_version, ', ') as renderers
            from checks k
            join citations c on c.answer_id = k.answer_id and c.claim_number = k.claim_number
                and (k.citation_id is null or c.citation_id = k.citation_id)
            join versions v on v.id = c.version_id
            where k.answer_id = %s and k.claim_number = any(%s) group by k.id
        ) s
        where k.id = s.id
        """,
        (answer_id, list(claims)),
    )


def _claim_columns(answer_id: UUID, claim: Claim) -> tuple[Any, ...]:
    figures = json.dumps([figure.to_json() for figure in claim.figures])
    return answer_id, claim.number, claim.text, claim.calculation_id, figures, json.dumps(claim.removed)


def _calculation_columns(answer_id: UUID, claims: Iterable[Claim]) -> Iterator[tuple[Any, ...]]:
    for claim in claims:
        if one := claim.calculation:
            yield (
                answer_id,
                one.id,
                claim.number,
                one.expression,
                one.outcome.value,
                json.dumps(one.to_json()),
            )


def _entry_columns(answer_id: UUID, entry: PacketEntry) -> tuple[Any, ...]:
    passage = entry.passage
    return (
        answer_id,
        str(entry.handle),
        entry.handle.number,
        str(passage.id),
        entry.title,
        entry.score,
        *content_columns(passage),
    )


def _citation_columns(answer_id: UUID, claims: Iterable[Claim]) -> Iterator[tuple[Any, ...]]:
    for claim in claims:
        for ordinal, citation in enumerate(claim.citations):
            yield (
                answer_id,
                claim.number,
                ordinal,
                str(citation.id),
                str(citation.id.handle),
                str(citation.passage),
                citation.quote,
                json.dumps([span.to_json() for span in citation.ranges]),
                json.dumps(citation.focus.to_json()) if citation.focus else None,
            )


def _check_columns(answer_id: UUID, claims: Iterable[Claim]) -> Iterator[tuple[Any, ...]]:
    for claim in claims:
        yield from (_check_row(answer_id, claim.number, None, check) for check in claim.checks)
        for citation in claim.citations:
            yield from (_check_row(answer_id, claim.number, citation.id, check) for check in citation.checks)


def _check_row(answer_id: UUID, claim: int, citation: CitationId | None, check: Check) -> tuple[Any, ...]:
    name = None if citation is None else str(citation)
    return (
        answer_id,
        claim,
        name,
        check.kind.value,
        check.outcome.value,
        check.detail,
        check.checker,
        check.reason,
    )
