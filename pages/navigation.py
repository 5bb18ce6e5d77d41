"""The pages by name, so that one can lead to another without importing it first."""

from __future__ import annotations

import streamlit as st


def ask_page() -> st.Page:
    from pages import ask

    return st.Page(ask.page, title="Ask", icon=":material/manage_search:", url_path="ask", default=True)


def library_page() -> st.Page:
    from pages import library

    return st.Page(library.page, title="Library", icon=":material/folder_open:", url_path="library")
