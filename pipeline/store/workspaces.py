"""The way in: from an identity that an issuer has proved to the tenants that it is a member of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pipeline.permissions import Role
from pipeline.store import access, access_changes, sign_ins
from pipeline.store.connect import Connection
from pipeline.store.memberships import Identity
from pipeline.store.scope import Scope


@dataclass(frozen=True, slots=True)
class Login:
    """One time that an issuer said who somebody is: told from other times by `id`, and good until `expires_at`."""

    identity: Identity
    id: UUID
    issued_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Workspace:
    """A tenant as its member sees it: its name, and who they are in it."""

    tenant_id: UUID
    user_id: UUID
    name: str
    user_name: str
    role: Role


def of(conn: Connection, identity: Identity) -> list[Workspace]:
    """The workspaces of an identity by name, once it has accepted what its address was invited to. `conn` is scoped to
    NOBODY, and to whatever tenant came last afterwards: nothing else may be asked of it."""
    _prove(conn, identity)
    rows = conn.execute(
        "select tenant_id, user_id, role, subject is not null from memberships order by subject is null"
    ).fetchall()
    found: dict[UUID, Workspace] = {}
    for tenant_id, user_id, role, is_bound in rows:
        access.enter(conn, Scope(tenant_id, user_id))
        # A second invitation, under another address of theirs, waits until the first membership has ended.
        if tenant_id not in found and (is_bound or _accept(conn, identity, user_id)):
            name, user_name = conn.execute(
                "select t.name, u.name from tenants t, users u where u.id = %s", (user_id,)
            ).fetchone() or ("", "")
            found[tenant_id] = Workspace(tenant_id, user_id, name, user_name, Role(role))
    return sorted(found.values(), key=lambda workspace: (workspace.name.casefold(), workspace.tenant_id))


def sign_in(conn: Connection, login: Login, chosen: Workspace, others: list[Workspace]) -> Scope | None:
    """Begin a login in a workspace, or go on with it; None where it is over. A login that was ended in any workspace
    of its identity is over in all of them. `conn` is scoped to NOBODY, as for `of`."""
    for workspace in (*others, chosen):
        access.enter(conn, Scope(workspace.tenant_id, workspace.user_id))
        if workspace is not chosen and sign_ins.has_ended(conn, login.id):
            return None
    if not sign_ins.begin(conn, login.id, chosen.user_id, login.issued_at, login.expires_at):
        return None
    sign_ins.note_seen(conn, login.id)
    return Scope(chosen.tenant_id, chosen.user_id, login.id)


def sign_out(conn: Connection, login: Login) -> None:
    """End a login in all workspaces of its identity. `conn` is scoped to NOBODY, as for `of`."""
    for workspace in of(conn, login.identity):
        access.enter(conn, Scope(workspace.tenant_id, workspace.user_id))
        sign_ins.end_own(conn, login.id, workspace.user_id, login.issued_at, login.expires_at)


def _prove(conn: Connection, identity: Identity) -> None:
    """Have the transaction see the memberships of this identity, whatever tenant they are of."""
    conn.execute(
        "select set_config('pincite.issuer', %s, true), set_config('pincite.subject', %s, true), "
        "set_config('pincite.email', %s, true)",
        (identity.issuer, identity.subject, identity.email or ""),
    )


def _accept(conn: Connection, identity: Identity, user_id: UUID) -> bool:
    """Bind an invitation to the identity, once and for good; whether it is theirs now, from another tab perhaps."""
    who = {
        "issuer": identity.issuer,
        "subject": identity.subject,
        "user": user_id,
        "email": identity.email,
    }
    row = conn.execute(
        """
        update memberships m set issuer = %(issuer)s, subject = %(subject)s, accepted_at = now()
        where user_id = %(user)s and email = %(email)s and subject is null and ended_at is null and not exists (
            select from memberships o
            where o.tenant_id = m.tenant_id and o.issuer = %(issuer)s and o.subject = %(subject)s
              and o.ended_at is null
        )
        returning email
        """,
        who,
    ).fetchone()
    if row is not None:
        access_changes.note(conn, "invitation accepted", {"user_id": str(user_id), "email": row[0]})
        return True
    bound = conn.execute(
        "select 1 from memberships where user_id = %(user)s and issuer = %(issuer)s and subject = %(subject)s "
        "and ended_at is null",
        who,
    ).fetchone()
    return bound is not None
