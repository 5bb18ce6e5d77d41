"""What the two components draw: an answer's claims, and the evidence behind them, as plain JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.answer import Check, CheckKind, CheckOutcome, Claim
from pipeline.evidence.figures import Figure, figures
from pipeline.store.scope import Scope
from viewer import words
from viewer.citations import EvidenceState, ResolvedAnswer, ResolvedCitation, ShownSource, Source
from viewer.deep_links import LinkedView
from viewer.exports import export_view
from viewer.links import Link, LinkKind, Links
from viewer.media import Media
from viewer.newer_views import newer_evidence, newer_key, outcome_view
from viewer.place_views import candidate_view, ranges_view, regions_view

View = dict[str, Any]

NOT_LINKED: Final = LinkedView()

_WORST_FIRST = (CheckOutcome.FAILED, CheckOutcome.AMBIGUOUS, CheckOutcome.NOT_RUN, CheckOutcome.PASSED)


def answer_view(resolved: ResolvedAnswer) -> View:
    """The claims with their handles and checks. A claim that rests on a denied source loses its words."""
    answer = resolved.answer
    sources = {citation.source for citation in resolved.citations.values() if citation.source}
    filings = words.filing_names(sources)
    return {
        "answer_id": str(answer.id),
        "method": words.method_view(answer),
        "not_in_sources": answer.not_in_sources,
        "claims": [_claim_view(claim, resolved, filings) for claim in answer.claims],
    }


def pane_view(
    resolved: ResolvedAnswer,
    shown: Mapping[UUID, ShownSource],
    links: Links,
    scope: Scope,
    *,
    open_key: str | None = None,
    linked: LinkedView = NOT_LINKED,
) -> View:
    """Every citation of the answer with its regions in percent of their pages, and signed links to its source.

    The pane opens what `linked` asks for, else `open_key`.
    """
    claims = {claim.number: claim.text for claim in resolved.answer.claims}
    citations = resolved.citations.values()
    evidence = [
        *(
            _evidence_view(citation, shown, figures(claims[citation.claim]), resolved.answer.id)
            for citation in citations
        ),
        *(newer_evidence(citation, citation.newer, shown) for citation in citations if citation.newer),
    ]
    return {
        "answer_id": str(resolved.answer.id),
        "open": linked.key_among(one["key"] for one in evidence) or open_key,
        "open_region": linked.region,
        "open_zoom": linked.zoom,
        "open_fit": linked.fit,
        "open_at": linked.at.to_json() if linked.at else None,
        "open_problem": " ".join(linked.problems) or None,
        "evidence": evidence,
        "sources": {str(version_id): _source_view(one, links, scope) for version_id, one in shown.items()},
    }


# --- the claims -----------------------------------------------------------------------------------------


def _claim_view(claim: Claim, resolved: ResolvedAnswer, filings: Mapping[UUID, str]) -> View:
    citations = resolved.of_claim(claim.number)
    handles = [_handle_view(citation, filings) for citation in citations]
    if resolved.is_withheld(claim.number):
        parts: list[View] = [{"text": words.WITHHELD_CLAIM, "figure": False}]
        return {"number": claim.number, "parts": parts, "handles": handles, "checks": []}
    quoted = [figure for citation in claim.citations for figure in figures(citation.quote)]
    return {
        "number": claim.number,
        "parts": _parts(claim.text, quoted),
        "handles": handles,
        "checks": _checks_view(claim, quoted),
    }


def _parts(text: str, quoted: Sequence[Figure]) -> list[View]:
    """The claim's text cut at its figures, each found in the quotes or missing. Names such as "10-K" stay text."""
    parts: list[View] = []
    position = 0
    for figure in figures(text):
        is_found = _stands_in(figure, quoted)
        if is_found and figure.glued:
            continue
        if figure.range.start > position:
            parts.append({"text": text[position : figure.range.start], "figure": False})
        parts.append({"text": figure.range.of(text), "figure": "found" if is_found else "missing"})
        position = figure.range.end
    if position < len(text):
        parts.append({"text": text[position:], "figure": False})
    return parts


def _checks_view(claim: Claim, quoted: Sequence[Figure]) -> list[View]:
    views: list[View] = []
    for kind in words.SHOWN_CHECKS:
        check = _worst(kind, claim)
        if check is not None:
            said = _figures_words(claim.text, quoted, check.outcome) if kind is CheckKind.FIGURES else None
            views.append(words.check_view(kind, check.outcome, check.detail, said))
    return views


def _worst(kind: CheckKind, claim: Claim) -> Check | None:
    """The claim's own check of that kind, else the worst of its citations': one bad quote is a bad claim."""
    of_claim = [check for check in claim.checks if check.kind is kind]
    of_citations = [check for one in claim.citations if (check := one.check(kind)) is not None]
    found = of_claim or of_citations
    return min(found, key=lambda check: _WORST_FIRST.index(check.outcome)) if found else None


def _figures_words(text: str, quoted: Sequence[Figure], outcome: CheckOutcome) -> str:
    wanted = figures(text)
    missing = sum(not _stands_in(figure, quoted) for figure in wanted)
    if outcome is CheckOutcome.NOT_RUN:
        return "Not checked"
    if not wanted:
        return "No figures"
    if outcome is CheckOutcome.PASSED:
        return f"{len(wanted)} of {len(wanted)} found"
    return f"{missing} of {len(wanted)} missing" if missing else "Not all found"


def _stands_in(figure: Figure, quoted: Iterable[Figure]) -> bool:
    return any(figure.same_as(other) for other in quoted)


def _handle_view(citation: ResolvedCitation, filings: Mapping[UUID, str]) -> View:
    return {
        "key": citation.key,
        "citation_id": str(citation.citation_id),
        "label": words.handle_label(citation, filings),
        "aria": words.handle_aria(citation),
        "state": citation.state.value,
    }


# --- the evidence ---------------------------------------------------------------------------------------


def _evidence_view(
    citation: ResolvedCitation, shown: Mapping[UUID, ShownSource], claimed: Sequence[Figure], answer_id: UUID
) -> View:
    view: View = {
        "key": citation.key,
        "citation_id": str(citation.citation_id),
        "claim": citation.claim,
        "state": citation.state.value,
        "notice": words.notice(citation, answer_id),
        "reference": words.reference(citation, answer_id),
    }
    if citation.source is None:
        return view | _WITHHELD
    source, place = shown[citation.source.version_id], citation.place
    is_marked = place is not None and citation.state is not EvidenceState.UNAVAILABLE
    return view | {
        "title": citation.source.title,
        "locus": words.locus(citation.source, citation.page),
        "section": words.section_name(citation.places[0].section, citation.source.title)
        if citation.places
        else None,
        "version": _version_view(citation),
        "media": citation.source.media.value,
        "page_index": citation.page.index
        if citation.page
        else 0,  # where the pane opens; `locus` names no page
        "quote": {"cells": list(place.cells) if place else [], "text": citation.quote},
        "verbatim": words.verbatim_view(citation.verbatim),
        "regions": regions_view(place, source.sizes, claimed, citation.focus) if place and is_marked else [],
        "ranges": ranges_view(place, claimed, citation.focus) if place and is_marked else [],
        "candidates": [
            candidate_view(candidate, source, claimed)
            for candidate in citation.places
            if citation.state is EvidenceState.AMBIGUOUS
        ],
        "export": export_view(citation),
    }


_WITHHELD: View = {
    "title": "",
    "locus": "",
    "section": None,
    "version": {"id": "", "word": "", "sha256": "", "successor": None},
    "media": "pdf",
    "page_index": 0,
    "quote": None,
    "verbatim": words.verbatim_view(CheckOutcome.NOT_RUN),
    "regions": [],
    "ranges": [],
    "candidates": [],
    "export": None,
}


def _version_view(citation: ResolvedCitation) -> View:
    source = citation.source
    if source is None:
        return {}
    return {
        "id": str(source.version_id),
        "word": "Superseded" if source.successor else "Current version",
        "sha256": source.sha256,
        "successor": _successor_view(citation, source),
    }


def _successor_view(citation: ResolvedCitation, source: Source) -> View | None:
    """The newer version, for whoever may read it: `key` is the evidence there, once somebody had it looked for."""
    successor = source.successor
    if successor is None or successor.title is None:
        return None
    newer = citation.newer
    return {
        "title": successor.title,
        "key": newer_key(citation) if newer else None,
        "outcome": outcome_view(newer) if newer else None,
    }


def _source_view(shown: ShownSource, links: Links, scope: Scope) -> View:
    source = shown.source

    def token(kind: LinkKind) -> str:
        return links.token(Link(scope, source.version_id, kind))

    is_pdf = source.media is Media.PDF
    return {
        "media": source.media.value,
        "page_count": source.page_count,
        "sizes": [list(size) for size in shown.sizes],
        "labels": list(shown.labels),
        "textless": list(shown.textless),
        "page_url": f"/evidence/pages/{source.version_id}/{{index}}/{{width}}.webp" if is_pdf else None,
        "stored_url": f"/evidence/{{noun}}/{source.version_id}.json",
        "token": token(LinkKind.PAGES),
        "frame_url": None if is_pdf else f"/evidence/frame/{token(LinkKind.FRAME)}",
        "original_url": f"/evidence/file/{token(LinkKind.FILE)}",
        "expires": links.expires,
    }


# --- in short -------------------------------------------------------------------------------------------


def summary(answer: View) -> tuple[tuple[str, str], ...]:
    """What the line above an answer says of it: (tone, words), the good first."""
    claims = answer["claims"]
    if not claims:
        return (("none", "Not in the sources"),)
    checks = [check for claim in claims for check in claim["checks"]]
    states = [handle["state"] for claim in claims for handle in claim["handles"]]
    missing = sum(part["figure"] == "missing" for claim in claims for part in claim["parts"])
    counted = (
        ("ok", sum(check["words"] == "Verbatim" for check in checks), "verbatim"),
        ("bad", sum(check["words"] == "Not verbatim" for check in checks), "not verbatim"),
        ("bad", missing, "figure missing" if missing == 1 else "figures missing"),
        ("warn", states.count("superseded"), "superseded"),
        ("warn", states.count("ambiguous"), "ambiguous"),
        ("warn", states.count("quote_not_found"), "not on its page"),
        ("bad", states.count("unavailable"), "unavailable"),
        ("none", states.count("denied"), "without access"),
    )
    return tuple((tone, f"{count} {words}") for tone, count, words in counted if count)
