"""From what a model wrote to a checked claim: each check in turn, nothing taken on trust."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from pipeline.answer.calculating import calculate
from pipeline.answer.checks import existence, figures_check, location, removed_handles, verbatim
from pipeline.answer.draft import DraftCitation, DraftClaim
from pipeline.answer.identity import Identified, IdentifiedCitation, identify
from pipeline.answer.printed_evidence import printed_evidence
from pipeline.answer.quoting import find_quote
from pipeline.answer.source_pages import PageKey, SourcePage
from pipeline.answer.support.rules import support_by_rules
from pipeline.evidence.agreement import find_figures
from pipeline.evidence.answer import Citation, Claim, FigureFinding, FigureOutcome
from pipeline.evidence.calculation import Calculation
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.label_figures import is_part_of_name
from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import PassageId
from pipeline.evidence.printed import PrintedEvidence
from pipeline.evidence.quote import read_ahead
from pipeline.evidence.written_handles import GAP

MOST_QUOTES = 26
"""Quotes that one passage can give an answer: E1, E1b … E1z."""


class ClaimChecker:
    """Checks the claims of one answer, in the order in which they were written. `stored` are the packet's passages that
    the store still has, `sources` the packet's pages."""

    def __init__(
        self, packet: Packet, stored: Collection[PassageId], sources: Mapping[PageKey, SourcePage]
    ) -> None:
        self._packet = packet
        self._stored = stored
        self._sources = sources
        self._quotes: dict[Handle, dict[str, CitationId]] = {}
        self._calculations = 0

    def read_ahead(self) -> None:
        """Read of the packet's passages what every check of a quote from them reads: there is time while a model reads
        them as well. Without it the first claims take longer to check, and come to the same."""
        for entry in self._packet.entries:
            source = self._sources.get((entry.passage.id.version, entry.passage.id.page_index))
            if source is None:
                continue
            read_ahead(source.page.text, entry.passage.range)
            for block in source.of(entry.passage):
                for cell in block.cells:
                    if cell.column is not None:
                        source.words.period(cell, block)

    def check(self, draft: DraftClaim, number: int) -> Claim | None:
        """The claim with everything that was found of it; None when nothing was written. A claim of nothing but handles
        keeps its place, and says that they were removed."""
        identified = identify(draft, self._packet)
        text = identified.text.strip() or (GAP if identified.removed else "")
        if not text:
            return None
        cited = self._cited(identified)
        citations = tuple({one.id: one for one in cited.values()}.values())
        evidence = self._evidence(citations)
        calculation = self._calculation(identified, cited, evidence)
        claim = Claim(number, text, citations, (), calculation, (), identified.removed)
        return self._finished(claim, evidence)

    def checked(self, claim: Claim) -> Claim:
        """The same for a claim whose citations know their places already."""
        citations = tuple(
            replace(one, checks=(verbatim(one, self._packet, self._sources),)) for one in claim.citations
        )
        return self._finished(replace(claim, citations=citations), self._evidence(citations))

    def _cited(self, identified: Identified) -> dict[DraftCitation, Citation]:
        """Each written citation with its place. The same words under the same handle are one citation; a handle without
        words, and what goes beyond a passage's quotes, cites nothing."""
        found: dict[DraftCitation, Citation] = {}
        for one in identified.citations:
            name = self._name(one)
            if name is not None:
                quoted = find_quote(one.written.quote, one.entry, self._packet, self._sources)
                words = _one_line(one.written.quote)
                found[one.written] = Citation(
                    name, one.entry.passage.id, words, quoted.ranges, (quoted.check,)
                )
        return found

    def _name(self, one: IdentifiedCitation) -> CitationId | None:
        words = _one_line(one.written.quote)
        if not words:
            return None
        names = self._quotes.setdefault(one.entry.handle, {})
        if words not in names:
            if len(names) == MOST_QUOTES:
                return None
            names[words] = CitationId(one.entry.handle, len(names) + 1)
        return names[words]

    def _evidence(self, citations: Sequence[Citation]) -> list[PrintedEvidence]:
        found: list[PrintedEvidence] = []
        for citation in citations:
            entry = self._packet.get(citation.id.handle)
            source = self._sources.get((citation.passage.version, citation.passage.page_index))
            if entry is not None and source is not None and citation.ranges:
                found += printed_evidence(citation, source, entry.title)
        return found

    def _calculation(
        self,
        identified: Identified,
        cited: Mapping[DraftCitation, Citation],
        evidence: Sequence[PrintedEvidence],
    ) -> Calculation | None:
        draft = identified.calculation
        if draft is None:
            return None
        self._calculations += 1
        inputs = {
            one: citation.id
            for one in draft.inputs
            if (citation := cited.get(DraftCitation(one.handle, one.quote))) is not None
        }
        return calculate(draft, f"c{self._calculations}", inputs, evidence, identified.text)

    def _finished(self, claim: Claim, evidence: Sequence[PrintedEvidence]) -> Claim:
        figures = find_figures(claim.text, evidence, claim.calculation)
        checks = (
            *removed_handles(claim.removed, self._packet),
            figures_check(figures),
            support_by_rules(claim.text, figures, evidence, claim.calculation),
        )
        answering = [one for one in figures if not _is_of_name(one, claim.text, evidence)]
        citations = tuple(
            replace(
                focused,
                checks=(
                    existence(focused, self._packet, self._stored),
                    *focused.checks,
                    location(focused, self._sources),
                ),
            )
            for focused in (_focused(citation, answering) for citation in claim.citations)
        )
        return replace(claim, citations=citations, figures=figures, checks=checks)


def _focused(citation: Citation, figures: Sequence[FigureFinding]) -> Citation:
    """The citation, its focus on the one figure of its quote that the claim states."""
    if citation.focus or len(citation.ranges) != 1:
        return citation
    places = {
        figure.place
        for figure in figures
        if figure.citation == citation.id and figure.place and figure.outcome is not FigureOutcome.MISSING
    }
    if len(places) != 1:
        return citation
    (place,) = places
    span = citation.ranges[0]
    return replace(citation, focus=place) if span.contains(place) and span != place else citation


def _is_of_name(finding: FigureFinding, text: str, evidence: Sequence[PrintedEvidence]) -> bool:
    """Whether a figure is a number of its row's label ("due after 10 years"): it tells which row, and is no answer."""
    return any(
        one.citation == finding.citation and figure.range == finding.place
        for one in evidence
        for figure in one.figures
        if is_part_of_name(text, finding.range, figure)
    )


def _one_line(words: str) -> str:
    return " ".join(words.split())
