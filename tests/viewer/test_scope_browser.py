"""The filings that a question is asked of, in the running app: why, left out, put back, added."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pipeline.evidence.asked_scope import AskedScope, ScopeFiling
from pipeline.store import answers
from pipeline.store.scope import LOCAL
from tests.viewer.app import PaneApp, window
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import TITLE, checked_filing
from tests.viewer.filing import Stored, html_filing, unique


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with window(browser) as page:
        yield page


@pytest.fixture(scope="module")
def stored(pane_app: PaneApp) -> Stored:
    return pane_app.store(unique(checked_filing()))


@pytest.fixture(scope="module")
def other(pane_app: PaneApp) -> Stored:
    data, parsed = unique(html_filing())
    return pane_app.store((data, replace(parsed, title="Grendle Mills · Form 10-K · FY2021")))


def asked_of(app: PaneApp, stored: Stored, scope: AskedScope) -> str:
    """The address of an answer that was asked of this scope."""
    answer = replace(checked_answer(stored), id=uuid4())
    with app.database.scoped(LOCAL) as conn:
        answers.save(conn, LOCAL.user_id, answer, scope)
    return f"{app.url}/?answer={answer.id}"


def filing(stored: Stored, *because: str) -> ScopeFiling:
    return ScopeFiling(stored.document_id, stored.version_id, because, 1.0)


def chip(page: Page, title: str) -> Locator:
    return page.locator(".chip", has_text=title)


def test_each_filing_says_why_it_was_searched(page: Page, pane_app: PaneApp, stored: Stored) -> None:
    scope = AskedScope(
        (filing(stored, "Example Holdings", "third quarter"),),
        True,
        missing=("filing of Example Holdings for 2019",),
    )
    page.goto(asked_of(pane_app, stored, scope))
    expect(page.locator(".scope-lead")).to_have_text("Searched", timeout=30_000)
    expect(chip(page, TITLE)).to_contain_text("because: Example Holdings, third quarter")
    notes = page.locator(".st-key-scope-notes")
    expect(notes).to_contain_text("The library has no filing of Example Holdings for 2019.")
    notes.get_by_role("link", name="Add the filing in the Library").click()
    expect(page.get_by_role("heading", name="Library")).to_be_visible()


def test_a_filing_is_left_out_and_put_back_by_keyboard(
    page: Page, pane_app: PaneApp, stored: Stored, other: Stored
) -> None:
    scope = AskedScope((filing(stored, "Example Holdings"), filing(other, "Grendle")), True)
    page.goto(asked_of(pane_app, stored, scope))
    button = page.get_by_role("button", name="Leave out Grendle Mills")
    button.focus(timeout=30_000)
    page.keyboard.press("Enter")
    expect(page.locator(".scope-lead")).to_have_text("Will search")
    expect(page.locator(".chip.left-out")).to_contain_text("Grendle Mills")
    back = page.get_by_role("button", name="Put back Grendle Mills")
    back.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".scope-lead")).to_have_text("Searched")
    expect(chip(page, "Grendle Mills")).to_contain_text("because: Grendle")
    expect(page.locator(".chip.left-out")).to_have_count(0)


def test_a_filing_is_added_beside_the_others_and_all_of_them_stay(
    page: Page, pane_app: PaneApp, stored: Stored, other: Stored
) -> None:
    page.goto(asked_of(pane_app, stored, AskedScope((filing(stored, "Example Holdings"),), True)))
    expect(chip(page, TITLE)).to_be_visible(timeout=30_000)
    page.get_by_role("combobox", name="Add a filing").click()
    page.keyboard.type("Grendle")
    page.get_by_role("option", name="Grendle Mills").first.click()
    expect(page.locator(".chip.picked")).to_have_count(2)
    expect(page.locator(".scope-lead")).to_have_text("Will search")
    page.get_by_role("button", name="Ask again").click()
    expect(page.locator(".scope-lead")).to_have_text("Searched", timeout=30_000)
    expect(page.locator(".chip.picked")).to_have_count(2)
    page.get_by_role("button", name="Let the question choose").click()
    expect(page.locator(".chip.picked")).to_have_count(0)


def test_a_question_is_previewed_before_it_is_asked(page: Page, pane_app: PaneApp, other: Stored) -> None:
    page.goto(pane_app.url)
    expect(page.locator(".chip.all")).to_contain_text("filing", timeout=30_000)
    page.get_by_role("textbox", name="Question").fill("What did Microsoft earn in 2019?")
    page.get_by_role("button", name="Preview scope").click()
    expect(page.locator(".st-key-scope-notes")).to_contain_text("Microsoft is not in the library")
    expect(page.locator(".scope-lead")).to_have_text("Will search")
    expect(page).not_to_have_url(re.compile("answer="))


def test_a_chosen_filing_that_is_gone_says_what_to_do(page: Page, pane_app: PaneApp, stored: Stored) -> None:
    gone = replace(filing(stored), document_id=uuid4(), is_picked=True)
    page.goto(asked_of(pane_app, stored, AskedScope((gone, replace(filing(stored), is_picked=True)))))
    expect(page.locator(".chip.withheld")).to_have_text("Removed from the library", timeout=30_000)
    page.get_by_role("textbox", name="Question").fill("What were net sales?")
    page.get_by_role("button", name="Preview scope").click()
    expect(page.locator(".st-key-scope-notes")).to_contain_text("Leave it out before you ask.")
    page.get_by_role("button", name="Leave out Removed from the library").click()
    expect(page.locator(".scope-lead")).to_have_text("Will search")
    expect(page.locator(".st-key-scope-notes")).to_have_count(0)
