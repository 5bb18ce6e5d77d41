"""Drafts of blocks and tables → a ParsedDocument: canonical text, ranges, sections, printed labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.evidence.document import (
    BLOCK_SEPARATOR,
    FURNITURE,
    Block,
    Cell,
    Column,
    Page,
    PageKind,
    Table,
)
from pipeline.evidence.page import PageLabel
from pipeline.evidence.section import headings, joined
from pipeline.evidence.text import PageRange, TextRange
from pipeline.parse.draft import Draft, DraftCell, DraftRange, DraftTable
from pipeline.parse.running import mark_furniture
from pipeline.parse.sections import Heading, SectionPath


@dataclass(slots=True)
class DraftPage:
    """The drafts between two page breaks, and the page number that the break itself carries, if any.

    `part` names the exhibit that starts here, in a submission of several documents.
    """

    drafts: list[Draft] = field(default_factory=list)
    marked: str | None = None
    part: str | None = None


@dataclass(frozen=True, slots=True)
class Assembly:
    """What pages and tables become."""

    pages: tuple[Page, ...]
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]


def assemble(pages: Sequence[DraftPage], tables: Sequence[DraftTable], kind: PageKind) -> Assembly:
    """Pages with canonical text, blocks with their ranges and sections, tables that still have rows.

    Raises InvalidDocument when the drafts do not make a document.
    """
    labels = mark_furniture([page.drafts for page in pages], [page.marked for page in pages])
    ordinals = _used_tables(pages)
    placed = _Placed(pages, labels, kind, ordinals)
    return Assembly(
        tuple(placed.pages),
        tuple(placed.blocks),
        tuple(placed.table(tables[number], ordinal) for number, ordinal in ordinals.items()),
    )


def _used_tables(pages: Sequence[DraftPage]) -> dict[int, int]:
    """Draft table → ordinal, for tables whose rows did not all turn out to be page furniture."""
    used = dict.fromkeys(draft.table for page in pages for draft in page.drafts if draft.table is not None)
    return {number: ordinal for ordinal, number in enumerate(used)}


class _Placed:
    """Drafts as they take their places on the pages."""

    def __init__(
        self,
        pages: Sequence[DraftPage],
        labels: Sequence[PageLabel],
        kind: PageKind,
        ordinals: dict[int, int],
    ) -> None:
        self.pages: list[Page] = []
        self.blocks: list[Block] = []
        self._ordinals = ordinals
        self._starts: dict[int, tuple[int, int]] = {}
        self._sections = SectionPath()
        self._part: str | None = None
        for index, page in enumerate(pages):
            self._start(page.drafts, index)
        for index, (page, label) in enumerate(zip(pages, labels, strict=True)):
            if page.part is not None:
                self._part, self._sections = page.part, SectionPath()
            self._place(page.drafts, index)
            text = BLOCK_SEPARATOR.join(draft.text for draft in page.drafts)
            self.pages.append(Page(index, kind, text, label))

    def _start(self, drafts: Sequence[Draft], page_index: int) -> None:
        position = 0
        for draft in drafts:
            self._starts[draft.number] = (page_index, position)
            position += len(draft.text) + len(BLOCK_SEPARATOR)

    def _place(self, drafts: Sequence[Draft], page_index: int) -> None:
        for ordinal, draft in enumerate(drafts):
            self.blocks.append(self._block(draft, page_index, ordinal, self._starts[draft.number][1]))
            self._sections.read(draft.kind, Heading(draft.text, draft.size, draft.is_bold), ordinal)

    def _block(self, draft: Draft, page_index: int, ordinal: int, start: int) -> Block:
        return Block(
            id=draft.id,
            page_index=page_index,
            ordinal=ordinal,
            kind=draft.kind,
            range=TextRange(start, start + len(draft.text)),
            section=None if draft.kind in FURNITURE else self._section(),
            cells=tuple(self._cell(cell, start) for cell in draft.cells),
            table=None if draft.table is None else self._ordinals[draft.table],
        )

    def _section(self) -> str | None:
        """The path of headings, under the exhibit that they stand in."""
        path = self._sections.path
        if not self._part:
            return path
        return joined([self._part, *headings(path or "")])

    def _cell(self, cell: DraftCell, start: int) -> Cell:
        notes = tuple(self._range(note) for note in cell.notes)
        return Cell(TextRange(start + cell.start, start + cell.end), cell.column, notes)

    def table(self, draft: DraftTable, ordinal: int) -> Table:
        columns = tuple(Column(tuple(self._range(line) for line in lines)) for lines in draft.columns)
        return Table(ordinal, columns, tuple(self._range(line) for line in draft.units))

    def _range(self, line: DraftRange) -> PageRange:
        page_index, start = self._starts[line.draft]
        return PageRange(page_index, TextRange(start + line.start, start + line.end))
