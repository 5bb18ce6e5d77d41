"""A filing's bytes go when it is removed; when they cannot, that is said, and tried again."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest

from pipeline.evidence.errors import BlobMissing, BlobStoreUnavailable, ConsequencesChanged, NotFound
from pipeline.removal import free_removed, remove_filing
from pipeline.store import consequences, ingests, removals
from pipeline.store.blobs import BlobStore
from pipeline.store.database import Database
from pipeline.store.folder_blobs import FolderBlobs
from pipeline.store.ingests import NewIngest
from pipeline.store.scope import Scope
from tests.store.filing import StoredFiling, store_answer, store_filing


@pytest.fixture
def blobs(tmp_path: Path, tenant: Scope) -> BlobStore:
    return FolderBlobs(tmp_path / "blobs").of(tenant.tenant_id)


def stored(database: Database, blobs: BlobStore, scope: Scope, data: bytes) -> StoredFiling:
    blobs.put(data)
    with database.scoped(scope) as conn:
        return store_filing(conn, sha256=hashlib.sha256(data).hexdigest())


def is_there(blobs: BlobStore, filing: StoredFiling) -> bool:
    try:
        return bool(blobs.get(filing.sha256))
    except BlobMissing:
        return False


def test_the_bytes_go_with_their_filing_and_others_stay(
    database: Database, tenant: Scope, blobs: BlobStore
) -> None:
    gone, kept = (stored(database, blobs, tenant, data) for data in (b"one", b"two"))
    removed = remove_filing(database, blobs, tenant, gone.document_id)
    assert removed.problem is None
    assert (is_there(blobs, gone), is_there(blobs, kept)) == (False, True)


def test_nothing_goes_when_the_consequences_are_others_by_now(
    database: Database, tenant: Scope, blobs: BlobStore
) -> None:
    filing = stored(database, blobs, tenant, b"three")
    with database.scoped(tenant) as conn:
        told = consequences.of_document(conn, filing.document_id, tenant.user_id)
        store_answer(conn, tenant, filing)
    with pytest.raises(ConsequencesChanged):
        remove_filing(database, blobs, tenant, filing.document_id, told)
    assert is_there(blobs, filing)


def test_bytes_that_somebody_adds_again_meanwhile_stay(
    database: Database, tenant: Scope, blobs: BlobStore
) -> None:
    filing = stored(database, blobs, tenant, b"six")
    with database.scoped(tenant) as conn:
        removals.remove(conn, filing.document_id, tenant.user_id)
    with database.scoped(tenant) as conn:
        ingests.add(conn, NewIngest(uuid4(), "again.pdf", "/again.pdf", sha256=filing.sha256))
    free_removed(database, blobs, tenant)
    assert is_there(blobs, filing)
    with database.scoped(tenant) as conn:
        assert removals.unfreed(conn) == []


def test_of_two_who_remove_a_filing_at_once_one_is_told_that_it_is_gone(
    database: Database, tenant: Scope, blobs: BlobStore
) -> None:
    filing = stored(database, blobs, tenant, b"seven")

    def remove() -> str:
        try:
            remove_filing(database, blobs, tenant, filing.document_id)
        except NotFound as error:
            return error.message
        return "removed"

    with ThreadPoolExecutor(2) as pool:
        said = sorted(pool.map(lambda _: remove(), range(2)))
    assert said == ["There is no such filing any more. Somebody else may have removed it.", "removed"]


def test_bytes_that_could_not_be_freed_are_said_and_go_with_the_next_removal(
    database: Database, tenant: Scope, blobs: BlobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (stored(database, blobs, tenant, data) for data in (b"four", b"five"))

    def away(sha256: str) -> None:
        raise BlobStoreUnavailable("The store does not answer.")

    with monkeypatch.context() as broken:
        broken.setattr(type(blobs), "remove", lambda self, sha256: away(sha256))
        assert (
            remove_filing(database, blobs, tenant, first.document_id).problem == "The store does not answer."
        )
    assert is_there(blobs, first)
    assert remove_filing(database, blobs, tenant, second.document_id).problem is None
    assert not is_there(blobs, first)
    assert not is_there(blobs, second)
