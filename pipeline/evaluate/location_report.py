"""What became of each tagged number, in figures and case by case."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pipeline.evaluate.figures import Share, table


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


@dataclass(frozen=True, slots=True)
class FactCase:
    """One fact: `place` where a box of ours contains the gold box's centre, `alone` when that box holds no glyph of
    anything else, `read` what we read there, for people."""

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
        return f"{self.id}  {self.display} on page index {self.page_index}: {'; '.join(wrong)}"


@dataclass(frozen=True, slots=True)
class LocationReport:
    """All facts of one filing."""

    source: str
    cases: tuple[FactCase, ...]

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
            "cases": [case.to_json() for case in self.cases],
        }

    @property
    def words(self) -> str:
        failing = [case.words for case in self.cases if not case.is_right]
        listed = "\n".join(failing) or "none"
        return f"{self.source}\n\n{table(self.shares)}\n\nNot right in everything ({len(failing)}):\n{listed}"
