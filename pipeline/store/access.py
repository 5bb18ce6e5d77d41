"""What the user of a transaction may do, asked inside the store function that does it."""

from __future__ import annotations

from pipeline.evidence.errors import AccessDenied
from pipeline.permissions import Permission, Role, may
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope


def enter(conn: Connection, scope: Scope) -> bool:
    """Admit the scope's tenant and user to this transaction; False when a sign-in or its membership is over, or never
    was. A scope without a sign-in is trusted: the local user, a worker, whoever runs the commands."""
    conn.execute(
        "select set_config('pincite.tenant_id', %s, true), set_config('pincite.user_id', %s, true), "
        "set_config('pincite.role', %s, true)",
        (str(scope.tenant_id), str(scope.user_id), "" if scope.sign_in_id else Role.ADMIN.value),
    )
    if scope.sign_in_id is None:
        return True
    found = conn.execute(
        """
        select set_config('pincite.role', m.role, true)
        from memberships m join sign_ins s on s.user_id = m.user_id
        where m.user_id = %s and s.id = %s and m.ended_at is null
          and s.ended_at is null and s.expires_at > clock_timestamp()
        """,
        (scope.user_id, scope.sign_in_id),
    ).fetchone()
    return found is not None


def role(conn: Connection) -> Role:
    """The role that this transaction was entered with."""
    row = conn.execute("select current_setting('pincite.role', true)").fetchone()
    assert row is not None
    return Role(row[0])


def require(conn: Connection, permission: Permission) -> None:
    """Raises AccessDenied where the role of this transaction lacks the permission."""
    held = role(conn)
    if not may(held, permission):
        raise AccessDenied(
            f"Your role here is {held.value}, and that may not {permission.value}. Ask an admin of your workspace."
        )
