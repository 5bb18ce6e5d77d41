"""What the search came to on a gold file's questions, as people and scripts read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.evaluate.bootstrap import CONFIDENCE
from pipeline.evaluate.retrieval import Measured, Searched
from pipeline.evaluate.retrieval_gold import Kind
from pipeline.evaluate.retrieval_measures import (
    COPY_MEASURES,
    FILING_MEASURES,
    PAGE_MEASURES,
    Measure,
    Outcome,
)
from pipeline.evaluate.retrieval_split import Half
from pipeline.evaluate.series import Measured as LayerMeasured
from pipeline.evaluate.series import Series, measured
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import MeasuredCase, Unit

SHORT_HASH = 12
"""Digits of a hash in the words; JSON has all of them."""

_SEARCHED = {
    Searched.FILING: "the filing that answers the question, picked",
    Searched.GOLD: "the filings that the gold asks about, together",
    Searched.ALL: "the whole library",
}


@dataclass(frozen=True, slots=True)
class Group:
    """Questions whose figures are told together: `name` "half B, free-form"."""

    name: str
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class RetrievalReport:
    """`halves`: of each company, when the questions are told apart by it, or only one half was asked. `cases`: whether
    each question is told. `aids`: the models that help to search. A question's time is for reading it, searching and
    packing, the embedding included."""

    gold: str
    questions_sha256: str
    lexicon_sha256: str
    embedding_model: str
    aids: tuple[str, ...]
    searched: Searched
    measured: Measured
    halves: Mapping[str, Half]
    asked_half: Half | None
    cases: bool

    @property
    def measures(self) -> tuple[Measure, ...]:
        """A filing that was picked is the right one: nothing is to be told of it."""
        return PAGE_MEASURES if self.searched is Searched.FILING else (*PAGE_MEASURES, *FILING_MEASURES)

    @property
    def groups(self) -> tuple[tuple[Group, ...], ...]:
        """All questions, then each half when they are told apart; of each, those of either kind as well."""
        outcomes = self.measured.outcomes
        parts = [Group(f"half {self.asked_half.value}" if self.asked_half else "all", outcomes)]
        if self.halves and self.asked_half is None:
            parts += [
                Group(
                    f"half {half.value}",
                    tuple(one for one in outcomes if self.halves[one.company or ""] is half),
                )
                for half in Half
            ]
        return tuple(_by_kind(part) for part in parts)

    @property
    def milliseconds(self) -> Mapping[str, float]:
        """The median and the 95th percentile of a question's time, by nearest rank; nothing of no questions."""
        times = sorted(one.milliseconds for one in self.measured.outcomes)
        return {
            name: times[min(int(share * len(times)), len(times) - 1)]
            for name, share in (("p50", 0.5), ("p95", 0.95))
            if times
        }

    @property
    def layer(self) -> LayerMeasured:
        """The figures over all that were asked, as the layer keeps them: to cite the right page, it has to be found."""
        return measured(
            Layer.IDENTITY,
            "retrieval",
            (
                Series(
                    measure.name.strip(),
                    measure.name,
                    tuple(_measured_case(measure, one) for one in self.measured.outcomes),
                    Unit.SCORE,
                    more_is_better=measure.name != "empty packet",
                )
                for measure in self.measures
            ),
        )

    def to_json(self) -> dict[str, object]:
        told = self.measured
        value: dict[str, object] = {
            "layer": "retrieval",
            "gold": self.gold,
            "scope": self.searched.value,
            "half": self.asked_half.value if self.asked_half else None,
            "halves": {company: half.value for company, half in self.halves.items()},
            "questions": told.questions,
            "asked": len(told.outcomes),
            "stopped": told.was_stopped,
            "filings": told.filings,
            "pages": told.pages,
            "questions_with_copies": told.copied,
            "questions_sha256": self.questions_sha256,
            "lexicon_sha256": self.lexicon_sha256,
            "embedding_model": self.embedding_model,
            "aids": list(self.aids),
            "questions_with_problems": self._with_problems,
            "confidence": CONFIDENCE,
            "milliseconds": {name: round(figure, 3) for name, figure in self.milliseconds.items()},
            "groups": [
                {"name": group.name, "questions": len(group.outcomes), "figures": self._figures(group)}
                for part in self.groups
                for group in part
            ],
        }
        return value | ({"cases": [one.to_json() for one in told.outcomes]} if self.cases else {})

    @property
    def words(self) -> str:
        return "\n".join(
            [
                *self._heading(),
                *(line for part in self.groups for line in ("", *_table(part, self._told_measures()))),
                "",
                *self._ending(),
                *(["", *map(_case_words, self.measured.outcomes)] if self.cases else []),
            ]
        )

    def _told_measures(self) -> list[Measure]:
        """Copies are told of where there are any."""
        return [one for one in self.measures if one not in COPY_MEASURES or self.measured.copied]

    @property
    def _with_problems(self) -> int:
        return sum(bool(one.problems) for one in self.measured.outcomes)

    def _figures(self, group: Group) -> dict[str, object]:
        figures = {measure.name.strip(): measure.over(group.outcomes) for measure in self.measures}
        return {name: figure.to_json() if figure else None for name, figure in figures.items()}

    def _heading(self) -> list[str]:
        told = self.measured
        stopped = f"Stopped: {len(told.outcomes)} of {_counted(told.questions, 'question')} asked."
        halves = [
            f"Half {half.value}: {', '.join(name for name, of in self.halves.items() if of is half)}"
            for half in Half
            if self.halves
        ]
        asked = _counted(told.questions, "question")
        searched = f"{_counted(told.filings, 'filing')}, {_counted(told.pages, 'page')}"
        return [
            *([stopped] if told.was_stopped else []),
            f"{self.gold}: {asked} (SHA-256 {self.questions_sha256[:SHORT_HASH]}…)",
            f"asked of {_SEARCHED[self.searched]}: {searched}",
            f"Embeddings of {self.embedding_model}; lexicon {self.lexicon_sha256[:SHORT_HASH]}…; "
            + (f"helped by {' and '.join(self.aids)}" if self.aids else "no other model"),
            *halves,
        ]

    def _ending(self) -> list[str]:
        copies = (
            f"Of {_counted(self.measured.copied, 'question')} another file of the right filing was searched too; its "
            "pages count neither as right nor as ranks."
        )
        first = next((problem for one in self.measured.outcomes for problem in one.problems), "")
        problems = (
            f"Help failed on {_counted(self._with_problems, 'question')}, searched without it. First: {first}"
        )
        times = ", ".join(f"{name} {figure:.0f} ms" for name, figure in self.milliseconds.items())
        return [
            f"Mean [{100 * CONFIDENCE:.0f} % bootstrap interval, by question]; without width where all questions "
            "agree, however few they are. Ranks are of distinct pages.",
            *([copies] if self.measured.copied else []),
            *([problems] if self._with_problems else []),
            f"Time of a question, with its embedding and packet: {times or 'none was asked'}.",
        ]


def _measured_case(measure: Measure, one: Outcome) -> MeasuredCase:
    name, value = measure.name.strip(), measure.of(one)
    return MeasuredCase(name, one.id, f"{value:.2f}", _case_words(one), value)


def _by_kind(whole: Group) -> tuple[Group, ...]:
    kinds = [
        Group(f"{whole.name}, {kind.value}", tuple(one for one in whole.outcomes if one.kind is kind))
        for kind in Kind
    ]
    return (whole, *(group for group in kinds if group.outcomes))


def _table(groups: Sequence[Group], measures: Sequence[Measure]) -> list[str]:
    rows = [("", *(f"{group.name} ({len(group.outcomes)})" for group in groups))]
    for measure in measures:
        figures = [measure.over(group.outcomes) for group in groups]
        rows.append((measure.name, *(figure.words if figure else "–" for figure in figures)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def _case_words(one: Outcome) -> str:
    pages = ", ".join(
        f"page index {page} at {rank or '–'}{'' if there else ', not in the packet'}"
        for page, rank, there in zip(one.pages, one.page_ranks, one.in_packet, strict=True)
    )
    filing = f"filing at {one.filing_rank or '–'}, routed at {one.routed_rank or '–'}"
    return f"{one.id}  {pages}; {filing}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
