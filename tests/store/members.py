"""Members of a tenant under test, and their sign-ins."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from pipeline.permissions import Role
from pipeline.store import memberships, workspaces
from pipeline.store.database import Database
from pipeline.store.memberships import Identity
from pipeline.store.scope import NOBODY, Scope
from pipeline.store.workspaces import Login, Workspace

ISSUER = "https://issuer.example"


def identity() -> Identity:
    """Somebody new, with a verified address."""
    subject = uuid4().hex
    return Identity(ISSUER, subject, f"{subject}@example.com")


def login(who: Identity, *, hours: float = 12, ago: timedelta = timedelta(0)) -> Login:
    """A new login of theirs, that long ago and good for so many hours."""
    issued = datetime.now(UTC) - ago
    return Login(who, uuid4(), issued, issued + timedelta(hours=hours))


def join(database: Database, tenant: Scope, who: Identity, role: Role) -> UUID:
    """Make somebody a member of the tenant, accepted; their user there."""
    with database.scoped(tenant) as conn:
        user_id = memberships.invite(conn, str(who.email), who.subject, role, tenant.user_id)
    assert user_id in {workspace.user_id for workspace in open_to(database, who)}
    return user_id


def open_to(database: Database, who: Identity) -> list[Workspace]:
    """The workspaces that a new login of theirs opens."""
    with database.scoped(NOBODY) as conn:
        return workspaces.open_to(conn, login(who))


def signed_in(database: Database, tenant: Scope, role: Role, who: Identity | None = None) -> Scope:
    """The scope of a new member of this role who has signed in."""
    who = who or identity()
    join(database, tenant, who, role)
    return begin(database, tenant, login(who))


def begin(database: Database, tenant: Scope, seen: Login) -> Scope:
    """What the app does with a login that its browser shows, in this tenant."""
    with database.scoped(NOBODY) as conn:
        found = workspaces.open_to(conn, seen)
        (chosen,) = (one for one in found if one.tenant_id == tenant.tenant_id)
        return workspaces.sign_in(conn, seen, chosen)
