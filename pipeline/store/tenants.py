"""Tenants and their users."""

from __future__ import annotations

from pipeline.store.connect import Connection
from pipeline.store.scope import LOCAL, Scope


def ensure_local(conn: Connection) -> Scope:
    """The tenant and user of an installation without sign-in, created when missing. `conn` is scoped to LOCAL."""
    return ensure(conn, LOCAL, tenant_name="Local", user_name="Local user")


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
