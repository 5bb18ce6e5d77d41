"""Who reviews: the users of a tenant by name."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from pipeline.store.connect import Connection


@dataclass(frozen=True, slots=True)
class Reviewer:
    """A user of the tenant, and how many verdicts of theirs count."""

    id: UUID
    name: str
    verdicts: int


def list_all(conn: Connection) -> list[Reviewer]:
    """The tenant's users by name."""
    raise NotImplementedError


def get(conn: Connection, user_id: UUID) -> Reviewer:
    """Raises NotFound."""
    raise NotImplementedError


def add(conn: Connection, name: str) -> Reviewer:
    """A new user of the tenant, for an installation without sign-in. Raises InvalidReview for an empty, overlong or
    taken name."""
    raise NotImplementedError
