"""The card of a tagged fact in the real app: what it says, where else the fact stands, and the way there and back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from pipeline.evidence.handle import CitationId
from tests.viewer.app import PaneApp, opened, window
from tests.viewer.filing import cite, html_filing, pdf_filing, unique
from tests.viewer.stored.tagged import tagged_filing

SALES = "Net sales 6,381 5,902"
LOSS = "Net loss (417) 12"
PDF_ROW = "Total net sales 81,797 82,959"


@pytest.fixture(scope="module")
def page(pane_app: PaneApp, browser: Browser) -> Iterator[Page]:
    """One window with an answer that cites the filing whose facts are tagged, another, and a PDF."""
    tagged = pane_app.store(unique(tagged_filing()))
    plain, pdf = pane_app.store(unique(html_filing())), pane_app.store(unique(pdf_filing()))
    note, words = tagged.page_text(1).split("\n")[1], "21 million"
    loss, passage = cite(tagged, 0, LOSS, [tagged.span(0, LOSS)])
    answer = pane_app.answer(
        [
            ("Net sales were 6,381.", [cite(tagged, 0, SALES, [tagged.span(0, SALES)])]),
            ("The net loss was (417).", [(replace(loss, id=CitationId.parse("E1b")), passage)]),
            ("Wicks made 0.4 of it.", [cite(tagged, 1, note, [tagged.span(1, note)], number=2)]),
            ("Sales were 21 million.", [cite(plain, 0, words, [plain.span(0, words)], number=3)]),
            ("Net sales were 81,797.", [cite(pdf, 0, PDF_ROW, [pdf.span(0, PDF_ROW)], number=4)]),
        ]
    )
    with window(browser) as page:
        pane_app.show(page, answer)
        yield page


def term(pane: Locator, name: str) -> Locator:
    return pane.locator(f'.facts dt:text-is("{name}") + dd')


def test_a_cited_figure_shows_its_fact_term_by_term(page: Page) -> None:
    pane = opened(page, "1:E1")
    expect(pane.locator(".facts")).to_be_visible()
    expect(pane.locator(".quote .status", has_text="Tagged fact")).to_have_count(1)
    expect(term(pane, "Concept")).to_contain_text(
        "Revenue from contract with customer excluding assessed tax"
    )
    name = "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax"
    assert term(pane, "Concept").locator("code").text_content() == name
    expect(term(pane, "Value")).to_have_text("6,381 × 10³ = 6,381,000")
    expect(term(pane, "Period")).to_have_text("Apr 1, 2031 to Jun 30, 2031 (3 months)")
    expect(term(pane, "Unit, scale")).to_have_text("USD, thousands (10³)")
    expect(term(pane, "Dimensions")).to_have_text("None, company total")
    expect(term(pane, "Notes")).to_have_text("Restated for wicks.")
    expect(term(pane, "Sign")).to_have_count(0)
    expect(pane.locator(".facts-same")).to_contain_text("3 of 3 tagged agree within rounding")
    expect(pane.locator(".facts-same")).to_contain_text("And 1 in a part that is not shown.")
    expect(pane.locator(".facts-prior")).to_contain_text("5,902 × 10³ = 5,902,000")


def test_another_place_of_the_fact_is_looked_at_in_blue_and_left_again(page: Page) -> None:
    pane = opened(page, "1:E1")
    frame = pane.frame_locator("iframe")
    pane.get_by_role("button", name="Open Sales were $ 6.4 million").click()
    expect(pane.locator(".strip-note")).to_contain_text("HTML section 2")
    expect(pane.locator(".strip-note")).to_contain_text("It is not what E1 cites.")
    hit = frame.locator('[data-hit="0"]')
    expect(hit).to_be_in_viewport()
    assert hit.evaluate("node => node.className") == "hit current"
    expect(frame.locator('[data-role="quote"][data-look="value"]')).to_have_count(1)
    expect(pane.locator(".facts li[aria-current]")).to_contain_text("Shown")
    pane.get_by_role("button", name="Back to the cited place").click()
    expect(frame.locator("[data-hit]")).to_have_count(0)
    expect(pane.locator(".strip-note")).to_be_hidden()
    expect(pane.get_by_role("button", name="Open Sales were $ 6.4 million")).to_be_focused()


def test_the_next_region_has_its_own_fact(page: Page) -> None:
    pane = opened(page, "1:E1")
    expect(term(pane, "Period")).to_contain_text("2031")
    pane.locator(".heading h2").press("n")
    expect(term(pane, "Period")).to_have_text("Apr 1, 2030 to Jun 30, 2030 (3 months)")
    expect(pane.locator(".facts-prior")).to_contain_text("Not tagged in this filing")


def test_places_that_contradict_each_other_are_said_to(page: Page) -> None:
    pane = opened(page, "2:E1b")
    expect(term(pane, "Value")).to_have_text("\u2212417 × 10³ = \u2212417,000")
    expect(term(pane, "Sign")).to_contain_text("Tagged negative")
    expect(pane.locator(".facts-same .status.warn")).to_have_text("1 of 2 tagged agree")
    expect(pane.locator(".facts-same li").nth(1)).to_contain_text("different value")


def test_a_sentence_offers_each_of_its_facts(page: Page) -> None:
    pane = opened(page, "3:E2")
    choices = pane.locator(".facts-choice")
    expect(choices).to_have_count(3)
    expect(choices.first).to_have_attribute("aria-pressed", "true")
    choices.nth(1).click()
    expect(term(pane, "Dimensions")).to_have_text("Product or service: Wax and wicks")
    expect(choices.nth(1)).to_be_focused()
    choices.nth(2).click()
    expect(term(pane, "Value")).to_contain_text("Nil")
    expect(term(pane, "Part of")).to_have_text("Revenue (text block)")


def test_words_without_a_tag_and_pdfs_show_no_card(page: Page) -> None:
    for key in ("4:E3", "5:E4"):
        pane = opened(page, key)
        page.wait_for_timeout(200)
        expect(pane.locator(".facts")).to_be_hidden()
        expect(pane.locator(".quote")).not_to_contain_text("Tagged fact")


def test_the_card_is_folded_away_and_stays_so(page: Page) -> None:
    pane = opened(page, "1:E1")
    pane.get_by_role("button", name="Fold the tagged fact away").click()
    expect(pane.locator(".facts dl")).to_be_hidden()
    pane = opened(page, "2:E1b")
    expect(pane.locator(".facts-head")).to_contain_text("Profit loss")
    expect(pane.locator(".facts dl")).to_be_hidden()
    pane.get_by_role("button", name="Show the tagged fact").click()
    expect(pane.locator(".facts dl")).to_be_visible()


def test_facts_that_cannot_be_read_say_so_and_are_asked_for_again(page: Page) -> None:
    opened(page, "4:E3")

    def refuse(route: Route) -> None:
        route.fulfill(
            status=503, content_type="application/json", body='{"message": "The database is away."}'
        )

    page.route("**/evidence/facts/**", refuse)
    pane = opened(page, "1:E1")
    expect(pane.locator(".facts")).to_contain_text(
        "The tagged facts could not be read. The database is away."
    )
    page.unroute("**/evidence/facts/**")
    pane.locator(".facts").get_by_role("button", name="Try again").click()
    expect(term(pane, "Value")).to_have_text("6,381 × 10³ = 6,381,000")
