"""Calculations as a model writes them, checked over the rows that they cite."""

from __future__ import annotations

from decimal import Decimal

import pytest

from pipeline.answer.checker import ClaimChecker
from pipeline.answer.draft import DraftCalculation, DraftCitation, DraftClaim, DraftInput
from pipeline.evidence.answer import Claim, FigureOutcome
from pipeline.evidence.calculation import Calculation, Recomputed
from tests.answer.filing import VERSION, packet_of, statement

EXACT, CONSISTENT, DIFFERENT, NOT_DONE = Recomputed

SALES = "Total net sales 81,797 82,959"
COST = "Total cost of sales 45,384 47,074"
NEW, OLD = DraftInput("new", "E1", SALES, "81,797"), DraftInput("old", "E1", SALES, "82,959")
COSTS = DraftInput("cost", "E1", COST, "45,384")
CHANGE = "(new - old) / old * 100"


def checked(text: str, calculation: DraftCalculation | None) -> Claim:
    packet, sources = packet_of(
        (VERSION.format(1), "Apple Inc. · Form 10-Q · Q3 FY2023", statement("81,797", "82,959"))
    )
    stored = {entry.passage.id for entry in packet.entries}
    claim = ClaimChecker(packet, stored, sources).check(
        DraftClaim(text, (DraftCitation("E1", SALES),), calculation), 1
    )
    assert claim is not None
    return claim


def calculated(text: str, expression: str, result: str, *inputs: DraftInput) -> Calculation:
    found = checked(text, DraftCalculation(expression, inputs, result)).calculation
    assert found is not None
    return found


def test_inputs_are_found_where_they_are_printed_and_the_result_is_borne_out() -> None:
    claim = checked("Net sales fell 1.4%.", DraftCalculation(CHANGE, (NEW, OLD), "-1.4%"))
    found = claim.calculation
    assert found is not None
    assert (found.id, found.outcome, found.unit) == ("c1", CONSISTENT, "%")
    assert found.result == Decimal("-1.40069")
    new, old = found.inputs
    assert (new.figure, new.unit, new.value) == ("81,797", "money, millions", Decimal("81797000000"))
    assert new.half == Decimal(500_000)
    assert new.to_json()["value"] == "81797000000"
    assert new.label == "Total net sales, Three Months Ended July 1, 2023"
    assert old.label == "Total net sales, Three Months Ended June 25, 2022"
    assert new.citation == old.citation == claim.citations[0].id
    assert new.place is not None
    assert old.place is not None
    assert new.place.start < old.place.start
    assert [figure.outcome for figure in claim.figures] == [FigureOutcome.CALCULATED]


@pytest.mark.parametrize(
    ("text", "expression", "result", "outcome"),
    [
        ("Net sales fell 1.4%.", CHANGE, "1.4%", CONSISTENT),
        ("Net sales decreased by 1,162.", "new - old", "1,162", EXACT),
        ("Net sales decreased by 1,162.", "old - new", "1,162", EXACT),
        ("Net sales changed by (1,162).", "new - old", "(1,162)", EXACT),
        ("Net sales were 1.4% lower.", "(81,797 - 82,959) / 82,959", "-1.4%", CONSISTENT),
        ("Net sales rose 1.4%.", CHANGE, "1.4%", DIFFERENT),
        ("Costs and taxes paid aside, net sales differ by 1,162.", "new - old", "1,162", DIFFERENT),
        ("Net sales rose by 1,162.", "old - new", "1,162", DIFFERENT),
        ("Net sales fell 4.1%.", CHANGE, "-4.1%", DIFFERENT),
        ("Net sales fell $1.2 billion.", "new - old", "-$1.2 billion", CONSISTENT),
        ("Net sales fell $1.2 million.", "new - old", "-$1.2 million", DIFFERENT),
        ("Net sales fell.", "new - ", "-1.4%", NOT_DONE),
        ("Net sales fell by 1,162.", "new - 82,960", "1,162", NOT_DONE),
    ],
)
def test_a_result_is_compared_with_what_the_rows_give(
    text: str, expression: str, result: str, outcome: Recomputed
) -> None:
    found = calculated(text, expression, result, NEW, OLD)
    assert found.outcome is outcome, found.detail
    assert found.detail.endswith(".")


def test_a_rise_that_is_a_fall_is_told() -> None:
    found = calculated("Net sales rose by 1,162.", "old - new", "1,162", NEW, OLD)
    assert found.detail == "The inputs fall from the earlier period to the later; the claim says a rise."


def test_figures_of_two_rows_are_no_change_of_one() -> None:
    found = calculated("Sales exceeded costs, up by 36,413.", "new - cost", "36,413", NEW, COSTS)
    assert found.outcome is EXACT
    margin = calculated("The gross margin was 44.5%.", "(new - cost) / new", "44.5%", NEW, COSTS)
    assert margin.outcome is CONSISTENT


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (DraftInput("old", "E9", SALES, "82,959"), "No passage of this answer is cited for 82,959."),
        (DraftInput("old", "E1", SALES, "82,995"), "82,995 is not in E1."),
        (
            DraftInput("old", "E1", SALES, "(82,959)"),
            "E1 prints 82,959; the input says (82,959): the sign differs.",
        ),
        (
            DraftInput("old", "E1", SALES, "82,959%"),
            "E1 prints 82,959, no percentage; the input says 82,959%.",
        ),
        (
            DraftInput("old", "E1", SALES, "82,959 thousand"),
            "E1 prints 82,959, in millions; the input says 82,959 thousand.",
        ),
        (DraftInput("old", "E1", SALES, "sales"), "The input sales is not one figure."),
        (DraftInput("old", "E1", "", "82,959"), "No passage of this answer is cited for 82,959."),
        (
            DraftInput("old", "E1", "Total net sales 82,959 81,797", "82,959"),
            "82,959 has no evidence: its quote does not stand in E1b.",
        ),
        (DraftInput("new", "E1", SALES, "82,959"), "Two inputs are called “new”."),
    ],
)
def test_an_input_without_its_print_is_told_and_nothing_is_done(wrong: DraftInput, problem: str) -> None:
    found = calculated("Net sales fell 1.4%.", CHANGE, "-1.4%", NEW, wrong)
    assert found.outcome is NOT_DONE
    assert found.detail == problem
    assert found.result is None
    assert "E9" not in found.detail


def test_a_scale_that_the_print_has_may_be_written_with_a_figure() -> None:
    old = DraftInput("old", "E1", SALES, "82,959 million")
    assert calculated("Net sales fell 1.4%.", CHANGE, "-1.4%", NEW, old).outcome is CONSISTENT


def test_a_claim_without_calculation_has_none() -> None:
    assert checked("Net sales were 81,797.", None).calculation is None


def test_a_figure_beyond_all_length_is_cut_in_words() -> None:
    found = calculated("It fell.", CHANGE, "-1.4%", NEW, DraftInput("old", "E1", SALES, "9" * 5000))
    assert len(found.detail) < 120
    assert len(found.inputs[1].figure) < 50
