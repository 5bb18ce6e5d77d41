"""What becomes of an error in what runs before or beside the script: a press of a button, a part that draws itself."""

from __future__ import annotations

from typing import Final

import streamlit as st
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx

from pages.plain import plain
from pipeline.evidence.errors import AccessDenied, PinciteError, SignInEnded

_REFUSED: Final = "refused"


def shown(error: Exception) -> bool:
    """Whether it was shown here, in its own words. One that says that the page may not be drawn as it is has the whole
    page drawn anew: what is gone is gone from it then."""
    if not isinstance(error, PinciteError):
        return False
    if isinstance(error, AccessDenied):
        st.session_state[_REFUSED] = error.message
    if not isinstance(error, SignInEnded | AccessDenied) or not _draw_anew():
        st.error(plain(error.message), icon=":material/error:")
    return True


def draw() -> None:
    """Why what was pressed last was refused, once, above the page that is drawn for the role that there is now."""
    words: str | None = st.session_state.pop(_REFUSED, None)
    if words is not None:
        st.error(plain(words), icon=":material/lock:")


def _draw_anew() -> bool:
    """Ask for another run once this one has ended: `st.rerun` may not be called where an error is handled."""
    context = get_script_run_ctx()
    if context is None or context.script_requests is None:
        return False
    data = RerunData(query_string=context.query_string, page_script_hash=context.page_script_hash)
    return context.script_requests.request_rerun(data)
