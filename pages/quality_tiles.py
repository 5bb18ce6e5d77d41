"""The four layers as tiles, each with the checks that speak of it: HTML for st.html, in which a screen reader reads a
list."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from html import escape
from typing import Final

from pages import markup, session
from pages.filings import icon
from pages.measuring import Run
from pages.quality_addresses import CaseList, CasesAddress, Failing
from pages.quality_tables import STANDINGS
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import MeasuredFigure, Unit
from pipeline.store.quality_cases import CaseFilter
from viewer.quality_layers import KINDS_OF, LAYER_WORDS, QUESTIONS, LayerView, Standing
from viewer.quality_views import CheckView, QualityView
from viewer.rates import Rate, percent

MOST_FIGURES: Final = 4
"""Figures of a measurement that its tile has room for, beside the one that counts."""


def tiles(view: QualityView, usability: Run | None, alert_rate: float, failing: Failing) -> str:
    """One tile a layer: what it asks, how often it failed, of how many, how that went week by week, and its checks.
    `alert_rate` is that of usability; `failing` gives the address of cases."""
    drawn = [_tile(one, view.checks, failing) for one in view.layers]
    drawn.append(_usability(usability, view.first, alert_rate))
    return f'<ul class="layers">{"".join(drawn)}</ul>'


def _tile(one: LayerView, checks: Sequence[CheckView], failing: Failing) -> str:
    if one.rate.total:
        said = [f"{one.rate.count_words} {one.noun}", one.rate.interval_words, one.aside]
        if one.decided:
            said.append(f"{one.decided:,} decided by reviewers")
        below = "".join(f"<p>{escape(words)}</p>" for words in said if words)
    else:
        below = f"<p>{icon('radio_button_unchecked')} Nothing checked yet</p>"
    rows = "".join(_check(check, failing) for check in checks if check.kind in KINDS_OF[one.layer])
    return _drawn(
        one.layer,
        _linked(one.rate, failing({"layer": one.layer.value}).href, f"{LAYER_WORDS[one.layer]}: "),
        _line(one),
        f"{_standing(one.standing, one.alert_rate)}{_change(one)}{below}"
        f'<p class="of-checks">Checks in code</p><ul class="checks">{rows}</ul>',
    )


def _check(check: CheckView, failing: Failing) -> str:
    """A check by itself, whatever reviewers said: its name, rate, count, and what it left open."""
    address = failing({"kind": check.kind.value, "overruled": "yes"})
    told = (
        f"{check.question}. {check.rate.count_words} {check.noun}. {check.rate.interval_words}. {check.aside}"
    )
    return (
        f'<li class="{check.kind.value}" title="{escape(told)}"><span>{escape(check.label)}</span>'
        f"{_linked(check.rate, address.href, f'{check.label}: ')}"
        f"<span>{check.rate.count_words if check.rate.total else 'not checked'}</span></li>"
    )


def _usability(run: Run | None, since: date, alert_rate: float) -> str:
    figure = _headline(run) if run else None
    if run is None or figure is None:
        command = "<code>pincite evaluate usability</code> measures it in a browser, with keys only."
        return _drawn(
            Layer.USABILITY,
            "<b>–</b>",
            "",
            f"<p>{icon('radio_button_unchecked')} Not measured yet</p><p>{command}</p>",
        )
    only = CaseFilter(since)
    address = CasesAddress(CaseList.RUN, only, run=run.run.id, figure=figure.key)
    rate = _failing(figure)
    said = [
        f"{rate.count_words}: {figure.name}",
        rate.interval_words,
        f"Measured {session.local_time(run.run.created_at)}",
    ]
    above = Standing.BELOW if (rate.share or 0) <= alert_rate else Standing.ABOVE
    others = "".join(
        f"<li><span>{escape(one.name)}</span>"
        f"{markup.link(_of(address, one).href, one.value_words, f'{one.name}: {one.value_words}, its cases')}"
        f"<span>{escape(one.count_words)}</span></li>"
        for one in [one for one in run.run.figures if one.key != figure.key][:MOST_FIGURES]
    )
    if len(run.run.figures) > MOST_FIGURES + 1:
        every = CasesAddress(CaseList.RUN, only, run=run.run.id)
        others += f"<li>{markup.link(every.href, f'All {len(run.run.figures)} figures')}</li>"
    below = "".join(f"<p>{escape(words)}</p>" for words in said if words)
    return _drawn(
        Layer.USABILITY,
        _linked(rate, address.href, "Usability: "),
        "",
        f'{_standing(above, alert_rate, "Above")}{below}<p class="of-checks">Measured in a browser</p>'
        f'<ul class="checks">{others}</ul>',
    )


def _headline(run: Run) -> MeasuredFigure | None:
    """The measurement's worst share: of those over the most cases, the one that fails most."""
    shares = [
        one
        for one in run.run.figures
        if one.unit is Unit.SHARE and one.more_is_better is not None and one.total
    ]
    return max(shares, key=lambda one: (one.total, _failing(one).share or 0), default=None)


def _failing(figure: MeasuredFigure) -> Rate:
    count = figure.count or 0
    return Rate(figure.total - count if figure.more_is_better else count, figure.total)


def _of(address: CasesAddress, figure: MeasuredFigure) -> CasesAddress:
    return CasesAddress(address.cases, address.only, run=address.run, figure=figure.key)


def _drawn(layer: Layer, rate: str, line: str, below: str) -> str:
    return (
        f'<li class="layer {layer.value}"><h4>{LAYER_WORDS[layer]}</h4><p>{escape(QUESTIONS[layer])}</p>'
        f"<div>{rate}{line}</div>{below}</li>"
    )


def _linked(rate: Rate, href: str, of: str) -> str:
    """A rate that leads to its cases; one without any leads nowhere."""
    words = f'{rate.words}<span class="silent"> failing</span>'
    if not rate.failed:
        return f"<b>{words}</b>"
    name = f"{of}{rate.words} failing, {rate.count_words}, its cases"
    return f'<b><a href="{escape(href)}" target="_self" aria-label="{escape(name)}">{rate.words}</a></b>'


def _standing(standing: Standing | None, alert_rate: float, when: str = "Last week above") -> str:
    if standing not in (Standing.ABOVE, Standing.PERHAPS_ABOVE):
        return ""
    tone, name, _ = STANDINGS[standing]
    few = ", on few" if standing is Standing.PERHAPS_ABOVE else ""
    return f"<p>{markup.status_words(tone, name, f'{when} the alert of {percent(alert_rate)}{few}')}</p>"


def _change(one: LayerView) -> str:
    """How the last week stands to the one before: "Down 0.2 pt"."""
    change = one.change
    if change is None:
        return ""
    if abs(change) < 0.05:
        return f"<p>{markup.status_words('none', 'trending_flat', 'As in the week before')}</p>"
    tone, name, word = ("ok", "trending_down", "Down") if change < 0 else ("warn", "trending_up", "Up")
    return f"<p>{markup.status_words(tone, name, f'{word} {abs(change):.1f} pt on the week before')}</p>"


def _line(layer: LayerView) -> str:
    """The rate of each week as a bar, the oldest to the left, against the highest; nothing where there is one week."""
    shares = [week.rate.share or 0 for week in layer.weeks]
    if len(shares) < 2:
        return ""
    top = max(shares) or 1.0
    bars = "".join(f'<i style="height:{100 * share / top:.0f}%"></i>' for share in shares)
    return f'<span class="weeks" aria-hidden="true">{bars}</span>'
