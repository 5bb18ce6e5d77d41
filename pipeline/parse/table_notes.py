"""Which footnotes the cells of a table point at: their marks are looked up among the footnotes under the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.evidence.document import BlockKind
from pipeline.parse.draft import Draft, DraftRange, DraftTable
from pipeline.parse.marks import mark_in_front

MOST_BELOW = 40
"""Blocks under a table that are looked at. A long list of footnotes has about 20."""

PAGE_EDGE = 2
"""Blocks of a page's header or footer that may stand between a table and its footnotes."""

_FOOTNOTES = frozenset({BlockKind.FOOTNOTE, BlockKind.PARAGRAPH, BlockKind.LIST_ITEM})


def attach_notes(pages: Sequence[Sequence[Draft]], tables: Sequence[DraftTable]) -> None:
    """Give each cell the footnotes of its own marks, of its row label's and of its column headers'.

    A mark that two footnotes under one table start with points at neither.
    """
    drafts = [draft for page in pages for draft in page]
    edges = _edges(pages)
    rows: dict[int, list[int]] = {}
    for position, draft in enumerate(drafts):
        if draft.table is not None:
            rows.setdefault(draft.table, []).append(position)
    by_number = {draft.number: draft for draft in drafts}
    for number, positions in rows.items():
        headers = _header_marks(tables[number], by_number)
        own = (cell.marks for position in positions for cell in drafts[position].cells)
        used = frozenset().union(*own, *headers)
        if used:
            notes = _footnotes(drafts, positions, edges, used)
            for position in positions:
                _attach(drafts[position], notes, headers)


def _edges(pages: Sequence[Sequence[Draft]]) -> frozenset[int]:
    """Numbers of the drafts near a page break."""
    edges: set[int] = set()
    for page, following in pairwise(pages):
        edges.update(draft.number for draft in (*page[-PAGE_EDGE:], *following[:PAGE_EDGE]))
    return frozenset(edges)


def _footnotes(
    drafts: Sequence[Draft], rows: Sequence[int], edges: frozenset[int], used: frozenset[str]
) -> dict[str, DraftRange]:
    """By mark, the footnotes among a table's rows and under it, as far as the table uses their marks."""
    found: dict[str, list[Draft]] = {}
    inside = [drafts[position] for position in range(rows[0], rows[-1]) if drafts[position].table is None]
    for draft in [*inside, *_below(drafts, rows[-1] + 1, edges)]:
        mark = mark_in_front(draft.text)
        if draft.kind in _FOOTNOTES and mark in used:
            found.setdefault(mark, []).append(draft)
    for notes in found.values():
        if len(notes) == 1:
            notes[0].becomes(BlockKind.FOOTNOTE)
    return {
        mark: DraftRange(notes[0].number, 0, len(notes[0].text))
        for mark, notes in found.items()
        if len(notes) == 1
    }


def _below(drafts: Sequence[Draft], start: int, edges: frozenset[int]) -> Iterator[Draft]:
    """Footnotes under a table, also under the tables right after it, and past one paragraph that goes on with one."""
    seen = 0
    for position in range(start, min(start + MOST_BELOW, len(drafts))):
        draft = drafts[position]
        if draft.kind is BlockKind.OTHER:
            continue  # the rule that some filers draw over their footnotes
        if draft.kind in _FOOTNOTES and mark_in_front(draft.text):
            seen += 1
            yield draft
        elif draft.kind is BlockKind.TABLE_ROW:
            if seen:
                return
        elif draft.number not in edges:
            following = drafts[position + 1] if position + 1 < len(drafts) else None
            goes_on = seen and following is not None and mark_in_front(following.text)
            if draft.kind is BlockKind.HEADING or not goes_on:
                return


def _header_marks(table: DraftTable, by_number: Mapping[int, Draft]) -> list[frozenset[str]]:
    """The marks in the header lines of each value column."""
    return [
        frozenset(
            mark
            for line in lines
            for cell in by_number[line.draft].cells
            if cell.start == line.start
            for mark in cell.marks
        )
        for lines in table.columns
    ]


def _attach(row: Draft, notes: Mapping[str, DraftRange], headers: Sequence[frozenset[str]]) -> None:
    label = frozenset(mark for cell in row.cells if cell.column is None for mark in cell.marks)
    cells = []
    for cell in row.cells:
        marks = cell.marks
        if cell.column is not None:
            marks = marks | label | headers[cell.column]
        found = tuple(notes[mark] for mark in sorted(marks) if mark in notes)
        cells.append(replace(cell, notes=found))
    row.cells = tuple(cells)
