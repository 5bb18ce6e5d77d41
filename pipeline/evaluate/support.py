"""How often are the verdicts on support right? Of the rules, of a model where one is configured, and of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pipeline.answer.support.rules import support_by_rules
from pipeline.answer.writer import Judge
from pipeline.evaluate.support_gold import SupportCase
from pipeline.evaluate.support_report import CheckerReport, Judged, SupportReport
from pipeline.evidence.agreement import find_figures
from pipeline.evidence.answer import Check
from pipeline.evidence.verdict import support_of, verdict_of

Told = Callable[[int, int], None]
"""Called with (cases done, cases in all)."""

RULES, BOTH = "rules", "rules and model, as shown"


def evaluate_support(
    cases: Sequence[SupportCase],
    source: str,
    judge: Judge | None = None,
    told: Told = lambda done, total: None,
) -> SupportReport:
    """Every case judged by the rules, and by `judge` when there is one."""
    by_rules: list[Judged] = []
    by_model: list[Judged] = []
    shown: list[Judged] = []
    for done, case in enumerate(cases, start=1):
        rules = rules_check(case)
        by_rules.append(_judged(case, rules))
        if judge is not None:
            model = judge.judge(case.claim, case.quotes)
            by_model.append(_judged(case, model))
            both = support_of([rules, model])
            shown.append(Judged(case, both.verdict, both.detail, both.check.reason if both.check else None))
        told(done, len(cases))
    checkers = [CheckerReport(RULES, tuple(by_rules))]
    if judge is not None:
        checkers += [
            CheckerReport(f"model: {judge.name}", tuple(by_model)),
            CheckerReport(BOTH, tuple(shown)),
        ]
    return SupportReport(source, tuple(checkers))


def rules_check(case: SupportCase) -> Check:
    """What the rules say of a case, its figures found first."""
    return support_by_rules(case.claim, find_figures(case.claim, case.evidence), case.evidence)


def _judged(case: SupportCase, check: Check) -> Judged:
    return Judged(case, verdict_of(check), check.detail, check.reason)
