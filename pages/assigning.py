"""Giving claims to reviewers, and disputes to adjudicators; how far everybody is."""

from __future__ import annotations

from typing import Final
from uuid import UUID

import streamlit as st

from pages import session
from pages.plain import plain
from pages.reviewing import Narrowed, Team
from pipeline.evidence.errors import PinciteError
from pipeline.evidence.review import ReviewRole
from pipeline.store import assignments
from pipeline.store.assignments import MOST_CLAIMS, Assigned, ReviewProgress
from pipeline.store.review_queue import QueueFilter
from viewer import services

USUAL_CLAIMS: Final = 20
_NO_CLAIMS: Final = (
    "There was nothing to assign: every claim that all of them may read was given out already, or one of them judged "
    "it."
)
_NO_DISPUTES: Final = (
    "There was nothing to assign: none of them may decide a claim on which reviewers differ."
)
_EACH: Final = ("Every one of them, blind", "One of them")


def menu(team: Team, narrowed: Narrowed) -> None:
    """A button that opens the form over the page."""
    if st.button("Assign", icon=":material/assignment_ind:", key="assign"):
        st.dialog("Assign claims", width="large", on_dismiss="rerun")(_body)(team, narrowed)


def _body(team: Team, narrowed: Narrowed) -> None:
    names = {one.id: one.name for one in team.reviewers}
    _give_claims(names, narrowed)
    _give_disputes(names)
    _everybody(team)


def _give_claims(names: dict[UUID, str], narrowed: Narrowed) -> None:
    with st.form("give-claims"):
        st.markdown("#### Claims to judge")
        st.caption(_which(narrowed))
        to = st.multiselect(
            "Reviewers",
            list(names),
            format_func=lambda one: names[one],
            placeholder="Choose who judges",
            key="give-to",
        )
        left, right = st.columns(2)
        claims = left.number_input("Claims", 1, MOST_CLAIMS, USUAL_CLAIMS, key="give-count")
        each = right.radio("Each claim is judged by", _EACH, key="give-each")
        sent = st.form_submit_button("Assign claims", type="primary", icon=":material/assignment_ind:")
    if not sent:
        return
    only = QueueFilter(layer=narrowed.layer, model=narrowed.model, prompt=narrowed.prompt, form=narrowed.form)
    scope = session.scope()
    try:
        with services.current().database.scoped(scope) as conn:
            given = assignments.assign(
                conn,
                scope.user_id,
                to,
                int(claims),
                each=len(to) if each == _EACH[0] else 1,
                order=narrowed.order,
                only=only,
                seed=narrowed.seed,
            )
    except PinciteError as error:
        st.error(plain(error.message), icon=":material/error:")
        return
    short = f" {int(claims):,} were asked for; there are no more that all of them may read."
    _told(given, names, _NO_CLAIMS, short if given.claims < claims else "")


def _give_disputes(names: dict[UUID, str]) -> None:
    with st.form("give-disputes"):
        st.markdown("#### Claims on which reviewers differ")
        st.caption("Each goes to somebody who is none of its reviewers, and who then sees what both said.")
        to = st.multiselect(
            "Adjudicators",
            list(names),
            format_func=lambda one: names[one],
            placeholder="Choose who decides",
            key="decide-to",
        )
        sent = st.form_submit_button("Assign disputes", icon=":material/balance:")
    if not sent:
        return
    scope = session.scope()
    try:
        with services.current().database.scoped(scope) as conn:
            given = assignments.assign_disputes(conn, scope.user_id, to)
    except PinciteError as error:
        st.error(plain(error.message), icon=":material/error:")
        return
    _told(given, names, _NO_DISPUTES)


def _told(given: Assigned, names: dict[UUID, str], nothing: str, short: str = "") -> None:
    """What was given to whom; and why it is less than was asked for, or nothing."""
    if not given.claims:
        st.warning(nothing, icon=":material/assignment_late:")
        return
    shares = ", ".join(
        f"{plain(names[person])} {count:,}" for person, count in given.by_reviewer.items() if count
    )
    noun = "claim" if given.claims == 1 else "claims"
    st.success(f"{given.claims:,} {noun} assigned: {shares}.{short}", icon=":material/check_circle:")


def _everybody(team: Team) -> None:
    """How far everybody is with what they were given, and taking back what is not judged yet."""
    with services.current().database.scoped(session.scope()) as conn:
        rows = assignments.progress(conn)
    st.markdown("#### Progress")
    if not rows:
        st.caption(
            "Nobody was given claims. Until then everybody's queue holds every claim that they may read."
        )
        return
    for row in rows:
        _progress(row)


def _progress(row: ReviewProgress) -> None:
    verb = "decided" if row.role is ReviewRole.ADJUDICATOR else "judged"
    with st.container(
        horizontal=True, vertical_alignment="center", key=f"progress-{row.reviewer_id}-{row.role}"
    ):
        st.progress(
            row.done / row.total if row.total else 0.0,
            text=f"{plain(row.name)}: {row.done:,} of {row.total:,} {verb}",
        )
        if row.done < row.total and st.button(
            "Take back the rest", key=f"release-{row.reviewer_id}-{row.role}", type="tertiary"
        ):
            with services.current().database.scoped(session.scope()) as conn:
                assignments.release(conn, row.reviewer_id, row.role)
            st.rerun(scope="fragment")


def _which(narrowed: Narrowed) -> str:
    """Which claims are given, in the words of the page's own filters."""
    if not narrowed.count:
        return "From all claims, in the order of the page. Nobody sees what another says before judging."
    return "From the claims that the page's filters leave. Nobody sees what another says before judging."
