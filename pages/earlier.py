"""All questions: what was asked, by whom, when, and what became of it."""

from __future__ import annotations

from typing import Final

import streamlit as st

from pages import session
from pages.navigation import ask_page
from pages.paging import PAGE, page_number, turn
from pages.plain import plain
from pages.question_table import question_table
from pipeline.store import questions
from viewer import services

PAGE_SIZE: Final = 50
MINE: Final = "Mine"
EVERYONES: Final = "Everyone's"


def page() -> None:
    opened, scope = services.current(), session.scope()
    with st.container(horizontal=True, vertical_alignment="center", key="questions-title"):
        st.markdown("### Questions", width="content")
        counted = st.container(width="content", key="questions-count")
    with st.container(horizontal=True, vertical_alignment="center", key="questions-search"):
        words = _looked_for()
        with opened.database.scoped(scope) as conn:
            has_others = questions.others_have_asked(conn, scope.user_id)
        everyones = has_others and _whose() == EVERYONES
    number = page_number()
    with opened.database.scoped(scope) as conn:
        found = questions.find(
            conn, scope.user_id, words, PAGE_SIZE, (number - 1) * PAGE_SIZE, everyones=everyones
        )
    counted.markdown(f":gray[{found.total:,}{' found' if words else ''}]", width="content")
    if found.rows:
        st.html(question_table(found.rows, has_others=everyones))
    else:
        _nothing(words, number, found.total)
    _pages(number, found.total)


def _looked_for() -> str:
    words = st.text_input(
        "Search",
        placeholder="Words of a question",
        key="search",
        bind="query-params",
        icon=":material/search:",
        label_visibility="collapsed",
        max_chars=200,
        on_change=_first_page,
    )
    return (words or "").strip()


def _whose() -> str:
    chosen = st.segmented_control(
        "Whose questions",
        [MINE, EVERYONES],
        default=MINE,
        key="whose",
        bind="query-params",
        label_visibility="collapsed",
        required=True,
        on_change=_first_page,
    )
    return chosen or MINE


def _first_page() -> None:
    st.query_params.pop(PAGE, None)


def _nothing(words: str, number: int, total: int) -> None:
    if total:
        st.info(f"There is no page {number} of these questions.", icon=":material/search_off:")
    elif words:
        st.info(
            f"No question has all of these words: {plain(words)}. Search for fewer of them.",
            icon=":material/search_off:",
        )
    else:
        st.info("Nothing has been asked yet.", icon=":material/search_off:")
        st.page_link(ask_page(), label="Ask the first question", icon=":material/manage_search:")


def _pages(number: int, total: int) -> None:
    """The way to newer and older questions, where they do not fit on one page."""
    last = -(-total // PAGE_SIZE)
    if last <= 1:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="questions-pages"):
        turn(number, last)
