"""Evidence as citations of a filing print it: a row of a table, and sentences."""

from __future__ import annotations

from datetime import date

from pipeline.answer.support.rules import support_by_rules
from pipeline.evidence.agreement import find_figures
from pipeline.evidence.answer import Check
from pipeline.evidence.figures import figures
from pipeline.evidence.fiscal import Period
from pipeline.evidence.handle import CitationId
from pipeline.evidence.printed import PrintedEvidence, PrintedFigure
from pipeline.evidence.units import Measure, Unit

TITLE = "Example Corporation · Form 10-Q · Q3 FY2023"
MILLIONS = Unit(Measure.MONEY, 6, "USD")
QUARTERS = (
    ("Three Months Ended July 1, 2023", date(2023, 7, 1)),
    ("Three Months Ended June 25, 2022", date(2022, 6, 25)),
)


def row(
    label: str,
    *values: str,
    headers: tuple[tuple[str, date], ...] = QUARTERS,
    section: str = "",
    citation: str = "E1",
    title: str = TITLE,
) -> PrintedEvidence:
    """A row in millions of dollars, a column each of `headers`."""
    text, printed = label, []
    for value, (header, end) in zip(values, headers, strict=False):
        (figure,) = figures(value)
        months = 3 if "Months" in header else 12
        unit = Unit(Measure.PERCENT) if figure.percent else MILLIONS
        printed.append(
            PrintedFigure(figure, figure.range.shift(len(text) + 1), unit, Period(end, months), label, header)
        )
        text = f"{text} {value}"
    around = (label, *(header for header, _ in headers), "(In millions)", *filter(None, [section]))
    return PrintedEvidence(CitationId.parse(citation), text, tuple(printed), around, title)


def said(quote: str, *around: str, citation: str = "E1", title: str = TITLE) -> PrintedEvidence:
    """Sentences of a filing."""
    printed = tuple(PrintedFigure(figure, figure.range) for figure in figures(quote))
    return PrintedEvidence(CitationId.parse(citation), quote, printed, around, title)


def judged(claim: str, *evidence: PrintedEvidence) -> Check:
    """What the rules say of a claim with this evidence."""
    return support_by_rules(claim, find_figures(claim, evidence), evidence)
