"""Whose rows a transaction may see."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Scope:
    """The tenant that row-level security admits, and the user whose grants count inside it.

    `sign_in_id`: the login that a person in a browser has, looked up again in each transaction. None is trusted: the
    local user of an installation without sign-in, a worker, whoever runs the commands.
    """

    tenant_id: UUID
    user_id: UUID
    sign_in_id: UUID | None = None

    def beyond_sign_in(self) -> Scope:
        """The same user, for work that they may begin and that goes on once they have signed out."""
        return replace(self, sign_in_id=None)


LOCAL = Scope(tenant_id=UUID(int=1), user_id=UUID(int=2))
"""The one tenant and user of an installation without sign-in."""

NOBODY = Scope(tenant_id=UUID(int=0), user_id=UUID(int=0))
"""Before anybody is known: a tenant that there never is."""
