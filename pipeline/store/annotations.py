"""The places that reviewers marked, and where they stand in other readings of their filing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pipeline.evidence.annotation import Annotation, OrphanReason
from pipeline.evidence.reanchored import Reanchored
from pipeline.store.connect import Connection


@dataclass(frozen=True, slots=True)
class Placed:
    """An annotation and where it stands now: in the present reading of its own version (`here`), and in the current
    version of its filing where that is another (`newer`, `newer_version`).

    `here` is None where `orphan` says why it has no one place in the library today.
    """

    annotation: Annotation
    here: Reanchored | None
    orphan: OrphanReason | None
    newer_version: UUID | None = None
    newer: Reanchored | None = None
    looked_at: datetime | None = None


def put(conn: Connection, annotation: Annotation) -> None:
    """Store a marked place of a verdict that is stored."""
    raise NotImplementedError


def of_verdicts(conn: Connection, verdict_ids: Sequence[UUID]) -> dict[UUID, list[Placed]]:
    """The marked places of verdicts, in their order."""
    raise NotImplementedError


def of_answer(conn: Connection, answer_id: UUID) -> dict[UUID, list[Placed]]:
    """The marked places of all verdicts on an answer's claims, by verdict."""
    raise NotImplementedError


def of_version(conn: Connection, version_id: UUID) -> list[Placed]:
    """Every marked place of a version."""
    raise NotImplementedError


def orphans(conn: Connection, limit: int) -> list[Placed]:
    """The marked places that have no one place in the library today, the newest first."""
    raise NotImplementedError
