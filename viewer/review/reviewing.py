"""One request of a reviewer: their scope, a transaction in it, and what links are made with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from pipeline.permissions import Permission
from pipeline.store import access
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope
from viewer.links import Links
from viewer.source_files import SourceFiles


@dataclass(frozen=True, slots=True)
class Reviewing:
    """`scope` is the reviewer's own; `query` what stands behind the address; nothing of it has been checked."""

    conn: Connection
    scope: Scope
    links: Links
    files: SourceFiles
    query: Mapping[str, str]

    def __post_init__(self) -> None:
        """Raises AccessDenied for who may not review: before anything is looked up, so that it tells of nothing."""
        access.require(self.conn, Permission.REVIEW)

    @property
    def reviewer_id(self) -> UUID:
        return self.scope.user_id
