"""What surrounds every page: navigation, wordmark, style, recent questions."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import streamlit as st

from pages import account, entrance, failures, session, wanted
from pages.navigation import (
    ADMIN,
    NEEDED,
    REVIEW,
    admin_page,
    ask_page,
    library_page,
    quality_page,
    questions_page,
    review_page,
)
from pages.plain import plain
from pages.theme import ASSETS, COLOURS, shown_theme
from pipeline import meters
from pipeline.evidence.errors import PinciteError, SignInEnded
from pipeline.store import answers
from viewer import services
from viewer.components import fold_sidebar, layout_style

SIDEBAR_WIDTH: Final = 212
RECENT_QUESTIONS: Final = 8
_STACKED_BELOW: Final = 900
"""CSS pixels: where the columns stack, the sidebar begins folded."""
_STYLES: Final = ("style.css", "quality.css", "review.css", "admin.css", "entrance.css")


def draw() -> None:
    """One run of the script. An error that Pincite raises on purpose is shown in its own words."""
    st.set_page_config("Pincite", str(ASSETS / "mark.svg"), "wide", SIDEBAR_WIDTH)
    theme = shown_theme()
    st.html(_style(theme))
    st.logo(str(ASSETS / f"wordmark-{theme}.svg"), size="large")
    is_admitted = _admit()
    pages = [
        ask_page(),
        library_page(),
        review_page(is_listed=_is_listed(REVIEW, is_admitted)),
        quality_page(),
        admin_page(is_listed=_is_listed(ADMIN, is_admitted)),
        questions_page(),
    ]
    page = st.navigation(pages, position="sidebar" if is_admitted else "hidden")
    if not is_admitted:
        return
    if session.visit().is_signed_in:
        wanted.go(pages)
    fold_sidebar(_STACKED_BELOW)
    try:
        failures.draw()
        _run(page)
        _recent_questions()
        account.draw()
    except PinciteError as error:
        if not isinstance(error, SignInEnded):
            meters.errors.labels(error.kind).inc()
        failures.shown(error)


def _admit() -> bool:
    try:
        return entrance.admit()
    except PinciteError as error:
        meters.errors.labels(error.kind).inc()
        st.error(plain(error.message), icon=":material/error:")
        return False


def _is_listed(page: str, is_admitted: bool) -> bool:
    """Whether the navigation has a page that not everybody may use."""
    return is_admitted and session.visit().may(NEEDED[page])


def _run(page: st.Page) -> None:
    """Draw the page, or why it is not there for this role: its address may come from somebody else."""
    needed = NEEDED.get(page.url_path)
    if needed is None or session.visit().may(needed):
        page.run()
        return
    role = session.visit().role.value
    st.markdown(f"### {page.title}")
    st.info(
        f"Your role here is {role}, and that may not {needed.value}. Ask an admin of your workspace.",
        icon=":material/lock:",
    )


def _recent_questions() -> None:
    scope = session.scope()
    with services.current().database.scoped(scope) as conn:
        recent = answers.recent(conn, scope.user_id, RECENT_QUESTIONS)
    if not recent:
        return
    with st.sidebar.container(key="recent", gap=None):
        st.caption("Recent questions")
        for row in recent:
            is_shown = session.chosen_answer() == str(row.id)
            with st.container(key=f"recent-{'shown' if is_shown else 'other'}-{row.id}"):
                if st.button(
                    plain(row.question),
                    key=f"recent-question-{row.id}",
                    type="tertiary",
                    help=_full(row.question),
                ):
                    st.switch_page(ask_page(), query_params=session.answer_parameters(row.id))
        st.page_link(questions_page(), label="All questions", icon=":material/history:")


def _full(question: str) -> str | None:
    """The whole question as a tooltip, where two lines cannot hold it."""
    return plain(question) if len(question) > 60 else None


@cache
def _style(theme: str) -> str:
    """The page's style with the theme's colours: Streamlit gives its own to components only."""
    colours = "".join(f"--{name}:{value};" for name, value in COLOURS[theme].items())
    rules = "\n".join(Path(__file__).with_name(name).read_text("utf-8") for name in _STYLES)
    return f"<style>\n:root{{{colours}}}\n{rules}</style>{layout_style()}"
