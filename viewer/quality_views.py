"""Numbers over time as the Quality page shows them: a rate a layer and check, a line a model and prompt, and what
stands out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Final

from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.evidence.layer import Layer
from pipeline.store.quality import Checked, CheckedCount
from viewer.check_words import LABELS
from viewer.quality_checker import CheckerView, checker_view
from viewer.quality_layers import COUNTED_LAYERS, LayerView, citation_rate, layer_view, rate_of
from viewer.quality_series import By, SeriesView, series_name, series_of
from viewer.rates import Rate

UNNAMED: Final = "No kind named"
UNKNOWN_HANDLE: Final = "unknown_handle"
"""The kind of failure of a handle that the packet does not have."""

CHECKS: Final = LABELS | {CheckKind.SUPPORT: "Checker"}
"""The checks by name, in the order of a claim's."""

_QUESTIONS: Final = {
    CheckKind.EXISTENCE: ("The handle names a passage", "citations"),
    CheckKind.VERBATIM: ("The quoted words stand there", "citations"),
    CheckKind.FIGURES: ("Every figure stands in the evidence", "claims"),
    CheckKind.LOCATION: ("There is a place to mark", "citations"),
    CheckKind.SUPPORT: ("The evidence supports the claim", "claims"),
}
_ASIDE: Final = {
    CheckKind.EXISTENCE: ("ambiguous", "not checked"),
    CheckKind.VERBATIM: ("in several places", "without a passage to compare"),
    CheckKind.FIGURES: ("ambiguous", "not checked"),
    CheckKind.LOCATION: ("in several places", "not looked for"),
    CheckKind.SUPPORT: ("partly supported", "not judged"),
}
"""What an ambiguous result means, and one that was not come to."""


@dataclass(frozen=True, slots=True)
class CheckView:
    """One check over the whole time: what it asks, of what ("citations"), and how often it failed, whatever reviewers
    said.

    Ambiguous results are among those that were looked at; what could not be checked is not.
    """

    kind: CheckKind
    label: str
    question: str
    noun: str
    rate: Rate
    ambiguous: int
    not_run: int

    @property
    def aside(self) -> str:
        """What neither passed nor failed: "3 partly supported · 12 not judged"."""
        ambiguous, not_run = _ASIDE[self.kind]
        said = ((self.ambiguous, ambiguous), (self.not_run, not_run))
        return " · ".join(f"{count:,} {words}" for count, words in said if count)


@dataclass(frozen=True, slots=True)
class FailureKind:
    """How often a check failed in one way ("" where none is named), by model and prompt, whatever reviewers said."""

    kind: CheckKind
    reason: str
    counts: Mapping[str, int]

    @property
    def words(self) -> str:
        return reason_words(self.reason)

    @property
    def count(self) -> int:
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class VersionView:
    """The citations of filings that were read and drawn by these versions."""

    parser: str
    renderer: str
    rate: Rate


@dataclass(frozen=True, slots=True)
class Alerts:
    """From which share of failures on the page speaks up: those that somebody set, by layer and by None for all of them
    together; `usual` for the others."""

    usual: float
    chosen: Mapping[Layer | None, float] = field(default_factory=dict)

    def of(self, layer: Layer | None) -> float:
        return self.chosen.get(layer, self.usual)


@dataclass(frozen=True, slots=True)
class QualityView:
    """Everything that the page counts. `first` and `this` are the first and the present week; the series are told apart
    `by` something, count failures in `layer` (None: in any), and have the alert at `alert_rate`; `rate` is of all
    citations."""

    first: date
    this: date
    by: By
    layer: Layer | None
    alert_rate: float
    rate: Rate
    layers: tuple[LayerView, ...]
    checks: tuple[CheckView, ...]
    series: tuple[SeriesView, ...]
    kinds: tuple[FailureKind, ...]
    versions: tuple[VersionView, ...]
    checker: CheckerView

    @property
    def failures(self) -> int:
        """Failed checks, and handles that were taken out."""
        return sum(kind.count for kind in self.kinds)

    @property
    def weeks(self) -> tuple[date, ...]:
        return tuple(
            self.first + timedelta(weeks=number) for number in range((self.this - self.first).days // 7 + 1)
        )


def quality_view(
    rows: Sequence[CheckedCount],
    first: date,
    this: date,
    alerts: Alerts,
    by: By = By.MODEL,
    layer: Layer | None = None,
) -> QualityView:
    """Counts as they come from the store; `first` and `this` are the Mondays of the first and the present week."""
    return QualityView(
        first=first,
        this=this,
        by=by,
        layer=layer,
        alert_rate=alerts.of(layer),
        rate=citation_rate(rows),
        layers=tuple(layer_view(one, rows, this, alerts.of(one)) for one in COUNTED_LAYERS),
        checks=tuple(_check(kind, rows) for kind in CHECKS),
        series=series_of(rows, this, alerts.of(layer), by, layer),
        kinds=_kinds(rows),
        versions=_versions(rows),
        checker=checker_view(rows),
    )


def with_lines(
    view: QualityView, rows: Sequence[CheckedCount], alerts: Alerts, by: By, layer: Layer | None
) -> QualityView:
    """The same view with lines of another kind, or of one layer."""
    alert_rate = alerts.of(layer)
    series = series_of(rows, view.this, alert_rate, by, layer)
    return replace(view, by=by, layer=layer, alert_rate=alert_rate, series=series)


def models(rows: Iterable[CheckedCount]) -> list[str]:
    """The models that wrote anything of it, by name."""
    return sorted({row.model for row in rows if row.model is not None})


def reason_words(reason: str | None) -> str:
    """The kind of a failure as people read it: "wrong_scale" is "Wrong scale"."""
    words = (reason or UNNAMED).replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _check(kind: CheckKind, rows: Sequence[CheckedCount]) -> CheckView:
    found: Counter[CheckOutcome] = Counter()
    for row in rows:
        for outcome, count in _of_check(kind, row):
            found[outcome] += count
    question, noun = _QUESTIONS[kind]
    return CheckView(
        kind,
        CHECKS[kind],
        question,
        noun,
        rate_of(found),
        found[CheckOutcome.AMBIGUOUS],
        found[CheckOutcome.NOT_RUN],
    )


def _of_check(kind: CheckKind, row: CheckedCount) -> Iterable[tuple[CheckOutcome, int]]:
    """What one check found of these citations or claims. Handles that were taken out stand with the claim, and are
    citations all the same."""
    if kind is CheckKind.EXISTENCE:
        yield CheckOutcome.FAILED, row.removed
        if row.checked is not Checked.CITATION:
            return
    if kind in row.outcomes:
        yield row.outcomes[kind], row.count


def _kinds(rows: Iterable[CheckedCount]) -> tuple[FailureKind, ...]:
    counts: defaultdict[tuple[CheckKind, str], Counter[str]] = defaultdict(Counter)
    for row in rows:
        name = series_name(row.model, row.prompt)
        if row.removed:
            counts[CheckKind.EXISTENCE, UNKNOWN_HANDLE][name] += row.removed
        for kind, outcome in row.outcomes.items():
            is_counted = kind is CheckKind.EXISTENCE and row.checked is not Checked.CITATION
            if outcome is CheckOutcome.FAILED and not is_counted:
                counts[kind, row.reasons.get(kind) or ""][name] += row.count
    found = [FailureKind(kind, reason, dict(by_series)) for (kind, reason), by_series in counts.items()]
    order = list(CHECKS)
    return tuple(sorted(found, key=lambda one: (-one.count, order.index(one.kind), one.words)))


def _versions(rows: Iterable[CheckedCount]) -> tuple[VersionView, ...]:
    grouped: defaultdict[tuple[str, str], list[CheckedCount]] = defaultdict(list)
    for row in rows:
        if row.checked is Checked.CITATION and row.parser_version and row.render_version:
            grouped[row.parser_version, row.render_version].append(row)
    found = [
        VersionView(parser, renderer, citation_rate(of_version))
        for (parser, renderer), of_version in grouped.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.rate.total, one.parser, one.renderer)))
