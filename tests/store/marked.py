"""A verdict with a marked place, put down as bare rows: for tests of what hangs on a filing."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID, uuid4

from psycopg.types.json import Jsonb

from pipeline.evidence.answer import Answer
from pipeline.evidence.cited import describe
from pipeline.evidence.edition import Edition
from pipeline.evidence.text import TextRange
from pipeline.store.connect import Connection
from tests.store.filing import StoredFiling

_DECIDED = datetime(2026, 11, 30, 9, tzinfo=UTC)


def judge(conn: Connection, reviewer: UUID, answer: Answer, claim: int = 1) -> UUID:
    """A verdict that counts; its id."""
    verdict = uuid4()
    conn.execute(
        """
        insert into verdicts (id, answer_id, claim_number, reviewer_id, role, verdict, decided_at)
        values (%s, %s, %s, %s, 'reviewer', 'supported', %s)
        """,
        (verdict, answer.id, claim, reviewer, _DECIDED),
    )
    return verdict


def mark(conn: Connection, verdict: UUID, filing: StoredFiling) -> UUID:
    """A place of a verdict in the filing's second page; its id."""
    annotation = uuid4()
    cited = describe(Edition.of(filing.parsed), 1, TextRange(49, 55), None)
    conn.execute(
        """
        insert into annotations (id, verdict_id, ordinal, version_id, sha256, media_type, title, reading,
            parser_version, render_version, page_index, char_start, char_end, unit, quote, regions, spans, cited)
        values (%s, %s, 0, %s, %s, 'application/pdf', 'Halden', 1, 'parser 1', 'pdfium 1', 1, 49, 55, 'cells',
                '81,797', %s, %s, %s)
        """,
        (
            annotation,
            verdict,
            filing.version_id,
            filing.sha256,
            Jsonb([{"x": 216, "y": 40, "w": 24, "h": 10, "role": "annotation"}]),
            Jsonb([]),
            Jsonb(cited.to_json()),
        ),
    )
    return annotation


def withdraw(conn: Connection, verdict: UUID) -> None:
    conn.execute("update verdicts set withdrawn_at = now() where id = %s", (verdict,))
