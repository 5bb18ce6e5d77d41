"""Rows as a filing prints them: balances that a period begins with, and rows whose names are nearly the same."""

from __future__ import annotations

import pytest

from pipeline.answer.source_pages import SourcePage
from pipeline.answer.support.rules import support_by_rules
from pipeline.evidence.agreement import find_figures
from pipeline.evidence.document import BlockKind
from pipeline.evidence.verdict import Verdict, verdict_of
from tests.answer.filing import PageWriter
from tests.answer.printed import evidence

HELD = Verdict.SUPPORTED
OPEN = Verdict.NOT_JUDGED
DENIED = Verdict.NOT_SUPPORTED


def cash_flows() -> SourcePage:
    writer = PageWriter(0)
    writer.add("CASH FLOWS AND TAX BENEFIT RELATED TO COMPENSATION", BlockKind.HEADING)
    writer.add("The Company's fiscal years 2022 and 2021 ended on September 24, 2022 and September 25, 2021.")
    writer.table(("Nine Months Ended July 1, 2023", "Nine Months Ended June 25, 2022"), "(In millions)")
    writer.row("Cash, beginning balances", "24,977", "35,929")
    writer.row("Proceeds from commercial paper", "5,400", "1,200")
    writer.row("Proceeds from/(Repayments of) commercial paper, net", "587", "2,645")
    writer.row("Total proceeds from/(repayments of) commercial paper, net", "4,970", "5,971")
    writer.row("Compensation expense", "2,617", "2,243")
    writer.row("Tax benefit related to compensation expense", "671", "536")
    writer.row("Total other income/(loss)", "3,072", "3,068")
    writer.row("Total income", "9,100", "9,200")
    writer.row("Cash, ending balances", "29,898", "28,861")
    writer.row("Due after 1 year through 5 years", "76,267", "70,001")
    return writer.source()


PAGE = cash_flows()
BEGINNING = "Cash, beginning balances 24,977 35,929"


def verdict(claim: str, quote: str) -> Verdict:
    printed = evidence(quote, page=PAGE)
    return verdict_of(support_by_rules(claim, find_figures(claim, printed), printed))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("$24,977 million as of September 24, 2022", HELD),
        ("$35,929 million as of September 25, 2021", HELD),
        ("$24,977 million in the nine months ended July 1, 2023", HELD),
        ("$24,977 million in the nine months ended June 25, 2022", DENIED),
        ("$24,977 million as of September 25, 2021", DENIED),
        ("$35,929 million as of September 24, 2022", DENIED),
        ("$24,977 million as of June 25, 2022", DENIED),
        ("$24,977 million as of September 24, 2020", DENIED),
    ],
)
def test_a_beginning_balance_is_of_the_day_before_its_columns_period(said: str, expected: Verdict) -> None:
    assert verdict(f"Cash, beginning balances was {said}.", BEGINNING) is expected


def test_the_year_of_a_beginning_balance_alone_says_too_little() -> None:
    """ "2022" may be the day's year, or the fiscal year that begins with another balance."""
    assert verdict("Cash, beginning balances was $24,977 million in 2022.", BEGINNING) is OPEN
    assert verdict("Cash, beginning balances was $24,977 million in 2023.", BEGINNING) is OPEN
    assert verdict("Cash, beginning balances was $24,977 million in 2021.", BEGINNING) is DENIED


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("$29,898 million as of July 1, 2023", HELD),
        ("$28,861 million as of July 1, 2023", DENIED),
        ("$29,898 million as of September 24, 2022", DENIED),
    ],
)
def test_an_ending_balance_is_of_its_columns_last_day(said: str, expected: Verdict) -> None:
    assert verdict(f"Cash, ending balances was {said}.", "Cash, ending balances 29,898 28,861") is expected


NET = "Proceeds from/(Repayments of) commercial paper, net"


@pytest.mark.parametrize(
    ("claim", "quote", "expected"),
    [
        ("Proceeds from commercial paper was $587 million.", f"{NET} 587 2,645", OPEN),
        ("Proceeds from commercial paper, net, was $587 million.", f"{NET} 587 2,645", HELD),
        (f"{NET} was $587 million.", f"{NET} 587 2,645", HELD),
        (f"{NET} was $4,970 million.", f"Total {NET[0].lower()}{NET[1:].replace('R', 'r')} 4,970 5,971", OPEN),
        (f"Total {NET} was $4,970 million.", f"Total {NET[0].lower()}{NET[1:].replace('R', 'r')} 4,970 5,971", HELD),
        ("Tax benefit related to compensation expense was $2,617 million.",
         "Compensation expense 2,617 2,243", OPEN),
        ("Compensation expense was $2,617 million.", "Compensation expense 2,617 2,243", HELD),
        ("Total other income was $3,072 million.", "Total other income/(loss) 3,072 3,068", HELD),
    ],
)  # fmt: skip
def test_a_row_does_not_bear_out_what_is_said_of_another(claim: str, quote: str, expected: Verdict) -> None:
    assert verdict(claim, quote) is expected


def test_a_number_of_the_label_is_no_amount_of_which_a_year_is_asked() -> None:
    quote = "Due after 1 year through 5 years 76,267 70,001"
    claim = "Due after 1 year through 5 years was ${} million in the nine months ended July 1, 2023."
    assert verdict(claim.format("76,267"), quote) is HELD
    assert verdict(claim.format("70,001"), quote) is DENIED
