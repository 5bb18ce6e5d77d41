"""The Streamlit script: both components side by side, and a button that runs the script again."""

from __future__ import annotations

import streamlit as st

from tests.viewer.stage.data import GOOD_TOKEN, STALE_TOKEN, answer, pane
from viewer.components import answer_component, layout_style, pane_component

st.set_page_config(layout="wide")
st.html(layout_style())
if st.button("Run again"):
    st.session_state["runs"] = st.session_state.get("runs", 0) + 1
st.caption(f"Runs: {st.session_state.get('runs', 0)}")
left, right = st.columns([5, 6])
with left:
    answer_component(answer(), key="answer")
with right:
    data = pane(st.session_state.get("token", STALE_TOKEN), st.session_state.get("found", False))
    state = {name: st.session_state.get(name) for name in ("problem", "original")}
    asked = pane_component({**data, **state}, key="pane")
if asked.newer:  # the first time the server cannot look
    failed = "problem" not in st.session_state
    st.session_state["found"] = not failed
    st.session_state["problem"] = {"key": asked.newer, "words": "The database is away."} if failed else None
    st.rerun()
if asked.original is not None:  # nothing can be cut here
    asked_for = {name: asked.original.get(name) for name in ("key", "place", "attempt")}
    refusal: dict[str, object] = {
        **asked_for,
        "pages": [],
        "problem": "The pages could not be cut out of the file.",
    }
    st.session_state["original"] = refusal if asked_for["key"] else None
    st.rerun()
if asked.retry and "token" not in st.session_state:
    st.session_state["token"] = GOOD_TOKEN
    st.rerun()
