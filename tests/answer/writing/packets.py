"""Packets of a few made-up passages, for tests of what a model is given."""

from __future__ import annotations

from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import TextRange

VERSION = "00000000-0000-4000-8000-000000000001"
SALES = "Total net sales 81,797 82,959"
MARGIN = "Gross margin rose because of mix."
TITLE = "Orrin Inc. · Form 10-Q · Q3 FY2023"


def packet(*texts: str, context: str = TITLE) -> Packet:
    """A packet of these passages, each on a page of its own."""
    return Packet.of(
        (
            Passage(PassageId(VERSION, page, 0), TextRange(0, len(text)), 0, 0, text, context),
            TITLE,
            1.0 / (page + 1),
        )
        for page, text in enumerate(texts or (SALES, MARGIN))
    )
