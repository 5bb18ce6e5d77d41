"""The line below the question: the filings that it is asked of, each with why, removable and addable."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

import streamlit as st

from pages import asking, session
from pages.asking import Library, ShownAnswer
from pages.navigation import library_page
from pages.plain import plain
from pipeline.evidence.asked_scope import AskedScope
from pipeline.evidence.errors import PinciteError
from viewer import services
from viewer.components import scope_component
from viewer.scope_views import filing_titles, picked_view, scope_notes, scope_view

_CHOICE: Final = "scope-choice"
_CHOICE_OF: Final = "scope-choice-of"
_ADDED: Final = "add-filing"
GONE: Final = "A chosen filing is not there for you any more. Leave it out before you ask."
"""Said where the question cannot be read against what was chosen."""


@dataclass(frozen=True, slots=True)
class ScopeChoice:
    """What the analyst said of a scope: documents that he picked (none: the question's words choose), and documents
    that he took out."""

    picked: tuple[UUID, ...] = ()
    without: tuple[UUID, ...] = ()

    @classmethod
    def of(cls, asked: AskedScope) -> ScopeChoice:
        """What was said of a scope that was asked already."""
        return cls(tuple(one.document_id for one in asked.filings if one.is_picked), asked.without)

    def left_out(self, document: UUID) -> ScopeChoice:
        """Of a picked filing, that it is picked no more; of any other, that it is not to be searched."""
        if document in self.picked:
            return replace(self, picked=tuple(one for one in self.picked if one != document))
        return replace(self, without=tuple(dict.fromkeys([*self.without, document])))

    def put_back(self, document: UUID) -> ScopeChoice:
        return replace(self, without=tuple(one for one in self.without if one != document))

    def added(self, document: UUID, beside: Collection[UUID]) -> ScopeChoice:
        """A filing more, `beside` those that the question's words chose: from then on, all of them are picked."""
        picked = tuple(dict.fromkeys([*(self.picked or beside), document]))
        return replace(self.put_back(document), picked=picked)

    def gathered(self, documents: Collection[UUID]) -> ScopeChoice:
        """A collection's filings, beside those that were picked: they take the place of what the question's words
        choose."""
        return ScopeChoice(
            tuple(dict.fromkeys([*self.picked, *documents])),
            tuple(one for one in self.without if one not in documents),
        )


def choice(shown: ShownAnswer | None) -> ScopeChoice:
    """What is said of the scope now: begun as the answer on screen was asked, and changed by hand since."""
    answer_id = shown.id if shown else None
    if _CHOICE not in st.session_state or st.session_state.get(_CHOICE_OF) != answer_id:
        st.session_state[_CHOICE_OF] = answer_id
        st.session_state[_CHOICE] = ScopeChoice.of(shown.scope) if shown else ScopeChoice()
    now: ScopeChoice = st.session_state[_CHOICE]
    return now


def pick(documents: Sequence[UUID]) -> None:
    """Have the next question asked of these filings, whatever was chosen before."""
    st.session_state[_CHOICE_OF] = None
    st.session_state[_CHOICE] = ScopeChoice(tuple(dict.fromkeys(documents)))


def draw(library: Library, shown: ShownAnswer | None, question: str) -> None:
    """The chips of what was searched; of what would be, as soon as the question or the choice is another one. Nothing
    where there is nothing to choose from: the start of an empty library says what to do."""
    chosen = choice(shown)
    if shown is None and not library.filings and chosen == ScopeChoice():
        return
    known, problem, is_asked = _known(shown, question, chosen)
    view = (
        scope_view(known, library.rows, is_asked=is_asked)
        if known
        else picked_view(chosen.picked, chosen.without, library.rows)
    )
    with st.container(horizontal=True, vertical_alignment="top", key="scope-line"):
        asked_for = scope_component(view, key="scope")
        _picker(library, known, chosen)
    if problem and any(chip["state"] in ("denied", "removed") for chip in view["chips"]):
        problem = GONE
    if problem or (known and (known.absent or known.missing)):
        _notes(problem, known)
    if asked_for.leave_out:
        _choose(chosen.left_out(UUID(asked_for.leave_out)))
        st.rerun()
    if asked_for.put_back:
        _choose(chosen.put_back(UUID(asked_for.put_back)))
        st.rerun()
    if asked_for.unpick:
        _choose(replace(chosen, picked=()))
        st.rerun()


def _known(
    shown: ShownAnswer | None, question: str, chosen: ScopeChoice
) -> tuple[AskedScope | None, str | None, bool]:
    """The scope that is known, why there is none, and whether it was searched already. Answers of before scopes were
    kept have none."""
    words = " ".join(question.split())
    if shown and words in ("", shown.question) and chosen == ScopeChoice.of(shown.scope):
        is_kept = bool(shown.scope.filings or shown.scope.absent or shown.scope.missing)
        return (shown.scope if is_kept else None), None, True
    if not words:
        return None, None, False
    try:
        return (
            asking.preview_scope(services.current(), session.scope(), words, chosen.picked, chosen.without),
            None,
            False,
        )
    except PinciteError as error:
        return None, error.message, False


def _picker(library: Library, known: AskedScope | None, chosen: ScopeChoice) -> None:
    """A box that adds a filing, or all of a collection's. It stays open to the next one: what is added stands among the
    chips."""
    is_narrowed = known is not None and known.is_narrowed
    beside = [one.document_id for one in known.filings] if known and is_narrowed else list(chosen.picked)
    titles = {
        document: title for document, title in filing_titles(library.rows).items() if document not in beside
    }
    gathered = {name: ids for name, ids in library.collections if not {*ids} <= {*beside}}
    words: dict[UUID | str, str] = {name: _collection_words(name, ids) for name, ids in gathered.items()}
    words.update(titles.items())
    st.selectbox(
        "Add a filing to the scope",
        list(words),
        index=None,
        format_func=lambda one: words.get(one, ""),
        placeholder="Add a filing",
        key=_ADDED,
        label_visibility="collapsed",
        disabled=not words,
        on_change=_add,
        args=(chosen, beside, gathered),
        width=180,
    )


def _collection_words(name: str, ids: Sequence[UUID]) -> str:
    return f"Collection {name} · {len(ids):,} {'filing' if len(ids) == 1 else 'filings'}"


def _add(chosen: ScopeChoice, beside: Sequence[UUID], gathered: Mapping[str, Sequence[UUID]]) -> None:
    added = st.session_state[_ADDED]
    st.session_state[_ADDED] = None
    if isinstance(added, UUID):
        _choose(chosen.added(added, beside))
    elif added is not None:
        _choose(chosen.gathered(gathered.get(added, ())))


def _choose(chosen: ScopeChoice) -> None:
    st.session_state[_CHOICE] = chosen


def _notes(problem: str | None, known: AskedScope | None) -> None:
    """What the scope lacks, each in words, and the way to mend it."""
    with st.container(key="scope-notes", gap=None):
        for note in [problem] if problem else scope_notes(known) if known else []:
            st.markdown(f":orange[:material/warning: {plain(note)}]")
        if not problem:
            st.page_link(library_page(), label="Add the filing in the Library", icon=":material/folder_open:")
