"""The Review page: a reviewer's queue, the claim and its verdict, and the evidence beside them."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Final

import streamlit as st

from pages import assigning, reviewing, session
from pages.exchanging import exchange_menu
from pages.navigation import ask_page
from pages.plain import plain
from pages.reviewing import Narrowed, Part, ReviewPage, Team
from pipeline.evidence.errors import PinciteError
from pipeline.evidence.layer import Layer
from pipeline.permissions import Permission
from pipeline.store.review_queue import Choices, QueueOrder
from pipeline.store.reviewers import LONGEST_NAME
from pipeline.store.scope import Scope
from viewer import services
from viewer.components import pane_component, review_component
from viewer.services import Services

WIDTHS: Final = (16, 15)
"""The queue and the claim beside the pane."""
AS: Final = "as"
"""The parameter of the address that names the reviewer by their id."""
SEED: Final = "seed"
_NAMED: Final = ("answer", "claim")
_LAYERS: Final = (Layer.SUPPORT, Layer.LOCATION, Layer.IDENTITY)
"""Those that checks speak of: whether a reader reaches the evidence is measured in a browser."""
_ORDERS: Final = {
    QueueOrder.FIRST: "Failed checks first",
    QueueOrder.RANDOM: "Sampled at random",
}
_NOBODY: Final = {"model": "Extractive, no model", "prompt": "No prompt"}
_NAME_BOX: Final = "reviewer-name"


def page() -> None:
    opened, scope = services.current(), session.scope()
    team = _team(opened, scope)
    choices = reviewing.read_choices(opened, scope, team.reviewer)
    with st.container(horizontal=True, vertical_alignment="center", key="review-title"):
        st.markdown("### Review", width="content")
        said = st.container(width="content", key="review-waiting")
        st.space("stretch")
        part, narrowed = _part(), _narrowed(choices)
        if not session.visit().is_signed_in:
            _reviewer(team)
        if session.visit().may(Permission.ASSIGN):
            assigning.menu(team, narrowed)
        if session.visit().may(Permission.EXCHANGE):
            exchange_menu(team.reviewer)
    found = reviewing.read_page(opened, scope, team.reviewer, part, narrowed, _named())
    said.markdown(f":gray[{_waiting_words(found)}]", width="content")
    for problem in (team.problem, found.problem):
        if problem:
            st.warning(plain(problem), icon=":material/search_off:")
    if found.item is None:
        _nothing(found, choices)
        return
    _desk(found)


def _team(opened: Services, scope: Scope) -> Team:
    """Who reviews: who signed in, or whom this browser says until people do."""
    if session.visit().is_signed_in:
        return reviewing.read_own_team(opened, scope, st.query_params.get(AS))
    team = reviewing.read_team(opened, scope, st.query_params.get(AS), session.last_reviewer())
    session.remember_reviewer(team.reviewer.id)
    return team


def _desk(found: ReviewPage) -> None:
    assert found.item is not None
    claims, pane = st.columns(WIDTHS, gap="small")
    with claims:
        renew = review_component(found.data, key="review")
    with pane:
        asked = pane_component(
            {**found.item["pane"], "problem": None, "original": None, "external": True}, key="pane"
        )
    if renew or asked.retry is not None:
        st.rerun()


def _named() -> dict[str, str]:
    """The claim that the address names, not checked; empty where it names none."""
    return {name: st.query_params[name] for name in _NAMED if name in st.query_params}


# --- the title line -------------------------------------------------------------------------------------


def _part() -> Part:
    chosen = st.segmented_control(
        "Claims",
        [part.value for part in Part],
        default=Part.TO_JUDGE.value,
        key="queue",
        bind="query-params",
        label_visibility="collapsed",
        required=True,
        on_change=_leave_claim,
    )
    return next((part for part in Part if part.value == chosen), Part.TO_JUDGE)


def _narrowed(choices: Choices) -> Narrowed:
    layer = st.selectbox(
        "Layer",
        [one.value for one in _LAYERS],
        index=None,
        format_func=lambda name: f"Layer: {name}",
        placeholder="Layer: any",
        key="layer",
        bind="query-params",
        label_visibility="collapsed",
        width=150,
        on_change=_leave_claim,
    )
    chosen = [name for name in ("model", "prompt", "form", "order") if st.query_params.get(_key(name))]
    label = f"Filter ({len(chosen)})" if chosen else "Filter"
    with st.popover(label, icon=":material/filter_list:", key="review-filter"):
        model = _choice("Model", "model", choices.models)
        prompt = _choice("Prompt", "prompt", choices.prompts)
        form = _choice("Form of a cited filing", "form", choices.forms)
        order = _order()
        if order is QueueOrder.RANDOM:
            st.button("Draw another sample", icon=":material/shuffle:", key="resample", on_click=_resample)
    return Narrowed(
        layer=Layer(layer) if layer else None,
        model=model,
        prompt=prompt,
        form=form,
        order=order,
        seed=st.query_params.get(SEED, "") if order is QueueOrder.RANDOM else "",
    )


def _key(name: str) -> str:
    """The parameter of a filter: the Quality page has a model of its own."""
    return f"review-{name}"


def _choice(label: str, name: str, names: Collection[str]) -> str | None:
    """One of the names, or None for any of them. Nothing is asked where there is nothing to choose from."""
    if len(names) < 2:
        return None
    return st.selectbox(
        label,
        list(names),
        index=None,
        format_func=lambda one: one or _NOBODY[name],
        placeholder="Any",
        key=_key(name),
        bind="query-params",
        on_change=_leave_claim,
    )


def _order() -> QueueOrder:
    chosen = st.radio(
        "Order", list(_ORDERS.values()), key=_key("order"), bind="query-params", on_change=_leave_claim
    )
    return next((order for order, words in _ORDERS.items() if words == chosen), QueueOrder.FIRST)


def _resample() -> None:
    st.query_params[SEED] = secrets.token_hex(4)
    _leave_claim()


def _leave_claim() -> None:
    """Another queue begins at its own first claim."""
    for name in _NAMED:
        st.query_params.pop(name, None)


def _reviewer(team: Team) -> None:
    """Who judges. Until people sign in, they say so themselves."""
    names = {one.id: one.name for one in team.reviewers}
    # Of another key for each reviewer: it closes once somebody is chosen, or the keys that judge would go into its box.
    key = f"review-as-{team.reviewer.id}"
    with st.popover(f"Reviewing as {plain(team.reviewer.name)}", icon=":material/person:", key=key):
        chosen = f"reviewer-beside-{team.reviewer.id}"
        st.radio(
            "Reviewing as",
            list(names),
            index=list(names).index(team.reviewer.id),
            format_func=lambda one: plain(names[one]),
            key=chosen,
            on_change=_choose_reviewer,
            args=(chosen,),
        )
        with st.form("add-reviewer", border=False, clear_on_submit=False):
            name = st.text_input(
                "Another reviewer", placeholder="Name", key=_NAME_BOX, max_chars=LONGEST_NAME
            )
            sent = st.form_submit_button("Add", icon=":material/person_add:", width="stretch")
        if sent:
            _add_reviewer(name)


def _choose_reviewer(key: str) -> None:
    st.query_params[AS] = str(st.session_state[key])
    _leave_claim()


def _add_reviewer(name: str) -> None:
    try:
        added = reviewing.add_reviewer(services.current(), session.scope(), name)
    except PinciteError as error:
        st.error(plain(error.message), icon=":material/error:")
        return
    st.query_params[AS] = str(added.id)
    _leave_claim()
    st.rerun()


def _waiting_words(found: ReviewPage) -> str:
    queue = found.queue
    match found.part:
        case Part.JUDGED:
            return f"{queue['total']:,} {'claim' if queue['total'] == 1 else 'claims'} judged"
        case Part.DISPUTES:
            return f"{queue['waiting']:,} to decide"
        case _:
            given = "assigned " if queue["is_assigned"] else ""
            return f"{queue['waiting']:,} {given}{'claim' if queue['waiting'] == 1 else 'claims'} waiting"


# --- where there is nothing to judge ---------------------------------------------------------------------


def _nothing(found: ReviewPage, choices: Choices) -> None:
    """Why no claim is here, and what to do."""
    if not choices.has_claims:
        st.info(
            "Nothing to review yet. Ask a question: each claim of its answer can be judged here beside its evidence.",
            icon=":material/rate_review:",
        )
        st.page_link(ask_page(), label="Ask the first question", icon=":material/manage_search:")
        return
    if found.narrowed.count:
        st.info("No claim fits the layer and the filters.", icon=":material/filter_list_off:")
        st.button("Show all claims", icon=":material/filter_list_off:", key="clear-filters", on_click=_clear)
        return
    st.info(_NOTHING[found.part].format(name=plain(found.reviewer.name)), icon=_NOTHING_ICONS[found.part])
    if found.part is not Part.TO_JUDGE:
        st.button(
            "Show what is to be judged", icon=":material/rate_review:", key="to-judge", on_click=_to_judge
        )


def _clear() -> None:
    st.session_state["layer"] = None
    for name in ("model", "prompt", "form"):
        st.session_state[_key(name)] = None
    _leave_claim()


def _to_judge() -> None:
    st.session_state["queue"] = Part.TO_JUDGE.value
    _leave_claim()


_NOTHING: Final = {
    Part.TO_JUDGE: "There is no claim whose evidence {name} may read whole. Have somebody give access to the filings, "
    "or review as somebody else.",
    Part.JUDGED: "{name} has not judged a claim yet.",
    Part.DISPUTES: "There is nothing for {name} to decide. A claim is here once two reviewers judged it differently, "
    "and {name} is neither of them.",
}
_NOTHING_ICONS: Final = {
    Part.TO_JUDGE: ":material/lock:",
    Part.JUDGED: ":material/rate_review:",
    Part.DISPUTES: ":material/handshake:",
}
