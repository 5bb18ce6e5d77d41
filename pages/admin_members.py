"""Members: who may come in, as what, and where they are signed in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final
from uuid import UUID

import streamlit as st

from pages import notes, session
from pages.acting import attempt
from pages.plain import plain
from pipeline.permissions import Permission, Role, may
from pipeline.store import memberships, sign_ins
from pipeline.store.memberships import LONGEST_EMAIL, Member
from pipeline.store.reviewers import LONGEST_NAME
from pipeline.store.sign_ins import SignIn
from viewer import services

ROLE_WORDS: Final = {Role.ANALYST: "Analyst", Role.REVIEWER: "Reviewer", Role.ADMIN: "Admin"}
LOCAL_NOTE: Final = (
    "Nobody signs in here: everybody who opens the app is the local user and may do everything. Members count from "
    "when sign-in is set up, which `docs/operations.md` tells. Those that you invite before that come in with it."
)
_EMAIL: Final = "invite-email"
_NAME: Final = "invite-name"
_ROLE: Final = "invite-role"


def draw() -> None:
    scope = session.scope()
    with services.current().database.scoped(scope) as conn:
        members = memberships.list_all(conn)
        opened: defaultdict[UUID, list[SignIn]] = defaultdict(list)
        for one in sign_ins.list_open(conn):
            opened[one.user_id].append(one)
    if scope.sign_in_id is None:
        st.info(LOCAL_NOTE, icon=":material/person:")
    _invitation()
    current = [one for one in members if one.ended_at is None]
    if not current:
        st.markdown(
            ":gray[No members yet. Invite the first one by e-mail: an admin, who then invites the others.]"
        )
    for member in current:
        _member(member, opened[member.user_id], is_own=member.user_id == scope.user_id)
    _former([one for one in members if one.ended_at is not None])


def standing(member: Member, signed_in: int) -> tuple[str, str, str]:
    """Tone, icon and words for how a member stands: the colour's name is Streamlit's."""
    if member.accepted_at is None:
        return "orange", "schedule", "Invited, has not signed in yet"
    if signed_in:
        return "green", "check_circle", "Signed in" if signed_in == 1 else f"Signed in {signed_in} times"
    return "gray", "logout", "Signed out"


def _invitation() -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="invitation"):
        email = st.text_input(
            "Invite by e-mail", key=_EMAIL, max_chars=LONGEST_EMAIL, placeholder="name@example.com"
        )
        st.text_input("Name", key=_NAME, max_chars=LONGEST_NAME, placeholder="As others see it")
        st.selectbox("Role", list(Role), format_func=lambda one: ROLE_WORDS[one], key=_ROLE)
        st.button(
            "Invite",
            key="invite",
            type="primary",
            icon=":material/person_add:",
            disabled=not email,
            on_click=_invite,
        )
    st.caption(
        "They come in when they first sign in with this address. Pincite sends no mail: tell them yourself. "
        + " ".join(f"{ROLE_WORDS[role]}s {_allowed(role)}." for role in Role)
    )


def _allowed(role: Role) -> str:
    """What a role may do that the one before it may not."""
    before = list(Role)[: list(Role).index(role)]
    new = [one.value for one in Permission if may(role, one) and not any(may(lower, one) for lower in before)]
    return "; ".join(new)


def _member(member: Member, opened: Sequence[SignIn], *, is_own: bool) -> None:
    colour, icon, words = standing(member, len(opened))
    seen = f" · last seen {session.short_time(member.last_seen)}" if member.last_seen else ""
    with (
        st.container(border=True, key=f"member-{member.user_id}"),
        st.container(horizontal=True, vertical_alignment="center"),
    ):
        you = " (you)" if is_own else ""
        st.markdown(
            f"**{plain(member.name)}**{you}  \n:gray[{plain(member.email)}]  \n"
            f":{colour}[:material/{icon}: {words}]:gray[{seen}]",
            width="stretch",
        )
        key = f"role-{member.user_id}"
        st.session_state[key] = member.role
        st.selectbox(
            f"Role of {plain(member.name)}",
            list(Role),
            format_func=lambda one: ROLE_WORDS[one],
            key=key,
            label_visibility="collapsed",
            width=140,
            on_change=_change_role,
            args=(member, key),
        )
        _signed_in(member, opened)
        with st.popover("End membership", key=f"end-{member.user_id}", icon=":material/person_remove:"):
            st.markdown(
                f"{plain(member.name)} is signed out everywhere and sees nothing from the next request on. What they "
                "asked and judged stays, under their name."
            )
            st.button(
                "End the membership",
                key=f"end-now-{member.user_id}",
                type="primary",
                on_click=attempt,
                args=(
                    lambda conn: memberships.end(conn, member.user_id),
                    f"{plain(member.name)} is no member any more.",
                ),
            )


def _signed_in(member: Member, opened: Sequence[SignIn]) -> None:
    label = "1 sign-in" if len(opened) == 1 else f"{len(opened)} sign-ins"
    with st.popover(label, key=f"sign-ins-{member.user_id}", icon=":material/devices:", disabled=not opened):
        for one in opened:
            with st.container(horizontal=True, vertical_alignment="center", key=f"sign-in-{one.id}"):
                st.markdown(
                    f"Since {session.short_time(one.created_at)}  \n:gray[last seen "
                    f"{session.short_time(one.seen_at)}, ends {session.short_time(one.expires_at)}]",
                    width="stretch",
                )
                st.button(
                    "End",
                    key=f"end-sign-in-{one.id}",
                    on_click=attempt,
                    args=(
                        lambda conn, sign_in=one.id: sign_ins.end(conn, sign_in),
                        f"That sign-in of {plain(member.name)} has ended.",
                    ),
                )


def _former(members: Sequence[Member]) -> None:
    if not members:
        return
    with st.expander(f"{len(members):,} former {'member' if len(members) == 1 else 'members'}"):
        for one in members:
            ended = session.short_time(one.ended_at) if one.ended_at else ""
            st.markdown(
                f"**{plain(one.name)}** :gray[{plain(one.email)} · {ROLE_WORDS[one.role]} · ended {ended}]"
            )


def _invite() -> None:
    values = st.session_state
    email, name, role = str(values[_EMAIL]), str(values[_NAME] or ""), Role(values[_ROLE])
    invited_by = session.scope().user_id
    made = attempt(lambda conn: memberships.invite(conn, email, name.strip(), role, invited_by))
    if made is not None:
        values[_EMAIL], values[_NAME] = "", ""
        notes.leave("ok", f"{plain(email)} is invited as {ROLE_WORDS[role].lower()}.")


def _change_role(member: Member, key: str) -> None:
    role = Role(st.session_state[key])
    attempt(
        lambda conn: memberships.change_role(conn, member.user_id, role),
        f"{plain(member.name)} is {ROLE_WORDS[role].lower()} now.",
    )
