"""One claim as it is drawn: its text with the figures told apart, its handles, its calculation, what fails, and the
five checks in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.answer import Answer, Check, CheckKind, CheckOutcome, Claim
from pipeline.evidence.generation import Stage
from pipeline.evidence.handle import CitationId
from pipeline.evidence.verdict import Verdict, is_by_rules, support_of
from viewer import check_words, words
from viewer.calculation_views import calculation_view
from viewer.citations import ResolvedAnswer, ResolvedCitation
from viewer.figure_views import compared_words, text_parts
from viewer.flag_views import flag_views

View = dict[str, Any]

_WORST_FIRST: Final = (
    CheckOutcome.FAILED,
    CheckOutcome.AMBIGUOUS,
    CheckOutcome.NOT_RUN,
    CheckOutcome.PASSED,
)


def claim_view(
    claim: Claim,
    resolved: ResolvedAnswer,
    filings: Mapping[UUID, str],
    review: View | None = None,
) -> View:
    """A claim that rests on a denied source loses its words, and with them all that was found of it. Where a source was
    removed, the claim stays, and what only that source could tell goes. `review`: the line of what reviewers say
    (viewer/review/card_views.py), for whoever may see it."""
    citations = resolved.of_claim(claim.number)
    view: View = {
        "number": claim.number,
        "removed": len(claim.removed),
        "parts": [{"text": words.WITHHELD_CLAIM, "figure": False}],
        "handles": [handle_view(citation, filings) for citation in citations],
        "calculation": None,
        "flags": [],
        "checks": [],
        "review": None,
    }
    if resolved.is_withheld(claim.number):
        return view
    cited = {citation.citation_id: citation for citation in citations}
    is_told = not any(citation.is_withheld for citation in citations)
    calculation = claim.calculation if is_told else None
    return view | {
        "parts": text_parts(claim, cited),
        "calculation": calculation_view(calculation, cited) if calculation else None,
        "flags": flag_views(claim, cited) if is_told else [],
        "checks": _checks(claim, cited, is_told, _is_being_judged(claim, resolved.answer)),
        "review": review if is_told else None,
    }


def handle_view(citation: ResolvedCitation, filings: Mapping[UUID, str]) -> View:
    """A handle, and what it says of its evidence before it is opened."""
    return {
        "key": citation.key,
        "citation_id": str(citation.citation_id),
        "label": words.handle_label(citation, filings),
        "aria": words.handle_aria(citation),
        "state": citation.state.value,
        "card": _card(citation),
    }


def _card(citation: ResolvedCitation) -> View:
    """Title, place, quote and state. A withheld citation shows nothing of its source."""
    source = citation.source
    if source is None:
        return {"title": None, "locus": None, "cells": [], "quote": None, "verbatim": None}
    place = citation.places[0] if citation.places else None
    tone = check_words.TONES[citation.verbatim]
    return {
        "title": source.title,
        "locus": words.short_locus(source, citation.page),
        "cells": list(place.cells) if place else [],
        "quote": citation.quote,
        "verbatim": {"tone": tone, "words": check_words.VERBATIM_WORDS[citation.verbatim]},
    }


# --- the five checks ------------------------------------------------------------------------------------


def _checks(
    claim: Claim, cited: Mapping[CitationId, ResolvedCitation], is_told: bool, is_being_judged: bool
) -> list[View]:
    """Those that were made, in the order of their questions. `is_told`: their sentences may be repeated."""
    views = [
        _existence(claim),
        _of_citations(claim, CheckKind.VERBATIM, check_words.VERBATIM_WORDS),
        _figures(claim),
        _of_citations(claim, CheckKind.LOCATION, check_words.PLACE_WORDS),
        _support(claim, is_being_judged),
    ]
    made = [view for view in views if view is not None]
    if not is_told:
        for view in made:
            view["details"] = [_sentence(None, check_words.REMOVED_SOURCE, "")]
    return made


def _existence(claim: Claim) -> View | None:
    """Every handle of the claim is this answer's: a removed one, or none at all, is a failure."""
    made = _made(claim, CheckKind.EXISTENCE)
    if not claim.citations and not claim.removed:
        if not claim.checks:
            return None
        said = [_sentence(None, "The claim cites nothing.", "")]
        return check_words.check_view(CheckKind.EXISTENCE, "bad", check_words.NO_SOURCE, said)
    if not made:
        return None
    outcome = _worst(made)
    said_words = check_words.existence_words(outcome, len(claim.removed))
    return check_words.check_view(CheckKind.EXISTENCE, check_words.TONES[outcome], said_words, _said(made))


def _of_citations(claim: Claim, kind: CheckKind, said: Mapping[CheckOutcome, str]) -> View | None:
    """The worst of the citations': one bad quote is a bad claim."""
    made = _made(claim, kind)
    if not made:
        is_checked = bool(claim.checks) and not claim.citations
        outcome = CheckOutcome.NOT_RUN if kind is CheckKind.VERBATIM else CheckOutcome.FAILED
        nothing = [_sentence(None, "The claim cites nothing.", "")]
        return check_words.check_view(kind, "none", said[outcome], nothing) if is_checked else None
    outcome = _worst(made)
    return check_words.check_view(kind, check_words.TONES[outcome], said[outcome], _said(made))


def _figures(claim: Claim) -> View | None:
    made = _made(claim, CheckKind.FIGURES)
    if not made:
        return None
    outcome = _worst(made)
    if not claim.figures:
        said = compared_words(claim, outcome)
        return check_words.check_view(CheckKind.FIGURES, check_words.TONES[outcome], said, _said(made))
    told = [_sentence(None, one.detail, made[0][1].checker) for one in claim.figures]
    said = check_words.figures_words(claim.figures)
    return check_words.check_view(CheckKind.FIGURES, check_words.TONES[outcome], said, told)


def _support(claim: Claim, is_being_judged: bool) -> View | None:
    """The opinions put together; one that is still to come is waited for, unless the rules have refused the claim."""
    made = _made(claim, CheckKind.SUPPORT)
    found = support_of(check for _, check in made)
    if is_being_judged and found.verdict is not Verdict.NOT_SUPPORTED:
        waits = "A model that sees only the claim and its quotes is asked now."
        said = [_sentence(None, waits, ""), *_said(made)]
        return check_words.check_view(CheckKind.SUPPORT, "none", check_words.BEING_JUDGED, said, "hourglass")
    if not made:
        return None
    tone, verdict = check_words.VERDICT_WORDS[found.verdict]
    return check_words.check_view(CheckKind.SUPPORT, tone, verdict, _said(made))


def _is_being_judged(claim: Claim, answer: Answer) -> bool:
    """True while a model's verdict on the claim may still come: it is asked where a quote of the claim was located."""
    is_unfinished = answer.stage in (Stage.WRITING, Stage.JUDGING)
    has_judge = answer.generation is not None and answer.generation.judge is not None
    is_judged = any(check.kind is CheckKind.SUPPORT and not is_by_rules(check) for check in claim.checks)
    return is_unfinished and has_judge and not is_judged and any(one.ranges for one in claim.citations)


def _made(claim: Claim, kind: CheckKind) -> list[tuple[str | None, Check]]:
    """The checks of that kind: those of the whole claim, then those of its citations by their ids."""
    of_claim: list[tuple[str | None, Check]] = [(None, check) for check in claim.checks if check.kind is kind]
    of_citations = [(str(one.id), check) for one in claim.citations if (check := one.check(kind)) is not None]
    return [*of_claim, *of_citations]


def _worst(made: Sequence[tuple[str | None, Check]]) -> CheckOutcome:
    return min((check.outcome for _, check in made), key=_WORST_FIRST.index)


def _said(made: Sequence[tuple[str | None, Check]]) -> list[View]:
    """Each with the citation that it is about, unless it begins with it itself."""
    return [
        _sentence(None if of and check.detail.startswith(f"{of} ") else of, check.detail, check.checker)
        for of, check in made
    ]


def _sentence(of: str | None, text: str, checker: str) -> View:
    return {"of": of, "text": text, "checker": checker}
