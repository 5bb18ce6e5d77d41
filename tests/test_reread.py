"""A stored version is read again in place by the process that reads files."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.errors import NotFound, ParseFailed
from pipeline.reading.announcement import announce_readers
from pipeline.reading.request import IngestTask
from pipeline.reading.supervisor import read_in_child
from pipeline.settings import Settings
from pipeline.store import passages, readers, versions
from pipeline.store.blobs import BlobStore, open_blobs
from pipeline.store.database import Database
from pipeline.store.scope import Scope

FILING = b"""<html><head><title>Example Holdings</title></head><body>
<h1>Results</h1><p>Monitoring revenue grew to $95.5 million, as more vessels took subscriptions.</p>
<table><tr><td>Monitoring revenue</td><td>95,465</td><td>76,385</td></tr></table></body></html>"""


@pytest.fixture
def blobs(settings: Settings, tenant: Scope) -> BlobStore:
    return open_blobs(settings).of(tenant.tenant_id)


def read(settings: Settings, scope: Scope, sha256: str, reread: UUID | None = None) -> UUID:
    task = IngestTask(uuid4(), sha256, "filing.html", reread=reread)
    return read_in_child(settings, scope, task, lambda stage, done, total: None, lambda: False)


def test_a_version_that_an_older_parser_read_is_read_again_whole(
    settings: Settings, database: Database, tenant: Scope, blobs: BlobStore
) -> None:
    sha256 = blobs.put(FILING)
    version_id = read(settings, tenant, sha256)
    with database.scoped(tenant) as conn:
        first = versions.get(conn, version_id)
        assert readers.outdated(conn, [version_id]) == set()
        conn.execute("update versions set parser_version = 'pincite-html 0' where id = %s", (version_id,))
        before = passages.of_page(conn, version_id, 0)
        assert readers.outdated(conn, [version_id]) == {version_id}
    assert read(settings, tenant, sha256, version_id) == version_id
    with database.scoped(tenant) as conn:
        again = versions.get(conn, version_id)
        assert passages.of_page(conn, version_id, 0) == before
        assert passages.lexical(conn, ["vessels"], [version_id], 5), "its words can be searched again"
        assert readers.outdated(conn, [version_id]) == set()
    assert again.read_at is not None
    assert again == replace(first, reading=2, read_at=again.read_at, seconds=again.seconds)
    assert first.rendition_sha256 is not None
    assert blobs.get(first.rendition_sha256), "the same rendition is still there"


@pytest.mark.parametrize("parser", ["of today", "of another day"])
def test_adding_a_filing_again_mends_what_was_made_of_it(
    settings: Settings, database: Database, tenant: Scope, blobs: BlobStore, parser: str
) -> None:
    sha256 = blobs.put(FILING)
    version_id = read(settings, tenant, sha256)
    with database.scoped(tenant) as conn:
        rendition = versions.get(conn, version_id).rendition_sha256
        assert rendition is not None
        if parser == "of another day":
            other = blobs.put(b"<p>as it was rendered then</p>")
            conn.execute("update versions set rendition_sha256 = %s where id = %s", (other, version_id))
    damaged = blobs.path(rendition if parser == "of today" else other)
    damaged.write_bytes(damaged.read_bytes().replace(b"<p>", b"<b>"))
    assert read(settings, tenant, sha256) == version_id
    with database.scoped(tenant) as conn:
        after = versions.get(conn, version_id)
    assert after.rendition_sha256 == rendition
    assert after.reading == (1 if parser == "of today" else 2)
    assert b"95,465" in blobs.get(rendition)


def test_other_bytes_or_no_version_change_nothing(
    settings: Settings, database: Database, tenant: Scope, blobs: BlobStore
) -> None:
    version_id = read(settings, tenant, blobs.put(FILING))
    other = blobs.put(FILING.replace(b"95,465", b"93,345"))
    with pytest.raises(ParseFailed, match="is not the file of version"):
        read(settings, tenant, other, version_id)
    with pytest.raises(NotFound):
        read(settings, tenant, other, uuid4())
    with database.scoped(tenant) as conn:
        assert versions.get(conn, version_id).reading == 1


def test_what_reads_here_is_told_once(database: Database, tenant: Scope) -> None:
    announce_readers(database, tenant)
    with database.scoped(tenant) as conn:
        first = conn.execute("select media_type, since from readers order by 1").fetchall()
    announce_readers(database, tenant)
    with database.scoped(tenant) as conn:
        assert conn.execute("select media_type, since from readers order by 1").fetchall() == first
    assert [media_type for media_type, _ in first] == ["application/pdf", "text/html", "text/plain"]
