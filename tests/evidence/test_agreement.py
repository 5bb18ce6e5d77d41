"""Every figure, date and period of a claim against a quarterly report's page."""

from __future__ import annotations

from decimal import Decimal

import pytest

from pipeline.evidence.agreement import find_figures
from pipeline.evidence.answer import FigureOutcome
from pipeline.evidence.calculation import Calculation, Recomputed
from tests.answer.printed import DISCUSSION, PAGE, evidence, finding, findings

SALES = "Total net sales $ 81,797 $ 82,959 $ 293,787"
PRINTED, AGREES, MISSING = ("printed", None), ("agrees", None), "missing"


@pytest.mark.parametrize(
    ("claim", "quote", "outcome"),
    [
        ("Net sales were $81.8 billion.", SALES, AGREES),
        ("Net sales were $81,797 million.", SALES, AGREES),
        ("Net sales were $81,797,000,000.", SALES, AGREES),
        ("Net sales were 81.8B.", SALES, AGREES),
        ("Net sales were $81,797.", SALES, PRINTED),
        ("Net sales were 81797.", SALES, PRINTED),
        ("Net sales were $81797.00.", SALES, AGREES),
        ("Net sales were more than $81 billion.", SALES, AGREES),
        ("Net sales were nearly 82 billion dollars.", SALES, AGREES),
        ("EPS was $1.26.", "Diluted earnings per share $ 1.26", PRINTED),
        ("Earnings were 126 cents a share.", "Diluted earnings per share $ 1.26", AGREES),
        ("The tax rate was 12.5%.", "Effective tax rate 12.5 %", PRINTED),
        ("The tax rate was 13%.", "Effective tax rate 12.5 %", AGREES),
        ("Dividends of $3.8 billion were paid.", "Payments for dividends (3,849)", AGREES),
        ("Net sales fell 3%.", "Net sales change (3)%", PRINTED),
        ("The change was (3)%.", "Net sales change (3)%", PRINTED),
        ("Net sales decreased 3%.", DISCUSSION, PRINTED),
        ("Net income was -$5 million.", "Net loss 5", AGREES),
        ("The margin rose 1.3 percentage points.", DISCUSSION, AGREES),
        ("The margin rose 130bps.", DISCUSSION, PRINTED),
        ("It spent $2.5 million.", DISCUSSION, AGREES),
        ("There are 3 segments.", DISCUSSION, PRINTED),
        ("The 2.400% notes stand at it.", "500 500 500", PRINTED),
        ("It has a 364-day facility.", DISCUSSION, PRINTED),
        ("It follows Topic 606.", DISCUSSION, PRINTED),
    ],
)
def test_what_the_evidence_says_is_found(claim: str, quote: str, outcome: tuple[str, str | None]) -> None:
    assert next(iter(findings(claim, quote).values())) == outcome


@pytest.mark.parametrize(
    ("claim", "quote", "reason"),
    [
        ("Net sales were $81.8 million.", SALES, "wrong_scale"),
        ("Net sales were $81,797 billion.", SALES, "wrong_scale"),
        ("Net sales were $81.79 billion.", SALES, "figure_differs"),
        ("Net sales were $81,797.4 million.", SALES, "too_exact"),
        ("Net sales were €81,797 million.", SALES, "wrong_currency"),
        ("Net sales were 81,797%.", SALES, "wrong_unit"),
        ("81,797 million shares were sold.", SALES, "wrong_unit"),
        ("Net sales were more than $82 billion.", "Total net sales $ 81,797", "not_in_evidence"),
        ("Services had sales of $21,231 million.", "Services 21,213", "figure_differs"),
        ("The tax rate was 12.5.", "Effective tax rate 12.5 %", "wrong_unit"),
        ("The tax rate was 12.5 points.", "Effective tax rate 12.5 %", "wrong_unit"),
        ("The rate rose 12.5 percentage points.", "Effective tax rate 12.5 %", "wrong_unit"),
        ("The tax rate was 12.51%.", "Effective tax rate 12.5 %", "too_exact"),
        ("EPS was $1.26 million.", "Diluted earnings per share $ 1.26", "wrong_scale"),
        ("Other income was $265 million.", "Other income/(expense), net (265)", "wrong_sign"),
        ("Net sales rose 3%.", "Net sales change (3)%", "wrong_sign"),
        ("The change was 3%.", "Net sales change (3)%", "wrong_sign"),
        ("Net sales rose 3%.", DISCUSSION, "wrong_sign"),
        ("Net sales were -$81,797 million.", SALES, "wrong_sign"),
        ("The net loss was $(5) million.", "Net loss 5", "wrong_sign"),
        ("Net sales fell 2%.", "2 %", "wrong_sign"),
        ("It spent $2.5 billion.", DISCUSSION, "wrong_scale"),
        ("Net sales decreased 1.2.", DISCUSSION, "wrong_scale"),
        ("It follows Topic 605.", DISCUSSION, "not_in_evidence"),
        ("It follows Topic (606).", DISCUSSION, "not_in_evidence"),
        ("There are four segments.", DISCUSSION, "figure_differs"),
        ("There are 4 segments.", DISCUSSION, "not_in_evidence"),
        ("Five percent was lost.", DISCUSSION, "not_in_evidence"),
    ],
)
def test_what_the_evidence_does_not_say_is_missing(claim: str, quote: str, reason: str) -> None:
    assert next(iter(findings(claim, quote).values())) == (MISSING, reason)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (
            "Net sales were $81,797 million in Q3 FY2023, down from $82,959 million in the third quarter of 2022.",
            {
                "$81,797 million": AGREES,
                "Q3 FY2023": PRINTED,
                "$82,959 million": AGREES,
                "third quarter of 2022": PRINTED,
            },
        ),
        (
            "In the three months ended July 1, 2023 net sales were $81.8 billion.",
            {"three months ended July 1, 2023": PRINTED, "$81.8 billion": AGREES},
        ),
        (
            "Net sales were 81,797 and 82,959 in fiscal 2023 and 2022, respectively.",
            {"81,797": (MISSING, "wrong_period"), "82,959": PRINTED, "2023": PRINTED, "2022": PRINTED},
        ),
        (
            "Net sales were $82,959 million in Q3 FY2023.",
            {"$82,959 million": (MISSING, "wrong_period"), "Q3 FY2023": PRINTED},
        ),
        (
            "Net sales were $293,787 million in the three months ended July 1, 2023.",
            {
                "$293,787 million": (MISSING, "wrong_period"),
                "three months ended July 1, 2023": PRINTED,
            },
        ),
        (
            "Net sales fell from $81,797 million in 2022 to $82,959 million in 2023.",
            {
                "$81,797 million": (MISSING, "wrong_period"),
                "2022": PRINTED,
                "$82,959 million": (MISSING, "wrong_period"),
                "2023": PRINTED,
            },
        ),
        (
            "Net sales were $81,797 million in Q2 FY2023.",
            {"$81,797 million": (MISSING, "wrong_period"), "Q2 FY2023": (MISSING, "not_in_evidence")},
        ),
        (
            "Net sales were $81,797 million at July 2, 2023.",
            {"$81,797 million": (MISSING, "wrong_period"), "July 2, 2023": (MISSING, "not_in_evidence")},
        ),
        (
            "Net sales of $81,797 million, compared with the year before, were higher in 2021.",
            {"$81,797 million": AGREES, "2021": (MISSING, "not_in_evidence")},
        ),
        (
            "Of the notes due 2043, 500 were sold.",
            {"2043": (MISSING, "not_in_evidence"), "500": (MISSING, "not_in_evidence")},
        ),
    ],
)
def test_a_figure_is_of_the_period_that_the_claim_gives_it(
    claim: str, expected: dict[str, tuple[str, str | None]]
) -> None:
    assert findings(claim, SALES) == expected


def test_a_period_that_the_row_itself_names_is_no_other_columns() -> None:
    found = findings("Of the 2.400% notes due 2043, $500 million is outstanding.", "500 500 500")
    assert found == {"2.400%": PRINTED, "2043": PRINTED, "$500 million": AGREES}


def test_names_state_no_amount() -> None:
    assert findings("The 10-K and E3 of US0378331005 and COVID-19 say it; one of two do.", SALES) == {}


def test_nothing_is_verified_against_a_quote_that_was_not_located() -> None:
    found = findings("Net sales were $81,797 million in 2023.", "Total net sales 99")
    assert set(found.values()) == {(MISSING, "not_located")}


def test_a_figure_of_a_quote_with_several_places_has_to_stand_at_each() -> None:
    assert len(evidence("Three Months Ended")) > 1
    found = find_figures("It took three months.", evidence("Three Months Ended"))
    assert [(one.outcome, one.place) for one in found] == [(FigureOutcome.PRINTED, None)]


def test_the_sentence_of_a_missing_figure_names_the_row_that_comes_nearest() -> None:
    found = finding("Services had sales of $21,231 million.", SALES, "Services 21,213")
    assert found.detail == (
        "$21,231 million is not in E1 or E2. The cited row prints 21,213, in millions of USD"
        " (Services, three months ended July 1, 2023)."
    )
    assert str(found.citation) == "E2"
    assert found.place is not None
    assert found.place.of(PAGE.page.text) == "21,213"


def test_a_figure_of_another_column_is_told_with_its_column() -> None:
    found = finding("Net sales were $82,959 million in Q3 FY2023.", SALES)
    assert found.detail == (
        "$82,959 million stands in the column Three Months Ended June 25, 2022 of E1, not in Q3 FY2023."
    )


def test_a_verified_figure_says_what_is_printed_and_where() -> None:
    found = finding("Net sales were $81.8 billion.", SALES)
    assert found.detail == "E1 prints $81,797, in millions of USD, which rounds to $81.8 billion."
    assert found.place is not None
    assert found.place.of(PAGE.page.text) == "$ 81,797"


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Recomputed.CONSISTENT, ("calculated", None)),
        (Recomputed.DIFFERENT, (MISSING, "does_not_recompute")),
    ],
)
def test_a_result_stands_with_its_calculation(outcome: Recomputed, expected: tuple[str, str | None]) -> None:
    done = Calculation(
        "c1",
        "a / b - 1",
        (),
        "-1.4%",
        outcome,
        "It is so.",
        "%",
        Decimal("-1.4007"),
        Decimal(-2),
        Decimal(-1),
    )
    for claim in ("Net sales fell 1.4%.", "The change was -1.4%."):
        assert list(findings(claim, SALES, calculation=done).values()) == [expected]
    assert findings("Net sales rose 1.4%.", SALES, calculation=done)["1.4%"][0] == MISSING
