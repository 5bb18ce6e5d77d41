"""The Quality page's tables: the last week of each model and prompt, kinds of failure, failures, versions, the
chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pages import markup, session
from pages.markup import cell, head, row_head
from pipeline.evidence.answer import CheckKind
from pipeline.store.quality import FailureRow
from viewer.quality_chart import week_words
from viewer.quality_series import SeriesView, Standing, series_name
from viewer.quality_views import LAYERS, QualityView, reason_words
from viewer.rates import percent
from viewer.words import shortened

MOST_COLUMNS: Final = 4
"""Models and prompts that have a column of their own in a table."""

MOST_DETAIL: Final = 150
"""Characters of a failure's own words in its row; the tooltip has them all."""

MOST_QUOTES: Final = 4
"""Evidence ids that a row names."""

NOTHING: Final = "Nothing cited"
NO_TITLE: Final = "No access"
WITHHELD: Final = "Withheld: the claim cites a document that you cannot read."

STANDINGS: Final = {
    Standing.ABOVE: ("bad", "error", "Above"),
    Standing.PERHAPS_ABOVE: ("warn", "warning", "Above, few"),
    Standing.BELOW: ("ok", "check_circle", "Below"),
    None: ("none", "history", "Older"),
}


def last_weeks(view: QualityView) -> str:
    """The last week of each model and prompt, and where it stands to the alert."""
    heads = [
        head("Written by"),
        head("Failing", "number"),
        head("Citations", "number"),
        head("Failed", "number"),
    ]
    rows = [_last_week(one, view) for one in view.series]
    caption = "Last week of each model and prompt"
    return markup.table(caption, [*heads, head(f"Alert {percent(view.alert_rate)}")], rows, "last-weeks")


def _last_week(one: SeriesView, view: QualityView) -> list[markup.Cell]:
    rate, week = one.last.rate, f"Week of {week_words(one.last.week)}"
    return [
        row_head(one.name, below=f"{week}, so far" if one.last.week == view.this else week),
        cell(rate.words, "number strong", rate.interval_words),
        cell(f"{rate.total:,}", "number"),
        cell(f"{rate.failed:,}", "number"),
        markup.status(*STANDINGS[one.standing]),
    ]


def failure_kinds(view: QualityView) -> str:
    """How often checks failed in which way, and whose claims they were."""
    names = [one.name for one in view.series[:MOST_COLUMNS]]
    has_more = len(view.series) > MOST_COLUMNS
    heads = [head("Check"), head("Kind of failure"), head("All", "number")]
    rows = [
        [
            row_head(LAYERS[kind.kind]),
            cell(kind.words),
            cell(f"{kind.count:,}", "number strong"),
            *(cell(f"{kind.counts.get(name, 0):,}", "number") for name in names),
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


def _others(counts: Mapping[str, int], names: Sequence[str]) -> int:
    return sum(count for name, count in counts.items() if name not in names)


def latest_failures(rows: Sequence[FailureRow]) -> str:
    """The failed checks, each with the way to its claim."""
    heads = [head(text) for text in ("Time", "Check", "What went wrong", "Evidence", "Written by")]
    return markup.table(
        "Latest failures",
        [*heads, markup.silent_head("Open")],
        [_failure(row) for row in rows],
        "latest-failures",
    )


def _failure(row: FailureRow) -> list[markup.Cell]:
    layer, time = LAYERS[CheckKind(row.kind)], session.local_time(row.created_at)
    handles = "".join(
        markup.handle(one, is_withheld=row.detail is None) for one in row.citations[:MOST_QUOTES]
    )
    more = f" +{len(row.citations) - MOST_QUOTES}" if len(row.citations) > MOST_QUOTES else ""
    titles = "; ".join(row.titles) or (NOTHING if not row.citations else NO_TITLE)
    by = series_name(row.model, row.prompt)
    place = {"answer": str(row.answer_id)}
    if row.citations:
        place["evidence"] = f"{row.claim_number}:{row.citation_id or row.citations[0]}"
    opens = markup.link(
        markup.address("", place), "Open", f"Open claim {row.claim_number}, {layer} failed, {time}"
    )
    return [
        cell(time),
        markup.status("bad", "cancel", layer),
        _words(row),
        f"<td>{handles}{more} {markup.titled(titles)}</td>",
        cell(by, title=by),
        f"<td>{opens}</td>",
    ]


def _words(row: FailureRow) -> markup.Cell:
    """The kind of the failure, and what the check said."""
    kind = f"{reason_words(row.reason)}. " if row.reason else ""
    words = WITHHELD if row.detail is None else row.detail
    return cell(f"{kind}{shortened(words, MOST_DETAIL)}", "words", words)


def versions(view: QualityView) -> str:
    """The citations of what each pair of parser and renderer has read."""
    heads = [head("Parser"), head("Renderer"), head("Failing", "number"), head("Citations", "number")]
    rows = [
        [
            row_head(one.parser),
            cell(one.renderer),
            cell(one.rate.words, "number strong", one.rate.interval_words),
            cell(f"{one.rate.total:,}", "number"),
        ]
        for one in view.versions
    ]
    return markup.table("Citations by parser and renderer of their filing", heads, rows, "versions")


def chart_table(view: QualityView) -> str:
    """The chart as a table: a row a week, a column a model and prompt, each rate with its count."""
    heads = [head("Week of"), *(head(one.name, "number") for one in view.series)]
    by_week = [{week.week: week.rate for week in one.weeks} for one in view.series]
    rows = [
        [
            row_head(week_words(week)),
            *(
                cell(f"{rates[week].words} ({rates[week].count_words})" if week in rates else "–", "number")
                for rates in by_week
            ),
        ]
        for week in reversed(view.weeks)
        if any(week in rates for rates in by_week)
    ]
    return markup.table("Failing citations by week", heads, rows, "chart-table")
