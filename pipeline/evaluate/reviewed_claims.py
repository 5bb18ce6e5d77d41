"""Claims with their reviewers' final verdict, beside what the checkers found and what is marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from pipeline.evaluate.identity import broken_words
from pipeline.evaluate.overlap import inked, iou, text_covered, text_iou
from pipeline.evaluate.progress import Progress
from pipeline.evaluate.resolved import Resolve, ResolvedPlace, key_of
from pipeline.evidence.answer import Answer, Claim
from pipeline.evidence.box import Box
from pipeline.evidence.document import Page
from pipeline.evidence.errors import NotFound
from pipeline.evidence.handle import CitationId
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import ClaimAddress
from pipeline.evidence.reanchored import Spot
from pipeline.evidence.review import (
    Judgement,
    Reviewed,
    ReviewRole,
    ReviewVerdict,
    failing_layers,
    judged_layers,
    reviewed,
)
from pipeline.evidence.verdict import Verdict, support_of
from pipeline.store import annotations as marks
from pipeline.store import answers, pages, reviews, versions
from pipeline.store.annotations import Placed
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope

EXTRACTIVE = "no model"
REVIEWED = "reviewed answers"
"""What is measured, in place of a gold file."""

SUPPORT_OF: Mapping[ReviewVerdict, Verdict] = {
    ReviewVerdict.SUPPORTED: Verdict.SUPPORTED,
    ReviewVerdict.PARTLY: Verdict.PARTLY,
    ReviewVerdict.NOT_SUPPORTED: Verdict.NOT_SUPPORTED,
}
"""The reviewers' verdicts that say whether the evidence supports the claim. The others say nothing of it."""


@dataclass(frozen=True, slots=True)
class Group:
    """Which model and prompt wrote a claim, and which parser read what it cites."""

    model: str
    prompt: str
    parser: str


@dataclass(frozen=True, slots=True)
class MarkedCase:
    """A citation beside the place that a reviewer marked as the right one for it. `page`: both are on the same page of
    the same version; then `covered` is the share of the marked place's characters that the citation marks, `iou` the
    overlap of both texts, `area` of both areas (None in HTML and text, and after another reading), `occurrence` whether
    they touch at all. `page` is None where the marked place is nowhere in the library today, as `words` say."""

    id: str
    page: bool | None
    covered: float | None
    iou: float | None
    area: float | None
    words: str
    address: ClaimAddress

    @property
    def occurrence(self) -> bool | None:
        return None if self.covered is None else self.covered > 0

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "page": self.page,
            "text_covered": self.covered,
            "text_iou": self.iou,
            "area_iou": self.area,
            "occurrence": self.occurrence,
            "words": self.words,
        }


@dataclass(frozen=True, slots=True)
class ReviewedClaim:
    """A claim on which its reviewers agree, or an adjudicator decided.

    `checker` is the support that is shown for it without reviewers. `judged` are the layers that the verdict speaks of,
    `failing` those that it says have failed. `broken` says which citation does not resolve to what it names, None where
    what they resolve to is withheld.
    """

    address: ClaimAddress
    text: str
    verdict: ReviewVerdict
    checker: Verdict
    judged: frozenset[Layer]
    failing: frozenset[Layer]
    broken: str | None
    group: Group
    marked: tuple[MarkedCase, ...]

    @property
    def id(self) -> str:
        return f"{self.address.answer_id}:{self.address.claim}"

    def is_right(self, layer: Layer) -> bool | None:
        """What the reviewers say of a layer; None where they say nothing of it."""
        return layer not in self.failing if layer in self.judged else None


@dataclass(frozen=True, slots=True)
class ReviewedClaims:
    """The claims that are decided, and how many more are judged and not: reviewers differ on them."""

    claims: tuple[ReviewedClaim, ...]
    disputed: int


def read_reviewed(
    database: Database,
    scope: Scope,
    resolve: Resolve,
    progress: Progress = lambda name, done, total: None,
) -> ReviewedClaims:
    """Every claim with a verdict that counts; what its citations mark is read with the rights of `scope`."""
    with database.scoped(scope) as conn:
        ids = reviews.reviewed_answers(conn)
    claims: list[ReviewedClaim] = []
    disputed = 0
    for done, answer_id in enumerate(ids, start=1):
        with database.scoped(scope) as conn:
            reader = _Reader(conn, answers.get(conn, answer_id), resolve)
            for number, judgements in reviews.of_answer(conn, answer_id).items():
                outcome = reviewed(judgements)
                if outcome.verdict is not None:
                    claims.append(reader.claim(number, outcome, outcome.verdict))
                disputed += outcome.verdict is None and bool(outcome.counting)
        progress(REVIEWED, done, len(ids))
    return ReviewedClaims(tuple(claims), disputed)


class _Reader:
    """One answer in one transaction."""

    def __init__(self, conn: Connection, answer: Answer, resolve: Resolve) -> None:
        self._conn = conn
        self._answer = answer
        self._resolved = resolve(conn, answer)
        self._marks = marks.of_answer(conn, answer.id)

    def claim(self, number: int, outcome: Reviewed, verdict: ReviewVerdict) -> ReviewedClaim:
        claim = self._answer.claims[number - 1]
        deciding = _deciding(outcome, verdict)
        return ReviewedClaim(
            ClaimAddress(self._answer.id, number, str(claim.citations[0].id) if claim.citations else None),
            claim.text,
            verdict,
            support_of(claim.checks).verdict,
            frozenset[Layer]().union(*(judged_layers(verdict, one.reason) for one in deciding)),
            frozenset[Layer]().union(*(failing_layers(verdict, one.reason) for one in deciding)),
            self._broken(claim),
            Group(self._answer.model or EXTRACTIVE, self._prompt, self._parser(claim)),
            tuple(self._marked(claim, deciding)),
        )

    @property
    def _prompt(self) -> str:
        return self._answer.generation.prompt if self._answer.generation else EXTRACTIVE

    def _parser(self, claim: Claim) -> str:
        parsers = set()
        for version in {citation.passage.version for citation in claim.citations}:
            try:
                parsers.add(versions.get(self._conn, UUID(version)).parser_version)
            except NotFound:
                parsers.add("removed")
        return ", ".join(sorted(parsers)) or "nothing cited"

    def _broken(self, claim: Claim) -> str | None:
        places = [(one, self._resolved[key_of(claim.number, one.id)]) for one in claim.citations]
        if not places or any(place.version_id is None for _, place in places):
            return None
        return next(filter(None, (broken_words(one, place) for one, place in places)), "")

    def _marked(self, claim: Claim, deciding: Sequence[Judgement]) -> Iterator[MarkedCase]:
        """Of each reviewer whose verdict decided, the places for one citation together."""
        for judgement in deciding:
            by_citation: dict[CitationId, list[Placed]] = {}
            for placed in self._marks.get(judgement.id, []):
                if placed.annotation.citation is not None:
                    by_citation.setdefault(placed.annotation.citation, []).append(placed)
            for cited, places in by_citation.items():
                key = key_of(claim.number, cited)
                if key in self._resolved:
                    yield self._compared(claim, judgement, cited, places)

    def _compared(
        self, claim: Claim, judgement: Judgement, cited: CitationId, places: Sequence[Placed]
    ) -> MarkedCase:
        name = f"{self._answer.id}:{claim.number} {cited} by {judgement.reviewer}"
        address = ClaimAddress(self._answer.id, claim.number, str(cited))
        ours = self._resolved[key_of(claim.number, cited)]
        spots = [(one, one.here.place) for one in places if one.here and one.here.place]
        if len(spots) < len(places):
            orphan = next((one.orphan for one in places if one.orphan), None)
            return MarkedCase(
                name, None, None, None, None, f"the marked place is an orphan: {orphan}", address
            )
        if not ours.is_shown:
            return MarkedCase(name, False, None, None, None, f"the citation is {ours.state}", address)
        here = [(one, spot) for one, spot in spots if _is_on_page(one, spot, ours)]
        if not here:
            return MarkedCase(name, False, None, None, None, "the marked place is on another page", address)
        return self._on_page(name, ours, here, len(here) == len(spots), address)

    def _on_page(
        self,
        name: str,
        ours: ResolvedPlace,
        here: Sequence[tuple[Placed, Spot]],
        are_all: bool,
        address: ClaimAddress,
    ) -> MarkedCase:
        page = self._page(ours)
        mine = inked((place.range for place in ours.places), page.text)
        theirs = inked((spot.range for _, spot in here), page.text)
        boxes = [box for one, _ in here for box in _boxes(one)]
        covered = text_covered(mine, theirs)
        beside = "" if are_all else ", and more of it is on another page"
        return MarkedCase(
            name,
            True,
            covered,
            text_iou(mine, theirs),
            iou(ours.boxes, boxes) if boxes and ours.boxes else None,
            f"{100 * (covered or 0):.0f}% of the marked place is cited{beside}",
            address,
        )

    def _page(self, place: ResolvedPlace) -> Page:
        assert place.version_id is not None
        assert place.page_index is not None
        return pages.get(self._conn, place.version_id, place.page_index)


def _deciding(outcome: Reviewed, verdict: ReviewVerdict) -> list[Judgement]:
    """The verdicts that made the outcome: the adjudicator's newest, else those of all the reviewers."""
    decided = [one for one in outcome.counting if one.role is ReviewRole.ADJUDICATOR]
    if decided:
        return [max(decided, key=lambda one: (one.decided_at, one.id.int))]
    return [one for one in outcome.counting if one.verdict is verdict]


def _is_on_page(placed: Placed, spot: Spot, ours: ResolvedPlace) -> bool:
    home = placed.home or placed.annotation.version_id
    return (home, spot.page_index) == (ours.version_id, ours.page_index)


def _boxes(placed: Placed) -> list[Box]:
    """The marked boxes, in the reading in which they were marked; none in another, whose boxes may differ."""
    if placed.read_again is not None:
        return []
    page_index = placed.annotation.place.page_index
    return [
        Box.from_json(dict(region))
        for region in placed.annotation.regions
        if region["page_index"] == page_index and region["role"] in ("quote", "annotation")
    ]
