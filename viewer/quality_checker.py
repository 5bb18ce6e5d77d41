"""The checker of support against the reviewers: how often it says what they say, and what it takes for what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.evidence.review import ReviewVerdict
from pipeline.store.quality import Checked, CheckedCount
from viewer.rates import Rate

SAME: Final = {
    ReviewVerdict.SUPPORTED: CheckOutcome.PASSED,
    ReviewVerdict.PARTLY: CheckOutcome.AMBIGUOUS,
    ReviewVerdict.NOT_SUPPORTED: CheckOutcome.FAILED,
}
"""What the checker says where it says what reviewers say. Other verdicts do not judge the support."""

OUTCOMES: Final = (
    CheckOutcome.PASSED,
    CheckOutcome.AMBIGUOUS,
    CheckOutcome.FAILED,
    CheckOutcome.NOT_RUN,
)


@dataclass(frozen=True, slots=True)
class CheckerView:
    """`table` counts claims by the reviewers' verdict and the checker's outcome. Of `claims` claims, `judged` have a
    final verdict of whatever kind, and on `disputed` reviewers differ."""

    table: Mapping[tuple[ReviewVerdict, CheckOutcome], int]
    claims: int
    judged: int
    disputed: int

    def count(self, verdict: ReviewVerdict, outcome: CheckOutcome) -> int:
        return self.table.get((verdict, outcome), 0)

    @property
    def disagreement(self) -> Rate:
        """Of the claims that both judged, those on which they differ."""
        both = [(verdict, outcome) for verdict in SAME for outcome in OUTCOMES[:3]]
        total = sum(self.count(*key) for key in both)
        return Rate(total - sum(self.count(verdict, SAME[verdict]) for verdict in SAME), total)

    @property
    def unjudged(self) -> int:
        """Claims that reviewers judged and the checker did not."""
        return sum(self.count(verdict, CheckOutcome.NOT_RUN) for verdict in SAME)

    @property
    def macro_f1(self) -> float | None:
        """The mean F1 of the verdicts that reviewers gave, over the claims that both judged; None of nothing."""
        found = [_f1(self, verdict) for verdict in SAME if self._of(verdict)]
        return sum(found) / len(found) if found else None

    @property
    def base_macro_f1(self) -> float | None:
        """What saying the reviewers' commonest verdict of every claim would reach."""
        given = [self._of(verdict) for verdict in SAME if self._of(verdict)]
        if not given:
            return None
        share = max(given) / sum(given)
        return 2 * share / (1 + share) / len(given)

    def _of(self, verdict: ReviewVerdict) -> int:
        return sum(self.count(verdict, outcome) for outcome in OUTCOMES[:3])


def checker_view(rows: Iterable[CheckedCount]) -> CheckerView:
    """From counts as they come from the store."""
    table: Counter[tuple[ReviewVerdict, CheckOutcome]] = Counter()
    claims = judged = disputed = 0
    for row in rows:
        if row.checked is Checked.CITATION:
            continue
        claims += row.count
        judged += row.count if row.verdict is not None else 0
        disputed += row.count if row.is_disputed else 0
        if row.verdict in SAME:
            table[row.verdict, row.outcomes.get(CheckKind.SUPPORT, CheckOutcome.NOT_RUN)] += row.count
    return CheckerView(dict(table), claims, judged, disputed)


def _f1(view: CheckerView, verdict: ReviewVerdict) -> float:
    right = view.count(verdict, SAME[verdict])
    said = sum(view.count(other, SAME[verdict]) for other in SAME)
    given = sum(view.count(verdict, outcome) for outcome in OUTCOMES[:3])
    return 2 * right / (said + given) if right else 0.0
