"""From the marks in the cells of a PDF page's tables to the footnotes below them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pipeline.evidence.document import BlockKind
from pipeline.parse.pdf_draft import Draft
from pipeline.parse.pdf_marks import Marks, Note
from pipeline.parse.pdf_text import PageReading, turned
from pipeline.parse.table_layout import TableLayout

Notes = Mapping[int, tuple[Note, ...]]
"""First character of a value cell → the footnotes that it, its row's label or its column's header points at."""

_NO_NOTE = frozenset({BlockKind.TABLE_ROW, BlockKind.HEADING, BlockKind.HEADER, BlockKind.PAGE_NUMBER})


def notes_of_tables(reading: PageReading, drafts: Sequence[Draft], layouts: Sequence[TableLayout]) -> Notes:
    """The footnotes of every value cell of a page, from its blocks in reading order.

    A table's footnotes stand between it and the next one, or else, for marks that are not found there, below the last
    table. Of two footnotes with one mark neither is taken.
    """
    if not layouts:
        return {}
    geometry = reading.transform.geometry
    marks = Marks(turned(reading.boxes.astype("float64"), reading.direction, geometry.width, geometry.height))
    below = _notes_below(drafts, marks, len(layouts))
    found: dict[int, tuple[Note, ...]] = {}
    for draft in drafts:
        if draft.table is None or not below[draft.table]:
            continue
        headers = layouts[draft.table].headers
        label = _union(
            marks.of_cell(cell.words, is_value=False) for cell in draft.cells if cell.column is None
        )
        for cell in draft.cells:
            if cell.column is None:
                continue
            wanted = label | marks.of_cell(cell.words, is_value=True)
            wanted |= _union(marks.of_cell(line.words, is_value=False) for line in headers[cell.column])
            notes = tuple(note for mark, note in below[draft.table].items() if mark in wanted)
            if notes:
                found[cell.words[0].first] = notes
    return found


def _notes_below(drafts: Sequence[Draft], marks: Marks, tables: int) -> list[dict[str, Note]]:
    """For each table, the footnotes by mark that it may point at, in their order."""
    groups: list[list[Note]] = [[] for _ in range(tables)]
    last: int | None = None
    for draft in drafts:
        if draft.table is not None:
            last = draft.table
        elif last is not None and draft.kind not in _NO_NOTE:
            groups[last] += marks.notes_of(draft.words)
    foot = _once(groups[last]) if last is not None else {}
    return [_once(group) | _others(foot, group) for group in groups]


def _once(notes: Sequence[Note]) -> dict[str, Note]:
    marks = [note.mark for note in notes]
    return {note.mark: note for note in notes if marks.count(note.mark) == 1}


def _others(foot: Mapping[str, Note], group: Sequence[Note]) -> dict[str, Note]:
    """The footnotes at the page's foot whose marks do not start a footnote of the table's own."""
    own = {note.mark for note in group}
    return {mark: note for mark, note in foot.items() if mark not in own}


def _union(marks: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset(mark for found in marks for mark in found)
