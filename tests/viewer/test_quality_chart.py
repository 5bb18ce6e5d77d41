"""The chart: its lines are told apart without their colours, its names do not lie over each other."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import altair
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.theme import COLOURS, DARK, LIGHT
from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.store.quality import Checked, CheckedCount
from viewer.label_places import spread
from viewer.quality_chart import MOST_LINES, Chart, quality_chart
from viewer.quality_views import Alerts, quality_view

THIS = date(2026, 11, 23)
FIRST = THIS - timedelta(weeks=11)


def counted(
    model: str | None, prompt: str | None, week: date, failed: int, passed: int
) -> list[CheckedCount]:
    return [
        CheckedCount(
            week,
            model,
            prompt,
            Checked.CITATION,
            {CheckKind.VERBATIM: outcome},
            {},
            False,
            "p",
            "r",
            count,
            0,
        )
        for outcome, count in ((CheckOutcome.FAILED, failed), (CheckOutcome.PASSED, passed))
        if count
    ]


def chart(rows: list[CheckedCount], theme: str = LIGHT) -> Chart:
    return quality_chart(quality_view(rows, FIRST, THIS, Alerts(0.03)), COLOURS[theme])


ROWS = [
    *counted("a", "answer-1", FIRST, 6, 94),
    *counted("a", "answer-1", FIRST + timedelta(weeks=4), 5, 5),
    *counted("a", "answer-2", THIS - timedelta(weeks=3), 4, 96),
    *counted("a", "answer-2", THIS, 2, 98),
    *counted("b", "answer-2", THIS, 0, 40),
    *counted(None, None, THIS, 0, 12),
]


def marks(drawn: Chart, kind: str) -> list[dict[str, Any]]:
    return [layer for layer in drawn.spec["layer"] if layer["mark"]["type"] == kind]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("rows", [ROWS, ROWS[:1], ROWS[-1:]])
def test_the_specification_is_one_that_vega_lite_knows(theme: str, rows: list[CheckedCount]) -> None:
    altair.LayerChart.from_dict(chart(rows, theme).spec)


def test_lines_of_one_model_share_a_dash_and_of_two_models_do_not() -> None:
    (line,) = marks(chart(ROWS), "line")
    scale = line["encoding"]["strokeDash"]["scale"]
    dashes = dict(zip(scale["domain"], map(tuple, scale["range"]), strict=True))
    assert dashes["a, answer-1"] == dashes["a, answer-2"]
    assert len({dashes["a, answer-2"], dashes["b, answer-2"], dashes["Extractive, no model"]}) == 3


def test_each_line_has_its_last_rate_and_name_at_its_end_and_says_when_it_ended() -> None:
    names, rates = (
        [label[field] for label in layer["data"]["values"]]
        for field in ("name", "rate")
        for layer in marks(chart(ROWS), "text")
        if layer["encoding"]["text"]["field"] == field
    )
    assert dict(zip(names, rates, strict=True)) == {
        "a, answer-2": "2.0%",
        "b, answer-2": "0.0%",
        "Extractive, no model": "0.0%",
        "a, answer-1 (to 5 Oct)": "50.0%",
    }


def test_a_week_of_few_citations_is_marked_so_and_so_is_a_prompt_that_was_replaced() -> None:
    (points,) = marks(chart(ROWS), "point")
    told = {(one["name"], one["week"]): (one["few"], one["older"]) for one in points["data"]["values"]}
    assert told["a, answer-1", FIRST.isoformat()] == (False, True)
    assert told["a, answer-1", "2026-10-05"] == (True, True)
    assert told["a, answer-2", THIS.isoformat()] == (False, False)


def test_the_alert_and_a_prompts_first_use_have_lines_with_words() -> None:
    said = [
        value["text"]
        for layer in marks(chart(ROWS), "text")
        for value in layer["data"]["values"]
        if "text" in value
    ]
    assert said == ["answer-2 first used", "Alert 3.0%"]
    assert len(marks(chart(ROWS), "rule")) == 2
    only = [layer["data"]["values"] for layer in marks(chart(ROWS[2:3]), "rule")]
    assert len(only) == 1, "the only prompt has nothing to be compared with"


def test_every_point_and_the_alert_lie_on_the_axis() -> None:
    for rows in (ROWS, counted("a", "answer-1", THIS, 9, 1), counted("a", "answer-1", THIS, 0, 9)):
        (points,) = marks(chart(rows), "point")
        low, high = points["encoding"]["y"]["scale"]["domain"]
        assert all(low <= one["share"] <= high for one in points["data"]["values"])
        assert low <= 0.03 < high <= 1


def test_the_chart_is_told_in_words() -> None:
    assert chart(ROWS[2:6]).words == (
        "Share of citations failing by week, alert at 3.0%. "
        "a, answer-2: 4.0% in the week of 2 Nov; a, answer-1: 50.0% in the week of 5 Oct."
    )


def test_lines_without_room_are_counted() -> None:
    rows = [row for number in range(MOST_LINES + 3) for row in counted(f"m{number}", "answer-1", THIS, 1, 50)]
    assert chart(rows).left_out == 3
    assert chart(ROWS).left_out == 0


shares = st.lists(st.floats(0, 1, allow_nan=False), max_size=MOST_LINES)


@given(shares)
def test_names_keep_their_order_their_distance_and_the_chart(values: list[float]) -> None:
    moved = spread(values, 0.08, 1.0)
    order = sorted(range(len(values)), key=lambda index: values[index])
    for lower, higher in pairwise(order):
        assert moved[higher] - moved[lower] >= 0.08 - 1e-9
    assert all(-1e-9 <= value <= 1 + 1e-9 for value in moved)


@given(shares)
def test_names_that_are_apart_stay_where_they_are(values: list[float]) -> None:
    apart = [0.1 + 0.11 * number for number in range(len(values))]
    assert spread(apart, 0.08, 1.0) == pytest.approx(apart)


def test_names_of_equal_rates_stand_around_them() -> None:
    assert spread([0.5, 0.5, 0.5], 0.1, 1.0) == pytest.approx([0.4, 0.5, 0.6])
    assert spread([0.0, 0.0], 0.1, 1.0) == pytest.approx([0.0, 0.1])
    assert spread([1.0, 1.0], 0.1, 1.0) == pytest.approx([0.9, 1.0])
    assert spread([], 0.1, 1.0) == []


def test_colours_are_those_of_the_theme() -> None:
    used: defaultdict[str, set[str]] = defaultdict(set)
    for theme in (LIGHT, DARK):
        (line,) = marks(chart(ROWS, theme), "line")
        used[theme] = set(line["encoding"]["color"]["scale"]["range"])
        assert used[theme] <= set(COLOURS[theme].values())
    assert not used[LIGHT] & used[DARK]
