"""What each page of a filing is, read from its headings, its rows and its neighbours."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.evidence.document import Block, Page
from pipeline.evidence.parts import PagePart
from pipeline.parse.structure.lines import lines_of
from pipeline.parse.structure.regions import regions
from pipeline.parse.structure.statements import statement_parts


def parts_of(pages: Sequence[Page], blocks: Sequence[Block]) -> tuple[PagePart, ...]:
    """The parts of every page, by page; a page of no known part is left out."""
    lines = lines_of(pages, blocks)
    of_pages = regions(lines)
    found = [part for region in of_pages for part in region.parts]
    found += statement_parts(lines, [region.in_notes for region in of_pages])
    return tuple(sorted(found, key=lambda one: (one.page_index, one.part)))
