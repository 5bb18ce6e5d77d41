"""The record of who was sent which evidence, or was refused it."""

from __future__ import annotations

from enum import StrEnum
from uuid import UUID

from pipeline.store.connect import Connection


class OpeningKind(StrEnum):
    """What was sent."""

    ANSWER = "answer"
    PAGE = "page"
    WORDS = "words"
    FRAME = "frame"
    FILE = "file"
    EXPORT = "export"
    PACK = "pack"
    REVIEW = "review"


class Outcome(StrEnum):
    """Whether it was sent because somebody looked, fetched ahead of that, or refused."""

    OPENED = "opened"
    AHEAD = "ahead"
    DENIED = "denied"


def note(
    conn: Connection,
    kind: OpeningKind,
    outcome: Outcome = Outcome.OPENED,
    *,
    answer_id: UUID | None = None,
    version_id: UUID | None = None,
    document_id: UUID | None = None,
    page_index: int | None = None,
) -> None:
    """Keep that the transaction's user was sent a thing: once for each span of ten minutes."""
    conn.execute(
        """
        insert into openings (user_id, kind, outcome, answer_id, version_id, document_id, page_index, span)
        values (nullif(current_setting('pincite.user_id', true), '')::uuid, %s, %s, %s, %s, %s, %s,
                date_bin('10 minutes', now(), 'epoch'))
        on conflict do nothing
        """,
        (kind.value, outcome.value, answer_id, version_id, document_id, page_index),
    )
