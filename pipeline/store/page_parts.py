"""What the pages of a version are, and the labels of their rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from uuid import UUID

from pipeline.evidence.parts import PagePart, Part
from pipeline.evidence.row_label import RowLabel
from pipeline.store import bulk
from pipeline.store.connect import Connection

_PART_TYPES = {
    "version_id": "uuid",
    "page_index": "int",
    "part": "text",
    "title": "text",
    "strength": "real",
}
_LABEL_TYPES = {"version_id": "uuid", "page_index": "int", "labels": "text"}


def add_parts(conn: Connection, version_id: UUID, parts: Iterable[PagePart]) -> None:
    """Store what the pages of a new version, or of a new reading, are."""
    rows = ((version_id, one.page_index, one.part.value, one.title, one.strength) for one in parts)
    bulk.insert(conn, "page_parts", _PART_TYPES, rows)


def add_labels(conn: Connection, version_id: UUID, labels: Mapping[int, Sequence[RowLabel]]) -> None:
    """Store the row labels of pages (0-based)."""
    rows = (
        (version_id, page, "\n".join(f"{label.ordinal}\t{' '.join(label.words)}" for label in of_page))
        for page, of_page in labels.items()
        if of_page
    )
    bulk.insert(conn, "row_labels", _LABEL_TYPES, rows)


def of_versions(
    conn: Connection, version_ids: Collection[UUID], parts: Collection[Part] | None = None
) -> dict[UUID, list[PagePart]]:
    """The pages of each version that are of `parts` (None: of any), by page."""
    rows = conn.execute(
        """
        select version_id, page_index, part, title, strength from page_parts
        where version_id = any(%s) and (%s::text[] is null or part = any(%s))
        order by version_id, page_index, part
        """,
        (
            list(version_ids),
            *[None if parts is None else [part.value for part in parts]] * 2,
        ),
    )
    found: dict[UUID, list[PagePart]] = defaultdict(list)
    for version_id, page_index, part, title, strength in rows:
        found[version_id].append(PagePart(page_index, Part(part), title, strength))
    return found


def labels_of(conn: Connection, version_ids: Collection[UUID]) -> list[tuple[UUID, int, str]]:
    """(version, page, its labels as stored: "ordinal<tab>words", one a line) of every page that has any."""
    return conn.execute(
        "select version_id, page_index, labels from row_labels where version_id = any(%s)",
        (list(version_ids),),
        prepare=False,
    ).fetchall()
