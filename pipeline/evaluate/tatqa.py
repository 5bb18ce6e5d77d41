"""TAT-QA as gold of calculations: arithmetic questions, how they are worked out, and the figures to do it with.

A context is a table as lists of cells and the paragraphs around it. What its figures are counted in is read as from a
filing: from unit lines above the values, from the row's label and the column's head.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from pipeline.evidence.errors import InvalidGold, SourceEmpty, SourceMissing, SourceUnreadable
from pipeline.evidence.figures import CURRENCY, figures
from pipeline.evidence.printed import PrintedFigure
from pipeline.evidence.units import UnitLine, read_unit, unit_of_figure

_YEAR = r"(?:19|20)\d\d"
_OF_A_HEAD = re.compile(
    rf"\W*(?:(?:FY|fiscal|year)\W*)?(?:\d{{1,2}}\W+){{0,2}}{_YEAR}(?:\W+(?:\d{{1,2}}|{_YEAR}))?\W*",
    re.IGNORECASE,
)
"""Years and dates: "2019", "30/9/2018", "2017/2018", "2021 - 2022", "2018 (1)"."""
_WORD = re.compile(r"[A-Za-z]{3}")
_BRACKETED = re.compile(r"\([^()]*\)")
_STATED_IN = re.compile(
    r"(?:expressed|stated|presented|amounts?|dollars|figures)\b[^.]{0,40}\bin\s+(?:thousands|millions|billions)\b[^.]{0,60}",
    re.IGNORECASE,
)

Row = Sequence[str]


@dataclass(frozen=True, slots=True)
class ContextFigure:
    """A figure of a context; `row` is its row's index, None in a paragraph."""

    printed: PrintedFigure
    row: int | None = None


@dataclass(frozen=True, slots=True)
class ArithmeticQuestion:
    """A question that is answered by arithmetic. `stated` is the gold answer with its scale, as a claim would write it
    ("-12.6 million", "9.74%"); `answer` its number, `scale` its scale's word.
    """

    id: str
    question: str
    derivation: str
    answer: Decimal
    scale: str
    context: Sequence[ContextFigure]

    @property
    def stated(self) -> str:
        return f"{self.answer}%" if self.scale == "percent" else f"{self.answer} {self.scale}".strip()


def read_arithmetic(path: Path) -> tuple[ArithmeticQuestion, ...]:
    """The arithmetic questions with a derivation of a TAT-QA file. Raises SourceMissing, SourceUnreadable, SourceEmpty
    or InvalidGold."""
    if not path.exists():
        raise SourceMissing(f"There is no file {path}.", source=path.name)
    try:
        contexts = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal, parse_int=Decimal)
    except (OSError, ValueError) as error:
        raise SourceUnreadable(f"{path} cannot be read: {error}.", source=path.name) from error
    try:
        found = tuple(question for context in contexts for question in _questions(context))
    except (KeyError, TypeError, AttributeError, InvalidOperation) as error:
        raise InvalidGold(
            f"{path.name} is no TAT-QA file: {error!r}. Give a file of its dataset_raw.", source=path.name
        ) from error
    if not found:
        raise SourceEmpty(f"{path.name} has no arithmetic question with a derivation.", source=path.name)
    return found


def _questions(context: Mapping[str, Any]) -> Iterator[ArithmeticQuestion]:
    figures_of_context = tuple(context_figures(context))
    for one in context["questions"]:
        if one["answer_type"] == "arithmetic" and one["derivation"].strip():
            yield ArithmeticQuestion(
                one["uid"],
                one["question"],
                one["derivation"].strip(),
                Decimal(one["answer"]),
                one["scale"],
                figures_of_context,
            )


def context_figures(context: Mapping[str, Any]) -> Iterator[ContextFigure]:
    """Those of value cells first, then of paragraphs, then of rows' labels. Of heads there are none: they are years."""
    rows: Sequence[Row] = context["table"]["table"]
    paragraphs = [paragraph["text"] for paragraph in context["paragraphs"]]
    head = next((at for at, row in enumerate(rows) if _has_values(row)), len(rows))
    lines = list(dict.fromkeys(_unit_lines(rows, head, paragraphs)))
    signs = {character for row in rows for cell in row for character in cell if character in CURRENCY}
    for at, row in enumerate(rows[head:], start=head):
        for column, cell in enumerate(row[1:], start=1):
            unit = read_unit(cell, row[0], [line[column] for line in rows[:head]], lines, signs)
            for figure in figures(cell):
                yield ContextFigure(PrintedFigure(figure, figure.range, unit, label=row[0]), at)
    for text in (*paragraphs, *(row[0] for row in rows)):
        for figure in figures(text):
            yield ContextFigure(PrintedFigure(figure, figure.range, unit_of_figure(text, figure, lines)))


def _has_values(row: Row) -> bool:
    """Whether a row has a label and a figure that is no year and no part of words."""
    return bool(row[0].strip()) and any(
        figures(cell) and not _OF_A_HEAD.fullmatch(cell.strip()) and not _WORD.search(cell)
        for cell in row[1:]
    )


def _unit_lines(rows: Sequence[Row], head: int, paragraphs: Sequence[str]) -> Iterator[str]:
    for at, row in enumerate(rows):
        cells = [cell for cell in row if cell.strip()]
        if at < head or len(cells) == 1:
            yield from filter(_says_scale, cells)
    for text in paragraphs:
        yield from (words for words in _BRACKETED.findall(text) if _says_scale(words) and not figures(words))
        yield from _STATED_IN.findall(text)


def _says_scale(words: str) -> bool:
    line = UnitLine.read(words)
    return line.others is not None or bool(line.scales)
