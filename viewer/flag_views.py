"""What is wrong with a claim at first glance: a sentence each, with a way to look at the evidence that comes
nearest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pipeline.evidence.answer import CheckKind, CheckOutcome, Citation, Claim, FigureOutcome
from pipeline.evidence.handle import CitationId
from pipeline.evidence.verdict import Verdict, support_of
from viewer.check_words import sentences
from viewer.citations import ResolvedCitation
from viewer.figure_views import place_view

View = dict[str, Any]

_RECOMPUTES_OTHERWISE: Final = "does_not_recompute"


def flag_views(claim: Claim, cited: Mapping[CitationId, ResolvedCitation]) -> list[View]:
    """Missing figures, quotes that are not verbatim, and, where neither says why, what the support lacks. `cited` are
    the claim's citations as they resolve, none of them withheld. A calculation says its own failure in its card."""
    flags = [*_missing_figures(claim, cited), *_misquotes(claim, cited)]
    support = support_of(claim.checks)
    fails_in_card = claim.calculation is not None and not claim.calculation.is_borne_out
    if not flags and not fails_in_card and support.verdict is Verdict.NOT_SUPPORTED:
        flags.append(_flag(support.detail))
    return flags


def _missing_figures(claim: Claim, cited: Mapping[CitationId, ResolvedCitation]) -> Iterator[View]:
    for finding in claim.figures:
        is_told_by_card = finding.reason == _RECOMPUTES_OTHERWISE and claim.calculation is not None
        if finding.outcome is not FigureOutcome.MISSING or is_told_by_card:
            continue
        citation = cited.get(finding.citation) if finding.citation else None
        yield _flag(finding.detail) | (
            _way_to(citation, place_view(finding.place, citation)) if citation else {}
        )


def _misquotes(claim: Claim, cited: Mapping[CitationId, ResolvedCitation]) -> Iterator[View]:
    for one in claim.citations:
        check = one.check(CheckKind.VERBATIM)
        if check is None or check.outcome is not CheckOutcome.FAILED:
            continue
        citation = cited.get(one.id)
        flag = _flag(_about(one, check.detail))
        yield flag | ({"key": citation.key, "action": f"Open {one.id}"} if citation else {})


def _about(citation: Citation, detail: str) -> str:
    """The sentence with the handle that it is about, where it does not name it itself."""
    handle = re.escape(str(citation.id.handle))
    return detail if re.search(rf"\b{handle}\b", detail) else f"{citation.id} is not verbatim. {detail}"


def _way_to(citation: ResolvedCitation, place: list[int] | None) -> View:
    is_row = citation.place is not None and len(citation.place.cells) > 1
    return {
        "key": citation.key,
        "place": place,
        "action": "Show the cited row" if is_row else "Show the cited words",
    }


def _flag(detail: str) -> View:
    """The first sentence leads; the rest says more. Without a key there is no evidence to look at."""
    lead, rest = sentences(detail)
    return {"lead": lead, "rest": rest, "key": None, "place": None, "action": None}
