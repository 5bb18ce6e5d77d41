"""The filings in scope, which a process keeps in mind, are those that are stored now."""

from __future__ import annotations

import pytest

from pipeline.evidence.cover import CoverField
from pipeline.evidence.errors import AccessDenied
from pipeline.search.filings import filings_in_scope
from pipeline.store import covers, documents
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.store.filing import store_filing


def test_filings_are_read_once_as_long_as_nothing_changes(connection: Connection, tenant: Scope) -> None:
    store_filing(connection)
    first = filings_in_scope(connection, tenant.user_id)
    assert filings_in_scope(connection, tenant.user_id) is first


def test_a_new_filing_and_a_deleted_one_show_at_once(connection: Connection, tenant: Scope) -> None:
    first = store_filing(connection)
    assert len(filings_in_scope(connection, tenant.user_id)) == 1
    second = store_filing(connection)
    assert len(filings_in_scope(connection, tenant.user_id)) == 2
    documents.delete(connection, first.document_id)
    assert [one.version_id for one in filings_in_scope(connection, tenant.user_id)] == [second.version_id]


def test_a_version_that_supersedes_takes_the_place_of_the_old_one(
    connection: Connection, tenant: Scope
) -> None:
    old = store_filing(connection)
    filings_in_scope(connection, tenant.user_id)
    new = store_filing(connection, document_id=old.document_id, supersedes=old.version_id)
    assert [one.version_id for one in filings_in_scope(connection, tenant.user_id)] == [new.version_id]


def test_an_edited_cover_shows_at_once(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    filings_in_scope(connection, tenant.user_id)
    covers.edit(connection, filing.version_id, tenant.user_id, CoverField.FISCAL_YEAR, 2031)
    assert [one.cover.fiscal_year for one in filings_in_scope(connection, tenant.user_id)] == [2031]


def test_a_restriction_and_a_grant_count_at_once(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    assert filings_in_scope(connection, tenant.user_id)
    documents.set_restricted(connection, filing.document_id, True)
    assert filings_in_scope(connection, tenant.user_id) == ()
    with pytest.raises(AccessDenied):
        filings_in_scope(connection, tenant.user_id, [filing.document_id])
    documents.grant(connection, filing.document_id, tenant.user_id)
    assert len(filings_in_scope(connection, tenant.user_id)) == 1


def test_each_tenant_has_its_own(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        store_filing(conn)
        assert len(filings_in_scope(conn, tenant.user_id)) == 1
    other = new_tenant(database)
    with database.scoped(Scope(other.tenant_id, tenant.user_id)) as conn:
        assert filings_in_scope(conn, tenant.user_id) == ()
