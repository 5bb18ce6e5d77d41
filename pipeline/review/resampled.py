"""Cohen's κ and Krippendorff's α of many resamples of claims at once.

The library computes a coefficient from every single verdict, in some 10 ms for a thousand claims; an interval needs
thousands of resamples. Claims that were judged alike are interchangeable, so a resample is a count of each kind of
claim, and all of a coefficient's sums are one matrix product. Tests hold these against the library's values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.evidence.resampling import RESAMPLES, SEED
from pipeline.evidence.review import ReviewVerdict

Ratings = tuple[tuple[ReviewVerdict | None, ...], ...]
"""What each reviewer (column) said of each claim (row); None where they did not judge it."""

_Array = NDArray[np.float64]

_PLACES: Final = {verdict: place for place, verdict in enumerate(ReviewVerdict)}
_SIZE: Final = len(_PLACES)

_AT_ONCE: Final = 500
"""Resamples drawn together: with a thousand claims that all differ, 4 MB."""


def resampled_kappa(ratings: Ratings) -> _Array:
    """Cohen's κ of RESAMPLES resamples of the claims: of two reviewers, or the mean of all pairs that have one. NaN
    where none has."""
    kinds, counts = _kinds(ratings)
    pairs = list(combinations(range(len(ratings[0])), 2))
    tables = np.stack([_pair_tables(kinds, pair) for pair in pairs])
    return np.concatenate([_mean_kappa(draws, tables) for draws in _draws(counts)])


def resampled_alpha(ratings: Ratings) -> _Array:
    """Krippendorff's nominal α of RESAMPLES resamples of the claims; NaN where one has none."""
    kinds, counts = _kinds(ratings)
    coincidences = np.stack([_coincidences(kind) for kind in kinds])
    return np.concatenate([_alpha(np.tensordot(draws, coincidences, 1)) for draws in _draws(counts)])


def _kinds(ratings: Ratings) -> tuple[list[tuple[ReviewVerdict | None, ...]], NDArray[np.int64]]:
    """Each way in which a claim was judged, and how many claims were."""
    counted = Counter(ratings)
    return list(counted), np.array(list(counted.values()), dtype=np.int64)


def _draws(counts: NDArray[np.int64]) -> list[_Array]:
    """RESAMPLES times as many claims as there are, drawn with replacement: how often each kind (n, kinds)."""
    generator, total = np.random.default_rng(SEED), int(counts.sum())
    return [
        generator.multinomial(total, counts / total, size=_AT_ONCE).astype(np.float64)
        for _ in range(RESAMPLES // _AT_ONCE)
    ]


def _pair_tables(kinds: Sequence[tuple[ReviewVerdict | None, ...]], pair: tuple[int, int]) -> _Array:
    """What a claim of each kind adds to the table of two reviewers (kinds, verdict of one, verdict of the other)."""
    tables = np.zeros((len(kinds), _SIZE, _SIZE))
    for number, kind in enumerate(kinds):
        one, other = kind[pair[0]], kind[pair[1]]
        if one is not None and other is not None:
            tables[number, _PLACES[one], _PLACES[other]] = 1
    return tables


def _mean_kappa(draws: _Array, tables: _Array) -> _Array:
    values = np.stack([_kappa(np.tensordot(draws, table, 1)) for table in tables])
    known = ~np.isnan(values)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(known, values, 0).sum(axis=0) / known.sum(axis=0))


def _kappa(table: _Array) -> _Array:
    """(n, verdicts, verdicts) → (n,): (observed - expected) / (1 - expected)."""
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = table / table.sum(axis=(1, 2), keepdims=True)
        observed = np.trace(shares, axis1=1, axis2=2)
        expected = (shares.sum(axis=1) * shares.sum(axis=2)).sum(axis=1)
        return _where_defined(observed - expected, 1 - expected)


def _coincidences(kind: tuple[ReviewVerdict | None, ...]) -> _Array:
    """What a claim adds to the coincidence matrix: each ordered pair of its verdicts, by one less than their number."""
    counts = np.zeros(_SIZE)
    for verdict in kind:
        if verdict is not None:
            counts[_PLACES[verdict]] += 1
    return np.asarray((np.outer(counts, counts) - np.diag(counts)) / (counts.sum() - 1))


def _alpha(coincidences: _Array) -> _Array:
    """(n, verdicts, verdicts) → (n,): 1 - observed disagreement / expected disagreement."""
    of_verdict = coincidences.sum(axis=2)
    total = of_verdict.sum(axis=1)
    observed = total - np.trace(coincidences, axis1=1, axis2=2)
    expected = (total**2 - (of_verdict**2).sum(axis=1)) / (total - 1)
    return _where_defined(expected - observed, expected)


def _where_defined(numerator: _Array, denominator: _Array) -> _Array:
    """NaN where there is nothing to divide by but a rounding error."""
    defined = np.abs(denominator) > 1e-12
    return np.asarray(np.where(defined, numerator / np.where(defined, denominator, 1), np.nan))
