"""Five separate checks of a citation, five stored results. None implies another, and each says what it saw."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pipeline.answer.identity import entry_of
from pipeline.answer.source_pages import PageKey, SourcePage
from pipeline.evidence.answer import Check, CheckKind, CheckOutcome, Citation, FigureFinding, FigureOutcome
from pipeline.evidence.document import PageKind
from pipeline.evidence.errors import EvidenceError
from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import PassageId
from pipeline.evidence.quote import Ambiguous, Located, Missing, MissingReason, locate, with_marks
from pipeline.evidence.regions import marked_ranges, quote_regions
from pipeline.evidence.text import TextRange
from pipeline.evidence.written_marks import WrittenKind, kind_of

CHECKER = "pincite-code-1"

_MISSING_WORDS = {
    MissingReason.EMPTY: "The quote has no letter or digit.",
    MissingReason.NOT_FOUND: "The quoted words do not stand in the cited passage.",
    MissingReason.CUTS_A_WORD: "The quoted words stand only inside longer words or numbers of the cited passage.",
    MissingReason.FIGURE_DIFFERS: "The quoted words stand in the cited passage with another figure.",
}

_WRITTEN_REASONS = {
    WrittenKind.HANDLE: "unknown_handle",
    WrittenKind.LINK: "written_link",
    WrittenKind.PAGE: "written_page",
}
"""The kinds of failure of a claim from which something was removed, the gravest first."""


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


def removed_handles(removed: Sequence[str], packet: Packet) -> tuple[Check, ...]:
    """The EXISTENCE check of a claim from which handles, links or page references had to be taken out; nothing for any
    other claim."""
    if not removed:
        return ()
    kinds = {kind: [one for one in removed if kind_of(one) is kind] for kind in WrittenKind}
    known = [one for one in kinds[WrittenKind.HANDLE] if entry_of(one, packet)]
    unknown = [one for one in kinds[WrittenKind.HANDLE] if one not in known]
    said = [
        _removed(unknown, "handle", "because this answer's packet has none of that name"),
        _removed(known, "handle", "because a filing prints the same letters and either may be meant"),
        _removed(kinds[WrittenKind.LINK], "link", "because only Pincite writes links"),
        _removed(kinds[WrittenKind.PAGE], "page reference", "because only Pincite writes them"),
    ]
    reason = next(why for kind, why in _WRITTEN_REASONS.items() if kinds[kind])
    detail = " ".join(filter(None, said))
    return (Check(CheckKind.EXISTENCE, CheckOutcome.FAILED, detail, CHECKER, reason),)


def _removed(written: Sequence[str], noun: str, why: str) -> str:
    if not written:
        return ""
    what = f"1 {noun} was" if len(written) == 1 else f"{len(written)} {noun}s were"
    return f"{what} removed, {why}: {', '.join(dict.fromkeys(written))}."


def figures_check(findings: Sequence[FigureFinding]) -> Check:
    """Does every figure, date and period of a claim stand in its evidence?"""
    missing = [finding for finding in findings if finding.outcome is FigureOutcome.MISSING]
    if missing:
        detail = " ".join(finding.detail for finding in missing)
        return Check(CheckKind.FIGURES, CheckOutcome.FAILED, detail, CHECKER, missing[0].reason)
    if not findings:
        return _check(CheckKind.FIGURES, CheckOutcome.PASSED, "The claim states no figure.")
    return _check(CheckKind.FIGURES, CheckOutcome.PASSED, f"{len(findings)} of {len(findings)} found.")


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


def _marks(span: TextRange, source: SourcePage) -> int:
    """How many regions (PDF) or ranges (HTML, text) the place gives; raises EvidenceError for an invalid one."""
    span.of(source.page.text)
    if source.page.kind is PageKind.PDF:
        return len(quote_regions(span, source.page.index, source.blocks, source.tables, source.with_others()))
    return len(marked_ranges(span, source.page.index, source.blocks, source.tables))


def _source(citation: Citation, sources: Mapping[PageKey, SourcePage]) -> SourcePage | None:
    return sources.get((citation.passage.version, citation.passage.page_index))


def _check(kind: CheckKind, outcome: CheckOutcome, detail: str) -> Check:
    return Check(kind, outcome, detail, CHECKER)
