"""The questions with which the app greets a newcomer, each answered word for word by a sample filing."""

from dataclasses import dataclass

from pipeline.samples.library import AMENDMENT, QUARTERLY
from pipeline.samples.model import YEARS, Books
from pipeline.samples.operations import Segment
from pipeline.samples.sentences_annual import annual_gaps


@dataclass(frozen=True, slots=True)
class SampleQuestion:
    """A question, the file name of the sample that answers it, and the answering row or sentence.

    A row reads as label and figures with single spaces between them, without dollar signs.
    """

    text: str
    filing: str
    evidence: str


def suggested_questions() -> tuple[SampleQuestion, ...]:
    """Three questions: a restated figure of the annual report, a reason it gives, a figure of the quarter."""
    books = Books.as_restated()
    return (
        SampleQuestion("What was Monitoring revenue in 2024?", AMENDMENT, _monitoring_row(books)),
        SampleQuestion("Why did Instruments revenue increase in 2024?", AMENDMENT, _driver(books)),
        SampleQuestion(
            "What was total revenue for the three months ended June 30, 2025?", QUARTERLY, _quarter_row(books)
        ),
    )


def _monitoring_row(books: Books) -> str:
    figures = [books.years[year].trades[Segment.MONITORING].revenue for year in YEARS]
    return _row("Monitoring revenue", figures)


def _quarter_row(books: Books) -> str:
    periods = (books.quarters[2025, 2], books.quarters[2024, 2], books.half(2025), books.half(2024))
    return _row("Total revenue", [period.revenue for period in periods])


def _row(label: str, figures: list[int]) -> str:
    return " ".join([label, *(f"{figure:,}" for figure in figures)])


def _driver(books: Books) -> str:
    gaps = annual_gaps(books)
    return (
        f"Instruments revenue {gaps['instruments_verb']} {gaps['instruments_change']} to "
        f"{gaps['instruments_2024']}, because municipal customers replaced mechanical gauges with acoustic "
        "profilers ahead of schedule to use grants that would have lapsed in September."
    )
