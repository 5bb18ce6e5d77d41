"""The record of who changed whose access."""

from __future__ import annotations

from collections.abc import Mapping

from psycopg.types.json import Jsonb

from pipeline.store.connect import Connection


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
