"""A small filing written by hand: two pages of text, one with a statement of operations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.answer.source_pages import PageKey, SourcePage
from pipeline.evidence.document import (
    Block,
    BlockKind,
    Cell,
    Column,
    Page,
    PageKind,
    ParsedDocument,
    Table,
    TitleSource,
)
from pipeline.evidence.packet import Packet
from pipeline.evidence.page import PageLabel
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import PageRange, TextRange

VERSION = "00000000-0000-4000-8000-00000000000{}"


@dataclass
class PageWriter:
    """Writes blocks one under the other; `table` opens a table whose rows follow."""

    index: int
    lines: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    section: str | None = None

    @property
    def _position(self) -> int:
        return sum(len(line) + 1 for line in self.lines)

    def add(self, text: str, kind: BlockKind = BlockKind.PARAGRAPH) -> TextRange:
        span = TextRange(self._position, self._position + len(text))
        self._append(text, kind, span, (), None)
        if kind is BlockKind.HEADING:
            self.section = text
        return span

    def table(self, headers: Sequence[str], unit: str = "(in millions)") -> None:
        columns = tuple(Column((PageRange(self.index, self.add(header)),)) for header in headers)
        self.tables.append(Table(len(self.tables), columns, (PageRange(self.index, self.add(unit)),)))

    def row(self, label: str, *values: str) -> TextRange:
        start = self._position
        cells, position = [Cell(TextRange(start, start + len(label)), None)], start + len(label)
        for column, value in enumerate(values):
            cells.append(Cell(TextRange(position + 1, position + 1 + len(value)), column))
            position += 1 + len(value)
        span = TextRange(start, position)
        text = " ".join([label, *values])
        self._append(text, BlockKind.TABLE_ROW, span, tuple(cells), len(self.tables) - 1)
        return span

    def page(self) -> Page:
        return Page(self.index, PageKind.TEXT, "\n".join(self.lines), PageLabel.none())

    def parsed(self, title: str) -> ParsedDocument:
        """The page alone, as a document."""
        return ParsedDocument(
            "text/plain",
            title,
            TitleSource.COVER,
            (self.page(),),
            tuple(self.blocks),
            tuple(self.tables),
            "text",
            "by hand",
        )

    def source(self) -> SourcePage:
        tables = {table.ordinal: table for table in self.tables}
        return SourcePage(self.page(), tuple(self.blocks), tables, {})

    def _append(
        self, text: str, kind: BlockKind, span: TextRange, cells: tuple[Cell, ...], table: int | None
    ) -> None:
        ordinal = len(self.blocks)
        self.blocks.append(
            Block(f"b{self.index}-{ordinal}", self.index, ordinal, kind, span, self.section, cells, table)
        )
        self.lines.append(text)


def statement(
    net_sales: str, before: str, year: int = 2023, label: str = "Total net sales", index: int = 0
) -> PageWriter:
    """A page with a small statement of operations and a discussion of it."""
    writer = PageWriter(index)
    writer.add("CONDENSED CONSOLIDATED STATEMENTS OF OPERATIONS", BlockKind.HEADING)
    writer.table([f"Three Months Ended July 1, {year}", f"Three Months Ended June 25, {year - 1}"])
    writer.row("Products", "60,584", "63,355")
    writer.row(label, net_sales, before)
    writer.row("Total cost of sales", "45,384", "47,074")
    writer.add("Gross Margin", BlockKind.HEADING)
    writer.add(
        "Products gross margin decreased during the third quarter due to the weakness in foreign currencies. "
        "The Company has its offices in California. Services gross margin increased because of a different mix."
    )
    return writer


def packet_of(*pages: tuple[str, str, PageWriter]) -> tuple[Packet, dict[PageKey, SourcePage]]:
    """A packet with one passage a page, each the whole page: (version, title, page)."""
    ranked, sources = [], {}
    for position, (version, title, writer) in enumerate(pages):
        page = writer.page()
        passage = Passage(
            PassageId(version, writer.index, 0),
            TextRange(0, len(page.text)),
            0,
            len(writer.blocks) - 1,
            page.text,
        )
        ranked.append((passage, title, 1.0 - position / 10))
        sources[version, writer.index] = writer.source()
    return Packet.of(ranked), sources
