"""Which stored bytes the tables name."""

from __future__ import annotations

from dataclasses import dataclass

from psycopg.rows import class_row

from pipeline.store.connect import Connection


@dataclass(frozen=True, slots=True)
class ClaimedBytes:
    """Bytes that a version is made of, or that a run may still read; `named` is what a person knows them by."""

    tenant_id: str
    sha256: str
    named: str


def all_claimed(conn: Connection) -> list[ClaimedBytes]:
    """Of every tenant that the connection sees, in order, each once a tenant."""
    with conn.cursor(row_factory=class_row(ClaimedBytes)) as cursor:
        return cursor.execute(
            """
            select tenant_id::text, sha256, min(named) as named from (
                select tenant_id, sha256, title as named from pincite.versions
                union all
                select tenant_id, rendition_sha256, title from pincite.versions where rendition_sha256 is not null
                union all
                select tenant_id, sha256, source_name from pincite.ingests where keeps_bytes and sha256 is not null
            ) as claimed
            group by tenant_id, sha256 order by tenant_id, sha256
            """
        ).fetchall()
