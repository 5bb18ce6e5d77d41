"""Who is looking, and what they have chosen: in the URL where it should outlive a reload."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pipeline.evidence.errors import SignInEnded
from pipeline.permissions import Permission, Role, may
from pipeline.store.scope import LOCAL, Scope
from pipeline.store.workspaces import Workspace
from viewer import services, uploads
from viewer.components import remember_cookie
from viewer.deep_links import PARAMETERS, LinkedView

_ANSWER = "answer"
_REVIEWER = "reviewer"
_REVIEWER_COOKIE = "pincite-reviewer"
_YEAR = 31_536_000
"""Seconds."""
_PROBLEM = "problem"
_QUESTION_OF = "question-of"
QUESTION = "question-text"
"""The key of the question box."""


_VISIT = "visit"
WORKSPACE: Final = "workspace"
"""The parameter of an address that names the workspace that it opens in, for its members."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Visit:
    """Who is looking. `workspace`: where they signed in to, one of `workspaces`, which are all that are open to them;
    None and none for the local user of an installation without sign-in."""

    scope: Scope
    role: Role
    workspace: Workspace | None = None
    workspaces: tuple[Workspace, ...] = ()

    @property
    def is_signed_in(self) -> bool:
        return self.workspace is not None

    def may(self, permission: Permission) -> bool:
        """What to draw. What is done is asked again where it is done: the role may change meanwhile."""
        return may(self.role, permission)

    @property
    def linked_workspace(self) -> str | None:
        """What a link names, so that it opens in the same workspace for others: nothing where there is only one."""
        return str(self.scope.tenant_id) if len(self.workspaces) > 1 else None


LOCAL_VISIT: Final = Visit(LOCAL, Role.ADMIN)


def visit() -> Visit:
    """Who is looking, as the entrance found in this run, or in the last one for what runs before or beside the script.
    Raises SignInEnded where nobody came in."""
    if services.current().settings.oidc is None:
        return LOCAL_VISIT
    found: Visit | None = st.session_state.get(_VISIT)
    if found is None:
        raise SignInEnded("You are not signed in. Sign in first.")
    return found


def enter(found: Visit) -> None:
    """Somebody came in, to a workspace. Nothing of another one stays with them."""
    before: Visit | None = st.session_state.get(_VISIT)
    if before is not None and before.scope != found.scope:
        leave()
    st.session_state[_VISIT] = found
    context = get_script_run_ctx()
    if context is not None:
        uploads.admit(context.session_id, found)


def free(file: UploadedFile) -> None:
    """Let an uploaded file go: it is stored, or refused, and the form shows it no more."""
    context = get_script_run_ctx()
    if context is not None:
        uploads.free(context.session_id, file.file_id)


def leave() -> None:
    """Nobody is here any more, and nothing of theirs."""
    if _VISIT in st.session_state:
        st.session_state.clear()


def scope() -> Scope:
    """The tenant and user of this session, with their sign-in. Raises SignInEnded where nobody came in."""
    return visit().scope


def chosen_answer() -> str | None:
    """The answer on screen, as the URL names it: not checked, perhaps not even an id."""
    return st.query_params.get(_ANSWER)


def choose_answer(answer_id: UUID) -> None:
    """Put the answer into the URL, where a reload finds it again, and take another answer's evidence out of it. One
    change, so that the browser's history has one entry for it: a parameter of no values is left out of the URL."""
    left: dict[str, list[str]] = {name: [] for name in PARAMETERS if name in st.query_params}
    st.query_params.update({**left, _ANSWER: [str(answer_id)]})


def fill_question(answer_id: UUID | None, question: str) -> None:
    """Put an answer's question into the box, once: what is typed after that stays. The box keeps its key, or Streamlit
    would draw the new one beside the old one until a run has ended."""
    is_gone = QUESTION not in st.session_state  # another page was drawn meanwhile
    if is_gone or st.session_state.get(_QUESTION_OF) != answer_id:
        st.session_state[_QUESTION_OF] = answer_id
        st.session_state[QUESTION] = question


def linked_view() -> LinkedView:
    """What the URL asks to see of its answer. The pane keeps it up to date without a run of the script, so that it
    counts where the answer is first drawn only."""
    return LinkedView.read(st.query_params.to_dict())


def answer_parameters(answer_id: UUID) -> dict[str, str]:
    """Query parameters of the Ask page that shows this answer."""
    return {_ANSWER: str(answer_id)}


def last_reviewer() -> str | None:
    """Whom this browser reviewed as last, not checked: a reload without it in the address must not judge as somebody
    else. It opens nothing, because anybody may review as anybody until people sign in."""
    found: str | None = st.session_state.get(_REVIEWER) or st.context.cookies.get(_REVIEWER_COOKIE)
    return found


def remember_reviewer(reviewer_id: UUID) -> None:
    """Have this browser review as the same reviewer the next time."""
    st.session_state[_REVIEWER] = str(reviewer_id)
    remember_cookie(_REVIEWER_COOKIE, str(reviewer_id), _YEAR)


def problem() -> dict[str, object] | None:
    """Why the last request of the evidence pane came to nothing: its citation, words, and how often that happened."""
    found: dict[str, object] | None = st.session_state.get(_PROBLEM)
    return found


def leave_problem(citation: str, words: str) -> None:
    """Have the pane say why its request came to nothing. The count tells it from the last time."""
    before = problem()
    attempt = int(str(before["attempt"])) + 1 if before else 1
    st.session_state[_PROBLEM] = {"key": citation, "words": words, "attempt": attempt}


def clear_problem() -> None:
    st.session_state.pop(_PROBLEM, None)


def short_time(moment: datetime) -> str:
    """The moment without its year, where that is this year: "29 Nov, 21:04"."""
    return local_time(moment).replace(f" {datetime.now(UTC).year},", ",")


def local_time(moment: datetime) -> str:
    """The moment on the reader's clock: "29 Nov 2026, 21:04"."""
    try:
        zone = ZoneInfo(st.context.timezone) if st.context.timezone else None
    except (ZoneInfoNotFoundError, ValueError):
        zone = None
    local = moment.astimezone(zone)
    return f"{local.day} {local:%b %Y, %H:%M}"
