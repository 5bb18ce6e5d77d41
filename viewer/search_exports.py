"""How an answer was searched, as exported beside it: its scope and its trace."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from pipeline.evidence.asked_scope import AskedScope
from pipeline.store import answer_rights, documents, searches
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope
from viewer.scope_views import scope_json
from viewer.trace_views import found_pages, trace_json


def search_json(conn: Connection, scope: Scope, answer_id: UUID) -> dict[str, Any]:
    """{"scope", "trace"} of a stored answer, each right asked now; the trace is None where none was kept. Both repeat
    the question: of one that is withheld, the scope is empty and there is no trace. Raises NotFound."""
    if not answer_rights.of_answer(conn, answer_id, scope.user_id).has_question:
        return {"scope": scope_json(AskedScope(), {}), "trace": None}
    rows = {row.document_id: row for row in documents.list_all(conn, scope.user_id)}
    trace = searches.trace_of(conn, answer_id)
    return {
        "scope": scope_json(searches.scope_of(conn, answer_id), rows),
        "trace": trace_json(trace, found_pages(conn, scope, trace)) if trace else None,
    }
