"""The way in: from an identity that an issuer has proved to the tenants that it is a member of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from pipeline.evidence.errors import SignInEnded
from pipeline.permissions import Role
from pipeline.store import access, access_changes, sign_ins
from pipeline.store.connect import Connection
from pipeline.store.memberships import Identity
from pipeline.store.scope import Scope
from pipeline.store.sign_ins import Ending


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


def open_to(conn: Connection, login: Login) -> list[Workspace]:
    """The workspaces of whoever logged in, by name, once they have accepted what their address was invited to.

    Raises SignInEnded for a login that is too old or that its member has ended, which holds in all workspaces, those
    too where it was never seen; and where an admin has ended it in every workspace that there would be. `conn` is
    scoped to NOBODY, and to whatever tenant came last afterwards: nothing else may be asked of it.
    """
    if conn.execute("select %s > clock_timestamp()", (login.expires_at,)).fetchone() != (True,):
        raise SignInEnded(_OVER)
    found: dict[UUID, Workspace] = {}
    was_ended = False
    for row in _memberships(conn, login.identity):
        # A second invitation, under another address of theirs, waits until the first membership has ended.
        if row.tenant_id in found:
            continue
        access.enter(conn, Scope(row.tenant_id, row.user_id))
        ending = sign_ins.ending(conn, login.id) if row.is_bound else None
        if ending is Ending.BY_MEMBER:
            raise SignInEnded(_OVER)
        if ending is not None:
            was_ended = True
        elif row.is_bound or _accept(conn, login.identity, row.user_id):
            found[row.tenant_id] = _workspace(conn, row)
    if was_ended and not found:
        raise SignInEnded(_OVER)
    return sorted(found.values(), key=lambda workspace: (workspace.name.casefold(), workspace.tenant_id))


def sign_in(conn: Connection, login: Login, chosen: Workspace) -> Scope:
    """Begin a login in one of its workspaces, or go on with it. Raises SignInEnded where it is over. `conn` is scoped
    to NOBODY, as for `open_to`."""
    access.enter(conn, Scope(chosen.tenant_id, chosen.user_id))
    if not sign_ins.begin(conn, login.id, chosen.user_id, login.issued_at, login.expires_at):
        raise SignInEnded(_OVER)
    sign_ins.note_seen(conn, login.id)
    return Scope(chosen.tenant_id, chosen.user_id, login.id)


def sign_out(conn: Connection, login: Login) -> None:
    """End a login in all workspaces of its identity. `conn` is scoped to NOBODY, as for `open_to`."""
    for row in _memberships(conn, login.identity):
        if row.is_bound:
            access.enter(conn, Scope(row.tenant_id, row.user_id))
            sign_ins.end_own(conn, login.id, row.user_id, login.issued_at, login.expires_at)


_OVER: Final = "You are signed out here, or your access has ended. Sign in again."


@dataclass(frozen=True, slots=True)
class _Membership:
    """A membership of an identity, or an invitation to its address."""

    tenant_id: UUID
    user_id: UUID
    role: Role
    is_bound: bool


def _memberships(conn: Connection, identity: Identity) -> list[_Membership]:
    """Those that are bound come first."""
    _prove(conn, identity)
    rows = conn.execute(
        "select tenant_id, user_id, role, subject is not null as is_bound from memberships order by 4 desc, 1, 2"
    ).fetchall()
    return [_Membership(tenant_id, user_id, Role(role), bound) for tenant_id, user_id, role, bound in rows]


def _workspace(conn: Connection, row: _Membership) -> Workspace:
    name, user_name = conn.execute(
        "select t.name, u.name from tenants t, users u where u.id = %s", (row.user_id,)
    ).fetchone() or ("", "")
    return Workspace(row.tenant_id, row.user_id, name, user_name, row.role)


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
