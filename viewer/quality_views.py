"""Numbers over time as the Quality page shows them: a rate a layer, a line a model and prompt, and what stands out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.store.quality import Checked, CheckedCount
from viewer.check_words import LABELS
from viewer.quality_series import SeriesView, citation_rate, series_name, series_of
from viewer.rates import Rate

UNNAMED: Final = "No kind named"
UNKNOWN_HANDLE: Final = "unknown_handle"
"""The kind of failure of a handle that the packet does not have."""

LAYERS: Final = LABELS | {CheckKind.SUPPORT: "Support"}
"""The checks by name, in the order of a claim's. Who judged the support is not meant here, but how it was judged."""

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
class LayerView:
    """One check over the whole time: what it asks, of what ("citations"), how often it failed, in all and by week.

    Ambiguous results are among those that were looked at; what could not be checked is not.
    """

    kind: CheckKind
    label: str
    question: str
    noun: str
    rate: Rate
    ambiguous: int
    not_run: int
    weeks: tuple[Rate, ...]

    @property
    def aside(self) -> str:
        """What neither passed nor failed: "3 partly supported · 12 not judged"."""
        ambiguous, not_run = _ASIDE[self.kind]
        said = ((self.ambiguous, ambiguous), (self.not_run, not_run))
        return " · ".join(f"{count:,} {words}" for count, words in said if count)


@dataclass(frozen=True, slots=True)
class FailureKind:
    """How often a check failed in one way, by the names of the series, the frequent first."""

    kind: CheckKind
    words: str
    counts: Mapping[str, int]

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
class QualityView:
    """Everything that the page counts. `first` and `this` are the first and the present week."""

    first: date
    this: date
    alert_rate: float
    layers: tuple[LayerView, ...]
    series: tuple[SeriesView, ...]
    kinds: tuple[FailureKind, ...]
    versions: tuple[VersionView, ...]

    @property
    def rate(self) -> Rate:
        """Of all citations."""
        return Rate.sum(one.rate for one in self.series)

    @property
    def failures(self) -> int:
        """Failed checks, and handles that were taken out."""
        return sum(kind.count for kind in self.kinds)

    @property
    def has_model(self) -> bool:
        return any(one.model is not None for one in self.series)

    @property
    def weeks(self) -> tuple[date, ...]:
        return tuple(
            self.first + timedelta(weeks=number) for number in range((self.this - self.first).days // 7 + 1)
        )


def quality_view(rows: Sequence[CheckedCount], first: date, this: date, alert_rate: float) -> QualityView:
    """Counts as they come from the store; `first` and `this` are the Mondays of the first and the present week."""
    return QualityView(
        first=first,
        this=this,
        alert_rate=alert_rate,
        layers=tuple(_layer(kind, rows) for kind in LAYERS),
        series=series_of(rows, this, alert_rate),
        kinds=_kinds(rows),
        versions=_versions(rows),
    )


def models(rows: Iterable[CheckedCount]) -> list[str]:
    """The models that wrote anything of it, by name."""
    return sorted({row.model for row in rows if row.model is not None})


def reason_words(reason: str | None) -> str:
    """The kind of a failure as people read it: "wrong_scale" is "Wrong scale"."""
    words = (reason or UNNAMED).replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _layer(kind: CheckKind, rows: Sequence[CheckedCount]) -> LayerView:
    found: Counter[CheckOutcome] = Counter()
    weeks: defaultdict[date, Counter[CheckOutcome]] = defaultdict(Counter)
    for row in rows:
        for outcome, count in _of_layer(kind, row):
            found[outcome] += count
            weeks[row.week][outcome] += count
    question, noun = _QUESTIONS[kind]
    return LayerView(
        kind,
        LAYERS[kind],
        question,
        noun,
        _rate(found),
        found[CheckOutcome.AMBIGUOUS],
        found[CheckOutcome.NOT_RUN],
        tuple(_rate(weeks[week]) for week in sorted(weeks)),
    )


def _of_layer(kind: CheckKind, row: CheckedCount) -> Iterable[tuple[CheckOutcome, int]]:
    """What one check found of these citations or claims. Handles that were taken out stand with the claim, and are
    citations all the same."""
    if kind is CheckKind.EXISTENCE:
        yield CheckOutcome.FAILED, row.removed
        if row.checked is not Checked.CITATION:
            return
    if kind in row.outcomes:
        yield row.outcomes[kind], row.count


def _rate(found: Mapping[CheckOutcome, int]) -> Rate:
    return Rate(
        found[CheckOutcome.FAILED],
        sum(count for outcome, count in found.items() if outcome is not CheckOutcome.NOT_RUN),
    )


def _kinds(rows: Iterable[CheckedCount]) -> tuple[FailureKind, ...]:
    counts: defaultdict[tuple[CheckKind, str], Counter[str]] = defaultdict(Counter)
    for row in rows:
        name = series_name(row.model, row.prompt)
        if row.removed:
            counts[CheckKind.EXISTENCE, reason_words(UNKNOWN_HANDLE)][name] += row.removed
        for kind, outcome in row.outcomes.items():
            is_counted = kind is CheckKind.EXISTENCE and row.checked is not Checked.CITATION
            if outcome is CheckOutcome.FAILED and not is_counted:
                counts[kind, reason_words(row.reasons.get(kind))][name] += row.count
    found = [FailureKind(kind, words, dict(by_series)) for (kind, words), by_series in counts.items()]
    order = list(LAYERS)
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
