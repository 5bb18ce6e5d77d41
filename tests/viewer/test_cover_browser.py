"""What a filing says it is, corrected in the running app's Library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, expect

from pipeline.evidence.cover import Cover, CoverField, CoverSource, Registrant
from tests.viewer.app import PaneApp, window
from tests.viewer.checked_filing import checked_filing
from tests.viewer.filing import unique


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with window(browser) as page:
        yield page


def test_an_analyst_corrects_a_cover_and_goes_back_to_what_was_read(page: Page, pane_app: PaneApp) -> None:
    name = f"Corrigan {uuid4().hex[:6]}"
    fields = (CoverField.REGISTRANTS, CoverField.FORM, CoverField.FISCAL_YEAR)
    cover = Cover(
        (Registrant(name),), "10-K", fiscal_year=2022, sources=dict.fromkeys(fields, CoverSource.COVER)
    )
    data, parsed = unique(checked_filing())
    pane_app.store((data, replace(parsed, title=f"{name} · Form 10-K · FY2022", cover=cover)))

    page.goto(f"{pane_app.url}/library?words={name.replace(' ', '+')}")
    row = page.locator(".library tbody tr")
    expect(row).to_contain_text("Not read: period end", timeout=30_000)
    row.get_by_role("link").click()
    panel, dialog = page.locator(".st-key-filing-panel"), page.get_by_role("dialog")
    panel.get_by_role("button", name="Correct").click(timeout=30_000)
    expect(dialog).to_contain_text("Not read: period end", timeout=30_000)
    dialog.get_by_label("Fiscal year").fill("soon")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("“soon” is no fiscal year")
    dialog.get_by_label("Fiscal year").fill("2023")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    expect(row).to_contain_text("Form 10-K, FY2023")
    expect(page).to_have_url(re.compile("words=Corrigan"))

    panel.get_by_role("button", name="Correct").click()
    back = dialog.get_by_role("button", name="Use the fiscal year as it was read: 2022")
    back.click(timeout=30_000)
    expect(dialog).to_have_count(0)
    expect(row).to_contain_text("Form 10-K, FY2022")


def test_an_address_of_no_filing_is_said_in_words(page: Page, pane_app: PaneApp) -> None:
    page.goto(f"{pane_app.url}/library?filing={uuid4()}")
    expect(page.get_by_text("There is no such filing that you may read.")).to_be_visible(timeout=30_000)
