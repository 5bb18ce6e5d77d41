"""Finished pieces of files that are still being read. They go when the file is stored, or given up for good."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope


@dataclass(frozen=True, slots=True)
class StoredParts:
    """The pieces of one `kind` of the file `sha256`, as one `parser_version` makes them. Parts of pipeline.parse.

    Each call is a transaction of its own: what is put is kept whatever happens next.
    """

    database: Database
    scope: Scope
    sha256: str
    parser_version: str
    kind: str

    def get(self, first_page: int) -> bytes | None:
        """The piece that begins with this page (0-based), if it was kept."""
        with self.database.scoped(self.scope) as conn:
            row = conn.execute(
                """
                select payload from ingest_parts
                where sha256 = %s and parser_version = %s and kind = %s and first_page = %s
                """,
                (self.sha256, self.parser_version, self.kind, first_page),
            ).fetchone()
        return None if row is None else bytes(row[0])

    def put(self, first_page: int, payload: bytes) -> None:
        """Keep a piece, in the place of an older one."""
        with self.database.scoped(self.scope) as conn:
            conn.execute(
                """
                insert into ingest_parts (sha256, parser_version, kind, first_page, payload)
                values (%s, %s, %s, %s, %s)
                on conflict (tenant_id, sha256, parser_version, kind, first_page)
                do update set payload = excluded.payload, created_at = now()
                """,
                (self.sha256, self.parser_version, self.kind, first_page, payload),
            )


def remove(conn: Connection, sha256: str) -> None:
    """Forget everything that was kept of a file."""
    conn.execute("delete from ingest_parts where sha256 = %s", (sha256,))
