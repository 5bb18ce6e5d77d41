"""What "Sources read" lists, and what the pane must know to open one of its passages. The texts come when asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.page import LabelSource, PageLabel
from viewer import words
from viewer.citations import EvidenceState, PagePlace, ShownSource, Source
from viewer.read_passages import ReadPassage

View = dict[str, Any]

NOTHING_READ: Final = "No passage was found, so nothing was read."
WITHHELD: Final = {
    EvidenceState.DENIED: ("No access", "Title, page and text are withheld."),
    EvidenceState.UNAVAILABLE: ("Removed", "The document was removed from the library."),
}
NO_LABEL: Final = PageLabel.none()


def packet_view(passages: Sequence[ReadPassage], shown: Mapping[UUID, ShownSource]) -> View:
    """The passages in the order in which they were read, best first: {"words", "passages"}."""
    return {"words": _count(passages), "passages": [_row(one, shown) for one in passages]}


def opened_passages(passages: Sequence[ReadPassage]) -> list[View]:
    """What the pane may open, by its key: which source to ask for it, and by what a reader tells it from its likes."""
    return [
        {
            "key": one.key,
            "citation_id": str(one.handle),
            "version": str(one.source.version_id),
            "cited": cited_words(one.claims),
            "title": one.source.title,
            "page_index": one.page_index,
            "begins": one.begins,
        }
        for one in passages
        if one.source is not None
    ]


def cited_words(claims: Sequence[int]) -> str:
    """ "Cited in claims 1 and 3", "Not cited"."""
    if not claims:
        return "Not cited"
    *rest, last = map(str, claims)
    return f"Cited in claims {', '.join(rest)} and {last}" if rest else f"Cited in claim {last}"


def _count(passages: Sequence[ReadPassage]) -> str:
    if not passages:
        return NOTHING_READ
    count, cited = len(passages), sum(bool(one.claims) for one in passages)
    noun = "passage" if count == 1 else "passages"
    return f"{count} {noun}, {cited or 'none'} cited"


def _row(one: ReadPassage, shown: Mapping[UUID, ShownSource]) -> View:
    view: View = {
        "key": one.key,
        "handle": str(one.handle),
        "state": one.state.value,
        "is_cited": bool(one.claims),
        "cited": cited_words(one.claims),
    }
    if one.source is None:
        title, locus = WITHHELD[one.state]
        return view | {"title": title, "locus": locus, "aria": f"{one.handle}. {title}: {locus}"}
    locus = words.short_locus(one.source, _page(one, one.source, shown))
    title = one.source.title.replace(" · ", ", ")
    place = locus.replace(" · ", ", ")
    said = [f"Passage {one.handle}", title, place, cited_words(one.claims)]
    said += ["Superseded"] if one.state is EvidenceState.SUPERSEDED else []
    return view | {
        "title": one.source.title,
        "locus": locus,
        "begins": one.begins,
        "aria": f"{'. '.join(said)}. Opens source viewer.",
    }


def _page(one: ReadPassage, source: Source, shown: Mapping[UUID, ShownSource]) -> PagePlace | None:
    """None where the present reading of the version has no such page."""
    if one.page_index >= source.page_count:
        return None
    labels = shown[source.version_id].labels
    label = labels[one.page_index] if one.page_index < len(labels) else None
    return PagePlace(one.page_index, PageLabel(label, LabelSource.PRINTED) if label else NO_LABEL, None)
