"""What the people of a library are called outside of it.

Wherever nobody signs in, the one user has the same id. Outside, their id is made of it and of their library's, so that
the verdicts of two such people are never taken for one person's.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID, uuid5

from pipeline.store.exchanged import Library
from pipeline.store.scope import LOCAL


@dataclass(frozen=True, slots=True)
class Naming:
    library: Library

    @property
    def _local(self) -> UUID:
        return uuid5(self.library.id, str(LOCAL.user_id))

    def outside(self, user_id: UUID) -> UUID:
        return self._local if user_id == LOCAL.user_id else user_id

    def inside(self, person_id: UUID) -> UUID:
        """The inverse."""
        return LOCAL.user_id if person_id == self._local else person_id

    def name(self, user_id: UUID, name: str) -> str:
        """Another library has a local user of its own."""
        if user_id != LOCAL.user_id:
            return name
        return f"{name} ({self.library.name} {self.library.id.hex[:6]})"
