"""The Quality page: how often citations fail in each layer, by week and by what made them, and the cases of any
figure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

import altair
import streamlit as st

from pages import quality_alerts, quality_cases, quality_runs, quality_tables, session, theme
from pages.measuring import Measured, latest, measure
from pages.navigation import ask_page, review_page
from pages.plain import plain
from pages.quality_addresses import CASES, CasesAddress, Failing
from pages.quality_case_tables import case_table
from pages.quality_tiles import tiles
from pipeline.evidence.layer import Layer
from pipeline.store import quality
from pipeline.store.connect import Connection
from pipeline.store.quality import first_week
from pipeline.store.quality_cases import CaseFilter
from pipeline.store.scope import Scope
from viewer import services
from viewer.quality_chart import quality_chart
from viewer.quality_csv import quality_csv
from viewer.quality_layers import COUNTED_LAYERS, FEW, LAYER_WORDS, noun_of
from viewer.quality_series import BY_WORDS, By
from viewer.quality_views import QualityView
from viewer.rates import percent
from viewer.requests import InvalidRequest, number
from viewer.taking import CSV, Taken, export_address

WEEKS: Final = (4, 12, 26, 52)
USUAL_WEEKS: Final = 12
ALL_MODELS: Final = "All models"
ALL_LAYERS: Final = "Any layer"
SHOWN_FAILURES: Final = 10
COUNTED: Final = (
    "A citation fails when its identity or location fails, or the support of its claim. Where reviewers came to a "
    "verdict, it decides; where not, the checks in code do. A handle that was taken out of the text counts as a failed "
    "citation, a claim that cites nothing as one citation. Several places and partly supported are no failures; what "
    "could not be checked is not counted. Weeks begin on Monday, UTC."
)


def page() -> None:
    if CASES in st.query_params:
        quality_cases.draw(datetime.now(UTC).date())
        return
    with st.container(horizontal=True, vertical_alignment="center", key="quality-title"):
        st.markdown("### Quality", width="content")
        st.space("stretch")
        weeks = _chosen_weeks()
        measured = measure(services.current(), session.scope(), datetime.now(UTC).date(), weeks)
        model = _chosen_model(measured)
        quality_alerts.draw(measured)
        _export(measured, weeks, model)
    _figures(measured, weeks, model)


def _figures(measured: Measured, weeks: int, model: str | None) -> None:
    rows = measured.of(model)
    if not rows:
        _nothing(measured, weeks, model)
        quality_runs.draw(measured)
        return

    def failing(parameters: Mapping[str, str]) -> CasesAddress:
        chosen = {"model": model} if model else {}
        return CasesAddress.failures(measured.first, {**chosen, **parameters})

    whole = measured.view(model)
    alerts = st.container(key="quality-alerts", gap=None)
    st.html(tiles(whole, measured.usability, measured.alerts.of(Layer.USABILITY), failing))
    shown = _over_time(measured, whole, model, failing)
    with alerts:
        quality_alerts.told(shown, failing)
        if not any(one.key.group is not None for one in whole.series):
            st.markdown(
                ":gray[:material/info: No model has been asked yet: these are extractive answers, whose claims are "
                "copied from the filings. Set PINCITE_MODEL to have a model write, and compare here.]"
            )
    _reviewers(whole, CaseFilter(measured.first, model=model))
    _failures(measured, whole, model, failing)
    quality_runs.draw(measured)
    _versions(whole, failing)


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


def _export(measured: Measured, weeks: int, model: str | None) -> None:
    if measured.of(model):
        asked = {"weeks": str(weeks), **({"model": model} if model else {})}
        st.link_button(
            "Export CSV",
            export_address(services.current().links, session.scope(), "quality.csv", asked),
            key="export-quality",
            icon=":material/download:",
        )


def export_counts(conn: Connection, _: Scope, asked: Mapping[str, str]) -> Taken:
    """The counts of so many weeks, and of one model where one is asked for. Raises InvalidRequest."""
    weeks, today = number(asked.get("weeks", str(USUAL_WEEKS)), "number of weeks"), datetime.now(UTC).date()
    if weeks not in WEEKS:
        raise InvalidRequest(f"The number of weeks is one of {', '.join(map(str, WEEKS))}, not {weeks}.")
    model = asked.get("model")
    rows = quality.count_checked(conn, first_week(today, weeks))
    table = quality_csv(row for row in rows if model is None or row.model == model)
    return Taken(f"pincite-quality-{first_week(today, 1).isoformat()}.csv", CSV, table.encode())


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


def _over_time(measured: Measured, whole: QualityView, model: str | None, failing: Failing) -> QualityView:
    """The chart and the last weeks, of the layer and the lines that are chosen there."""
    with st.container(key="quality-over-time"):
        left, right = st.columns([7, 5], gap="small")
    with left, st.container(border=True, key="quality-chart", gap=None):
        with st.container(horizontal=True, vertical_alignment="center", key="quality-chart-title"):
            st.markdown("#### Failure rate", width="content")
            st.space("stretch")
            layer, by = _chosen_layer(), _chosen_by()
        view = measured.with_lines(whole, model, by, layer)
        what = "at least one layer" if layer is None else LAYER_WORDS[layer].lower()
        st.caption(f"Share of {noun_of(layer)} that fail in {what}, by week. Hollow: fewer than {FEW}.")
        if not view.series:
            st.markdown(f":gray[:material/radio_button_unchecked: Nothing was checked for {what} yet.]")
            return view
        chart = quality_chart(view, theme.colours())
        st.altair_chart(_altair(json.dumps(chart.spec)), alt=chart.words, key="failure-rate")
        if chart.left_out:
            st.caption(f"{chart.left_out} more in the table: the chart has room for those used last.")
        st.caption(COUNTED)
        with st.expander("The chart as a table", icon=":material/table_rows:"):
            st.html(quality_tables.chart_table(view, failing))
    with right, st.container(border=True, key="quality-last", gap=None):
        st.markdown("#### Last week of each")
        st.html(quality_tables.last_weeks(view, failing))
    return view


@lru_cache(maxsize=16)
def _altair(spec: str) -> altair.LayerChart:
    """The chart of a specification, as JSON. Altair takes a third of a second to read one, and the page is drawn again
    at each click."""
    return altair.LayerChart.from_dict(json.loads(spec))


def _chosen_layer() -> Layer | None:
    names = {ALL_LAYERS: None} | {LAYER_WORDS[layer]: layer for layer in COUNTED_LAYERS}
    chosen = st.selectbox(
        "Layer", list(names), key="layer", bind="query-params", label_visibility="collapsed", width=130
    )
    return names.get(chosen or ALL_LAYERS)


def _chosen_by() -> By:
    names = {words: by for by, words in BY_WORDS.items()}
    chosen = st.selectbox(
        "Lines by", list(names), key="by", bind="query-params", label_visibility="collapsed", width=180
    )
    return names.get(chosen or "", By.MODEL)


def _reviewers(view: QualityView, since: CaseFilter) -> None:
    """How far reviewers have come, and how often the checker says what they say."""
    checker = view.checker
    with st.container(border=True, key="quality-reviewers", gap=None):
        st.markdown("#### Reviewers and the checker")
        if not checker.judged:
            disputed = f" On {checker.disputed:,} reviewers differ." if checker.disputed else ""
            st.markdown(
                ":gray[:material/radio_button_unchecked: Reviewers have come to no verdict on these "
                f"{checker.claims:,} claims yet, so the checks in code decide.{disputed}]"
            )
            st.page_link(review_page(), label="Review claims", icon=":material/rate_review:")
            return
        st.markdown(_agreement_words(view), width="stretch")
        if checker.disagreement.total or checker.unjudged:
            st.html(quality_tables.checker(checker, since))


def _agreement_words(view: QualityView) -> str:
    checker, rate = view.checker, view.checker.disagreement
    disputed = f"; on {checker.disputed:,} they differ" if checker.disputed else ""
    told = [f"Reviewers came to a verdict on {checker.judged:,} of {checker.claims:,} claims{disputed}."]
    if rate.share is not None and rate.interval is not None:
        low, high = (1 - end for end in reversed(rate.interval))
        told.append(
            f"The checker agrees with them on **{percent(1 - rate.share)}** of the {rate.total:,} claims whose support "
            f"both judged (95% {100 * low:.1f} to {100 * high:.1f}%)."
        )
    if checker.macro_f1 is not None and checker.base_macro_f1 is not None:
        told.append(
            f"Macro-F1 {checker.macro_f1:.2f}; always saying the commonest verdict would reach "
            f"{checker.base_macro_f1:.2f}."
        )
    return " ".join(told)


def _failures(measured: Measured, view: QualityView, model: str | None, failing: Failing) -> None:
    found = latest(services.current(), session.scope(), measured, SHOWN_FAILURES, model)
    with st.container(border=True, key="quality-failures", gap=None):
        with st.container(horizontal=True, vertical_alignment="center", key="quality-failures-title"):
            st.markdown("#### Latest failures", width="content")
            st.markdown(f":gray[{len(found.rows):,} of {found.total:,}]", width="content")
        if found.rows:
            st.html(case_table("Latest failures", found.rows))
            if found.total > len(found.rows):
                st.html(quality_tables.all_cases(failing({}), found.total))
        else:
            st.markdown(f":green[:material/check_circle: None of {view.rate.total:,} citations failed.]")
    if view.kinds:
        with st.container(border=True, key="quality-kinds", gap=None):
            st.markdown("#### Failed checks by kind")
            st.html(quality_tables.failure_kinds(view, failing))


def _versions(view: QualityView, failing: Failing) -> None:
    if not view.versions:
        return
    with (
        st.container(key="quality-versions"),
        st.expander("By parser and renderer of the cited filings", icon=":material/history:"),
    ):
        st.html(quality_tables.versions(view, failing))
