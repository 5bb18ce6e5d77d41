"""Whose rows a transaction may see."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Scope:
    """The tenant that row-level security admits, and the user whose grants count inside it."""

    tenant_id: UUID
    user_id: UUID


LOCAL = Scope(tenant_id=UUID(int=1), user_id=UUID(int=2))
"""The one tenant and user of an installation without sign-in."""
