from __future__ import annotations

from itertools import product

import pytest

from pipeline.evidence.answer import Check, CheckKind, CheckOutcome
from pipeline.evidence.verdict import Verdict, support_of, verdict_of

RULES, MODEL = "pincite-rules-1", "model: m, support-1"
WORST_FIRST = (CheckOutcome.FAILED, CheckOutcome.AMBIGUOUS, CheckOutcome.PASSED, CheckOutcome.NOT_RUN)


def support(outcome: CheckOutcome, checker: str, detail: str = "") -> Check:
    return Check(CheckKind.SUPPORT, outcome, detail or f"{outcome.value}.", checker)


def test_nobody_who_looked_is_nobody_who_judged() -> None:
    figures = Check(CheckKind.FIGURES, CheckOutcome.PASSED, "2 of 2 found.", "pincite-code-1")
    nobody = support_of([figures])
    assert (nobody.verdict, nobody.detail, nobody.check) == (
        Verdict.NOT_JUDGED,
        "Nobody judged the support.",
        None,
    )


@pytest.mark.parametrize(("rules", "model"), list(product(WORST_FIRST, repeat=2)))
def test_the_worse_of_two_opinions_is_shown_in_either_order(rules: CheckOutcome, model: CheckOutcome) -> None:
    checks = [support(rules, RULES), support(model, MODEL)]
    worst = min(checks, key=lambda check: WORST_FIRST.index(check.outcome))
    assert support_of(checks) == support_of(checks[::-1])
    assert support_of(checks).verdict is verdict_of(worst)


def test_a_model_never_overrules_a_failure_of_the_rules() -> None:
    shown = support_of(
        [support(CheckOutcome.FAILED, RULES, "E1 says fell."), support(CheckOutcome.PASSED, MODEL)]
    )
    assert shown.verdict is Verdict.NOT_SUPPORTED
    assert shown.detail == "E1 says fell. The model m found it supported."


def test_a_verdict_that_is_the_models_alone_says_so() -> None:
    shown = support_of(
        [support(CheckOutcome.NOT_RUN, RULES), support(CheckOutcome.PASSED, MODEL, "It follows.")]
    )
    assert shown.verdict is Verdict.SUPPORTED
    assert shown.detail == "It follows. So judged by the model m. The rules could not tell."


def test_a_model_that_gave_no_verdict_leaves_the_rules_as_it_was() -> None:
    shown = support_of(
        [support(CheckOutcome.PASSED, RULES, "Word for word."), support(CheckOutcome.NOT_RUN, MODEL)]
    )
    assert shown.verdict is Verdict.SUPPORTED
    assert shown.detail == "Word for word. The model m could not tell."


def test_where_nobody_could_tell_each_says_why() -> None:
    shown = support_of(
        [
            support(CheckOutcome.NOT_RUN, RULES, "Not judged: “robust”."),
            support(CheckOutcome.NOT_RUN, MODEL, "No reply."),
        ]
    )
    assert (shown.verdict, shown.detail) == (Verdict.NOT_JUDGED, "Not judged: “robust”. No reply.")


def test_the_last_word_of_each_checker_counts() -> None:
    checks = [support(CheckOutcome.FAILED, MODEL), support(CheckOutcome.PASSED, MODEL)]
    assert support_of(checks).verdict is Verdict.SUPPORTED
