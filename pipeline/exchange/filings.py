"""The filings of a library that an import looks words up in, each opened once."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from pipeline.evidence.reanchor import Finder
from pipeline.store import editions, imports, versions
from pipeline.store.connect import Connection
from pipeline.store.versions import VersionRow

MOST_OPEN: Final = 16
"""Filings whose words are held at once: the longest take some ten megabytes each."""


class Filings:
    """Reads in one transaction."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn
        self._versions: dict[UUID, VersionRow | None] = {}
        self._finders: dict[UUID, Finder] = {}

    def version(self, version_id: UUID) -> VersionRow | None:
        """None where it is not here."""
        if version_id not in self._versions:
            is_here = bool(imports.hashes_of(self._conn, [version_id]))
            self._versions[version_id] = versions.get(self._conn, version_id) if is_here else None
        return self._versions[version_id]

    def finder(self, version: VersionRow) -> Finder:
        """Of the present reading of a version."""
        if version.id not in self._finders:
            if len(self._finders) == MOST_OPEN:
                del self._finders[next(iter(self._finders))]
            self._finders[version.id] = Finder(editions.whole(self._conn, version.id))
        return self._finders[version.id]
