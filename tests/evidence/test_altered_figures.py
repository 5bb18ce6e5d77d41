"""Kinds of altered figures that once passed as printed, each with the honest sentence beside it that must pass."""

from __future__ import annotations

from datetime import date

import pytest

from pipeline.evidence.agreement import find_figures
from pipeline.evidence.answer import FigureOutcome
from pipeline.evidence.figures import figures
from pipeline.evidence.fiscal import Period
from pipeline.evidence.handle import CitationId
from pipeline.evidence.printed import PrintedEvidence, PrintedFigure

E1 = CitationId.parse("E1")
OCTOBER = ("Thirteen Weeks Ended October 28, 2023", Period(date(2023, 10, 28), 3))
NOVEMBER = ("Thirteen Weeks Ended November 2, 2024", Period(date(2024, 11, 2), 3))


def evidence(
    quote: str, *around: str, label: str = "", columns: tuple[tuple[str, Period | None], ...] = ()
) -> PrintedEvidence:
    """What a quote prints; its figures in turn stand in `columns`: header and period."""
    printed = []
    for number, figure in enumerate(figures(quote)):
        header, period = columns[number] if columns else ("", None)
        printed.append(PrintedFigure(figure, figure.range, None, period, label, header))
    return PrintedEvidence(E1, quote, tuple(printed), around, "Apple Inc.", quote)


def missing(claim: str, *of: PrintedEvidence) -> list[str]:
    return [one.range.of(claim) for one in find_figures(claim, of) if one.outcome is FigureOutcome.MISSING]


@pytest.mark.parametrize(
    ("honest", "altered", "figure"),
    [
        ("It was July 1, 2023.", "It was July 1%, 2023.", "1%"),
        ("It was July 1, 2023.", "It was July 1, 2023%.", "2023%"),
        ("It was July 1, 2023.", "It was July 1, 2023 billion.", "2023 billion"),
        ("Hedges run for 12 months.", "Hedges run for -12 months.", "-12"),
    ],
)
def test_the_marks_of_an_amount_on_a_date_or_period_are_a_figure_of_their_own(
    honest: str, altered: str, figure: str
) -> None:
    assert missing(honest, evidence(honest)) == []
    assert figure in missing(altered, evidence(honest))


def test_a_year_before_a_columns_percent_is_a_year() -> None:
    assert (
        missing("MedTech for 2022 % of sales was 3.3 %.", evidence("MedTech for 2022 % of sales was 3.3 %."))
        == []
    )


def test_a_minus_before_the_number_of_a_note_makes_no_note() -> None:
    assert missing("See Note 8.", evidence("See Note 8 for taxes.")) == []
    assert missing("See Note -8.", evidence("See Note 8 for taxes.")) == ["-8"]


def test_a_year_in_brackets_is_a_year() -> None:
    assert missing("Sales rose (2023).", evidence("Sales rose in 2023.")) == []


def test_a_bare_figure_is_not_found_in_some_heading_around() -> None:
    around = evidence("Corporate debt securities 87,148", "Level 2", "2.400% Notes due 2025", "(1)")
    assert missing("Corporate debt securities was 2.", around) == ["2"]
    assert missing("Corporate debt securities was (1).", around) == ["(1)"]
    assert missing("The 2.400% Notes were 87,148.", around) == []


@pytest.mark.parametrize(
    "claim", ["Sales fell 3.2 percent to $(293.6) million.", "Sales were $(293.6) million."]
)
def test_the_level_that_something_fell_to_is_not_negative(claim: str) -> None:
    printed = evidence("Sales decreased 3.2 percent to $293.6 million.")
    assert missing("Sales fell 3.2 percent to $293.6 million.", printed) == []
    assert missing(claim, printed) == ["$(293.6) million"]


def test_a_loss_in_words_may_be_said_in_brackets() -> None:
    assert missing("Net income was $(265) million.", evidence("There was a net loss of $265 million.")) == []


def test_from_in_a_rows_label_compares_nothing() -> None:
    row = evidence(
        "INCOME FROM OPERATIONS 54,483 64,065", label="INCOME FROM OPERATIONS", columns=(NOVEMBER, OCTOBER)
    )
    claim = "Income from operations for thirteen weeks ended November 2, 2024 was {}."
    assert missing(claim.format("54,483"), row) == []
    assert missing(claim.format("64,065"), row) == ["64,065"]


def test_a_column_headed_by_another_day_is_of_another_period_whatever_its_figures_are() -> None:
    columns = (("June 30, 1995", None), ("June 30, 1994", None))
    row = evidence("Furniture 5,339 5,001", "June 30, 1995", label="Furniture", columns=columns)
    assert missing("Furniture at June 30, 1995 was 5,339.", row) == []
    assert missing("Furniture at June 30, 1995 was 5,001.", row) == ["5,001"]
