"""Do the derivations of gold questions come to the gold answers, with their scale, when they are done again?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from pipeline.evaluate.derivations import Worked, worked_out
from pipeline.evaluate.figures import Share, table
from pipeline.evaluate.mutations import Mutation, mutants
from pipeline.evaluate.series import Measured, Series, case_of, share
from pipeline.evaluate.tatqa import ArithmeticQuestion
from pipeline.evidence.calculation import Recomputed
from pipeline.evidence.layer import Layer
from pipeline.evidence.recompute import Recomputation

GOLD_ROUNDING = Decimal("0.005")
"""TAT-QA's answers are rounded to two decimals."""


class GoldOutcome(StrEnum):
    """What became of a gold calculation."""

    WITH_SCALE = "comes to the gold answer with its scale"
    WITHOUT_SCALE = "comes to the gold number; its scale or percent is not told for certain"
    WITHIN_ROUNDING = "comes to it within the inputs' rounding only"
    DIFFERENT = "comes to something else"
    NOT_DONE = "was not done"


_RIGHT = (GoldOutcome.WITH_SCALE, GoldOutcome.WITHOUT_SCALE)


@dataclass(frozen=True, slots=True)
class CalculationCase:
    """One gold question. `unsigned` counts operands that the derivation writes without the minus of the print."""

    id: str
    derivation: str
    stated: str
    outcome: GoldOutcome
    detail: str
    unsigned: int

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "derivation": self.derivation,
            "gold": self.stated,
            "outcome": self.outcome.name.lower(),
            "detail": self.detail,
            "unsigned_operands": self.unsigned,
        }


@dataclass(frozen=True, slots=True)
class AlteredResult:
    """A gold answer that was altered, and accepted; `exact`: as the very result, not only within rounding."""

    id: str
    derivation: str
    mutation: Mutation
    stated: str
    altered: str
    exact: bool
    detail: str

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "derivation": self.derivation,
            "mutation": self.mutation.value,
            "gold": self.stated,
            "altered": self.altered,
            "exact": self.exact,
            "detail": self.detail,
        }


@dataclass(frozen=True, slots=True)
class CalculationsReport:
    """All gold questions, and what of their altered answers was accepted; `altered` counts those by kind."""

    cases: Sequence[CalculationCase]
    altered: Mapping[Mutation, int]
    accepted: Sequence[AlteredResult]

    @property
    def right(self) -> Share:
        return Share(
            "come to the gold answer",
            sum(case.outcome in _RIGHT for case in self.cases),
            len(self.cases),
        )

    @property
    def shares(self) -> tuple[Share, ...]:
        counts = Counter(case.outcome for case in self.cases)
        total = sum(self.altered.values())
        return (
            self.right,
            *(Share(f"  {outcome.value}", counts[outcome], len(self.cases)) for outcome in GoldOutcome),
            Share("altered answers, and accepted", len(self.accepted), total),
            Share("  of these as the exact result", sum(one.exact for one in self.accepted), total),
        )

    @property
    def measured(self) -> Measured:
        """The figures of the layer."""
        right = Series(
            "right",
            "gold calculations that come to the gold answer",
            tuple(
                case_of(
                    "right",
                    case.id,
                    case.outcome in _RIGHT,
                    f"{case.derivation} = {case.stated}: {case.detail}",
                )
                for case in self.cases
            ),
        )
        altered = share(
            "altered",
            "altered answers, and accepted",
            len(self.accepted),
            sum(self.altered.values()),
            more_is_better=False,
        )
        return Measured(Layer.SUPPORT, "calculations", (right.figure, altered), right.cases)

    def to_json(self) -> dict[str, object]:
        return {
            "layer": "calculations",
            "measured": [figure.to_json() for figure in self.measured.figures],
            "figures": [share.to_json() for share in self.shares],
            "cases": [case.to_json() for case in self.cases],
            "altered": {mutation.value: count for mutation, count in self.altered.items()},
            "accepted": [one.to_json() for one in self.accepted],
        }

    @property
    def words(self) -> str:
        wrong = [
            f"{case.derivation} = {case.stated}: {case.detail}"
            for case in self.cases
            if case.outcome not in _RIGHT
        ]
        kinds = Counter(one.mutation for one in self.accepted)
        by_kind = [f"{kind.value}: {kinds[kind]} of {count}" for kind, count in self.altered.items()]
        unsigned = sum(case.unsigned > 0 for case in self.cases)
        return "\n".join(
            [
                table(self.shares),
                "",
                f"Derivations that write a printed minus as none: {unsigned}",
                f"Altered answers accepted, by kind: {'; '.join(by_kind)}",
                "",
                f"Not right ({len(wrong)}):",
                *(wrong or ["none"]),
            ]
        )


def evaluate_calculations(questions: Sequence[ArithmeticQuestion], *, most: int = 6) -> CalculationsReport:
    """Each derivation done again over the figures of its context, and compared with its answer and with `most` altered
    ones."""
    cases: list[CalculationCase] = []
    altered: Counter[Mutation] = Counter()
    accepted: list[AlteredResult] = []
    for question in questions:
        worked = worked_out(question)
        case = _case(question, worked)
        cases.append(case)
        if case.outcome is not GoldOutcome.WITH_SCALE:
            continue
        for mutant in mutants(question.stated, question.id, most):
            altered[mutant.mutation] += 1
            done = worked.done(mutant.text)
            if done.outcome in (Recomputed.EXACT, Recomputed.CONSISTENT):
                accepted.append(
                    AlteredResult(
                        question.id,
                        question.derivation,
                        mutant.mutation,
                        question.stated,
                        mutant.text,
                        done.outcome is Recomputed.EXACT,
                        done.detail,
                    )
                )
    return CalculationsReport(cases, altered, accepted)


def _case(question: ArithmeticQuestion, worked: Worked) -> CalculationCase:
    done = worked.done(question.stated)
    outcome = _outcome(done, question.answer, GoldOutcome.WITH_SCALE)
    if outcome is GoldOutcome.NOT_DONE and question.scale:
        bare = worked.done(str(question.answer))
        if _outcome(bare, question.answer, GoldOutcome.WITHOUT_SCALE) is GoldOutcome.WITHOUT_SCALE:
            outcome = GoldOutcome.WITHOUT_SCALE
    return CalculationCase(
        question.id, question.derivation, question.stated, outcome, done.detail, worked.unsigned
    )


def _outcome(done: Recomputation, answer: Decimal, right: GoldOutcome) -> GoldOutcome:
    if done.outcome is Recomputed.NOT_DONE or done.result is None:
        return GoldOutcome.NOT_DONE
    if done.outcome is Recomputed.DIFFERENT:
        return GoldOutcome.DIFFERENT
    is_right = abs(done.result - answer) <= GOLD_ROUNDING
    return right if is_right else GoldOutcome.WITHIN_ROUNDING
