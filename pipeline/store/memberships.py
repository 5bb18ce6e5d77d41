"""Who may come in: the members of a tenant, their roles, and the identities that they sign in with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg.rows import class_row

from pipeline.evidence.errors import InvalidMembership, NotFound
from pipeline.evidence.review import InvalidReview
from pipeline.permissions import Permission, Role
from pipeline.store import access, access_changes, answering, collection_members, reviewers, sign_ins
from pipeline.store.connect import Connection

LONGEST_EMAIL: Final = 254
"""Characters (RFC 5321, erratum 1690)."""
_EMAIL: Final = re.compile(r"[!-?A-~]+@[a-z0-9]([a-z0-9.-]*[a-z0-9])?")
"""Printable ASCII only: other letters become these when they are made small (the Kelvin sign becomes k), and an address
of somebody else would match."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Whom an issuer vouches for. `email` is None unless the issuer has verified it."""

    issuer: str
    subject: str
    email: str | None


@dataclass(frozen=True, slots=True)
class Member:
    """A member as the Admin page lists them. `last_seen`: when their newest sign-in was used last."""

    user_id: UUID
    name: str
    email: str
    role: Role
    created_at: datetime
    accepted_at: datetime | None
    ended_at: datetime | None
    last_seen: datetime | None

    def __post_init__(self) -> None:
        object.__setattr__(self, "role", Role(self.role))


def list_all(conn: Connection) -> list[Member]:
    """The tenant's members by name, those whose membership ended last."""
    with conn.cursor(row_factory=class_row(Member)) as cursor:
        return cursor.execute(_MEMBERS + "order by m.ended_at is not null, lower(u.name), u.id").fetchall()


def find(conn: Connection, email: str) -> Member:
    """The member who was invited by this address and has not left. Raises NotFound."""
    with conn.cursor(row_factory=class_row(Member)) as cursor:
        row = cursor.execute(
            _MEMBERS + "where m.ended_at is null and m.email = %s", (address(email),)
        ).fetchone()
    if row is None:
        raise NotFound(f"No member here has the address {email}.")
    return row


def invite(conn: Connection, email: str, name: str, role: Role, invited_by: UUID) -> UUID:
    """A membership that waits for the first sign-in with this address; its user's id. Needs Permission.ADMINISTER.

    Somebody who was a member with this address before, and a user of this name who never was one, come back as the
    user that they are. Raises InvalidMembership for an address that cannot be one or that is a member's already, and
    for a name that cannot be shown or is another member's.
    """
    access.require(conn, Permission.ADMINISTER)
    invited = address(email)
    if invited is None:
        raise InvalidMembership(
            "An address looks like name@example.com: ASCII letters and digits, no blanks."
        )
    _one_at_a_time(conn)
    if conn.execute("select 1 from memberships where email = %s and ended_at is null", (invited,)).fetchone():
        raise InvalidMembership(f"{invited} is a member already. Change their role instead.")
    user_id = _former(conn, invited) or _user(conn, name or invited.partition("@")[0])
    conn.execute(
        """
        insert into memberships (user_id, role, email, invited_by) values (%s, %s, %s, %s)
        on conflict (tenant_id, user_id) do update
        set role = excluded.role, email = excluded.email, invited_by = excluded.invited_by, created_at = now(),
            issuer = null, subject = null, accepted_at = null, ended_at = null
        """,
        (user_id, role.value, invited, invited_by),
    )
    # A login that came in while the earlier membership ended may have been kept after it, and opens nothing now.
    sign_ins.end_all(conn, user_id)
    _note(conn, "member invited", user_id, role=role.value)
    return user_id


def change_role(conn: Connection, user_id: UUID, role: Role) -> None:
    """Needs Permission.ADMINISTER. Raises NotFound, and InvalidMembership where it would take the last admin away."""
    access.require(conn, Permission.ADMINISTER)
    before = _current(conn, user_id)
    if before is role:
        return
    if before is Role.ADMIN:
        _keep_an_admin(conn, user_id)
    conn.execute("update memberships set role = %s where user_id = %s", (role.value, user_id))
    _note(conn, "role changed", user_id, role=role.value, before=before.value)


def end(conn: Connection, user_id: UUID) -> None:
    """End a membership, all its sign-ins, what closed collections and grants opened to it, and the answers that are
    being written for it. Needs Permission.ADMINISTER. Raises NotFound, and InvalidMembership for the last admin."""
    access.require(conn, Permission.ADMINISTER)
    if _current(conn, user_id) is Role.ADMIN:
        _keep_an_admin(conn, user_id)
    conn.execute("update memberships set ended_at = now() where user_id = %s", (user_id,))
    sign_ins.end_all(conn, user_id)
    answering.cancel_all(conn, user_id)
    collection_members.forget(conn, user_id)
    _note(conn, "membership ended", user_id)


def address(text: str) -> str | None:
    """The address in the form that is stored and compared; None when it cannot be one."""
    small = text.strip().lower() if text.isascii() else ""
    return small if len(small) <= LONGEST_EMAIL and _EMAIL.fullmatch(small) else None


_MEMBERS: Final = """
    select m.user_id, u.name, m.email, m.role, m.created_at, m.accepted_at, m.ended_at,
           (select max(s.seen_at) from sign_ins s where s.user_id = m.user_id) as last_seen
    from memberships m join users u on u.id = m.user_id
"""


def _current(conn: Connection, user_id: UUID) -> Role:
    """The role of a member who has not left, from now on nobody else's to change. Raises NotFound."""
    _one_at_a_time(conn)
    row = conn.execute(
        "select role from memberships where user_id = %s and ended_at is null", (user_id,)
    ).fetchone()
    if row is None:
        raise NotFound(f"There is no member {user_id}.")
    return Role(row[0])


def _keep_an_admin(conn: Connection, user_id: UUID) -> None:
    """Somebody who has never signed in cannot stand in for the last admin who has."""
    who, others = conn.execute(
        """
        select bool_or(user_id = %(user)s), count(*) filter (where user_id <> %(user)s) from memberships
        where role = 'admin' and ended_at is null and accepted_at is not null
        """,
        {"user": user_id},
    ).fetchone() or (False, 0)
    if who and not others:
        raise InvalidMembership(
            "This is the last admin who has signed in here. Make another member admin first, and have them sign in."
        )


def _former(conn: Connection, email: str) -> UUID | None:
    """Who had this address when they left last."""
    row = conn.execute(
        "select user_id from memberships where email = %s order by ended_at desc limit 1", (email,)
    ).fetchone()
    return row[0] if row else None


def _user(conn: Connection, name: str) -> UUID:
    """A user of the name: one who never was a member, or a new one. Nobody becomes the user to whom a file that was
    brought in says that questions or verdicts belong."""
    row = conn.execute(
        """
        select u.id from users u
        where u.name = %s and not exists (select from memberships m where m.user_id = u.id)
          and not exists (select from verdicts t where t.reviewer_id = u.id and t.origin is not null)
          and not exists (
              select from answers a join imported_answers i on i.answer_id = a.id where a.user_id = u.id
          )
        """,
        (name,),
    ).fetchone()
    if row:
        found: UUID = row[0]
        return found
    try:
        return reviewers.add(conn, name).id
    except InvalidReview as error:
        raise InvalidMembership(error.message) from error


def _one_at_a_time(conn: Connection) -> None:
    """Two admins who demote each other at once must not both succeed."""
    conn.execute("select from tenants for no key update")


def _note(conn: Connection, action: str, user_id: UUID, **said: str) -> None:
    name, email = conn.execute(
        "select u.name, m.email from memberships m join users u on u.id = m.user_id where m.user_id = %s",
        (user_id,),
    ).fetchone() or ("", "")
    access_changes.note(conn, action, {"user_id": str(user_id), "name": name, "email": email, **said})
