"""A gold derivation as an expression over the figures that its context prints."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.evaluate.tatqa import ArithmeticQuestion, ContextFigure
from pipeline.evidence.figures import MINUS, Figure, figures
from pipeline.evidence.printed import PrintedFigure
from pipeline.evidence.recompute import Recomputation, recompute
from pipeline.evidence.sources import COUNTS, TERMS
from pipeline.evidence.text import TextRange

_PERCENT_AFTER = re.compile(r"\s*%")
_YEAR = re.compile(r"(?:19|20)\d\d")
_MINUS_BEFORE = re.compile(rf"(?:^|[{MINUS}(\[+*/])\s*[{MINUS}]\s*\$?\s*$")
_COUNT_BEFORE = re.compile(r"\)\s*/\s*$")


@dataclass(frozen=True, slots=True)
class Worked:
    """A derivation as an expression, with the printed figures that are its inputs; `unsigned` counts its operands that
    are printed with a minus and written without."""

    expression: str
    inputs: Mapping[str, PrintedFigure]
    unsigned: int

    def done(self, stated: str) -> Recomputation:
        """Done again, and compared with a stated result."""
        return recompute(self.expression, self.inputs, stated)


def worked_out(question: ArithmeticQuestion) -> Worked:
    """The derivation as it stands, over its operands' figures where they are printed. Operands that are printed with a
    minus, or without a percent sign, and are written otherwise somewhere are given by their input's name.
    """
    text = question.derivation
    every = [figure for figure in figures(text) if not _is_count(figure, text)]
    amounts = [figure for figure in every if not _YEAR.fullmatch(figure.number_range.of(text))]
    rows = Counter(one.row for figure in amounts or every for one in _candidates(figure, question.context))
    inputs: dict[str, PrintedFigure] = {}
    operands: list[_Operand] = []
    for figure in amounts or every:
        printed = _printed(figure, text, question.context, rows)
        if printed is not None:
            name = next((known for known, one in inputs.items() if one == printed), f"x{len(inputs) + 1}")
            inputs[name] = printed
            operands.append(
                _Operand(figure, name, printed, _is_bracketed(figure), _is_negative(figure, text))
            )
    named = {operand.name for operand in operands if operand.is_unsigned or operand.lacks_percent}
    for operand in reversed(operands):
        if operand.name in named:
            place = operand.place(text)
            text = text[: place.start] + operand.written + text[place.end :]
    return Worked(text, inputs, sum(operand.is_unsigned for operand in operands))


@dataclass(frozen=True, slots=True)
class _Operand:
    """An operand of a derivation, and the printed figure that it is."""

    figure: Figure
    name: str
    printed: PrintedFigure
    bracketed: bool
    negative: bool

    @property
    def is_unsigned(self) -> bool:
        return self.printed.figure.negative and not self.negative

    @property
    def lacks_percent(self) -> bool:
        return self.figure.percent and not self.printed.figure.percent

    @property
    def written(self) -> str:
        """Its name in place of its digits: what stands before them, a minus or not, stays."""
        return f"(-{self.name})" if self.printed.figure.negative and not self.bracketed else self.name

    def place(self, text: str) -> TextRange:
        digits = self.figure.number_range
        percent = _PERCENT_AFTER.match(text, digits.end)
        return TextRange(digits.start, percent.end() if percent else digits.end)


def _printed(
    operand: Figure, text: str, context: Sequence[ContextFigure], rows: Mapping[int | None, int]
) -> PrintedFigure | None:
    """Where an operand is printed: with its sign before without, in the table before the paragraphs, in the row of most
    other operands, as an amount before a bare number."""
    negative = _is_negative(operand, text)
    found = sorted(
        _candidates(operand, context),
        key=lambda one: (
            one.printed.figure.negative != negative,
            one.row is None,
            -rows[one.row],
            not (one.printed.figure.currency or one.printed.figure.scale),
        ),
    )
    return found[0].printed if found else None


def _candidates(operand: Figure, context: Sequence[ContextFigure]) -> list[ContextFigure]:
    """Where an operand may be printed. Outside the table a number in brackets is a note's as often as a minus, and a
    bare 2 counts anything."""
    return [
        one
        for one in context
        if one.printed.figure.magnitude == operand.magnitude
        and operand.scale in (0, _scale(one.printed))
        and not (operand.percent and (one.printed.figure.currency or one.printed.figure.scale))
        and not (one.row is None and one.printed.figure.negative)
        and not (operand.magnitude in TERMS | COUNTS and _is_another_count(operand, one))
    ]


def _is_another_count(operand: Figure, found: ContextFigure) -> bool:
    """Whether a small number is only by chance the same as one that the context prints."""
    figure = found.printed.figure
    if figure.currency or figure.scale or (figure.percent and operand.percent):
        return False
    return found.row is None or figure.digits != operand.digits


def _scale(printed: PrintedFigure) -> int:
    return printed.figure.scale or (printed.unit.scale if printed.unit else 0)


def _is_bracketed(operand: Figure) -> bool:
    return operand.text.startswith(("(", "[")) and operand.text.endswith((")", "]"))


def _is_negative(operand: Figure, derivation: str) -> bool:
    """By a minus that is none of two operands, or by brackets of its own."""
    before = derivation[: operand.number_range.start]
    return _is_bracketed(operand) or bool(_MINUS_BEFORE.search(before))


def _is_count(operand: Figure, derivation: str) -> bool:
    """Of how many terms a sum in brackets is the average."""
    return operand.magnitude in COUNTS and bool(
        _COUNT_BEFORE.search(derivation[: operand.number_range.start])
    )
