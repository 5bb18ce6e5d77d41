"""Thousands of checked answers, made inside the database: what the numbers over time are counted from."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from pipeline.store.connect import Connection

CLAIMS: Final = 2
"""Claims of each answer. Each has one citation."""

CHECKS: Final = CLAIMS * 5
"""Checks of each answer: three of each citation, two of each claim."""

_ROWS: Final = (
    """
    insert into answers (id, user_id, question, method, model, created_at, finished_at, generation)
    select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, %(user)s,
           'How did the revenue of company ' || n || ' develop?', 'model', 'model-' || n %% 3,
           %(until)s::timestamptz - n * %(span)s::interval / %(count)s,
           %(until)s::timestamptz - n * %(span)s::interval / %(count)s,
           jsonb_build_object('prompt', 'answer-' || 1 + n %% 2)
    from generate_series(0, %(count)s - 1) n
    """,
    """
    insert into packet_entries (
        answer_id, handle, rank, passage_id, title, score, char_start, char_end, first_block, last_block, text, context
    )
    select id, 'E' || c, c, %(version)s || ':0:' || c, 'Example Holdings · Form 10-K · FY2024', 0.5, 0, 10, 0, 1,
           'Some words', ''
    from answers, generate_series(1, %(claims)s) c
    """,
    """
    insert into claims (answer_id, number, text)
    select id, c, 'Revenue was 1,234 million.' from answers, generate_series(1, %(claims)s) c
    """,
    """
    insert into citations (answer_id, claim_number, ordinal, citation_id, handle, passage_id, quote, ranges)
    select id, c, 0, 'E' || c, 'E' || c, %(version)s || ':0:' || c, 'Revenue 1,234', '[[0, 10]]'
    from answers, generate_series(1, %(claims)s) c
    """,
    """
    insert into checks (
        answer_id, claim_number, citation_id, kind, outcome, detail, checker, reason, created_at, model, prompt,
        parser_version, render_version
    )
    select a.id, c, case when k.of_citation then 'E' || c end, k.kind,
           case when hashtext(a.id::text || c || k.kind) %% 25 = 0 then 'failed' else 'passed' end,
           'What the check saw.', 'pincite-code-1',
           case when hashtext(a.id::text || c || k.kind) %% 25 = 0 then k.kind || '_reason' end,
           a.created_at, a.model, a.generation ->> 'prompt', 'parser-1', 'render-1'
    from answers a, generate_series(1, %(claims)s) c,
         (values ('existence', true), ('verbatim', true), ('location', true), ('figures', false), ('support', false))
             k (kind, of_citation)
    """,
)


def make_answers(
    conn: Connection, user_id: UUID, version_id: UUID, count: int, until: datetime, span: str = "84 days"
) -> None:
    """Store `count` answers of three models and two prompts, spread evenly over the `span` before `until`; one check in
    25 failed. The tenant has no other answers."""
    values = {
        "user": user_id,
        "version": str(version_id),
        "count": count,
        "until": until,
        "span": span,
        "claims": CLAIMS,
    }
    for statement in _ROWS:
        conn.execute(statement.encode(), values)
