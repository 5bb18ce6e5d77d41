"""The Library page: the filings, adding more of them, and how far those being read are."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from uuid import UUID

import streamlit as st

from pages import session, uploads
from pages.asking import UNFINISHED
from pages.filings import filing_row, table
from pipeline.evidence.errors import PinciteError
from pipeline.store import documents, ingests
from pipeline.store.documents import DocumentRow
from pipeline.store.ingests import IngestRow, IngestState
from viewer import services

TYPES: Final = ["pdf", "html", "htm", "xhtml", "txt"]
SHOWN_FAILURES: Final = 5
FAILURES_SHOWN_FOR: Final = timedelta(days=1)
FAILED: Final = frozenset({IngestState.FAILED, IngestState.INTERRUPTED})


def page() -> None:
    opened, scope = services.current(), session.scope()
    with opened.database.scoped(scope) as conn:
        filings = documents.list_all(conn, scope.user_id)
        runs = ingests.list_recent(conn)
    with st.container(horizontal=True, vertical_alignment="center", key="library-title"):
        st.markdown("### Library", width="content")
        st.markdown(f":gray[{len(filings)} {'filing' if len(filings) == 1 else 'filings'}]", width="content")
    left, right = st.columns([8, 3], gap="small")
    with left, st.container(key="filings", gap=None):
        _filings(filings)
    with right, st.container(key="library-side"):
        _add(filings)
        is_running = any(run.state in UNFINISHED for run in runs)
        st.fragment(_progress, run_every=1.0 if is_running else None)()
        _failures(runs)


def _filings(filings: Sequence[DocumentRow]) -> None:
    words = st.text_input(
        "Filter",
        placeholder="Company, form or period",
        key="filter",
        icon=":material/search:",
        label_visibility="collapsed",
    )
    rows = [filing_row(filing) for filing in filings]
    if not rows:
        st.info("No filings yet. Add PDF, HTML or text files on this page.", icon=":material/upload_file:")
        return
    st.html(table([row for row in rows if row.matches(words or "")], len(rows)))


def _add(filings: Sequence[DocumentRow]) -> None:
    current = {
        filing.version_id: filing.title or "" for filing in filings if filing.may_read and filing.version_id
    }
    with st.form("add", clear_on_submit=True):
        st.markdown("#### Add filings")
        files = st.file_uploader(
            "PDF, HTML or text, up to 200 MB each", type=TYPES, accept_multiple_files=True, key="files"
        )
        path = st.text_input(
            "Or a file or folder on this machine", placeholder="/path/to/filings", key="path"
        )
        supersedes = st.selectbox(
            "Takes the place of",
            list(current),
            index=None,
            format_func=lambda version: current.get(version, ""),
            placeholder="Nothing: a filing of its own",
            key="supersedes",
        )
        sent = st.form_submit_button("Add", type="primary", icon=":material/add:")
    if not sent:
        return
    home = services.current().settings.home
    uploads.sweep(home)
    try:
        sources = [uploads.keep(home, file.name, file.getvalue()) for file in files or []]
        sources += _sources_at(path)
        _start(sources, supersedes)
    except PinciteError as error:
        st.error(error.message, icon=":material/error:")
    else:
        st.rerun()


def _sources_at(path: str | None) -> list[Path]:
    from pipeline.jobs import sources_in

    return list(sources_in([Path(path.strip()).expanduser()])) if path and path.strip() else []


def _start(sources: Sequence[Path], supersedes: UUID | None) -> None:
    from pipeline.jobs import start_ingest

    if not sources:
        raise NothingChosen("Drop a file, or write the path of one, before you press Add.")
    if supersedes is not None and len(sources) > 1:
        raise NothingChosen("One filing takes the place of one other. Add the others without it.")
    opened = services.current()
    for source in sources:
        start_ingest(opened.settings, opened.database, session.scope(), source, supersedes)


class NothingChosen(PinciteError):
    """The form was sent without what it needs."""


def _progress() -> None:
    """The runs that are not over, once a second; the whole page again when one of them ends."""
    with services.current().database.scoped(session.scope()) as conn:
        running = [run for run in ingests.list_recent(conn) if run.state in UNFINISHED]
    before = st.session_state.get("running", frozenset())
    st.session_state["running"] = frozenset(run.id for run in running)
    if before - st.session_state["running"]:
        st.rerun()
    if not running:
        return
    with st.container(border=True, key="running"):
        st.markdown("#### In progress")
        for run in reversed(running):
            _run(run)


def _run(run: IngestRow) -> None:
    share = run.done / run.total if run.total else 0.0
    st.markdown(f"**{_plain(run.source_name)}**")
    st.progress(min(share, 1.0), text=_stage(run))
    if run.cancel_requested:
        st.caption("Stopping…")
    elif st.button("Cancel", key=f"cancel-{run.id}"):
        with services.current().database.scoped(session.scope()) as conn:
            ingests.request_cancel(conn, run.id)
        st.rerun(scope="fragment")


def _stage(run: IngestRow) -> str:
    if run.state is IngestState.QUEUED:
        return "Waiting to start"
    stage = (run.stage or "Starting").capitalize()
    return f"{stage}, {run.done:,} of {run.total:,}" if run.total > 1 else stage


def _failures(runs: Sequence[IngestRow]) -> None:
    failed = unmended(runs, datetime.now(UTC))[:SHOWN_FAILURES]
    if not failed:
        return
    with st.container(border=True, key="failures"):
        st.markdown("#### Not added")
        for run in failed:
            st.markdown(f":red[:material/cancel: **{_plain(run.source_name)}**]")
            st.caption(
                _plain(run.error_message or "Its process ended. Nothing of it was stored: add it again.")
            )


def unmended(runs: Sequence[IngestRow], now: datetime) -> list[IngestRow]:
    """Failed runs of the last day, newest first, of files that no later run has read."""
    mended: set[str] = set()
    failed: list[IngestRow] = []
    for run in runs:
        if run.state is IngestState.READY:
            mended.add(run.path)
        elif run.state in FAILED and run.path not in mended and now - run.started_at < FAILURES_SHOWN_FOR:
            failed.append(run)
            mended.add(run.path)
    return failed


def _plain(text: str) -> str:
    """A file's name or an error's words inside Markdown, as they are."""
    return "".join(
        f"\\{character}" if character in "\\`*_{}[]()<>#+-.!|:$~^" else character for character in text
    )
