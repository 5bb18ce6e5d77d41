"""What became of citations and claims in each of the four layers: where reviewers came to a verdict, it decides; where
they did not, the checks in code do.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.evidence.layer import LAYER_OF_CHECK, Layer
from pipeline.evidence.review import ReviewVerdict, failing_layers, judged_layers
from pipeline.store.quality import Checked, CheckedCount
from viewer.rates import Rate

FEW: Final = 20
"""Citations below which a week's rate hardly says more than that something happened."""

LAYER_WORDS: Final = {
    Layer.IDENTITY: "Identity",
    Layer.SUPPORT: "Support",
    Layer.LOCATION: "Location",
    Layer.USABILITY: "Usability",
}
QUESTIONS: Final = {
    Layer.IDENTITY: "Right document, version and page",
    Layer.SUPPORT: "The evidence supports the claim",
    Layer.LOCATION: "Marks sit on the cited words",
    Layer.USABILITY: "The reader reaches the mark and sees it",
}
COUNTED_LAYERS: Final = (Layer.IDENTITY, Layer.SUPPORT, Layer.LOCATION)
"""The layers that every answer is counted in. Usability is measured in a browser."""

_WORST_LAST: Final = (CheckOutcome.NOT_RUN, CheckOutcome.PASSED, CheckOutcome.AMBIGUOUS, CheckOutcome.FAILED)
_ASIDE: Final = {
    Layer.IDENTITY: ("ambiguous", "not checked"),
    Layer.SUPPORT: ("partly supported or ambiguous", "not judged"),
    Layer.LOCATION: ("in several places", "not looked for"),
}


class Standing(StrEnum):
    """Where a rate stands to the alert's."""

    BELOW = "below"
    PERHAPS_ABOVE = "perhaps_above"  # above, and so few that it may be chance
    ABOVE = "above"  # its whole interval is


@dataclass(frozen=True, slots=True)
class WeekRate:
    """The citations or claims of one week, which begins on a Monday, UTC."""

    week: date
    rate: Rate

    @property
    def has_few(self) -> bool:
        return self.rate.total < FEW


@dataclass(frozen=True, slots=True)
class LayerView:
    """A layer over the whole time, and by week: of what ("citations"), how often it failed. `decided` are those on
    which reviewers decided, the others the checks did. `standing` is the last week's to the alert's rate."""

    layer: Layer
    noun: str
    rate: Rate
    ambiguous: int
    not_run: int
    decided: int
    weeks: tuple[WeekRate, ...]
    alert_rate: float
    standing: Standing | None

    @property
    def aside(self) -> str:
        """What neither passed nor failed: "3 in several places · 12 not looked for"."""
        said = zip((self.ambiguous, self.not_run), _ASIDE[self.layer], strict=True)
        return " · ".join(f"{count:,} {words}" for count, words in said if count)

    @property
    def change(self) -> float | None:
        """How many percentage points the last week's rate is above that of the week before it that is known; None where
        one of them has few."""
        if len(self.weeks) < 2 or any(week.has_few for week in self.weeks[-2:]):
            return None
        before, last = (week.rate.share or 0 for week in self.weeks[-2:])
        return 100 * (last - before)


def layer_view(layer: Layer, rows: Sequence[CheckedCount], this: date, alert_rate: float) -> LayerView:
    """One of COUNTED_LAYERS, from counts as they come from the store; `this` is the Monday of the present week."""
    found: Counter[CheckOutcome] = Counter()
    decided = 0
    for row in rows:
        outcome = outcome_in(row, layer)
        if outcome is not None and _is_counted(row, layer):
            found[outcome] += row.count
            decided += row.count if is_decided(row, layer) else 0
    weeks = week_rates(rows, layer)
    return LayerView(
        layer,
        noun_of(layer),
        layer_rate(rows, layer),
        found[CheckOutcome.AMBIGUOUS],
        found[CheckOutcome.NOT_RUN],
        decided,
        weeks,
        alert_rate,
        standing_of(weeks[-1], this, alert_rate) if weeks else None,
    )


def noun_of(layer: Layer | None) -> str:
    """What is counted in a layer, or in all of them together: support is of claims, the rest of citations."""
    return "claims" if layer is Layer.SUPPORT else "citations"


def is_decided(row: CheckedCount, layer: Layer) -> bool:
    """Whether reviewers came to a verdict that says something of the layer."""
    return row.verdict is not None and layer in judged_layers(row.verdict, row.verdict_reason)


def outcome_in(row: CheckedCount, layer: Layer) -> CheckOutcome | None:
    """What became of these citations or claims in a layer; None where nothing was looked at."""
    if row.verdict is not None and is_decided(row, layer):
        if layer in failing_layers(row.verdict, row.verdict_reason):
            return CheckOutcome.FAILED
        is_partly = layer is Layer.SUPPORT and row.verdict is ReviewVerdict.PARTLY
        return CheckOutcome.AMBIGUOUS if is_partly else CheckOutcome.PASSED
    if layer is Layer.SUPPORT and row.checked is Checked.CITATION:
        return CheckOutcome.FAILED if row.claim_fails else CheckOutcome.PASSED
    outcomes = [outcome for kind, outcome in row.outcomes.items() if LAYER_OF_CHECK[kind] is layer]
    return max(outcomes, key=_WORST_LAST.index, default=None)


def layer_rate(rows: Iterable[CheckedCount], layer: Layer | None) -> Rate:
    """The share that fails in a layer; with None, the share of citations that fail in any.

    Ambiguous results are among those that were looked at; what could not be checked is not. A handle that was taken out
    of the text is a citation whose identity failed.
    """
    if layer is None:
        return citation_rate(rows)
    found: Counter[CheckOutcome] = Counter()
    for row in rows:
        if layer is Layer.IDENTITY:
            found[CheckOutcome.FAILED] += row.removed
        outcome = outcome_in(row, layer)
        if outcome is not None and _is_counted(row, layer):
            found[outcome] += row.count
    return rate_of(found)


def rate_of(found: Mapping[CheckOutcome, int]) -> Rate:
    """Of outcomes: what could not be checked is not counted."""
    return Rate(
        found.get(CheckOutcome.FAILED, 0),
        sum(count for outcome, count in found.items() if outcome is not CheckOutcome.NOT_RUN),
    )


def citation_rate(rows: Iterable[CheckedCount]) -> Rate:
    """The share of citations that fail: in a layer of their own, or with their claim's support. A handle that was taken
    out is one that failed; a claim that cites nothing counts as one citation, or saying nothing of where things stand
    would be the way to a good rate."""
    failed = total = 0
    for row in rows:
        total += row.removed
        failed += row.removed
        if row.checked is Checked.CITATION or (
            row.checked is Checked.CLAIM_WITHOUT_CITATION and not row.removed
        ):
            total += row.count
            failed += row.count if _fails(row) else 0
    return Rate(failed, total)


def week_rates(rows: Iterable[CheckedCount], layer: Layer | None) -> tuple[WeekRate, ...]:
    """The rate of each week that has one, the oldest first."""
    grouped: defaultdict[date, list[CheckedCount]] = defaultdict(list)
    for row in rows:
        grouped[row.week].append(row)
    rates = (WeekRate(week, layer_rate(grouped[week], layer)) for week in sorted(grouped))
    return tuple(one for one in rates if one.rate.total)


def standing_of(last: WeekRate, this: date, alert_rate: float) -> Standing | None:
    """Where the last week stands to the alert's rate; None where that is more than a week ago."""
    if this - last.week > timedelta(weeks=1) or last.rate.share is None or last.rate.interval is None:
        return None
    if last.rate.share <= alert_rate:
        return Standing.BELOW
    return Standing.ABOVE if last.rate.interval[0] > alert_rate else Standing.PERHAPS_ABOVE


def _is_counted(row: CheckedCount, layer: Layer) -> bool:
    return (row.checked is Checked.CITATION) is (layer is not Layer.SUPPORT)


def _fails(row: CheckedCount) -> bool:
    layers = (
        COUNTED_LAYERS if row.checked is Checked.CITATION else (Layer.SUPPORT, Layer.LOCATION)
    )  # a claim's own identity are the handles that were taken out of it
    return any(outcome_in(row, layer) is CheckOutcome.FAILED for layer in layers)


KINDS_OF: Final = {
    layer: tuple(kind for kind in CheckKind if LAYER_OF_CHECK[kind] is layer) for layer in COUNTED_LAYERS
}
"""The checks in code that speak of each layer."""
