"""Taking an answer away: copied with its citations, or as a file."""

from __future__ import annotations

from typing import Final

import streamlit as st

from pages import session
from pages.asking import ShownAnswer
from viewer import services
from viewer.components import copy_component
from viewer.memo.composing import memo_of
from viewer.memo.files import FILES as MEMOS
from viewer.memo.html import html
from viewer.memo.markdown import markdown
from viewer.pack.files import FILES as PACKS
from viewer.taking import memo_address, pack_address

PACK_NOTE: Final = "Everything that is marked as a picture, with its checks and what reviewers say."
ICONS: Final = {
    "pdf": "picture_as_pdf",
    "html": "html",
    "docx": "description",
    "xlsx": "table",
    "md": "markdown",
    "json": "data_object",
}
NOTE: Final = "Checks that fail are told in words. What you may not see is left out."


def menu(shown: ShownAnswer) -> None:
    """ "Copy with citations", and the files."""
    memo = memo_of(shown.resolved, address())
    copy_component({"text": markdown(memo), "html": html(memo)}, key="copy")
    links, scope = services.current().links, session.scope()
    with st.popover("Export", icon=":material/download:", key="export"):
        st.caption(NOTE)
        for file in MEMOS:
            _offer(file.words, memo_address(links, scope, shown.id, file), file.extension, "export")
        st.caption(PACK_NOTE)
        for pack in PACKS:
            _offer(pack.words, pack_address(links, scope, shown.id, pack), pack.extension, "export-pack")


def _offer(words: str, where: str, extension: str, key: str) -> None:
    st.link_button(
        words,
        where,
        icon=f":material/{ICONS[extension]}:",
        key=f"{key}-{extension}",
        type="tertiary",
        width="stretch",
    )


def address() -> str | None:
    """Where the reader opened the app, for the links in what they take away."""
    return st.context.url
