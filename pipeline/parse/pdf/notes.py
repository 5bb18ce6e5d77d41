"""From the marks in the cells of a PDF page's tables to the footnotes below them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pipeline.evidence.document import BlockKind
from pipeline.parse.pdf.draft import Draft
from pipeline.parse.pdf.marks import Marks, Note
from pipeline.parse.pdf.text import PageReading, turned
from pipeline.parse.tables.layout import TableLayout


@dataclass(frozen=True, slots=True)
class CellNotes:
    """The footnotes that a value cell, its row's label or its column's header points at, and the marks left over."""

    notes: tuple[Note, ...]
    marks: frozenset[str]


@dataclass(frozen=True, slots=True)
class PageNotes:
    """A page's footnotes: of each value cell, by its first character; and those that each table may point at."""

    cells: Mapping[int, CellNotes]
    tables: tuple[tuple[Note, ...], ...]


_NO_NOTE = frozenset({BlockKind.TABLE_ROW, BlockKind.HEADING, BlockKind.HEADER, BlockKind.PAGE_NUMBER})


def notes_of_tables(
    reading: PageReading, drafts: Sequence[Draft], layouts: Sequence[TableLayout]
) -> PageNotes:
    """The footnotes of a page's value cells, from its blocks in reading order.

    A table's footnotes stand between it and the next one, or else, for marks that are not found there, below the last
    table. Of two footnotes with one mark neither is taken.
    """
    if not layouts:
        return PageNotes({}, ())
    geometry = reading.transform.geometry
    marks = Marks(turned(reading.boxes.astype("float64"), reading.direction, geometry.width, geometry.height))
    below = _notes_below(drafts, marks, len(layouts))
    headers = [
        [_union(marks.of_cell(line.words, is_value=False) for line in lines) for lines in layout.headers]
        for layout in layouts
    ]
    cells: dict[int, CellNotes] = {}
    for draft in drafts:
        if draft.table is not None:
            cells |= _of_row(draft, headers[draft.table], below[draft.table], marks)
    return PageNotes(cells, tuple(tuple(notes.values()) for notes in below))


def _of_row(
    draft: Draft, headers: Sequence[frozenset[str]], below: Mapping[str, Note], marks: Marks
) -> dict[int, CellNotes]:
    label = _union(marks.of_cell(cell.words, is_value=False) for cell in draft.cells if cell.column is None)
    found: dict[int, CellNotes] = {}
    for cell in draft.cells:
        if cell.column is None:
            continue
        wanted = label | marks.of_cell(cell.words, is_value=True) | headers[cell.column]
        if wanted:
            notes = tuple(note for mark, note in below.items() if mark in wanted)
            found[cell.words[0].first] = CellNotes(notes, wanted - below.keys())
    return found


def _notes_below(drafts: Sequence[Draft], marks: Marks, tables: int) -> list[dict[str, Note]]:
    """For each table, the footnotes by mark that it may point at, in their order."""
    groups: list[list[Note]] = [[] for _ in range(tables)]
    last: int | None = None
    is_open = False  # whether the last footnote may go on in the next block
    for draft in drafts:
        if draft.table is not None:
            last = draft.table
            is_open = False
        elif last is not None and draft.kind not in _NO_NOTE:
            found = marks.notes_of(draft.words)
            goes_on = is_open and not found and draft.words[0].text[:1].islower()
            if goes_on:
                groups[last][-1] = groups[last][-1].with_words(draft.words)
            groups[last] += found
            is_open = (goes_on or bool(found)) and not draft.words[-1].text.endswith(".")
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
