"""Who may come in: the members of a tenant, their roles, and the identities that they sign in with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pipeline.permissions import Role
from pipeline.store.connect import Connection


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


def list_all(conn: Connection) -> list[Member]:
    """The tenant's members by name, those whose membership ended last."""
    raise NotImplementedError


def invite(conn: Connection, email: str, name: str, role: Role, invited_by: UUID) -> UUID:
    """A membership that waits for the first sign-in with this address; the new user's id. Needs
    Permission.ADMINISTER. Raises InvalidMembership for an address that cannot be one or that is a member's already."""
    raise NotImplementedError


def change_role(conn: Connection, user_id: UUID, role: Role) -> None:
    """Needs Permission.ADMINISTER. Raises NotFound, and InvalidMembership where it would take the last admin away."""
    raise NotImplementedError


def end(conn: Connection, user_id: UUID) -> None:
    """End a membership and all its sign-ins. Needs Permission.ADMINISTER. Raises NotFound, and InvalidMembership for
    the last admin."""
    raise NotImplementedError
