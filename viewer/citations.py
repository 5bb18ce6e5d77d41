"""A resolved citation: what the analyst may see of it, and in which state it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from pipeline.evidence.answer import Answer, CheckOutcome
from pipeline.evidence.handle import CitationId
from pipeline.evidence.page import PageGeometry, PageLabel
from pipeline.evidence.passage import PassageId
from pipeline.evidence.reanchored import Reanchored
from pipeline.evidence.region import COORDINATE_SPACE, Region, Role
from pipeline.evidence.text import PageRange, TextRange
from viewer.media import Media


class EvidenceState(StrEnum):
    """What the pane can show of a citation. Derived at each resolution, never stored."""

    READY = "ready"
    SUPERSEDED = "superseded"
    AMBIGUOUS = "ambiguous"
    DENIED = "denied"
    UNAVAILABLE = "unavailable"
    QUOTE_NOT_FOUND = "quote_not_found"


@dataclass(frozen=True, slots=True)
class Successor:
    """The current version of a chain in which another's place was taken. `title` is None where this user may not read
    it."""

    version_id: UUID
    title: str | None


@dataclass(frozen=True, slots=True)
class Source:
    """A version that this user may read."""

    version_id: UUID
    document_id: UUID
    title: str
    media: Media
    sha256: str
    rendition_sha256: str | None
    render_version: str
    page_count: int
    successor: Successor | None


@dataclass(frozen=True, slots=True)
class ShownSource:
    """A source as the pane lists it: the size in points (PDF only) and the printed label of each page, and the indexes
    of the pages that hold no text (PDF only)."""

    source: Source
    sizes: tuple[tuple[float, float], ...]
    labels: tuple[str | None, ...]
    textless: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PagePlace:
    """A page of a version: 0-based index, printed label, and (PDF) its size in points."""

    index: int
    label: PageLabel
    geometry: PageGeometry | None

    @property
    def printed(self) -> str | None:
        return self.label.text


@dataclass(frozen=True, slots=True)
class BlockSpan:
    """A mark in an HTML or text rendition: characters `start` to `end` of the element `block`, blanks not counted.

    `place` is where the same characters stand in the canonical text of their section.
    """

    block: str
    start: int
    end: int
    role: Role
    text: str
    place: PageRange | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Place:
    """One place that a quote fits. PDF pages have `regions`, renditions `spans`.

    `row` names it to somebody who has to choose (a row's label, else the words around); `cells` are the quoted
    cells of a table row, empty for prose; `around` are its words with those before and after (viewer/snippet.py).
    """

    page: PagePlace
    range: TextRange
    section: str | None
    row: str
    cells: tuple[str, ...]
    regions: tuple[Region, ...]
    spans: tuple[BlockSpan, ...]
    around: Mapping[str, str] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Newer:
    """Where a citation's words stand in the current version of its filing, as it was asked for and stored.

    `places` are those of `found`, `quotes` what is printed there; `focus` is the part of the one place that answers.
    """

    source: Source
    found: Reanchored
    places: tuple[Place, ...]
    quotes: tuple[str, ...]
    focus: Place | None


@dataclass(frozen=True, slots=True)
class ReadAgain:
    """A citation's version was read again since: when, by which parser, and where its words stand in that reading.

    `found` is None when the answer was made while the version was being read.
    """

    read_at: datetime
    parser_version: str
    found: Reanchored | None

    def to_json(self) -> dict[str, object]:
        return {
            "read_at": self.read_at.isoformat(),
            "parser_version": self.parser_version,
            "outcome": self.found.outcome.value if self.found else None,
            "reason": self.found.reason.value if self.found and self.found.reason else None,
        }


@dataclass(frozen=True, slots=True)
class ResolvedCitation:
    """A citation as this user may see it now.

    Withheld (`source` is None) when access is denied or the source is gone and its rights cannot be checked: then
    there is no title, page, quote or place either. `places`: one when the quote is located, all candidates when
    ambiguous, none otherwise. `focus`: the part of the one place that answers, when that is known. `problem` says
    why a source is unavailable or nothing is marked. `newer`: where the words stand in the version that superseded this
    one, once that was asked. `passage` is None where the cited one is not in the present reading of the version.
    """

    claim: int
    citation_id: CitationId
    state: EvidenceState
    source: Source | None = None
    passage: PassageId | None = None
    page: PagePlace | None = None
    quote: str = ""
    verbatim: CheckOutcome = CheckOutcome.NOT_RUN
    places: tuple[Place, ...] = ()
    focus: Place | None = None
    problem: str | None = None
    newer: Newer | None = None
    read_again: ReadAgain | None = None

    @property
    def key(self) -> str:
        """Unique in the answer: the same citation under two claims has two keys."""
        return f"{self.claim}:{self.citation_id}"

    @property
    def is_withheld(self) -> bool:
        return self.source is None

    @property
    def place(self) -> Place | None:
        """The one place to mark; None unless there is exactly one, and no choice to make."""
        is_one = len(self.places) == 1 and self.state is not EvidenceState.AMBIGUOUS
        return self.places[0] if is_one else None

    def to_json(self) -> dict[str, object]:
        """The citation as exported, with its state. A withheld one tells its id and state and nothing else."""
        value: dict[str, object] = {"citation_id": str(self.citation_id), "state": self.state.value}
        if self.source is None:
            return value | ({"problem": self.problem} if self.problem else {})
        page = self.page
        value |= {
            "document_version": str(self.source.version_id),
            "passage_id": str(self.passage) if self.passage else None,
            "page_index": page.index if page else None,
            "display_page_label": page.printed if page else None,
            "quote": self.quote,
            "regions": [region.to_json() for region in self.place.regions] if self.place else [],
            "coordinate_space": COORDINATE_SPACE,
            "page_dimensions": page.geometry.to_json() if page and page.geometry else None,
            "render_version": self.source.render_version,
            "title": self.source.title,
            "problem": self.problem,
        }
        if self.place:
            value["ranges"] = [span_json(span) for span in self.place.spans]
        if self.state is EvidenceState.AMBIGUOUS:
            value["candidates"] = [candidate_json(place) for place in self.places]
        if self.source.successor:
            value["successor"] = {
                "document_version": str(self.source.successor.version_id),
                "title": self.source.successor.title,
                **(newer_json(self.newer) if self.newer else {}),
            }
        if self.read_again:
            value["read_again"] = self.read_again.to_json()
        return value


@dataclass(frozen=True, slots=True)
class ResolvedAnswer:
    """An answer with each of its citations resolved, by key, as its reader may see it. `rests_on_denied`: its packet
    has what they may not read. `is_question_withheld`: somebody else asked it, and other words stand for what."""

    answer: Answer
    citations: Mapping[str, ResolvedCitation]
    rests_on_denied: bool = False
    is_question_withheld: bool = False

    def of_claim(self, number: int) -> list[ResolvedCitation]:
        return [citation for citation in self.citations.values() if citation.claim == number]

    def is_withheld(self, number: int) -> bool:
        """True when a claim rests on a source that this user may not read: its words would tell what stands there. One
        that cites nothing rests on whatever was read for the answer."""
        citations = self.of_claim(number)
        if not citations:
            return self.rests_on_denied
        return any(citation.state is EvidenceState.DENIED for citation in citations)


def newer_json(newer: Newer) -> dict[str, object]:
    """Where a citation's words stand in the newer version: at one place, or at those to choose from."""
    found = newer.found
    value: dict[str, object] = {
        "outcome": found.outcome.value,
        "reason": found.reason.value if found.reason else None,
        "changes": [
            {"before": one.before, "after": one.after, "answers": one.is_asked} for one in found.changes
        ],
        "left_out": found.left_out,
        "render_version": newer.source.render_version,
    }
    places = [
        candidate_json(place) | {"quote": quote}
        for place, quote in zip(newer.places, newer.quotes, strict=True)
    ]
    if found.place:
        return value | places[0]
    return value | ({"candidates": places} if places else {})


def candidate_json(place: Place) -> dict[str, object]:
    return {
        "label": place.row,
        "page_index": place.page.index,
        "display_page_label": place.page.printed,
        "regions": [region.to_json() for region in place.regions],
        "ranges": [span_json(span) for span in place.spans],
    }


def span_json(span: BlockSpan) -> dict[str, object]:
    return {
        "block": span.block,
        "start": span.start,
        "end": span.end,
        "role": span.role.value,
        "text": span.text,
    }
