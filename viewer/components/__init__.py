"""What people look at: an answer's claims, the pane that shows a claim's evidence on its page, a reviewer's queue and
claim, and a question's scope.

All are Streamlit components (v2) and are registered when this module is imported: a script that Streamlit runs again
must import them, not register them. The shapes of `data` are those of `viewer.view`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from viewer.components.assembly import (
    ANSWER_SCRIPTS,
    ANSWER_STYLES,
    BROWSER_SCRIPTS,
    COPY_SCRIPTS,
    COPY_STYLES,
    LIBRARY_SCRIPTS,
    LIBRARY_STYLES,
    MOUNT,
    PANE_SCRIPTS,
    PANE_STYLES,
    REVIEW_SCRIPTS,
    REVIEW_STYLES,
    SCOPE_SCRIPTS,
    SCOPE_STYLES,
    joined,
)
from viewer.verdict_choices import verdict_choices

_answer: Final = st.components.v2.component(
    "pincite_answer", html=MOUNT, css=joined(*ANSWER_STYLES), js=joined(*ANSWER_SCRIPTS)
)
_browser: Final = st.components.v2.component("pincite_browser", html=MOUNT, js=joined(*BROWSER_SCRIPTS))
_copy: Final = st.components.v2.component(
    "pincite_copy", html=MOUNT, css=joined(*COPY_STYLES), js=joined(*COPY_SCRIPTS)
)
_library: Final = st.components.v2.component(
    "pincite_library", html=MOUNT, css=joined(*LIBRARY_STYLES), js=joined(*LIBRARY_SCRIPTS)
)
_pane: Final = st.components.v2.component(
    "pincite_pane", html=MOUNT, css=joined(*PANE_STYLES), js=joined(*PANE_SCRIPTS)
)
_review: Final = st.components.v2.component(
    "pincite_review", html=MOUNT, css=joined(*REVIEW_STYLES), js=joined(*REVIEW_SCRIPTS)
)
_scope: Final = st.components.v2.component(
    "pincite_scope", html=MOUNT, css=joined(*SCOPE_STYLES), js=joined(*SCOPE_SCRIPTS)
)


def answer_component(
    data: Mapping[str, Any], key: str, on_open: Callable[[], None] | None = None
) -> str | None:
    """Show an answer's claims; returns the citation key that was opened in this run, if the script asked for it.

    Opening is a matter between the two components in the browser. Only with `on_open` does the script run too, after
    the evidence is painted: the run it starts competes with the page's own request.
    """
    result = _answer(
        data={**data, "report_open": on_open is not None}, key=key, on_open_change=on_open or _nothing
    )
    opened = result.open
    return str(opened) if opened is not None else None


def fold_sidebar(below: int) -> None:
    """Fold the sidebar of a window that is narrower than this many CSS pixels, once: it opens as the reader likes."""
    _ask_browser({"fold_below": below}, "fold-sidebar")


def remember_cookie(name: str, value: str, seconds: int) -> None:
    """Have the browser keep a value as a cookie of this server; no script of another site has it sent."""
    _ask_browser({"remember": {"name": name, "value": value, "seconds": seconds}}, f"remember-{name}")


def _ask_browser(data: Mapping[str, Any], key: str) -> None:
    """A component, because a script within markup would need a policy that lets a source's run too."""
    with st.sidebar.container(key=f"asked-{key}"):
        _browser(data=dict(data), key=key)


def copy_component(data: Mapping[str, str], key: str) -> None:
    """A button that copies an answer with its citations: `data` is its "text", and its "html" for where that can be
    pasted. Nothing comes back."""
    _copy(data=dict(data), key=key, width="content")


@dataclass(frozen=True, slots=True)
class ScopeRequest:
    """What the chips asked the script for in this run: to leave out a document, to put one back, or to pick none, so
    that the question's words choose (`unpick`)."""

    leave_out: str | None
    put_back: str | None
    unpick: bool


def scope_component(data: Mapping[str, Any], key: str) -> ScopeRequest:
    """Show what a question is asked of, as chips (viewer/scope_views.py); returns what was asked for."""
    result = _scope(
        data=dict(data),
        key=key,
        on_leave_out_change=_nothing,
        on_put_back_change=_nothing,
        on_unpick_change=_nothing,
    )
    leave_out, put_back = (
        None if asked is None else str(asked) for asked in (result.leave_out, result.put_back)
    )
    return ScopeRequest(leave_out, put_back, result.unpick is not None)


@dataclass(frozen=True, slots=True)
class LibraryRequest:
    """What the library's table asked the script for in this run: to open a document, to sort by a column, or to choose
    documents or let them go (`is_on`)."""

    open: str | None
    sort: str | None
    choose: tuple[str, ...]
    is_on: bool


def library_component(
    data: Mapping[str, Any], key: str, on_request: Callable[[LibraryRequest], None]
) -> None:
    """Show the library's table (pages/filings.py). `on_request` is called with what was asked for, before the script
    runs again: one run draws it."""

    def asked() -> None:
        result = st.session_state[key]
        opened, sort, chosen = (result.get(name) for name in ("open", "sort", "choose"))
        chosen = chosen if isinstance(chosen, Mapping) else {}
        on_request(
            LibraryRequest(
                None if opened is None else str(opened),
                None if sort is None else str(sort),
                tuple(map(str, chosen.get("ids", ()))),
                bool(chosen.get("is_on")),
            )
        )

    _library(data=dict(data), key=key, on_open_change=asked, on_sort_change=asked, on_choose_change=asked)


@dataclass(frozen=True, slots=True)
class PaneRequest:
    """What the pane asked the script for in this run, by citation key: fresh links (`retry`), or where a superseded
    citation stands in the newer version (`newer`); and which pages the browser is to draw itself (`original`: "key",
    "place", "region", "page", "height", "attempt"; without a key: none)."""

    retry: str | None
    newer: str | None
    original: Mapping[str, Any] | None


def pane_component(data: Mapping[str, Any], key: str) -> PaneRequest:
    """Show the evidence pane; returns what it asked for.

    "Try again" after an expired link runs the script, which then passes `data` with new links. "Find this in the newer
    version" runs it to have that looked for.
    """
    result = _pane(
        data=dict(data),
        key=key,
        on_retry_change=_nothing,
        on_newer_change=_nothing,
        on_original_change=_nothing,
    )
    retry, newer = (None if asked is None else str(asked) for asked in (result.retry, result.newer))
    return PaneRequest(retry, newer, result.original if isinstance(result.original, Mapping) else None)


def review_component(data: Mapping[str, Any], key: str) -> bool:
    """Show a reviewer's queue and the claim to be judged; True in a run that it asked for, to be given a new token.

    `data`: "token" and "expires" (a signed link of LinkKind.REVIEW and its end, in seconds since 1970), "reviewer"
    {"id", "name"}, "role" ("reviewer", "adjudicator"), "query" (the parameters of /review/queue.json, without those
    that are not chosen), and "open" {"answer_id", "claim"} or None: the claim to begin at. "queue" and "item" may be
    the first answers of /review/queue.json and /review/items/…, to be drawn without asking for them.

    Judging runs no script: verdicts go to the review routes, the evidence to the pane as an event, and the address of
    the page names the claim that is shown ("answer", "claim").
    """
    result = _review(data={"verdicts": verdict_choices(), **data}, key=key, on_renew_change=_nothing)
    return result.renew is not None


def layout_style() -> str:
    """CSS for the page that holds both components: side by side from 900 px of content, stacked below; and for the link
    that leads to them."""
    return f"<style>\n{joined('layout.css', 'skip_link.css')}</style>"


def _nothing() -> None:
    """A trigger needs a callback for its value to be read back."""
