"""Taking an answer away: copied with its citations, or as a file. A file is made when it is asked for, from what its
reader may see then."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

import streamlit as st

from pages import session
from pages.asking import ShownAnswer
from pipeline.store.scope import Scope
from viewer import services
from viewer.components import copy_component
from viewer.memo.composing import memo_of
from viewer.memo.files import FILES, MemoFile
from viewer.memo.html import html
from viewer.memo.markdown import markdown
from viewer.pack.files import FILES as PACKS
from viewer.pack.files import PackFile
from viewer.pack.gathering import gather
from viewer.resolver import resolve_answer
from viewer.services import Services

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
    with st.popover("Export", icon=":material/download:", key="export"):
        st.caption(NOTE)
        for file in FILES:
            make = _maker(services.current(), session.scope(), shown.id, file)
            _download(file, shown.question, make, f"export-{file.extension}")
        st.caption(PACK_NOTE)
        for pack in PACKS:
            make = _packer(services.current(), session.scope(), shown.id, pack)
            _download(pack, shown.question, make, f"export-pack-{pack.extension}")


def _download(file: MemoFile | PackFile, question: str, make: Callable[[], bytes], key: str) -> None:
    st.download_button(
        file.words,
        data=make,
        file_name=file.name(question),
        mime=file.media_type,
        icon=f":material/{ICONS[file.extension]}:",
        key=key,
        on_click="ignore",
        type="tertiary",
        width="stretch",
    )


def address() -> str | None:
    """Where the reader opened the app, for the links in what they take away."""
    return st.context.url


def _maker(opened: Services, scope: Scope, answer_id: UUID, file: MemoFile) -> Callable[[], bytes]:
    """Called when the reader presses the button, in a thread of its own: rights are asked anew."""
    where = address()

    def make() -> bytes:
        with opened.database.scoped(scope) as conn:
            resolved = resolve_answer(conn, scope, answer_id, files=opened.files)
        return file.make(resolved, where)

    return make


def _packer(opened: Services, scope: Scope, answer_id: UUID, file: PackFile) -> Callable[[], bytes]:
    """The same for a pack. Its pages are drawn while no connection is held."""
    where = address()

    def make() -> bytes:
        with opened.database.scoped(scope) as conn:
            pack = gather(
                conn, scope, answer_id, files=opened.files, made_at=datetime.now(UTC), address=where
            )
        return file.make(pack, opened.images.image_from_thread, opened.settings.fonts)

    return make
