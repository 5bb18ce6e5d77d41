"""Finding one's way in a filing: thumbnails, outline, and going to a page, in the real app."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.viewer.app import PaneApp, opened
from tests.viewer.filing import cite, html_filing, unique
from tests.viewer.long_filing import html_sections, long_filing, row

PART_PAGES = 40
CITED = 50
"""0-based page of E1: PDF page 51, printed F-7. E2 stands far behind it on page 112, printed 29."""
FAR = 112


@pytest.fixture(scope="module")
def page(pane_app: PaneApp, browser: Browser) -> Iterator[Page]:
    """A window with a long filing's answer; each test finds E1 open and its cited page in view."""
    filing = pane_app.store(unique(long_filing(PART_PAGES)))
    cited = [
        cite(filing, at, row(at), [filing.span(at, row(at))], number=n) for n, at in ((1, CITED), (2, FAR))
    ]
    answer = pane_app.answer([(f"Revenue rose by {CITED * 7 + 3} million.", [one]) for one in cited])
    errors: list[str] = []
    window = browser.new_page(viewport={"width": 1440, "height": 900})
    window.on("pageerror", lambda error: errors.append(str(error)))
    pane_app.show(window, answer)
    yield window
    window.close()
    assert errors == []


@pytest.fixture
def pane(page: Page) -> Locator:
    pane = opened(page, "1:E1")
    expect(now(pane)).to_contain_text(str(CITED + 1))
    return pane


def now(pane: Locator) -> Locator:
    """The control that tells the page in view."""
    return pane.locator(".page-now")


def focused(page: Page) -> str:
    """The accessible name, class or tag of what has the focus."""
    script = """() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return at.getAttribute("aria-label") || at.className || at.tagName;
    }"""
    name: str = page.evaluate(script)
    return name


def go_to(page: Page, kind: str, typed: str) -> Locator:
    """Type a number into the dialog, after choosing what it is; the dialog."""
    page.keyboard.press("g")
    dialog = page.get_by_role("dialog", name="Go to a page")
    expect(dialog).to_be_visible()
    dialog.get_by_role("radio", name=kind).check()
    dialog.get_by_role("textbox").fill(typed)
    return dialog


# The page in view ---------------------------------------------------------------------------------------------------


def test_the_page_in_view_is_told_by_its_place_and_by_its_printed_number(page: Page, pane: Locator) -> None:
    label = f"PDF page {CITED + 1} of {3 * PART_PAGES + 4}, printed F-7. Go to a page"
    expect(now(pane)).to_have_attribute("aria-label", label)
    pane.locator(".view").evaluate("view => view.scrollBy(0, 3 * view.clientHeight)")
    expect(now(pane)).not_to_have_attribute("aria-label", label)


# Going to a page ----------------------------------------------------------------------------------------------------


def test_a_pdf_page_and_a_printed_number_are_never_taken_for_each_other(page: Page, pane: Locator) -> None:
    dialog = go_to(page, "PDF page", "30")
    expect(dialog.locator(".places-found")).to_contain_text("PDF page 30 · printed 26")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(now(pane)).to_have_attribute("aria-label", re.compile("^PDF page 30 of .*printed 26"))
    expect(pane.locator("[role=status].heard")).to_have_text("PDF page 30, printed 26")
    dialog = go_to(page, "Printed number", "f12")
    expect(dialog.locator(".places-found button")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(now(pane)).to_have_attribute(
        "aria-label", re.compile(f"^PDF page {4 + PART_PAGES + 12} of .*F-12")
    )
    go_to(page, "Printed number", "III")
    page.keyboard.press("Enter")
    expect(now(pane)).to_have_attribute("aria-label", re.compile("^PDF page 4 of .*printed iii"))


def test_a_number_that_is_printed_twice_is_chosen_by_the_reader(page: Page, pane: Locator) -> None:
    dialog = go_to(page, "Printed number", "12")
    expect(dialog.locator(".go-words")).to_have_text("2 PDF pages print “12”. Choose one.")
    places = dialog.locator(".places-found button")
    expect(pane.get_by_role("status")).to_have_text("2 PDF pages print “12”. Choose one.")
    expect(places).to_have_text([re.compile("PDF page 16.*PART I"), re.compile("PDF page 96.*Exhibit 10")])
    page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    expect(places.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(now(pane)).to_have_attribute("aria-label", re.compile("^PDF page 96 of"))


def test_a_number_that_no_page_has_says_so_and_offers_the_nearest(page: Page, pane: Locator) -> None:
    dialog = go_to(page, "Printed number", "F-77")
    words = dialog.locator(".go-words")
    expect(words).to_have_text(
        "No page prints “F-77”. The pages print i to iii, 1 to 40, F-1 to F-40, 1 to 40. The nearest:"
    )
    expect(dialog.locator(".places-found button")).to_have_text([re.compile("PDF page 84 · printed F-40")])
    dialog.get_by_role("radio", name="PDF page").check()
    dialog.get_by_role("textbox").fill("900")
    expect(words).to_have_text("There is no PDF page 900: the last is 124.")
    page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    dialog.get_by_role("textbox").fill("iv<b>")
    expect(words).to_have_text("A PDF page is a whole number from 1 to 124.")
    page.keyboard.press("Escape")
    expect(now(pane)).to_be_focused()


# Outline ------------------------------------------------------------------------------------------------------------


def test_the_outline_opens_at_the_heading_in_view(page: Page, pane: Locator) -> None:
    page.keyboard.press("o")
    tree = page.get_by_role("tree")
    current = tree.locator("[aria-current]")
    expect(current).to_have_text(re.compile("Detail 2.1.*p. F-6"))
    expect(current).to_have_attribute(
        "aria-level", "4" if tree.get_by_text("Long Holdings").count() > 1 else "3"
    )
    expect(tree.get_by_role("treeitem", name=re.compile("^Long Holdings"))).to_have_count(1)
    expect(tree.get_by_role("treeitem", name=re.compile("^PART I,"))).to_have_attribute(
        "aria-expanded", "true"
    )
    page.keyboard.press("Escape")
    expect(pane.get_by_role("button", name="Outline")).to_be_focused()


def test_a_heading_is_filtered_and_gone_to_by_keyboard(page: Page, pane: Locator) -> None:
    page.keyboard.press("o")
    expect(page.get_by_role("treeitem").first).to_be_visible()
    page.keyboard.type("item 3.4")
    expect(page.get_by_role("treeitem")).to_have_text(
        [re.compile("Exhibit 10"), re.compile("Item 3.4. Business.*p. 21")]
    )
    page.keyboard.press("Enter")
    expect(now(pane)).to_have_attribute("aria-label", re.compile("^PDF page 105 of .*printed 21"))
    assert "view" in focused(page) or "Page" in focused(page)
    top = pane.locator('.sheet[data-page="104"]').evaluate(
        "sheet => sheet.getBoundingClientRect().top - sheet.closest('.view').getBoundingClientRect().top"
    )
    line = pane.locator('.sheet[data-page="104"]').evaluate("sheet => sheet.clientHeight") * (84 + 8) / 792
    assert 0 < top + line < 60  # the heading is the second line of its page


def test_the_tree_folds_and_unfolds_by_arrow_keys(page: Page, pane: Locator) -> None:
    page.keyboard.press("o")
    items = page.get_by_role("treeitem")
    expect(items.first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[aria-current=location]")).to_be_focused()
    count = items.count()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert items.count() < count
    folded = page.locator(".row:focus")
    expect(folded).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowRight")
    expect(folded).to_have_attribute("aria-expanded", "true")
    assert items.count() == count
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    assert focused(page) == "Find a heading"
    page.keyboard.type("no such words")
    expect(page.get_by_text("No heading has “no such words”.")).to_be_visible()
    page.keyboard.press("Escape")


def test_an_outline_that_cannot_be_loaded_says_so_and_is_tried_again(
    pane_app: PaneApp, browser: Browser
) -> None:
    filing = pane_app.store(unique(html_filing()))
    words = "Net sales were"
    span = filing.span(0, "Net  sales were\u00a0$ 21 million")
    answer = pane_app.answer([("Net sales were 21.", [cite(filing, 0, f"{words} $ 21 million", [span])])])
    window = browser.new_page()
    window.route("**/evidence/outline/**", lambda route: route.fulfill(status=503, json={"message": "Busy."}))
    pane = pane_app.show(window, answer)
    opened(window, "1:E1")
    expect(pane.get_by_role("button", name="Page thumbnails")).to_be_hidden()
    expect(now(pane)).to_have_attribute("aria-label", "Section 1 of 1, no printed number. Go to a page")
    window.keyboard.press("o")
    dialog = window.get_by_role("dialog", name="Outline")
    expect(dialog).to_contain_text("The outline could not be loaded. Busy.")
    window.unroute("**/evidence/outline/**")
    dialog.get_by_role("button", name="Try again").click()
    expect(dialog).to_contain_text("No headings were found in this filing.")
    window.close()


def test_sections_of_html_are_gone_to_and_never_called_pages(pane_app: PaneApp, browser: Browser) -> None:
    filing = pane_app.store(unique(html_sections()))
    answer = pane_app.answer([("Revenue.", [cite(filing, 1, row(1), [filing.span(1, row(1))])])])
    window = browser.new_page()
    pane = pane_app.show(window, answer)
    opened(window, "1:E1")
    expect(now(pane)).to_have_attribute("aria-label", "Section 2 of 3, printed A-2. Go to a page")
    dialog = go_to(window, "Section", "3")
    expect(dialog.locator(".places-found")).to_have_text("Section 3 · printed A-3Note 3. Revenue")
    window.keyboard.press("Enter")
    expect(now(pane)).to_have_attribute("aria-label", "Section 3 of 3, printed A-3. Go to a page")
    window.keyboard.press("o")
    expect(window.locator("[aria-current=location]")).to_have_text("Note 3. Revenuep. A-3")
    window.keyboard.type("note 1")
    window.keyboard.press("Enter")
    expect(now(pane)).to_have_attribute("aria-label", "Section 1 of 3, printed A-1. Go to a page")
    heading = window.frame_locator(".framed iframe").locator("#s0b0")
    assert heading.evaluate("block => block.getBoundingClientRect().top") == pytest.approx(16, abs=2)
    window.close()


# Thumbnails ---------------------------------------------------------------------------------------------------------


def test_thumbnails_are_few_and_tell_where_the_evidence_lies(page: Page, pane: Locator) -> None:
    strip = pane.locator(".thumbs")
    if strip.is_hidden():
        page.keyboard.press("t")
    thumbs = strip.get_by_role("option")
    expect(strip.locator('.thumb[data-state="drawn"]').first).to_be_visible()
    assert thumbs.count() < 20
    current = strip.locator("[aria-selected=true]")
    expect(current).to_have_attribute("aria-label", f"PDF page {CITED + 1}, printed F-7, evidence E1")
    expect(current.locator(".evidence-ids")).to_have_text("E1")
    expect(strip.locator(".thumbs-rail s")).to_have_count(2)
    region = current.locator("s").evaluate("tick => parseFloat(tick.style.top)")
    assert region == pytest.approx(100 * (92 + 20 - 8 - 20) / 792, abs=3)


def test_the_keys_walk_the_thumbnails_and_open_one(page: Page, pane: Locator) -> None:
    strip = pane.locator(".thumbs")
    if strip.is_visible():
        page.keyboard.press("t")
        expect(strip).to_be_hidden()
    page.keyboard.press("t")
    assert focused(page) == "Pages"
    for key in ("End", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    expect(now(pane)).to_contain_text(str(CITED + 1))
    active = strip.locator(".thumb.active")
    expect(active).to_have_attribute("data-page", "121")
    expect(active).to_have_attribute("data-state", "drawn")
    page.keyboard.press("Enter")
    expect(now(pane)).to_have_attribute("aria-label", re.compile("^PDF page 122 of"))
    canvases = strip.locator("canvas").evaluate_all(
        "all => all.reduce((sum, one) => sum + one.width * one.height, 0)"
    )
    assert 4 * canvases < 2_000_000  # bytes of all thumbnails together


def test_no_thumbnail_is_fetched_before_the_cited_page_is_painted(
    pane_app: PaneApp, browser: Browser
) -> None:
    filing = pane_app.store(unique(long_filing(4)))
    answer = pane_app.answer([("Revenue.", [cite(filing, 9, row(9), [filing.span(9, row(9))])])])
    window = browser.new_page(viewport={"width": 2200, "height": 900})
    widths: list[int] = []
    window.on(
        "request",
        lambda request: widths.extend(
            int(width) for width in re.findall(r"/evidence/pages/[^/]+/\d+/(\d+)\.webp", request.url)
        ),
    )
    window.add_init_script(
        "document.addEventListener('pincite:painted', () => (window.paintedAt ??= performance.now()))"
    )
    pane = pane_app.show(window, answer)
    expect(pane.locator(".thumbs")).to_be_visible()  # a wide pane shows them unasked
    expect(pane.locator('.thumb[data-state="drawn"]').first).to_be_visible()
    started = window.evaluate(
        """() => performance.getEntriesByType("resource")
            .filter((entry) => Number(/\\/(\\d+)\\.webp/.exec(entry.name)?.[1]) < 200)
            .map((entry) => entry.startTime - window.paintedAt)"""
    )
    assert started
    assert min(started) > 0
    assert widths[0] > 400
    window.close()
