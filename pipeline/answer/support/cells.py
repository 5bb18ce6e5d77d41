"""The figures of a claim and the cells of cited rows that bear them out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from pipeline.answer.support.lexicon import Kind
from pipeline.answer.support.statement import Word, read
from pipeline.evidence.answer import FigureFinding, FigureOutcome
from pipeline.evidence.dates import find_days
from pipeline.evidence.periods import lengths
from pipeline.evidence.printed import PrintedEvidence, PrintedFigure
from pipeline.evidence.text import TextRange
from pipeline.search.terms import read_quarters, read_years

LATEST_MONTH = 6
"""A year that ends by June is called after the year before by some issuers."""

UNSAID = (Kind.FREE, Kind.FIGURE, Kind.TIME)
"""Kinds of a label's words that a claim of its row need not say."""

LONGEST_LABEL = 120
"""Characters of a row's label: a quote with more before its first figure is a sentence."""

_SENTENCE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|may|can|did|does|we|our|it|which|that)\b", re.IGNORECASE
)
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
        quote, first = self.evidence.quote.strip(), self.evidence.figures[0].figure.text
        label, _, rest = quote.partition(first)
        is_row = len(label) <= LONGEST_LABEL and not (_SENTENCE.search(label) or _WORD.search(rest))
        return label.strip(" .:$(–—-") if is_row and "\n" not in quote else ""

    @property
    def required(self) -> list[Word]:
        """The label's words that a claim of this row has to say."""
        words = [word for word in read(_NET.sub("", _ASIDE.sub(" ", self.label))) if word.kind not in UNSAID]
        return [word for word in words if word.meaning != "total"] or words

    @property
    def years(self) -> frozenset[int]:
        """The years of which the figure is: those of its column's header, else of its period, by the calendar and as
        the issuer names it; of a row that is itself a year, that year."""
        if not any(word.kind not in UNSAID for word in read(self.label)) and (own := read_years(self.label)):
            return own
        end = self.printed.period.end if self.printed.period else None
        found = read_years(self.printed.header) or (frozenset({end.year}) if end else frozenset())
        named = self.evidence.fiscal_name.of_end(end) if end and self.evidence.fiscal_name else None
        return found | {named[0]} if named else found

    @property
    def perhaps_years(self) -> frozenset[int]:
        """Fiscal years that issuers may call a year which ends in its first months."""
        days = [day.day for day in find_days(self.printed.header)]
        ends = [self.printed.period.end] if self.printed.period else days
        return frozenset(end.year - 1 for end in ends if end.month <= LATEST_MONTH)

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
