"""The database as its owner sees it: where the backup reads and the restoring writes, whoever the tenants are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pipeline.settings import Settings
from pipeline.store.embedded import EmbeddedServer


@contextmanager
def owner_address(settings: Settings) -> Iterator[str]:
    """The address of the role that owns the tables: of DATABASE_URL, or of the embedded server, which is started for
    as long or joined. Raises DataFolderUnusable or DatabaseUnavailable."""
    if settings.database_url:
        yield settings.database_url
        return
    server = EmbeddedServer(settings.home)
    try:
        yield server.start().owner_dsn
    finally:
        server.close()
