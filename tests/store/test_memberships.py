"""Members: invited by address, bound to one identity, never without an admin."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from pipeline.evidence.errors import AccessDenied, InvalidMembership, NotFound, SignInEnded
from pipeline.permissions import Role
from pipeline.store import memberships, reviewers, sign_ins
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.memberships import Identity
from pipeline.store.scope import NOBODY, Scope
from tests.database import new_tenant
from tests.store.members import ISSUER, identity, join, login, open_to, signed_in


def roles(conn: Connection) -> dict[str, Role]:
    return {member.email: member.role for member in memberships.list_all(conn) if member.ended_at is None}


def test_an_invitation_waits_until_somebody_signs_in_with_its_address(
    database: Database, tenant: Scope
) -> None:
    who = identity()
    with database.scoped(tenant) as conn:
        user = memberships.invite(conn, f" {who.email}".upper(), "Anna Quist", Role.REVIEWER, tenant.user_id)
        (waiting,) = memberships.list_all(conn)
    assert (waiting.user_id, waiting.name, waiting.email) == (user, "Anna Quist", who.email)
    assert (waiting.role, waiting.accepted_at, waiting.last_seen) == (Role.REVIEWER, None, None)
    (workspace,) = open_to(database, who)
    assert (workspace.tenant_id, workspace.user_id, workspace.role) == (tenant.tenant_id, user, Role.REVIEWER)
    assert (workspace.name, workspace.user_name) == ("Tenant under test", "Anna Quist")
    with database.scoped(tenant) as conn:
        assert memberships.find(conn, str(who.email)).accepted_at is not None


def test_an_address_that_nobody_vouches_for_binds_nothing(database: Database, tenant: Scope) -> None:
    who = identity()
    with database.scoped(tenant) as conn:
        memberships.invite(conn, str(who.email), "Anna", Role.ADMIN, tenant.user_id)
    assert open_to(database, Identity(who.issuer, who.subject, None)) == []
    assert open_to(database, Identity(who.issuer, who.subject, f"x{who.email}")) == []


def test_a_bound_membership_is_nobody_elses(database: Database, tenant: Scope) -> None:
    who = identity()
    join(database, tenant, who, Role.ADMIN)
    for other in (
        Identity(who.issuer, "another subject", who.email),
        Identity("https://another.issuer", who.subject, who.email),
    ):
        assert open_to(database, other) == []
    moved = Identity(who.issuer, who.subject, "new@example.com")
    assert len(open_to(database, moved)) == 1, "the identity counts, not the address that it had"


def test_one_identity_is_one_member_of_a_tenant(database: Database, tenant: Scope) -> None:
    first, second = identity(), identity()
    join(database, tenant, first, Role.ANALYST)
    with database.scoped(tenant) as conn:
        memberships.invite(conn, str(second.email), "Also Anna", Role.ADMIN, tenant.user_id)
    found = open_to(database, Identity(first.issuer, first.subject, second.email))
    assert [workspace.role for workspace in found] == [Role.ANALYST]


def test_an_identity_sees_its_tenants_by_name_and_no_other(database: Database, tenant: Scope) -> None:
    who, other = identity(), new_tenant(database)
    join(database, tenant, who, Role.ANALYST)
    join(database, other, who, Role.ADMIN)
    join(database, new_tenant(database), identity(), Role.ADMIN)
    with database.scoped(other) as conn:
        conn.execute("update tenants set name = 'A house before it'")
    found = open_to(database, who)
    assert [(w.name, w.tenant_id) for w in found] == [
        ("A house before it", other.tenant_id),
        ("Tenant under test", tenant.tenant_id),
    ]
    with database.scoped(NOBODY) as conn:
        assert conn.execute("select count(*) from memberships").fetchone() == (0,), "nothing is left proved"


@pytest.mark.parametrize(
    "email",
    ["", "anna", "@example.com", "anna@", "anna @example.com", "anna@exa mple.com", "anna@example.com\nx@y.z",
     "\u212aim@example.com", "anna@example.com" + "x" * 250, "a@b@c", "anna@-example.com"],
)  # fmt: skip
def test_what_cannot_be_an_address_invites_nobody(connection: Connection, tenant: Scope, email: str) -> None:
    with pytest.raises(InvalidMembership, match="An address looks like"):
        memberships.invite(connection, email, "Anna", Role.ANALYST, tenant.user_id)
    assert memberships.list_all(connection) == []


def test_an_address_or_a_name_is_one_members(connection: Connection, tenant: Scope) -> None:
    memberships.invite(connection, "anna@example.com", "Anna", Role.ANALYST, tenant.user_id)
    with pytest.raises(InvalidMembership, match="is a member already"):
        memberships.invite(connection, "ANNA@example.com", "Anna Two", Role.ADMIN, tenant.user_id)
    with pytest.raises(InvalidMembership, match="“Anna” already"):
        memberships.invite(connection, "other@example.com", "anna", Role.ADMIN, tenant.user_id)
    assert roles(connection) == {"anna@example.com": Role.ANALYST}


def test_somebody_who_comes_back_is_who_they_were(database: Database, tenant: Scope) -> None:
    who = identity()
    user = join(database, tenant, who, Role.ANALYST)
    with database.scoped(tenant) as conn:
        memberships.end(conn, user)
    assert open_to(database, who) == []
    with database.scoped(tenant) as conn:
        assert memberships.invite(conn, str(who.email), "", Role.REVIEWER, tenant.user_id) == user
    unproved = Identity(who.issuer, who.subject, None)
    assert open_to(database, unproved) == [], "they prove the address again"
    assert [workspace.role for workspace in open_to(database, who)] == [Role.REVIEWER]


def test_a_login_of_before_opens_nothing_to_whoever_was_invited_since(
    database: Database, tenant: Scope
) -> None:
    """One that came in while the membership was being ended is kept after its end."""
    who, late = identity(), login(identity())
    user = join(database, tenant, who, Role.ANALYST)
    with database.scoped(tenant) as conn:
        memberships.end(conn, user)
        sign_ins.begin(conn, late.id, user, late.issued_at, late.expires_at)
        memberships.invite(conn, str(who.email), "Anna", Role.ADMIN, tenant.user_id)
    with pytest.raises(SignInEnded), database.scoped(Scope(tenant.tenant_id, user, late.id)):
        pass


def test_a_user_without_membership_becomes_the_member_of_that_name(
    connection: Connection, tenant: Scope
) -> None:
    imported = reviewers.add(connection, "Bert Imported")
    invited = memberships.invite(
        connection, "bert@example.com", "Bert Imported", Role.REVIEWER, tenant.user_id
    )
    assert invited == imported.id
    assert memberships.invite(connection, "a@b.com", "Analyst", Role.ADMIN, tenant.user_id) == tenant.user_id


def test_a_tenant_keeps_an_admin_who_has_signed_in(database: Database, tenant: Scope) -> None:
    first = join(database, tenant, identity(), Role.ADMIN)
    with database.scoped(tenant) as conn:
        waiting = memberships.invite(conn, "waits@example.com", "Waits", Role.ADMIN, tenant.user_id)
        with pytest.raises(InvalidMembership, match="last admin"):
            memberships.end(conn, first)
        with pytest.raises(InvalidMembership, match="last admin"):
            memberships.change_role(conn, first, Role.ANALYST)
        memberships.end(conn, waiting)
    second = join(database, tenant, identity(), Role.ADMIN)
    with database.scoped(tenant) as conn:
        memberships.change_role(conn, first, Role.ANALYST)
        with pytest.raises(InvalidMembership, match="last admin"):
            memberships.end(conn, second)
        memberships.change_role(conn, second, Role.ADMIN)


@pytest.mark.parametrize("held", [Role.ANALYST, Role.REVIEWER])
def test_who_is_no_admin_changes_no_membership(database: Database, tenant: Scope, held: Role) -> None:
    scope = signed_in(database, tenant, held)
    with pytest.raises(AccessDenied, match=held.value), database.scoped(scope) as conn:
        memberships.invite(conn, "new@example.com", "New", Role.ADMIN, scope.user_id)
    with pytest.raises(AccessDenied, match=held.value), database.scoped(scope) as conn:
        memberships.change_role(conn, scope.user_id, Role.ADMIN)
    with pytest.raises(AccessDenied, match=held.value), database.scoped(scope) as conn:
        memberships.end(conn, scope.user_id)


def test_a_foreign_member_is_none(database: Database, tenant: Scope) -> None:
    stranger = join(database, new_tenant(database), identity(), Role.ANALYST)
    for unknown in (stranger, uuid4()):
        with pytest.raises(NotFound, match="There is no member"), database.scoped(tenant) as conn:
            memberships.end(conn, unknown)
        with pytest.raises(NotFound, match="There is no member"), database.scoped(tenant) as conn:
            memberships.change_role(conn, unknown, Role.ADMIN)


def test_every_change_is_kept_with_who_made_it(database: Database, tenant: Scope) -> None:
    who = identity()
    user = join(database, tenant, who, Role.ANALYST)
    with database.scoped(tenant) as conn:
        memberships.change_role(conn, user, Role.REVIEWER)
        memberships.change_role(conn, user, Role.REVIEWER)
        memberships.end(conn, user)
        rows = conn.execute("select action, user_id, subject from access_changes order by id").fetchall()
    assert [(action, by) for action, by, _ in rows] == [
        ("member invited", tenant.user_id),
        ("invitation accepted", user),
        ("role changed", tenant.user_id),
        ("membership ended", tenant.user_id),
    ]
    assert all(UUID(subject["user_id"]) == user and subject["email"] == who.email for _, _, subject in rows)
    assert (rows[2][2]["before"], rows[2][2]["role"]) == ("analyst", "reviewer")


def test_an_identity_of_no_words_is_nobody(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        memberships.invite(conn, "anna@example.com", "Anna", Role.ADMIN, tenant.user_id)
    assert open_to(database, Identity("", "", "")) == []
    assert open_to(database, Identity(ISSUER, "", None)) == []
