"""Whether the database still has the schema that this process was started with."""

from __future__ import annotations

from functools import cache

from pipeline.store import migrations
from pipeline.store.connect import Connection


def is_current(conn: Connection) -> bool:
    """False when migrations are missing, or when a newer Pincite has applied its own since: this one does not know
    what they changed."""
    rows = conn.execute("select name from pincite_migrations.applied").fetchall()
    return {row[0] for row in rows} == _known()


@cache
def _known() -> frozenset[str]:
    return frozenset(migration.name for migration in migrations.read())
