"""The Library page: the filings and what can be done with them, their collections, and how they came here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode
from uuid import UUID

import streamlit as st

from pages import (
    adding,
    collecting,
    cover_form,
    filing_panel,
    library_filters,
    notes,
    run_history,
    scope_line,
    session,
)
from pages.filing_view import OpenFiling, read_opened
from pages.filings import COLUMNS, FilingRow, filing_row, row_view, unread_words, with_twins
from pages.library_choice import COLLECTION, LibraryChoice, ShownFilings, shown_filings
from pages.navigation import ask_page
from pages.plain import plain
from pages.reading import read_reading
from pipeline.evidence.errors import PinciteError
from pipeline.store import collections, covers, documents, versions
from pipeline.store.collections import Collection
from pipeline.store.documents import DocumentRow
from pipeline.store.removals import Removal
from pipeline.store.versions import ChainLink
from viewer import services
from viewer.components import LibraryRequest, library_component

FILINGS: Final = "Filings"
COLLECTIONS: Final = "Collections"
HISTORY: Final = "History"
PARTS: Final = (FILINGS, COLLECTIONS, HISTORY)
_CHOSEN: Final = "library-chosen"


@dataclass(frozen=True, slots=True)
class Shelf:
    """Everything that the page tells of the library's filings."""

    filings: tuple[DocumentRow, ...]
    rows: tuple[FilingRow, ...]
    outdated: tuple[ChainLink, ...]
    collections: tuple[Collection, ...]

    @property
    def names(self) -> dict[str, str]:
        """The collections' names by their ids."""
        return {str(one.id): one.label for one in self.collections}

    @property
    def changeable(self) -> frozenset[str]:
        """The ids of collections that whoever looks may take filings out of."""
        return frozenset(str(one.id) for one in self.collections if one.may_change)


def page() -> None:
    shelf = _read()
    shown = _title(shelf)
    notes.draw()
    if shown == COLLECTIONS:
        collecting.draw()
    elif shown == HISTORY:
        run_history.draw()
    else:
        _filings(shelf)


def _read() -> Shelf:
    scope = session.scope()
    with services.current().database.scoped(scope) as conn:
        filings = documents.list_all(conn, scope.user_id)
        readable = [one for one in filings if one.may_read]
        chains = versions.chains(conn, [one.document_id for one in readable])
        said = covers.of_versions(conn, [one.version_id for one in readable if one.version_id])
        own = collections.of_documents(conn, scope.user_id)
        listed = collections.list_all(conn, scope.user_id)
    rows = [
        filing_row(
            one,
            chains.get(one.document_id, ()),
            said.get(one.version_id or one.document_id),
            own.get(one.document_id, ()),
        )
        for one in filings
    ]
    links = [link for one in readable for link in chains.get(one.document_id, ()) if link.is_outdated]
    return Shelf(tuple(filings), tuple(with_twins(rows)), tuple(links), tuple(listed))


def _title(shelf: Shelf) -> str:
    with st.container(horizontal=True, vertical_alignment="center", key="library-title"):
        st.markdown("### Library", width="content")
        count = len(shelf.filings)
        st.markdown(f":gray[{count:,} {'filing' if count == 1 else 'filings'}]", width="content")
        if flagged := sum(bool(row.unread) for row in shelf.rows):
            st.markdown(f":orange[:material/warning: {unread_words(flagged)}]", width="content")
        st.space("stretch")
        written = st.query_params.get(collecting.SHOW, FILINGS)
        library_filters.from_address("library-part", written if written in PARTS else FILINGS)
        chosen = st.segmented_control(
            "Show",
            PARTS,
            key="library-part",
            label_visibility="collapsed",
            required=True,
            on_change=library_filters.take,
            args=("library-part", collecting.SHOW),
        )
    return chosen or FILINGS


def _filings(shelf: Shelf) -> None:
    choice = library_filters.chosen()
    opened = _opened()
    if shelf.rows:
        library_filters.draw(shelf.rows, choice, shelf.names)
    left, right = st.columns([7, 4] if opened else [8, 3], gap="small")
    with left, st.container(key="filings", gap=None):
        if shelf.rows:
            _chosen_bar(shelf, choice)
            _table(shelf, choice)
        else:
            st.info(
                "No filings yet. Add PDF, HTML or text files on this page.", icon=":material/upload_file:"
            )
        _outdated(shelf.outdated)
    with right, st.container(key="library-side"):
        if opened:
            filing_panel.draw(opened[0])
        adding.draw(shelf.filings, read_reading(services.current(), session.scope()))
    if opened and isinstance(opened[0], OpenFiling) and st.query_params.get(cover_form.COVER):
        filing_panel.open_cover(opened[0])


def _opened() -> tuple[OpenFiling | Removal | None] | None:
    """What the address opens, in a tuple, because that may be nothing that the reader may see; None where it opens
    nothing."""
    written = st.query_params.get(cover_form.FILING)
    if not written:
        return None
    scope = session.scope()
    with services.current().database.scoped(scope) as conn:
        return (read_opened(conn, scope, written),)


def _chosen_bar(shelf: Shelf, choice: LibraryChoice) -> None:
    """What can be done with the filings that are ticked."""
    ids = _chosen(shelf)
    with st.container(horizontal=True, vertical_alignment="center", key="chosen-bar"):
        words = (
            f"**{len(ids):,} chosen**" if ids else ":gray[Tick filings to ask about them, or to collect them]"
        )
        st.markdown(words, width="stretch")
        library_filters.clear_button(choice)
        if ids:
            st.button(
                "Untick",
                key="untick",
                type="tertiary",
                on_click=st.session_state.update,
                args=({_CHOSEN: frozenset()},),
            )
        collection = choice.facets.get(COLLECTION.parameter)
        if ids and collection in shelf.changeable:
            st.button(
                "Take out",
                key="take-out",
                help="Out of this collection",
                on_click=collecting.take_out,
                args=(UUID(collection), ids),
            )
        collecting.menu(ids, "chosen")
        if st.button(
            "Ask about selection", key="ask-chosen", icon=":material/manage_search:", disabled=not ids
        ):
            scope_line.pick(ids)
            st.switch_page(ask_page())


def _chosen(shelf: Shelf) -> list[UUID]:
    """The ticked filings that are still there, in the library's order."""
    ticked: frozenset[UUID] = st.session_state.get(_CHOSEN, frozenset())
    return [row.document_id for row in shelf.rows if row.document_id in ticked and row.can_be_asked]


def _table(shelf: Shelf, choice: LibraryChoice) -> None:
    shown = shown_filings(shelf.rows, choice)
    if not shown.found:
        st.info(
            "No filing has all of that. Take a filter away, or look for fewer words.",
            icon=":material/search_off:",
        )
        return
    opened = st.query_params.get(cover_form.FILING)
    view = _table_view(shown, choice, opened, _chosen(shelf), len(shelf.rows))
    library_component(view, key="library", on_request=_answer)
    _pages(shown, choice)


def _table_view(
    shown: ShownFilings, choice: LibraryChoice, opened: str | None, chosen: Sequence[UUID], total: int
) -> dict[str, object]:
    parameters = choice.parameters()
    rows = [
        row_view(
            one.row,
            f"./library?{urlencode({**parameters, cover_form.FILING: str(one.row.document_id)})}",
            {"label": one.group[0], "count": f"{one.group[1]:,}"} if one.group else None,
        )
        for one in shown.rows
    ]
    found = f"All {total:,}" if shown.found == total else f"{shown.found:,} of {total:,}"
    part = f", {len(shown.rows):,} on this page" if shown.pages > 1 else ""
    return {
        "columns": [one for one in COLUMNS if one["key"] != choice.group or choice.group != "company"],
        "rows": rows,
        "sort": {"key": choice.sort, "down": choice.is_down},
        "opened": opened,
        "chosen": [str(one) for one in chosen],
        "foot": [f"{found} shown{part}", "Pages are counted for PDF and page-marked text only"],
    }


def _answer(asked: LibraryRequest) -> None:
    """Put what the table asked for where the page is drawn from."""
    if asked.open is not None:
        st.query_params.update({cover_form.FILING: [asked.open], cover_form.COVER: [], cover_form.PLACE: []})
    elif asked.sort is not None:
        library_filters.choose(library_filters.chosen().sorted_by(asked.sort))
    elif asked.choose:
        ticked: frozenset[UUID] = st.session_state.get(_CHOSEN, frozenset())
        ids = {UUID(one) for one in asked.choose}
        st.session_state[_CHOSEN] = ticked | ids if asked.is_on else ticked - ids


def _pages(shown: ShownFilings, choice: LibraryChoice) -> None:
    if shown.pages == 1:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="library-pages"):
        st.button(
            "Previous",
            icon=":material/chevron_left:",
            disabled=shown.page == 1,
            on_click=library_filters.choose,
            args=(replace(choice, page=shown.page - 1),),
        )
        st.markdown(f"Page {shown.page:,} of {shown.pages:,}", width="content")
        st.button(
            "Next",
            icon=":material/chevron_right:",
            icon_position="right",
            disabled=shown.page == shown.pages,
            on_click=library_filters.choose,
            args=(replace(choice, page=shown.page + 1),),
        )


def _outdated(outdated: Sequence[ChainLink]) -> None:
    """Offer to read again what another parser would read today."""
    if not outdated:
        return
    count = "One version was" if len(outdated) == 1 else f"{len(outdated):,} versions were"
    with st.container(horizontal=True, vertical_alignment="center", key="outdated"):
        st.markdown(
            f":orange[:material/update: {count} read by an older parser.] Reading again keeps every citation in its "
            "place, or marks it.",
            width="content",
        )
        if st.button("Read again", key="reread"):
            _read_again(outdated)


def _read_again(outdated: Sequence[ChainLink]) -> None:
    from pipeline.jobs import start_reread

    opened, scope = services.current(), session.scope()
    try:
        for link in outdated:
            start_reread(opened.settings, opened.database, scope, link.version_id)
    except PinciteError as error:
        st.error(plain(error.message), icon=":material/error:")
    else:
        st.rerun()
