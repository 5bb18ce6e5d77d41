"""Documents and versions: all at once or nothing, the same bytes once, what stands in for what, who may read."""

from __future__ import annotations

from uuid import uuid4

import psycopg
import pytest

from pipeline.evidence.errors import NotFound
from pipeline.store import answers, blocks, documents, pages, passages, versions
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.documents import DocumentRow
from pipeline.store.readable import readable
from pipeline.store.scope import Scope
from pipeline.store.versions import Access
from tests.store.filing import store_answer, store_filing


class Accident(Exception):
    """Something that goes wrong half-way through an ingest."""


def only(conn: Connection, tenant: Scope) -> DocumentRow:
    (row,) = documents.list_all(conn, tenant.user_id)
    return row


def test_a_document_comes_back_value_by_value(connection: Connection) -> None:
    filing = store_filing(connection)
    parsed = filing.parsed
    assert pages.several(connection, filing.version_id, [0, 1, 2]) == list(parsed.pages)
    assert [
        block for index in range(3) for block in blocks.of_page(connection, filing.version_id, index)
    ] == list(parsed.blocks)
    assert blocks.tables_of(connection, filing.version_id) == list(parsed.tables)
    assert blocks.tables_of(connection, filing.version_id, [7]) == []
    assert pages.labels(connection, filing.version_id) == [page.label for page in parsed.pages]
    assert pages.sizes(connection, filing.version_id) == [(612, 792), (792, 612), (792, 612)]


def test_a_version_knows_its_counts(connection: Connection) -> None:
    filing = store_filing(connection)
    row = versions.get(connection, filing.version_id)
    assert (row.page_count, row.block_count, row.passage_count) == (3, 6, 3)
    assert (row.media_type, row.byte_size, row.seconds) == ("application/pdf", 1234, 1.5)


def test_a_page_that_does_not_exist_is_not_found(connection: Connection) -> None:
    filing = store_filing(connection)
    with pytest.raises(NotFound, match="no page 3"):
        pages.get(connection, filing.version_id, 3)


def test_a_version_appears_whole_or_not_at_all(database: Database, tenant: Scope) -> None:
    def break_off() -> None:
        with database.scoped(tenant) as conn:
            store_filing(conn)
            assert len(documents.list_all(conn, tenant.user_id)) == 1
            raise Accident

    with pytest.raises(Accident):
        break_off()
    with database.scoped(tenant) as conn:
        assert documents.list_all(conn, tenant.user_id) == []
        for table in ("documents", "versions", "pages", "blocks", "tables", "passages"):
            assert conn.execute(f"select count(*) from {table}".encode()).fetchone() == (0,)


def test_an_unfinished_version_is_invisible_to_others(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as writer:
        store_filing(writer)
        with database.scoped(tenant) as reader:
            assert documents.list_all(reader, tenant.user_id) == []


def test_the_same_bytes_cannot_be_stored_twice(connection: Connection) -> None:
    filing = store_filing(connection)
    found = versions.find_by_sha256(connection, filing.sha256)
    assert found is not None
    assert found.id == filing.version_id
    with pytest.raises(psycopg.errors.UniqueViolation), connection.transaction():
        store_filing(connection, sha256=filing.sha256)
    assert versions.find_by_sha256(connection, "0" * 64) is None


def test_the_library_lists_the_current_version(connection: Connection, tenant: Scope) -> None:
    old = store_filing(connection, title="First edition")
    new = store_filing(
        connection, document_id=old.document_id, supersedes=old.version_id, title="Restated edition"
    )
    row = only(connection, tenant)
    assert (row.document_id, row.version_id, row.title) == (
        old.document_id,
        new.version_id,
        "Restated edition",
    )
    assert row.superseded_versions == 1
    assert (row.pages, row.blocks, row.passages) == (3, 6, 3)


def test_a_superseded_version_names_its_successor_and_can_still_be_read(
    connection: Connection, tenant: Scope
) -> None:
    old = store_filing(connection)
    new = store_filing(connection, document_id=old.document_id, supersedes=old.version_id)
    successor = versions.successor(connection, old.version_id)
    assert successor is not None
    assert successor.id == new.version_id
    assert versions.successor(connection, new.version_id) is None
    assert versions.access(connection, old.version_id, tenant.user_id) is Access.ALLOWED
    assert readable(connection).of(None) == [new.version_id]
    assert readable(connection).of([old.version_id]) == [old.version_id]


def test_a_version_that_does_not_exist_cannot_be_superseded(connection: Connection) -> None:
    with pytest.raises(NotFound):
        store_filing(connection, supersedes=uuid4())


def test_a_restricted_document_is_denied_until_it_is_granted(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection, restricted=True)
    row = only(connection, tenant)
    assert (row.restricted, row.may_read, row.title, row.source_name) == (True, False, None, None)
    assert versions.access(connection, filing.version_id, tenant.user_id) is Access.DENIED
    assert readable(connection).of(None) == []
    assert passages.lexical(connection, ["sales"], [filing.version_id], 5) == []
    assert passages.nearest(connection, filing.vectors[0], filing.model, None, 5) == []

    documents.grant(connection, filing.document_id, tenant.user_id)
    assert versions.access(connection, filing.version_id, tenant.user_id) is Access.ALLOWED
    assert only(connection, tenant).title == "Halden Instruments plc · Annual report"
    assert len(passages.nearest(connection, filing.vectors[0], filing.model, None, 5)) == 3

    documents.revoke(connection, filing.document_id, tenant.user_id)
    assert versions.access(connection, filing.version_id, tenant.user_id) is Access.DENIED


def test_a_document_can_be_restricted_later(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    documents.set_restricted(connection, filing.document_id, True)
    assert documents.get(connection, filing.document_id, tenant.user_id).may_read is False
    documents.set_restricted(connection, filing.document_id, False)
    assert documents.get(connection, filing.document_id, tenant.user_id).may_read is True


def test_a_document_that_does_not_exist_is_not_found(connection: Connection, tenant: Scope) -> None:
    nobody = uuid4()
    for act in (
        lambda: documents.get(connection, nobody, tenant.user_id),
        lambda: documents.set_restricted(connection, nobody, True),
        lambda: documents.grant(connection, nobody, tenant.user_id),
        lambda: documents.delete(connection, nobody),
    ):
        with pytest.raises(NotFound, match=str(nobody)):
            act()


def test_a_version_that_does_not_exist_is_not_found(connection: Connection, tenant: Scope) -> None:
    with pytest.raises(NotFound):
        versions.get(connection, uuid4())
    with pytest.raises(NotFound):
        versions.access(connection, uuid4(), tenant.user_id)


def test_deleting_a_document_takes_all_of_it_and_leaves_the_answer(
    connection: Connection, tenant: Scope
) -> None:
    filing = store_filing(connection)
    answer = store_answer(connection, tenant, filing)
    assert documents.delete(connection, filing.document_id) == [filing.sha256]
    for table in ("documents", "versions", "pages", "blocks", "tables", "passages"):
        assert connection.execute(f"select count(*) from {table}".encode()).fetchone() == (0,)
    assert answers.get(connection, answer.id) == answer
