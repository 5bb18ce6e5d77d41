"""The Review page in a browser, with the Ask page before and after it: reviewers by name, verdicts, a dispute."""

from __future__ import annotations

from uuid import UUID

from playwright.sync_api import Browser, Page, expect

from tests.viewer.app import PaneApp, window
from tests.viewer.filing import cite, pdf_filing, unique
from tests.viewer.review.asking import ROW

LOOKED_AT = 300
"""Milliseconds, twice what the page asks for."""


def test_a_claim_goes_from_its_answer_through_two_reviewers_and_an_adjudicator_and_back(
    browser: Browser, pane_app: PaneApp
) -> None:
    answer_id = _answer(pane_app)
    with window(browser) as page:
        pane_app.show(page, answer_id)
        line = page.locator('.claim[data-claim="1"] .check.review')
        expect(line).to_have_text("ReviewerNot reviewed")
        line.click()
        page.get_by_role("link", name="Open in Review").click()
        _judge(page, "Anna Meyer", "1")
        _open(pane_app, page, answer_id)
        _judge(page, "Ben Ito", "3", "a", "Enter")
        _open(pane_app, page, answer_id)
        _become(page, "Carla Osei")
        page.get_by_role("radio", name="Disputes").click()
        expect(page.locator(".st-key-review-waiting")).to_have_text("1 to decide")
        review = page.locator(".review")
        for said in ("Anna Meyer", "Ben Ito"):
            expect(review).to_contain_text(said)
        _press(page, "1")
        expect(page.locator(".st-key-review-waiting")).to_have_text("0 to decide")
        pane_app.show(page, answer_id)
        expect(line).to_contain_text("Supported")
        expect(line).to_contain_text("Carla Osei")
        line.click()
        expect(page.locator('.claim[data-claim="1"] .check-detail')).to_contain_text(
            "Ben Ito Not supported. A figure differs."
        )


def test_the_first_stop_of_tab_skips_to_the_claim(browser: Browser, pane_app: PaneApp) -> None:
    answer_id = _answer(pane_app)
    with window(browser) as page:
        _open(pane_app, page, answer_id)
        title = page.locator(".reviewed-claim h1")
        expect(title).to_have_text("Net sales were 81,797.", use_inner_text=True)
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the claim")).to_be_focused()
        page.keyboard.press("Enter")
        expect(title).to_be_focused()
        page.get_by_role("link", name="Ask", exact=True).click()
        expect(page.get_by_role("link", name="Skip to the claim")).to_have_count(0)


def _answer(app: PaneApp) -> UUID:
    report = app.store(unique(pdf_filing()))
    return app.answer([("Net sales were 81,797.", [cite(report, 0, ROW, [report.span(0, ROW)])])])


def _open(app: PaneApp, page: Page, answer_id: UUID) -> None:
    page.goto(f"{app.url}/review?answer={answer_id}&claim=1")
    expect(page.locator(".pane")).to_have_attribute("aria-busy", "false", timeout=30_000)


def _become(page: Page, name: str) -> None:
    """Add a reviewer and review the claim of the address as them."""
    expect(page.locator(".pane")).to_have_attribute("aria-busy", "false", timeout=30_000)
    page.get_by_role("button", name="Reviewing as").click()
    page.get_by_placeholder("Name").fill(name)
    page.get_by_placeholder("Name").press("Enter")
    expect(page.get_by_role("button", name=f"Reviewing as {name}")).to_be_visible(timeout=15_000)
    expect(page.get_by_placeholder("Name")).to_have_count(0)


def _judge(page: Page, name: str, *keys: str) -> None:
    """Judge the claim of the address as somebody new: the browser remembers who, where the address does not say."""
    address = page.url
    _become(page, name)
    page.goto(address)
    expect(page.locator(".pane")).to_have_attribute("aria-busy", "false", timeout=30_000)
    expect(page.get_by_role("button", name=f"Reviewing as {name}")).to_be_visible()
    expect(page.locator(".review")).to_contain_text("Net sales were 81,797.")
    _press(page, *keys)
    expect(page.locator(".review")).to_contain_text("Saved", timeout=15_000)


def _press(page: Page, *keys: str) -> None:
    """A verdict counts once the claim has been on screen for a moment."""
    page.wait_for_timeout(LOOKED_AT)
    for key in keys:
        page.keyboard.press(key)
