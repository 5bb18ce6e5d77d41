"""Collecting what killed processes, full disks and broken connections left behind, in every tenant."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import Any, Final

from pipeline.evidence.errors import StoreError
from pipeline.jobs import release_bytes, take_up_stranded
from pipeline.removal import free_removed
from pipeline.store import ingests, openings, orphans
from pipeline.store.blob_key import StoredBlob
from pipeline.store.blobs import Blobs, BlobStore
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL, Scope

SAFE_AGE: Final = 3600.0
"""Seconds for which nothing is touched that nobody names. Bytes are stored moments before the rows that name them, and
held meanwhile; this is for a holder whose connection broke in between."""

_LOOKED_AT: Final = 500
"""Stored files that the tables are asked about at once."""


@dataclass(frozen=True, slots=True)
class Swept:
    """What was collected. `stranded`: runs that nobody would have brought on, queued again. `openings`: rows of the
    record of who opened what that were kept for long enough. `problems`: what could not be looked through or removed,
    in words; the next sweep tries it again. `is_done`: False when another process was sweeping, and nothing was done.
    """

    tenants: int = 0
    blobs: int = 0
    blob_bytes: int = 0
    unfinished_files: int = 0
    parts: int = 0
    stranded: int = 0
    openings: int = 0
    problems: tuple[str, ...] = ()
    is_done: bool = True

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def words(self) -> str:
        """What was collected, as one sentence, and each problem as another."""
        if not self.is_done:
            return "Another process is sweeping. Nothing was done here."
        collected = (
            f"Removed {self.blobs:,} stored files that nothing names ({self.blob_bytes:,} bytes), "
            f"{self.unfinished_files:,} half-written files and {self.parts:,} pieces of files that nobody reads; "
            f"queued {self.stranded:,} lost runs again."
        )
        if self.openings:
            collected += (
                f" Deleted {self.openings:,} rows of the record of openings, which were kept for their time."
            )
        return " ".join([collected, *self.problems])

    @property
    def found_any(self) -> bool:
        return bool(self.blobs or self.unfinished_files or self.parts or self.stranded or self.openings)


def sweep(
    database: Database, blobs: Blobs, *, safe_age: float = SAFE_AGE, keep_openings: int | None = None
) -> Swept:
    """Collect what is older than `safe_age` seconds, and of the record of openings what is older than `keep_openings`
    days (None: nothing). Safe beside everything else, and done by one process at a time.

    Raises StoreError when neither the database nor the list of tenants can be had.
    """
    with database.scoped(LOCAL) as held:
        if not orphans.only_sweeper(held):
            return Swept(is_done=False)
        swept = Swept()
        for tenant_id in blobs.tenants():
            scope = Scope(tenant_id, LOCAL.user_id)
            try:
                swept = _sweep_tenant(database, blobs.of(tenant_id), scope, safe_age, keep_openings, swept)
            except StoreError as error:
                swept = replace(swept, problems=(*swept.problems, error.message))
        return swept


def _sweep_tenant(
    database: Database,
    blobs: BlobStore,
    scope: Scope,
    safe_age: float,
    keep_openings: int | None,
    before: Swept,
) -> Swept:
    queued_again = take_up_stranded(database, scope, safe_age)
    with database.scoped(scope) as conn:
        parts = orphans.remove_parts(conn, safe_age)
        forgotten = 0 if keep_openings is None else openings.forget(conn, keep_openings)
    free_removed(database, blobs, scope)
    oldest = time.time() - safe_age
    removed = _remove_unnamed(database, blobs, scope, oldest)
    return replace(
        before,
        tenants=before.tenants + 1,
        blobs=before.blobs + len(removed),
        blob_bytes=before.blob_bytes + sum(blob.byte_size for blob in removed),
        unfinished_files=before.unfinished_files + blobs.remove_unfinished(oldest),
        parts=before.parts + parts,
        stranded=before.stranded + queued_again,
        openings=before.openings + forgotten,
    )


def _remove_unnamed(database: Database, blobs: BlobStore, scope: Scope, oldest: float) -> list[StoredBlob]:
    """Looked up in bulk first, then removed as whoever frees bytes does it: held, and looked up again."""
    removed: list[StoredBlob] = []
    old = (blob for blob in blobs.listed() if blob.changed_at < oldest)
    while some := list(islice(old, _LOOKED_AT)):
        with database.scoped(scope) as conn:
            unnamed = set(ingests.unclaimed_bytes(conn, [blob.sha256 for blob in some]))
        release_bytes(database, blobs, scope, unnamed)
        removed += [blob for blob in some if blob.sha256 in unnamed]
    return removed
