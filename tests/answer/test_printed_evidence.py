"""What a quote prints: unit, period, row and column of each figure, and the words around."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from pipeline.answer.page_words import Tagged
from pipeline.answer.source_pages import SourcePage
from pipeline.evidence.agreement import find_figures
from pipeline.evidence.answer import FigureOutcome
from pipeline.evidence.fiscal import Period
from pipeline.evidence.printed import PrintedFigure
from pipeline.evidence.text import TextRange
from pipeline.evidence.units import Measure, Unit
from tests.answer.filing import PageWriter
from tests.answer.printed import DISCUSSION, PAGE, evidence

MILLIONS = Unit(Measure.MONEY, 6, "USD")


def printed(quote: str, page: SourcePage = PAGE) -> tuple[PrintedFigure, ...]:
    (one,) = evidence(quote, page=page)
    return one.figures


def tagged(words: str, unit: str, scale: int, start: date | None, end: date) -> SourcePage:
    at = PAGE.page.text.index(words)
    return replace(PAGE, tagged=(Tagged(at, at + len(words), unit, scale, start, end),), _words=[])


def test_each_cell_of_a_row_has_its_own_unit_and_period() -> None:
    now, before, nine = printed("Total net sales $ 81,797 $ 82,959 $ 293,787")
    assert {now.unit, before.unit, nine.unit} == {MILLIONS}
    assert [
        figure.period and (figure.period.end, figure.period.months) for figure in (now, before, nine)
    ] == [
        (date(2023, 7, 1), 3),
        (date(2022, 6, 25), 3),
        (date(2023, 7, 1), 9),
    ]
    assert (now.label, now.header) == ("Total net sales", "Three Months Ended July 1, 2023")
    assert now.range.of(PAGE.page.text) == "$ 81,797"


def test_a_value_that_is_quoted_alone_is_read_whole_and_told_by_its_row() -> None:
    (found,) = evidence("82,959")
    assert [figure.figure.text for figure in found.figures] == ["$ 82,959"]
    assert found.words == "$ 82,959"
    assert "Total net sales" in found.around
    assert "Three Months Ended June 25, 2022" in found.around
    assert "(In millions, except per-share amounts)" in found.around
    assert "CONDENSED CONSOLIDATED STATEMENTS OF OPERATIONS" in found.around
    assert "Three Months Ended July 1, 2023" not in found.around


def test_rows_that_the_unit_line_excepts_have_a_unit_of_their_own() -> None:
    assert printed("Diluted earnings per share $ 1.26")[0].unit == Unit(Measure.PER_SHARE, 0, "USD")
    assert printed("Effective tax rate 12.5 %")[0].unit == Unit(Measure.PERCENT)


def test_figures_of_a_sentence_say_themselves_what_they_measure() -> None:
    units = {figure.figure.text: figure.unit for figure in printed(DISCUSSION)}
    assert units["$1.2 billion"] == Unit(Measure.MONEY, 9, "USD")
    assert units["3%"] == Unit(Measure.PERCENT)
    assert units["$2,500,000"] == Unit(Measure.MONEY, 0, "USD")
    assert units["130"] is None


def test_the_latest_period_of_a_row_has_the_name_that_the_title_gives() -> None:
    (found,) = evidence("Services 21,213")
    assert found.fiscal_name is not None
    assert found.fiscal_name.of_end(date(2022, 6, 25)) == (2022, 3)
    (untitled,) = evidence("Services 21,213", title="report.pdf")
    assert untitled.fiscal_name is None


def test_a_tag_goes_before_the_table() -> None:
    page = tagged("21,213", "iso4217:EUR", 3, date(2023, 4, 2), date(2023, 7, 1))
    (figure,) = printed("Services 21,213", page)
    assert figure.unit == Unit(Measure.MONEY, 3, "EUR")
    assert figure.period == Period(date(2023, 7, 1), 3, date(2023, 4, 2))


def test_a_tag_that_says_no_usable_unit_leaves_none() -> None:
    for unit, scale in (("xbrli:pure", 0), ("iso4217:USD", 2), ("example:Store", 0)):
        page = tagged("21,213", unit, scale, None, date(2023, 7, 1))
        assert printed("Services 21,213", page)[0].unit is None


def test_tags_that_disagree_leave_none() -> None:
    page = tagged("21,213", "iso4217:USD", 6, None, date(2023, 7, 1))
    other = replace(page.tagged[0], period_end=date(2022, 7, 1))
    (figure,) = printed("Services 21,213", replace(page, tagged=(*page.tagged, other)))
    assert (figure.unit, figure.period) == (MILLIONS, None)


def test_a_quote_that_stands_nowhere_prints_nothing() -> None:
    assert evidence("Services 99,999") == []


def test_figures_are_places_of_the_printed_words() -> None:
    (found,) = evidence(DISCUSSION)
    for figure in found.figures:
        assert figure.figure.range.of(found.words) == figure.range.of(PAGE.page.text)
        assert figure.range == figure.figure.range.shift(found.start)
    assert TextRange(found.start, found.start + len(found.text)).of(PAGE.page.text) == found.text


def test_what_falls_due_in_later_years_is_told_as_of_the_filings_day() -> None:
    writer = PageWriter(0)
    writer.add("Payments due as of December 31, 2023 are as follows:")
    writer.table(("Year Ended December 31, 2024", "Year Ended December 31, 2025"))
    writer.row("Leases", "11,229", "9,922")
    title = "Example · 10-K · FY2023"
    for year, day, outcome in (
        (2023, "December 31, 2023", FigureOutcome.AGREES),
        (2025, "December 31, 2025", FigureOutcome.MISSING),
    ):
        printed_there = evidence(
            "Leases 11,229 9,922", page=writer.source(), title=title.replace("2023", str(year))
        )
        found = find_figures(f"As of {day}, leases of $11,229 million were due.", printed_there)
        assert found[1].outcome is outcome
