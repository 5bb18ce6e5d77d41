"""How far reviewers agree: raw agreement, Cohen's κ (J. Cohen, 1960) of two, Krippendorff's α (K. Krippendorff, 1980)
of any number, each with its interval.

The five verdicts are categories without an order, and "can't tell" is one of them: to say so is an answer too. Where
chance alone leaves nothing to tell, because everybody always said the same, a coefficient has no value, and says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from statistics import fmean
from typing import Final
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from pipeline.evidence.resampling import CONFIDENCE, percentile_bounds
from pipeline.evidence.review import Judgement, ReviewRole, ReviewVerdict
from pipeline.review.resampled import Ratings, resampled_alpha, resampled_kappa

MOST_UNDEFINED: Final = 0.05
"""Share of resamples in which a coefficient has no value, beyond which its bounds would be those of other claims."""


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A measure of agreement: 1 is full agreement, 0 what chance gives. `value` is None where it has none, `interval`
    where too little is known; `why` says why."""

    value: float | None
    interval: tuple[float, float] | None = None
    why: str = ""

    @property
    def words(self) -> str:
        """ "0.78", "–" where there is none."""
        return "–" if self.value is None else f"{self.value:.2f}"

    @property
    def interval_words(self) -> str:
        """ "95% 0.61 to 0.92", or why there is none."""
        if self.interval is None:
            return self.why
        low, high = self.interval
        return f"{CONFIDENCE:.0%} {low:.2f} to {high:.2f}"


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two reviewers over the `shared` claims that both judged; of `agreed` they said the same."""

    first: str
    second: str
    shared: int
    agreed: int
    kappa: Coefficient


@dataclass(frozen=True, slots=True)
class Agreement:
    """All reviewers over the `shared` claims that at least two of them judged; of `agreed` all said the same. `kappa`
    is that of the two reviewers, and the mean of their pairs' where there are more (R. J. Light, 1971)."""

    shared: int
    agreed: int
    kappa: Coefficient
    alpha: Coefficient
    pairs: tuple[PairAgreement, ...]


NOBODY: Final = "No claim has been judged by two reviewers yet."
_TOO_ALIKE: Final = "Every shared claim got the same verdict, so nothing tells agreement from chance."
_ONE_CLAIM: Final = "One shared claim is too few to say how sure this is."
_UNSURE: Final = "The shared claims are too few or too alike to say how sure this is."


def agreement(judgements: Iterable[Judgement]) -> Agreement:
    """The agreement of reviewers, from verdicts that count; adjudicators', who saw what the others said, are left
    out."""
    claims: dict[tuple[UUID, int], dict[UUID, ReviewVerdict]] = {}
    names: dict[UUID, str] = {}
    for one in judgements:
        if one.role is ReviewRole.REVIEWER and one.counts:
            claims.setdefault((one.answer_id, one.claim), {})[one.reviewer_id] = one.verdict
            names[one.reviewer_id] = one.reviewer
    shared = [said for said in claims.values() if len(said) > 1]
    people = sorted({person for said in shared for person in said}, key=lambda one: (names[one], one.int))
    rows = Counter(tuple(said.get(person) for person in people) for said in shared)
    # Sorted: the draws do not depend on the order in which claims were judged.
    ratings = tuple(sorted(rows.elements(), key=_order))
    return _measured(tuple(names[person] for person in people), ratings)


def _order(row: Sequence[ReviewVerdict | None]) -> tuple[str, ...]:
    return tuple(one or "" for one in row)


@lru_cache(maxsize=16)
def _measured(names: tuple[str, ...], ratings: Ratings) -> Agreement:
    """Kept for the last few sets of verdicts: it is asked for each time that a page is drawn."""
    if not ratings:
        return Agreement(0, 0, Coefficient(None, None, NOBODY), Coefficient(None, None, NOBODY), ())
    pairs = tuple(_pairs(names, ratings))
    agreed = sum(len({one for one in row if one is not None}) == 1 for row in ratings)
    return Agreement(len(ratings), agreed, _kappa(pairs, ratings), _alpha(ratings), pairs)


def _pairs(names: Sequence[str], ratings: Ratings) -> Iterator[PairAgreement]:
    for first, second in combinations(range(len(names)), 2):
        shared = _of_pair(ratings, first, second)
        if shared:
            agreed = sum(one == other for one, other in shared)
            yield PairAgreement(names[first], names[second], len(shared), agreed, _cohens_kappa(shared))


def _of_pair(ratings: Ratings, first: int, second: int) -> Ratings:
    return tuple(
        (row[first], row[second]) for row in ratings if row[first] is not None and row[second] is not None
    )


def _kappa(pairs: Sequence[PairAgreement], ratings: Ratings) -> Coefficient:
    if len(pairs) == 1:
        return pairs[0].kappa
    known = [pair.kappa.value for pair in pairs if pair.kappa.value is not None]
    if not known:
        return Coefficient(None, None, _TOO_ALIKE)
    return _with_interval(fmean(known), ratings, resampled_kappa)


def _cohens_kappa(shared: Ratings) -> Coefficient:
    if len({one for row in shared for one in row}) == 1:
        return Coefficient(None, None, _TOO_ALIKE)
    return _with_interval(_task(shared).kappa_pairwise("0", "1"), shared, resampled_kappa)


def _alpha(ratings: Ratings) -> Coefficient:
    if len({one for row in ratings for one in row if one is not None}) == 1:
        return Coefficient(None, None, _TOO_ALIKE)
    return _with_interval(_task(ratings).alpha(), ratings, resampled_alpha)


def _with_interval(
    value: float, ratings: Ratings, resample: Callable[[Ratings], NDArray[np.float64]]
) -> Coefficient:
    if len(ratings) == 1:
        return Coefficient(value, None, _ONE_CLAIM)
    values = resample(ratings)
    defined = values[~np.isnan(values)]
    if len(defined) < (1 - MOST_UNDEFINED) * len(values):
        return Coefficient(value, None, _UNSURE)
    return Coefficient(value, percentile_bounds(defined))


class _Task:
    """What is used of the library's task, with its types."""

    def __init__(self, triples: Sequence[tuple[str, str, str]]) -> None:
        # Loading it takes a second and 100 MB, which only somebody who asks for agreement should pay for.
        from nltk.metrics.agreement import AnnotationTask

        self._task = AnnotationTask(triples)

    def kappa_pairwise(self, first: str, second: str) -> float:
        return float(self._task.kappa_pairwise(first, second))

    def alpha(self) -> float:
        return float(self._task.alpha())


def _task(ratings: Ratings) -> _Task:
    return _Task(
        [
            (str(person), str(claim), verdict.value)
            for claim, row in enumerate(ratings)
            for person, verdict in enumerate(row)
            if verdict is not None
        ]
    )
