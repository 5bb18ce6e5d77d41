"""Editions made of words: lines of pages, rows of one table with two years."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.evidence.document import Block, BlockKind, Cell, Column, PageKind, Table
from pipeline.evidence.edition import Edition
from pipeline.evidence.text import PageRange, TextRange


@dataclass
class Draft:
    """An edition that is written line by line. `place` finds what was written."""

    kind: PageKind = PageKind.PDF
    texts: dict[int, str] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    tables: dict[int, Table] = field(default_factory=dict)
    section: str | None = None

    def line(self, page: int, words: str, kind: BlockKind = BlockKind.PARAGRAPH) -> TextRange:
        return self._add(page, words, kind, (), None)

    def table(self, page: int, headers: Sequence[str], unit: str = "In thousands") -> int:
        """Begin a table; its headers and unit are lines of their own. Its ordinal."""
        units = (PageRange(page, self.line(page, unit)),) if unit else ()
        columns = tuple(
            Column((PageRange(page, self.line(page, header)),) if header else ()) for header in headers
        )
        self.tables[len(self.tables)] = Table(len(self.tables), columns, units)
        return len(self.tables) - 1

    def row(self, page: int, table: int, label: str, *values: str) -> TextRange:
        words = " ".join([label, *values])
        cells: list[Cell] = [Cell(TextRange(0, len(label)), None)]
        position = len(label) + 1
        for column, value in enumerate(values):
            cells.append(Cell(TextRange(position, position + len(value)), column))
            position += len(value) + 1
        return self._add(page, words, BlockKind.TABLE_ROW, tuple(cells), table)

    def edition(self) -> Edition:
        in_order = sorted(self.blocks, key=lambda block: (block.page_index, block.ordinal))
        return Edition(self.kind, dict(self.texts), tuple(in_order), dict(self.tables))

    def _add(
        self, page: int, words: str, kind: BlockKind, cells: tuple[Cell, ...], table: int | None
    ) -> TextRange:
        before = self.texts.get(page)
        start = 0 if before is None else len(before) + 1
        self.texts[page] = words if before is None else f"{before}\n{words}"
        span = TextRange(start, start + len(words))
        moved = tuple(Cell(cell.range.shift(start), cell.column) for cell in cells)
        ordinal = sum(block.page_index == page for block in self.blocks)
        self.blocks.append(
            Block(f"b{len(self.blocks)}", page, ordinal, kind, span, self.section, moved, table)
        )
        return span


YEARS = ("2024", "2023")
ROWS = (
    ("Instruments revenue", "201,615", "189,730"),
    ("Monitoring revenue", "95,465", "76,385"),
    ("Total revenue", "297,080", "266,115"),
    ("Cost of revenue", "(170,685)", "(162,995)"),
    ("Gross profit", "126,395", "103,120"),
)


def statement(
    draft: Draft,
    page: int,
    rows: Sequence[tuple[str, ...]] = ROWS,
    headers: Sequence[str] = YEARS,
    unit: str = "In thousands",
    section: str = "Statements of operations",
) -> dict[str, TextRange]:
    """Write a table; the range of each row by its label."""
    draft.section = section
    draft.line(page, section, BlockKind.HEADING)
    table = draft.table(page, headers, unit)
    return {label: draft.row(page, table, label, *values) for label, *values in rows}


def changed(rows: Sequence[tuple[str, ...]], label: str, position: int, figure: str) -> list[tuple[str, ...]]:
    """The rows with another figure in one cell."""
    return [
        tuple(figure if index == position + 1 else cell for index, cell in enumerate(row))
        if row[0] == label
        else row
        for row in rows
    ]


def part(edition: Edition, page: int, words: str, within: TextRange | None = None) -> TextRange:
    start = edition.texts[page].index(words, within.start if within else 0)
    return TextRange(start, start + len(words))
