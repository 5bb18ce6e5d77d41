"""Closed collections: who may read their filings, who may know of them, and who changes that, as it is recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.errors import AccessDenied, InvalidCollection, NotFound
from pipeline.permissions import Role
from pipeline.store import (
    access_changes,
    collection_members,
    collections,
    consequences,
    documents,
    memberships,
    removals,
    review_queue,
    tenants,
    versions,
)
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.readable import readable
from pipeline.store.review_queue import QueueFilter
from pipeline.store.scope import Scope
from tests.store.filing import StoredFiling, store_answer, store_filing
from tests.store.members import signed_in

NAME = "Project Falcon"


@pytest.fixture
def other(database: Database, tenant: Scope) -> Scope:
    """Another user of the tenant."""
    scope = Scope(tenant.tenant_id, uuid4())
    with database.scoped(scope) as conn:
        return tenants.ensure(conn, scope, tenant_name="", user_name="Other")


@contextmanager
def acting(database: Database, scope: Scope, role: Role) -> Iterator[Connection]:
    """A transaction of somebody who has signed in with a role."""
    with database.scoped(scope) as conn:
        conn.execute("select set_config('pincite.role', %s, true)", (role.value,))
        yield conn


def closed(conn: Connection, scope: Scope, *filings: StoredFiling, members: tuple[UUID, ...] = ()) -> UUID:
    made = collections.create(conn, scope.user_id, NAME)
    collections.put(conn, made, [one.document_id for one in filings], scope.user_id)
    collection_members.close(conn, made, members)
    return made


def may(conn: Connection, filing: StoredFiling, scope: Scope) -> bool:
    return documents.get(conn, filing.document_id, scope.user_id).may_read


def test_a_closed_collections_filings_are_for_its_members(
    connection: Connection, tenant: Scope, other: Scope
) -> None:
    filing, plain = store_filing(connection), store_filing(connection)
    made = closed(connection, tenant, filing, members=(tenant.user_id,))
    assert (may(connection, filing, tenant), may(connection, filing, other)) == (True, False)
    assert may(connection, plain, other)
    assert versions.access(connection, filing.version_id, other.user_id) is versions.Access.DENIED
    collection_members.add(connection, made, other.user_id)
    assert may(connection, filing, other)
    collection_members.remove(connection, made, other.user_id)
    assert not may(connection, filing, other)
    collection_members.open_again(connection, made)
    assert may(connection, filing, other)
    assert collection_members.list_all(connection, made) == []


def test_of_several_closed_collections_a_membership_of_one_is_enough(
    connection: Connection, tenant: Scope, other: Scope
) -> None:
    filing = store_filing(connection)
    first, second = (collections.create(connection, tenant.user_id, name) for name in ("First", "Second"))
    for one in (first, second):
        collections.put(connection, one, [filing.document_id], tenant.user_id)
    collection_members.close(connection, first, [])
    assert not may(connection, filing, other)
    collection_members.close(connection, second, [other.user_id])
    assert may(connection, filing, other)
    collections.take_out(connection, second, [filing.document_id])
    assert not may(connection, filing, other)
    collections.delete(connection, first)
    assert may(connection, filing, other)


def test_a_grant_opens_what_is_closed_and_a_membership_does_not_open_what_is_restricted(
    connection: Connection, tenant: Scope, other: Scope
) -> None:
    filing, restricted = store_filing(connection), store_filing(connection)
    closed(connection, tenant, filing, restricted, members=(tenant.user_id,))
    documents.grant(connection, filing.document_id, other.user_id)
    assert may(connection, filing, other)
    documents.revoke(connection, filing.document_id, other.user_id)
    assert not may(connection, filing, other)
    documents.set_restricted(connection, restricted.document_id, True)
    assert not may(connection, restricted, tenant)


def test_an_admin_reads_nothing_of_a_closed_collection_without_being_a_member(
    database: Database, tenant: Scope, other: Scope
) -> None:
    with database.scoped(tenant) as conn:
        filing = store_filing(conn)
        made = closed(conn, tenant, filing, members=(tenant.user_id,))
    with acting(database, other, Role.ADMIN) as conn:
        assert not may(conn, filing, other)
        seen = collections.get(conn, made, other.user_id)
        assert (seen.name, seen.filings, seen.withheld, seen.is_closed, seen.members) == (NAME, 0, 1, True, 1)
        collection_members.add(conn, made, other.user_id)
        assert may(conn, filing, other)
        (newest, *_), total = access_changes.find(conn, 10)
    assert (newest.action, newest.user_id) == ("collection member added", other.user_id)
    assert (newest.subject["collection"], newest.subject["member"], total) == (NAME, "Other", 3)


def test_who_is_neither_member_nor_admin_does_not_learn_that_it_is_there(
    database: Database, tenant: Scope, other: Scope
) -> None:
    with database.scoped(tenant) as conn:
        filing = store_filing(conn)
        made = closed(conn, tenant, filing)
        documents.grant(conn, filing.document_id, other.user_id)
        store_answer(conn, tenant, filing)
        assert review_queue.queue(conn, tenant.user_id, only=QueueFilter(collection=made)).total == 0
        collection_members.add(conn, made, tenant.user_id)
        assert review_queue.queue(conn, tenant.user_id, only=QueueFilter(collection=made)).total == 2
    with acting(database, other, Role.REVIEWER) as conn:
        assert review_queue.queue(conn, other.user_id).total == 2
        assert review_queue.queue(conn, other.user_id, only=QueueFilter(collection=made)).total == 0
        assert collections.list_all(conn, other.user_id) == []
        assert collections.of_documents(conn, other.user_id) == {}
        assert collections.find(conn, NAME, other.user_id) is None
        assert consequences.of_document(conn, filing.document_id, other.user_id).collections == ()
        assert collections.take_out(conn, made, [filing.document_id]) == 0
        for act in (
            lambda: collections.get(conn, made, other.user_id),
            lambda: collections.filings(conn, made, other.user_id),
            lambda: collections.put(conn, made, [], other.user_id),
            lambda: collections.rename(conn, made, "New"),
            lambda: collections.delete(conn, made),
        ):
            with pytest.raises(NotFound, match="There is no such collection"):
                act()
        # Nor by a name that is taken.
        collections.create(conn, other.user_id, NAME)


Act = Callable[[Connection, UUID, StoredFiling, Scope], object]
ADMINS_ONLY: dict[str, Act] = {
    "close": lambda conn, made, filing, user: collection_members.close(conn, made, []),
    "open": lambda conn, made, filing, user: collection_members.open_again(conn, made),
    "members": lambda conn, made, filing, user: collection_members.list_all(conn, made),
    "add": lambda conn, made, filing, user: collection_members.add(conn, made, user.user_id),
    "remove": lambda conn, made, filing, user: collection_members.remove(conn, made, user.user_id),
    "put": lambda conn, made, filing, user: collections.put(conn, made, [filing.document_id], user.user_id),
    "take out": lambda conn, made, filing, user: collections.take_out(conn, made, [filing.document_id]),
    "rename": lambda conn, made, filing, user: collections.rename(conn, made, "New"),
    "delete": lambda conn, made, filing, user: collections.delete(conn, made),
    "restrict": lambda conn, made, filing, user: documents.set_restricted(conn, filing.document_id, False),
    "grant": lambda conn, made, filing, user: documents.grant(conn, filing.document_id, user.user_id),
    "revoke": lambda conn, made, filing, user: documents.revoke(conn, filing.document_id, user.user_id),
    "remove a filing": lambda conn, made, filing, user: removals.remove(
        conn, filing.document_id, user.user_id
    ),
    "read the changes": lambda conn, made, filing, user: access_changes.find(conn, 1),
}


@pytest.mark.parametrize("act", ADMINS_ONLY.values(), ids=ADMINS_ONLY.keys())
@pytest.mark.parametrize("role", [Role.ANALYST, Role.REVIEWER])
def test_a_member_who_is_no_admin_changes_nothing_of_it(
    database: Database, tenant: Scope, role: Role, act: Act
) -> None:
    with database.scoped(tenant) as conn:
        filing = store_filing(conn)
        made = closed(conn, tenant, filing, members=(tenant.user_id,))
    with (
        acting(database, tenant, role) as conn,
        pytest.raises(AccessDenied, match=f"Your role here is {role}"),
    ):
        act(conn, made, filing, tenant)


def test_every_change_is_recorded_with_what_it_was_about(
    connection: Connection, tenant: Scope, other: Scope
) -> None:
    filing, later = store_filing(connection), store_filing(connection)
    made = closed(connection, tenant, filing, members=(tenant.user_id,))
    collections.put(connection, made, [later.document_id, filing.document_id], tenant.user_id)
    collections.rename(connection, made, "Falcon")
    collection_members.add(connection, made, tenant.user_id)  # a member already: nothing changes
    collections.take_out(connection, made, [later.document_id])
    collection_members.remove(connection, made, tenant.user_id)
    collection_members.open_again(connection, made)
    collections.rename(connection, made, "Open")  # of an open one, nobody's access changes
    rows, total = access_changes.find(connection, 50)
    assert total == 7
    assert [
        (one.action, one.subject.get("documents"), one.subject["collection"]) for one in reversed(rows)
    ] == [
        ("collection closed", [str(filing.document_id)], NAME),
        ("collection member added", None, NAME),
        ("filings put into a closed collection", [str(later.document_id)], NAME),
        ("closed collection renamed", None, NAME),
        ("filings taken out of a closed collection", [str(later.document_id)], "Falcon"),
        ("collection member removed", None, "Falcon"),
        ("collection opened", [str(filing.document_id)], "Falcon"),
    ]
    assert {one.user_id for one in rows} == {tenant.user_id}


def test_a_name_is_told_apart_only_among_its_own_kind(connection: Connection, tenant: Scope) -> None:
    made = closed(connection, tenant)
    again = collections.create(connection, tenant.user_id, NAME)
    with pytest.raises(InvalidCollection, match="a closed collection “Project Falcon” already"):
        collection_members.close(connection, again, [])
    with pytest.raises(InvalidCollection, match="an open collection “Project Falcon” already"):
        collection_members.open_again(connection, made)
    found = collections.find(connection, NAME, tenant.user_id)
    assert found is not None
    assert found.id == again


def test_what_cannot_be_closed_or_opened_is_refused(connection: Connection, tenant: Scope) -> None:
    made = collections.create(connection, tenant.user_id, NAME)
    for act in (collection_members.add, collection_members.remove):
        with pytest.raises(InvalidCollection, match="is open"):
            act(connection, made, tenant.user_id)
    with pytest.raises(InvalidCollection, match="is open"):
        collection_members.open_again(connection, made)
    collection_members.close(connection, made, [])
    with pytest.raises(InvalidCollection, match="closed already"):
        collection_members.close(connection, made, [])
    with pytest.raises(NotFound, match="no such user"):
        collection_members.add(connection, made, uuid4())
    with pytest.raises(NotFound, match="no such collection"):
        collection_members.close(connection, uuid4(), [])


def test_whoever_leaves_comes_back_without_what_was_closed_to_others(
    database: Database, tenant: Scope
) -> None:
    member = signed_in(database, tenant, Role.ANALYST)
    with database.scoped(tenant) as conn:
        filing, granted = store_filing(conn), store_filing(conn, restricted=True)
        closed(conn, tenant, filing, members=(member.user_id,))
        documents.grant(conn, granted.document_id, member.user_id)
        assert may(conn, filing, member)
        email = next(one.email for one in memberships.list_all(conn) if one.user_id == member.user_id)
        memberships.end(conn, member.user_id)
        changes, _ = access_changes.find(conn, 3)
        assert {one.action for one in changes} == {
            "membership ended",
            "collection member removed",
            "grant taken back",
        }
        again = memberships.invite(conn, email, "", Role.ANALYST, tenant.user_id)
        assert again == member.user_id
        assert not may(conn, filing, member)
        assert not may(conn, granted, member)


def test_what_was_kept_of_a_library_is_not_given_after_it_is_closed(
    database: Database, tenant: Scope
) -> None:
    with database.scoped(tenant) as conn:
        filing = store_filing(conn)
        made = collections.create(conn, tenant.user_id, NAME)
        collections.put(conn, made, [filing.document_id], tenant.user_id)
        assert filing.version_id in readable(conn).passages
        collection_members.close(conn, made, [])
        assert filing.version_id not in readable(conn).passages
        collection_members.add(conn, made, tenant.user_id)
        assert filing.version_id in readable(conn).passages
        collection_members.remove(conn, made, tenant.user_id)
        assert filing.version_id not in readable(conn).passages


def test_a_removed_filing_of_a_closed_collection_stays_known_to_those_who_could_read_it(
    database: Database, connection: Connection, tenant: Scope, other: Scope
) -> None:
    filing, admin = store_filing(connection), uuid4()
    tenants.ensure(connection, Scope(tenant.tenant_id, admin), tenant_name="", user_name="Admin")
    closed(connection, tenant, filing, members=(tenant.user_id, admin))
    told = consequences.of_document(connection, filing.document_id, admin)
    assert told.is_restricted
    assert set(told.readers) == {tenant.user_id, admin}
    removals.remove(connection, filing.document_id, admin)
    assert removals.of_document(connection, filing.document_id, tenant.user_id) is not None
    assert removals.of_document(connection, filing.document_id, other.user_id) is None
    assert [one.title for one in removals.list_recent(connection, other.user_id, 5)] == [None]
