"""The logins of members: begun once, looked up in each transaction, ended by themselves or by an admin."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from psycopg.rows import class_row

from pipeline.evidence.errors import NotFound
from pipeline.permissions import Permission
from pipeline.store import access, access_changes
from pipeline.store.connect import Connection


@dataclass(frozen=True, slots=True)
class SignIn:
    """An open sign-in as the Admin page lists it."""

    id: UUID
    user_id: UUID
    created_at: datetime
    seen_at: datetime
    expires_at: datetime


def list_open(conn: Connection) -> list[SignIn]:
    """The sign-ins of all members that still open something, the one used last first. Needs Permission.ADMINISTER."""
    access.require(conn, Permission.ADMINISTER)
    with conn.cursor(row_factory=class_row(SignIn)) as cursor:
        return cursor.execute(
            """
            select s.id, s.user_id, s.created_at, s.seen_at, s.expires_at
            from sign_ins s join memberships m on m.user_id = s.user_id
            where s.ended_at is null and s.expires_at > clock_timestamp() and m.ended_at is null
            order by s.seen_at desc, s.id
            """
        ).fetchall()


def begin(
    conn: Connection, sign_in_id: UUID, user_id: UUID, issued_at: datetime, expires_at: datetime
) -> bool:
    """Keep a member's login when it is seen for the first time; whether it opens anything now. A login that was kept
    keeps its end, so that a cookie that is played again begins nothing anew."""
    conn.execute(
        """
        insert into sign_ins (id, user_id, created_at, expires_at) values (%s, %s, %s, %s)
        on conflict (tenant_id, id) do nothing
        """,
        (sign_in_id, user_id, issued_at, expires_at),
    )
    return (
        conn.execute(
            "select 1 from sign_ins where id = %s and user_id = %s and ended_at is null "
            "and expires_at > clock_timestamp()",
            (sign_in_id, user_id),
        ).fetchone()
        is not None
    )


class Ending(StrEnum):
    """By whom a login was ended: an admin ends it in one tenant, and the member everywhere."""

    BY_ADMIN = "by an admin"
    BY_MEMBER = "by the member"


def ending(conn: Connection, sign_in_id: UUID) -> Ending | None:
    """How the login was ended in this tenant; None where it was not, or was never seen."""
    row = conn.execute(
        "select is_signed_out from sign_ins where id = %s and ended_at is not null", (sign_in_id,)
    ).fetchone()
    if row is None:
        return None
    return Ending.BY_MEMBER if row[0] else Ending.BY_ADMIN


def note_seen(conn: Connection, sign_in_id: UUID) -> None:
    """Keep that the sign-in is in use: to the minute, so that an open page writes rarely."""
    conn.execute(
        "update sign_ins set seen_at = now() where id = %s and seen_at < now() - interval '1 minute'",
        (sign_in_id,),
    )


def end(conn: Connection, sign_in_id: UUID) -> None:
    """End another member's sign-in at once. Needs Permission.ADMINISTER. Raises NotFound."""
    access.require(conn, Permission.ADMINISTER)
    row = conn.execute(
        """
        update sign_ins s set ended_at = coalesce(s.ended_at, now()) from users u
        where s.id = %s and u.id = s.user_id returning s.user_id, u.name
        """,
        (sign_in_id,),
    ).fetchone()
    if row is None:
        raise NotFound(f"There is no sign-in {sign_in_id}.")
    access_changes.note(conn, "sign-in ended", {"user_id": str(row[0]), "name": row[1]})


def end_own(
    conn: Connection, sign_in_id: UUID, user_id: UUID, issued_at: datetime, expires_at: datetime
) -> None:
    """Sign a member out, also where this login was not seen yet: its cookie then opens nothing here either."""
    conn.execute(
        """
        insert into sign_ins as s (id, user_id, created_at, expires_at, ended_at, is_signed_out)
        values (%s, %s, %s, %s, now(), true)
        on conflict (tenant_id, id) do update set ended_at = coalesce(s.ended_at, now()), is_signed_out = true
        """,
        (sign_in_id, user_id, issued_at, expires_at),
    )


def end_all(conn: Connection, user_id: UUID) -> None:
    """End every sign-in of a user. Needs Permission.ADMINISTER."""
    access.require(conn, Permission.ADMINISTER)
    conn.execute("update sign_ins set ended_at = now() where user_id = %s and ended_at is null", (user_id,))
