"""The figures of a claim and the cells of cited rows that bear them out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from pipeline.answer.support.statement import Word, content, read
from pipeline.evidence.answer import FigureFinding, FigureOutcome
from pipeline.evidence.dates import find_days
from pipeline.evidence.periods import lengths
from pipeline.evidence.printed import PrintedEvidence, PrintedFigure
from pipeline.evidence.text import TextRange
from pipeline.search.terms import read_quarters, read_years

_WORD = re.compile(r"[^\W\d_]{2}")
_MARKED = re.compile(r"[$€£¥%]|illion|thousand", re.IGNORECASE)
_NET = re.compile(r",\s*net\b.*$", re.IGNORECASE)
_ASIDE = re.compile(r"[(\[][^()\[\]]*[)\]]")


@dataclass(frozen=True, slots=True)
class Cell:
    """A printed figure with its row's words. `evidence` is the citation's that quotes it."""

    printed: PrintedFigure
    evidence: PrintedEvidence

    @property
    def label(self) -> str:
        """The row's words; of a quote that is a row and nothing more, those before its first figure."""
        if self.printed.label:
            return self.printed.label
        quote, first = self.evidence.quote, self.evidence.figures[0].figure.text
        words, _, rest = quote.partition(first)
        return "" if "\n" in quote.strip() or _WORD.search(rest) else words.strip(" .:$(–—-")

    @property
    def required(self) -> list[Word]:
        """The label's words that a claim of this row has to say."""
        bare = _NET.sub("", _ASIDE.sub(" ", self.label))
        words = content(read(bare))
        return [word for word in words if word.meaning != "total"] or words

    @property
    def time(self) -> date | int | None:
        """When its column's period ends: the day, else the year that alone its header names."""
        if self.printed.period is not None:
            return self.printed.period.end
        years = read_years(self.printed.header)
        return next(iter(years)) if len(years) == 1 else None


@dataclass(frozen=True, slots=True)
class Stated:
    """A figure of a claim (at `range` of its text) and the cell that prints it."""

    range: TextRange
    cell: Cell


def is_of_time(words: str) -> bool:
    """Whether a figure of a claim is a date, a year, a quarter or a length of time, and no amount."""
    return bool(find_days(words) or lengths(words) or read_quarters(words)) or (
        bool(read_years(words)) and not _MARKED.search(words)
    )


def stated(figures: Iterable[FigureFinding], evidence: Sequence[PrintedEvidence]) -> list[Stated]:
    """Each amount of a claim that a quote prints, with its cell."""
    return [
        Stated(finding.range, cell)
        for finding in figures
        if finding.outcome in (FigureOutcome.PRINTED, FigureOutcome.AGREES)
        for cell in _cell_of(finding, evidence)
    ]


def cells_beside(cell: Cell) -> Iterator[Cell]:
    """The other figures of a cell's row that its quote prints."""
    for other in cell.evidence.figures:
        if other.range != cell.printed.range and other.label == cell.printed.label:
            yield Cell(other, cell.evidence)


def _cell_of(finding: FigureFinding, evidence: Sequence[PrintedEvidence]) -> list[Cell]:
    for one in evidence:
        for printed in one.figures:
            if one.citation == finding.citation and printed.range == finding.place:
                return [Cell(printed, one)]
    return []
