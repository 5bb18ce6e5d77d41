"""What each page of a filing is, read from its headings, its rows and its neighbours."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.evidence.document import Block, Page
from pipeline.evidence.parts import PagePart


def parts_of(pages: Sequence[Page], blocks: Sequence[Block]) -> tuple[PagePart, ...]:
    """The parts of every page, by page; a page of no known part is left out."""
    return ()
