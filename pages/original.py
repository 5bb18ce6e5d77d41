"""The second opinion: the cited pages as the reader's browser draws them itself, over the pane's own.

The pane asks for it; the script draws the component beside the pane, which lays it over its pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import streamlit as st

from pages import session
from pages.asking import ShownAnswer
from pipeline.evidence.errors import PinciteError, StoreError
from viewer import services
from viewer.links import LinkKind
from viewer.resolver import open_version
from viewer.slices import Annotation, Slice, cut_slice, outlines
from viewer.source_files import file_problem
from viewer.views import View

_CHOSEN: Final = "original"
_LEAST_HEIGHT, _GREATEST_HEIGHT = 120, 4000
"""CSS pixels that a reader's window may have left for it."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the reader wants drawn: an evidence of an answer, which of its places where it is ambiguous, the region that
    is looked at (its number among the place's regions) on its 0-based page, how high, in CSS pixels, and for which time
    it is asked for."""

    answer_id: UUID
    key: str
    place: int | None
    region: int | None
    page: int
    height: int
    attempt: int

    @classmethod
    def read(cls, answer_id: UUID, asked: Mapping[str, Any]) -> Chosen | None:
        """The pane's request; None for one that closes what is open, or makes no sense."""
        place, region = asked.get("place"), asked.get("region")
        key, page, height = asked.get("key"), asked.get("page"), asked.get("height")
        attempt = asked.get("attempt")
        numbers = [one for one in (place, region, page, height, attempt) if one is not None]
        if not isinstance(key, str) or page is None or height is None or attempt is None:
            return None
        if not all(type(one) is int and 0 <= one < 10**6 for one in numbers):
            return None
        bounded = min(max(height, _LEAST_HEIGHT), _GREATEST_HEIGHT)
        return cls(answer_id, key, place, region, page, bounded, attempt)


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """What the browser's renderer draws, or the words why it does not (`slice` is None)."""

    chosen: Chosen
    slice: Slice | None = None
    outlined: tuple[Annotation, ...] = ()
    problem: str | None = None

    @property
    def view(self) -> View:
        """For the pane, which lays it over its pages."""
        return {
            "key": self.chosen.key,
            "place": self.chosen.place,
            "attempt": self.chosen.attempt,
            "pages": list(self.slice.pages) if self.slice else [],
            "problem": self.problem,
        }

    @property
    def component_key(self) -> str:
        """New for every slice and every region: under a constant key the renderer ignores changed outlines."""
        one = self.chosen
        pages = "-".join(map(str, self.slice.pages)) if self.slice else ""
        return f"original-{one.answer_id}-{one.key}-{one.place}-{one.region}-{pages}"

    @property
    def first(self) -> int | None:
        """The outline to begin at, counted from 1: the region that is looked at, else the first on its page."""
        ids = [one["id"] for one in self.outlined]
        wanted = f"region-{self.chosen.region}"
        return ids.index(wanted) + 1 if wanted in ids else None


def choose(shown: ShownAnswer, asked: Mapping[str, Any]) -> None:
    """Remember what the pane asked for, until it asks for something else."""
    chosen = Chosen.read(shown.id, asked)
    if chosen is None:
        st.session_state.pop(_CHOSEN, None)
    else:
        st.session_state[_CHOSEN] = chosen


def prepare(shown: ShownAnswer) -> SecondOpinion | None:
    """What is to be drawn for the answer on screen, its rights checked anew; None when nothing is asked for."""
    chosen: Chosen | None = st.session_state.get(_CHOSEN)
    if chosen is None or chosen.answer_id != shown.id:
        return None
    evidence = _evidence(shown, chosen.key)
    source = shown.pane["sources"].get(evidence["version"]["id"]) if evidence else None
    if evidence is None or source is None:
        return SecondOpinion(chosen, problem="This evidence is no longer part of the answer on screen.")
    refusal = refused(source, chosen.page)
    if refusal is not None:
        return SecondOpinion(chosen, problem=refusal)
    regions = _regions(evidence, chosen)
    try:
        cut = _cut(UUID(evidence["version"]["id"]), source["page_count"], regions, chosen)
        outlined = outlines(regions, cut.pages, source["sizes"])
    except StoreError as error:
        return SecondOpinion(chosen, problem=file_problem(error))
    except PinciteError as error:
        return SecondOpinion(chosen, problem=error.message)
    return SecondOpinion(chosen, cut, tuple(outlined))


def _evidence(shown: ShownAnswer, key: str) -> View | None:
    """The evidence of that key; a passage that was read has no regions to outline."""
    found: View | None = next((one for one in shown.pane["evidence"] if one["key"] == key), None)
    read = next((one for one in shown.pane["read"] if one["key"] == key), None)
    if found is None and read is not None:
        return {"version": {"id": read["version"]}, "regions": [], "candidates": []}
    return found


def refused(source: View, page: int) -> str | None:
    """Why a source's 0-based page cannot be drawn so, in words; None where it can."""
    if source["media"] != "pdf":
        return "Filings in HTML and text are shown in the frame only."
    if page >= source["page_count"]:
        return f"There is no PDF page {page + 1} in this filing: it has {source['page_count']}."
    return None


def draw(opinion: SecondOpinion) -> None:
    """The browser's renderer, in a container that the pane moves over its own pages."""
    if opinion.slice is None:
        return
    from streamlit_pdf_viewer import pdf_viewer  # declares a component, which only a script run may

    with st.container(key="original"):
        pdf_viewer(
            opinion.slice.pdf,
            key=opinion.component_key,
            height=opinion.chosen.height,
            annotations=list(opinion.outlined),
            annotation_outline_size=1,
            pages_vertical_spacing=8,
            render_text=True,
            scroll_to_annotation=opinion.first,
            scroll_to_page=None if opinion.first else opinion.slice.pages.index(opinion.chosen.page) + 1,
            scroll_behavior="instant",
            show_page_separator=False,
        )


def _regions(evidence: View, chosen: Chosen) -> list[View]:
    """Those of the one place, or of the candidate that the reader has chosen."""
    if chosen.place is None:
        return list(evidence["regions"])
    candidates = evidence["candidates"]
    return list(candidates[chosen.place]["regions"]) if chosen.place < len(candidates) else []


def _cut(version_id: UUID, page_count: int, regions: list[View], chosen: Chosen) -> Slice:
    opened, scope = services.current(), session.scope()
    version = open_version(opened.database, scope, version_id, LinkKind.FILE, files=opened.files)
    marked = {region["page_index"] for region in regions}
    return cut_slice(opened.images, version.path, chosen.page, marked, page_count)
