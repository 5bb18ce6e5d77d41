"""A filing's facts as gold of support: stated as they are printed, and with the figure of the column beside."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.evaluate.gold import GoldFact, read_facts
from pipeline.evaluate.sources import FilingPages, Sources, filing_of_twin
from pipeline.evaluate.support import evaluate_support
from pipeline.evaluate.support_twin import COLUMN, twin_cases
from pipeline.evidence.verdict import Verdict
from tests.evaluate.filing import ROWS, write


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[GoldFact], FilingPages]:
    gold, _ = write(tmp_path_factory.mktemp("support"))
    facts = [
        replace(fact, row_label=ROWS[at // 2][0], line="".join(ROWS[at // 2]), unit="xbrli:pure")
        for at, fact in enumerate(read_facts(gold))
    ]
    return facts, Sources().pages_of(filing_of_twin(gold), [0])


def test_each_fact_is_stated_and_made_wrong(twin: tuple[list[GoldFact], FilingPages]) -> None:
    facts, filing = twin
    cases = list(twin_cases(facts, filing))
    stated = [case for case in cases if case.verdict is Verdict.SUPPORTED]
    assert [case.id for case in stated] == [fact.id for fact in facts]
    assert "81,797 million in the three months ended June 30, 2023" in stated[0].claim
    beside = next(case for case in cases if case.id == f"{facts[0].id}: {COLUMN}")
    assert "82,959 million in the three months ended June 30, 2023" in beside.claim
    assert any("Other expense, net was 81,797" in case.claim for case in cases)


def test_the_rules_refuse_the_column_beside(twin: tuple[list[GoldFact], FilingPages]) -> None:
    report = evaluate_support(list(twin_cases(*twin)), "twin")
    (rules,) = report.checkers
    kinds = rules.kinds
    assert kinds[COLUMN] == {"not_supported": len(twin[0])}
    assert kinds["as given"]["supported"] >= 4
    layer = {figure.key: figure for figure in report.measured.figures}
    assert layer["rules.judged"].total == len(rules.judged)
    assert layer["rules.macro_f1"].value == rules.macro_f1


def test_a_figure_that_the_row_prints_twice_is_no_wrong_column(
    twin: tuple[list[GoldFact], FilingPages],
) -> None:
    facts, filing = twin
    twice = [replace(fact, line=f"{fact.line} {fact.display}") for fact in facts[:2]]
    assert not [case for case in twin_cases(twice, filing) if case.kind == COLUMN]


def test_a_row_that_prints_the_same_for_the_same_period_is_no_wrong_name(
    twin: tuple[list[GoldFact], FilingPages],
) -> None:
    facts, filing = twin
    again = replace(facts[0], row_label="Sales, in all")
    names = [
        case.claim for case in twin_cases([facts[0], again, facts[2]], filing) if case.kind == "another name"
    ]
    assert names
    assert not [claim for claim in names if again.row_label in claim]


def test_a_line_that_nobody_can_quote_makes_no_case(twin: tuple[list[GoldFact], FilingPages]) -> None:
    facts, filing = twin
    assert list(twin_cases([replace(facts[0], line="Total net sales8179782959")], filing)) == []


def test_a_real_reports_facts_are_not_called_unsupported(shared_data: Path) -> None:
    gold = shared_data / "twins/AAPL_10-Q_FY2023Q3.pdf_fact_gold.jsonl"
    facts = read_facts(gold)[::6]
    filing = Sources().pages_of(filing_of_twin(gold), (fact.page_index for fact in facts))
    (rules,) = evaluate_support(list(twin_cases(facts, filing)), gold.name).checkers
    assert rules.kinds["as given"].get("not_supported", 0) == 0
    assert rules.kinds["as given"]["supported"] >= 0.75 * sum(rules.kinds["as given"].values())
    assert rules.kinds.get(COLUMN, {}).get("supported", 0) == 0
