"""Ids, table ordinals and sections of a PDF's blocks, which run through the document."""

from __future__ import annotations

from pipeline.evidence.document import FURNITURE, Block, Cell, Column, Table
from pipeline.evidence.text import PageRange
from pipeline.parse.pdf.page import ComposedPage, PlacedCell, PlacedTable
from pipeline.parse.sections import Heading, SectionPath


class Numbering:
    """Numbers pages in their order."""

    def __init__(self) -> None:
        self._blocks = 0
        self._tables = 0
        self._sections = SectionPath()

    def number(self, composed: ComposedPage, page_index: int) -> tuple[tuple[Block, ...], tuple[Table, ...]]:
        blocks = []
        for ordinal, placed in enumerate(composed.blocks):
            self._blocks += 1
            blocks.append(
                Block(
                    id=f"b{self._blocks}",
                    page_index=page_index,
                    ordinal=ordinal,
                    kind=placed.kind,
                    range=placed.range,
                    section=None if placed.kind in FURNITURE else self._sections.path,
                    cells=tuple(_cell(cell, page_index) for cell in placed.cells),
                    table=None if placed.table is None else self._tables + placed.table,
                )
            )
            text = placed.range.of(composed.text)
            self._sections.read(placed.kind, Heading(text, placed.size, placed.is_bold), ordinal)
        tables = tuple(_table(t, self._tables + n, page_index) for n, t in enumerate(composed.tables))
        self._tables += len(tables)
        return tuple(blocks), tables


def _table(placed: PlacedTable, ordinal: int, page_index: int) -> Table:
    columns = tuple(Column(tuple(PageRange(page_index, span) for span in lines)) for lines in placed.headers)
    return Table(ordinal, columns, tuple(PageRange(page_index, span) for span in placed.units))


def _cell(placed: PlacedCell, page_index: int) -> Cell:
    return Cell(placed.range, placed.column, tuple(PageRange(page_index, note) for note in placed.notes))
