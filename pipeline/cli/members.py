"""The members of a workspace from the command line: how the first admin of an installation comes in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from pipeline.cli.frame import opened, show, typed
from pipeline.evidence.errors import NotFound
from pipeline.permissions import Role
from pipeline.store import memberships, tenants
from pipeline.store.connect import Connection
from pipeline.store.memberships import Member
from pipeline.store.scope import LOCAL, Scope

WORKSPACE = click.option(
    "--tenant", metavar="NAME", default=tenants.LOCAL_NAME, show_default=True, help="The workspace."
)


@click.command("members")
@WORKSPACE
@typed
def list_members(as_json: bool, tenant: str) -> None:
    """List the members of a workspace, those who were invited and those who left too."""
    with _workspace(tenant) as conn:
        rows = memberships.list_all(conn)
    show(
        [member_json(row) for row in rows],
        as_json,
        lambda: (
            "\n".join(map(_line, rows)) or "No members yet. `pincite member EMAIL --role admin` invites one."
        ),
    )


@click.command("member")
@click.argument("email")
@click.option("--role", type=click.Choice([role.value for role in Role]), help="Analyst for somebody new.")
@click.option("--name", default="", help="How they are shown; for somebody new the address's first part.")
@click.option("--end", is_flag=True, help="End the membership, and every sign-in of theirs, at once.")
@click.option("--create", is_flag=True, help="Make the workspace where there is none of that name.")
@WORKSPACE
@typed
def member(
    as_json: bool, email: str, role: str | None, name: str, end: bool, create: bool, tenant: str
) -> None:
    """Invite EMAIL to a workspace, change a member's role, or end a membership.

    Whoever signs in first with that address, verified by the sign-in provider, becomes the member.
    """
    with _workspace(tenant, create=create) as conn:
        found = next((row for row in _current(conn) if row.email == memberships.address(email)), None)
        if end:
            found = memberships.find(conn, email)
            memberships.end(conn, found.user_id)
        elif found is None:
            memberships.invite(conn, email, name, Role(role or Role.ANALYST), LOCAL.user_id)
        elif role:
            memberships.change_role(conn, found.user_id, Role(role))
        now = next(
            row
            for row in memberships.list_all(conn)
            if (row.user_id == found.user_id if found else row.email == memberships.address(email))
        )
    show(member_json(now), as_json, lambda: _line(now))


def member_json(row: Member) -> dict[str, Any]:
    """The shape that scripts read."""
    return {
        "user_id": str(row.user_id),
        "email": row.email,
        "name": row.name,
        "role": row.role.value,
        "state": _state(row),
        "created_at": row.created_at.isoformat(),
        "last_seen": row.last_seen.isoformat() if row.last_seen else None,
    }


def _current(conn: Connection) -> Iterator[Member]:
    return (row for row in memberships.list_all(conn) if row.ended_at is None)


def _state(row: Member) -> str:
    if row.ended_at is not None:
        return "ended"
    return "invited" if row.accepted_at is None else "accepted"


def _line(row: Member) -> str:
    seen = f", last seen {row.last_seen:%Y-%m-%d %H:%M} UTC" if row.last_seen else ""
    return f"{row.email}  {row.role.value}  {row.name}  ({_state(row)}{seen})"


@contextmanager
def _workspace(name: str, *, create: bool = False) -> Iterator[Connection]:
    """A transaction in the workspace of this name, as the operator. Raises NotFound where there is none."""
    with opened() as (_, database), database.scoped(Scope(tenants.id_of(name), LOCAL.user_id)) as conn:
        if create:
            tenants.create(conn, name)
        try:
            tenants.name(conn)
        except NotFound:
            raise NotFound(f"There is no workspace “{name}”. Add --create to make it.") from None
        yield conn
