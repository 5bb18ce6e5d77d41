"""Tenants and their users."""

from __future__ import annotations

import unicodedata
from typing import Final
from uuid import UUID, uuid5

from pipeline.evidence.errors import InvalidMembership, NotFound
from pipeline.permissions import Permission
from pipeline.store import access
from pipeline.store.connect import Connection
from pipeline.store.scope import LOCAL, Scope

LONGEST_NAME: Final = 60
"""Characters: what two lines of the sidebar hold."""
LOCAL_NAME: Final = "Local"
_NAMED: Final = UUID("6b0f8c53-7f0c-4d0b-9b5b-5d6a9a2f7c31")
"""The namespace of ids of tenants that are made by name."""


def ensure_local(conn: Connection) -> Scope:
    """The tenant and user of an installation without sign-in, created when missing. `conn` is scoped to LOCAL."""
    return ensure(conn, LOCAL, tenant_name=LOCAL_NAME, user_name="Local user")


def ensure(conn: Connection, scope: Scope, *, tenant_name: str, user_name: str) -> Scope:
    """Create the scope's tenant and user when missing. `conn` is scoped to it: nobody creates another's tenant."""
    conn.execute(
        "insert into tenants (tenant_id, name) values (%s, %s) on conflict do nothing",
        (scope.tenant_id, tenant_name),
    )
    conn.execute(
        "insert into users (tenant_id, id, name) values (%s, %s, %s) on conflict do nothing",
        (scope.tenant_id, scope.user_id, user_name),
    )
    return scope


def id_of(name: str) -> UUID:
    """The id that a tenant of this name has, made or not: no list of tenants is looked through for it, so that nothing
    has to be able to read one. Raises InvalidMembership for a name that cannot be shown."""
    shown = _checked(name).casefold()
    return LOCAL.tenant_id if shown == LOCAL_NAME.casefold() else uuid5(_NAMED, shown)


def create(conn: Connection, name: str) -> None:
    """The tenant of `conn`, whose id is the name's. Needs Permission.ADMINISTER. Made twice, it stays as it is."""
    access.require(conn, Permission.ADMINISTER)
    conn.execute("insert into tenants (name) values (%s) on conflict do nothing", (_checked(name),))


def name(conn: Connection) -> str:
    """Raises NotFound where the tenant was never made."""
    row = conn.execute("select name from tenants").fetchone()
    if row is None:
        raise NotFound("There is no such workspace.")
    found: str = row[0]
    return found


def _checked(name: str) -> str:
    shown = " ".join(unicodedata.normalize("NFC", name).split())
    if not 0 < len(shown) <= LONGEST_NAME or not shown.isprintable():
        raise InvalidMembership(
            f"A workspace's name has 1 to {LONGEST_NAME} characters, and none that is not seen."
        )
    return shown
