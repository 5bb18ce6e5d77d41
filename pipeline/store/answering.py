"""An answer that is being written: begun, added to as its claims are checked, finished."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from psycopg.types.json import Jsonb

from pipeline.evidence.answer import Check, Claim
from pipeline.evidence.asked_scope import AskedScope
from pipeline.evidence.errors import NotFound
from pipeline.evidence.generation import Generation, Problem, Stage
from pipeline.evidence.packet import Packet
from pipeline.store import claim_rows
from pipeline.store.connect import Connection


@dataclass(frozen=True, slots=True)
class Begun:
    """A question that is being answered by a model; `generation` says by which prompts, and nothing yet of the rest."""

    id: UUID
    question: str
    model: str
    created_at: datetime
    generation: Generation


def begin(conn: Connection, user_id: UUID, begun: Begun, scope: AskedScope | None = None) -> None:
    """Store a question, and what it is asked of, before anything is known of its answer."""
    conn.execute(
        """
        insert into answers (
            id, user_id, question, method, model, scope, created_at, generation, stage, heartbeat_at
        )
        values (%s, %s, %s, 'model', %s, %s, %s, %s, 'searching', clock_timestamp())
        """,
        (
            begun.id,
            user_id,
            begun.question,
            begun.model,
            None if scope is None else Jsonb(scope.to_json()),
            begun.created_at,
            Jsonb(begun.generation.to_json()),
        ),
    )


def add_packet(conn: Connection, answer_id: UUID, packet: Packet) -> None:
    """What the answer is written from: from here on it is being written."""
    claim_rows.add_packet(conn, answer_id, packet)
    set_stage(conn, answer_id, Stage.WRITING)


def add_claim(conn: Connection, answer_id: UUID, claim: Claim) -> None:
    """A checked claim, the next one."""
    claim_rows.add_claims(conn, answer_id, [claim])


def add_check(conn: Connection, answer_id: UUID, claim: int, check: Check) -> None:
    """One more result of a claim that is stored."""
    claim_rows.add_check(conn, answer_id, claim, check)


def has_packet(conn: Connection, answer_id: UUID) -> bool:
    """Whether what the answer is written from is stored."""
    return _exists(conn, "packet_entries where answer_id = %s", answer_id)


def has_claim(conn: Connection, answer_id: UUID, number: int) -> bool:
    return _exists(conn, "claims where answer_id = %s and number = %s", answer_id, number)


def has_check(conn: Connection, answer_id: UUID, claim: int, check: Check) -> bool:
    """Whether a claim as a whole has a result of this kind by this checker."""
    return _exists(
        conn,
        "checks where answer_id = %s and claim_number = %s and citation_id is null and kind = %s and checker = %s",
        answer_id,
        claim,
        check.kind.value,
        check.checker,
    )


def set_stage(conn: Connection, answer_id: UUID, stage: Stage) -> None:
    conn.execute("update answers set stage = %s where id = %s", (stage.value, answer_id))


def finish(
    conn: Connection,
    answer_id: UUID,
    *,
    not_in_sources: str | None,
    unanswered: tuple[str, ...],
    problem: Problem | None,
    generation: Generation,
) -> None:
    """The answer is whole, or ended early for the reason that `problem` gives."""
    conn.execute(
        """
        update answers set finished_at = clock_timestamp(), stage = null, not_in_sources = %s, unanswered = %s,
               problem = %s, generation = %s
        where id = %s
        """,
        (
            not_in_sources,
            list(unanswered),
            Jsonb(problem.to_json()) if problem else None,
            Jsonb(generation.to_json()),
            answer_id,
        ),
    )


def beat(conn: Connection, answer_id: UUID) -> bool:
    """Say that somebody is still writing the answer; whether it should be given up: cancelled, or deleted."""
    row = conn.execute(
        "update answers set heartbeat_at = clock_timestamp() where id = %s returning cancel_requested",
        (answer_id,),
    ).fetchone()
    return row is None or bool(row[0])


def cancel(conn: Connection, user_id: UUID, answer_id: UUID) -> None:
    """Ask whoever writes a user's answer to give it up; a finished one stays as it is. Raises NotFound."""
    row = conn.execute(
        "update answers set cancel_requested = true where id = %s and user_id = %s returning id",
        (answer_id, user_id),
    ).fetchone()
    if row is None:
        raise NotFound(f"There is no answer {answer_id}.")


def cancel_all(conn: Connection, user_id: UUID) -> None:
    """Ask whoever writes answers of this user to give them up."""
    conn.execute(
        "update answers set cancel_requested = true where user_id = %s and finished_at is null", (user_id,)
    )


def _exists(conn: Connection, rows: LiteralString, *values: object) -> bool:
    found = conn.execute(f"select exists (select from {rows})", values).fetchone()
    return bool(found and found[0])
