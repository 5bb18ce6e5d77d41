"""The Quality page's tables: the last week of each line, the checker against reviewers, kinds of failure, versions, the
chart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from pages import markup
from pages.markup import cell, head, row_head
from pages.quality_addresses import CaseList, CasesAddress, Failing
from pipeline.evidence.answer import CheckOutcome
from pipeline.evidence.review import VERDICT_WORDS, ReviewVerdict
from pipeline.store.quality_cases import CaseFilter
from viewer.quality_chart import week_words
from viewer.quality_checker import OUTCOMES, SAME, CheckerView
from viewer.quality_layers import noun_of
from viewer.quality_series import BY_WORDS, By, SeriesView, Standing
from viewer.quality_views import CHECKS, FailureKind, QualityView
from viewer.rates import Rate, percent

MOST_COLUMNS: Final = 4
"""Models and prompts that have a column of their own in a table."""

OUTCOME_WORDS: Final = {
    CheckOutcome.PASSED: "Supported",
    CheckOutcome.AMBIGUOUS: "Partly",
    CheckOutcome.FAILED: "Not supported",
    CheckOutcome.NOT_RUN: "Not judged",
}
"""What the checker says of a claim's support."""

STANDINGS: Final = {
    Standing.ABOVE: ("bad", "error", "Above"),
    Standing.PERHAPS_ABOVE: ("warn", "warning", "Above, few"),
    Standing.BELOW: ("ok", "check_circle", "Below"),
    None: ("none", "history", "Older"),
}


def last_weeks(view: QualityView, failing: Failing) -> str:
    """The last week of each line, and where it stands to the alert."""
    heads = [
        head(BY_WORDS[view.by] if view.by is not By.MODEL else "Written by"),
        head("Failing", "number"),
        head(noun_of(view.layer).capitalize(), "number"),
        head("Failed", "number"),
    ]
    rows = [_last_week(one, view, failing) for one in view.series]
    caption = f"Last week of each: {BY_WORDS[view.by].lower()}"
    return markup.table(caption, [*heads, head(f"Alert {percent(view.alert_rate)}")], rows, "last-weeks")


def _last_week(one: SeriesView, view: QualityView, failing: Failing) -> list[markup.Cell]:
    rate, week = one.last.rate, f"Week of {week_words(one.last.week)}"
    below = f"{week}, so far" if one.last.week == view.this else week
    return [
        row_head(one.name, below=below),
        cell(rate.words, "number strong", rate.interval_words),
        cell(f"{rate.total:,}", "number"),
        _count(rate.failed, series_cases(one, view, failing), f"{one.name}, {below}"),
        markup.status(*STANDINGS[one.standing]),
    ]


def series_cases(
    one: SeriesView, view: QualityView, failing: Failing, week: date | None = None
) -> CasesAddress | None:
    """The cases of a line's last week, or of another one; None where no single value chooses them."""
    if one.key.cases is None:
        return None
    layer = {"layer": view.layer.value} if view.layer else {}
    return failing({**dict(one.key.cases), **layer, "week": (week or one.last.week).isoformat()})


def _count(count: int, address: CasesAddress | None, of: str) -> markup.Cell:
    """A number that leads to its cases; none leads nowhere."""
    if not count or address is None:
        return cell(f"{count:,}", "number")
    return f'<td class="number">{markup.link(address.href, f"{count:,}", f"{of}: {count:,} failed, its cases")}</td>'


def checker(view: CheckerView, since: CaseFilter) -> str:
    """What reviewers said of claims against what the checker said, each count with the way to its claims."""
    heads = [
        head("Reviewers"),
        *(head(f"Checker: {OUTCOME_WORDS[one].lower()}", "number") for one in OUTCOMES),
    ]
    rows = [
        [row_head(VERDICT_WORDS[verdict]), *(_judged(view, verdict, outcome, since) for outcome in OUTCOMES)]
        for verdict in SAME
    ]
    return markup.table("Reviewers' verdicts against the checker's", heads, rows, "checker")


def _judged(
    view: CheckerView, verdict: ReviewVerdict, outcome: CheckOutcome, since: CaseFilter
) -> markup.Cell:
    count = view.count(verdict, outcome)
    kind = "number strong" if SAME[verdict] is outcome else "number"
    if not count:
        return cell("0", kind)
    address = CasesAddress(CaseList.JUDGED, since, verdict=verdict, outcome=outcome)
    name = f"Reviewers: {VERDICT_WORDS[verdict]}, checker: {OUTCOME_WORDS[outcome]}: {count:,} claims"
    return f'<td class="{kind}">{markup.link(address.href, f"{count:,}", name)}</td>'


def failure_kinds(view: QualityView, failing: Failing) -> str:
    """How often checks failed in which way, and whose claims they were."""
    totals = Counter[str]()
    for kind in view.kinds:
        totals.update(kind.counts)
    names = [name for name, _ in totals.most_common(MOST_COLUMNS)]
    has_more = len(totals) > MOST_COLUMNS
    lines = {one.name: one for one in view.series}
    heads = [head("Check"), head("Kind of failure"), head("All", "number")]
    rows = [
        [
            row_head(CHECKS[kind.kind]),
            cell(kind.words),
            _count(
                kind.count,
                failing({"kind": kind.kind.value, "reason": kind.reason, "overruled": "yes"}),
                f"{CHECKS[kind.kind]}, {kind.words}",
            ),
            *(_of_series(kind, name, lines.get(name), failing) for name in names),
            *([cell(f"{_others(kind.counts, names):,}", "number")] if has_more else []),
        ]
        for kind in view.kinds
    ]
    columns = [*heads, *(head(name, "number") for name in names)]
    return markup.table(
        "Failures by check and kind",
        [*columns, *([head("Others", "number")] if has_more else [])],
        rows,
        "failure-kinds",
    )


def _of_series(kind: FailureKind, name: str, line: SeriesView | None, failing: Failing) -> markup.Cell:
    """How often a check failed in one way in what a model and prompt wrote."""
    chosen = {"kind": kind.kind.value, "reason": kind.reason, "overruled": "yes"}
    address = failing({**chosen, **dict(line.key.cases)}) if line and line.key.cases else None
    return _count(kind.counts.get(name, 0), address, f"{CHECKS[kind.kind]}, {kind.words}, {name}")


def _others(counts: Mapping[str, int], names: Sequence[str]) -> int:
    return sum(count for name, count in counts.items() if name not in names)


def versions(view: QualityView, failing: Failing) -> str:
    """The citations of what each pair of parser and renderer has read."""
    heads = [head("Parser"), head("Renderer"), head("Failing", "number"), head("Citations", "number")]
    heads.append(head("Failed", "number"))
    rows = [
        [
            row_head(one.parser),
            cell(one.renderer),
            cell(one.rate.words, "number strong", one.rate.interval_words),
            cell(f"{one.rate.total:,}", "number"),
            _count(one.rate.failed, failing({"parser": one.parser}), f"{one.parser}, {one.renderer}"),
        ]
        for one in view.versions
    ]
    return markup.table("Citations by parser and renderer of their filing", heads, rows, "versions")


def chart_table(view: QualityView, failing: Failing) -> str:
    """The chart as a table: a row a week, a column a line, each rate with its count and the way to its cases."""
    heads = [head("Week of"), *(head(one.name, "number") for one in view.series)]
    by_week = [{week.week: week.rate for week in one.weeks} for one in view.series]
    rows = [
        [
            row_head(week_words(week)),
            *(
                _week(
                    rates.get(week), series_cases(one, view, failing, week), f"{one.name}, {week_words(week)}"
                )
                for one, rates in zip(view.series, by_week, strict=True)
            ),
        ]
        for week in reversed(view.weeks)
        if any(week in rates for rates in by_week)
    ]
    return markup.table(f"Failing {noun_of(view.layer)} by week", heads, rows, "chart-table")


def _week(rate: Rate | None, address: CasesAddress | None, of: str) -> markup.Cell:
    if rate is None:
        return cell("–", "number")
    words = f"{rate.words} ({rate.count_words})"
    if not rate.failed or address is None:
        return cell(words, "number")
    return f'<td class="number">{markup.link(address.href, words, f"{of}: {words}, its cases")}</td>'


def all_cases(address: CasesAddress, total: int) -> str:
    """The way to all of the failures of which the newest are shown."""
    return f'<p class="turn">{markup.link(address.href, f"All {total:,} failures")}</p>'
