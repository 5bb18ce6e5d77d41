"""The figures of a claim and the cells of cited rows that bear them out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import date

from pipeline.answer.support.lexicon import Kind
from pipeline.answer.support.statement import Word, content, meanings, read
from pipeline.evidence.answer import FigureFinding, FigureOutcome
from pipeline.evidence.dates import find_days
from pipeline.evidence.label_figures import is_part_of_name
from pipeline.evidence.periods import lengths
from pipeline.evidence.printed import PrintedEvidence, PrintedFigure
from pipeline.evidence.row_period import names_own_day
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
_OTHER_SIDE = re.compile(r"/\s*\(([^()]*)\)")
"""In a label of two flows: "Proceeds from/(Repayments of) commercial paper, net"."""


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

    def unsaid(self, said: Set[str]) -> list[str]:
        """The required words whose meanings are not `said`. Of a row that nets two flows one alone is another thing:
        "net" has to be said, or the other flow."""
        unsaid = [word.text for word in self.required if word.meaning not in said]
        net, other = _NET.search(self.label), _OTHER_SIDE.search(self.label)
        if unsaid or not net or not other:
            return unsaid
        is_told = meanings(["net"]) <= said or {word.meaning for word in content(read(other[1]))} <= said
        return [] if is_told else [net.group().strip(" ,")]

    @property
    def years(self) -> frozenset[int]:
        """The years of which the figure is: those of its column's header, else of its period, by the calendar and as
        the issuer names it; of a row that is itself a year, that year."""
        if not any(word.kind not in UNSAID for word in read(self.label)) and (own := read_years(self.label)):
            return own
        end, headed = (
            self.printed.period.end if self.printed.period else None,
            read_years(self.printed.header),
        )
        if headed and self.own_day is not None and self.own_day.year not in headed:
            return headed
        found = headed or (frozenset({end.year}) if end else frozenset())
        named = self.evidence.fiscal_name.of_end(end) if end and self.evidence.fiscal_name else None
        return found | {named[0]} if named else found

    @property
    def own_day(self) -> date | None:
        """The day of a balance that its row's label dates within its column's period: "Beginning balances"."""
        period = self.printed.period
        return period.end if period and period.is_instant and names_own_day(self.label) else None

    @property
    def perhaps_years(self) -> frozenset[int]:
        """Fiscal years that issuers may call a year which ends in its first months; the year of the row's own day."""
        days = [day.day for day in find_days(self.printed.header)]
        ends = [self.printed.period.end] if self.printed.period else days
        own = frozenset({self.own_day.year}) if self.own_day else frozenset[int]()
        return own | {end.year - 1 for end in ends if end.month <= LATEST_MONTH}

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


def stated(text: str, figures: Iterable[FigureFinding], evidence: Sequence[PrintedEvidence]) -> list[Stated]:
    """Each amount of a claim that a quote prints, with its cell. A number of a row's name is no amount of the row."""
    return [
        Stated(finding.range, cell)
        for finding in figures
        if finding.outcome in (FigureOutcome.PRINTED, FigureOutcome.AGREES)
        for cell in _cell_of(finding, evidence)
        if not is_part_of_name(text, finding.range, cell.printed)
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
