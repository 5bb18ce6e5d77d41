"""The record of who changed whose access."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from pipeline.permissions import Permission
from pipeline.store import access
from pipeline.store.connect import Connection

MOST_CHANGES: Final = 50_000
"""Changes that one call gives: a file of them, far more than an installation makes in years."""


class AccessAction(StrEnum):
    """What was done to the access to filings."""

    CLOSED = "collection closed"
    OPENED = "collection opened"
    RENAMED = "closed collection renamed"
    DELETED = "closed collection deleted"
    MEMBER_ADDED = "collection member added"
    MEMBER_REMOVED = "collection member removed"
    PUT_IN = "filings put into a closed collection"
    TAKEN_OUT = "filings taken out of a closed collection"
    REMOVED = "restricted filing removed"
    RESTRICTED = "filing restricted"
    UNRESTRICTED = "filing no longer restricted"
    GRANTED = "filing granted"
    REVOKED = "grant taken back"


@dataclass(frozen=True, slots=True)
class AccessChange:
    """One change. `subject` has the ids and names as they were then: what `collection`, `member`, `role` or `documents`
    it was about; `changed_by` is None for a user who is no more."""

    id: int
    user_id: UUID
    changed_by: str | None
    action: str
    subject: dict[str, Any]
    changed_at: datetime


def note(conn: Connection, action: str, subject: Mapping[str, object]) -> None:
    """Keep that the transaction's user did `action` ("member invited", "collection closed") to `subject`: the ids and
    names as they were then."""
    conn.execute(
        """
        insert into access_changes (user_id, action, subject)
        values (nullif(current_setting('pincite.user_id', true), '')::uuid, %s, %s)
        """,
        (action, Jsonb(dict(subject))),
    )


def find(conn: Connection, limit: int, offset: int = 0) -> tuple[Sequence[AccessChange], int]:
    """The newest changes, and how many there are. Needs Permission.ADMINISTER."""
    access.require(conn, Permission.ADMINISTER)
    counted = conn.execute("select count(*) from access_changes").fetchone()
    with conn.cursor(row_factory=class_row(AccessChange)) as cursor:
        rows = cursor.execute(
            """
            select c.id, c.user_id, u.name as changed_by, c.action, c.subject, c.changed_at
            from access_changes c left join users u on u.id = c.user_id
            order by c.changed_at desc, c.id desc limit %s offset %s
            """,
            (min(max(limit, 0), MOST_CHANGES), max(offset, 0)),
        ).fetchall()
    return rows, counted[0] if counted else 0
