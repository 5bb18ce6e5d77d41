"""Answers with the packet they were made from, their claims, citations and checks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
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
from pipeline.evidence.asked_scope import AskedScope
from pipeline.evidence.calculation import Calculation
from pipeline.evidence.errors import NotFound
from pipeline.evidence.generation import Generation, Problem, ProblemKind, Stage
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.packet import Packet, PacketEntry
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import TextRange
from pipeline.store import claim_rows
from pipeline.store.connect import Connection

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


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an answer is: `stage` as it is stored, None once it is finished or was interrupted."""

    stage: str | None
    claims: int
    checks: int


_INTERRUPTED = Problem(
    ProblemKind.INTERRUPTED,
    "Writing this answer was interrupted, because the process that wrote it ended. What had been checked is kept; ask "
    "again for the rest.",
)


def save(conn: Connection, user_id: UUID, answer: Answer, scope: AskedScope | None = None) -> None:
    """Store a finished answer with everything that it stands on, and what it was asked of."""
    conn.execute(
        """
        insert into answers (
            id, user_id, question, method, model, not_in_sources, scope, created_at, finished_at, unanswered, problem,
            generation
        )
        values (%s, %s, %s, %s, %s, %s, %s, %s, clock_timestamp(), %s, %s, %s)
        """,
        (
            answer.id,
            user_id,
            answer.question,
            answer.method,
            answer.model,
            answer.not_in_sources,
            None if scope is None else Jsonb(scope.to_json()),
            answer.created_at,
            list(answer.unanswered),
            Jsonb(answer.problem.to_json()) if answer.problem else None,
            Jsonb(answer.generation.to_json()) if answer.generation else None,
        ),
    )
    claim_rows.add_packet(conn, answer.id, answer.packet)
    claim_rows.add_claims(conn, answer.id, answer.claims)


def get(conn: Connection, answer_id: UUID) -> Answer:
    """The answer as it was saved, with the newest result of each check. Raises NotFound, for a foreign one too."""
    row = conn.execute(
        """
        select question, method, model, created_at, not_in_sources, unanswered, problem, generation,
               case when finished_at is null then stage end, is_interrupted(a)
        from answers a where id = %s
        """,
        (answer_id,),
    ).fetchone()
    if row is None:
        raise NotFound(f"There is no answer {answer_id}.")
    question, method, model, created_at, not_in_sources, unanswered, problem, generation, stage, gone = row
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
        _INTERRUPTED if gone else Problem.from_json(problem) if problem else None,
        Generation.from_json(generation) if generation else None,
        Stage(stage) if stage and not gone else None,
    )


def progress(conn: Connection, answer_id: UUID) -> Progress:
    """How far an answer is. Raises NotFound."""
    with conn.cursor(row_factory=class_row(Progress)) as cursor:
        row = cursor.execute(
            """
            select case when a.finished_at is null and not is_interrupted(a) then a.stage end as stage,
                   (select count(*) from claims c where c.answer_id = a.id) as claims,
                   (select count(*) from checks k where k.answer_id = a.id) as checks
            from answers a where a.id = %s
            """,
            (answer_id,),
        ).fetchone()
    if row is None:
        raise NotFound(f"There is no answer {answer_id}.")
    return row


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


def checked_at(conn: Connection, answer_id: UUID, claim: int) -> dict[CheckKind, datetime]:
    """When the newest result of each kind of check of a claim was made."""
    rows = conn.execute(
        "select kind, max(created_at) from checks where answer_id = %s and claim_number = %s group by kind",
        (answer_id, claim),
    )
    return {CheckKind(kind): made_at for kind, made_at in rows}


def finished(conn: Connection) -> list[UUID]:
    """The tenant's answers that are not being written, whoever asked for them, the oldest first."""
    rows = conn.execute("select id from answers where finished_at is not null order by created_at, id")
    return [answer_id for (answer_id,) in rows]


def take_back(conn: Connection, answer_ids: Collection[UUID]) -> None:
    """Delete answers that nobody asked for: made to measure with, with everything that stands on them."""
    conn.execute("delete from answers where id = any(%s)", (list(answer_ids),))


def packet_entry(conn: Connection, answer_id: UUID, handle: Handle) -> PacketEntry:
    """A passage that an answer was made from, as it read then. Raises NotFound, for a foreign answer too."""
    row = conn.execute(
        """
        select handle, passage_id, title, score, char_start, char_end, first_block, last_block, text, context
        from packet_entries where answer_id = %s and handle = %s
        """,
        (answer_id, str(handle)),
    ).fetchone()
    if row is None:
        raise NotFound(f"The answer was not made from a passage {handle}.")
    return _entry(row)


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
    """Read in this order while they are being written: whatever is stored with a claim is there once the claim is."""
    rows = conn.execute(
        """
        select c.number, c.text, k.worked, c.figures, c.removed
        from claims c left join calculations k on k.answer_id = c.answer_id and k.id = c.calculation_id
        where c.answer_id = %s order by c.number
        """,
        (answer_id,),
    ).fetchall()
    cited = _cited(conn, answer_id)
    checks = _checks(conn, answer_id)
    citations = _citations(cited, checks)
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


def _cited(conn: Connection, answer_id: UUID) -> list[Any]:
    return conn.execute(
        """
        select claim_number, citation_id, passage_id, quote, ranges, focus
        from citations where answer_id = %s order by claim_number, ordinal
        """,
        (answer_id,),
    ).fetchall()


def _citations(rows: list[Any], checks: _Checks) -> dict[int, list[Citation]]:
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
