"""The Ask page: a question, the claims of its answer, and the evidence behind them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import streamlit as st

from pages import answering, asking, exporting, original, scope_line, session
from pages.asking import Library, ShownAnswer
from pages.navigation import library_page
from pages.plain import plain
from pages.scope_line import ScopeChoice
from pipeline.evidence.errors import NotFound, PinciteError
from pipeline.store.answer_rights import QUESTION_WITHHELD
from viewer import services
from viewer.components import answer_component, pane_component

SPLITS: Final = {"Answer": (3, 2), "Balanced": (5, 6), "Source": (2, 3)}
"""Widths of the claims and the pane. The answer's ratio leaves the pane room for a page at reading size."""
FOLLOW_EVERY: Final = 0.3
"""Seconds between two looks at an answer that is being written. Its claims look for themselves, more often."""
_WITHHELD_TOO: Final = (
    "Somebody else asked it. Its words are withheld, and so is what the answer says of such filings; what it says of "
    "others stands below."
)
_TONES: Final = {
    "ok": (":green", "check_circle"),
    "warn": (":orange", "warning"),
    "bad": (":red", "cancel"),
    "none": (":gray", "search_off"),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was sent, and what the analyst said of its scope."""

    question: str
    choice: ScopeChoice


def page() -> None:
    opened, scope = services.current(), session.scope()
    library = asking.read_library(opened, scope)
    shown = _shown_answer()
    asked = _question_box(library, shown)
    below = st.container(key="below", gap=None)
    with below:
        if shown is None:
            asked = _start(library) or asked
    if asked is not None:
        with below, st.spinner(f"Searching {_searched(asked, library)} and checking each quote…"):
            answer_id = answering.ask(
                opened, scope, asked.question, asked.choice.picked, asked.choice.without
            )
        session.choose_answer(answer_id)
        st.rerun()
    if shown is not None:
        with below:
            _answer(shown)


def _shown_answer() -> ShownAnswer | None:
    written = session.chosen_answer()
    if written is None:
        return None
    try:
        return asking.read_answer(services.current(), session.scope(), written, session.linked_view())
    except NotFound as error:
        st.warning(f"{plain(error.message)} Ask the question again.", icon=":material/search_off:")
        return None


def _question_box(library: Library, shown: ShownAnswer | None) -> Asked | None:
    with st.container(border=True, key="question", gap=None):
        with (
            st.form("ask", border=False),
            st.container(horizontal=True, vertical_alignment="center", key="question-line"),
        ):
            session.fill_question(shown.id if shown else None, _question_of(shown))
            question = st.text_input(
                "Question",
                key=session.QUESTION,
                placeholder="Ask a question about your filings",
                label_visibility="collapsed",
                max_chars=2_000,
            )
            # The first of a form is the one that Enter means.
            sent = st.form_submit_button("Ask again" if shown else "Ask", type="primary", width="content")
            st.form_submit_button(
                "Preview scope",
                key="preview",
                type="tertiary",
                icon=":material/filter_alt:",
                help="See which filings this question would be asked of, before you ask it",
                width="content",
            )
        scope_line.draw(library, shown, question)
    return Asked(question, scope_line.choice(shown)) if sent and question.strip() else None


def _question_of(shown: ShownAnswer | None) -> str:
    """What the box begins with: not with the words that stand for a question that is withheld."""
    return shown.question if shown and not shown.resolved.is_question_withheld else ""


def _start(library: Library) -> Asked | None:
    """What stands below an empty question: where to begin."""
    with st.container(key="start"):
        if not library.filings:
            _no_filings(library)
            return None
        st.markdown("### Ask your filings")
        st.markdown(
            "Each claim of an answer opens the page, and marks the cells and lines, that it rests on."
        )
        for number, question in enumerate(_suggestions(library)):
            if st.button(question, key=f"suggestion-{number}", icon=":material/search:", width="stretch"):
                return Asked(question, ScopeChoice())
        st.page_link(
            library_page(), label="Add filings of your own in the Library", icon=":material/folder_open:"
        )
        if library.is_growing:
            _more_to_come(library)
    return None


@st.fragment(run_every=2.0)
def _no_filings(library: Library) -> None:
    _follow(library)
    if library.is_growing:
        st.markdown(f"### {library.growing_words}")
        st.markdown("You can ask as soon as the first one is ready. The Library shows how far they are.")
    else:
        st.markdown("### No filings yet")
        st.markdown(
            "Add a PDF, HTML or text filing first. Then ask, and open the evidence behind each claim."
        )
    st.page_link(library_page(), label="Open the Library", icon=":material/folder_open:")


@st.fragment(run_every=2.0)
def _more_to_come(library: Library) -> None:
    _follow(library)
    st.caption(
        f":material/progress_activity: {library.growing_words}. You can ask about the others meanwhile."
    )


def _follow(library: Library) -> None:
    """Draw the page anew once the library has changed since it was drawn."""
    if asking.read_library(services.current(), session.scope()) != library:
        st.rerun()


def _suggestions(library: Library) -> list[str]:
    """The questions that the sample filings answer, of those that are in the library."""
    from pipeline.samples.questions import suggested_questions

    names = {Path(filing.source_name or "").name for filing in library.filings}
    return [question.text for question in suggested_questions() if question.filing in names]


def _answer(shown: ShownAnswer) -> None:
    is_written = shown.progress.stage is None
    if shown.resolved.is_question_withheld:
        st.info(f"{QUESTION_WITHHELD}. {_WITHHELD_TOO}", icon=":material/lock:")
    has_evidence = bool(shown.pane["evidence"] or shown.pane["read"]) or not is_written
    with st.container(horizontal=True, vertical_alignment="center", key="run-bar"):
        st.markdown("### Answer", width="content")
        if not is_written:
            _writing(shown)
        for tone, words in shown.summary if is_written else ():
            colour, icon = _TONES[tone]
            st.markdown(f"{colour}[:material/{icon}: {words}]", width="content")
        st.space("stretch")
        st.markdown(f":gray[{session.short_time(shown.created_at)}]", width="content")
        split = _split() if has_evidence else "Balanced"
        if is_written:
            exporting.menu(shown)
    if not has_evidence:
        answer_component(shown.claims, key="claims")
        return
    claims, pane = st.columns(SPLITS[split], gap="small")
    with claims:
        answer_component(shown.claims, key="claims")
    opinion = original.prepare(shown)
    with pane:
        asked = pane_component(
            {
                **shown.pane,
                "workspace": session.visit().linked_workspace,
                "problem": session.problem(),
                "original": opinion.view if opinion else None,
            },
            key="pane",
        )
        if opinion is not None:
            original.draw(opinion)
    if asked.original is not None:
        original.choose(shown, asked.original)
        st.rerun()
    if asked.newer is not None:
        _find_newer(shown, asked.newer)


def _writing(shown: ShownAnswer) -> None:
    """The line that says what is being done for an answer, and stops it."""

    @st.fragment(run_every=FOLLOW_EVERY)
    def follow() -> None:
        now = answering.progress(services.current(), session.scope(), shown.id)
        if now != shown.progress:
            st.rerun()
        with st.container(horizontal=True, vertical_alignment="center", key="writing"):
            st.markdown(f":material/progress_activity: {answering.progress_words(now)}", width="content")
            if st.button("Stop", icon=":material/stop_circle:", key="stop", help="Keep what is checked"):
                answering.cancel(services.current(), session.scope(), shown.id)

    follow()


def _find_newer(shown: ShownAnswer, citation: str) -> None:
    """Have a citation looked for in the version that superseded its own, and draw what came of it."""
    try:
        asking.find_newer(services.current(), session.scope(), shown.id, citation)
    except PinciteError as error:
        session.leave_problem(citation, error.message)
    else:
        session.clear_problem()
    st.rerun()


def _split() -> str:
    """How the width is shared, kept in the URL."""
    chosen = st.segmented_control(
        "View",
        list(SPLITS),
        default="Balanced",
        key="view",
        bind="query-params",
        label_visibility="collapsed",
        required=True,
    )
    return chosen if chosen in SPLITS else "Balanced"


def _searched(asked: Asked, library: Library) -> str:
    count = len(asked.choice.picked) or len(library.filings)
    return f"{count} {'filing' if count == 1 else 'filings'}"
