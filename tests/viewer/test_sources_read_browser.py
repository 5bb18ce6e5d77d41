"""Sources read, in the running app: what the answer was made from, opened at its place, cited or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from playwright.sync_api import Browser, Page, expect

from pipeline.evidence.answer import Answer
from pipeline.store import answers, documents
from pipeline.store.scope import LOCAL
from tests.viewer.app import PaneApp, window
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import TITLE, checked_filing
from tests.viewer.filing import Stored, cite, html_filing, unique


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with window(browser) as page:
        yield page


@pytest.fixture(scope="module")
def stored(pane_app: PaneApp) -> Stored:
    return pane_app.store(unique(checked_filing()))


def saved(app: PaneApp, answer: Answer) -> UUID:
    one = replace(answer, id=uuid4())
    with app.database.scoped(LOCAL) as conn:
        answers.save(conn, LOCAL.user_id, one)
    return one.id


def first_claim_of(answer: Answer) -> Answer:
    return replace(answer, claims=answer.claims[:1], unanswered=(), not_in_sources=None)


def opened_list(page: Page) -> None:
    page.locator(".sources-button").click()
    expect(page.locator(".sources-read h2")).to_be_focused()


def test_every_passage_is_listed_in_order_cited_or_not(page: Page, pane_app: PaneApp, stored: Stored) -> None:
    pane_app.show(page, saved(pane_app, first_claim_of(checked_answer(stored))))
    expect(page.locator(".sources-button")).to_contain_text("5 passages, 1 cited")
    opened_list(page)
    rows = page.locator(".passage-row")
    expect(rows.locator(".badge")).to_have_text(["E1", "E2", "E3", "E4", "E5"])
    expect(rows.nth(0)).to_contain_text("Cited in claim 1")
    expect(rows.nth(3)).to_contain_text("Not cited")
    expect(rows.nth(3)).to_contain_text(TITLE)
    expect(rows.nth(3)).to_contain_text("PDF page 2 · printed 17")
    expect(page.locator(".claims")).to_be_hidden()


def test_an_uncited_passage_opens_at_its_place_without_the_look_of_evidence(
    page: Page, pane_app: PaneApp, stored: Stored
) -> None:
    pane = pane_app.show(page, saved(pane_app, first_claim_of(checked_answer(stored))))
    opened_list(page)
    page.locator('.passage-open[data-spot="read:E4"]').click()
    expect(pane.locator(".badge").first).to_have_text("E4")
    expect(pane).to_have_attribute("data-state", "ready")
    expect(pane.locator(".heading h2")).to_be_focused()
    expect(pane.locator(".locus").first).to_contain_text("page 2")
    marks = pane.locator('.mark[data-role="context"]')
    expect(marks.first).to_be_visible()
    assert pane.locator(".mark.value, .mark.passage, .mark.other").count() == 0
    expect(pane.locator(".strip-note")).to_contain_text("E4 as it was read for the answer. Not cited.")
    expect(page.locator('.passage-open[data-spot="read:E4"]')).to_have_attribute("aria-pressed", "true")


def test_escape_leads_back_to_the_row_and_then_to_the_answer(
    page: Page, pane_app: PaneApp, stored: Stored
) -> None:
    pane = pane_app.show(page, saved(pane_app, first_claim_of(checked_answer(stored))))
    opened_list(page)
    row = page.locator('.passage-open[data-spot="read:E2"]')
    row.focus()
    page.keyboard.press("Enter")
    expect(pane.locator(".heading h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(row).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".sources-button")).to_be_focused()
    expect(page.locator(".claims")).to_be_visible()


def test_the_brackets_step_through_the_passages_while_one_is_open(
    page: Page, pane_app: PaneApp, stored: Stored
) -> None:
    pane = pane_app.show(page, saved(pane_app, first_claim_of(checked_answer(stored))))
    opened_list(page)
    page.locator('.passage-open[data-spot="read:E2"]').click()
    badge = pane.locator(".badge").first
    expect(badge).to_have_text("E2")
    page.keyboard.press("]")
    expect(badge).to_have_text("E3")
    expect(pane.locator(".strip-note")).to_contain_text("E3 as it was read")


def test_a_text_is_shown_word_for_word_when_asked(page: Page, pane_app: PaneApp, stored: Stored) -> None:
    answer = first_claim_of(checked_answer(stored))
    pane_app.show(page, saved(pane_app, answer))
    opened_list(page)
    assert page.locator(".passage-words").count() == 0
    page.get_by_role("button", name="Show the text of E5").click()
    words = page.locator("#passage-text-E5 .passage-words")
    expect(words).to_be_visible()
    assert words.evaluate("node => node.textContent") == answer.packet.entries[4].passage.text
    page.get_by_role("button", name="Hide the text of E5").click()
    expect(words).to_be_hidden()


def test_an_answer_that_is_not_in_the_sources_shows_what_was_read(
    page: Page, pane_app: PaneApp, stored: Stored
) -> None:
    answer = replace(checked_answer(stored), claims=(), unanswered=())
    page.goto(f"{pane_app.url}/?answer={saved(pane_app, answer)}")
    expect(page.locator(".absent h2")).to_have_text("Not in the sources", timeout=30_000)
    expect(page.locator(".sources-button")).to_contain_text("5 passages, none cited")
    opened_list(page)
    page.locator('.passage-open[data-spot="read:E1"]').click()
    pane = page.locator(".pane")
    expect(pane).to_have_attribute("data-state", "ready")
    expect(pane.locator(".badge").first).to_have_text("E1")


def test_a_link_opens_a_passage_that_was_read(page: Page, pane_app: PaneApp, stored: Stored) -> None:
    answer = saved(pane_app, first_claim_of(checked_answer(stored)))
    pane = pane_app.show(page, answer, evidence="read:E3")
    expect(pane.locator(".badge").first).to_have_text("E3")
    expect(pane).to_have_attribute("data-state", "ready")
    expect(page).to_have_url(f"{pane_app.url}/?answer={answer}&evidence=read:E3")


def test_a_withheld_passage_tells_nothing_and_opens_nothing(page: Page, pane_app: PaneApp) -> None:
    stored, secret = pane_app.store(unique(checked_filing())), pane_app.store(unique(checked_filing()))
    with pane_app.database.scoped(LOCAL) as conn:
        documents.set_restricted(conn, secret.document_id, True)
    pane_app.show(page, saved(pane_app, checked_answer(stored, secret)))
    opened_list(page)
    row = page.locator(".passage-row").nth(5)
    expect(row).to_contain_text("No access")
    assert TITLE not in (row.text_content() or "")
    assert row.locator("button").count() == 0


def test_a_text_that_the_server_refuses_says_so_and_can_be_asked_again(page: Page, pane_app: PaneApp) -> None:
    stored = pane_app.store(unique(checked_filing()))
    pane_app.show(page, saved(pane_app, first_claim_of(checked_answer(stored))))
    opened_list(page)
    page.route("**/evidence/passage/**", lambda route: route.fulfill(status=503, json={"message": "Busy."}))
    page.get_by_role("button", name="Show the text of E2").click()
    expect(page.locator("#passage-text-E2")).to_contain_text("Busy.")
    page.unroute("**/evidence/passage/**")
    page.locator("#passage-text-E2").get_by_role("button", name="Try again").click()
    expect(page.locator("#passage-text-E2 .passage-words")).to_contain_text("Gross margin")


def test_a_passage_of_an_html_filing_is_outlined_in_its_frame(page: Page, pane_app: PaneApp) -> None:
    filing = pane_app.store(unique(html_filing()))
    words = "as planned"
    cited = cite(filing, 0, words, [filing.span(0, words)])
    pane = pane_app.show(page, pane_app.answer([("Sales were as planned.", [cited])]))
    opened_list(page)
    page.locator('.passage-open[data-spot="read:E1"]').click()
    expect(pane.locator(".strip-note")).to_contain_text("E1 as it was read for the answer. Cited in claim 1.")
    expect(pane).to_have_attribute("data-state", "ready")
    frame = page.frame_locator(".pane iframe")
    expect(frame.locator("s.edge.aside").first).to_be_attached()
    assert frame.locator("s.edge.passage, s.edge.value").count() == 0
    expect(frame.locator("b.tag.read")).to_have_text("E1")


def test_lines_wider_than_the_view_are_fitted_into_it(page: Page, pane_app: PaneApp) -> None:
    stored = pane_app.store(unique(checked_filing()))
    page.set_viewport_size({"width": 1000, "height": 800})
    pane = pane_app.show(page, saved(pane_app, first_claim_of(checked_answer(stored))))
    opened_list(page)
    page.locator('.passage-open[data-spot="read:E4"]').click()
    expect(pane.locator(".strip-note")).to_contain_text("E4 as it was read")
    view, mark = pane.locator(".sheets").bounding_box(), pane.locator(".mark").first.bounding_box()
    assert view is not None
    assert mark is not None
    assert view["x"] <= mark["x"]
    assert mark["x"] + mark["width"] <= view["x"] + view["width"]


def test_the_browser_draws_the_page_of_a_passage_itself(
    page: Page, pane_app: PaneApp, stored: Stored
) -> None:
    pane = pane_app.show(page, saved(pane_app, first_claim_of(checked_answer(stored))))
    opened_list(page)
    page.locator('.passage-open[data-spot="read:E4"]').click()
    expect(pane.locator(".strip-note")).to_contain_text("E4 as it was read")
    pane.get_by_role("button", name="Original").click()
    pane.get_by_role("button", name="Second opinion").click()
    expect(page.locator('[data-original="shown"]')).to_have_count(1, timeout=30_000)
    expect(pane.get_by_text(re.compile(r"^PDF pages? .+ of 2\.$"))).to_be_visible()


def test_a_handle_opens_its_evidence_again_after_a_passage(
    page: Page, pane_app: PaneApp, stored: Stored
) -> None:
    pane = pane_app.show(page, saved(pane_app, first_claim_of(checked_answer(stored))))
    opened_list(page)
    page.locator('.passage-open[data-spot="read:E4"]').click()
    expect(pane.locator(".strip-note")).to_contain_text("E4 as it was read")
    page.get_by_role("button", name="Back to the answer").click()
    page.locator('.handle[data-key="1:E1"]').click()
    expect(pane.locator(".mark.value").first).to_be_visible()
    expect(pane.locator(".strip-note")).to_be_hidden()
    expect(pane.locator(".toolbar")).to_contain_text("E1 of 1")
