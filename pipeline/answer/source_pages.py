"""The pages behind a packet, as the store holds them: what claims are cut from and checked against."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from pipeline.answer.page_words import PageWords, Tagged
from pipeline.evidence.document import Block, Page, PageKind, Table
from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import Passage
from pipeline.evidence.regions import header_pages
from pipeline.evidence.text import PageRange, TextRange
from pipeline.store import blocks, facts, pages
from pipeline.store.connect import Connection

PageKey = tuple[str, int]
"""Version id and 0-based page index."""


@dataclass(frozen=True, slots=True)
class SourcePage:
    """One page with its blocks in order, its version's tables, the pages its column headers stand on, and the numbers
    that are tagged on it."""

    page: Page
    blocks: tuple[Block, ...]
    tables: Mapping[int, Table]
    others: Mapping[int, Page]
    tagged: tuple[Tagged, ...] = ()
    _words: list[PageWords] = field(default_factory=list, compare=False, repr=False)

    def of(self, passage: Passage) -> tuple[Block, ...]:
        """The blocks of a passage of this page."""
        return self.blocks[passage.first_block : passage.last_block + 1]

    def text(self, span: TextRange) -> str:
        return span.of(self.page.text)

    def headers(self, row: Block) -> str:
        """What is printed above the row's value columns."""
        if row.table is None:
            return ""
        columns = self.tables[row.table].columns
        used = [columns[cell.column] for cell in row.cells if cell.column is not None]
        return self._printed(place for column in used for place in column.headers)

    def column_headers(self, row: Block, column: int) -> str:
        """What is printed above one value column of the row's table."""
        return "" if row.table is None else self._printed(self.tables[row.table].columns[column].headers)

    def units(self, row: Block) -> str:
        """The lines that give the unit of the row's table."""
        return "" if row.table is None else self._printed(self.tables[row.table].units)

    @property
    def words(self) -> PageWords:
        """What stands around the page's figures, read once."""
        if not self._words:
            self._words.append(PageWords(self.page, self.blocks, self.tables, self.others))
        return self._words[0]

    def with_others(self) -> Mapping[int, Page]:
        """Every page at hand by index, this one included."""
        return {**self.others, self.page.index: self.page}

    def _printed(self, places: Iterable[PageRange]) -> str:
        at_hand = self.with_others()
        lines = [place.range.of(at_hand[place.page_index].text) for place in dict.fromkeys(places)]
        return " ".join(" ".join(lines).split())


def source_pages(conn: Connection, packet: Packet) -> dict[PageKey, SourcePage]:
    """Every page that a passage of the packet stands on."""
    by_version: dict[str, list[Passage]] = {}
    for entry in packet.entries:
        by_version.setdefault(entry.passage.id.version, []).append(entry.passage)
    return {
        (version, source.page.index): source
        for version, passages in by_version.items()
        for source in _pages_of(conn, UUID(version), passages)
    }


def _pages_of(conn: Connection, version_id: UUID, passages: Sequence[Passage]) -> list[SourcePage]:
    indexes = sorted({passage.id.page_index for passage in passages})
    page_blocks = {index: tuple(blocks.of_page(conn, version_id, index)) for index in indexes}
    used = {block.table for on_page in page_blocks.values() for block in on_page if block.table is not None}
    tables = {table.ordinal: table for table in blocks.tables_of(conn, version_id, sorted(used))}
    needed = set(indexes)
    for on_page in page_blocks.values():
        whole = TextRange(0, max((block.range.end for block in on_page), default=1))
        needed |= header_pages(whole, on_page, tables)
    at_hand = {page.index: page for page in pages.several(conn, version_id, sorted(needed))}
    tagged = _tagged(
        conn, version_id, [index for index in indexes if at_hand[index].kind is PageKind.SECTION]
    )
    return [
        SourcePage(at_hand[index], page_blocks[index], tables, at_hand, tuple(tagged.get(index, ())))
        for index in indexes
    ]


def _tagged(conn: Connection, version_id: UUID, indexes: Sequence[int]) -> dict[int, list[Tagged]]:
    """The tagged numbers of pages of an HTML filing, by page."""
    found: dict[int, list[Tagged]] = {}
    if indexes:
        for places, *rest in facts.numbers_of_pages(conn, version_id, indexes):
            for index, start, end in places:
                found.setdefault(index, []).append(Tagged(start, end, *rest))
    return found
