"""The whole way by keyboard: from a handle into the pane, through its keys, and back to the same handle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.viewer.app import PaneApp, opened, window
from tests.viewer.every_state import STATES, every_state

FOCUS = """() => {
    let at = document.activeElement;
    const path = [at];
    while (at?.shadowRoot?.activeElement) path.push(at = at.shadowRoot.activeElement);
    const home = at.closest?.('.pane, .answer');
    return { home: home ? (home.matches('.pane') ? 'pane' : 'answer') : null, key: at.dataset?.key ?? null,
             name: at.getAttribute?.('aria-label') ?? at.textContent.trim() };
}"""


@pytest.fixture(scope="module")
def address(pane_app: PaneApp) -> str:
    return f"{pane_app.url}/?answer={every_state(pane_app)}"


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    with window(browser) as page:
        page.goto(address)
        expect(page.locator(".pane")).to_have_attribute("data-state", "ready", timeout=30_000)
        yield page


def focus(page: Page) -> dict[str, str | None]:
    """Where the focus is, once the browser has drawn what the last key did."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: dict[str, str | None] = page.evaluate(FOCUS)
    return found


def test_tab_reaches_the_handles_in_reading_order(page: Page) -> None:
    page.locator('.handle[data-key="1:E1"]').focus()
    seen = []
    while focus(page)["home"] == "answer":
        seen.append(focus(page)["key"])
        page.keyboard.press("Tab")
    assert [key for key in seen if key] == list(STATES)


def test_enter_opens_each_state_at_its_heading_and_escape_returns_to_its_handle(page: Page) -> None:
    for key, state in STATES.items():
        page.locator(f'.handle[data-key="{key}"]').focus()
        page.keyboard.press("Enter")
        expect(page.locator(".pane")).to_have_attribute("data-state", state)
        expect(page.locator(".pane .heading h2").first).to_be_focused()
        page.keyboard.press("Escape")
        assert focus(page)["key"] == key


def test_escape_finds_the_same_handle_after_the_script_ran_again(page: Page) -> None:
    opened(page, "2:E3", "superseded")
    page.keyboard.press("Tab")
    find = page.get_by_role("button", name="Find this in the newer version")
    find.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Open the newer version")).to_be_focused(timeout=15_000)
    page.keyboard.press("Escape")
    assert focus(page)["key"] == "2:E3"


def test_no_key_loses_the_focus(page: Page) -> None:
    opened(page, "1:E1")
    for key in "]]]]]][[[[[[npcc+-0wf":
        page.keyboard.press(key)
        assert focus(page)["home"] == "pane", f"after {key}"


def test_a_button_that_goes_away_hands_the_focus_to_the_heading(page: Page) -> None:
    pane = opened(page, "1:E1")
    pane.locator(".view").evaluate("view => view.scrollTo(0, view.scrollHeight)")
    chip = pane.get_by_role("button", name="E1: PDF page 1")
    chip.focus()
    page.keyboard.press("Enter")
    expect(chip).to_have_count(0)
    assert focus(page)["home"] == "pane"


def test_a_step_to_the_last_claim_keeps_the_focus_on_its_button(page: Page) -> None:
    page.set_viewport_size({"width": 820, "height": 1180})
    forth = page.get_by_role("button", name="Next claim")
    forth.focus()
    for _ in STATES:
        page.keyboard.press("Enter")
    expect(page.locator(".answer .count")).to_have_text("Claim 4 of 4")
    expect(forth).to_be_focused()
    expect(forth).to_have_attribute("aria-disabled", "true")
    page.set_viewport_size({"width": 1440, "height": 900})


def test_the_list_of_keys_names_every_key_and_leads_back(page: Page) -> None:
    pane = opened(page, "1:E1")
    pane.locator(".view").first.focus()
    page.keyboard.press("?")
    keys = pane.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    for words in ("Next region", "Previous evidence", "Zoom in", "Fit evidence", "Show or hide the context"):
        expect(keys).to_contain_text(words)
    assert keys.evaluate("node => node.contains(node.getRootNode().activeElement)")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(pane.locator(".view").first).to_be_focused()


def test_the_first_stop_of_tab_skips_to_the_first_handle_and_so_does_a_key(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator(".pane")).to_have_attribute("data-state", "ready", timeout=30_000)
    link = page.get_by_role("link", name="Skip to the answer")
    assert link.bounding_box() == {"x": 8, "y": 8, "width": 1, "height": 1}
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    box = link.bounding_box()
    assert box
    assert box["height"] >= 24
    assert link.evaluate("node => node === document.elementFromPoint(40, 24)"), "something lies over it"
    address = page.url
    page.keyboard.press("Enter")
    assert focus(page)["key"] == "1:E1"
    assert page.url == address
    opened(page, "2:E3", "superseded").locator(".view").first.focus()
    page.keyboard.press("a")
    assert focus(page)["key"] == "1:E1"
    page.get_by_role("button", name="Sources read").focus()
    page.keyboard.press("a")
    assert focus(page)["key"] == "1:E1"
    question = page.get_by_label("Question", exact=True)
    question.fill("")
    page.keyboard.press("a")
    expect(question).to_have_value("a")
    expect(question).to_be_focused()
    page.get_by_role("link", name="Library", exact=True).click()
    expect(link).to_have_count(0)


def test_the_link_skips_to_the_claim_that_is_on_screen(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 820, "height": 1180})
    page.goto(address)
    expect(page.locator(".pane")).to_have_attribute("data-state", "ready", timeout=30_000)
    page.get_by_role("button", name="Next claim").click()
    link = page.get_by_role("link", name="Skip to the answer")
    link.focus()
    page.keyboard.press("Enter")
    assert focus(page)["key"] == "2:E3"
    page.set_viewport_size({"width": 1440, "height": 900})
