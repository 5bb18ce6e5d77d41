"""The value that is looked at is wholly in view with its tag, however wide its row and narrow the pane."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from pipeline.evidence.handle import CitationId
from tests.viewer.app import PaneApp, opened
from tests.viewer.filing import cite, unique
from tests.viewer.wide_filing import LINE, ROW, VALUES, wide_html, wide_pdf

PATIENCE = 3_000
NARROW: ViewportSize = {"width": 820, "height": 1180}
FAR = f"It was {VALUES[-1]}."

_SEEN = """() => {
  const pane = [...document.querySelectorAll("*")].map((node) => node.shadowRoot?.querySelector(".pane"))
    .find(Boolean);
  const within = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const isDrawn = (node) => Boolean(node?.getClientRects().length);
  const mark = pane.querySelector(".mark:is(.value, .passage).first");
  if (isDrawn(mark)) {
    const { left, top, width, height } = pane.querySelector(".view").getBoundingClientRect();
    const { clientWidth, clientHeight } = pane.querySelector(".view");
    const room = { left, top, right: left + clientWidth, bottom: top + clientHeight };
    return [mark, pane.querySelector(".tag")].every((node) => within(node.getBoundingClientRect(), room));
  }
  const root = pane.querySelector("iframe")?.contentDocument?.documentElement;
  const layers = [...(root?.children ?? [])].map((node) => node.shadowRoot).filter(Boolean);
  const value = layers.map((layer) => layer.querySelector("i.value")).find(Boolean);
  const room = { left: 0, top: 0, right: root?.clientWidth, bottom: root?.clientHeight };
  return Boolean(value) && within(value.getBoundingClientRect(), room);
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, pane_app: PaneApp) -> Iterator[Page]:
    pdf, html = pane_app.store(unique(wide_pdf())), pane_app.store(unique(wide_html()))
    cited = [cite(one, 0, ROW, [one.span(0, ROW)], number=at) for at, one in enumerate((html, pdf), start=1)]
    line, passage = cite(pdf, 0, LINE, [pdf.span(0, LINE)])
    told = [(replace(line, id=CitationId.parse("E2b")), passage)]
    answer = pane_app.answer([(FAR, cited), ("It is told.", told)])
    page = browser.new_page(viewport=NARROW)
    pane_app.show(page, answer)
    yield page
    page.close()


def is_seen(page: Page) -> None:
    page.wait_for_function(_SEEN, timeout=PATIENCE)
    page.wait_for_timeout(150)  # and stays so
    assert page.evaluate(_SEEN)


@pytest.mark.parametrize("key", ["1:E2", "1:E1"])
def test_a_value_of_the_far_column_is_opened_stepped_to_and_fitted_in_view(page: Page, key: str) -> None:
    page.set_viewport_size(NARROW)
    opened(page, "1:E1")
    is_seen(page)
    pane = opened(
        page, key
    )  # for a PDF the strip of thumbnails comes in beside the view, which gets narrower
    expect(pane.locator(".toolbar")).to_contain_text("Region 4 of 4")
    is_seen(page)
    for keys in ("Shift+N", "Shift+N", "Shift+N", "n", "n", "n", "0"):
        page.keyboard.press(keys)
        is_seen(page)


@pytest.mark.parametrize("key", ["1:E2", "1:E1"])
def test_it_stays_in_view_when_the_pane_gets_narrower_or_wider(page: Page, key: str) -> None:
    page.set_viewport_size(NARROW)
    opened(page, key)
    is_seen(page)
    for width in (700, 480, 1000, 1440, 600):
        page.set_viewport_size({"width": width, "height": 1180})
        is_seen(page)


def test_a_cited_line_wider_than_the_view_is_made_smaller_than_figures_are(page: Page) -> None:
    page.set_viewport_size({"width": 600, "height": 1180})
    page.get_by_role("button", name="Show all claims").click()
    pane = opened(page, "2:E2b")
    is_seen(page)
    percent = int(pane.locator(".toolbar .zoom").inner_text().removesuffix("%"))
    assert 75 <= percent < 110


def test_what_has_no_room_beside_it_is_told_at_the_edge(page: Page) -> None:
    page.set_viewport_size(NARROW)
    opened(page, "1:E1")
    pane = opened(page, "1:E2")
    is_seen(page)
    expect(pane.locator(".edge.of-row")).to_contain_text("row: Total other comprehensive income")
    expect(pane.locator(".edge.unit")).to_contain_text("unit: In millions")
    expect(pane.locator(".edge.of-column")).to_have_count(0)
    expect(pane.locator(".edge.return")).to_have_count(0)
