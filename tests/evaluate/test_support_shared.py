"""The rules of support on real gold that they were not tuned on: what they say must be right, what they leave open
not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.evaluate.support import evaluate_support
from pipeline.evaluate.support_cases import read_support
from pipeline.evaluate.support_gold import AS_GIVEN
from pipeline.evaluate.support_report import CheckerReport
from pipeline.evaluate.support_tatqa import tatqa_cases
from pipeline.evidence.verdict import Verdict

EVERY = 3
"""One table in three of the test gold: the rest says the same and takes longer."""

MOST_WRONGLY_SUPPORTED = 0.02
MOST_WRONGLY_DENIED = 0.08
"""Of the true claims. Most of these are the gold's own: a percentage that only a caption calls one, a year that is said
elsewhere in the filing."""


@pytest.fixture(scope="module")
def tables(shared_data: Path) -> CheckerReport:
    gold = shared_data / "tatqa" / "tatqa_dataset_test_gold.json"
    contexts = json.loads(gold.read_text(encoding="utf-8"))[::EVERY]
    return evaluate_support(list(tatqa_cases(contexts)), gold.name).checkers[0]


def test_what_the_rules_call_supported_is(tables: CheckerReport) -> None:
    found = [one for one in tables.judged if one.verdict is Verdict.SUPPORTED]
    wrong = [one.words for one in found if not one.is_right]
    assert len(found) > 40, "they say so often enough to be of use"
    assert len(wrong) <= MOST_WRONGLY_SUPPORTED * len(found), "\n".join(wrong)


def test_the_rules_seldom_deny_a_true_claim(tables: CheckerReport) -> None:
    true = [one for one in tables.judged if one.case.kind == AS_GIVEN]
    denied = [one.words for one in true if one.verdict is Verdict.NOT_SUPPORTED]
    assert len(denied) <= MOST_WRONGLY_DENIED * len(true), "\n".join(denied)


def test_the_rules_beat_the_most_frequent_verdict(tables: CheckerReport) -> None:
    low, _ = tables.interval or (0.0, 0.0)
    assert low > (tables.base_f1 or 1.0)


def test_no_answer_made_wrong_is_supported_by_the_evidence_that_a_person_copied(shared_data: Path) -> None:
    cases = read_support(shared_data / "financebench" / "dev.jsonl")
    (rules,) = evaluate_support(cases, "financebench").checkers
    wrong = [
        one.words for one in rules.judged if one.verdict is Verdict.SUPPORTED and one.case.kind != AS_GIVEN
    ]
    assert len(cases) > 100
    assert wrong == []
