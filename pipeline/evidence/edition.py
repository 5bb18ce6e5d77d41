"""One reading of a version, as words: what its pages say, in blocks, rows and columns. No boxes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.evidence.document import Block, PageKind, ParsedDocument, Table
from pipeline.evidence.errors import InvalidDocument
from pipeline.evidence.text import PageRange


@dataclass(frozen=True, slots=True)
class Edition:
    """Pages of a version as one parser read them. `texts` maps 0-based page indexes to canonical texts.

    It may hold a part of the version only: then at least the pages of its blocks and of their tables' headers and
    units. Raises InvalidDocument when a block's page is missing.
    """

    kind: PageKind
    texts: Mapping[int, str]
    blocks: tuple[Block, ...]
    tables: Mapping[int, Table]

    def __post_init__(self) -> None:
        for block in self.blocks:
            if block.page_index not in self.texts:
                raise InvalidDocument(f"Block {block.id}: page {block.page_index} was not given.")

    @classmethod
    def of(cls, parsed: ParsedDocument) -> Edition:
        """The whole of a parsed document."""
        return cls(
            kind=parsed.pages[0].kind,
            texts={page.index: page.text for page in parsed.pages},
            blocks=parsed.blocks,
            tables={table.ordinal: table for table in parsed.tables},
        )

    def words(self, place: PageRange) -> str:
        """What stands at a place. Raises InvalidDocument for a page that was not given."""
        if place.page_index not in self.texts:
            raise InvalidDocument(f"Page {place.page_index} was not given.")
        return place.range.of(self.texts[place.page_index])

    def of_block(self, block: Block) -> str:
        return block.range.of(self.texts[block.page_index])
