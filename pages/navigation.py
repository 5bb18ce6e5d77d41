"""The pages by name, so that one can lead to another without importing it first."""

from __future__ import annotations

import streamlit as st


def ask_page() -> st.Page:
    from pages import ask

    return st.Page(ask.page, title="Ask", icon=":material/manage_search:", url_path="ask", default=True)


def library_page() -> st.Page:
    from pages import library

    return st.Page(library.page, title="Library", icon=":material/folder_open:", url_path="library")


def review_page() -> st.Page:
    from pages import review

    return st.Page(review.page, title="Review", icon=":material/rate_review:", url_path="review")


def quality_page() -> st.Page:
    from pages import quality

    return st.Page(quality.page, title="Quality", icon=":material/monitoring:", url_path="quality")


def questions_page() -> st.Page:
    """Reached from the recent questions: it stands in no navigation."""
    from pages import earlier

    return st.Page(
        earlier.page, title="Questions", icon=":material/history:", url_path="questions", visibility="hidden"
    )
