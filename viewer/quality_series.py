"""The rate of failing citations of each model and prompt, week by week."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from pipeline.evidence.answer import CheckOutcome
from pipeline.store.quality import Checked, CheckedCount
from viewer.rates import Rate

NO_MODEL: Final = "Extractive, no model"
FEW: Final = 20
"""Citations below which a week's rate hardly says more than that something happened."""


@dataclass(frozen=True, slots=True)
class WeekRate:
    """The citations of one week, which begins on a Monday, UTC."""

    week: date
    rate: Rate

    @property
    def has_few(self) -> bool:
        return self.rate.total < FEW


class Standing(StrEnum):
    """Where a rate stands to the alert's."""

    BELOW = "below"
    PERHAPS_ABOVE = "perhaps_above"  # above, and so few that it may be chance
    ABOVE = "above"  # its whole interval is


@dataclass(frozen=True, slots=True)
class SeriesView:
    """The citations of one model and prompt by week, oldest first; weeks without any are left out. `is_newest` where no
    later prompt of that model was used; `standing` of its last week, None where that is long ago."""

    model: str | None
    prompt: str | None
    weeks: tuple[WeekRate, ...]
    is_newest: bool
    standing: Standing | None

    @property
    def name(self) -> str:
        return series_name(self.model, self.prompt)

    @property
    def last(self) -> WeekRate:
        return self.weeks[-1]

    @property
    def rate(self) -> Rate:
        return Rate.sum(week.rate for week in self.weeks)


def series_of(rows: Sequence[CheckedCount], this: date, alert_rate: float) -> tuple[SeriesView, ...]:
    """A line a model and prompt: the ones used last first, of these the ones with most citations. `this` is the Monday
    of the present week."""
    grouped: defaultdict[tuple[str | None, str | None], list[CheckedCount]] = defaultdict(list)
    for row in rows:
        grouped[row.model, row.prompt].append(row)
    weeks = {key: _weeks(of_key) for key, of_key in grouped.items()}
    weeks = {key: found for key, found in weeks.items() if found}
    newest: dict[str | None, tuple[date, list[tuple[str, int]], str | None]] = {}
    for (model, prompt), found in weeks.items():
        candidate = (found[-1].week, _natural(prompt), prompt)
        newest[model] = max(newest.get(model, candidate), candidate, key=lambda one: one[:2])
    series = [
        SeriesView(model, prompt, found, newest[model][2] == prompt, _standing(found[-1], this, alert_rate))
        for (model, prompt), found in weeks.items()
    ]
    return tuple(sorted(series, key=lambda one: (-one.last.week.toordinal(), -one.rate.total, one.name)))


def citation_rate(rows: Iterable[CheckedCount]) -> Rate:
    """The share of citations that fail: in a layer of their own, or with their claim's figures or support. A handle
    that was taken out is one that failed; a claim that cites nothing counts as one citation, or saying nothing of where
    things stand would be the way to a good rate."""
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


def series_name(model: str | None, prompt: str | None) -> str:
    """ "gpt-test, answer-1"."""
    if model is None:
        return NO_MODEL
    return f"{model}, {prompt or 'prompt not known'}"


def _fails(row: CheckedCount) -> bool:
    return row.claim_fails or CheckOutcome.FAILED in row.outcomes.values()


def _weeks(rows: Iterable[CheckedCount]) -> tuple[WeekRate, ...]:
    grouped: defaultdict[date, list[CheckedCount]] = defaultdict(list)
    for row in rows:
        grouped[row.week].append(row)
    rates = (WeekRate(week, citation_rate(grouped[week])) for week in sorted(grouped))
    return tuple(one for one in rates if one.rate.total)


def _standing(last: WeekRate, this: date, alert_rate: float) -> Standing | None:
    if this - last.week > timedelta(weeks=1) or last.rate.share is None or last.rate.interval is None:
        return None
    if last.rate.share <= alert_rate:
        return Standing.BELOW
    return Standing.ABOVE if last.rate.interval[0] > alert_rate else Standing.PERHAPS_ABOVE


def _natural(prompt: str | None) -> list[tuple[str, int]]:
    """An order in which answer-10 comes after answer-9."""
    return [(word, int(number or 0)) for word, number in re.findall(r"(\D*)(\d*)", prompt or "")]
