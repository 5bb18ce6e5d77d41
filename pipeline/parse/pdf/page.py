"""One page's blocks: table rows by geometry, the rest bound to segments, in reading order, as canonical text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from pipeline.evidence.box import Box
from pipeline.evidence.document import BLOCK_SEPARATOR, CELL_SEPARATOR, BlockKind
from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.text import TextRange
from pipeline.parse.pdf.bidirectional import (
    in_reading_order,
    is_right_to_left,
    lines_in_reading_order,
    runs_leftwards,
)
from pipeline.parse.pdf.draft import Draft, DraftCell
from pipeline.parse.pdf.kinds import kind_of
from pipeline.parse.pdf.layout import Row, around, paragraphs_of, pieces_of, reading_order, rows_of
from pipeline.parse.pdf.notes import PageNotes, notes_of_tables
from pipeline.parse.pdf.sentences import join_broken
from pipeline.parse.pdf.text import SOFT_HYPHEN, PageReading, Word
from pipeline.parse.pdf.vertical import is_wide
from pipeline.parse.tables.borderless import find_tables
from pipeline.parse.tables.layout import TableLayout, TableRow

_Edges = tuple[float, float, float, float]


LONGEST_MARK = 4
"""Characters of a mark that is raised beside a word: "®", "(12)"."""

CLOSE = 0.15
"""Share of the height of the smaller of two words that may lie between them when one is set against the other. The
median word space is 0.23 (see evidence.glyphs)."""


@dataclass(frozen=True, slots=True)
class PlacedCell:
    """A cell of a composed page, the footnotes that it points at, and the marks whose footnotes are not on the page."""

    range: TextRange
    column: int | None
    notes: tuple[TextRange, ...] = ()
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A block of a composed page: its range, its cells, and the height of its lines in points."""

    kind: BlockKind
    range: TextRange
    cells: tuple[PlacedCell, ...]
    table: int | None
    size: float = 0.0
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class PlacedTable:
    """A table of a composed page: ranges of each column's header lines, of the unit lines and of the footnotes below it
    by their marks; the left edge of its first column and the right edges of all."""

    headers: tuple[tuple[TextRange, ...], ...]
    units: tuple[TextRange, ...]
    notes: tuple[tuple[str, TextRange], ...]
    left: float
    edges: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ComposedPage:
    """A page's canonical text with its glyph boxes, blocks and tables."""

    text: str
    glyphs: GlyphBoxes
    blocks: tuple[PlacedBlock, ...]
    tables: tuple[PlacedTable, ...]


Furniture = dict[int, BlockKind]
"""First character of a word → header, footer or page number."""


def compose_page(reading: PageReading, segments: Sequence[Box], furniture: Furniture) -> ComposedPage:
    """Blocks of a page from its words, its segments (boxes on the displayed page) and its recurring lines.

    Every character of the reading ends in exactly one block.
    """
    drafts, layouts = _drafts(reading, segments, furniture)
    return _Composer(reading).compose(drafts, layouts, notes_of_tables(reading, drafts, layouts))


def _drafts(
    reading: PageReading, segments: Sequence[Box], furniture: Furniture
) -> tuple[list[Draft], list[TableLayout]]:
    main = reading.direction
    body = {d: [w for w in words if w.first not in furniture] for d, words in reading.words.items()}
    rows = rows_of(body.get(main, []))
    tables = find_tables(rows, reading.rules_along(main))
    in_tables = {
        word.first for table in tables for row in table.rows for line in row.lines for word in line.words
    }
    loose = [word for word in body.get(main, []) if word.first not in in_tables]
    rightwards = main == 0 and not runs_leftwards(loose)
    if rightwards:
        drafts, rest = _bound(loose, segments, [_edges_of_table(table) for table in tables])
        drafts += [_leftover(piece) for row in rows_of(rest) for piece in pieces_of(row)]
    else:  # sideways text reaches the segmenter as single letters; leftward lines, cut at words of another script
        drafts = [_draft(group) for group in paragraphs_of(_lines(loose))]
    ordered = _ordered(drafts, tables)
    if rightwards:
        ordered = join_broken(ordered)
    for direction, words in body.items():
        if direction != main:
            ordered += [_leftover(row) for row in rows_of(words)]
    edges = _recurring(reading, furniture)
    heads = [draft for draft in edges if draft.kind is BlockKind.HEADER]
    feet = [draft for draft in edges if draft.kind is not BlockKind.HEADER]
    return heads + ordered + feet, tables


def _recurring(reading: PageReading, furniture: Furniture) -> list[Draft]:
    drafts = []
    for words in reading.words.values():
        for kind in (BlockKind.HEADER, BlockKind.FOOTER, BlockKind.PAGE_NUMBER):
            rows = rows_of(word for word in words if furniture.get(word.first) is kind)
            drafts += [Draft(kind, in_reading_order(row.words)) for row in rows]
    return drafts


def _bound(
    words: Sequence[Word], segments: Sequence[Box], tables: Sequence[_Edges]
) -> tuple[list[Draft], list[Word]]:
    """Words bound to the segment that their centre lies in, the smallest of several; and the unbound ones."""
    if not words or not segments:
        return [], list(words)
    boxes = np.asarray([segment.edges() for segment in segments])
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    across = np.asarray([word.center for word in words])[:, None]
    down = np.asarray([word.middle for word in words])[:, None]
    inside = (boxes[:, 0] <= across) & (across <= boxes[:, 2]) & (boxes[:, 1] <= down) & (down <= boxes[:, 3])
    owners = np.where(inside.any(axis=1), np.where(inside, areas, np.inf).argmin(axis=1), -1)
    _join_raised_marks(words, owners, inside, areas)
    members: dict[int, list[Word]] = {}
    for word, owner in zip(words, owners.tolist(), strict=True):
        members.setdefault(owner, []).append(word)
    rest = members.pop(-1, [])
    drafts = [
        _draft(rows) for owner in sorted(members) for rows in _unbroken(rows_of(members[owner]), tables)
    ]
    return drafts, rest


def _join_raised_marks(
    words: Sequence[Word], owners: NDArray[np.int64], inside: NDArray[np.bool_], areas: NDArray[np.float64]
) -> None:
    """A raised "®" or "(1)" is a segment of its own inside that of its sentence: give it to the sentence."""
    for owner in np.unique(owners[owners >= 0]):
        mine = np.flatnonzero(owners == owner)
        if sum(len(words[index].text) for index in mine.tolist()) > LONGEST_MARK:
            continue
        others = np.flatnonzero(inside[mine].all(axis=0))
        others = others[others != owner]
        if others.size:
            owners[mine] = others[areas[others].argmin()]


def _lines(words: Sequence[Word]) -> list[Row]:
    """Lines that run sideways. East Asian text written downwards may stand in tiers, read one after another."""
    rows = rows_of(words)
    if not all(is_wide(word.text[0]) for row in rows for word in row.words):
        return rows
    return reading_order([piece for row in rows for piece in pieces_of(row)], lambda piece: piece.edges)


def _unbroken(rows: Sequence[Row], tables: Sequence[_Edges]) -> list[list[Row]]:
    """A segment's lines, parted where a table stands between two of them, and where a bold line meets a light one."""
    groups: list[list[Row]] = []
    for row in rows:
        before = groups[-1][-1] if groups else None
        if before and not _is_parted(before, row, tables):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _is_parted(above: Row, below: Row, tables: Sequence[_Edges]) -> bool:
    if any(above.bottom - 1 < (top + bottom) / 2 < below.top + 1 for _, top, _, bottom in tables):
        return True
    return all(word.bold for word in above.words) and not any(word.bold for word in below.words)


def _draft(rows: Sequence[Row]) -> Draft:
    return Draft(kind_of(rows), lines_in_reading_order([row.words for row in rows]))


def _leftover(row: Row) -> Draft:
    return Draft(BlockKind.OTHER, in_reading_order(row.words))


def _edges_of_table(table: TableLayout) -> _Edges:
    return around(line.edges for row in table.rows for line in row.lines)


def _ordered(drafts: Sequence[Draft], tables: Sequence[TableLayout]) -> list[Draft]:
    """Drafts and tables as one reads them; a table is read as a whole."""
    units: list[tuple[_Edges, list[Draft]]] = [
        (around((w.left, w.top, w.right, w.bottom) for w in draft.words), [draft]) for draft in drafts
    ]
    for number, table in enumerate(tables):
        units.append((_edges_of_table(table), [_row_draft(row, number) for row in table.rows]))
    return [draft for _, group in reading_order(units, lambda unit: unit[0]) for draft in group]


def _as_read(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words of a cell, line after line, as one reads them."""
    if not is_right_to_left("".join(word.text for word in words)):
        return words
    return lines_in_reading_order([row.words for row in rows_of(words)])


def _row_draft(row: TableRow, table: int) -> Draft:
    """A table row; words that are in no cell follow the cells they stand behind, as cells without a column would."""
    cells = tuple(DraftCell(_as_read(cell.row.words), cell.column) for cell in row.cells)
    if runs_leftwards([word for cell in cells for word in cell.words]):
        cells = cells[::-1]
    words = tuple(word for cell in cells for word in cell.words)
    known = {word.first for word in words}
    others = tuple(w for line in row.lines for w in line.words if w.first not in known)
    if others:
        words = tuple(sorted(words + others, key=lambda w: w.left)) if len(row.lines) == 1 else words + others
    return Draft(BlockKind.TABLE_ROW, words, cells, table)


class _Composer:
    """Writes drafts one after another into a page's text, and knows where each character went."""

    def __init__(self, reading: PageReading) -> None:
        self._reading = reading
        self._text: list[str] = []
        self._sources: list[int] = []  # character of the reading, or -1 for a separator
        self._places: dict[int, int] = {}

    def compose(
        self, drafts: Sequence[Draft], layouts: Sequence[TableLayout], notes: PageNotes
    ) -> ComposedPage:
        written = [draft for draft in drafts if draft.words]
        blocks = [self._place(draft) for draft in written]
        blocks = [self._with_notes(block, draft, notes) for block, draft in zip(blocks, written, strict=True)]
        tables = [
            PlacedTable(
                tuple(self._ranges(lines) for lines in layout.headers),
                self._ranges(layout.units),
                tuple((note.mark, self._span(note.words)) for note in below),
                layout.lefts[0],
                layout.edges,
            )
            for layout, below in zip(layouts, notes.tables, strict=True)
        ]
        return ComposedPage("".join(self._text), self._glyphs(), tuple(blocks), tuple(tables))

    def _place(self, draft: Draft) -> PlacedBlock:
        if self._text:
            self._write(BLOCK_SEPARATOR, -1)
        start = len(self._text)
        for word, follower in zip(draft.words, (*draft.words[1:], None), strict=True):
            self._places[word.first] = len(self._text)
            for offset, character in enumerate(word.text):
                self._write(character, word.first + offset)
            if follower is None or _continues(word, follower):
                continue
            if draft.table is not None or not _touches(word, follower):
                self._write(CELL_SEPARATOR, -1)
        cells = tuple(PlacedCell(self._span(cell.words), cell.column) for cell in draft.cells)
        size = median(word.height for word in draft.words)
        is_bold = all(word.bold for word in draft.words)
        return PlacedBlock(draft.kind, TextRange(start, len(self._text)), cells, draft.table, size, is_bold)

    def _with_notes(self, block: PlacedBlock, draft: Draft, notes: PageNotes) -> PlacedBlock:
        """The block with the ranges of the footnotes that its cells point at, which may stand after it."""
        found = [notes.cells.get(cell.words[0].first) for cell in draft.cells]
        if not any(found):
            return block
        cells = tuple(
            replace(cell, notes=tuple(self._span(note.words) for note in of_cell.notes), marks=of_cell.marks)
            if of_cell
            else cell
            for cell, of_cell in zip(block.cells, found, strict=True)
        )
        return replace(block, cells=cells)

    def _write(self, character: str, source: int) -> None:
        self._text.append(character)
        self._sources.append(source)

    def _span(self, words: Sequence[Word]) -> TextRange:
        starts = [self._places[word.first] for word in words]
        ends = [start + len(word.text) for start, word in zip(starts, words, strict=True)]
        return TextRange(min(starts), max(ends))

    def _ranges(self, rows: Sequence[Row]) -> tuple[TextRange, ...]:
        """Where lines went, each in one piece; a line that other words came between is left out."""
        spans = [self._span(row.words) for row in rows]
        return tuple(
            span
            for span, row in zip(spans, rows, strict=True)
            if span.length == sum(len(word.text) for word in row.words) + len(row.words) - 1
        )

    def _glyphs(self) -> GlyphBoxes:
        sources = np.asarray(self._sources, dtype=np.int64)
        inked = sources >= 0
        boxes = np.full((len(sources), 4), np.nan, dtype=np.float32)
        directions = np.zeros(len(sources), dtype=np.uint8)
        boxes[inked] = self._reading.boxes[sources[inked]]
        directions[inked] = self._reading.directions[sources[inked]]
        return GlyphBoxes(boxes, directions)


def _continues(word: Word, follower: Word) -> bool:
    """Whether a word goes on in the next one, after a line-end hyphen."""
    return word.joined and follower.first == word.last and word.text.endswith((SOFT_HYPHEN, "-"))


def _touches(word: Word, follower: Word) -> bool:
    """Whether a mark is set close to the word before it: "AirPods" and its raised "®", and the comma after that."""
    if word.text[-1].isalnum() and follower.text[0].isalnum():
        return False
    height = min(word.height, follower.height)
    shares_line = min(word.bottom, follower.bottom) > max(word.top, follower.top)
    return shares_line and abs(follower.left - word.right) < CLOSE * height
