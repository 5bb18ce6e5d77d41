"""What the two components draw: an answer's claims, and the evidence behind them, as plain JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.answer import CheckOutcome, Claim
from pipeline.evidence.figures import figures
from pipeline.store.scope import Scope
from viewer import words
from viewer.answer_views import open_parts, problem_view, summary
from viewer.check_words import verbatim_view
from viewer.citations import EvidenceState, ResolvedAnswer, ResolvedCitation, ShownSource, Source
from viewer.claim_views import claim_view
from viewer.deep_links import LinkedView
from viewer.exports import export_view
from viewer.figure_views import stated_places
from viewer.links import Link, LinkKind, Links
from viewer.media import Media
from viewer.newer_views import newer_evidence, newer_key, outcome_view
from viewer.place_views import candidate_view, ranges_view, regions_view

__all__ = ["View", "answer_view", "pane_view", "summary"]

View = dict[str, Any]

NOT_LINKED: Final = LinkedView()


def answer_view(resolved: ResolvedAnswer, reviews: Mapping[int, View] = MappingProxyType({})) -> View:
    """The claims with their handles and checks, and with what reviewers say of each (`reviews`, by its number). A claim
    that rests on a denied source loses its words."""
    answer = resolved.answer
    sources = {citation.source for citation in resolved.citations.values() if citation.source}
    filings = words.filing_names(sources)
    return {
        "answer_id": str(answer.id),
        "method": words.method_view(answer),
        "not_in_sources": answer.not_in_sources,
        "claims": [
            claim_view(claim, resolved, filings, reviews.get(claim.number)) for claim in answer.claims
        ],
        "unanswered": open_parts(answer),
        "problem": problem_view(answer),
        "writing": answer.stage is not None,
    }


def pane_view(
    resolved: ResolvedAnswer,
    shown: Mapping[UUID, ShownSource],
    links: Links,
    scope: Scope,
    *,
    open_key: str | None = None,
    linked: LinkedView = NOT_LINKED,
    read: Sequence[View] = (),
) -> View:
    """Every citation of the answer with its regions in percent of their pages, and signed links to its source.

    The pane opens what `linked` asks for, else `open_key`. `read` are the passages that it may open as well
    (viewer/packet_views.py).
    """
    claims = {claim.number: claim for claim in resolved.answer.claims}
    citations = resolved.citations.values()
    evidence = [
        *(
            _evidence_view(citation, shown, claims[citation.claim], resolved.answer.id)
            for citation in citations
        ),
        *(newer_evidence(citation, citation.newer, shown) for citation in citations if citation.newer),
    ]
    return {
        "answer_id": str(resolved.answer.id),
        "open": linked.key_among(one["key"] for one in [*evidence, *read]) or open_key,
        "open_region": linked.region,
        "open_zoom": linked.zoom,
        "open_fit": linked.fit,
        "open_at": linked.at.to_json() if linked.at else None,
        "open_problem": " ".join(linked.problems) or None,
        "evidence": evidence,
        "read": list(read),
        "sources": {str(version_id): _source_view(one, links, scope) for version_id, one in shown.items()},
    }


# --- the evidence ---------------------------------------------------------------------------------------


def _evidence_view(
    citation: ResolvedCitation, shown: Mapping[UUID, ShownSource], claim: Claim, answer_id: UUID
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
    claimed, stated = figures(claim.text), stated_places(claim, citation)
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
        "verbatim": verbatim_view(citation.verbatim),
        "regions": regions_view(place, source.sizes, claimed, citation.focus, stated)
        if place and is_marked
        else [],
        "ranges": ranges_view(place, claimed, citation.focus, stated) if place and is_marked else [],
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
    "verbatim": verbatim_view(CheckOutcome.NOT_RUN),
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
