"""Closing collections to all but their members, and saying who those are and which filings are in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

import streamlit as st

from pages import session
from pages.acting import attempt
from pages.collecting import row_words
from pages.filings import day
from pages.plain import plain
from pipeline.store import collection_members, collections, documents
from pipeline.store.collection_members import CollectionMember
from pipeline.store.collections import Collection
from pipeline.store.connect import Connection
from pipeline.store.documents import DocumentRow
from viewer import services
from viewer.scope_views import filing_titles

MANAGED: Final = "collection"
"""The parameter of the address that names the collection whose members and filings are shown."""
MOST_LISTED: Final = 50
"""Filings of a collection that are listed: the Library lists all that may be read."""


@dataclass(frozen=True, slots=True)
class Managed:
    """A collection with its members, those who could be, its filings, and those that could be put into it."""

    collection: Collection
    members: Sequence[CollectionMember]
    candidates: dict[UUID, str]
    filings: Sequence[DocumentRow]
    others: dict[UUID, str]


def draw() -> None:
    scope = session.scope()
    with services.current().database.scoped(scope) as conn:
        every = collections.list_all(conn, scope.user_id)
        shown = _shown(every)
        managed = _read(conn, scope.user_id, shown) if shown else None
    st.caption(
        "Everybody in the workspace reads the filings of open collections. Those of a closed one are for its members: "
        "an admin who is none reads nothing of it, and can become one, which the changes then tell."
    )
    if not every:
        st.info(
            "No collections yet. Make one in the Library, under Collections, and close it here.",
            icon=":material/folder_open:",
        )
        return
    left, right = st.columns([5, 6], gap="small")
    with left, st.container(key="admin-collections", gap="small"):
        for one in every:
            _row(one, is_shown=shown is not None and shown.id == one.id)
    with right, st.container(border=True, key="admin-collection"):
        if managed is None:
            st.markdown(":gray[Choose a collection to see its members and filings.]")
        else:
            _managed(managed)


def _shown(every: Sequence[Collection]) -> Collection | None:
    """The collection that the address names; a closed one where it names none."""
    written = st.query_params.get(MANAGED)
    if written is None:
        return next((one for one in every if one.is_closed), None)
    return next((one for one in every if str(one.id) == written), None)


def _read(conn: Connection, user_id: UUID, one: Collection) -> Managed:
    members = collection_members.list_all(conn, one.id)
    library = documents.list_all(conn, user_id)
    inside = set(collections.everything_in(conn, one.id))
    titles = filing_titles({row.document_id: row for row in library})
    return Managed(
        one,
        members,
        collection_members.candidates(conn),
        [row for row in library if row.document_id in inside],
        {document_id: title for document_id, title in titles.items() if document_id not in inside},
    )


def _row(one: Collection, *, is_shown: bool) -> None:
    with (
        st.container(border=True, key=f"admin-collection-row-{one.id}"),
        st.container(horizontal=True, vertical_alignment="center"),
    ):
        icon, words = ("lock", "Closed") if one.is_closed else ("lock_open", "Open")
        colour = "orange" if one.is_closed else "gray"
        st.markdown(
            f"**{plain(one.name)}** :{colour}[:material/{icon}: {words}]  \n:gray[{row_words(one)}]",
            width="stretch",
        )
        st.button(
            "Shown" if is_shown else "Show",
            key=f"show-{one.id}",
            icon=":material/chevron_right:",
            icon_position="right",
            disabled=is_shown,
            help=f"See the members and filings of {plain(one.name)}",
            on_click=st.query_params.update,
            args=({MANAGED: str(one.id)},),
        )


def _managed(managed: Managed) -> None:
    one = managed.collection
    with st.container(horizontal=True, vertical_alignment="center", key="admin-collection-title"):
        st.markdown(f"#### {plain(one.name)}", width="stretch")
        if one.is_closed:
            _opener(one)
        else:
            _closer(managed)
    if one.is_closed:
        _members(managed)
    else:
        st.markdown(":gray[:material/lock_open: Open: everybody in the workspace may read its filings.]")
    _filings(managed)


def _closer(managed: Managed) -> None:
    one = managed.collection
    with st.popover("Close", key=f"close-{one.id}", icon=":material/lock:"):
        count = one.filings + one.withheld
        subject = "its filing is" if count == 1 else f"its {count:,} filings are"
        st.markdown(
            f"From the next request on {subject} for the members that you choose, and for nobody else. Answers that "
            "cite them withhold those claims from everybody else."
        )
        chosen = st.multiselect(
            "Members",
            list(managed.candidates),
            default=[person for person in [session.scope().user_id] if person in managed.candidates],
            format_func=lambda person: managed.candidates[person],
            key=f"close-members-{one.id}",
            placeholder="Nobody",
        )
        st.button(
            "Close the collection",
            key=f"close-now-{one.id}",
            type="primary",
            on_click=attempt,
            args=(
                lambda conn: collection_members.close(conn, one.id, chosen),
                f"{plain(one.name)} is closed to all but its members.",
            ),
        )


def _opener(one: Collection) -> None:
    with st.popover("Open to everybody", key=f"reopen-{one.id}", icon=":material/lock_open:"):
        st.markdown(
            f"From the next request on everybody in the workspace may read the filings of {plain(one.name)}, unless "
            "another closed collection holds them. Its members are forgotten."
        )
        st.button(
            "Open the collection",
            key=f"reopen-now-{one.id}",
            type="primary",
            on_click=attempt,
            args=(
                lambda conn: collection_members.open_again(conn, one.id),
                f"{plain(one.name)} is open to everybody.",
            ),
        )


def _members(managed: Managed) -> None:
    one, there = managed.collection, {member.user_id for member in managed.members}
    st.markdown("**Members**")
    if not there:
        st.markdown(":orange[:material/warning: Nobody may read its filings. Add a member.]")
    for member in managed.members:
        with st.container(horizontal=True, vertical_alignment="center", key=f"in-{member.user_id}"):
            by = f" by {plain(member.added_by)}" if member.added_by else ""
            st.markdown(f"{plain(member.name)} :gray[since {day(member.added_at)}{by}]", width="stretch")
            st.button(
                "Remove",
                key=f"out-{one.id}-{member.user_id}",
                type="tertiary",
                icon=":material/person_remove:",
                help=f"{plain(member.name)} may not read its filings any more",
                on_click=attempt,
                args=(
                    lambda conn, person=member.user_id: collection_members.remove(conn, one.id, person),
                    f"{plain(member.name)} is no member of {plain(one.name)} any more.",
                ),
            )
    addable = {person: name for person, name in managed.candidates.items() if person not in there}
    key = f"add-member-{one.id}"
    st.selectbox(
        "Add a member",
        list(addable),
        index=None,
        format_func=lambda person: addable.get(person, ""),
        placeholder="Add a member" if addable else "Everybody is a member",
        key=key,
        label_visibility="collapsed",
        disabled=not addable,
        on_change=_add_member,
        args=(one, key, addable),
    )


def _add_member(one: Collection, key: str, names: dict[UUID, str]) -> None:
    person: UUID | None = st.session_state[key]
    st.session_state[key] = None
    if person is not None:
        attempt(
            lambda conn: collection_members.add(conn, one.id, person),
            f"{plain(names.get(person, ''))} may read the filings of {plain(one.name)} now.",
        )


def _filings(managed: Managed) -> None:
    one = managed.collection
    readable = [row for row in managed.filings if row.may_read]
    st.markdown("**Filings**")
    if not managed.filings:
        st.markdown(":gray[None yet.]")
    for row in readable[:MOST_LISTED]:
        with st.container(horizontal=True, vertical_alignment="center", key=f"holds-{row.document_id}"):
            st.markdown(plain(row.title or ""), width="stretch")
            st.button(
                "Take out",
                key=f"take-{one.id}-{row.document_id}",
                type="tertiary",
                icon=":material/close:",
                help="Everybody may read it then, unless another closed collection holds it"
                if one.is_closed
                else "Out of this collection",
                on_click=attempt,
                args=(
                    lambda conn, filing=row.document_id: collections.take_out(conn, one.id, [filing]),
                    f"{plain(row.title or '')} was taken out of {plain(one.name)}.",
                ),
            )
    rest = len(readable) - MOST_LISTED
    if rest > 0:
        st.markdown(f":gray[{rest:,} more: the Library lists them all.]")
    if withheld := len(managed.filings) - len(readable):
        subject = "1 filing that you" if withheld == 1 else f"{withheld:,} filings that you"
        st.markdown(f":gray[:material/lock: {subject} may not read.]")
    _putter(managed)


def _putter(managed: Managed) -> None:
    one, titles = managed.collection, managed.others
    with st.popover("Put filings in", key=f"put-{one.id}", icon=":material/note_add:", disabled=not titles):
        if one.is_closed:
            st.markdown("From the next request on they are for its members only.")
        chosen = st.multiselect(
            "Filings",
            list(titles),
            format_func=lambda filing: titles[filing],
            key=f"put-filings-{one.id}",
            placeholder="Choose filings that you may read",
        )
        user_id = session.scope().user_id
        st.button(
            "Put them in",
            key=f"put-now-{one.id}",
            type="primary",
            disabled=not chosen,
            on_click=attempt,
            args=(
                lambda conn: collections.put(conn, one.id, chosen, user_id),
                f"{len(chosen):,} put into {plain(one.name)}.",
            ),
        )
