"""How an answer was found, in the running app: ranked pages, opened at the passages that they became."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from playwright.sync_api import Browser, Page, expect

from pipeline.evidence.trace import ListName, SearchTrace, TraceHit, TracePage, TraceStep
from pipeline.store import answers, searches
from pipeline.store.scope import LOCAL
from tests.viewer.app import PaneApp, window
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import checked_filing
from tests.viewer.filing import Stored, unique


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with window(browser) as page:
        yield page


@pytest.fixture(scope="module")
def stored(pane_app: PaneApp) -> Stored:
    return pane_app.store(unique(checked_filing()))


def traced(app: PaneApp, stored: Stored, *, has_trace: bool = True) -> UUID:
    """An answer whose second page was read as E4, and its first not at all."""
    answer = replace(checked_answer(stored), id=uuid4())
    version = str(stored.version_id)
    hits = (TraceHit(ListName.MEANING, 1, "similarity 0.62"), TraceHit(ListName.WORDS, 3))
    pages = (TracePage(version, 1, 1, 0.9, hits, ("E4",)), TracePage(version, 0, 2, 0.5, hits[1:]))
    trace = SearchTrace("net sales", steps=(TraceStep("packet", 2, 3.0),), pages=pages)
    with app.database.scoped(LOCAL) as conn:
        answers.save(conn, LOCAL.user_id, answer)
        if has_trace:
            searches.put_trace(conn, answer.id, trace)
    return answer.id


def test_pages_are_ranked_with_the_rank_of_each_list(page: Page, pane_app: PaneApp, stored: Stored) -> None:
    pane_app.show(page, traced(pane_app, stored))
    page.get_by_role("button", name="How this was found").click()
    expect(page.locator(".how-found h2")).to_be_focused()
    expect(page.locator(".claims")).to_be_hidden()
    rows = page.locator(".found-pages tbody")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("PDF page 2 · printed 17")
    expect(rows.nth(0)).to_contain_text("meaning: similarity 0.62")
    expect(rows.nth(0).locator(".by-list b")).to_have_text(["1", "3"])
    expect(rows.nth(1)).to_contain_text("Not read")
    expect(page.locator(".found-steps")).to_contain_text("Packet")


def test_a_page_that_was_read_opens_in_the_pane_and_escape_leads_back(
    page: Page, pane_app: PaneApp, stored: Stored
) -> None:
    pane = pane_app.show(page, traced(pane_app, stored))
    page.get_by_role("button", name="How this was found").click()
    handle = page.locator('.found-handle[data-key="read:E4"]')
    handle.focus()
    page.keyboard.press("Enter")
    expect(pane.locator(".badge").first).to_have_text("E4")
    expect(pane.locator(".heading h2")).to_be_focused()
    expect(handle).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(handle).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".found-button")).to_be_focused()
    expect(page.locator(".claims")).to_be_visible()


def test_it_gives_way_to_the_sources_read(page: Page, pane_app: PaneApp, stored: Stored) -> None:
    pane_app.show(page, traced(pane_app, stored))
    page.get_by_role("button", name="How this was found").click()
    page.locator(".sources-button").click()
    expect(page.locator(".how-found")).to_be_hidden()
    expect(page.locator(".sources-read")).to_be_visible()


def test_an_answer_without_a_trace_offers_none(page: Page, pane_app: PaneApp, stored: Stored) -> None:
    pane_app.show(page, traced(pane_app, stored, has_trace=False))
    expect(page.locator(".sources-button")).to_be_visible()
    expect(page.locator(".found-button")).to_be_hidden()
