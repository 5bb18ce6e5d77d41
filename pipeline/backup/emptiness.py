"""Restoring goes to where nothing is: neither a library, nor files that are not the backup's own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pipeline.evidence.errors import NotEmpty
from pipeline.settings import Settings
from pipeline.store import migrations
from pipeline.store.account import Account
from pipeline.store.blobs import Blobs
from pipeline.store.cluster import Cluster
from pipeline.store.connect import Connection


@contextmanager
def required(settings: Settings, blobs: Blobs, expected: Sequence[str]) -> Iterator[None]:
    """The store of files holds nothing, or only files of the backup, which a restoring that was killed has left. When
    the block raises, an embedded database that it made is removed.

    Raises NotEmpty.
    """
    ours = set(expected)
    for tenant_id in blobs.tenants():
        for blob in blobs.of(tenant_id).listed():
            if blob.sha256 not in ours:
                raise NotEmpty(
                    f"There are filings where this backup should put its own ({blob.sha256[:12]}…). Restore it to an "
                    "empty place: set PINCITE_HOME, or PINCITE_BLOBS, to another one."
                )
    was_there = settings.database_url is not None or (settings.home / "postgres").exists()
    try:
        yield
    except BaseException:
        if not was_there:
            _remove_cluster(settings)
        raise


@contextmanager
def empty_database(conn: Connection, where: str) -> Iterator[None]:
    """Nobody else makes a schema in this database until the block ends, and nobody has. Raises NotEmpty."""
    with migrations.alone(conn):
        if migrations.has_begun(conn):
            raise NotEmpty(
                f"The database at {where} holds a library already. Restore the backup to an empty place: set "
                "PINCITE_HOME to a new folder, or DATABASE_URL to a new database."
            )
        yield


def _remove_cluster(settings: Settings) -> None:
    """Of a server that has stopped, as it has when nobody else has come to use it."""
    cluster = Cluster(settings.home, Account.for_home(settings.home))
    if cluster.process_id() is None:
        shutil.rmtree(cluster.folder, ignore_errors=True)
