"""Headings of a version, with the boxes of their first lines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from uuid import UUID

from pipeline.evidence.document import FURNITURE, BlockKind
from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.outline import Heading
from pipeline.evidence.section import headings as names
from pipeline.evidence.text import PageRange, TextRange
from pipeline.store.connect import Connection


def of_version(conn: Connection, version_id: UUID) -> list[Heading]:
    """All headings in the document's order. A heading's path is the section of the block that follows it."""
    rows = conn.execute(
        """
        with said as (
            select page_index, ordinal, id, kind, char_start, char_end,
                   lead(section) over (order by page_index, ordinal) as path,
                   row_number() over (partition by page_index order by ordinal) - 1 as rank
            from blocks where version_id = %s and kind <> all(%s)
        )
        select page_index, said.id, char_start, char_end, path, rank,
               substr(text, char_start + 1, char_end - char_start)
        from said join pages using (page_index)
        where pages.version_id = %s and said.kind = %s order by page_index, ordinal
        """,
        (version_id, [kind.value for kind in FURNITURE], version_id, BlockKind.HEADING.value),
    ).fetchall()
    found = [
        Heading(
            PageRange(page_index, TextRange(start, end)),
            block,
            " ".join(text.split()),
            tuple(names(path or "")),
            rank,
        )
        for page_index, block, start, end, path, rank, text in rows
    ]
    return list(_with_lines(conn, version_id, found))


def _with_lines(conn: Connection, version_id: UUID, headings: Sequence[Heading]) -> Iterator[Heading]:
    """Each heading of a PDF page with the box of its first line. The pages' texts need not be read for it."""
    pages = sorted({heading.place.page_index for heading in headings})
    rows = conn.execute(
        "select page_index, glyphs from pages where version_id = %s and page_index = any(%s) and glyphs is not null",
        (version_id, pages),
        binary=True,
    )
    glyphs = {index: GlyphBoxes.unpack(packed) for index, packed in rows}
    for heading in headings:
        boxes = glyphs.get(heading.place.page_index)
        lines = boxes.line_pieces(heading.place.range, math.inf) if boxes is not None else ()
        yield replace(heading, line=lines[0][1]) if lines else heading
