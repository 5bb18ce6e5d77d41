"""The chart of failures: a line a model and prompt, parser, form or kind of file, each with its name at its end, and
the alert's line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from viewer.label_places import spread
from viewer.quality_layers import LAYER_WORDS, noun_of
from viewer.quality_series import SeriesView
from viewer.quality_views import QualityView
from viewer.rates import percent
from viewer.words import shortened

Spec = dict[str, Any]

MOST_LINES: Final = 8
"""Lines whose names still find room beside the chart."""

HEIGHT: Final = 280
"""Pixels of the whole chart."""

_LABEL_ROW: Final = 17
"""Pixels between two names beside the chart."""

_PLOT_HEIGHT: Final = HEIGHT - 44
"""Pixels between the chart's axes: below are the weeks."""

_MOST_NAME: Final = 30
"""Characters of a name that the gutter holds."""

_DASHES: Final = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3])
"""A line's dashes by its model, or what else lines are of: whoever cannot tell the colours apart tells these."""

_INKS: Final = ("accent", "ink", "none", "ink-2")
"""A line's colour by the same."""

_OLDER: Final = 0.55
"""Opacity of the line of a prompt that a later one has replaced. Its name is as legible as the others."""

MOST_FIRST_USES: Final = 3
"""Prompts whose first use is marked: the newest."""

_MOST_TICKS: Final = 7


@dataclass(frozen=True, slots=True)
class Chart:
    """A Vega-Lite specification with its data, what it shows in words, and how many lines had no room."""

    spec: Spec
    words: str
    left_out: int


def quality_chart(view: QualityView, colours: Mapping[str, str]) -> Chart:
    """The chart in a theme's colours, by the names of tokens.css."""
    lines = view.series[:MOST_LINES]
    top = _top(lines, view.alert_rate)
    groups = list(dict.fromkeys(one.key.group for one in lines))
    ends = spread([one.last.rate.share or 0 for one in lines], top * _LABEL_ROW / _PLOT_HEIGHT, top)
    points = [_point(one, number) for number, one in enumerate(lines) for number in range(len(one.weeks))]
    labels = [_label(one, end, view.this) for one, end in zip(lines, ends, strict=True)]
    names = [one.name for one in lines]
    looks = [groups.index(one.key.group) for one in lines]
    colour = {
        "field": "name",
        "type": "nominal",
        "legend": None,
        "scale": {"domain": names, "range": [colours[_INKS[look % len(_INKS)]] for look in looks]},
    }
    dash = {
        "field": "name",
        "type": "nominal",
        "legend": None,
        "scale": {"domain": names, "range": [_DASHES[look % len(_DASHES)] for look in looks]},
    }
    x = _weeks_axis(view, colours)
    y = _rate_axis(top, colours)
    line = {"x": x, "y": y, "color": colour, "opacity": _opacity()}
    spec: Spec = {
        "height": HEIGHT,
        "padding": {"left": 4, "right": 4, "top": 12, "bottom": 4},
        "config": {"view": {"stroke": None}},
        "layer": [
            *_first_uses(view, x, colours),
            *_alert(view.alert_rate, x, y, colours),
            {
                "data": {"values": points},
                "mark": {"type": "line", "strokeWidth": 2},
                "encoding": line | {"strokeDash": dash},
            },
            {
                "data": {"values": points},
                "mark": {"type": "point", "size": 34, "strokeWidth": 1.6, "opacity": 1},
                "encoding": line | {"fill": _fill(names, colour, colours), "tooltip": _TOOLTIP},
            },
            *_names(labels, x, y, colours),
        ],
    }
    return Chart(spec, _words(lines, view), len(view.series) - len(lines))


def week_words(week: date) -> str:
    """ "23 Nov"."""
    return f"{week.day} {week:%b}"


_TOOLTIP: Final = [
    {"field": "name", "type": "nominal", "title": "Of"},
    {"field": "said", "type": "nominal", "title": "Week of"},
    {"field": "rate", "type": "nominal", "title": "Failing"},
    {"field": "count", "type": "nominal", "title": "Failed"},
    {"field": "interval", "type": "nominal", "title": "Interval"},
]


def _point(one: SeriesView, number: int) -> dict[str, object]:
    week = one.weeks[number]
    return {
        "name": one.name,
        "week": week.week.isoformat(),
        "said": week_words(week.week),
        "share": week.rate.share,
        "rate": week.rate.words,
        "count": week.rate.count_words,
        "interval": week.rate.interval_words,
        "few": week.has_few,
        "older": not one.is_newest,
    }


def _label(one: SeriesView, end: float, this: date) -> dict[str, object]:
    is_over = one.last.week < this - timedelta(weeks=1)
    until = f" (to {week_words(one.last.week)})" if is_over else ""
    return {
        "end": end,
        "rate": one.last.rate.words,
        "name": shortened(one.name, _MOST_NAME - len(until)) + until,
        "older": not one.is_newest,
    }


def _top(lines: Sequence[SeriesView], alert_rate: float) -> float:
    """Where the rates' axis ends: above all of them and the alert."""
    highest = max((week.rate.share or 0 for one in lines for week in one.weeks), default=0)
    return min(max(highest * 1.08, alert_rate * 1.6, 0.02), 1.0)


def _weeks_axis(view: QualityView, colours: Mapping[str, str]) -> Spec:
    weeks = view.weeks
    step = -(-len(weeks) // _MOST_TICKS)
    return {
        "field": "week",
        "type": "temporal",
        "scale": {
            "type": "utc",
            "domain": [_iso(weeks[0]), _iso(max(weeks[-1], weeks[0] + timedelta(weeks=1)))],
        },
        "axis": {
            "title": None,
            "values": [_iso(week) for week in reversed(weeks[::-step])],
            "format": "%-d %b",
            "grid": False,
            "labelColor": colours["ink-3"],
            "labelOverlap": True,
            "domainColor": colours["line"],
            "ticks": False,
            "labelPadding": 8,
        },
    }


def _rate_axis(top: float, colours: Mapping[str, str]) -> Spec:
    return {
        "field": "share",
        "type": "quantitative",
        "scale": {"domain": [0, top], "nice": False},
        "axis": {
            "title": None,
            "format": ".0%" if top > 0.05 else ".1%",
            "tickCount": 4,
            "labelColor": colours["ink-3"],
            "gridColor": colours["line"],
            "domain": False,
            "ticks": False,
            "labelPadding": 8,
        },
    }


def _alert(rate: float, x: Spec, y: Spec, colours: Mapping[str, str]) -> list[Spec]:
    """A dotted line over the whole width, with its word at its beginning."""
    data = {"values": [{"share": rate, "week": x["scale"]["domain"][0], "text": f"Alert {percent(rate)}"}]}
    return [
        {
            "data": data,
            "mark": {"type": "rule", "strokeDash": [2, 3], "color": colours["ink-2"]},
            "encoding": {"y": y},
        },
        {
            "data": data,
            "mark": {
                "type": "text",
                "align": "left",
                "dx": 6,
                "dy": -7,
                "color": colours["ink-2"],
                "fontSize": 12,
            },
            "encoding": {"x": x, "y": y, "text": {"field": "text"}},
        },
    ]


def _first_uses(view: QualityView, x: Spec, colours: Mapping[str, str]) -> list[Spec]:
    """An upright line where a prompt was first used, if that was within the time shown."""
    began: dict[str, date] = {}
    for one in view.series:
        if one.prompt is not None:
            began[one.prompt] = min(began.get(one.prompt, one.weeks[0].week), one.weeks[0].week)
    late = sorted((week, prompt) for prompt, week in began.items() if week > view.first)[-MOST_FIRST_USES:]
    if not late or len(began) == 1:
        return []
    middle = view.first + (view.this - view.first) / 2
    drawn: list[Spec] = []
    for row, (week, prompt) in enumerate(late):
        data = {"values": [{"week": _iso(week), "text": f"{prompt} first used"}]}
        side = {"align": "left", "dx": 5} if week <= middle else {"align": "right", "dx": -5}
        text = {"type": "text", "baseline": "top", "color": colours["ink-3"], "fontSize": 12}
        drawn += [
            {"data": data, "mark": {"type": "rule", "color": colours["line"]}, "encoding": {"x": x}},
            {
                "data": data,
                "mark": {**text, **side},
                "encoding": {"x": x, "y": {"value": row * _LABEL_ROW}, "text": {"field": "text"}},
            },
        ]
    return drawn


def _names(labels: Sequence[dict[str, object]], x: Spec, y: Spec, colours: Mapping[str, str]) -> list[Spec]:
    """Beside the end of each line its last rate and its name."""
    at = {
        "x": {"value": "width"},
        "y": {**y, "field": "end"},
    }
    text = {"type": "text", "align": "left", "baseline": "middle", "fontSize": 12}
    return [
        {
            "data": {"values": labels},
            "mark": {**text, "dx": 12, "fontWeight": 600, "color": colours["ink"]},
            "encoding": {**at, "text": {"field": "rate"}},
        },
        {
            "data": {"values": labels},
            "mark": {**text, "dx": 56, "color": colours["ink-2"]},
            "encoding": {**at, "text": {"field": "name"}},
        },
    ]


def _fill(names: Sequence[str], colour: Spec, colours: Mapping[str, str]) -> Spec:
    """A week of few citations is a hollow point."""
    return {
        "condition": {"test": "datum.few", "value": colours["bg"]},
        "field": "name",
        "type": "nominal",
        "legend": None,
        "scale": colour["scale"],
    }


def _opacity() -> Spec:
    return {"condition": {"test": "datum.older", "value": _OLDER}, "value": 1}


def _words(lines: Sequence[SeriesView], view: QualityView) -> str:
    """The chart for whoever does not see it; the page has its table as well."""
    told = "; ".join(
        f"{one.name}: {one.weeks[0].rate.words} in the week of {week_words(one.weeks[0].week)}"
        + (f", {one.last.rate.words} in that of {week_words(one.last.week)}" if len(one.weeks) > 1 else "")
        for one in lines
    )
    where = f" in {LAYER_WORDS[view.layer].lower()}" if view.layer else ""
    alert = f"alert at {percent(view.alert_rate)}"
    return f"Share of {noun_of(view.layer)} failing{where} by week, {alert}. {told}."


def _iso(day: date) -> str:
    return day.isoformat()
