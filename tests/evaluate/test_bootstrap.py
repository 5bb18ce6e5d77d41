"""The interval of a mean."""

from __future__ import annotations

import math

import pytest

from pipeline.evaluate.bootstrap import estimate


def test_the_mean_lies_inside_its_interval_which_is_the_same_in_every_run() -> None:
    values = [1.0] * 30 + [0.0] * 10
    first, second = estimate(values), estimate(values)
    assert first is not None
    assert first == second
    assert (first.mean, first.count) == (0.75, 40)
    assert first.low < first.mean < first.high


def test_the_interval_is_about_that_of_the_binomial() -> None:
    found = estimate([1.0] * 100 + [0.0] * 100)
    assert found is not None
    half = 1.96 * math.sqrt(0.5 * 0.5 / 200)
    assert found.low == pytest.approx(0.5 - half, abs=0.01)
    assert found.high == pytest.approx(0.5 + half, abs=0.01)


def test_more_questions_make_it_narrower() -> None:
    few, many = estimate([1.0, 0.0] * 10), estimate([1.0, 0.0] * 200)
    assert few is not None
    assert many is not None
    assert many.high - many.low < (few.high - few.low) / 3


def test_of_nothing_there_is_no_mean() -> None:
    assert estimate([]) is None
