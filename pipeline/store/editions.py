"""What a stored version says: its pages' words, blocks and tables, without boxes."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from pipeline.evidence.edition import Edition
from pipeline.store import blocks, pages
from pipeline.store.connect import Connection


def whole(conn: Connection, version_id: UUID) -> Edition:
    """All of a version. Raises NotFound."""
    return Edition(
        kind=pages.kind(conn, version_id),
        texts=pages.texts(conn, version_id),
        blocks=tuple(blocks.of_pages(conn, version_id, None)),
        tables={table.ordinal: table for table in blocks.tables_of(conn, version_id)},
    )


def around(conn: Connection, version_id: UUID, page_indexes: Collection[int]) -> Edition:
    """Some pages (0-based) of a version with their neighbours, for what stands around words at a page's edge, and the
    pages of their tables' headers and units. Raises NotFound.
    """
    near = sorted({index + step for index in page_indexes for step in (-1, 0, 1)})
    found = tuple(blocks.of_pages(conn, version_id, near))
    ordinals = sorted({block.table for block in found if block.table is not None})
    tables = {table.ordinal: table for table in blocks.tables_of(conn, version_id, ordinals)}
    headers = {
        place.page_index
        for table in tables.values()
        for place in (*table.units, *(place for column in table.columns for place in column.headers))
    }
    texts = pages.texts(conn, version_id, sorted(headers.union(near)))
    return Edition(pages.kind(conn, version_id), texts, found, tables)
