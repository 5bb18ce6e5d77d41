"""A page of a quarterly report, and what quotes of it print."""

from __future__ import annotations

from pipeline.answer.printed_evidence import printed_evidence
from pipeline.answer.source_pages import SourcePage
from pipeline.evidence.agreement import find_figures
from pipeline.evidence.answer import Citation, FigureFinding
from pipeline.evidence.calculation import Calculation
from pipeline.evidence.document import BlockKind
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.passage import PassageId
from pipeline.evidence.printed import PrintedEvidence
from pipeline.evidence.quote import Ambiguous, Located, locate
from pipeline.evidence.text import TextRange
from tests.answer.filing import VERSION, PageWriter

TITLE = "Example Corporation · 10-Q · Q3 FY2023"
DISCUSSION = (
    "The Company has three reportable segments. Net sales decreased 3% or $1.2 billion during the third quarter of "
    "2023, and gross margin rose 130 basis points to 44.5% under Topic 606. It spent $2,500,000 on a 364-day facility."
)


def quarterly() -> SourcePage:
    writer = PageWriter(0)
    writer.add("CONDENSED CONSOLIDATED STATEMENTS OF OPERATIONS", BlockKind.HEADING)
    writer.table(
        (
            "Three Months Ended July 1, 2023",
            "Three Months Ended June 25, 2022",
            "Nine Months Ended July 1, 2023",
        ),
        "(In millions, except per-share amounts)",
    )
    writer.row("Total net sales", "$ 81,797", "$ 82,959", "$ 293,787")
    writer.row("Services", "21,213", "19,604", "62,886")
    writer.row("Other income/(expense), net", "(265)", "(10)", "(594)")
    writer.row("Net loss", "5", "7", "9")
    writer.row("Payments for dividends", "(3,849)", "(3,811)", "(11,267)")
    writer.row("Diluted earnings per share", "$ 1.26", "$ 1.20", "$ 4.67")
    writer.row("Effective tax rate", "12.5 %", "15.7 %", "15.0 %")
    writer.row("Net sales change", "(3)%", "2 %", "(1)%")
    writer.row("2.400% Notes due 2043", "500", "500", "500")
    writer.add(DISCUSSION)
    return writer.source()


PAGE = quarterly()


def evidence(*quotes: str, page: SourcePage = PAGE, title: str = TITLE) -> list[PrintedEvidence]:
    """What quotes print, the first as E1. A quote that stands nowhere prints nothing."""
    return [
        one
        for number, quote in enumerate(quotes, start=1)
        for one in printed_evidence(_citation(quote, number, page), page, title)
    ]


def findings(
    claim: str, *quotes: str, calculation: Calculation | None = None
) -> dict[str, tuple[str, str | None]]:
    """Each figure of a claim with its outcome and reason."""
    found = find_figures(claim, evidence(*quotes), calculation)
    return {one.range.of(claim): (one.outcome.value, one.reason) for one in found}


def finding(claim: str, *quotes: str) -> FigureFinding:
    """What became of a claim's first figure."""
    return find_figures(claim, evidence(*quotes))[0]


def _citation(quote: str, number: int, page: SourcePage) -> Citation:
    located = locate(quote, page.page.text)
    ranges: tuple[TextRange, ...] = ()
    if isinstance(located, Located):
        ranges = (located.range,)
    elif isinstance(located, Ambiguous):
        ranges = located.ranges
    return Citation(
        CitationId(Handle(number)), PassageId(VERSION.format(1), page.page.index, 0), quote, ranges
    )
