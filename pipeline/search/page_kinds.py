"""What the pages of filings are, as the lists ask for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from uuid import UUID

from pipeline.evidence.parts import Part
from pipeline.search.pages import PageRef
from pipeline.store import page_parts
from pipeline.store.connect import Connection


def kinds_of_pages(
    conn: Connection, versions: Sequence[UUID], wanted: Collection[Part]
) -> dict[PageRef, dict[Part, float]]:
    """The pages of the versions that are of a wanted part, each part with its strength."""
    found: dict[PageRef, dict[Part, float]] = defaultdict(dict)
    for version_id, parts in page_parts.of_versions(conn, versions, wanted).items():
        for one in parts:
            found[PageRef(version_id, one.page_index)][one.part] = one.strength
    return dict(found)
