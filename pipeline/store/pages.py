"""Pages of a version: geometry, printed label, canonical text and glyph boxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from pipeline.evidence.document import Page, PageKind
from pipeline.evidence.errors import NotFound
from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.page import LabelSource, PageLabel, PageTransform
from pipeline.store import bulk
from pipeline.store.connect import Connection

_TYPES = {
    "version_id": "uuid",
    "page_index": "int",
    "kind": "text",
    "width": "float8",
    "height": "float8",
    "box_left": "float8",
    "box_bottom": "float8",
    "box_right": "float8",
    "box_top": "float8",
    "rotation": "int",
    "label": "text",
    "label_source": "text",
    "text": "text",
    "glyphs": "bytea",
}


def add_all(conn: Connection, version_id: UUID, pages: Iterable[Page]) -> int:
    """Store the pages of a new version; how many there were."""
    return bulk.insert(conn, "pages", _TYPES, ((version_id, *_columns(page)) for page in pages))


def get(conn: Connection, version_id: UUID, page_index: int) -> Page:
    """One page (0-based). Raises NotFound."""
    found = several(conn, version_id, [page_index])
    if not found:
        raise NotFound(f"There is no page {page_index} (0-based) of version {version_id}.")
    return found[0]


def several(conn: Connection, version_id: UUID, page_indexes: Sequence[int]) -> list[Page]:
    """Those of the pages that exist, in page order."""
    rows = conn.execute(
        """
        select page_index, kind, text, label, label_source,
               box_left, box_bottom, box_right, box_top, rotation, glyphs
        from pages where version_id = %b and page_index = any(%b) order by page_index
        """,
        (version_id, list(page_indexes)),
        binary=True,
    )
    return [_page(row) for row in rows]


def texts(conn: Connection, version_id: UUID, page_indexes: Sequence[int] | None = None) -> dict[int, str]:
    """The canonical texts of some pages (0-based), or of all, without their boxes."""
    rows = conn.execute(
        """
        select page_index, text from pages
        where version_id = %s and (%s::int[] is null or page_index = any(%s)) order by page_index
        """,
        (version_id, page_indexes, page_indexes),
    )
    return dict(rows.fetchall())


def kind(conn: Connection, version_id: UUID) -> PageKind:
    """What the pages of a version are. Raises NotFound."""
    row = conn.execute("select kind from pages where version_id = %s limit 1", (version_id,)).fetchone()
    if row is None:
        raise NotFound(f"There is no version {version_id}.")
    return PageKind(row[0])


def sizes(conn: Connection, version_id: UUID) -> list[tuple[float, float]]:
    """Width and height in points of each displayed page of a PDF; empty for HTML and text, which have none."""
    rows = conn.execute(
        "select width, height from pages where version_id = %s and width is not null order by page_index",
        (version_id,),
    )
    return rows.fetchall()


def textless(conn: Connection, version_id: UUID) -> list[int]:
    """The indexes of a PDF's pages that hold no text: scans, drawings, empty pages."""
    rows = conn.execute(
        "select page_index from pages where version_id = %s and kind = %s and text = '' order by page_index",
        (version_id, PageKind.PDF.value),
    )
    return [index for (index,) in rows]


def labels(conn: Connection, version_id: UUID) -> list[PageLabel]:
    """The printed label of every page."""
    rows = conn.execute(
        "select label, label_source from pages where version_id = %s order by page_index", (version_id,)
    )
    return [PageLabel(text, LabelSource(source)) for text, source in rows]


def _columns(page: Page) -> tuple[Any, ...]:
    transform, geometry = page.transform, page.geometry
    return (
        page.index,
        page.kind.value,
        *((geometry.width, geometry.height) if geometry else (None, None)),
        *(_edges(transform) if transform else (None,) * 5),
        page.label.text,
        page.label.source.value,
        page.text,
        page.glyphs.pack() if page.glyphs is not None else None,
    )


def _edges(transform: PageTransform) -> tuple[float, float, float, float, int]:
    return transform.left, transform.bottom, transform.right, transform.top, transform.rotation


def _page(row: tuple[Any, ...]) -> Page:
    index, kind, text, label, label_source, left, bottom, right, top, rotation, glyphs = row
    return Page(
        index,
        PageKind(kind),
        text,
        PageLabel(label, LabelSource(label_source)),
        PageTransform(left, bottom, right, top, rotation) if rotation is not None else None,
        GlyphBoxes.unpack(glyphs) if glyphs is not None else None,
    )
