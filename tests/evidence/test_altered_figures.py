"""Kinds of altered figures that once passed as printed, each with the honest sentence beside it that must pass."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pipeline.evidence.agreement import find_figures
from pipeline.evidence.answer import FigureOutcome
from pipeline.evidence.figures import figures
from pipeline.evidence.fiscal import Period
from pipeline.evidence.handle import CitationId
from pipeline.evidence.printed import PrintedEvidence, PrintedFigure
from pipeline.evidence.units import Unit
from tests.evidence.printing import MILLIONS, PERCENT

E1 = CitationId.parse("E1")
OCTOBER = ("Thirteen Weeks Ended October 28, 2023", Period(date(2023, 10, 28), 3))
NOVEMBER = ("Thirteen Weeks Ended November 2, 2024", Period(date(2024, 11, 2), 3))


def evidence(
    quote: str,
    *around: str,
    label: str = "",
    columns: tuple[tuple[str, Period | None], ...] = (),
    units: tuple[Unit | None, ...] = (),
    title: str = "Apple Inc.",
) -> PrintedEvidence:
    """What a quote prints; its figures in turn stand in `columns`, header and period, and are in `units`."""
    printed = []
    for number, figure in enumerate(figures(quote)):
        header, period = columns[number] if columns else ("", None)
        unit = units[number] if units else None
        printed.append(PrintedFigure(figure, figure.range, unit, period, label, header))
    return PrintedEvidence(E1, quote, tuple(printed), around, title, quote)


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


def test_a_year_in_which_debts_fall_due_is_not_another_such_year() -> None:
    columns = tuple((f"{year}", Period(date(year, 12, 31))) for year in (2023, 2024))
    row = evidence(
        "Weighted average interest rate 0.99 % 1.30 %",
        *("2023", "2024", "maturities as of December 31, 2022"),
        label="Weighted average interest rate",
        columns=columns,
        title="Example · 10-K · FY2022",
    )
    claim = "The weighted average interest rate {} was {} %."
    assert missing(claim.format("for 2023", "0.99"), row) == []
    assert missing(claim.format("for 2023", "1.30"), row) == ["1.30 %"]
    assert missing(claim.format("as of December 31, 2022", "1.30"), row) == []
    assert missing(claim.format("for 2022", "0.99"), row) == ["0.99 %"]


def test_a_column_that_is_named_before_a_figure_is_its_column() -> None:
    columns = tuple(
        (f"Year Ended December 31, 2022 {what}", Period(date(2022, 12, 31), 12))
        for what in ("As Reported", "Exchange Rate Effect (1)", "At Prior Year Rates")
    )
    row = evidence("Operating income 12,248 (861) 11,387", label="Operating income", columns=columns)
    row = replace(row, around=tuple(header for header, _ in columns))
    claim = "Operating income for the Year Ended December 31, 2022 {} was {}."
    assert missing(claim.format("As Reported", "12,248"), row) == []
    assert missing(claim.format("Exchange Rate Effect", "(861)"), row) == []
    assert missing(claim.format("As Reported", "11,387"), row) == ["11,387"]
    assert missing(claim.format("Exchange Rate Effect (1)", "12,248"), row) == ["12,248"]
    assert missing("Operating income in 2022 was 11,387.", row) == []


SHARE_OF_SALES = evidence(
    "Pharmaceutical 11,622 22.1 11,878 23.0",
    "Research and development",
    label="Pharmaceutical",
    columns=(
        ("2022 Amount", None),
        ("2022 % of Sales*", None),
        ("2021 Amount", None),
        ("2021 % of Sales*", None),
    ),
    units=(MILLIONS, PERCENT, MILLIONS, PERCENT),
)
SHARE_OF_SALES = replace(SHARE_OF_SALES, around=("2022", "2021", "Amount", "% of Sales*"))


@pytest.mark.parametrize(
    ("claim", "wrong"),
    [
        ("Pharmaceutical for 2022 % of Sales* was 22.1 %.", []),
        ("Pharmaceutical for 2022 % of Sales* was 22.1.", []),
        ("Pharmaceutical was 22.1.", []),
        ("Pharmaceutical for 2022 % of Sales* was 23.0 %.", ["23.0 %"]),
        ("Pharmaceutical for 2022 Amount was 23.0 %.", ["23.0 %"]),
        ("Pharmaceutical was 22.", ["22"]),
        ("Pharmaceutical was $22.1 million.", ["$22.1 million"]),
    ],
)
def test_the_year_of_a_column_of_percent_is_a_year_and_its_figures_need_no_sign(
    claim: str, wrong: list[str]
) -> None:
    assert missing(claim, SHARE_OF_SALES) == wrong


def test_a_number_that_begins_with_a_needless_zero_is_what_is_left_of_another() -> None:
    row = evidence("Separation costs $ 1.0 0.1 0.9", label="Separation costs")
    assert missing("Separation costs were 1.", row) == []
    assert missing("Separation costs were 01.", row) == ["01"]


@pytest.mark.parametrize(
    ("honest", "altered", "figure"),
    [
        ("A year is the 52- or 53-week period.", "A year is the 59- or 53-week period.", "59"),
        ("A year is the 52- or 53-week period.", "A year is the 5.2- or 53-week period.", "5.2"),
        ("It spans 53 and 52 weeks.", "It spans 53 and 58 weeks.", "58"),
        ("It spans 53 and 52 weeks.", "It spans 5.3 and 52 weeks.", "5.3"),
        ("The year has 53 weeks.", "The year has 52 weeks.", "52 weeks"),
        ("It ends thirteen weeks.", "It ends 12 weeks.", "12 weeks"),
    ],
)
def test_a_number_of_weeks_is_another_though_it_is_as_many_months(
    honest: str, altered: str, figure: str
) -> None:
    assert missing(honest, evidence(honest)) == []
    assert any(found.startswith(figure) for found in missing(altered, evidence(honest)))


def test_weeks_may_be_said_as_months_and_in_digits() -> None:
    row = evidence("Net sales 64,065", "Thirteen Weeks Ended October 28, 2023", columns=(OCTOBER,))
    for length in ("thirteen weeks", "13 weeks", "three months"):
        assert missing(f"Net sales for the {length} ended October 28, 2023 were 64,065.", row) == []
    months = evidence("Net sales 64,065", "Three Months Ended October 28, 2023", columns=(OCTOBER,))
    assert missing("Net sales for the 13 weeks ended October 28, 2023 were 64,065.", months) == []


def test_another_note_is_not_found_in_a_heading_where_the_sentence_names_its_own() -> None:
    sentence = evidence(
        "It is restricted (refer to Note 5, “Income Taxes”).", "Note 3 – Financial Instruments"
    )
    assert missing("It is restricted (refer to Note 5, “Income Taxes”).", sentence) == []
    assert missing("It is restricted (refer to Note 3, “Income Taxes”).", sentence) == ["3"]
    assert missing("As Note 3 says, it is restricted.", sentence) == []
    heading = evidence("Note 4 – Statement Details", "Note 3 – Financial Instruments")
    assert missing("Note 4 – Statement Details", heading) == []
    assert missing("Note 3 – Statement Details", heading) == ["3"]
    assert missing("See Notes 4 and 5.", evidence("See Notes 4 and 5.")) == []


def test_the_name_of_an_aircraft_is_no_multiple() -> None:
    sentence = evidence("$325 million was of the 777X and $188 million of the 737 program.")
    assert missing("$325 million was of the 777X and $188 million of the 737 program.", sentence) == []
    assert missing("$188 million was of the 777 program.", sentence) == ["777"]
    assert missing("Leverage was 5X.", evidence("Leverage was 5x.")) == []


def test_a_column_of_changes_is_not_the_year_that_is_named() -> None:
    columns = tuple((header, Period(date(2023, 1, 1), 12)) for header in ("2022", "2021", "Change"))
    row = evidence(
        *("Employee benefit plan related (1.2) (0.5) (0.6)", "2022", "2021", "Change"),
        label="Employee benefit plan related",
        columns=columns,
    )
    claim = "Employee benefit plan related for 2022 {} {}."
    assert missing(claim.format("was", "(1.2)"), row) == []
    assert missing(claim.format("was", "(0.6)"), row) == ["(0.6)"]
    assert missing("The change of employee benefit plan related for 2022 was (0.6).", row) == []


def test_a_day_of_another_year_is_not_said_by_a_year_around() -> None:
    sentence = evidence("It was payable on March 7, 2023 to holders.", "Fiscal year 2022")
    assert missing("It was payable on March 7, 2023.", sentence) == []
    assert missing("It was payable on March 7, 2022.", sentence) == ["March 7, 2022"]
    both = evidence("Sales for the years ended March 7, 2023 and 2022 rose.")
    assert missing("Sales for the year ended March 7, 2022 rose.", both) == []


@pytest.mark.parametrize(
    ("claim", "wrong"),
    [
        ("It was $0.7 billion.", []),
        ("It was $1 billion.", ["$1 billion"]),
        ("It was under $1 billion.", []),
    ],
)
def test_a_scaled_number_of_one_digit_is_rounded_by_a_tenth_at_most(claim: str, wrong: list[str]) -> None:
    assert missing(claim, evidence("It was $675 million.")) == wrong


@pytest.mark.parametrize(
    ("honest", "altered"),
    [
        ("In fiscal 2020 and 2021, the Company agreed.", "In fiscal 2020 and 2022, the Company agreed."),
        ("Tax was settled for years 1986 through 1990.", "Tax was settled for years 1986 through 2022."),
    ],
)
def test_a_year_of_the_title_is_not_the_one_of_a_sentence_that_says_another(
    honest: str, altered: str
) -> None:
    sentence = evidence(honest, title="Example · 10-K · FY2022")
    assert missing(honest, sentence) == []
    assert missing(altered, sentence) == ["2022"]
    assert missing("The Company agreed, says its report of 2022.", sentence) == []


def test_a_rule_with_letters_is_named_by_its_number() -> None:
    sentence = "It is effective as defined in Rule 13a-15(f) of the 1934 Act."
    assert missing(sentence, evidence(sentence)) == []


def test_a_year_that_ends_in_the_first_days_of_the_next_is_the_year_of_its_column() -> None:
    columns = (("2022", Period(date(2023, 1, 1), 12)), ("2021", Period(date(2022, 1, 2), 12)))
    row = evidence(
        "Restructuring related 0.1 0.2", "2022", "2021", label="Restructuring related", columns=columns
    )
    assert missing("Restructuring related for 2022 was 0.1.", row) == []
    assert missing("Restructuring related for the year ended January 1, 2023 was 0.1.", row) == []
    assert missing("Restructuring related for 2023 was 0.1.", row) == ["2023"]
