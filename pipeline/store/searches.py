"""How an answer's question was searched: of which filings, and by which lists."""

from __future__ import annotations

from uuid import UUID

from psycopg.types.json import Jsonb

from pipeline.evidence.asked_scope import AskedScope
from pipeline.evidence.errors import NotFound
from pipeline.evidence.trace import SearchTrace
from pipeline.store.connect import Connection


def put_trace(conn: Connection, answer_id: UUID, trace: SearchTrace) -> None:
    """Store how the answer's packet was found."""
    conn.execute("update answers set trace = %s where id = %s", (Jsonb(trace.to_json()), answer_id))


def scope_of(conn: Connection, answer_id: UUID) -> AskedScope:
    """What the question was asked of. Raises NotFound."""
    row = conn.execute("select scope from answers where id = %s", (answer_id,)).fetchone()
    if row is None:
        raise NotFound(f"There is no answer {answer_id}.")
    return AskedScope.from_json(row[0] or {})


def trace_of(conn: Connection, answer_id: UUID) -> SearchTrace | None:
    """How the answer's packet was found; None for an answer of an earlier form. Raises NotFound."""
    row = conn.execute("select trace from answers where id = %s", (answer_id,)).fetchone()
    if row is None:
        raise NotFound(f"There is no answer {answer_id}.")
    return SearchTrace.from_json(row[0]) if row[0] else None
