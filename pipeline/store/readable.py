"""The versions that a user may read, kept in mind as long as the library stays as it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from pipeline.store.connect import Connection
from pipeline.store.documents import IS_SUPERSEDED, MAY_READ
from pipeline.store.library_state import LibraryState, library_state

LIBRARIES = 16
"""Libraries, as users see them, that a process keeps in mind: 0.2 MB each for a thousand filings."""

_KEPT: dict[LibraryState, Readable] = {}


@dataclass(frozen=True, slots=True)
class Readable:
    """`passages`: how many each version has that the scope's user may read, superseded ones included; `current`: those
    of them that nothing supersedes."""

    passages: Mapping[UUID, int]
    current: tuple[UUID, ...]

    def of(self, version_ids: Collection[UUID] | None) -> list[UUID]:
        """Those of the versions that may be read; with None, the current ones."""
        if version_ids is None:
            return list(self.current)
        return [version_id for version_id in dict.fromkeys(version_ids) if version_id in self.passages]

    def passage_count(self, version_ids: Collection[UUID]) -> int:
        """How many passages the versions have together."""
        return sum(self.passages[version_id] for version_id in version_ids)


def readable(conn: Connection) -> Readable:
    """What the scope's user may read now. Asking for 950 versions by name took 6 ms, and each search asks twice."""
    state = library_state(conn)
    found = _KEPT.get(state)
    if found is None:
        found = _read(conn)
        while len(_KEPT) >= LIBRARIES:
            _KEPT.pop(next(iter(_KEPT)), None)
        _KEPT[state] = found
    return found


def _read(conn: Connection) -> Readable:
    rows = conn.execute(
        f"""
        select v.id, v.passage_count, not {IS_SUPERSEDED} from versions v join documents d on d.id = v.document_id
        where {MAY_READ} order by v.created_at, v.id
        """,
        {"user_id": None},
    ).fetchall()
    return Readable(
        {version_id: count for version_id, count, _ in rows},
        tuple(version_id for version_id, _, is_current in rows if is_current),
    )
