"""Two evidences side by side, each under its own heading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pipeline.evidence.handle import CitationId
from tests.viewer.app import PaneApp, opened, window
from tests.viewer.filing import cite, html_filing, pdf_filing, unique

ROW = "Total net sales 81,797 82,959"
COST = "Cost of sales (45,384) (47,074)"
SALES = "Net  sales were\u00a0$ 21 million"


@pytest.fixture(scope="module")
def address(pane_app: PaneApp) -> str:
    """An answer with two rows of a PDF and a sentence of an HTML filing."""
    annual, quarter = pane_app.store(unique(pdf_filing())), pane_app.store(unique(html_filing()))
    cost, passage = cite(annual, 0, COST, [annual.span(0, COST)])
    answer = pane_app.answer(
        [
            ("Net sales were 81,797.", [cite(annual, 0, ROW, [annual.span(0, ROW)])]),
            ("Cost was 45,384.", [(replace(cost, id=CitationId.parse("E1b")), passage)]),
            ("Sales were 21 million.", [cite(quarter, 0, SALES, [quarter.span(0, SALES)], number=2)]),
        ]
    )
    return f"{pane_app.url}/?answer={answer}"


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with window(browser) as page:
        page.goto(address)
        expect(page.locator(".pane")).to_have_attribute("data-state", "ready", timeout=30_000)
        yield page


def _compare(page: Page, citation: str) -> Locator:
    """Choose the other evidence by keyboard; the columns of the pane."""
    page.keyboard.press("m")
    choice = page.get_by_role("dialog", name="Compare with").get_by_role("button", name=citation).first
    choice.focus()
    page.keyboard.press("Enter")
    columns = page.locator(".pane .column")
    expect(columns).to_have_count(2)
    return columns


def test_two_evidences_stand_side_by_side_each_marked_under_its_heading(page: Page) -> None:
    opened(page, "1:E1")
    first, second = _compare(page, "E2").all()
    expect(first.locator(".badge")).to_have_text("E1")
    expect(first.locator(".mark.value")).to_have_text("")
    expect(first.locator(".mark.value")).to_be_in_viewport(ratio=1)
    expect(second.locator(".heading h2")).to_contain_text("Form 10-Q · Q2 FY2025")
    expect(second.locator(".heading h2")).to_be_focused()
    expect(second.locator(".reader")).to_have_attribute("data-state", "ready")
    assert first.bounding_box() != second.bounding_box()
    expect(page.locator(".pane > [role=status]")).to_contain_text("E2")


def test_the_toolbar_and_the_keys_are_about_the_evidence_that_has_the_focus(page: Page) -> None:
    opened(page, "1:E1")
    first, second = _compare(page, "E1b").all()
    toolbar = page.locator(".pane .toolbar")
    expect(toolbar).to_contain_text("E1b of 3")
    page.keyboard.press("n")
    expect(toolbar).to_contain_text("Region 2 of 2")
    expect(second.locator(".mark.value")).to_have_attribute("aria-label", re.compile("E1b, region 2 of 2"))
    expect(first.locator(".mark.value")).to_have_attribute("aria-label", re.compile("E1, region 1 of 2"))
    first.locator(".heading h2").focus()
    expect(toolbar).to_contain_text("E1 of 3")
    expect(page.locator(".pane")).to_have_attribute("aria-label", "Evidence E1")


def test_closing_one_leaves_the_other_where_it_was(page: Page) -> None:
    opened(page, "1:E1")
    first, _ = _compare(page, "E1b").all()
    first.get_by_role("button", name="Close").click()
    expect(page.locator(".pane .column")).to_have_count(1)
    expect(page.locator(".pane .badge").first).to_have_text("E1b")
    expect(page.locator(".pane .mark.value")).to_have_attribute(
        "aria-label", re.compile("E1b, region 1 of 2")
    )
    expect(page.locator(".pane .heading h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator('.handle[data-key="2:E1b"]')).to_be_focused()


def test_a_handle_opens_in_the_column_that_has_the_focus(page: Page) -> None:
    opened(page, "1:E1")
    first, second = _compare(page, "E1b").all()
    page.locator('.handle[data-key="3:E2"]').click()
    expect(second.locator(".badge")).to_have_text("E2")
    expect(first.locator(".badge")).to_have_text("E1")


def test_where_the_pane_is_narrow_one_stands_above_the_other(page: Page) -> None:
    page.set_viewport_size({"width": 820, "height": 1180})
    opened(page, "1:E1")
    upper, lower = (column.bounding_box() for column in _compare(page, "E1b").all())
    assert upper is not None
    assert lower is not None
    assert upper["y"] + upper["height"] <= lower["y"] + 1
    assert upper["width"] == pytest.approx(lower["width"], abs=1)
