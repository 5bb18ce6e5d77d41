"""Which of a company's filings answers a question about a period: each with a weight and the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pipeline.evidence.cover import EARNINGS_RELEASE, Cover
from pipeline.search.asked_form import AskedForm
from pipeline.search.asked_period import AskedPeriod
from pipeline.search.shelf import QUARTERLY_KINDS, Shelf, ends_year, is_for, kind_of, last_day
from pipeline.search.terms import QUARTER_NAMES

SAME_DAY = 4
"""Days. A week's calendar ends a period beside the day by which people call it."""

EVENT_DAYS = 45
"""Days. A report on an event or a quarter is filed within so many after it."""

YEAR_DAYS = 366

OTHER_FORM = 0.4
"""What a filing counts of another form than the question asks for."""

UNASKED_AMENDMENT = 0.8
"""An amendment is rarely the whole report."""

UNKNOWN = 0.5
"""A filing whose period was not read may be the one: it is neither left out nor preferred."""

RELEASE_LEAD = 1.5
"""What an earnings release counts more when adjusted figures or guidance are asked for: rules keep them short in
reports. So that the newest release comes before the newest annual report."""

EVENT_LEAD = 1.75
"""The same of a current report when an event is asked for that such reports are filed for."""

LOOKING_AHEAD = 0.95
"""What a report counts beside the release of the same year when something expected is asked for."""

LEAST_FIT = 0.3
"""Below, a filing does not report on the period asked for, nor beside another."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a filing answers for a period, 0 to 1, and why, as an analyst would say it."""

    score: float
    because: str = ""


def fits(covers: Sequence[Cover], period: AskedPeriod, form: AskedForm) -> list[Fit]:
    """The fit of each of one company's filings."""
    shelf = Shelf.of(() if period.is_named else covers, _quarters(period))
    read = [_period_fit(cover, period, shelf) for cover in covers]
    read = [Fit(fit.score * _lead(cover, form), fit.because) for fit, cover in zip(read, covers, strict=True)]
    if not form.forms and not form.is_amended:
        return [
            Fit(fit.score * (UNASKED_AMENDMENT if cover.is_amendment else 1), fit.because)
            for fit, cover in zip(read, covers, strict=True)
        ]
    return [_form_fit(fit, cover, form) for fit, cover in zip(read, covers, strict=True)]


def _lead(cover: Cover, form: AskedForm) -> float:
    """How much more a filing counts for the kind of thing that is asked for."""
    if cover.form == EARNINGS_RELEASE:
        return RELEASE_LEAD if form.is_adjusted else 1.0
    return EVENT_LEAD if form.is_event and kind_of(cover) == "event" else 1.0


def _form_fit(fit: Fit, cover: Cover, form: AskedForm) -> Fit:
    is_asked = form.is_of(cover) or (not form.forms and cover.is_amendment)
    score = fit.score if is_asked else fit.score * OTHER_FORM
    if form.is_amended != cover.is_amendment:
        score *= UNASKED_AMENDMENT
    return Fit(score, " · ".join(filter(None, [fit.because, (cover.form or "") if is_asked else ""])))


def _period_fit(cover: Cover, period: AskedPeriod, shelf: Shelf) -> Fit:
    if last_day(cover) is None:
        return Fit(UNKNOWN, "its period was not read")
    if period.days:
        dated = max((_day_fit(cover, day, period) for day in period.days), key=lambda fit: fit.score)
        by_year = _named_fit(cover, period)
        return dated if dated.score >= by_year.score * 0.7 else Fit(by_year.score * 0.7, by_year.because)
    if period.years:
        return _named_fit(cover, period)
    return _newest_fit(cover, period, shelf)


def _day_fit(cover: Cover, day: date, period: AskedPeriod) -> Fit:
    """Of a filing for a day: the report for the period that ends then, or the event reported on then."""
    said = f"{day:%B} {day.day}, {day.year}"
    end = cover.period_end
    if end is None:
        return Fit(0.0)
    after = (end - day).days
    if abs(after) <= SAME_DAY:
        if cover.is_annual and period.wants_quarter:
            return Fit(0.8, said)
        if cover.is_quarterly and period.wants_year and not period.wants_quarter:
            return Fit(0.7, said)
        return Fit(1.0 - 0.02 * abs(after), said)
    if not (cover.is_annual or cover.is_quarterly):
        nearness = 0.9 - 0.6 * abs(after) / EVENT_DAYS
        return Fit(max(nearness, 0.0), f"near {said}" if nearness > 0 else "")
    if 0 < after <= YEAR_DAYS and abs(after - YEAR_DAYS) <= 2 * SAME_DAY:
        return Fit(0.6, f"shows {said} beside its own period")
    return Fit(0.5 if 0 < after <= 100 else 0.0, f"the period after {said}" if 0 < after <= 100 else "")


def _named_fit(cover: Cover, period: AskedPeriod) -> Fit:
    """Of a filing for named years: the newest of them first, those that its report does not cover after it."""
    if not period.years:
        return Fit(0.0)
    newest = max(period.years)
    of_year = _quarter_fit if period.wants_quarter and _quarters(period) else _year_fit
    best = of_year(cover, newest, period)
    for year in period.years - {newest}:
        other = of_year(cover, year, period)
        share = 0.7 if year < newest - 2 else 0.6
        best = max(best, Fit(other.score * share, other.because), key=lambda fit: fit.score)
    return best


def _year_fit(cover: Cover, year: int, period: AskedPeriod) -> Fit:
    filed = _fiscal_year(cover)
    if filed is None:
        return Fit(0.0)
    apart = filed - year
    if period.is_forward:
        return _forward_fit(cover, apart, year)
    if cover.is_annual:
        score = {0: 1.0, 1: 0.65, 2: 0.45}.get(apart, 0.1)
    elif ends_year(cover):
        score = {0: 0.8, 1: 0.5}.get(apart, 0.1)
    elif cover.is_quarterly or cover.fiscal_quarter:
        score = {0: 0.4 + 0.02 * (cover.fiscal_quarter or 0), 1: 0.25}.get(apart, 0.1)
    else:
        score = {0: 0.5, 1: 0.5}.get(apart, 0.1)  # an event's report may restate the year before
    return Fit(score, _year_reason(cover, apart, year))


def _forward_fit(cover: Cover, apart: int, year: int) -> Fit:
    """What was expected for a year stands in the reports before it: of the year before, then of its quarters."""
    whole = cover.is_annual or ends_year(cover)
    score = (
        {-1: LOOKING_AHEAD if cover.is_annual else 1.0, 0: 0.6}.get(apart, 0.15)
        if whole
        else {0: 0.6, -1: 0.4}.get(apart, 0.1)
    )
    if score < LEAST_FIT:
        return Fit(score)
    return Fit(score, f"looks ahead to {year}" if whole and apart == -1 else f"reports on {year + apart}")


def _quarter_fit(cover: Cover, year: int, period: AskedPeriod) -> Fit:
    filed = _fiscal_year(cover)
    if filed is None:
        return Fit(0.0)
    apart = filed - year
    asked = _quarters(period)
    quarter = cover.fiscal_quarter or (4 if cover.is_annual or ends_year(cover) else None)
    if period.is_forward:
        shifted = [_before(year, number) for number in asked]
        if (filed, quarter) in shifted:
            return Fit(1.0, f"looks ahead to {period.said}")
    if quarter is None:
        return Fit(0.3 if apart in (0, 1) else 0.05)
    if quarter in asked:
        if cover.is_annual:
            score = {0: 0.75, 1: 0.3}.get(apart, 0.05)
        else:
            score = {0: 1.0 if cover.is_quarterly else 0.9, 1: 0.6}.get(apart, 0.05)
    elif cover.is_annual:
        score = {0: 0.4, 1: 0.2}.get(apart, 0.05)
    else:
        score = {0: 0.3 if quarter > max(asked) else 0.2, 1: 0.12}.get(apart, 0.05)
    said = f"{QUARTER_NAMES[quarter]} quarter of {filed}" if not cover.is_annual else f"fiscal {filed}"
    if quarter in asked and apart == 1:
        said += f", with {year} beside it"
    return Fit(score, said if score >= 0.2 else "")


_NEWEST_YEAR = {"annual": 1.0, "quarterly": 0.8, "release": 0.7, "event": 0.6}
_NEWEST_QUARTER = {"annual": 0.5, "quarterly": 1.0, "release": 0.9, "event": 0.3}
_NEWEST_OF_ALL = {"annual": 0.85, "quarterly": 0.8, "release": 0.75, "event": 0.6}
_LEAD_OF_NEWEST = 0.15
_KIND_NAMES = {
    "annual": "annual report",
    "quarterly": "quarter",
    "release": "earnings release",
    "event": "report",
}
_AGEING = 0.75
"""What a filing counts beside the next newer one of its kind, when no year is asked for."""

_AGEING_FAST = 0.5
"""The same where the newest is asked for."""


def _newest_fit(cover: Cover, period: AskedPeriod, shelf: Shelf) -> Fit:
    """Of a filing when no year is named: the newer the better, a whole year before a quarter unless one is asked."""
    kind = kind_of(cover)
    if not is_for(cover, _quarters(period)):
        return Fit(0.2)
    newer = shelf.newer(cover, QUARTERLY_KINDS if period.wants_quarter else (kind,))
    if period.wants_quarter:
        score = _NEWEST_QUARTER[kind]
    elif period.is_latest and not period.wants_year:
        score = _NEWEST_OF_ALL[kind] + _LEAD_OF_NEWEST * (last_day(cover) == shelf.newest)
    else:
        score = _NEWEST_YEAR[kind]
    ageing = _AGEING_FAST if period.is_latest or period.wants_quarter else _AGEING
    return Fit(score * ageing**newer, f"newest {_KIND_NAMES[kind]}" if newer == 0 else "")


def _year_reason(cover: Cover, apart: int, year: int) -> str:
    if cover.is_annual or ends_year(cover):
        if apart == 0:
            return f"fiscal {year}"
        return f"fiscal {year + apart}, with {year} beside it" if apart in (1, 2) else ""
    if cover.fiscal_quarter and apart in (0, 1):
        return f"{QUARTER_NAMES[cover.fiscal_quarter]} quarter of {year + apart}"
    return f"reports on {year + apart}" if apart in (0, 1) else ""


def _quarters(period: AskedPeriod) -> frozenset[int]:
    """The quarters whose reports cover what is asked: a half stands in its second quarter's."""
    return period.quarters or frozenset(2 * half for half in period.halves)


def _fiscal_year(cover: Cover) -> int | None:
    return cover.fiscal_year or (cover.period_end.year if cover.period_end else None)


def _before(year: int, quarter: int) -> tuple[int, int]:
    return (year, quarter - 1) if quarter > 1 else (year - 1, 4)
