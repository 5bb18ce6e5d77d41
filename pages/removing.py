"""Removing a filing: what hangs on it is told first, and removing is a second press."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

import streamlit as st

from pages import cover_form, notes, session
from pages.filing_view import hung_words, size_words
from pages.plain import plain
from pipeline.evidence.errors import ConsequencesChanged, PinciteError
from pipeline.store import consequences
from pipeline.store.blobs import open_blobs
from pipeline.store.consequences import Consequences
from viewer import services

_TOLD: Final = "removal-told"
CONFIRMED: Final = "remove"
"""What is typed before a filing goes on which claims or verdicts stand."""


@dataclass(frozen=True, slots=True)
class Told:
    """A line of what removing means. `tone`: "bad" for what is lost, "warn" for what stays without its page."""

    tone: str
    icon: str
    words: str


def ask(document_id: UUID) -> None:
    """Open the dialog that tells what removing the filing means, and does it."""
    try:
        st.session_state[_TOLD] = _read(document_id)
    except PinciteError as error:
        st.error(plain(error.message), icon=":material/error:")
    else:
        _dialog(document_id)


def told_lines(told: Consequences) -> list[Told]:
    """What removing means, the gravest first."""
    lines = []
    if told.claims:
        whose = hung_words([(told.claims, "claim", "claims")])
        answers = hung_words([(told.answers, "answer", "answers")])
        verb = "cites it. It keeps its" if told.claims == 1 else "cite it. They keep their"
        lines.append(
            Told(
                "bad",
                "link_off",
                f"{whose} of {answers} {verb} words and checks, and can show no page any more.",
            )
        )
    if told.verdicts:
        given = hung_words([(told.verdicts, "verdict", "verdicts")])
        people = hung_words([(told.reviewers, "reviewer", "reviewers")])
        lines.append(
            Told(
                "warn",
                "rate_review",
                f"{given} of {people} on these claims stay, without evidence to look at.",
            )
        )
    if told.annotations:
        marks = hung_words(
            [(told.annotations, "marked place becomes an orphan", "marked places become orphans")]
        )
        lines.append(Told("warn", "link_off", f"{marks}. Add the same file again, and they are found again."))
    if told.cover_fields:
        fields = hung_words([(told.cover_fields, "field", "fields")])
        lines.append(Told("bad", "edit_off", f"{fields} that analysts wrote on its cover are lost."))
    if told.collections:
        lines.append(Told("none", "folder_off", f"It leaves {', '.join(told.collections)}."))
    count = len(told.versions)
    what = (
        "Its only version goes"
        if count == 1
        else f"All of its {count} versions go"
        if count
        else "Nothing is stored of it"
    )
    freed = f": {size_words(told.byte_size)} of files, with every page, block and index" if count else ""
    lines.append(
        Told("none", "delete", f"{what}{freed}. That it was here, and who removed it, stays in the history.")
    )
    return lines


def needs_typing(told: Consequences) -> bool:
    return bool(told.claims or told.verdicts or told.annotations)


def _read(document_id: UUID) -> Consequences:
    scope = session.scope()
    with services.current().database.scoped(scope) as conn:
        return consequences.of_document(conn, document_id, scope.user_id)


@st.dialog("Remove this filing?", width="medium", icon=":material/delete:")
def _dialog(document_id: UUID) -> None:
    told: Consequences = st.session_state[_TOLD]
    st.markdown(f"**{plain(told.title)}**")
    colours = {"bad": ":red", "warn": ":orange", "none": ":gray"}
    for line in told_lines(told):
        st.markdown(f"{colours[line.tone]}[:material/{line.icon}:] {plain(line.words)}")
    if told.being_read:
        st.warning(
            f"{plain(', '.join(told.being_read))} is being read, or waits to be, and belongs to it. Cancel that in the "
            "Library, or let it end.",
            icon=":material/progress_activity:",
        )
    is_confirmed = True
    if needs_typing(told) and not told.being_read:
        typed = st.text_input(f"Type “{CONFIRMED}” to confirm", key=f"confirm-{document_id}", max_chars=20)
        is_confirmed = typed.strip().casefold() == CONFIRMED
    with st.container(horizontal=True, horizontal_alignment="right"):
        if st.button("Keep it", key="keep-filing"):
            st.rerun()
        pressed = st.button(
            "Remove for good",
            key="remove-for-good",
            type="primary",
            icon=":material/delete:",
            disabled=bool(told.being_read) or not is_confirmed,
        )
    if pressed:
        _remove(document_id, told)


def _remove(document_id: UUID, told: Consequences) -> None:
    from pipeline.removal import remove_filing

    opened, scope = services.current(), session.scope()
    try:
        removed = remove_filing(
            opened.database, open_blobs(opened.settings).of(scope.tenant_id), scope, document_id, told
        )
    except ConsequencesChanged as error:
        st.session_state[_TOLD] = _read(document_id)
        st.error(plain(error.message), icon=":material/error:")
        if st.button("Look again", key="look-again"):
            st.rerun(scope="fragment")
        return
    except PinciteError as error:
        st.error(plain(error.message), icon=":material/error:")
        return
    notes.leave("ok", f"{plain(told.title)} was removed.")
    if removed.problem:
        notes.leave(
            "warn", f"Its bytes are still stored: {plain(removed.problem)} The next removal frees them."
        )
    st.query_params.update({cover_form.FILING: [], cover_form.COVER: []})
    st.rerun()
