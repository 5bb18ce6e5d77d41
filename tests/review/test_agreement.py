"""Agreement is what its authors' worked examples say, has an interval, and says why where it has no value."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import combinations
from uuid import UUID

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.evidence.resampling import RESAMPLES
from pipeline.evidence.review import REASONS, Judgement, ReviewRole, ReviewVerdict
from pipeline.review import agreement as measured
from pipeline.review import resampled
from pipeline.review.agreement import NOBODY, Agreement, agreement

VERDICTS = list(ReviewVerdict)
ANSWER = UUID(int=1)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def said(*reviewers: str, role: ReviewRole = ReviewRole.REVIEWER) -> list[Judgement]:
    """Verdicts of each reviewer on claims 1, 2, …: a digit is the verdict of that key, a point none."""
    found = []
    for person, digits in enumerate(reviewers):
        for claim, digit in enumerate(digits.replace(" ", ""), start=1):
            if digit == ".":
                continue
            verdict = VERDICTS[int(digit) - 1]
            reason = REASONS[verdict][0] if REASONS[verdict] else None
            number = UUID(int=1000 * person + claim)
            reviewer = UUID(int=person + 1)
            name = f"Reviewer {person}"
            found.append(Judgement(number, ANSWER, claim, reviewer, name, role, verdict, NOON, reason))
    return found


def table(*rows: Sequence[int]) -> Agreement:
    """Two reviewers by how often each pair of verdicts was given."""
    pairs = [
        (str(one + 1), str(other + 1))
        for one, row in enumerate(rows)
        for other, count in enumerate(row)
        for _ in range(count)
    ]
    return agreement(said("".join(one for one, _ in pairs), "".join(other for _, other in pairs)))


def test_cohens_kappa_is_that_of_worked_examples() -> None:
    # The two tables that show what κ adds to raw agreement: the same 60 of 100 agree in both.
    assert table((45, 15), (25, 15)).kappa.value == pytest.approx(0.1304, abs=5e-5)
    assert table((25, 35), (5, 35)).kappa.value == pytest.approx(0.2593, abs=5e-5)
    # Two readers of fifty grant proposals.
    assert table((20, 5), (10, 15)).kappa.value == pytest.approx(0.4)


def test_krippendorffs_alpha_is_that_of_worked_examples() -> None:
    # Krippendorff, Computing Krippendorff's alpha-reliability (2011), B: two observers, twelve units, five values.
    two = agreement(said("112243335441", "212223335444"))
    assert two.alpha.value == pytest.approx(0.692, abs=5e-4)
    # C: four observers who did not see every unit; the last unit has one value and counts nothing.
    four = agreement(said("123321412...", "1233224125.3", ".3332342251.", "12332441251."))
    assert four.alpha.value == pytest.approx(0.743, abs=5e-4)
    assert four.shared == 11


def test_claims_are_counted_that_two_reviewers_judged() -> None:
    found = agreement(said("111.5", "112.5", "11.4."))
    assert (found.shared, found.agreed) == (4, 3)
    assert [(pair.first, pair.second, pair.shared, pair.agreed) for pair in found.pairs] == [
        ("Reviewer 0", "Reviewer 1", 4, 3),
        ("Reviewer 0", "Reviewer 2", 2, 2),
        ("Reviewer 1", "Reviewer 2", 2, 2),
    ]


def test_the_kappa_of_more_than_two_is_the_mean_of_their_pairs() -> None:
    found = agreement(said("12121212", "12121221", "12212112"))
    values = [pair.kappa.value for pair in found.pairs]
    assert found.kappa.value == pytest.approx(sum(value or 0 for value in values) / 3)
    assert found.kappa.interval is not None


def test_adjudicators_and_withdrawn_verdicts_are_no_part_of_it() -> None:
    first, second = said("1212", "1212"), said("2121", "....", role=ReviewRole.ADJUDICATOR)
    assert agreement([*first, *second]) == agreement(first)


@pytest.mark.parametrize("reviewers", [(), ("1234",), ("12..", "..12")])
def test_without_shared_claims_nothing_is_measured(reviewers: tuple[str, ...]) -> None:
    found = agreement(said(*reviewers))
    assert (found.shared, found.agreed, found.pairs) == (0, 0, ())
    for one in (found.kappa, found.alpha):
        assert (one.value, one.words, one.interval_words) == (None, "–", NOBODY)


def test_where_all_say_the_same_chance_cannot_be_told() -> None:
    found = agreement(said("1111", "1111"))
    assert (found.shared, found.agreed) == (4, 4)
    for one in (found.kappa, found.alpha, found.pairs[0].kappa):
        assert one.value is None
        assert "same verdict" in one.interval_words


def test_too_few_claims_have_a_value_and_no_interval() -> None:
    one = agreement(said("1", "2"))
    assert (one.kappa.value, one.kappa.interval) == (0, None)
    assert "One shared claim" in one.kappa.interval_words
    alike = agreement(said("111111111112", "111111111112"))
    assert (alike.kappa.value, alike.kappa.interval) == (1, None)
    assert "too alike" in alike.alpha.interval_words


def test_an_interval_holds_its_value_and_narrows_with_more_claims() -> None:
    few, many = agreement(said("12312" * 4, "12311" * 4)), agreement(said("12312" * 40, "12311" * 40))
    for coefficients in ((few.kappa, many.kappa), (few.alpha, many.alpha)):
        widths = []
        for one in coefficients:
            assert one.value is not None
            assert one.interval is not None
            low, high = one.interval
            assert low < one.value < high
            widths.append(high - low)
        assert widths[1] < widths[0] / 2
    assert many.kappa.interval_words.startswith("95% 0.")


def test_the_order_of_claims_and_reviewers_changes_nothing() -> None:
    judgements = said("1231241", "1211341")
    assert agreement(judgements) == agreement(reversed(judgements))


ROWS = st.lists(
    st.tuples(*[st.sampled_from([None, *VERDICTS])] * 3).filter(
        lambda row: sum(one is not None for one in row) > 1
    ),
    min_size=2,
    max_size=30,
)


@settings(max_examples=60, deadline=None)
@given(ROWS)
def test_resamples_are_measured_as_the_library_measures(rows: list[tuple[ReviewVerdict | None, ...]]) -> None:
    ratings = tuple(rows)
    kinds, counts = resampled._kinds(ratings)
    weights = counts.astype(float)[None, :]
    if len({one for row in ratings for one in row if one is not None}) > 1:
        coincidences = np.stack([resampled._coincidences(kind) for kind in kinds])
        (alpha,) = resampled._alpha(np.tensordot(weights, coincidences, 1))
        assert alpha == pytest.approx(measured._task(ratings).alpha())
    for pair in combinations(range(3), 2):
        shared = measured._of_pair(ratings, *pair)
        if len({one for row in shared for one in row}) > 1:
            tables = resampled._pair_tables(kinds, pair)
            (kappa,) = resampled._kappa(np.tensordot(weights, tables, 1))
            assert kappa == pytest.approx(measured._task(shared).kappa_pairwise("0", "1"))


def test_resamples_draw_as_many_claims_as_there_are() -> None:
    draws = resampled._draws(np.array([3, 4, 5]))
    assert sum(len(one) for one in draws) == RESAMPLES
    assert {float(row.sum()) for one in draws for row in one} == {12.0}
