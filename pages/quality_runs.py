"""Stored measurements on the Quality page: the newest of each, and what changed since the one before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from pages import markup, session
from pages.markup import cell, head, row_head
from pages.measuring import Measured, Run
from pages.plain import plain
from pages.quality_addresses import CaseList, CasesAddress
from pipeline.evidence.measured_change import Direction, FigureChange
from pipeline.evidence.measurement import MeasuredFigure
from pipeline.store.quality_cases import CaseFilter
from viewer.quality_layers import LAYER_WORDS

MOST_FIGURES: Final = 6
"""Figures of a run that the overview shows, beside those that changed."""

_TONES: Final = {
    Direction.REGRESSION: ("bad", "trending_down", "Regression"),
    Direction.BETTER: ("ok", "trending_up", "Better"),
    Direction.CHANCE: ("none", "trending_flat", "Same within chance"),
    Direction.SAME: ("none", "trending_flat", "Same"),
    Direction.CHANGED: ("warn", "swap_vert", "Changed"),
    Direction.UNTOLD: ("none", "question_mark", "Differs, perhaps by chance"),
    Direction.NEW: ("none", "fiber_new", "New figure"),
    Direction.GONE: ("warn", "do_not_disturb_on", "No longer measured"),
}


def draw(measured: Measured) -> None:
    """The newest run of each measurement; regressions first, in words."""
    with st.container(border=True, key="quality-runs", gap=None):
        st.markdown("#### Measurements")
        if not measured.runs:
            st.markdown(
                ":gray[:material/radio_button_unchecked: Nothing has been measured against gold or verdicts here. "
                "`pincite evaluate` measures the four layers, and its runs are compared here.]"
            )
            return
        for one in measured.runs:
            _regressions(one)
        since = CaseFilter(measured.first)
        st.html(run_table(measured.runs, since, MOST_FIGURES))


def _regressions(one: Run) -> None:
    worse = [change for change in one.changes if change.direction is Direction.REGRESSION]
    for change in worse:
        st.markdown(
            f":red[:material/error: **Regression:** {plain(one.run.measure)}.] {plain(change.words)}."
        )


def run_table(runs: Sequence[Run], since: CaseFilter, most: int | None = None) -> str:
    """Each run with its figures, the count and interval of each, what it was before, and what became of it."""
    heads = [
        head("Measurement"),
        head("Figure"),
        head("Value", "number"),
        head("Of", "number"),
        head("95%"),
        head("Before", "number"),
        head("Change"),
    ]
    rows = [row for one in runs for row in _rows(one, since, most)]
    return markup.table("Newest measurements", heads, rows, "runs")


def _rows(one: Run, since: CaseFilter, most: int | None) -> list[list[markup.Cell]]:
    changes = {change.figure.key: change for change in one.changes}
    keys = [figure.key for figure in one.run.figures]
    shown = [
        key
        for place, key in enumerate(keys)
        if most is None
        or place < most
        or changes.get(key, _FIRST).direction in (Direction.REGRESSION, Direction.BETTER)
    ]
    figures = {figure.key: figure for figure in one.run.figures}
    rows = [
        _row(one, figures[key], changes.get(key), since, is_first=place == 0)
        for place, key in enumerate(shown)
    ]
    if len(shown) < len(keys):
        address = CasesAddress(CaseList.RUN, since, run=one.run.id)
        more = markup.link(address.href, f"{len(keys) - len(shown)} more figures")
        rows.append(["<td></td>", f'<td class="words">{more}</td>', *["<td></td>"] * 5])
    return rows


_FIRST: Final = FigureChange(None, None, Direction.NEW)


def _row(
    one: Run, figure: MeasuredFigure, change: FigureChange | None, since: CaseFilter, *, is_first: bool
) -> list[markup.Cell]:
    address = CasesAddress(CaseList.RUN, since, run=one.run.id, figure=figure.key)
    value = markup.link(address.href, figure.value_words, f"{figure.name}: {figure.words}, its cases")
    named = f"{LAYER_WORDS[one.run.layer]} · {one.run.measure}"
    below = f"{one.run.gold_name} · {session.local_time(one.run.created_at)}"
    return [
        row_head(named, below=below) if is_first else "<td></td>",
        cell(figure.name, "words"),
        f'<td class="number strong">{value}</td>',
        cell(figure.count_words, "number"),
        cell(figure.interval_words.removeprefix("95% ")),
        cell(change.before.value_words if change and change.before else "–", "number"),
        markup.status(*_TONES[change.direction])
        if change
        else cell("First run" if one.before is None else "–"),
    ]
