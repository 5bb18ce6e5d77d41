"""A citation's evidence in the version that superseded its own, as the pane draws it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from pipeline.evidence.answer import CheckOutcome
from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.reanchored import Outcome
from viewer import words
from viewer.citations import Newer, ResolvedCitation, ShownSource
from viewer.exports import newer_export_view
from viewer.place_views import candidate_view, ranges_view, regions_view

View = dict[str, Any]


def newer_key(citation: ResolvedCitation) -> str:
    """The key of the evidence in the newer version: "1:E1@newer"."""
    return f"{citation.key}@newer"


def outcome_view(newer: Newer) -> View:
    """What became of the cited words there, in words with their tone."""
    return {
        "outcome": newer.found.outcome.value,
        "tone": words.outcome_tone(newer.found.outcome),
        "words": words.outcome_words(newer),
        "detail": words.outcome_detail(newer),
    }


def newer_evidence(citation: ResolvedCitation, newer: Newer, shown: Mapping[UUID, ShownSource]) -> View:
    """The same shape as the cited evidence, with `of`, the key of that. Quoted is what the newer version prints."""
    source = shown[newer.source.version_id]
    place = newer.places[0] if newer.found.place else None
    claimed = _figures_now(newer)
    page_index = newer.places[0].page.index if newer.places else 0
    return {
        "key": newer_key(citation),
        "of": citation.key,
        "citation_id": str(citation.citation_id),
        "outcome": newer.found.outcome.value,
        "state": _STATES.get(newer.found.outcome, "newer"),
        "notice": {
            "tone": words.outcome_tone(newer.found.outcome),
            "title": f"{words.outcome_words(newer)}.",
            "text": " ".join([words.outcome_detail(newer), _NEXT_STEPS.get(newer.found.outcome, "")]).strip(),
        },
        "title": newer.source.title,
        "locus": words.locus(newer.source, place.page) if place else "",
        "section": words.section_name(place.section, newer.source.title) if place else None,
        "version": {
            "id": str(newer.source.version_id),
            "word": "Newer version",
            "sha256": newer.source.sha256,
            "successor": None,
        },
        "media": newer.source.media.value,
        "page_index": page_index,
        "quote": {"cells": list(place.cells), "text": newer.quotes[0]} if place else None,
        "verbatim": _verdict(newer),
        "regions": regions_view(place, source.sizes, claimed, newer.focus) if place else [],
        "ranges": ranges_view(place, claimed, newer.focus) if place else [],
        "candidates": _candidates(newer, source) if newer.found.outcome is Outcome.AMBIGUOUS else [],
        "read_again": None,
        "export": newer_export_view(citation, newer),
    }


_STATES = {Outcome.AMBIGUOUS: "ambiguous", Outcome.MISSING: "quote_not_found"}
_NEXT_STEPS = {
    Outcome.AMBIGUOUS: "Choose the one the claim means. Nothing is marked as evidence until you do.",
    Outcome.MISSING: "Nothing is marked.",
}
_VERDICTS = {
    Outcome.SAME: (CheckOutcome.PASSED, "Same words"),
    Outcome.MOVED: (CheckOutcome.PASSED, "Same words"),
    Outcome.CHANGED_FIGURE: (CheckOutcome.AMBIGUOUS, "Changed figure"),
}


def _verdict(newer: Newer) -> View:
    outcome, said = _VERDICTS.get(newer.found.outcome, (CheckOutcome.NOT_RUN, "Not compared"))
    return {"outcome": outcome.value, "words": said}


def _figures_now(newer: Newer) -> Sequence[Figure]:
    """The figures that the pane begins at: those that took the place of cited ones."""
    return tuple(figure for change in newer.found.changes for figure in figures(change.after))


def _candidates(newer: Newer, source: ShownSource) -> list[View]:
    return [
        {**candidate_view(place, source, ()), "quote": {"cells": list(place.cells), "text": quote}}
        for place, quote in zip(newer.places, newer.quotes, strict=True)
    ]
