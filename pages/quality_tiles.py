"""The rates of the five checks as tiles: HTML for st.html, in which a screen reader reads a list."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from pages.filings import icon
from viewer.quality_views import LayerView


def tiles(layers: Sequence[LayerView]) -> str:
    """One tile a check: what it asks, how often it failed, of how many, and how that went week by week."""
    return f'<ul class="layers">{"".join(map(_tile, layers))}</ul>'


def _tile(layer: LayerView) -> str:
    if layer.rate.total:
        said = (f"{layer.rate.count_words} {layer.noun}", layer.rate.interval_words, layer.aside)
        below = "".join(f"<p>{escape(words)}</p>" for words in said if words)
    else:
        below = f"<p>{icon('radio_button_unchecked')} Nothing checked yet</p>"
    return (
        f'<li class="layer {layer.kind.value}"><h4>{escape(layer.label)}</h4><p>{escape(layer.question)}</p>'
        f'<div><b>{layer.rate.words}<span class="silent"> failing</span></b>{_line(layer)}</div>{below}</li>'
    )


def _line(layer: LayerView) -> str:
    """The rate of each week as a bar, the oldest to the left, against the highest; nothing where there is one week."""
    shares = [rate.share for rate in layer.weeks if rate.share is not None]
    if len(shares) < 2:
        return ""
    top = max(shares) or 1.0
    bars = "".join(f'<i style="height:{100 * share / top:.0f}%"></i>' for share in shares)
    return f'<span class="weeks" aria-hidden="true">{bars}</span>'
