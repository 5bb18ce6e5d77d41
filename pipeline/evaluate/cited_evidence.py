"""How much of the evidence that people copied for a question do an answer's citations mark, and how much beside it?

Gold evidence is often a whole table or page, of which one row answers: coverage is low by nature, and no goal in
itself. What has to be high is the share of the marks that lie inside the gold's evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pipeline.evaluate.asked_gold import AskedQuestion
from pipeline.evaluate.gold import GoldEvidence
from pipeline.evaluate.overlap import inked, iou, text_covered, text_iou
from pipeline.evaluate.resolved import ResolvedPlace
from pipeline.evaluate.series import Measured, Series, case_of, measured
from pipeline.evidence.document import Page
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import Address, MeasuredCase, Unit
from pipeline.evidence.page_quote import InPieces, QuotablePage
from pipeline.evidence.quote import Located
from pipeline.evidence.text import TextRange
from pipeline.store import blocks, pages
from pipeline.store.connect import Connection


@dataclass(frozen=True, slots=True)
class EvidencePage:
    """A gold page with the places of the gold's evidence on it; none where it is not located there."""

    page: Page
    ranges: tuple[TextRange, ...]


@dataclass(frozen=True, slots=True)
class EvidenceCase:
    """One question asked of the right filing. `page`: a citation is on a gold page. `inside` is the share of the marked
    characters of those pages that the gold has too, `covered` the share of the gold's that are marked, `iou` of both
    together, `area` the same of areas; None where no citation is on a gold page whose evidence is located."""

    id: str
    page: bool | None
    inside: float | None
    covered: float | None
    iou: float | None
    area: float | None
    address: Address | None

    @property
    def words(self) -> str:
        if self.page is None:
            return f"{self.id}: not answered"
        if self.inside is None:
            where = "on a gold page, whose evidence is not located" if self.page else "on no gold page"
            return f"{self.id}: {where}"
        marked = f"{100 * (self.covered or 0):.0f}% of it is marked"
        return f"{self.id}: {100 * self.inside:.0f}% of the marks are gold evidence, {marked}"

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "page": self.page,
            "inside": self.inside,
            "covered": self.covered,
            "iou": self.iou,
            "area": self.area,
        }


@dataclass(frozen=True, slots=True)
class EvidenceReport:
    """Gold questions, each asked of the filing that answers it."""

    source: str
    cases: tuple[EvidenceCase, ...]

    @property
    def measured(self) -> Measured:
        scores: list[tuple[str, str, Callable[[EvidenceCase], float | None]]] = [
            ("inside", "marked text inside the gold's evidence, on gold pages", lambda one: one.inside),
            ("text_covered", "gold evidence text that is marked", lambda one: one.covered),
            ("text_iou", "IoU of marked and gold text", lambda one: one.iou),
            ("area_iou", "IoU of marked and gold areas", lambda one: one.area),
        ]
        page = tuple(case_of("page", one.id, one.page, one.words, one.address) for one in self.cases)
        return measured(
            Layer.LOCATION,
            "location",
            [
                Series("page", "a citation is on a gold page, of those answered", page),
                *(Series(key, name, self._scored(key, value), Unit.SCORE) for key, name, value in scores),
            ],
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "layer": "location",
            "source": self.source,
            "measured": [figure.to_json() for figure in self.measured.figures],
            "cases": [case.to_json() for case in self.cases],
        }

    @property
    def words(self) -> str:
        answered = [case for case in self.cases if case.page is not None]
        beside = [case.words for case in answered if case.inside is None or case.inside < 1]
        return "\n".join(
            [
                self.source,
                "",
                self.measured.words,
                "",
                f"Not wholly inside the gold's evidence ({len(beside)}):",
                *(beside or ["none"]),
            ]
        )

    def _scored(self, key: str, value: Callable[[EvidenceCase], float | None]) -> tuple[MeasuredCase, ...]:
        return tuple(
            MeasuredCase(
                key,
                case.id,
                "not measured" if value(case) is None else "measured",
                case.words,
                value(case),
                case.address,
            )
            for case in self.cases
        )


def evaluate_cited_evidence(
    conn: Connection, asked: Iterable[AskedQuestion], evidence: Sequence[GoldEvidence], source: str
) -> EvidenceReport:
    """What the citations of each answer mark of the gold's evidence. `asked` are questions of the right filing."""
    by_question: dict[str, list[GoldEvidence]] = {}
    for item in evidence:
        by_question.setdefault(item.id.rpartition(".")[0], []).append(item)
    return EvidenceReport(
        source, tuple(_case(conn, one, by_question.get(one.question.id, [])) for one in asked)
    )


def _case(conn: Connection, asked: AskedQuestion, evidence: Sequence[GoldEvidence]) -> EvidenceCase:
    version = asked.right.filing.version_id
    shown = [place for place in asked.resolved.values() if place.is_shown]
    on_gold = [
        place for place in shown if place.version_id == version and place.page_index in asked.question.pages
    ]
    is_on_page = bool(on_gold) if asked.resolved else None
    measured_pages = list(_pages(conn, version, evidence, on_gold))
    if not measured_pages:
        return EvidenceCase(asked.question.id, is_on_page, None, None, None, None, asked.address)
    ours = frozenset((page.page.index, at) for page in measured_pages for at in _marked(page, on_gold))
    theirs = frozenset(
        (page.page.index, at) for page in measured_pages for at in inked(page.ranges, page.page.text)
    )
    return EvidenceCase(
        asked.question.id,
        is_on_page,
        text_covered(theirs, ours),
        text_covered(ours, theirs),
        text_iou(ours, theirs),
        _area(measured_pages[0], on_gold),
        asked.address,
    )


def _pages(
    conn: Connection, version: UUID, evidence: Sequence[GoldEvidence], cited: Sequence[ResolvedPlace]
) -> Iterator[EvidencePage]:
    """The gold pages that are cited, where the gold's evidence is located on them."""
    wanted: Mapping[int, list[GoldEvidence]] = {
        index: [item for item in evidence if item.page_index == index]
        for index in sorted({place.page_index for place in cited if place.page_index is not None})
    }
    for page in pages.several(conn, version, list(wanted)):
        quotable = QuotablePage(page, blocks.of_page(conn, version, page.index))
        ranges = [span for item in wanted[page.index] for span in _located(quotable, item.text)]
        if ranges:
            yield EvidencePage(page, tuple(ranges))


def _located(page: QuotablePage, text: str) -> tuple[TextRange, ...]:
    match page.locate(text):
        case Located(span):
            return (span,)
        case InPieces(ranges):
            return ranges
        case _:
            return ()


def _marked(page: EvidencePage, cited: Iterable[ResolvedPlace]) -> frozenset[int]:
    ranges = [one.range for place in cited for one in place.places if one.page_index == page.page.index]
    return inked(ranges, page.page.text)


def _area(page: EvidencePage, cited: Iterable[ResolvedPlace]) -> float | None:
    """Of the first cited gold page."""
    if page.page.glyphs is None:
        return None
    theirs = [box for span in page.ranges for box in page.page.glyphs.pieces(span)]
    ours = [box for place in cited if place.page_index == page.page.index for box in place.boxes]
    return iou(ours, theirs)
