"""The pages by name, so that one can lead to another without importing it first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from pipeline.permissions import Permission

REVIEW: Final = "review"
ADMIN: Final = "admin"
NEEDED: Final[Mapping[str, Permission]] = {REVIEW: Permission.REVIEW, ADMIN: Permission.ADMINISTER}
"""What a page is for, by its address, where not everybody may do that."""


def ask_page() -> st.Page:
    from pages import ask

    return st.Page(ask.page, title="Ask", icon=":material/manage_search:", url_path="ask", default=True)


def library_page() -> st.Page:
    from pages import library

    return st.Page(library.page, title="Library", icon=":material/folder_open:", url_path="library")


def review_page(*, is_listed: bool = True) -> st.Page:
    from pages import review

    return st.Page(
        review.page,
        title="Review",
        icon=":material/rate_review:",
        url_path=REVIEW,
        visibility="visible" if is_listed else "hidden",
    )


def quality_page() -> st.Page:
    from pages import quality

    return st.Page(quality.page, title="Quality", icon=":material/monitoring:", url_path="quality")


def admin_page(*, is_listed: bool = True) -> st.Page:
    from pages import admin

    return st.Page(
        admin.page,
        title="Admin",
        icon=":material/shield_person:",
        url_path=ADMIN,
        visibility="visible" if is_listed else "hidden",
    )


def questions_page() -> st.Page:
    """Reached from the recent questions: it stands in no navigation."""
    from pages import earlier

    return st.Page(
        earlier.page, title="Questions", icon=":material/history:", url_path="questions", visibility="hidden"
    )
