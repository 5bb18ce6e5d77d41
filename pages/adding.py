"""Adding filings, and how far those on their way into the library are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final
from uuid import UUID

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages import session
from pages.plain import plain
from pages.reading import START_COMMAND, ReadingView, RunView, read_reading, recent_list
from pipeline.evidence.errors import PinciteError
from pipeline.store import collections, ingests
from pipeline.store.collections import Collection
from pipeline.store.documents import DocumentRow
from viewer import services

_NOWHERE: Final = "None: everybody here may read it"
_INTO_HELP: Final = (
    "The filings come into the library inside it. Those of a closed collection are for its members only, from the "
    "moment they are queued: their names too."
)
TYPES: Final = ["pdf", "html", "htm", "xhtml", "txt"]


class NothingChosen(PinciteError):
    """The form was sent without what it needs."""


def draw(filings: Sequence[DocumentRow], reading: ReadingView) -> None:
    """The form, what is being read, what was not added, and what was lately."""
    with st.container(key="adding"):
        _form(filings)
    st.fragment(_progress, run_every=1.0 if reading.unfinished else None)()
    _failures(reading)
    _recent(reading)


def _form(filings: Sequence[DocumentRow]) -> None:
    current = {
        filing.version_id: filing.title or "" for filing in filings if filing.may_read and filing.version_id
    }
    gathered = {one.id: one.label for one in _collections()}
    with st.form("add", clear_on_submit=True):
        st.markdown("#### Add filings")
        files = st.file_uploader(
            "PDF, HTML or text, up to 200 MB each", type=TYPES, accept_multiple_files=True, key="files"
        )
        path = (
            None  # the server is not their machine
            if session.visit().is_signed_in
            else st.text_input(
                "Or a file or folder on this machine", placeholder="/path/to/filings", key="path"
            )
        )
        supersedes = st.selectbox(
            "Takes the place of",
            list(current),
            index=None,
            format_func=lambda version: current.get(version, ""),
            placeholder="Nothing: a filing of its own",
            key="supersedes",
        )
        collection_id = None
        if gathered:
            collection_id = st.selectbox(
                "Into collection",
                list(gathered),
                index=None,
                format_func=lambda one: gathered.get(one, ""),
                placeholder=_NOWHERE,
                help=_INTO_HELP,
                key="into-collection",
            )
        sent = st.form_submit_button("Add", type="primary", icon=":material/add:")
    if not sent:
        return
    try:
        with st.spinner("Queueing…"):
            _queue(files or [], path, supersedes, collection_id)
    except PinciteError as error:
        st.error(plain(error.message), icon=":material/error:")
    else:
        st.rerun()
    finally:
        for file in files or []:
            session.free(file)


def _collections() -> list[Collection]:
    scope = session.scope()
    with services.current().database.scoped(scope) as conn:
        return collections.list_all(conn, scope.user_id)


def _queue(
    files: Sequence[UploadedFile], path: str | None, supersedes: UUID | None, collection_id: UUID | None
) -> None:
    from pipeline.jobs import queue_files, queue_upload
    from pipeline.offered import sources_in

    sources = list(sources_in([Path(path.strip()).expanduser()])) if path and path.strip() else []
    if not sources and not files:
        or_path = "" if session.visit().is_signed_in else ", or write the path of one,"
        raise NothingChosen(f"Drop a file{or_path} before you press Add.")
    if supersedes is not None and len(sources) + len(files) > 1:
        raise NothingChosen("One filing takes the place of one other. Add the others without it.")
    opened, scope = services.current(), session.scope()
    for file in files:
        queue_upload(
            opened.settings,
            opened.database,
            scope,
            file.name,
            file.getvalue(),
            supersedes=supersedes,
            collection_id=collection_id,
        )
    if not sources:
        return
    for _ in queue_files(
        opened.settings,
        opened.database,
        scope,
        sources,
        supersedes=supersedes,
        collection_id=collection_id,
    ):
        pass


def _progress() -> None:
    """What is on its way, once a second; the whole page again when one of them is over."""
    view = read_reading(services.current(), session.scope())
    before = st.session_state.get("unfinished", 0)
    st.session_state["unfinished"] = view.unfinished
    if view.unfinished < before:
        st.rerun()
    if not view.unfinished:
        return
    with st.container(border=True, key="running"):
        with st.container(horizontal=True, vertical_alignment="center", key="running-title"):
            st.markdown("#### In progress", width="content")
            st.markdown(f":gray[{view.summary}]", width="content")
        if view.no_worker_words:
            st.warning(view.no_worker_words, icon=":material/warning:")
            st.code(START_COMMAND, language=None)
        for run in view.in_hand:
            _run(run)
        if view.waiting:
            with st.container(key="waiting", gap=None):
                for run in view.waiting:
                    _run(run)
        if view.unseen_waiting > 0:
            st.caption(f"and {view.unseen_waiting:,} more that wait")
        if view.unfinished > 1 and st.button("Cancel all", key="cancel-all"):
            _cancel_all()


def _run(run: RunView) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"reading-{run.id}"):
        st.markdown(f"**{plain(run.name)}**" if run.share is not None else plain(run.name), width="stretch")
        if run.can_cancel and st.button(
            "Cancel",
            key=f"cancel-{run.id}",
            help=f"Stop reading {plain(run.name)}",
            type="tertiary",
            width="content",
        ):
            _cancel([run.id])
    if run.share is None:
        st.caption(run.words)
    else:
        st.progress(run.share, text=run.words)
    if run.note:
        st.caption(f":material/history: {run.note}")


def _cancel(ids: Sequence[UUID]) -> None:
    from pipeline.jobs import cancel

    opened = services.current()
    try:
        cancel(opened.settings, opened.database, session.scope(), ids)
    except PinciteError as error:
        st.error(plain(error.message), icon=":material/error:")
        return
    st.rerun(scope="fragment")


def _cancel_all() -> None:
    with services.current().database.scoped(session.scope()) as conn:
        ids = ingests.list_unfinished(conn)
    _cancel(ids)


def _failures(view: ReadingView) -> None:
    if not view.failures:
        return
    with st.container(border=True, key="failures"):
        st.markdown("#### Not added")
        for failure in view.failures:
            st.markdown(f":red[:material/cancel: **{plain(failure.name)}**]")
            st.caption(plain(failure.words))
            if failure.can_try_again and st.button("Try again", key=f"again-{failure.id}"):
                _try_again(failure.id)
        if view.failure_count > len(view.failures):
            st.caption(f"and {view.failure_count - len(view.failures):,} more of the last day")


def _try_again(ingest_id: UUID) -> None:
    from pipeline.jobs import try_again

    try:
        try_again(services.current().database, session.scope(), ingest_id)
    except PinciteError as error:
        st.error(plain(error.message), icon=":material/error:")
        return
    st.rerun()


def _recent(view: ReadingView) -> None:
    if not view.recent:
        return
    with st.container(border=True, key="recent-runs"):
        st.markdown("#### Lately")
        st.html(recent_list(view.recent))
