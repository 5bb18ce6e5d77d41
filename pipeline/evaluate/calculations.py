"""Do the derivations of gold questions come to the gold answers, with their scale, when they are done again?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from pipeline.evaluate.figures import Share, table
from pipeline.evaluate.mutations import Mutation, mutants
from pipeline.evaluate.tatqa import ArithmeticQuestion, ContextFigure
from pipeline.evidence.calculation import Recomputed
from pipeline.evidence.figures import MINUS, Figure, figures
from pipeline.evidence.printed import PrintedFigure
from pipeline.evidence.recompute import Recomputation, recompute
from pipeline.evidence.text import TextRange

GOLD_ROUNDING = Decimal("0.005")
"""TAT-QA's answers are rounded to two decimals."""

_PERCENT_AFTER = re.compile(r"\s*%")
_YEAR = re.compile(r"(?:19|20)\d\d")
_MINUS_BEFORE = re.compile(rf"(?:^|[{MINUS}(\[+*/])\s*[{MINUS}]\s*\$?\s*$")


class GoldOutcome(StrEnum):
    """What became of a gold calculation."""

    WITH_SCALE = "comes to the gold answer with its scale"
    WITHOUT_SCALE = "comes to the gold number; neither table nor paragraphs say its scale or percent"
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

    def to_json(self) -> dict[str, object]:
        return {
            "layer": "calculations",
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
        worked = _worked(question)
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


@dataclass(frozen=True, slots=True)
class _Worked:
    """A derivation as an expression, with the printed figures that are its inputs."""

    expression: str
    inputs: Mapping[str, PrintedFigure]
    unsigned: int

    def done(self, stated: str) -> Recomputation:
        return recompute(self.expression, self.inputs, stated)


def _case(question: ArithmeticQuestion, worked: _Worked) -> CalculationCase:
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


def _worked(question: ArithmeticQuestion) -> _Worked:
    """The derivation as it stands, over its operands' figures where they are printed. An operand that is printed with a
    minus, or without a percent sign, and written otherwise is given by its input's name."""
    text = question.derivation
    every = figures(text)
    amounts = [figure for figure in every if not _YEAR.fullmatch(figure.number_range.of(text))]
    operands = [(figure, _is_negative(figure, text)) for figure in amounts or every]
    rows = Counter(one.row for figure, _ in operands for one in _candidates(figure, question.context))
    inputs: dict[str, PrintedFigure] = {}
    named: list[tuple[TextRange, str]] = []
    unsigned = 0
    for figure, negative in operands:
        found = sorted(
            _candidates(figure, question.context),
            key=lambda one: (one.printed.figure.negative != negative, one.row is None, -rows[one.row]),
        )
        if not found:
            continue
        printed = found[0].printed
        name = next((known for known, one in inputs.items() if one == printed), f"x{len(inputs) + 1}")
        inputs[name] = printed
        is_unsigned = printed.figure.negative and not negative
        unsigned += is_unsigned
        if is_unsigned or (figure.percent and not printed.figure.percent):
            end = _PERCENT_AFTER.match(text, figure.number_range.end)
            place = TextRange(figure.number_range.start, end.end() if end else figure.number_range.end)
            named.append((place, f"(-{name})" if is_unsigned else name))
    for place, written in reversed(named):
        text = text[: place.start] + written + text[place.end :]
    return _Worked(text, inputs, unsigned)


def _candidates(operand: Figure, context: Sequence[ContextFigure]) -> list[ContextFigure]:
    """Where an operand may be printed. A number in brackets outside the table is a note's as often as a minus."""
    return [
        one
        for one in context
        if one.printed.figure.magnitude == operand.magnitude
        and operand.scale in (0, _scale(one.printed))
        and not (operand.percent and (one.printed.figure.currency or one.printed.figure.scale))
        and not (one.row is None and one.printed.figure.negative)
    ]


def _scale(printed: PrintedFigure) -> int:
    return printed.figure.scale or (printed.unit.scale if printed.unit else 0)


def _is_negative(operand: Figure, derivation: str) -> bool:
    """By a minus that is none of two operands, or by brackets of its own."""
    bracketed = operand.text.startswith(("(", "[")) and operand.text.endswith((")", "]"))
    return bracketed or bool(_MINUS_BEFORE.search(derivation[: operand.number_range.start]))
