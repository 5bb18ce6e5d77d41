"""One filing of the Library beside the table: what it says it is, its versions, use, history, and what can be done."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Literal

import streamlit as st

from pages import collecting, cover_form, removing, scope_line, session
from pages.filing_view import (
    OpenFiling,
    VersionView,
    cover_lines,
    marks_words,
    removal_words,
    use_words,
    version_views,
)
from pages.filings import READ_AGAIN, READY, icon
from pages.markup import link as anchor
from pages.markup import status_words
from pages.navigation import ask_page
from pages.plain import plain
from pages.run_words import run_words
from pipeline.evidence.errors import PinciteError
from pipeline.permissions import Permission
from pipeline.store.removals import Removal
from viewer import services

RENEWED_EVERY = 300.0
"""Seconds after which the links to the files are made anew: they live from 600 on."""
_STATES = {
    READY: ("ok", "check_circle"),
    READ_AGAIN: ("warn", "update"),
}


def draw(found: OpenFiling | Removal | None) -> None:
    """The panel of what the address names."""
    with st.container(border=True, key="filing-panel"):
        if isinstance(found, OpenFiling):
            _filing(found)
            return
        if found is None:
            st.warning("There is no such filing that you may read.", icon=":material/search_off:")
        else:
            st.info(plain(removal_words(found)), icon=":material/delete:")
            st.caption("To have its pages back, add the same file again.")
        _close_button("secondary")


def close() -> None:
    st.query_params.update({cover_form.FILING: [], cover_form.COVER: []})


def _close_button(kind: Literal["secondary", "tertiary"]) -> None:
    st.button("Close", key="close-filing", icon=":material/close:", type=kind, on_click=close)


def _filing(filing: OpenFiling) -> None:
    with st.container(horizontal=True, vertical_alignment="top", key="filing-title"):
        st.html(_title(filing))
        _close_button("tertiary")
    _actions(filing)
    with st.container(key="filing-cover", gap=None):
        _heading("What it says it is", lambda: _correct(filing))
        st.html(_cover(filing))
    with st.container(key="filing-versions", gap=None):
        _heading("Version chain" if len(filing.versions) > 1 else "Version")
        st.fragment(_versions, run_every=RENEWED_EVERY)(filing)
    with st.container(key="filing-use", gap=None):
        _heading("Use")
        st.html(_use(filing))
    with st.container(key="filing-collections", gap=None):
        _heading("Collections")
        collecting.of_filing(filing)
    with st.container(key="filing-history", gap=None):
        _heading("History")
        st.html(_history(filing))


def _heading(words: str, action: Callable[[], None] | None = None) -> None:
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(f"#### {words}", width="content")
        if action is not None:
            action()


def _correct(filing: OpenFiling) -> None:
    if filing.current is not None:
        st.button(
            "Correct",
            key="open-cover",
            icon=":material/edit:",
            type="tertiary",
            width="content",
            on_click=st.query_params.update,
            args=({cover_form.COVER: "open"},),
        )


def _title(filing: OpenFiling) -> str:
    row = filing.row
    tone, name = _STATES.get(row.state, ("none", "hourglass_empty"))
    reading = status_words("none", "progress_activity", "Being read") if filing.being_read else ""
    return (
        f'<div class="filing-title" data-filing="{row.document_id}" role="group" aria-label="{escape(row.name)}">'
        f"<b>{escape(row.company)}</b><span>{escape(row.filing)}</span>"
        f"<small>{escape(row.format)}</small>{status_words(tone, name, row.state)}{reading}</div>"
    )


def _actions(filing: OpenFiling) -> None:
    with st.container(horizontal=True, key="filing-actions", gap="small"):
        if st.button(
            "Ask about it",
            key="ask-filing",
            icon=":material/manage_search:",
            disabled=not filing.row.can_be_asked,
        ):
            scope_line.pick([filing.row.document_id])
            st.switch_page(ask_page())
        collecting.menu([filing.row.document_id], "filing")
        if st.button(
            "Read again",
            key="reread-filing",
            icon=":material/refresh:",
            disabled=filing.current is None or bool(filing.being_read),
            help="It is being read." if filing.being_read else "Every citation keeps its place, or is marked",
        ):
            _read_again(filing)
        if session.visit().may(Permission.REMOVE) and st.button(
            "Remove", key="remove-filing", icon=":material/delete:", help="See first what hangs on it"
        ):
            removing.ask(filing.row.document_id)


def _read_again(filing: OpenFiling) -> None:
    from pipeline.jobs import start_reread

    opened = services.current()
    try:
        if filing.current is not None:
            start_reread(opened.settings, opened.database, session.scope(), filing.current.id)
    except PinciteError as error:
        st.error(plain(error.message), icon=":material/error:")
    else:
        st.rerun()


def _cover(filing: OpenFiling) -> str:
    if filing.cover is None:
        return '<p class="quiet">Nothing is stored of it yet.</p>'
    lines = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value) or '–'} {_source(*source, has_value=bool(value))}</dd>"
        for name, value, source in cover_lines(filing.cover)
    )
    return f'<dl class="cover">{lines}</dl>'


def _source(tone: str, name: str, words: str, *, has_value: bool) -> str:
    """Where a field was read: in words where it was not, or was written by hand; else as a tooltip."""
    if tone == "warn" or name == "edit":
        return status_words(tone, name, words)
    if not has_value or name == "remove":
        return ""
    silent = f'<span class="silent">{escape(words)}</span>'
    return f'<span class="status none" title="{escape(words)}">{icon(name)}{silent}</span>'


def _versions(filing: OpenFiling) -> None:
    place = st.query_params.get(cover_form.PLACE, "")
    views = version_views(filing, services.current().links, session.scope(), place)
    items = "".join(_version(view) for view in views)
    st.html(f'<ol class="versions">{items}</ol>' if items else '<p class="quiet">None is stored yet.</p>')


def _version(view: VersionView) -> str:
    title = f"<span>{escape(view.title)}</span>" if view.title else ""
    older = status_words("warn", "update", "An older parser: read it again") if view.is_outdated else ""
    short = f"{view.sha256[:8]}…{view.sha256[-4:]}"
    return (
        f'<li class="{escape(view.tone)}">{status_words(view.tone, view.icon, view.standing)}{title}'
        f"<small>{escape(view.facts)}</small><small>{escape(view.reading)}</small>{older}"
        f'<small>sha256 <code title="{escape(view.sha256)}">{short}</code> '
        f'<a href="{escape(view.file)}" target="_blank" rel="noopener">Open the file</a></small>{_place(view)}</li>'
    )


def _place(view: VersionView) -> str:
    """The way to the page that a case of a measurement is about."""
    if not view.place:
        return ""
    if view.place_file is None:
        return status_words("warn", "search_off", f"It has no PDF page {view.place}")
    return f'<a href="{escape(view.place_file)}" target="_blank" rel="noopener">Open PDF page {escape(view.place)}</a>'


def _use(filing: OpenFiling) -> str:
    use = filing.use
    answers = "".join(
        f"<li>{anchor(f'./?answer={one.id}', one.question)} "
        f"<small>{escape(session.short_time(one.created_at))} · {one.claims:,} "
        f"{'claim' if one.claims == 1 else 'claims'}</small></li>"
        for one in use.latest
    )
    marks = "".join(f"<p>{status_words(*line)}</p>" for line in marks_words(use))
    listed = f"<ul>{answers}</ul>" if answers else ""
    return f'<div class="use"><p>{escape(use_words(use))}</p>{listed}{marks}</div>'


def _history(filing: OpenFiling) -> str:
    history = filing.history
    lines = []
    for run in history.rows:
        words = run_words(run)
        asked = f" · for {escape(run.asked_by)}" if run.asked_by else ""
        parser = f" · {escape(run.parser_version)}" if run.parser_version else ""
        detail = f"<small>{escape(words.detail)}</small>" if words.detail else ""
        lines.append(
            f"<li>{status_words(words.tone, words.icon, words.outcome)}"
            f"<small>{escape(run.source_name)}</small>"
            f"<small>{escape(session.local_time(run.queued_at))}{parser}{asked}</small>{detail}</li>"
        )
    if not lines:
        return '<p class="quiet">It was stored before runs were kept.</p>'
    more = history.total - len(history.rows)
    tail = f'<p class="quiet">and {more:,} earlier ones</p>' if more > 0 else ""
    return f'<ul class="runs">{"".join(lines)}</ul>{tail}'


def open_cover(filing: OpenFiling) -> None:
    """The cover over the page, where the address says so."""
    opened = cover_form.read_cover(filing.document)
    if opened is not None:
        cover_form.open_dialog(opened)
