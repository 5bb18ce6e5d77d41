"""A claim's text, cut at its figures: each leads to the evidence that has it, or says that none has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pipeline.evidence.answer import CheckKind, CheckOutcome, Claim, FigureFinding, FigureOutcome
from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.handle import CitationId
from pipeline.evidence.text import TextRange
from viewer.citations import ResolvedCitation

View = dict[str, Any]

_YEAR: Final = re.compile(r"(?:19|20)\d\d")
SAID: Final = {
    FigureOutcome.PRINTED: "printed in {}",
    FigureOutcome.AGREES: "agrees with {}",
    FigureOutcome.CALCULATED: "calculated",
    FigureOutcome.MISSING: "not in the cited evidence",
}
"""What a screen reader adds to a figure; {} is the citation that has it."""


def text_parts(claim: Claim, cited: Mapping[CitationId, ResolvedCitation]) -> list[View]:
    """The claim's text in order: plain text, and figures with where they lead. `cited` are the claim's citations as
    they resolve; where one is withheld, nothing is told of what was found, and it leads nowhere."""
    if not claim.figures:
        return _compared_parts(claim)
    parts: list[View] = []
    position = 0
    for finding in claim.figures:
        if finding.range.start < position:  # a date in a period: told with the longer one
            continue
        if finding.range.start > position:
            parts.append(_plain(claim.text[position : finding.range.start]))
        parts.append(_figure(claim, finding, cited))
        position = finding.range.end
    if position < len(claim.text):
        parts.append(_plain(claim.text[position:]))
    return parts


def place_view(place: TextRange | None, citation: ResolvedCitation | None) -> list[int] | None:
    """A place on a citation's page, as the pane looks for it: [page index, start, end]. None where the filing was read
    again since: characters are counted in the reading that was checked."""
    if place is None or citation is None or citation.page is None or citation.read_again is not None:
        return None
    return [citation.page.index, place.start, place.end]


def stated_places(claim: Claim, citation: ResolvedCitation) -> list[TextRange]:
    """Where the figures of a claim and the inputs of its calculation stand on a citation's page."""
    if citation.read_again is not None:
        return []
    inputs = claim.calculation.inputs if claim.calculation else ()
    found = [
        *((one.citation, one.place) for one in claim.figures if one.outcome is not FigureOutcome.MISSING),
        *((one.citation, one.place) for one in inputs),
    ]
    return [place for name, place in found if name == citation.citation_id and place is not None]


def quoted_figures(claim: Claim) -> list[Figure]:
    return [figure for citation in claim.citations for figure in figures(citation.quote)]


def stands_in(figure: Figure, quoted: Iterable[Figure]) -> bool:
    return any(figure.same_as(other) for other in quoted)


def _figure(claim: Claim, finding: FigureFinding, cited: Mapping[CitationId, ResolvedCitation]) -> View:
    citation = cited.get(finding.citation) if finding.citation else None
    is_told = not any(one.is_withheld for one in cited.values())
    opens = citation is not None and not citation.is_withheld
    is_derived = finding.outcome is FigureOutcome.CALCULATED and is_told
    calculation = claim.calculation if is_derived else None
    return {
        "text": finding.range.of(claim.text),
        "figure": finding.outcome.value,
        "is_time": _is_time(finding.range.of(claim.text)),
        "key": citation.key if citation and opens else None,
        "place": place_view(finding.place, citation) if opens else None,
        "detail": finding.detail if is_told else None,
        "said": SAID[finding.outcome].format(finding.citation or "the calculation"),
        "calculation": calculation.id if calculation else None,
    }


def _is_time(words: str) -> bool:
    """Whether the words tell a day, a year or a period: everything but one amount with its marks and scale."""
    amounts = [figure for figure in figures(words) if figure.range.length == len(words.strip())]
    return not amounts or _YEAR.fullmatch(words.strip()) is not None


def _plain(text: str) -> View:
    return {"text": text, "figure": False}


def _compared_parts(claim: Claim) -> list[View]:
    """For a claim of which no figure is told: those that its quotes print, and, unless its figures are said to be
    there, those that they do not. Names such as "10-K" stay text."""
    quoted = quoted_figures(claim)
    is_complete = any(
        check.kind is CheckKind.FIGURES and check.outcome is CheckOutcome.PASSED for check in claim.checks
    )
    parts: list[View] = []
    position = 0
    for figure in figures(claim.text):
        is_found = stands_in(figure, quoted)
        if (is_found and figure.glued) or (is_complete and not is_found):
            continue
        if figure.range.start > position:
            parts.append(_plain(claim.text[position : figure.range.start]))
        parts.append({"text": figure.range.of(claim.text), "figure": "found" if is_found else "missing"})
        position = figure.range.end
    if position < len(claim.text):
        parts.append(_plain(claim.text[position:]))
    return parts


def compared_words(claim: Claim, outcome: CheckOutcome) -> str:
    """The word of the FIGURES check of a claim of which no figure is told."""
    wanted: Sequence[Figure] = figures(claim.text)
    if outcome is CheckOutcome.NOT_RUN:
        return "Not checked"
    quoted = quoted_figures(claim)
    missing = sum(not stands_in(figure, quoted) for figure in wanted)
    if outcome is CheckOutcome.PASSED:
        found = len(wanted) - missing
        return f"{found} of {found} found" if found else "No figures"
    return f"{missing} of {len(wanted)} missing" if missing else "Not all found"
