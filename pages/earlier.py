"""All questions: what was asked, by whom, when, and what became of it."""

from __future__ import annotations

import re
from typing import Final

import streamlit as st

from pages import session
from pages.navigation import ask_page
from pages.plain import plain
from pages.question_table import question_table
from pipeline.store import questions
from viewer import services

PAGE_SIZE: Final = 50
MINE: Final = "Mine"
EVERYONES: Final = "Everyone's"
_PAGE: Final = "page"


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
    number = _page_number()
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


def _page_number() -> int:
    """The page that the address names: the first one for anything that is no number."""
    written = st.query_params.get(_PAGE, "")
    return int(written) if re.fullmatch(r"[1-9][0-9]{0,5}", written) else 1


def _first_page() -> None:
    st.query_params.pop(_PAGE, None)


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
        if st.button("Newer", icon=":material/chevron_left:", disabled=number == 1):
            _turn_to(min(number - 1, last))
        st.markdown(f"Page {number:,} of {last:,}", width="content")
        if st.button(
            "Older", icon=":material/chevron_right:", icon_position="right", disabled=number >= last
        ):
            _turn_to(number + 1)


def _turn_to(number: int) -> None:
    st.query_params[_PAGE] = str(number)
    st.rerun()
