"""The pane in the real app: what every other browser test of it stands on."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.viewer.app import PaneApp, opened
from tests.viewer.filing import cite, pdf_filing, unique

ROW = "Total net sales 81,797 82,959"


def test_a_stored_answer_opens_on_its_page(pane_app: PaneApp, browser: Browser) -> None:
    filing = pane_app.store(unique(pdf_filing()))
    answer = pane_app.answer([("Net sales were 81,797.", [cite(filing, 0, ROW, [filing.span(0, ROW)])])])
    page = browser.new_page()
    pane = pane_app.show(page, answer)
    opened(page, "1:E1")
    expect(pane.locator(".mark.value")).to_be_visible()
    page.close()
