"""Collections of filings: made, filled, renamed, taken apart; a filing's own beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import UUID

import streamlit as st

from pages import notes, scope_line, session
from pages.acting import attempt
from pages.filing_view import OpenFiling, hung_words
from pages.filings import day
from pages.library_choice import COLLECTION
from pages.navigation import ask_page
from pages.plain import plain
from pipeline.evidence.errors import PinciteError
from pipeline.store import collections
from pipeline.store.collections import LONGEST_NAME, Collection
from pipeline.store.connect import Connection
from viewer import services

CLOSED_HELP: Final = "Only its members may read its filings, and only an admin changes it."
SHOW: Final = "show"
"""The parameter of the address that names the part of the Library that is shown: the filings without it."""


def menu(document_ids: Sequence[UUID], key: str) -> None:
    """A menu that puts filings into a collection, which may be a new one."""
    with st.popover(
        "Add to collection",
        icon=":material/create_new_folder:",
        key=f"collect-{key}",
        disabled=not document_ids,
    ):
        names = [one.name for one in _all() if not one.is_closed]
        name = st.selectbox(
            "Collection",
            names,
            index=None,
            placeholder="Choose one, or type a new name",
            accept_new_options=True,
            key=f"collect-name-{key}",
        )
        st.button(
            "Add",
            key=f"collect-add-{key}",
            type="primary",
            disabled=not name,
            on_click=_put,
            args=(str(name), document_ids),
        )


def of_filing(filing: OpenFiling) -> None:
    """The collections that a filing is in, each with a way out of it for whoever may change it."""
    if not filing.collections:
        st.html('<p class="quiet">It is in none.</p>')
        return
    with st.container(horizontal=True, gap="small", key="filing-collection-list"):
        for one in filing.collections:
            st.button(
                plain(one.label),
                key=f"leave-{one.id}",
                icon=":material/close:" if one.may_change else ":material/lock:",
                icon_position="right",
                help=f"Take the filing out of {plain(one.label)}" if one.may_change else CLOSED_HELP,
                disabled=not one.may_change,
                on_click=take_out,
                args=(one.id, [filing.row.document_id]),
            )


def draw() -> None:
    """Every collection, and a new one."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="new-collection"):
        name = st.text_input(
            "New collection", key="collection-name", max_chars=LONGEST_NAME, placeholder="Name"
        )
        st.button(
            "Create",
            key="create-collection",
            icon=":material/create_new_folder:",
            on_click=_create,
            args=(name or "",),
        )
    found = _all()
    if not found:
        st.info(
            "No collections yet. Make one here, or choose filings in the list and press “Add to collection”.",
            icon=":material/folder_open:",
        )
    for one in found:
        _row(one)


def take_out(collection_id: UUID, document_ids: Sequence[UUID]) -> None:
    attempt(lambda conn: collections.take_out(conn, collection_id, document_ids))


def _all() -> list[Collection]:
    scope = session.scope()
    with services.current().database.scoped(scope) as conn:
        return collections.list_all(conn, scope.user_id)


def _row(one: Collection) -> None:
    with (
        st.container(border=True, key=f"collection-row-{one.id}"),
        st.container(horizontal=True, vertical_alignment="center"),
    ):
        lock = ":material/lock: " if one.is_closed else ""
        st.markdown(f"{lock}**{plain(one.name)}**  \n:gray[{row_words(one)}]", width="stretch")
        st.button(
            "Open",
            key=f"open-{one.id}",
            icon=":material/folder_open:",
            help=f"See the filings of {plain(one.name)}",
            on_click=_open,
            args=(one.id,),
        )
        if st.button(
            "Ask",
            key=f"ask-{one.id}",
            icon=":material/manage_search:",
            disabled=not one.filings,
            help=f"Ask {plain(one.name)}",
        ):
            _ask(one)
        if not one.may_change:
            return
        with st.popover("Rename", key=f"rename-{one.id}"):
            name = st.text_input("New name", one.name, key=f"new-name-{one.id}", max_chars=LONGEST_NAME)
            st.button(
                "Rename",
                key=f"rename-now-{one.id}",
                type="primary",
                on_click=_rename,
                args=(one.id, name or ""),
            )
        with st.popover("Delete", key=f"delete-{one.id}"):
            st.markdown(_deletion_words(one))
            st.button(
                "Delete the collection",
                key=f"delete-now-{one.id}",
                type="primary",
                on_click=_delete,
                args=(one.id,),
            )


def row_words(one: Collection) -> str:
    """What a collection holds, for whom, and who made it, in Markdown."""
    counted = hung_words([(one.filings, "filing", "filings")])
    withheld = hung_words([(one.withheld, "filing that you may not read", "filings that you may not read")])
    held = " and ".join(words for words in (counted, withheld) if words) or "No filings"
    members = hung_words([(one.members, "member", "members")]) or "nobody"
    closed = f" · closed to all but {members}" if one.is_closed else ""
    return f"{held}{closed} · made by {plain(one.created_by)}, {day(one.created_at)}"


def _deletion_words(one: Collection) -> str:
    stay = f"{plain(one.name)} goes; its filings stay in the library."
    opened = " From then on everybody may read them, unless another closed collection holds them."
    return f"{stay}{opened}" if one.is_closed else stay


def _open(collection_id: UUID) -> None:
    """The library's list, of this collection's filings only."""
    st.query_params.from_dict({COLLECTION.parameter: str(collection_id)})


def _ask(one: Collection) -> None:
    scope = session.scope()
    try:
        with services.current().database.scoped(scope) as conn:
            ids = collections.filings(conn, one.id, scope.user_id)
    except PinciteError as error:
        st.error(plain(error.message), icon=":material/error:")
        return
    scope_line.pick(ids)
    st.switch_page(ask_page())


def _put(name: str, document_ids: Sequence[UUID]) -> None:
    user_id = session.scope().user_id

    def put(conn: Connection) -> int:
        found = collections.find(conn, name, user_id)
        made = found.id if found else collections.create(conn, user_id, name)
        return collections.put(conn, made, document_ids, user_id)

    count = attempt(put)
    if count is not None:
        there = len(document_ids) - count
        already = f", {there:,} {'was' if there == 1 else 'were'} there already" if there else ""
        notes.leave("ok", f"{count:,} added to {plain(name)}{already}.")


def _create(name: str) -> None:
    attempt(lambda conn: collections.create(conn, session.scope().user_id, name))


def _rename(collection_id: UUID, name: str) -> None:
    attempt(lambda conn: collections.rename(conn, collection_id, name))


def _delete(collection_id: UUID) -> None:
    attempt(lambda conn: collections.delete(conn, collection_id))
