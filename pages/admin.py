"""The Admin page: members, collections that are for some of them, and the record of who opened and changed what."""

from __future__ import annotations

from typing import Final

import streamlit as st

from pages import admin_collections, admin_members, admin_record, collecting, library_filters, notes, session
from pipeline.permissions import Permission
from pipeline.store import access
from viewer import services

MEMBERS: Final = "Members"
COLLECTIONS: Final = "Collections"
OPENINGS: Final = "Openings"
CHANGES: Final = "Changes"
_DRAWN: Final = {
    MEMBERS: admin_members.draw,
    COLLECTIONS: admin_collections.draw,
    OPENINGS: admin_record.draw_openings,
    CHANGES: admin_record.draw_changes,
}


def page() -> None:
    with services.current().database.scoped(session.scope()) as conn:
        access.require(conn, Permission.ADMINISTER)
    shown = _title()
    notes.draw()
    _DRAWN[shown]()


def _title() -> str:
    with st.container(horizontal=True, vertical_alignment="center", key="admin-title"):
        st.markdown("### Admin", width="content")
        st.space("stretch")
        written = st.query_params.get(collecting.SHOW, MEMBERS)
        library_filters.from_address("admin-part", written if written in _DRAWN else MEMBERS)
        chosen = st.segmented_control(
            "Show",
            list(_DRAWN),
            key="admin-part",
            label_visibility="collapsed",
            required=True,
            on_change=library_filters.take,
            args=("admin-part", collecting.SHOW),
        )
    return chosen or MEMBERS
