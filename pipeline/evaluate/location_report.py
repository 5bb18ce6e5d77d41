"""What became of each tagged number, in figures and case by case."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from pipeline.evaluate.figures import Share, table
from pipeline.evaluate.series import Measured, Series, case_of, measured
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import Address, MeasuredCase, PageAddress, Unit


class Verdict(StrEnum):
    """What became of a reading: it agrees with the gold, contradicts it, or there is none."""

    RIGHT = "right"
    WRONG = "wrong"
    NONE = "none"


class Place(StrEnum):
    """Where a fact's figure was found."""

    CELL = "cell"
    WORDS = "words"
    NOWHERE = "nowhere"


class Occurrence(StrEnum):
    """What became of a fact that was cited by its line and stated with its period: is the mark on its figure?"""

    RIGHT = "right"
    WRONG = "wrong"
    UNTOLD = "untold"  # the line is quoted, and nothing marks one of its figures
    AMBIGUOUS = "ambiguous"  # the line stands at several places, and that is said
    REFUSED = "refused"  # the line is not found as it is written
    UNREADABLE = "unreadable"  # the gold's line runs figures together, so that nobody can quote it


@dataclass(frozen=True, slots=True)
class Overlap:
    """How far a box of ours agrees with the gold's, 0 … 1. `along` is the overlap along the line alone: our boxes are
    as high as the line's glyphs can be, the gold's as high as its tool makes them. `covered` is the share of the gold's
    box inside ours."""

    iou: float
    along: float
    covered: float

    def to_json(self) -> dict[str, float]:
        return {"iou": round(self.iou, 4), "along": round(self.along, 4), "covered": round(self.covered, 4)}


@dataclass(frozen=True, slots=True)
class FactCase:
    """One fact: `place` where a box of ours contains the gold box's centre, `alone` when that box holds no glyph of
    anything else, `read` what we read there, for people. `overlap` is of that box, None where there is none; `printed`
    counts how often the page prints the figure."""

    id: str
    display: str
    page_index: int
    page: bool
    place: Place
    alone: bool
    text: bool
    label: Verdict
    period: Verdict
    unit: Verdict
    read: dict[str, str]
    overlap: Overlap | None = None
    printed: int = 0
    occurrence: Occurrence = Occurrence.REFUSED

    @property
    def is_right(self) -> bool:
        verdicts = (self.label, self.period, self.unit)
        return self.is_located and all(verdict is Verdict.RIGHT for verdict in verdicts)

    @property
    def is_located(self) -> bool:
        return self.page and self.place is not Place.NOWHERE and self.alone and self.text

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "display": self.display,
            "page_index": self.page_index,
            "page": self.page,
            "place": self.place.value,
            "alone": self.alone,
            "text": self.text,
            "row_label": self.label.value,
            "period": self.period.value,
            "unit": self.unit.value,
            "read": self.read,
            "overlap": self.overlap.to_json() if self.overlap else None,
            "printed": self.printed,
            "occurrence": self.occurrence.value,
        }

    @property
    def words(self) -> str:
        wrong = [
            name
            for name, is_right in (
                ("page", self.page),
                ("box", self.place is not Place.NOWHERE),
                ("neighbour in the box", self.alone or self.place is Place.NOWHERE),
                ("text", self.text),
            )
            if not is_right
        ]
        for name in ("label", "period", "unit"):
            verdict: Verdict = getattr(self, name)
            if verdict is not Verdict.RIGHT:
                wrong.append(f"{name} {verdict.value}: {self.read.get(name, 'nothing read')}")
        if self.occurrence is not Occurrence.RIGHT:
            wrong.append(f"cited by its line: {self.occurrence.value}")
        return f"{self.id}  {self.display} on page index {self.page_index}: {'; '.join(wrong)}"


@dataclass(frozen=True, slots=True)
class LocationReport:
    """All facts of one filing. `document_id` is the library's, None where the filing was parsed for the occasion."""

    source: str
    cases: tuple[FactCase, ...]
    document_id: UUID | None = None

    @property
    def measured(self) -> Measured:
        """The figures of the layer."""
        repeated = [case for case in self.cases if case.printed > 1]
        overlaps = [
            Series(key, name, self._overlaps(key, value), Unit.SCORE)
            for key, name, value in (
                ("iou", "IoU of the cell's box with the gold's glyph box", lambda one: one.iou),
                ("along", "  along the line", lambda one: one.along),
                ("covered", "gold glyph box inside the cell's box", lambda one: one.covered),
            )
        ]
        return measured(
            Layer.LOCATION,
            "location",
            [
                self._series("page", "right page", lambda case: case.page),
                self._series(
                    "located", "located: page, box, text, nothing else", lambda case: case.is_located
                ),
                self._series("text", "text equal", lambda case: case.text),
                *overlaps,
                self._series("label", "row label equal", lambda case: case.label is Verdict.RIGHT),
                self._series("period", "period right", lambda case: case.period is Verdict.RIGHT),
                self._series("unit", "unit right", lambda case: case.unit is Verdict.RIGHT),
                self._occurrences(
                    "occurrence", "cited by its line: the mark is on its figure", self.cases, Occurrence.RIGHT
                ),
                self._occurrences(
                    "repeated", "  of figures that the page prints again", repeated, Occurrence.RIGHT
                ),
                self._occurrences("whole_line", "  the whole line is marked", self.cases, Occurrence.UNTOLD),
                self._occurrences(
                    "wrong_occurrence", "  the mark is on another figure", self.cases, Occurrence.WRONG
                ),
            ],
        )

    def _series(self, key: str, name: str, is_right: Callable[[FactCase], bool]) -> Series:
        return Series(key, name, tuple(self._case(key, case, is_right(case)) for case in self.cases))

    def _occurrences(self, key: str, name: str, cases: Sequence[FactCase], wanted: Occurrence) -> Series:
        """Cases whose line the gold garbles are not measured."""
        return Series(
            key,
            name,
            tuple(
                self._case(
                    key,
                    case,
                    None if case.occurrence is Occurrence.UNREADABLE else case.occurrence is wanted,
                )
                for case in cases
            ),
            more_is_better=wanted is Occurrence.RIGHT,
        )

    def _overlaps(self, key: str, value: Callable[[Overlap], float]) -> tuple[MeasuredCase, ...]:
        return tuple(
            MeasuredCase(
                key,
                case.id,
                "measured" if case.overlap else "no box",
                f"{case.display} on page index {case.page_index}",
                value(case.overlap) if case.overlap else 0.0,
                self._address(case),
            )
            for case in self.cases
        )

    def _case(self, key: str, case: FactCase, is_right: bool | None) -> MeasuredCase:
        words = case.words if not is_right else f"{case.display} on page index {case.page_index}"
        return case_of(key, case.id, is_right, words, self._address(case))

    def _address(self, case: FactCase) -> Address | None:
        return PageAddress(self.document_id, case.page_index) if self.document_id and case.page else None

    @property
    def shares(self) -> tuple[Share, ...]:
        cases, total = self.cases, len(self.cases)
        return (
            Share("right page", sum(case.page for case in cases), total),
            Share("gold centre in our box", sum(case.place is not Place.NOWHERE for case in cases), total),
            Share("  of these in a cell", sum(case.place is Place.CELL for case in cases), total),
            Share("nothing else in the box", sum(case.alone for case in cases), total),
            Share("text equal", sum(case.text for case in cases), total),
            Share("located (all of these)", sum(case.is_located for case in cases), total),
            Share("row label equal", sum(case.label is Verdict.RIGHT for case in cases), total),
            Share("period right", sum(case.period is Verdict.RIGHT for case in cases), total),
            Share("period wrong", sum(case.period is Verdict.WRONG for case in cases), total),
            Share("unit right", sum(case.unit is Verdict.RIGHT for case in cases), total),
            Share("unit wrong", sum(case.unit is Verdict.WRONG for case in cases), total),
            Share(
                "period and unit right",
                sum(case.period is Verdict.RIGHT and case.unit is Verdict.RIGHT for case in cases),
                total,
            ),
        )

    def to_json(self) -> dict[str, object]:
        return {
            "layer": "location",
            "source": self.source,
            "figures": [share.to_json() for share in self.shares],
            "measured": [figure.to_json() for figure in self.measured.figures],
            "cases": [case.to_json() for case in self.cases],
        }

    @property
    def words(self) -> str:
        failing = [case.words for case in self.cases if not case.is_right]
        listed = "\n".join(failing) or "none"
        tables = f"{table(self.shares)}\n\nThe layer, with 95% intervals:\n{self.measured.words}"
        return f"{self.source}\n\n{tables}\n\nNot right in everything ({len(failing)}):\n{listed}"
