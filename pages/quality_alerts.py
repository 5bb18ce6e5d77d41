"""The alerts of the Quality page: what is above its threshold, in words, and the thresholds themselves."""

from __future__ import annotations

from typing import Final

import streamlit as st

from pages import quality_tables, session
from pages.measuring import Measured, set_alerts
from pages.plain import plain
from pages.quality_addresses import Failing
from pipeline.evidence.layer import Layer
from pipeline.permissions import Permission
from pipeline.store.thresholds import InvalidThreshold
from viewer import services
from viewer.quality_chart import week_words
from viewer.quality_layers import LAYER_WORDS, Standing, noun_of
from viewer.quality_series import SeriesView
from viewer.quality_views import QualityView
from viewer.rates import percent

MOST_ALERTS: Final = 3

_NAMES: Final[dict[Layer | None, str]] = {None: "Any layer"} | {one: LAYER_WORDS[one] for one in Layer}
_PROBLEM: Final = "alerts-problem"


def told(view: QualityView, failing: Failing) -> None:
    """Which lines of the chart are above the alert in their last week."""
    above = [one for one in view.series if one.standing in (Standing.ABOVE, Standing.PERHAPS_ABOVE)]
    above.sort(key=lambda one: one.standing is not Standing.ABOVE)
    for one in above[:MOST_ALERTS]:
        st.markdown(_words(one, view, failing))
    if len(above) > MOST_ALERTS:
        st.markdown(f":gray[{len(above) - MOST_ALERTS} more are above the alert: see the last week of each.]")


def _words(one: SeriesView, view: QualityView, failing: Failing) -> str:
    last, noun = one.last, noun_of(view.layer)
    where = f" in {LAYER_WORDS[view.layer].lower()}" if view.layer else ""
    failed = f"{last.rate.words} of {last.rate.total:,} {noun} failed{where} in the week of {week_words(last.week)}"
    alert = f"the alert is at {percent(view.alert_rate)}"
    cases = quality_tables.series_cases(one, view, failing)
    way = f" [Its cases]({cases.href})" if cases else ""
    if one.standing is Standing.ABOVE:
        return f":red[:material/error: **Above the alert:** {plain(one.name)}.] {failed}; {alert}.{way}"
    return (
        f":orange[:material/warning: **Above the alert, on few {noun}:** {plain(one.name)}.] {failed}, which may be "
        f"chance ({last.rate.interval_words}); {alert}.{way}"
    )


def draw(measured: Measured) -> None:
    """The thresholds, to be seen and set."""
    with st.popover("Alerts", icon=":material/notifications:"), st.form("alerts", border=False):
        st.markdown("**Speak up from this share of failures on**")
        for layer, name in _NAMES.items():
            st.number_input(
                f"{name}, %",
                min_value=0.1,
                max_value=99.9,
                value=round(100 * measured.alerts.of(layer), 1),
                step=0.5,
                format="%.1f",
                key=_key(layer),
                help=_who(measured, layer),
            )
        may_save = session.visit().may(Permission.MEASURE)
        st.form_submit_button(
            "Save alerts", on_click=_save, args=(measured,), type="primary", disabled=not may_save
        )
        if not may_save:
            st.caption("Only an admin sets the alerts of a workspace.")
        if problem := st.session_state.pop(_PROBLEM, None):
            st.error(problem, icon=":material/error:")


def _save(measured: Measured) -> None:
    """Set what was changed; what stands as it was keeps who set it."""
    written = {layer: float(st.session_state[_key(layer)]) / 100 for layer in _NAMES}
    changed = {
        layer: rate for layer, rate in written.items() if abs(rate - measured.alerts.of(layer)) >= 0.0005
    }
    try:
        set_alerts(services.current(), session.scope(), changed)
    except InvalidThreshold as error:
        st.session_state[_PROBLEM] = error.message


def _who(measured: Measured, layer: Layer | None) -> str:
    found = measured.thresholds.get(layer)
    if found is None:
        return f"PINCITE_ALERT_RATE: {percent(measured.usual_alert)}. Nobody has set it here."
    return f"Set by {plain(found.user)}, {session.local_time(found.created_at)}."


def _key(layer: Layer | None) -> str:
    return f"alert-{layer.value if layer else 'any'}"
