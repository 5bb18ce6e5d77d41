"""The schema that a backup was made with, built in an empty database."""

from __future__ import annotations

from pipeline.backup.manifest import Manifest
from pipeline.evidence.errors import InvalidBackup, MigrationFailed
from pipeline.store import migrations, queue_schema
from pipeline.store.connect import Connection


def build(conn: Connection, manifest: Manifest, server: str) -> None:
    """Apply the migrations that had been applied to the library, and no later ones. In a transaction of the caller's.

    Raises MigrationFailed when the backup is of a newer Pincite, InvalidBackup when its migrations are not ours, and
    ExtensionMissing.
    """
    known = {migration.name: migration.checksum for migration in migrations.read()}
    for applied in manifest.migrations:
        if applied.name not in known:
            raise MigrationFailed(
                f"The backup was made by a newer Pincite ({manifest.pincite}): it has {applied.name}, which is not "
                "here. Update Pincite, then restore it."
            )
        if known[applied.name] != applied.checksum:
            raise InvalidBackup(
                f"The backup's {applied.name} is another one than this Pincite's. Restore it with the Pincite that "
                "made it."
            )
    queue = {path.name for path in (queue_schema.package_folder() / "migrations").glob("*.sql")}
    unknown = sorted(set(manifest.queue) - queue)
    if unknown:
        raise MigrationFailed(
            f"The backup's queue is of a newer Procrastinate: it has {unknown[0]}, which is not here. Update Pincite, "
            "then restore it."
        )
    migrations.bring_up_to_date(
        conn, server=server, only=frozenset(applied.name for applied in manifest.migrations)
    )
