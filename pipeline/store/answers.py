"""Answers with the packet they were made from, their claims, citations and checks."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from pipeline.evidence.answer import (
    Answer,
    Check,
    CheckKind,
    CheckOutcome,
    Citation,
    Claim,
    FigureFinding,
)
from pipeline.evidence.calculation import Calculation
from pipeline.evidence.errors import NotFound
from pipeline.evidence.generation import Generation, Problem
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.packet import Packet, PacketEntry
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import TextRange
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

_Checks = Mapping[tuple[int, str | None], tuple[Check, ...]]
"""By claim number and citation id; None for the checks of the whole claim."""


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """An answer as a list shows it."""

    id: UUID
    question: str
    method: str
    model: str | None
    created_at: datetime
    claims: int
    not_in_sources: str | None


def save(conn: Connection, user_id: UUID, answer: Answer, scope: Mapping[str, object] | None = None) -> None:
    """Store an answer with everything that it stands on. `scope` says, as JSON, what was asked (chosen documents)."""
    conn.execute(
        """
        insert into answers (
            id, user_id, question, method, model, not_in_sources, scope, created_at, unanswered, problem, generation
        )
        values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
        """,
        (
            answer.id,
            user_id,
            answer.question,
            answer.method,
            answer.model,
            answer.not_in_sources,
            None if scope is None else Jsonb(scope),
            answer.created_at,
            list(answer.unanswered),
            Jsonb(answer.problem.to_json()) if answer.problem else None,
            Jsonb(answer.generation.to_json()) if answer.generation else None,
        ),
    )
    bulk.insert(
        conn, "packet_entries", _ENTRY_TYPES, (_entry_columns(answer.id, e) for e in answer.packet.entries)
    )
    bulk.insert(conn, "claims", _CLAIM_TYPES, (_claim_columns(answer.id, claim) for claim in answer.claims))
    bulk.insert(conn, "calculations", _CALCULATION_TYPES, _calculation_columns(answer))
    bulk.insert(conn, "citations", _CITATION_TYPES, _citation_columns(answer))
    _name_readings(conn, answer)
    bulk.insert(conn, "checks", _CHECK_TYPES, _check_columns(answer))
    _name_what_was_checked(conn, answer)


def get(conn: Connection, answer_id: UUID) -> Answer:
    """The answer as it was saved, with the newest result of each check. Raises NotFound, for a foreign one too."""
    row = conn.execute(
        """
        select question, method, model, created_at, not_in_sources, unanswered, problem, generation
        from answers where id = %s
        """,
        (answer_id,),
    ).fetchone()
    if row is None:
        raise NotFound(f"There is no answer {answer_id}.")
    question, method, model, created_at, not_in_sources, unanswered, problem, generation = row
    return Answer(
        answer_id,
        question,
        method,
        model,
        created_at,
        _claims(conn, answer_id),
        _packet(conn, answer_id),
        not_in_sources,
        tuple(unanswered),
        Problem.from_json(problem) if problem else None,
        Generation.from_json(generation) if generation else None,
    )


def recent(conn: Connection, user_id: UUID, limit: int) -> list[AnswerRow]:
    """The user's answers, newest first."""
    with conn.cursor(row_factory=class_row(AnswerRow)) as cursor:
        return cursor.execute(
            """
            select id, question, method, model, created_at, not_in_sources,
                   (select count(*) from claims c where c.answer_id = a.id) as claims
            from answers a where user_id = %s order by created_at desc, id limit %s
            """,
            (user_id, limit),
        ).fetchall()


def _name_readings(conn: Connection, answer: Answer) -> None:
    """Record which reading of its version each citation was made from: the stored one, if the cited passage still says
    what was cited; otherwise the version was read again while the answer was made, and none.
    """
    cited = {UUID(citation.passage.version) for claim in answer.claims for citation in claim.citations}
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
        (answer.id,),
    )


def _name_what_was_checked(conn: Connection, answer: Answer) -> None:
    """Record with each check the model and prompt that wrote the claim, and, for a citation's, the parser and the
    renderer that its version was read by: all of them change while an answer stays."""
    conn.execute(
        """
        update checks k set model = a.model, prompt = a.generation ->> 'prompt'
        from answers a where a.id = k.answer_id and k.answer_id = %s
        """,
        (answer.id,),
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
            where k.answer_id = %s group by k.id
        ) s
        where k.id = s.id
        """,
        (answer.id,),
    )


def _claim_columns(answer_id: UUID, claim: Claim) -> tuple[Any, ...]:
    figures = json.dumps([figure.to_json() for figure in claim.figures])
    return answer_id, claim.number, claim.text, claim.calculation_id, figures, json.dumps(claim.removed)


def _calculation_columns(answer: Answer) -> Iterator[tuple[Any, ...]]:
    for claim in answer.claims:
        if one := claim.calculation:
            yield (
                answer.id,
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


def _citation_columns(answer: Answer) -> Iterator[tuple[Any, ...]]:
    for claim in answer.claims:
        for ordinal, citation in enumerate(claim.citations):
            yield (
                answer.id,
                claim.number,
                ordinal,
                str(citation.id),
                str(citation.id.handle),
                str(citation.passage),
                citation.quote,
                json.dumps([span.to_json() for span in citation.ranges]),
                json.dumps(citation.focus.to_json()) if citation.focus else None,
            )


def _check_columns(answer: Answer) -> Iterator[tuple[Any, ...]]:
    for claim in answer.claims:
        yield from (_check_row(answer.id, claim.number, None, check) for check in claim.checks)
        for citation in claim.citations:
            yield from (_check_row(answer.id, claim.number, citation.id, check) for check in citation.checks)


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


def _packet(conn: Connection, answer_id: UUID) -> Packet:
    rows = conn.execute(
        """
        select handle, passage_id, title, score, char_start, char_end, first_block, last_block, text, context
        from packet_entries where answer_id = %s order by rank
        """,
        (answer_id,),
    )
    return Packet(tuple(_entry(row) for row in rows))


def _entry(row: tuple[Any, ...]) -> PacketEntry:
    handle, passage_id, title, score, start, end, first_block, last_block, text, context = row
    passage = Passage(
        PassageId.parse(passage_id), TextRange(start, end), first_block, last_block, text, context
    )
    return PacketEntry(Handle.parse(handle), passage, title, score)


def _claims(conn: Connection, answer_id: UUID) -> tuple[Claim, ...]:
    checks = _checks(conn, answer_id)
    citations = _citations(conn, answer_id, checks)
    rows = conn.execute(
        """
        select c.number, c.text, k.worked, c.figures, c.removed
        from claims c left join calculations k on k.answer_id = c.answer_id and k.id = c.calculation_id
        where c.answer_id = %s order by c.number
        """,
        (answer_id,),
    )
    return tuple(
        Claim(
            number,
            text,
            tuple(citations[number]),
            checks.get((number, None), ()),
            Calculation.from_json(worked) if worked else None,
            tuple(FigureFinding.from_json(figure) for figure in figures),
            tuple(removed),
        )
        for number, text, worked, figures, removed in rows
    )


def _citations(conn: Connection, answer_id: UUID, checks: _Checks) -> dict[int, list[Citation]]:
    rows = conn.execute(
        """
        select claim_number, citation_id, passage_id, quote, ranges, focus
        from citations where answer_id = %s order by claim_number, ordinal
        """,
        (answer_id,),
    )
    found: dict[int, list[Citation]] = defaultdict(list)
    for claim, citation_id, passage_id, quote, ranges, focus in rows:
        found[claim].append(
            Citation(
                CitationId.parse(citation_id),
                PassageId.parse(passage_id),
                quote,
                tuple(TextRange(start, end) for start, end in ranges),
                checks.get((claim, citation_id), ()),
                TextRange(*focus) if focus else None,
            )
        )
    return found


def _checks(conn: Connection, answer_id: UUID) -> _Checks:
    rows = conn.execute(
        """
        select claim_number, citation_id, kind, outcome, detail, checker, reason
        from checks where answer_id = %s order by id
        """,
        (answer_id,),
    )
    found: dict[tuple[int, str | None], list[Check]] = defaultdict(list)
    for claim, citation_id, kind, outcome, detail, checker, reason in rows:
        check = Check(CheckKind(kind), CheckOutcome(outcome), detail, checker, reason)
        found[claim, citation_id].append(check)
    return {key: _newest(checks) for key, checks in found.items()}


def _newest(checks: Iterable[Check]) -> tuple[Check, ...]:
    """The last check of each kind and checker, in the order in which they were first made."""
    return tuple({(check.kind, check.checker): check for check in checks}.values())
