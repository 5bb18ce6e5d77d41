"""Files of the object store, as citations and links ask for them."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.errors import BlobMissing, BlobStoreUnavailable, NotFound
from pipeline.settings import Settings
from pipeline.storage import Storage
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.object_server import ObjectServer
from tests.viewer.filing import Stored, cite, pdf_filing, save_answer, store
from viewer.citations import EvidenceState
from viewer.links import LinkKind
from viewer.resolver import open_version, resolve, resolve_answer
from viewer.source_files import SourceFiles

NOBODY = "http://127.0.0.1:9"
QUOTE = "Total net sales 81,797 82,959"


@pytest.fixture(autouse=True)
def _key(object_server: ObjectServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in object_server.key.environment().items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def prefix() -> str:
    return f"viewer/{uuid4()}"


@pytest.fixture
def filing(database: Database, tenant: Scope, tmp_path: Path) -> Stored:
    return store(database, tenant, tmp_path / "original", pdf_filing())


@pytest.fixture
def answer_id(database: Database, tenant: Scope, filing: Stored) -> UUID:
    """Two claims that cite the same row."""
    cited = cite(filing, 0, QUOTE, [filing.span(0, QUOTE)])
    with database.scoped(tenant) as conn:
        return save_answer(conn, tenant, [("Sales rose.", [cited]), ("Sales were 81,797.", [cited])])


def files_at(object_server: ObjectServer, prefix: str, home: Path, url: str | None = None) -> SourceFiles:
    storage = Storage.from_environment(object_server.place(prefix, url=url))
    return SourceFiles(open_blobs(Settings(home, storage=storage)))


def upload(object_server: ObjectServer, prefix: str, home: Path, tenant: Scope, filing: Stored) -> bytes:
    data = filing.blob_path().read_bytes()
    storage = Storage.from_environment(object_server.place(prefix))
    open_blobs(Settings(home, storage=storage)).of(tenant.tenant_id).put(data)
    return data


def test_a_citation_opens_from_the_object_store(
    object_server: ObjectServer,
    prefix: str,
    database: Database,
    tenant: Scope,
    filing: Stored,
    answer_id: UUID,
    tmp_path: Path,
) -> None:
    data = upload(object_server, prefix, tmp_path, tenant, filing)
    files = files_at(object_server, prefix, tmp_path)
    with database.scoped(tenant) as conn:
        assert resolve(conn, tenant, answer_id, "1:E1", files=files).state is EvidenceState.READY
    opened = open_version(database, tenant, filing.version_id, LinkKind.FILE, files=files)
    assert opened.path.read_bytes() == data


def test_another_tenant_gets_neither_the_row_nor_the_bytes(
    object_server: ObjectServer,
    prefix: str,
    database: Database,
    tenant: Scope,
    filing: Stored,
    tmp_path: Path,
) -> None:
    upload(object_server, prefix, tmp_path, tenant, filing)
    files = files_at(object_server, prefix, tmp_path)
    files.path(tenant.tenant_id, filing.sha256)
    stranger = new_tenant(database)
    with pytest.raises(NotFound):
        open_version(database, stranger, filing.version_id, LinkKind.FILE, files=files)
    with pytest.raises(BlobMissing):
        files.path(stranger.tenant_id, filing.sha256)


def test_a_store_that_does_not_answer_makes_evidence_unavailable_in_words_without_its_address(
    object_server: ObjectServer,
    prefix: str,
    database: Database,
    tenant: Scope,
    filing: Stored,
    answer_id: UUID,
    tmp_path: Path,
) -> None:
    files = files_at(object_server, prefix, tmp_path, NOBODY)
    with database.scoped(tenant) as conn:
        answer = resolve_answer(conn, tenant, answer_id, files=files)
    with pytest.raises(BlobStoreUnavailable):
        open_version(database, tenant, filing.version_id, LinkKind.FILE, files=files)
    for citation in answer.citations.values():
        assert citation.state is EvidenceState.UNAVAILABLE
        assert citation.problem is not None
        assert "store of the filings cannot be reached" in citation.problem
        assert "127.0.0.1" not in citation.problem


def test_an_answer_asks_for_each_of_its_files_once(
    object_server: ObjectServer,
    prefix: str,
    database: Database,
    tenant: Scope,
    answer_id: UUID,
    tmp_path: Path,
) -> None:
    class Counting(SourceFiles):
        asked = 0

        def path(self, tenant_id: UUID, sha256: str) -> Path:
            self.asked += 1
            return super().path(tenant_id, sha256)

    storage = Storage.from_environment(object_server.place(prefix, url=NOBODY))
    files = Counting(open_blobs(Settings(tmp_path, storage=storage)))
    with database.scoped(tenant) as conn:
        resolve_answer(conn, tenant, answer_id, files=files)
    assert files.asked == 1
