"""Who is signed in, where, and the way out: at the foot of the sidebar."""

from __future__ import annotations

from typing import Final

import streamlit as st

from pages import entrance, session
from pages.plain import plain
from pages.session import Visit
from pipeline.permissions import Role
from pipeline.store import access
from viewer import services

LOOK_EVERY: Final = 15.0
"""Seconds between two looks at whether an open page may still be shown: a tab in which nobody does anything is cleared
as well, and a look takes the database a millisecond."""
_ROLES: Final = {Role.ANALYST: "Analyst", Role.REVIEWER: "Reviewer", Role.ADMIN: "Admin"}


def draw() -> None:
    """Nothing for the local user of an installation without sign-in."""
    visit = session.visit()
    if visit.workspace is None:
        return
    with st.sidebar.container(key="account", gap=None):
        st.markdown(f"**{plain(visit.workspace.user_name)}**")
        st.caption(f"{_ROLES[visit.role]} · {plain(visit.workspace.name)}")
        if len(visit.workspaces) > 1:
            _workspaces(visit)
        st.button(
            "Sign out", key="sign-out", icon=":material/logout:", type="tertiary", on_click=entrance.sign_out
        )
        _look(visit)


def _workspaces(visit: Visit) -> None:
    with st.popover("Change workspace", icon=":material/swap_horiz:", key="workspaces", type="tertiary"):
        for workspace in visit.workspaces:
            is_here = workspace == visit.workspace
            st.button(
                plain(workspace.name),
                key=f"workspace-{workspace.tenant_id}",
                icon=":material/check:" if is_here else ":material/domain:",
                type="tertiary",
                disabled=is_here,
                width="stretch",
                on_click=entrance.choose,
                args=(workspace.tenant_id,),
            )


@st.fragment(run_every=LOOK_EVERY)
def _look(visit: Visit) -> None:
    """Draw the page anew when it may not be shown any more, or for another role."""
    with services.current().database.scoped(session.scope()) as conn:
        role = access.role(conn)
    if role is not visit.role:
        st.rerun()
