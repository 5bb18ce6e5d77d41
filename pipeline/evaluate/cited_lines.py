"""Facts cited by their line, as a writer would: is the mark then on the fact's own figure, and not on its neighbour?"""

from __future__ import annotations

import math
import re
from uuid import UUID

from pipeline.answer.checker import ClaimChecker
from pipeline.answer.draft import DraftCitation, DraftClaim
from pipeline.answer.printed_evidence import printed_evidence
from pipeline.answer.source_pages import SourcePage
from pipeline.evaluate.gold import GoldFact
from pipeline.evaluate.location_report import Occurrence
from pipeline.evaluate.sources import FilingPages
from pipeline.evaluate.stated_fact import quote_of, sentence_of
from pipeline.evidence.answer import Citation
from pipeline.evidence.box import Box
from pipeline.evidence.document import Page
from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.printed import PrintedEvidence
from pipeline.evidence.text import TextRange

_VERSION = str(UUID(int=1))
"""Stands for the filing's version, which the store may not have."""


class CitedLines:
    """The pages of one filing, each as the one passage of a packet."""

    def __init__(self, filing: FilingPages) -> None:
        self._filing = filing
        self._pages: dict[int, tuple[Packet, SourcePage] | None] = {}

    def printed(self, fact: GoldFact) -> int:
        """How often the fact's page prints its figure, as a number of its own."""
        there = self._filing.page(fact.page_index)
        if there is None:
            return 0
        return len(re.findall(rf"(?<![\d.,]){re.escape(fact.display)}(?![\d]|[.,]\d)", there[0].text))

    def occurrence(self, fact: GoldFact) -> Occurrence:
        """What is marked when the fact's line is quoted for a sentence that states the fact."""
        quote = quote_of(fact)
        if quote is None:
            return Occurrence.UNREADABLE
        citation = self._citation(fact, quote)
        if citation is None:
            return Occurrence.REFUSED
        if len(citation.ranges) > 1:
            return Occurrence.AMBIGUOUS
        marked = _marked(citation, quote, fact)
        if marked is None:
            return Occurrence.UNTOLD
        there = self._filing.page(fact.page_index)
        assert there is not None
        return Occurrence.RIGHT if _is_on(marked, fact, there[0]) else Occurrence.WRONG

    def evidence(self, fact: GoldFact) -> tuple[PrintedEvidence, ...]:
        """What the fact's line prints; nothing where it cannot be quoted."""
        quote = quote_of(fact)
        there = self._packet(fact.page_index)
        citation = self._citation(fact, quote) if quote else None
        if citation is None or there is None:
            return ()
        return printed_evidence(citation, there[1], self._filing.name)

    def _citation(self, fact: GoldFact, quote: str) -> Citation | None:
        """The fact's line quoted for a sentence that states it; None where it stands nowhere on its page."""
        there = self._packet(fact.page_index)
        if there is None:
            return None
        packet, source = there
        passages = {entry.passage.id for entry in packet.entries}
        checker = ClaimChecker(packet, passages, {(_VERSION, source.page.index): source})
        draft = DraftClaim(sentence_of(fact), (DraftCitation("E1", quote),))
        claim = checker.check(draft, 1)
        if claim is None or not claim.citations or not claim.citations[0].ranges:
            return None
        return claim.citations[0]

    def _packet(self, page_index: int) -> tuple[Packet, SourcePage] | None:
        if page_index not in self._pages:
            self._pages[page_index] = self._read(page_index)
        return self._pages[page_index]

    def _read(self, page_index: int) -> tuple[Packet, SourcePage] | None:
        there = self._filing.page(page_index)
        if there is None or not there[1]:
            return None
        page, blocks = there
        span = TextRange(blocks[0].range.start, blocks[-1].range.end)
        passage = Passage(PassageId(_VERSION, page.index, 0), span, 0, len(blocks) - 1, span.of(page.text))
        source = SourcePage(page, tuple(blocks), self._filing.tables, self._filing.pages)
        return Packet.of([(passage, self._filing.name, 1.0)]), source


def gold_box(fact: GoldFact, page: Page) -> Box:
    """The gold's box in displayed points."""
    assert page.transform is not None
    return Box.from_edges(*page.transform.to_displayed(*fact.box))


def _marked(citation: Citation, quote: str, fact: GoldFact) -> TextRange | None:
    """The one figure that the citation marks strongly: its focus, or its quote where that is one figure."""
    if citation.focus is not None:
        return citation.focus
    (span,) = citation.ranges
    others = re.findall(r"\d[\d,.]*", quote.removesuffix(fact.display))
    return None if others else span


def _is_on(span: TextRange, fact: GoldFact, page: Page) -> bool:
    assert page.glyphs is not None
    center = gold_box(fact, page).center
    return any(box.contains_point(*center) for _, box in page.glyphs.line_pieces(span, math.inf))
