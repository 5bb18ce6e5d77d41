from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from pipeline.evaluate.calculations import GoldOutcome, evaluate_calculations
from pipeline.evaluate.tatqa import read_arithmetic
from pipeline.evidence.errors import InvalidGold, SourceEmpty, SourceMissing, SourceUnreadable

ROWS = [
    ["", "Years Ended September 30,", ""],
    ["(in millions)", "2019", "2018 (1)"],
    ["Other sales", "$ 44.1", "$ 56.7"],
    ["Repurchases", "(12.5)", "(2.0)"],
    ["Share of sales (%)", "34", "11"],
]


def question(derivation: str, answer: float | str, scale: str) -> dict[str, object]:
    return {
        "uid": derivation,
        "question": "What was it?",
        "answer": answer,
        "derivation": derivation,
        "answer_type": "arithmetic",
        "scale": scale,
    }


def gold_file(tmp_path: Path, *questions: dict[str, object]) -> Path:
    path = tmp_path / "gold.json"
    context = {
        "table": {"table": ROWS},
        "paragraphs": [{"text": "Staff grew to 1,250 people; grants were $7.0 billion (1)."}],
        "questions": [*questions, {**question("", "a word", ""), "answer_type": "span"}],
    }
    path.write_text(json.dumps([context]), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("derivation", "answer", "scale", "outcome"),
    [
        ("44.1-56.7", -12.6, "million", GoldOutcome.WITH_SCALE),
        ("(44.1-56.7)/56.7", -22.22, "percent", GoldOutcome.WITH_SCALE),
        ("((44.1-56.7)/56.7) * 100", -22.22, "percent", GoldOutcome.WITH_SCALE),
        ("(44.1 + 56.7) / 2", 50.4, "million", GoldOutcome.WITH_SCALE),
        ("34% + 11%", 45, "percent", GoldOutcome.WITH_SCALE),
        ("12.5 - 2.0", 10.5, "million", GoldOutcome.WITH_SCALE),
        ("-12.5 - (2.0)", -10.5, "million", GoldOutcome.WITH_SCALE),
        ("7 + 7", 14, "billion", GoldOutcome.WITH_SCALE),
        ("1,250 * 2", 2500, "thousand", GoldOutcome.WITHOUT_SCALE),
        ("44.1-56.7", -12.6, "thousand", GoldOutcome.DIFFERENT),
        ("44.1-56.7", -12.7, "million", GoldOutcome.WITHIN_ROUNDING),
        ("44.1-56.7", -22.6, "million", GoldOutcome.DIFFERENT),
        ("44.1-56.8", -12.7, "million", GoldOutcome.NOT_DONE),
    ],
)
def test_a_derivation_is_done_again_over_the_figures_of_its_context(
    tmp_path: Path, derivation: str, answer: float, scale: str, outcome: GoldOutcome
) -> None:
    (case,) = evaluate_calculations(
        read_arithmetic(gold_file(tmp_path, question(derivation, answer, scale))), most=0
    ).cases
    assert case.outcome is outcome, case.detail


def test_altered_answers_are_counted_with_those_that_are_accepted(tmp_path: Path) -> None:
    questions = read_arithmetic(gold_file(tmp_path, question("44.1-56.7", -12.6, "million")))
    report = evaluate_calculations(questions, most=10)
    assert sum(report.altered.values()) == 7
    assert not [one for one in report.accepted if one.exact]
    assert "1 of 1" in report.words
    assert report.to_json()["layer"] == "calculations"


def test_gold_that_is_no_gold_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(SourceMissing):
        read_arithmetic(tmp_path / "none.json")
    with pytest.raises(SourceEmpty):
        read_arithmetic(gold_file(tmp_path))
    with pytest.raises(InvalidGold, match="TAT-QA"):
        read_arithmetic(gold_file(tmp_path, {"answer_type": "arithmetic"}))
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    with pytest.raises(SourceUnreadable):
        read_arithmetic(broken)


@pytest.mark.parametrize("name", ["tatqa_dataset_dev.json", "tatqa_dataset_test_gold.json"])
def test_the_arithmetic_of_tat_qa_comes_to_its_answers(shared_data: Path, name: str) -> None:
    report = evaluate_calculations(read_arithmetic(shared_data / "tatqa" / name), most=1)
    assert len(report.cases) > 600
    assert report.right.share is not None
    assert report.right.share >= 0.98, report.words
    # An altered answer that passes as the exact result is the same number: "0 million" as "0 billion".
    assert {Decimal(one.altered.strip("()%-").split()[0]) for one in report.accepted if one.exact} <= {
        Decimal(0)
    }
