"""Who may come in, and what stands before those who may not: a sign-in, a choice, or why there is nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages import session, wanted
from pages.plain import plain
from pages.session import Visit
from pages.theme import ASSETS, shown_theme
from pipeline.evidence.errors import LoginInvalid, SignInEnded
from pipeline.oidc import OidcClient
from pipeline.store import workspaces
from pipeline.store.scope import NOBODY
from pipeline.store.workspaces import Workspace
from viewer import services
from viewer.components import remember_cookie
from viewer.logins import login_of
from viewer.sign_in_answers import SAID, SaidAt
from viewer.sign_outs import sign_out as end_sign_in

_WORKSPACE: Final = session.WORKSPACE
_WORKSPACE_COOKIE: Final = "pincite-workspace"
_YEAR: Final = 31_536_000
"""Seconds."""
_SAID: Final = {
    SaidAt.UNREACHABLE: "The sign-in provider did not answer. Try again in a moment.",
    SaidAt.FAILED: "The provider's sign-in did not come through, so nobody is signed in. Try again.",
}


def admit() -> bool:
    """Whether the page may be drawn, for whom `session.visit` says. Else what stands here instead is drawn."""
    client = services.current().settings.oidc
    if client is None:
        return True
    if not st.user.get("is_logged_in"):
        session.leave()
        _sign_in(client)
        return False
    claims = st.user.to_dict()
    try:
        found = _visit(claims, client)
    except (LoginInvalid, SignInEnded) as error:
        session.leave()
        _refused(error, client)
        return False
    if isinstance(found, Visit):
        session.enter(found)
        _remember(found)
        return True
    session.leave()
    if found:
        _choose(found)
    else:
        _no_membership(claims)
    return False


def sign_out() -> None:
    """End the login, in all tabs and for all links, and the browser's cookie."""
    client = services.current().settings.oidc
    if client is not None and st.user.get("is_logged_in"):
        end_sign_in(services.current().database, client, st.user.to_dict())
    session.leave()
    st.logout()


def choose(tenant_id: UUID) -> None:
    """Have the next run come in to this workspace, and this browser the next time."""
    session.leave()
    st.query_params.clear()
    st.session_state[_WORKSPACE] = tenant_id


def _visit(claims: Mapping[str, Any], client: OidcClient) -> Visit | Sequence[Workspace]:
    """Who comes in where; or the workspaces, where there is none or a choice to be made. Raises LoginInvalid and
    SignInEnded."""
    login = login_of(claims, client, datetime.now(UTC))
    with services.current().database.scoped(NOBODY) as conn:
        found = workspaces.open_to(conn, login)
        chosen = _chosen(found)
        if chosen is None:
            return found
        return Visit(workspaces.sign_in(conn, login, chosen), chosen.role, chosen, tuple(found))


def _chosen(found: Sequence[Workspace]) -> Workspace | None:
    """The workspace that the address names, that was chosen here, or that this browser was in last, of those that are
    open; the only one, where there is one."""
    if len(found) == 1:
        return found[0]
    by_id = {str(workspace.tenant_id): workspace for workspace in found}
    named = (
        st.query_params.get(_WORKSPACE),
        str(st.session_state.get(_WORKSPACE)),
        st.context.cookies.get(_WORKSPACE_COOKIE),
    )
    return next((by_id[name] for name in named if name in by_id), None)


def _remember(visit: Visit) -> None:
    """Keep the workspace for the next run, and for the next time, where there are several."""
    if visit.workspace is not None and len(visit.workspaces) > 1:
        st.session_state[_WORKSPACE] = visit.workspace.tenant_id
        remember_cookie(_WORKSPACE_COOKIE, str(visit.workspace.tenant_id), _YEAR)


# --- what stands here instead of a page -------------------------------------------------------------------


def _sign_in(client: OidcClient) -> None:
    wanted.keep()
    with _entrance():
        _said()
        st.markdown("### Sign in to Pincite")
        st.markdown(
            "Ask over your filings, and see the exact cells and lines behind each claim. You sign in with your "
            f"organisation's account at **{plain(_host(client))}**; Pincite never sees its password."
        )
        _sign_in_button("Sign in")


def _refused(error: LoginInvalid | SignInEnded, client: OidcClient) -> None:
    wanted.keep()
    with _entrance():
        _said()
        if isinstance(error, SignInEnded):
            st.markdown("### You are signed out")
            st.markdown(
                "This sign-in was ended, or is older than "
                f"{client.hours} {'hour' if client.hours == 1 else 'hours'}. Sign in again to go on: nothing that was "
                "stored is lost."
            )
            _sign_in_button("Sign in again")
        else:
            st.markdown("### This sign-in cannot be used")
            st.markdown(plain(error.message))
            _sign_out_button()


def _no_membership(claims: Mapping[str, Any]) -> None:
    email = claims.get("email")
    with _entrance():
        st.markdown("### No workspace is open to you")
        if isinstance(email, str):
            st.markdown("You signed in with this address:")
            st.text(email)  # Markdown would make a link of it
        if isinstance(email, str) and claims.get("email_verified") is not True:
            st.markdown(
                "Your provider does not say that it has verified the address, so an invitation to it cannot be "
                "accepted. Have it verified there, then sign out and in again."
            )
        else:
            st.markdown(
                "Ask an admin of your workspace to invite exactly this address, then reload this page. If you were a "
                "member, your membership has ended."
            )
        _sign_out_button()


def _choose(found: Sequence[Workspace]) -> None:
    with _entrance():
        st.markdown("### Choose a workspace")
        st.markdown(
            "Each has filings, questions and members of its own. You can change it later, beside your name."
        )
        for workspace in found:
            st.button(
                plain(workspace.name),
                key=f"choose-{workspace.tenant_id}",
                icon=":material/domain:",
                width="stretch",
                on_click=choose,
                args=(workspace.tenant_id,),
            )
        _sign_out_button()


def _entrance() -> DeltaGenerator:
    """Where all of this stands, below Pincite's name."""
    place = st.container(key="entrance")
    place.image(str(ASSETS / f"wordmark-{shown_theme()}.svg"), width=124)
    return place


def _said() -> None:
    """Why the last attempt came to nothing, as the address says."""
    try:
        words = _SAID[SaidAt(st.query_params.get(SAID, ""))]
    except ValueError:
        return
    st.warning(words, icon=":material/warning:")


def _sign_in_button(words: str) -> None:
    if st.button(words, key="sign-in", type="primary", icon=":material/login:"):
        st.login()


def _sign_out_button() -> None:
    st.button("Sign out", key="sign-out", icon=":material/logout:", on_click=sign_out)


def _host(client: OidcClient) -> str:
    return urlsplit(client.issuer or client.metadata_url).hostname or ""
