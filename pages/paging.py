"""A long list in pages that the address numbers: which one it asks for, and the way to newer and older ones."""

from __future__ import annotations

import re
from typing import Final

import streamlit as st

PAGE: Final = "page"
"""The parameter of the address with the number of the page, from 1."""


def page_number() -> int:
    """The page that the address names: the first one for anything that is no number."""
    written = st.query_params.get(PAGE, "")
    return int(written) if re.fullmatch(r"[1-9][0-9]{0,5}", written) else 1


def turn(number: int, last: int) -> None:
    """The buttons to the newer and the older page of `last`, with the present one's number between them."""
    if st.button("Newer", icon=":material/chevron_left:", disabled=number == 1):
        _turn_to(min(number - 1, last))
    st.markdown(f"Page {number:,} of {last:,}", width="content")
    if st.button("Older", icon=":material/chevron_right:", icon_position="right", disabled=number >= last):
        _turn_to(number + 1)


def _turn_to(number: int) -> None:
    st.query_params[PAGE] = str(number)
    st.rerun()
