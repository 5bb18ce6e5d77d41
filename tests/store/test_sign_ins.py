"""A sign-in opens what its membership does, until it is over: in the very next transaction."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from pipeline.evidence.errors import AccessDenied, NotFound, SignInEnded
from pipeline.permissions import Permission, Role
from pipeline.store import access, memberships, sign_ins, workspaces
from pipeline.store.database import Database
from pipeline.store.scope import NOBODY, Scope
from tests.database import new_tenant
from tests.store.members import begin, identity, join, login, signed_in


def opens(database: Database, scope: Scope) -> bool:
    try:
        with database.scoped(scope) as conn:
            return conn.execute("select count(*) from tenants").fetchone() == (1,)
    except SignInEnded:
        return False


@pytest.mark.parametrize("held", list(Role))
def test_a_sign_in_has_the_role_of_its_membership(database: Database, tenant: Scope, held: Role) -> None:
    scope = signed_in(database, tenant, held)
    with database.scoped(scope) as conn:
        assert access.role(conn) is held
    with database.scoped(tenant) as conn:
        assert access.role(conn) is Role.ADMIN, "who runs the commands is trusted"


def test_a_role_change_counts_in_the_next_transaction(database: Database, tenant: Scope) -> None:
    scope = signed_in(database, tenant, Role.REVIEWER)
    with database.scoped(scope) as conn:
        access.require(conn, Permission.REVIEW)
    with database.scoped(tenant) as conn:
        memberships.change_role(conn, scope.user_id, Role.ANALYST)
    with pytest.raises(AccessDenied, match="Your role here is analyst"), database.scoped(scope) as conn:
        access.require(conn, Permission.REVIEW)


def test_an_ended_membership_opens_nothing(database: Database, tenant: Scope) -> None:
    scope = signed_in(database, tenant, Role.ANALYST)
    assert opens(database, scope)
    with database.scoped(tenant) as conn:
        memberships.end(conn, scope.user_id)
    assert not opens(database, scope)


def test_a_sign_out_ends_the_login_everywhere_and_for_good(database: Database, tenant: Scope) -> None:
    who, other, unseen = identity(), new_tenant(database), new_tenant(database)
    join(database, other, who, Role.ANALYST)
    first = login(who)
    join(database, tenant, who, Role.ANALYST)
    scopes = [begin(database, each, first) for each in (tenant, other)]
    join(database, unseen, who, Role.ANALYST)
    with database.scoped(NOBODY) as conn:
        workspaces.sign_out(conn, first)
    assert not any(opens(database, scope) for scope in scopes)
    later = new_tenant(database)
    join(database, later, who, Role.ADMIN)
    for each in (tenant, other, unseen, later):
        with pytest.raises(SignInEnded):  # the cookie is played again
            begin(database, each, first)
    assert opens(database, begin(database, tenant, login(who)))


def test_a_sign_in_expires(database: Database, tenant: Scope) -> None:
    who = identity()
    join(database, tenant, who, Role.ANALYST)
    short = login(who, hours=1 / 3600)
    scope = begin(database, tenant, short)
    with database.scoped(tenant) as conn:
        conn.execute("select pg_sleep(1.05)")
    assert not opens(database, scope)
    for over in (short, login(who, ago=timedelta(hours=13))):  # the second is old when it is first seen
        with pytest.raises(SignInEnded):
            begin(database, tenant, over)


def test_an_old_login_accepts_no_invitation(database: Database, tenant: Scope) -> None:
    who = identity()
    with database.scoped(tenant) as conn:
        memberships.invite(conn, str(who.email), "Anna", Role.ADMIN, tenant.user_id)
    with pytest.raises(SignInEnded), database.scoped(NOBODY) as conn:
        workspaces.open_to(conn, login(who, ago=timedelta(hours=13)))
    with database.scoped(tenant) as conn:
        assert memberships.find(conn, str(who.email)).accepted_at is None


def test_a_sign_in_is_one_users(database: Database, tenant: Scope) -> None:
    scope, other = (signed_in(database, tenant, Role.ADMIN) for _ in range(2))
    stranger = signed_in(database, new_tenant(database), Role.ADMIN)
    for wrong in (
        replace(scope, sign_in_id=other.sign_in_id),
        replace(scope, sign_in_id=uuid4()),
        replace(scope, sign_in_id=stranger.sign_in_id),
        replace(scope, user_id=stranger.user_id),
        replace(scope, tenant_id=stranger.tenant_id),
        replace(stranger, tenant_id=scope.tenant_id),
    ):
        assert not opens(database, wrong), wrong
    assert opens(database, scope)


def test_a_refused_sign_in_leaves_nothing_in_its_connection(database: Database, tenant: Scope) -> None:
    refused = Scope(tenant.tenant_id, tenant.user_id, uuid4())
    for _ in range(10):
        assert not opens(database, refused)
        with database.scoped(NOBODY) as conn:
            assert conn.execute("select count(*) from tenants").fetchone() == (0,)


def test_an_admin_ends_the_sign_in_of_another(database: Database, tenant: Scope) -> None:
    admin, other = signed_in(database, tenant, Role.ADMIN), signed_in(database, tenant, Role.ANALYST)
    assert other.sign_in_id is not None
    with database.scoped(admin) as conn:
        assert {row.id for row in sign_ins.list_open(conn)} == {admin.sign_in_id, other.sign_in_id}
        sign_ins.end(conn, other.sign_in_id)
        assert {row.id for row in sign_ins.list_open(conn)} == {admin.sign_in_id}
    assert not opens(database, other)
    stranger = signed_in(database, new_tenant(database), Role.ADMIN)
    for unknown in (uuid4(), stranger.sign_in_id):
        assert unknown is not None
        with pytest.raises(NotFound, match="There is no sign-in"), database.scoped(admin) as conn:
            sign_ins.end(conn, unknown)
    assert opens(database, stranger)


def test_what_an_admin_ends_is_over_in_their_own_workspace_only(database: Database, tenant: Scope) -> None:
    who, other = identity(), new_tenant(database)
    shared = login(who)
    for each in (tenant, other):
        join(database, each, who, Role.ANALYST)
    here, there = (begin(database, each, shared) for each in (tenant, other))
    with database.scoped(tenant) as conn:
        sign_ins.end(conn, shared.id)
    assert (opens(database, here), opens(database, there)) == (False, True)
    with database.scoped(NOBODY) as conn:
        assert [one.tenant_id for one in workspaces.open_to(conn, shared)] == [other.tenant_id]
    with database.scoped(other) as conn:
        sign_ins.end(conn, shared.id)
    with pytest.raises(SignInEnded), database.scoped(NOBODY) as conn:
        workspaces.open_to(conn, shared)


def test_who_is_no_admin_ends_nobodys_sign_in(database: Database, tenant: Scope) -> None:
    reviewer, other = (signed_in(database, tenant, Role.REVIEWER) for _ in range(2))
    assert other.sign_in_id is not None
    with pytest.raises(AccessDenied), database.scoped(reviewer) as conn:
        sign_ins.end(conn, other.sign_in_id)
    with pytest.raises(AccessDenied), database.scoped(reviewer) as conn:
        sign_ins.list_open(conn)
    assert opens(database, other)
