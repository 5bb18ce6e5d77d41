"""Visual rows with their cells, and what each is while tables are being found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.parse.pdf.cells import cells_of
from pipeline.parse.pdf.headers import names_period
from pipeline.parse.pdf.layout import Row
from pipeline.parse.values import is_value, is_year

PROSE_WORDS = 9
"""A cell with this many words, right of the label, is running text beside the row, not a cell."""

LONGEST_DATE = 32

_SPACED = re.compile(r"\d{1,3}(?: \d{3})+(?:[.,]\d+)?")
_DECIMAL_COMMA = re.compile(r"\d+,\d+")
_DURATION = re.compile(r"\d+(?:\.\d+)? (?:years?|months?|weeks?|days?)")


@dataclass(slots=True)
class Line:
    """A visual row, its cells, and which of them hold values."""

    row: Row
    cells: list[Row]
    values: list[int] = field(default_factory=list)

    @property
    def is_years(self) -> bool:
        """A line of column headers: two years or more and no amount ("2022 2021 Total"), or nothing but periods."""
        years = sum(is_year(cell.text) for cell in self.cells)
        return (years > 1 or (len(self.cells) > 1 and self.is_dated)) and all(
            is_year(self.cells[index].text) for index in self.values
        )

    @property
    def is_dated(self) -> bool:
        """Nothing but dates and periods."""
        return all(len(cell.text) < LONGEST_DATE and names_period(cell.text) for cell in self.cells)

    @property
    def has_figures(self) -> bool:
        return any(not is_year(self.cells[index].text) for index in self.values)

    @property
    def is_bold(self) -> bool:
        return all(word.bold for word in self.row.words)


def lines_of(rows: Sequence[Row]) -> list[Line]:
    return [_line(row) for row in rows]


def is_figure(text: str) -> bool:
    """What a drawn cell has for a figure: a value that is no year, a duration ("11.3 years"), a figure with spaces
    between its thousands or a decimal comma."""
    return (is_value(text) and not is_year(text)) or any(
        form.fullmatch(text) for form in (_DURATION, _SPACED, _DECIMAL_COMMA)
    )


def gap_between(above: Row, below: Row) -> float:
    """Points of white between two rows; negative when they overlap."""
    return below.top - above.bottom


def _line(row: Row) -> Line:
    cells = cells_of(row)
    if any(len(cell.words) >= PROSE_WORDS for cell in cells[1:]):
        return Line(row, cells)
    values = [
        index for index, cell in enumerate(cells) if is_value(cell.text) or _DURATION.fullmatch(cell.text)
    ]
    if len(values) < len(cells):
        values = [index for index in values if index]  # a leading figure beside words is a number of the row
    elif len(cells) > 1 and is_year(cells[0].text) and not all(is_year(cell.text) for cell in cells):
        values = values[1:]  # a year before amounts names the row
    return Line(row, cells, values)
