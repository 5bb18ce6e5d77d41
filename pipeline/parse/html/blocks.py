"""Stamps block ids on a clean HTML body, and drafts each block.

A block element contains no other block. Text beside blocks inside one element is wrapped in a `span` of its own,
so that every visible character belongs to exactly one stamped element.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lxml.html import HtmlElement

from pipeline.evidence.document import BlockKind
from pipeline.parse.assembly import DraftPage
from pipeline.parse.draft import Draft, DraftCell, DraftRange, DraftTable
from pipeline.parse.html.flow import (
    append_spans,
    breaks_after,
    breaks_before,
    containers,
    ends_paragraph,
    has_break,
)
from pipeline.parse.html.grid import Grid, grids
from pipeline.parse.html.setting import font_size, is_bold
from pipeline.parse.html.tables import Row, TableKind, has_paragraphs, kind_of, read_rows
from pipeline.parse.html.text import BLOCK_TAGS, text_content, text_of
from pipeline.parse.lead_words import Lead, lead_in, names_a_day, names_a_period
from pipeline.parse.table_notes import attach_notes
from pipeline.parse.tables.columns import Span
from pipeline.parse.text.blocks import read_plain
from pipeline.parse.text.lines import split_pages
from pipeline.parse.wording import is_footnote, kind_of_line

PAGE_EDGE = 2
"""Blocks that may stand between a table and the page's edge: a running header or footer, a page number."""

LONG_ROW = 240
"""A row with one cell and more characters than this is a note or a paragraph in the table's frame."""

_RULE = re.compile(r"[-_=*~.\s\u2010-\u2015]{3,}")
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class Stamper:
    """Walks a body once, in document order. Afterwards `pages` and `tables` hold what it found."""

    def __init__(self, body: HtmlElement) -> None:
        self.pages: list[DraftPage] = [DraftPage()]
        self.tables: list[DraftTable] = []
        self._last: tuple[list[Span], DraftTable, Draft] | None = None
        self._lead = Lead()
        self._texts: dict[int, str] = {}
        self._count = 0
        self._containers = containers(body)
        self._walk(body)
        if not self.pages[-1].drafts and len(self.pages) > 1:
            self.pages.pop()
        attach_notes([page.drafts for page in self.pages], self.tables)

    # --- the walk -----------------------------------------------------------------------------------

    def _walk(self, parent: HtmlElement) -> None:
        """Visit a container's children; runs of text and inline elements between blocks become blocks."""
        before: HtmlElement | None = None
        run: list[HtmlElement] = []
        for child in list(parent):
            if self._ends_run(child):
                self._flush(parent, before, run)
                self._visit(child)
                before, run = child, []
            else:
                run.append(child)
        self._flush(parent, before, run)

    def _ends_run(self, node: HtmlElement) -> bool:
        return (
            node.tag in BLOCK_TAGS
            or node.tag == "hr"
            or node in self._containers
            or ends_paragraph(node)
            or has_break(node)
        )

    def _visit(self, node: HtmlElement) -> None:
        if breaks_before(node):
            self._break_page()
        if node.tag == "table":
            self._table(node)
        elif node in self._containers:
            self._walk(node)
        elif node.tag == "pre" and "\n" in text_content(node).strip():
            self._plain(node)
        elif node.tag not in ("hr", "br"):
            self._stamp(node)
        if breaks_after(node) or (node.tag == "hr" and breaks_before(node)):
            self._break_page()

    def _flush(self, parent: HtmlElement, before: HtmlElement | None, run: Sequence[HtmlElement]) -> None:
        """Stamp the run that follows `before` (or starts the parent), wrapped unless it is one element."""
        lead = (parent.text if before is None else before.tail) or ""
        if not lead.strip() and not any(
            text_content(node).strip() or (node.tail or "").strip() for node in run
        ):
            return
        if len(run) == 1 and not lead.strip() and not (run[0].tail or "").strip() and run[0].tag != "br":
            self._stamp(run[0])
            return
        wrapper = parent.makeelement("span")
        wrapper.text = lead
        if before is None:
            parent.text = None
            parent.insert(0, wrapper)
        else:
            before.tail = None
            before.addnext(wrapper)
        wrapper.extend(run)
        self._stamp(wrapper)

    def _break_page(self) -> None:
        if self.pages[-1].drafts:
            self.pages.append(DraftPage())

    # --- blocks -------------------------------------------------------------------------------------

    def _stamp(self, element: HtmlElement, kind: BlockKind | None = None) -> Draft | None:
        text = text_of(element)
        if not text:
            return None
        return self._add(element, text, kind or self._kind(element, text))

    def _add(self, element: HtmlElement, text: str, kind: BlockKind) -> Draft:
        self._count += 1
        draft = Draft(self._count, text, kind)
        element.set("id", draft.id)
        self._texts[draft.number] = text
        self.pages[-1].drafts.append(draft)
        if kind is BlockKind.HEADING:
            draft.size, draft.is_bold = font_size(element), is_bold(element)
        return draft

    def _kind(self, element: HtmlElement, text: str) -> BlockKind:
        if element.tag in _HEADINGS:
            return BlockKind.HEADING
        if element.tag == "li":
            return BlockKind.LIST_ITEM
        if _RULE.fullmatch(text):
            return BlockKind.OTHER
        if is_footnote(text) and self._follows_table():
            return BlockKind.FOOTNOTE
        return kind_of_line(text, is_bold=is_bold(element))

    def _plain(self, pre: HtmlElement) -> None:
        """Preformatted lines, read as those of a text filing; its inline elements go, every character stays."""
        pages = list(split_pages(text_content(pre)))
        for child in list(pre):
            pre.remove(child)
        pre.text = ""
        for number, page in enumerate(pages):
            if number:
                self._break_page()
            blocks = read_plain(page.lines, self._count, len(self.tables))
            self.pages[-1].marked = self.pages[-1].marked or page.marked
            self.pages[-1].drafts += blocks.drafts
            self.tables += blocks.tables
            self._count += len(blocks.drafts)
            append_spans(pre, page.text, blocks)

    def _follows_table(self) -> bool:
        drafts = self.pages[-1].drafts
        return bool(drafts) and drafts[-1].kind in (BlockKind.TABLE_ROW, BlockKind.FOOTNOTE)

    # --- tables -------------------------------------------------------------------------------------

    def _table(self, table: HtmlElement) -> None:
        rows = read_rows(table)
        kind = kind_of(table, rows)
        if kind is TableKind.LAYOUT:
            self._walk(table)
            return
        for caption in [child for child in table if child.tag == "caption"]:
            self._visit(caption)
        if kind is TableKind.LIST:
            for row in rows:
                self._listed(row)
        else:
            lead = self._lead_in()
            units: list[DraftRange] = []
            for grid in grids(rows):
                units = self._grid(grid, lead, units)

    def _lead_in(self) -> Lead:
        """What the text above a table says of it; a unit said of several tables, or right above two, holds on."""
        drafts = self.pages[-1].drafts
        lead = lead_in(drafts)
        if not lead.units and self._last and self._lead.units:
            last = self._last[2]
            between = drafts[drafts.index(last) + 1 :] if last in drafts else [last]
            is_shared = self._lead.is_shared and all(draft.kind is BlockKind.HEADING for draft in between)
            if not between or is_shared:
                lead = replace(lead, units=self._lead.units, is_shared=self._lead.is_shared)
        self._lead = lead
        return lead

    def _listed(self, row: Row) -> None:
        if not row.cells:
            return
        if has_paragraphs(row.element):
            self._walk(row.element)
            return
        is_title = all(cell.bold for cell in row.cells) and len(row.text) < LONG_ROW
        kind = BlockKind.HEADING if is_title else BlockKind.LIST_ITEM
        if is_footnote(row.text) and self._follows_table():
            kind = BlockKind.FOOTNOTE
        self._add(row.element, row.text, kind)

    def _grid(self, grid: Grid, lead: Lead, units: list[DraftRange]) -> list[DraftRange]:
        """Draft a segment's rows, and return its unit lines. `units` are those of the segment above it."""
        number = len(self.tables)
        continued = self._continued(grid)
        table = DraftTable([[] for _ in grid.columns])
        drafts: dict[int, Draft] = {}
        for row in grid.rows:
            if not row.cells:
                continue
            if breaks_before(row.element):
                self._break_page()
            if has_paragraphs(row.element):
                self._walk(row.element)
                continue
            draft = self._add(row.element, row.text, BlockKind.TABLE_ROW)
            if len(row.cells) == 1 and (len(row.text) > LONG_ROW or is_footnote(row.text)):
                draft.becomes(BlockKind.FOOTNOTE if is_footnote(row.text) else BlockKind.PARAGRAPH)
                continue
            draft.table = number
            draft.cells = _cells(grid, row)
            drafts[id(row)] = draft
        if not drafts:
            return units
        self.tables.append(table)
        for column, lines in enumerate(table.columns):
            lines.extend(
                _cell_range(drafts[id(row)], row, n)
                for row, n in grid.header_cells(column)
                if id(row) in drafts
            )
        if lead.period and not self._says_periods(table, drafts.values()):
            table.columns = [[lead.period, *lines] for lines in table.columns]
        table.units = [
            _cell_range(drafts[id(row)], row, n) for row, n in grid.unit_cells() if id(row) in drafts
        ]
        table.units = table.units or units or list(lead.units)
        if continued and not any(table.columns):
            table.columns = [list(lines) for lines in continued.columns]
        if continued and self._lowest_headers(continued) == self._lowest_headers(table):
            table.units = table.units or continued.units
        self._last = (grid.columns, table, self.pages[-1].drafts[-1])
        return table.units

    def _continued(self, grid: Grid) -> DraftTable | None:
        """The table that ended the page before, when this one starts the page with as many columns."""
        if self._last is None or len(self.pages) < 2 or len(self.pages[-1].drafts) > PAGE_EDGE:
            return None
        columns, table, last_row = self._last
        before = self.pages[-2].drafts
        is_last = last_row in before[-1 - PAGE_EDGE :]
        return table if is_last and len(columns) == len(grid.columns) else None

    def _lowest_headers(self, table: DraftTable) -> list[str]:
        """The header line nearest to each column's values: a table and its continuation have the same ones."""
        lowest = [lines[-1] if lines else None for lines in table.columns]
        return [self._words(line) if line else "" for line in lowest]

    def _says_periods(self, table: DraftTable, rows: Iterable[Draft]) -> bool:
        """True when headers name years, or row labels days: then the text above does not speak for all cells."""
        headers = (self._words(line) for lines in table.columns for line in lines)
        labels = (
            row.text[cell.start : cell.end] for row in rows for cell in row.cells if cell.column is None
        )
        return any(map(names_a_period, headers)) or any(map(names_a_day, labels))

    def _words(self, line: DraftRange) -> str:
        return self._texts[line.draft][line.start : line.end]


def _cells(grid: Grid, row: Row) -> tuple[DraftCell, ...]:
    """The row's cells; a mark is no cell, it is said of the one before it."""
    cells: list[DraftCell] = []
    start = 0
    for position, cell in enumerate(row.cells):
        end = start + len(cell.text)
        if cell.is_mark and cells:
            cells[-1] = replace(cells[-1], marks=cells[-1].marks | cell.marks)
        else:
            cells.append(DraftCell(start, end, grid.column(row, position), cell.marks))
        start = end + 1
    return tuple(cells)


def _cell_range(draft: Draft, row: Row, position: int) -> DraftRange:
    marks = sum(cell.is_mark for cell in row.cells[1 : position + 1])
    cell = draft.cells[position - marks]
    return DraftRange(draft.number, cell.start, cell.end)
