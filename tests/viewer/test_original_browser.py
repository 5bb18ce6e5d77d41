"""The original in the real app: pages drawn by the browser itself with the same regions, and the file's own link."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import numpy as np
import pytest
from playwright.sync_api import Browser, FrameLocator, Locator, Page, expect

from tests.viewer.app import PaneApp, opened
from tests.viewer.filing import HEIGHT, REPEATED, WIDTH, Stored, cite, html_filing, pdf_filing, unique

ROW = "Total net sales 81,797 82,959"
DRAWN = 60_000
"""Milliseconds that a browser may take to load its renderer and draw, on a machine that is busy with other things."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def filing(pane_app: PaneApp) -> Stored:
    return pane_app.store(unique(pdf_filing()))


def shown(pane_app: PaneApp, page: Page, filing: Stored, *others: tuple[Stored, str]) -> Locator:
    """The answer whose first claim cites the row, and whose others cite words of the first page of other filings."""
    claims = [("Net sales were 81,797.", [cite(filing, 0, ROW, [filing.span(0, ROW)])])]
    for number, (other, words) in enumerate(others, start=2):
        claims.append((words, [cite(other, 0, words, [other.span(0, words)], number=number)]))
    pane_app.show(page, pane_app.answer(claims))
    return opened(page, "1:E1")


def drawn(page: Page) -> FrameLocator:
    """The browser's renderer, once the pane shows it."""
    expect(page.locator('[data-original="shown"]')).to_be_visible(timeout=DRAWN)
    return page.frame_locator(".st-key-original iframe")


def test_the_browser_draws_the_page_with_the_same_regions(
    pane_app: PaneApp, page: Page, filing: Stored
) -> None:
    pane = shown(pane_app, page, filing)
    heading = pane.get_by_role("heading", name="Example Holdings")
    pane.get_by_role("button", name="Original").click()
    pane.get_by_role("button", name="Second opinion").click()
    back = pane.get_by_role("button", name="Back to Pincite")
    expect(back).to_be_focused()
    frame = drawn(page)
    expect(heading).to_be_visible()
    expect(pane.get_by_text("PDF pages 1–2 of 2. Outlined: the regions of E1.")).to_be_visible()
    assert frame.locator(".page").count() == 2
    first = frame.locator(".page").first
    value = outline_of(filing, frame, "81,797")
    assert percent_box(value, first) == pytest.approx(percent_of(filing, "81,797"), abs=0.6)
    expect(value).to_be_in_viewport()
    styles = {
        words: outline_of(filing, frame, words).evaluate("node => getComputedStyle(node).outlineStyle")
        for words in ("81,797", "82,959", "Total net sales", "2024", "(In millions)")
    }
    assert styles == {
        "81,797": "solid",
        "82,959": "solid",
        "Total net sales": "dashed",
        "2024": "dashed",
        "(In millions)": "dashed",
    }
    expect(frame.locator(".textLayer").first).to_contain_text("Total net sales")


def percent_of(filing: Stored, words: str) -> list[float]:
    """The box of words of the first page, from its glyphs, in percent of the page."""
    page = filing.parsed.pages[0]
    assert page.glyphs is not None
    span = filing.span(0, words)
    boxes = page.glyphs.boxes[span.start : span.end]
    left, top = np.nanmin(boxes[:, 0]), np.nanmin(boxes[:, 1])
    right, bottom = np.nanmax(boxes[:, 2]), np.nanmax(boxes[:, 3])
    across, down = 100 / WIDTH, 100 / HEIGHT
    return [float(one) for one in (left * across, top * down, (right - left) * across, (bottom - top) * down)]


def percent_box(node: Locator, page: Locator) -> list[float]:
    inner, outer = node.bounding_box(), page.bounding_box()
    assert inner is not None
    assert outer is not None
    across, down = 100 / outer["width"], 100 / outer["height"]
    return [
        (inner["x"] - outer["x"]) * across,
        (inner["y"] - outer["y"]) * down,
        inner["width"] * across,
        inner["height"] * down,
    ]


def outline_of(filing: Stored, frame: FrameLocator, words: str) -> Locator:
    """The outline of the first page whose centre lies in the box of these words."""
    left, top, width, height = percent_of(filing, words)
    first = frame.locator(".page").first
    for outline in first.locator('[id^="annotation-"]').all():
        x, y, wide, high = percent_box(outline, first)
        if abs(x + wide / 2 - left - width / 2) < width / 4 and abs(y + high / 2 - top - height / 2) < 1:
            return outline
    raise AssertionError(f"nothing is outlined at {words!r}")


def test_escape_goes_back_to_the_pages_as_they_were_also_from_within(
    pane_app: PaneApp, page: Page, filing: Stored
) -> None:
    pane = shown(pane_app, page, filing)
    view = pane.locator(".view")
    before = view.evaluate("node => [node.scrollTop, node.scrollLeft]")
    mark = pane.locator(".mark.value").bounding_box()
    page.keyboard.press("v")
    frame = drawn(page)
    for covered in (".toolbar", ".desk"):
        assert pane.locator(covered).evaluate("node => node.inert")
    page.keyboard.press("n")  # a key of the pages that are covered
    frame.locator("body").press("Escape")
    expect(pane.get_by_role("button", name="Original")).to_be_focused()
    expect(page.locator("[data-original]")).to_have_count(0)
    assert pane.locator(".mark.value").bounding_box() == mark
    assert view.evaluate("node => [node.scrollTop, node.scrollLeft]") == before
    expect(page.locator(".st-key-original")).to_have_count(0, timeout=DRAWN)
    page.keyboard.press("v")
    drawn(page)
    page.keyboard.press("Escape")
    expect(pane.get_by_role("button", name="Original")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator('.handle[data-key="1:E1"]')).to_be_focused()


def test_other_evidence_ends_the_second_opinion_and_html_has_none(
    pane_app: PaneApp, page: Page, filing: Stored
) -> None:
    html = pane_app.store(unique(html_filing()))
    pane = shown(pane_app, page, filing, (html, "Quarterly report"))
    page.keyboard.press("v")
    drawn(page)
    page.keyboard.press("]")
    expect(pane.locator(".badge").first).to_have_text("E2")
    expect(page.locator("[data-original]")).to_have_count(0)
    expect(page.locator(".st-key-original")).to_have_count(0, timeout=DRAWN)
    expect(pane).to_have_attribute("data-state", "ready")
    pane.get_by_role("button", name="Original").click()
    menu = pane.get_by_role("dialog", name="Original")
    expect(menu).to_contain_text("Filings in HTML and text are shown only in the frame.")
    expect(menu.get_by_role("button", name="Second opinion")).to_have_attribute("aria-disabled", "true")
    download = menu.get_by_role("link", name="Download the file as plain text")
    sent = httpx.get(pane_app.url + str(download.get_attribute("href")))
    assert sent.headers["content-disposition"].startswith("attachment; ")
    assert sent.content == html.blob_path().read_bytes()
    page.keyboard.press("Escape")
    page.keyboard.press("v")
    expect(pane.locator(".heard").first).to_contain_text("shown only in the frame")


def test_the_file_opens_at_the_page_in_view_under_a_signed_link(
    pane_app: PaneApp, page: Page, filing: Stored
) -> None:
    claims = [("Liquidity.", [cite(filing, 1, REPEATED, [filing.span(1, REPEATED)])])]
    pane_app.show(page, pane_app.answer(claims))
    pane = opened(page, "1:E1")
    pane.get_by_role("button", name="Original").click()
    link = pane.get_by_role("link", name="Open the file at this page")
    expect(link).to_contain_text("A new tab, at PDF page 2")
    assert link.get_attribute("target") == "_blank"
    assert link.get_attribute("rel") == "noopener noreferrer"
    address, _, fragment = str(link.get_attribute("href")).partition("#")
    assert fragment == "page=2"
    part = httpx.get(pane_app.url + address, headers={"Range": "bytes=0-7"})
    assert (part.status_code, part.content) == (206, filing.blob_path().read_bytes()[:8])
    with page.context.expect_page() as tab:
        link.click()
    assert tab.value.url.endswith("#page=2") or tab.value.url in ("", "about:blank")
    expect(link).to_be_hidden()
