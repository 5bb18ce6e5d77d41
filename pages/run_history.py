"""The ingestion history: every run with its outcome, and every removal with what hung on the filing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from pages import cover_form, library_filters, session
from pages.filing_view import hung_words
from pages.markup import address, cell, head, link, status, table, titled
from pages.paging import page_number, turn
from pages.run_words import duration_words, run_words
from pipeline.store import ingest_history, removals
from pipeline.store.ingest_history import History, HistoryRow
from pipeline.store.ingests import UNFINISHED, IngestState
from pipeline.store.removals import Removal
from viewer import services

PAGE_SIZE: Final = 100
SHOWN_REMOVALS: Final = 50
_OUTCOME: Final = "outcome"
ALL: Final = "All"
OUTCOMES: Final = {
    ALL: (),
    "Read": (IngestState.READY,),
    "Not added": (IngestState.FAILED,),
    "Cancelled": (IngestState.CANCELLED,),
    "Removed since": (IngestState.REMOVED,),
    "Under way": tuple(sorted(UNFINISHED)),
}


def draw() -> None:
    """The runs of an outcome, newest first, and the removals."""
    written = st.query_params.get(_OUTCOME, ALL)
    library_filters.from_address("run-outcome", written if written in OUTCOMES else ALL)
    outcome = st.segmented_control(
        "Outcome",
        list(OUTCOMES),
        key="run-outcome",
        label_visibility="collapsed",
        required=True,
        on_change=library_filters.take,
        args=("run-outcome", _OUTCOME),
    )
    number = page_number()
    scope = session.scope()
    with services.current().database.scoped(scope) as conn:
        found = ingest_history.find(
            conn,
            scope.user_id,
            PAGE_SIZE,
            (number - 1) * PAGE_SIZE,
            states=OUTCOMES.get(outcome or ALL, ()),
        )
        removed = removals.list_recent(conn, scope.user_id, SHOWN_REMOVALS)
    if found.rows:
        st.html(runs_table(found.rows))
    elif found.total:
        st.info(f"There is no page {number} of these runs.", icon=":material/search_off:")
    else:
        st.info(
            "No file was read with this outcome." if outcome != ALL else "No file was read yet.",
            icon=":material/history:",
        )
    _pages(number, found)
    if removed and outcome in (ALL, "Removed since"):
        st.markdown("#### Removed filings")
        st.html(removals_table(removed))


def runs_table(rows: Sequence[HistoryRow]) -> str:
    """The runs as HTML for st.html; every word of a file is escaped."""
    heads = [
        head("Queued"),
        head("File"),
        head("Outcome"),
        head("Read by"),
        head("Took", "number"),
        head("For"),
        head("Filing"),
    ]
    return table("Runs of the ingestion history", heads, map(_run, rows), "runs")


def _run(row: HistoryRow) -> list[str]:
    words = run_words(row)
    detail = f"<small>{titled(words.detail)}</small>" if words.detail else ""
    outcome = status(words.tone, words.icon, words.outcome).replace("</td>", f"{detail}</td>")
    return [
        cell(session.short_time(row.queued_at)),
        f"<td>{titled(row.source_name)}</td>",
        outcome,
        cell(row.parser_version or ""),
        cell(duration_words(row), "number"),
        cell(row.asked_by or ""),
        f"<td>{_filing(row)}</td>",
    ]


def _filing(row: HistoryRow) -> str:
    if row.document_id is None or row.title is None:
        return ""
    return link(address("library", {cover_form.FILING: str(row.document_id)}), row.title)


def removals_table(rows: Sequence[Removal]) -> str:
    """The removals as HTML for st.html."""
    heads = [head("When"), head("Filing"), head("Removed by"), head("What hung on it")]
    return table("Removed filings", heads, map(_removal, rows), "removals")


def _removal(row: Removal) -> list[str]:
    title = row.title or "A filing that you could not read"
    return [
        cell(session.short_time(row.created_at)),
        f"<td>{titled(title)}</td>",
        cell(row.removed_by),
        cell(hung(row) if row.title else ""),
    ]


def hung(row: Removal) -> str:
    """What hung on a removed filing, in a line."""
    counts = row.consequences
    return (
        hung_words(
            [
                (counts.get("claims", 0), "claim", "claims"),
                (counts.get("verdicts", 0), "verdict", "verdicts"),
                (counts.get("annotations", 0), "marked place", "marked places"),
                (len(counts.get("collections", ())), "collection", "collections"),
                (len(row.versions), "version", "versions"),
            ]
        )
        or "nothing"
    )


def _pages(number: int, found: History) -> None:
    last = max(1, -(-found.total // PAGE_SIZE))
    counted = f"{found.total:,} {'run' if found.total == 1 else 'runs'}"
    withheld = f" · {found.withheld:,} more of filings that you may not read" if found.withheld else ""
    with st.container(horizontal=True, vertical_alignment="center", key="history-pages"):
        st.caption(f"{counted}{withheld}")
        if last == 1:
            return
        turn(number, last)
