"""What became of something that was pressed, said once at the top of the page that is drawn next."""

from __future__ import annotations

from typing import Final

import streamlit as st

_NOTES: Final = "notes"
_DRAWN: Final = {
    "ok": (st.success, ":material/check_circle:"),
    "warn": (st.warning, ":material/warning:"),
    "bad": (st.error, ":material/error:"),
}


def leave(tone: str, words: str) -> None:
    """Say it in the next run. `tone`: "ok", "warn" or "bad"; `words` are Markdown."""
    st.session_state[_NOTES] = [*st.session_state.get(_NOTES, ()), (tone, words)]


def draw() -> None:
    for tone, words in st.session_state.pop(_NOTES, ()):
        say, icon = _DRAWN[tone]
        say(words, icon=icon)
