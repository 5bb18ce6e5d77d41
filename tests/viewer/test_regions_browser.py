"""The regions of a citation: named, listed, told apart, widened; readable in every colour scheme and at every width."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.viewer.app import PaneApp, opened, window
from tests.viewer.every_state import every_state

FIRST = "E1, region 1 of 2, PDF page 1, printed 38"
SECOND = "E1, region 2 of 2, PDF page 1, printed 38"


@pytest.fixture(scope="module")
def address(pane_app: PaneApp) -> str:
    return f"{pane_app.url}/?answer={every_state(pane_app)}"


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    with window(browser) as page:
        page.goto(address)
        expect(page.locator(".pane")).to_have_attribute("data-state", "ready", timeout=30_000)
        yield page


def test_every_region_is_named_on_the_page_and_spoken_when_it_is_gone_to(page: Page) -> None:
    pane = opened(page, "1:E1")
    expect(pane.get_by_role("img", name=FIRST)).to_have_count(1)
    expect(pane.get_by_role("img", name=SECOND)).to_have_count(1)
    expect(pane.locator(".tag")).to_have_attribute("title", FIRST)
    page.keyboard.press("n")
    expect(pane.locator("[role=status]").first).to_have_text(f"{SECOND}. 82,959")
    expect(pane.locator(".tag")).to_have_attribute("title", SECOND)
    pane.locator('.caption.number[title="' + FIRST + '"]').click()
    expect(pane.locator(".tag")).to_have_attribute("title", FIRST)


def test_the_list_of_regions_tells_role_words_and_page_and_goes_there(page: Page) -> None:
    pane = opened(page, "1:E1")
    page.keyboard.press("r")
    options = pane.get_by_role("listbox", name="Regions").get_by_role("option")
    said = [" ".join(option.inner_text().split()) for option in options.all()]
    page_name = "PDF page 1, printed 38"
    assert said == [
        f"Cited value 81,797 {page_name}",
        f"Cited value 82,959 {page_name}",
        f"Row Total net sales {page_name}",
        f"Column 2024 {page_name}",
        f"Column 2023 {page_name}",
        f"Unit (In millions) {page_name}",
    ]
    expect(options.first).to_be_focused()
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(pane.locator(".toolbar")).to_contain_text("Region 2 of 2")
    expect(pane.get_by_role("button", name="Region 2 of 2")).to_be_focused()


def test_context_is_drawn_around_the_rows_beside_it_spoken_and_taken_away(page: Page) -> None:
    pane = opened(page, "1:E1")
    page.keyboard.press("c")
    frame = pane.locator(".wider i")
    expect(frame).to_have_count(1)
    spoken = "Context shown. Before: Fiscal year 2024 2023. After: Cost of sales (45,384) (47,074)"
    expect(pane.locator("[role=status]").first).to_have_text(spoken)
    button = pane.get_by_role("button", name="Show context")
    expect(button).to_have_attribute("aria-pressed", "true")
    around, value = frame.bounding_box(), pane.locator(".mark.value").bounding_box()
    assert around
    assert value
    assert around["y"] < value["y"] - value["height"]
    assert around["y"] + around["height"] > value["y"] + 2 * value["height"]
    assert frame.evaluate("node => getComputedStyle(node).backgroundColor") == "rgba(0, 0, 0, 0)"
    expect(pane.locator(".toolbar")).to_contain_text("Region 1 of 2")
    page.keyboard.press("c")
    expect(frame).to_have_count(0)
    expect(button).to_have_attribute("aria-pressed", "false")


def test_context_is_shown_in_a_filing_of_html_too(page: Page) -> None:
    pane = opened(page, "1:E2")
    page.keyboard.press("c")
    expect(pane.locator("[role=status]").first).to_contain_text("Context shown. Before: Quarterly report")


def test_context_that_cannot_be_read_says_so_and_can_be_asked_again(page: Page) -> None:
    pane = opened(page, "1:E1")
    page.route("**/evidence/context/**", lambda route: route.abort())
    page.keyboard.press("c")
    expect(pane.locator(".strip-note")).to_contain_text("The context could not be read.")
    page.unroute("**/evidence/context/**")
    pane.get_by_role("button", name="Try again").click()
    expect(pane.locator(".wider i")).to_have_count(1)
    expect(pane.locator(".strip-note")).to_be_hidden()


def test_roles_differ_in_line_and_label_as_well_as_in_colour(page: Page) -> None:
    pane = opened(page, "1:E1")
    line = "node => { const s = getComputedStyle(node, '::after'); return `${s.borderTopWidth} ${s.borderTopStyle}`; }"
    assert pane.locator(".mark.value").evaluate(line) == "2px solid"
    assert pane.locator(".mark.other").evaluate(line) in ("1px solid", "1.5px solid")
    outline = "node => getComputedStyle(node).borderTopStyle"
    assert pane.locator(".outline.aside").first.evaluate(outline) == "dashed"
    for words in ("row", "column", "unit"):
        expect(pane.locator(".caption", has_text=words)).to_have_count(1)


@pytest.mark.parametrize(("scheme", "forced"), [("dark", None), ("light", "active"), ("dark", "active")])
def test_marks_stay_visible_and_never_hide_the_text(
    browser: Browser, address: str, scheme: str, forced: str | None
) -> None:
    page = browser.new_page(color_scheme=scheme, forced_colors=forced)  # type: ignore[arg-type]
    page.goto(address)
    expect(page.locator(".pane")).to_have_attribute("data-state", "ready", timeout=30_000)
    mark = opened(page, "1:E1").locator(".mark.value")
    levels = Image.open(io.BytesIO(mark.screenshot())).convert("L").tobytes()
    assert min(levels) < 110, "no print under the mark"
    assert max(levels) > 120, "the mark hides the paper"
    colour = mark.evaluate("node => getComputedStyle(node, '::after').borderTopColor")
    system = page.evaluate(
        """() => { const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = 'Highlight'; const { color } = getComputedStyle(probe); probe.remove(); return color; }"""
    )
    assert (colour == system) == (forced == "active")
    page.close()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (820, 1180), (390, 844)])
def test_the_claim_stays_with_its_evidence_at_every_width(
    browser: Browser, address: str, width: int, height: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(address)
    expect(page.locator(".pane")).to_have_attribute("data-state", "ready", timeout=30_000)
    pane = opened(page, "1:E1")
    page.get_by_test_id("stMain").evaluate("node => node.scrollTo(0, node.scrollHeight)")
    expect(page.locator(".answer")).to_be_in_viewport(ratio=0.99)
    expect(page.locator('.handle[data-key="1:E1"]')).to_be_in_viewport(ratio=1)
    expect(pane.locator(".mark.value")).to_be_in_viewport(ratio=1)
    claim, box = page.locator(".answer").bounding_box(), pane.bounding_box()
    assert claim
    assert box
    if claim["width"] > 0.8 * width - 212:
        assert claim["y"] + claim["height"] <= box["y"]
        assert box["y"] + box["height"] <= height
    beside = page.get_by_test_id("stMain").evaluate("node => node.scrollWidth - node.clientWidth")
    assert beside == 0
    for control in pane.locator(".toolbar button:visible").all():
        place = control.bounding_box()
        assert place
        assert box["x"] <= place["x"]
        assert place["x"] + place["width"] <= box["x"] + box["width"]
        assert min(place["width"], place["height"]) >= 24
    page.close()
