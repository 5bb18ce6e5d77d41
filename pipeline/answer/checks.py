"""Five separate checks of a citation, five stored results. None implies another, and each says what it saw."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from pipeline.answer.source_pages import PageKey, SourcePage
from pipeline.evidence.answer import Check, CheckKind, CheckOutcome, Citation, Claim
from pipeline.evidence.document import PageKind
from pipeline.evidence.errors import EvidenceError, InvalidHandle
from pipeline.evidence.figures import figures
from pipeline.evidence.handle import Handle
from pipeline.evidence.packet import Packet, PacketEntry
from pipeline.evidence.passage import PassageId
from pipeline.evidence.quote import Ambiguous, Located, Missing, MissingReason, locate, with_marks
from pipeline.evidence.regions import marked_ranges, quote_regions
from pipeline.evidence.text import TextRange

CHECKER = "pincite-code-1"

_MISSING_WORDS = {
    MissingReason.EMPTY: "The quote has no letter or digit.",
    MissingReason.NOT_FOUND: "The quoted words do not stand in the cited passage.",
    MissingReason.CUTS_A_WORD: "The quoted words stand only inside longer words or numbers of the cited passage.",
    MissingReason.FIGURE_DIFFERS: "The quoted words stand in the cited passage with another figure.",
}


@dataclass(frozen=True, slots=True)
class ResolvedHandles:
    """Entries of the packet that were named, and how many names were no handle of it and were removed."""

    entries: tuple[PacketEntry, ...]
    removed: int


def resolve_handles(written: Iterable[str], packet: Packet) -> ResolvedHandles:
    """Only handles of this packet resolve. Each entry comes once, in the order in which it was first named."""
    entries: dict[Handle, PacketEntry] = {}
    removed = 0
    for text in written:
        entry = _entry_of(text, packet)
        if entry is None:
            removed += 1
        else:
            entries.setdefault(entry.handle, entry)
    return ResolvedHandles(tuple(entries.values()), removed)


def checked_claim(
    claim: Claim,
    packet: Packet,
    stored: Collection[PassageId],
    sources: Mapping[PageKey, SourcePage],
    support: Check,
) -> Claim:
    """The claim with five checks on each citation. `stored` are the packet's passages that the store still has."""
    evidence = [citation.quote for citation in claim.citations]
    return replace(
        claim,
        citations=tuple(
            replace(
                citation,
                checks=(
                    existence(citation, packet, stored),
                    verbatim(citation, packet, sources),
                    claim_figures(claim.text, evidence),
                    support,
                    location(citation, sources),
                ),
            )
            for citation in claim.citations
        ),
    )


def existence(citation: Citation, packet: Packet, stored: Collection[PassageId]) -> Check:
    """Does the handle name a passage of this packet, and does the store hold that passage?"""
    entry = packet.get(citation.id.handle)
    if entry is None or entry.passage.id != citation.passage:
        return _check(
            CheckKind.EXISTENCE, CheckOutcome.FAILED, f"{citation.id} is no handle of this answer's packet."
        )
    if citation.passage not in stored:
        return _check(
            CheckKind.EXISTENCE, CheckOutcome.FAILED, f"The passage of {citation.id} is no longer stored."
        )
    return _check(
        CheckKind.EXISTENCE, CheckOutcome.PASSED, f"{citation.id} names a stored passage of the packet."
    )


def verbatim(citation: Citation, packet: Packet, sources: Mapping[PageKey, SourcePage]) -> Check:
    """Do the quoted words and figures stand in the cited passage (at the cited place, when it is known)?"""
    entry = packet.get(citation.id.handle)
    source = _source(citation, sources)
    if entry is None or source is None or entry.passage.id != citation.passage:
        return _check(
            CheckKind.VERBATIM, CheckOutcome.NOT_RUN, "There is no passage to compare the quote with."
        )
    known = citation.ranges[0] if len(citation.ranges) == 1 else None
    if known is not None and not entry.passage.range.contains(known):
        return _check(
            CheckKind.VERBATIM, CheckOutcome.FAILED, "The cited place lies outside the cited passage."
        )
    within = with_marks(source.page.text, known, entry.passage.range) if known else entry.passage.range
    match locate(citation.quote, source.page.text, within):
        case Located():
            return _check(CheckKind.VERBATIM, CheckOutcome.PASSED, "The quote stands in the cited passage.")
        case Ambiguous(ranges):
            detail = f"The quote stands {len(ranges)} times in the cited passage."
            return _check(CheckKind.VERBATIM, CheckOutcome.AMBIGUOUS, detail)
        case Missing(reason):
            return _check(CheckKind.VERBATIM, CheckOutcome.FAILED, _MISSING_WORDS[reason])


def claim_figures(claim: str, evidence: Iterable[str]) -> Check:
    """Does every figure of the claim stand in its quotes: every digit, sign, bracket, percent and scale word?"""
    printed = [figure for quote in evidence for figure in figures(quote)]
    wanted = figures(claim)
    missing = [figure.text for figure in wanted if not any(figure.same_as(other) for other in printed)]
    if not wanted:
        return _check(CheckKind.FIGURES, CheckOutcome.PASSED, "The claim states no figure.")
    if missing:
        detail = f"{len(missing)} of {len(wanted)} missing: {', '.join(missing)}."
        return _check(CheckKind.FIGURES, CheckOutcome.FAILED, detail)
    return _check(CheckKind.FIGURES, CheckOutcome.PASSED, f"{len(wanted)} of {len(wanted)} found.")


def location(citation: Citation, sources: Mapping[PageKey, SourcePage]) -> Check:
    """Is there exactly one place on the page to highlight?"""
    source = _source(citation, sources)
    if source is None or not citation.ranges:
        return _check(CheckKind.LOCATION, CheckOutcome.FAILED, "The quote has no place on a page.")
    try:
        marked = [_marks(span, source) for span in citation.ranges]
    except EvidenceError as error:
        return _check(CheckKind.LOCATION, CheckOutcome.FAILED, error.message)
    if not all(marked):
        return _check(
            CheckKind.LOCATION, CheckOutcome.FAILED, "Nothing of the quote can be marked on the page."
        )
    if len(marked) > 1:
        return _check(
            CheckKind.LOCATION, CheckOutcome.AMBIGUOUS, f"The quote fits {len(marked)} places on the page."
        )
    return _check(CheckKind.LOCATION, CheckOutcome.PASSED, "One place on the page.")


def support_not_run(detail: str) -> Check:
    """The support check where nobody judged."""
    return _check(CheckKind.SUPPORT, CheckOutcome.NOT_RUN, detail)


def _marks(span: TextRange, source: SourcePage) -> int:
    """How many regions (PDF) or ranges (HTML, text) the place gives; raises EvidenceError for an invalid one."""
    span.of(source.page.text)
    if source.page.kind is PageKind.PDF:
        return len(quote_regions(span, source.page.index, source.blocks, source.tables, source.with_others()))
    return len(marked_ranges(span, source.page.index, source.blocks, source.tables))


def _entry_of(text: str, packet: Packet) -> PacketEntry | None:
    try:
        return packet.get(Handle.parse(text))
    except InvalidHandle:
        return None


def _source(citation: Citation, sources: Mapping[PageKey, SourcePage]) -> SourcePage | None:
    return sources.get((citation.passage.version, citation.passage.page_index))


def _check(kind: CheckKind, outcome: CheckOutcome, detail: str) -> Check:
    return Check(kind, outcome, detail, CHECKER)
