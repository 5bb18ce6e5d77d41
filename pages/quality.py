"""The Quality page: how often checks fail, by week, model and prompt, and what failed last."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import streamlit as st

from pages import quality_tables, session, theme
from pages.measuring import Measured, failures, measure
from pages.navigation import ask_page
from pages.plain import plain
from pages.quality_tiles import tiles
from viewer import services
from viewer.quality_chart import quality_chart, week_words
from viewer.quality_csv import quality_csv
from viewer.quality_series import FEW, SeriesView, Standing
from viewer.quality_views import QualityView
from viewer.rates import percent

WEEKS: Final = (4, 12, 26, 52)
USUAL_WEEKS: Final = 12
ALL_MODELS: Final = "All models"
MOST_ALERTS: Final = 3
SHOWN_FAILURES: Final = (10, 50, 200)
COUNTED: Final = (
    "A citation fails when its source, quote or place fails, or the figures or support of its claim. A handle that was "
    "taken out of the text counts as a failed citation, a claim that cites nothing as one citation. Several places and "
    "partly supported are no failures; what could not be checked is not counted. Weeks begin on Monday, UTC."
)


def page() -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="quality-title"):
        st.markdown("### Quality", width="content")
        st.space("stretch")
        weeks = _chosen_weeks()
        measured = measure(services.current(), session.scope(), datetime.now(UTC).date(), weeks)
        model = _chosen_model(measured)
        _export(measured, model)
    view = measured.view(model)
    if not view.series:
        _nothing(measured, weeks, model)
        return
    _alerts(view)
    st.html(tiles(view.layers))
    _over_time(view)
    _failures(measured, view, model)
    _versions(view)


def _chosen_weeks() -> int:
    chosen = st.selectbox(
        "Time",
        WEEKS,
        index=WEEKS.index(USUAL_WEEKS),
        format_func=lambda weeks: f"Last {weeks} weeks",
        key="weeks",
        bind="query-params",
        label_visibility="collapsed",
        width=150,
    )
    return chosen or USUAL_WEEKS


def _chosen_model(measured: Measured) -> str | None:
    """One model, or None for all of them."""
    chosen = st.selectbox(
        "Model",
        [ALL_MODELS, *measured.models],
        key="model",
        bind="query-params",
        label_visibility="collapsed",
        width=180,
    )
    return chosen if chosen in measured.models else None


def _export(measured: Measured, model: str | None) -> None:
    rows = measured.of(model)
    st.download_button(
        "Export CSV",
        lambda: quality_csv(rows),
        f"pincite-quality-{measured.this.isoformat()}.csv",
        "text/csv",
        key="export-quality",
        icon=":material/download:",
        on_click="ignore",
        disabled=not rows,
    )


def _nothing(measured: Measured, weeks: int, model: str | None) -> None:
    """Words for a page without a number, and what to do."""
    if measured.last_asked is None:
        st.info(
            "Nothing has been checked yet. Every claim and citation of an answer is checked in code and counted here.",
            icon=":material/monitoring:",
        )
        st.page_link(ask_page(), label="Ask the first question", icon=":material/manage_search:")
        return
    whose = f" by {plain(model)}" if model else ""
    st.info(
        f"Nothing was answered{whose} in the last {weeks} weeks. The newest answer is of "
        f"{session.local_time(measured.last_asked)}: choose a longer time.",
        icon=":material/event_busy:",
    )


def _alerts(view: QualityView) -> None:
    """What is above the alert, in words; and that no model was asked, where that is so."""
    with st.container(key="quality-alerts", gap=None):
        above = [one for one in view.series if one.standing in (Standing.ABOVE, Standing.PERHAPS_ABOVE)]
        above.sort(key=lambda one: one.standing is not Standing.ABOVE)
        for one in above[:MOST_ALERTS]:
            st.markdown(_alert_words(one, view))
        if len(above) > MOST_ALERTS:
            st.markdown(
                f":gray[{len(above) - MOST_ALERTS} more are above the alert: see the last week of each.]"
            )
        if not view.has_model:
            st.markdown(
                ":gray[:material/info: No model has been asked yet: these are extractive answers, whose claims are "
                "copied from the filings. Set PINCITE_MODEL to have a model write, and compare here.]"
            )


def _alert_words(one: SeriesView, view: QualityView) -> str:
    last = one.last
    failed = (
        f"{last.rate.words} of {last.rate.total:,} citations failed in the week of {week_words(last.week)}"
    )
    alert = f"the alert is at {percent(view.alert_rate)}"
    if one.standing is Standing.ABOVE:
        return f":red[:material/error: **Above the alert:** {plain(one.name)}.] {failed}; {alert}."
    return (
        f":orange[:material/warning: **Above the alert, on few citations:** {plain(one.name)}.] {failed}, which may be "
        f"chance ({last.rate.interval_words}); {alert}."
    )


def _over_time(view: QualityView) -> None:
    with st.container(key="quality-over-time"):
        left, right = st.columns([7, 5], gap="small")
    with left, st.container(border=True, key="quality-chart", gap=None):
        st.markdown("#### Citation failure rate", width="content")
        st.caption(
            f"Share of citations that fail at least one check, by week. Hollow: fewer than {FEW} citations."
        )
        chart = quality_chart(view, theme.colours())
        st.vega_lite_chart(spec=chart.spec, alt=chart.words, key="failure-rate")
        if chart.left_out:
            st.caption(f"{chart.left_out} more in the table: the chart has room for those used last.")
        st.caption(COUNTED)
        with st.expander("The chart as a table", icon=":material/table_rows:"):
            st.html(quality_tables.chart_table(view))
    with right, st.container(border=True, key="quality-last", gap=None):
        st.markdown("#### Last week of each")
        st.html(quality_tables.last_weeks(view))


def _failures(measured: Measured, view: QualityView, model: str | None) -> None:
    with st.container(border=True, key="quality-kinds", gap=None):
        st.markdown("#### Failures by kind")
        if not view.kinds:
            st.markdown(
                f":green[:material/check_circle: None of {view.rate.total:,} citations failed a check.]"
            )
            return
        st.html(quality_tables.failure_kinds(view))
    with st.container(border=True, key="quality-failures", gap=None):
        with st.container(horizontal=True, vertical_alignment="center", key="quality-failures-title"):
            st.markdown("#### Latest failures", width="content")
            counted = st.container(width="content", key="quality-failures-count")
            st.space("stretch")
            limit = _shown_failures() if view.failures > SHOWN_FAILURES[0] else SHOWN_FAILURES[0]
        found = failures(services.current(), session.scope(), measured, limit, model)
        counted.markdown(f":gray[{len(found.rows):,} of {found.total:,}]", width="content")
        st.html(quality_tables.latest_failures(found.rows))


def _shown_failures() -> int:
    chosen = st.segmented_control(
        "Failures to show",
        SHOWN_FAILURES,
        default=SHOWN_FAILURES[0],
        key="failures",
        bind="query-params",
        label_visibility="collapsed",
        required=True,
    )
    return chosen or SHOWN_FAILURES[0]


def _versions(view: QualityView) -> None:
    if not view.versions:
        return
    with (
        st.container(key="quality-versions"),
        st.expander("By parser and renderer of the cited filings", icon=":material/history:"),
    ):
        st.html(quality_tables.versions(view))
