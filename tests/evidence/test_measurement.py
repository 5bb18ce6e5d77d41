"""A figure holds together, reads in words, and comes back from JSON."""

from __future__ import annotations

import json
from uuid import UUID

import pytest

from pipeline.evidence.measurement import (
    ClaimAddress,
    InvalidMeasurement,
    MeasuredFigure,
    PageAddress,
    Unit,
    address_of,
)

PAGE = MeasuredFigure("page", "right page", Unit.SHARE, 304 / 308, 308, 0.967, 0.995, 304)
WAIT = MeasuredFigure("wait", "seconds", Unit.SECONDS, 0.314, 1, 0.2, 0.41, more_is_better=False)
STEPS = MeasuredFigure("steps", "keys", Unit.STEPS, 1.0, 12, more_is_better=False)
NOTHING = MeasuredFigure("page", "right page", Unit.SHARE, None, 0, count=0)


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        (PAGE, "98.7% (304 of 308) 95% 96.7 to 99.5%"),
        (WAIT, "0.31 s (1 case) 95% 0.20 to 0.41 s"),
        (STEPS, "1 step (12 cases)"),
        (NOTHING, "– (0 of 0)"),
    ],
)
def test_a_figure_says_its_value_its_count_and_its_interval(figure: MeasuredFigure, words: str) -> None:
    assert figure.words == words


@pytest.mark.parametrize("figure", [PAGE, WAIT, STEPS, NOTHING])
def test_a_figure_comes_back_from_json(figure: MeasuredFigure) -> None:
    assert MeasuredFigure.from_json(json.loads(json.dumps(figure.to_json()))) == figure


@pytest.mark.parametrize(
    "wrong",
    [
        {"key": ""},
        {"value": None},
        {"total": 0},
        {"count": 309},
        {"count": None},
        {"low": None},
        {"low": 0.996},
        {"value": float("nan")},
    ],
)
def test_a_figure_that_contradicts_itself_cannot_be_made(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidMeasurement):
        MeasuredFigure.from_json(PAGE.to_json() | wrong)


@pytest.mark.parametrize("address", [ClaimAddress(UUID(int=7), 2, "E3.1"), PageAddress(UUID(int=8), 4), None])
def test_an_address_comes_back_from_json(address: ClaimAddress | PageAddress | None) -> None:
    assert address_of(address.to_json() if address else None) == address


@pytest.mark.parametrize("value", [{}, {"answer": "7", "claim": 1}, {"document": str(UUID(int=1))}])
def test_what_leads_nowhere_is_no_address(value: dict[str, object]) -> None:
    with pytest.raises(InvalidMeasurement):
        address_of(value)
