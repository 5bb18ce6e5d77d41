"""The Library in the running app: filings found, opened, collected, asked and removed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from pipeline.store import answers, removals
from pipeline.store.scope import LOCAL
from tests.viewer.app import PaneApp, window
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import checked_filing
from tests.viewer.filing import Stored, html_filing, unique

SLOW = 30_000
"""Milliseconds that a page of the app may take on a busy machine."""
GRAVE = {"serious", "critical"}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with window(browser) as page:
        yield page


def shelve(app: PaneApp, company: str) -> tuple[Stored, Stored]:
    """Two filings of a company that no other test knows: a 10-K as PDF, and a 10-Q as HTML."""
    data, parsed = unique(checked_filing())
    annual = app.store((data, replace(parsed, title=f"{company} · Form 10-K · FY2024")))
    data, parsed = unique(html_filing())
    return annual, app.store((data, replace(parsed, title=f"{company} · Form 10-Q · Q3 FY2024")))


def test_filings_are_looked_for_collected_and_asked(page: Page, pane_app: PaneApp) -> None:
    company = f"Collinwood {uuid4().hex[:6]}"
    shelve(pane_app, company)
    page.goto(f"{pane_app.url}/library")
    search = page.get_by_role("textbox", name="Filter")
    search.fill(company, timeout=SLOW)
    search.press("Enter")
    expect(page.locator(".library tbody tr")).to_have_count(2, timeout=SLOW)
    expect(page).to_have_url(re.compile("words=Collinwood"))
    page.get_by_role("combobox", name=re.compile("Format")).click()
    page.get_by_role("option", name="HTML · 1").click()
    expect(page.locator(".library tbody tr")).to_have_count(1)
    page.reload()
    expect(page.locator(".library tbody tr")).to_have_count(1, timeout=SLOW)
    page.get_by_role("button", name="Clear filters").click()
    expect(page).not_to_have_url(re.compile("format="))
    page.goto(f"{pane_app.url}/library?words={company.replace(' ', '+')}")

    page.get_by_role("checkbox", name="Choose all filings shown").check(timeout=SLOW)
    expect(page.get_by_text("2 chosen")).to_be_visible()
    page.get_by_role("button", name="Add to collection").click()
    name = page.get_by_role("combobox", name="Collection")
    name.last.fill(f"Of {company}")
    name.last.press("Enter")
    page.get_by_role("button", name="Add", exact=True).last.click()
    expect(page.get_by_text(re.compile("^2 added to Of Collinwood"))).to_be_visible(timeout=SLOW)
    page.get_by_text("Collections", exact=True).click()
    row = page.locator('[class*="st-key-collection-row-"]', has_text=company)
    expect(row).to_contain_text("2 filings", timeout=SLOW)
    row.locator(".stButton").get_by_role("button", name="Open").click()
    expect(page.locator(".library tbody tr")).to_have_count(2, timeout=SLOW)

    page.goto(f"{pane_app.url}/library?show=Collections")
    row.locator(".stButton").get_by_role("button", name="Ask").click(timeout=SLOW)
    expect(page.locator(".chip.picked")).to_have_count(2, timeout=SLOW)


def test_a_filing_opens_beside_the_table_by_keyboard_and_the_filter_stays(
    page: Page, pane_app: PaneApp
) -> None:
    company = f"Keyes {uuid4().hex[:6]}"
    annual, _ = shelve(pane_app, company)
    page.goto(f"{pane_app.url}/library?words={company.replace(' ', '+')}")
    opener = page.get_by_role("link", name=re.compile("Form 10-K, FY2024: its versions"))
    opener.focus(timeout=SLOW)
    page.keyboard.press("Enter")
    panel = page.locator(".st-key-filing-panel")
    expect(panel).to_be_focused(timeout=SLOW)
    expect(panel).to_contain_text(company)
    expect(panel.get_by_text("Current version")).to_be_visible()
    expect(panel).to_contain_text("No answer cites it.")
    expect(page).to_have_url(re.compile(f"words=Keyes.*filing={annual.document_id}"))
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("link", name=re.compile("Form 10-Q, Q3 FY2024: its versions"))).to_be_focused()
    page.reload()
    expect(panel).to_contain_text(company, timeout=SLOW)
    expect(page.locator(".library tbody tr")).to_have_count(2)
    results = Axe().run(page, options={"resultTypes": ["violations"]}).response
    grave = [one for one in results["violations"] if one["impact"] in GRAVE]
    assert not grave, [(one["id"], [node["html"] for node in one["nodes"]]) for one in grave]
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_count(0)
    expect(page).to_have_url(re.compile("words=Keyes"))


def test_a_filing_is_removed_after_its_consequences_are_read(page: Page, pane_app: PaneApp) -> None:
    company = f"Removal {uuid4().hex[:6]}"
    annual, quarterly = shelve(pane_app, company)
    answer = replace(checked_answer(annual), id=uuid4(), question=f"What did {company} earn?")
    with pane_app.database.scoped(LOCAL) as conn:
        answers.save(conn, LOCAL.user_id, answer)
    address = f"{pane_app.url}/library?words={company.replace(' ', '+')}"
    page.goto(f"{address}&filing={annual.document_id}")
    panel = page.locator(".st-key-filing-panel")
    expect(panel.get_by_role("link", name=answer.question)).to_be_visible(timeout=SLOW)
    panel.get_by_role("button", name="Remove").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("of 1 answer cite it. They keep their words", timeout=SLOW)
    gone = dialog.get_by_role("button", name="Remove for good")
    expect(gone).to_be_disabled()
    typed = dialog.get_by_role("textbox")
    typed.fill("remove")
    typed.press("Enter")
    expect(gone).to_be_enabled()
    gone.click()
    expect(page.get_by_text(re.compile("was removed"))).to_be_visible(timeout=SLOW)
    expect(page.locator(".library tbody tr")).to_have_count(1)

    page.goto(f"{address}&filing={annual.document_id}")
    expect(panel).to_contain_text(
        re.compile("was removed by Local user on .* words, without a page"), timeout=SLOW
    )
    page.goto(f"{address}&filing={quarterly.document_id}")
    expect(panel).to_contain_text("Form 10-Q", timeout=SLOW)
    with pane_app.database.scoped(LOCAL) as conn:
        removals.remove(conn, quarterly.document_id, LOCAL.user_id)
    panel.get_by_role("button", name="Remove").click()
    expect(page.get_by_text(re.compile("was removed by Local user on|There is no"))).to_be_visible(
        timeout=SLOW
    )
    page.goto(f"{pane_app.url}/library?show=History")
    expect(page.locator(".numbers.removals")).to_contain_text(company, timeout=SLOW)
