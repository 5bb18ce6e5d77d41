"""A checked answer in a browser: figures that lead to their values, checks that explain themselves, calculation cards,
what fails, and the card beside a handle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pipeline.evidence.generation import Problem, ProblemKind
from pipeline.store import answers, documents
from pipeline.store.scope import LOCAL
from tests.viewer.app import PaneApp, window
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import checked_filing
from tests.viewer.filing import unique

CUT_OFF = Problem(ProblemKind.CUT_OFF, "The connection broke before the answer was complete. Ask again.")
FOCUSED_SPOT = """() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.dataset?.spot ?? null;
}"""


@pytest.fixture(scope="module")
def address(pane_app: PaneApp) -> str:
    """Its last claim is withheld; it broke off, and a part of the question is not answered."""
    filing, secret = (pane_app.store(unique(checked_filing())) for _ in range(2))
    answer = replace(checked_answer(filing, secret), problem=CUT_OFF)
    with pane_app.database.scoped(LOCAL) as conn:
        answers.save(conn, LOCAL.user_id, answer)
        documents.set_restricted(conn, secret.document_id, True)
    return f"{pane_app.url}/?answer={answer.id}"


@pytest.fixture(scope="module")
def shared(browser: Browser, address: str) -> Iterator[Page]:
    with window(browser) as page:
        page.goto(address)
        expect(page.locator(".pane")).to_have_attribute("data-state", "ready", timeout=30_000)
        yield page


@pytest.fixture
def page(shared: Page) -> Page:
    """With the first claim's evidence open, nothing over it, and the pointer away."""
    shared.mouse.move(2, 2)
    shared.locator('.handle[data-spot="1-handle-E1"]').click()
    shared.mouse.move(2, 2)
    expect(badge(shared)).to_have_text("E1")
    expect(shared.locator(".hover-card")).to_have_count(0)
    return shared


def badge(page: Page) -> Locator:
    return page.locator(".pane .badge").first


def spot(page: Page, name: str) -> Locator:
    return page.locator(f'[data-spot="{name}"]')


def test_a_figure_opens_its_evidence_at_its_value_and_escape_leads_back_to_it(page: Page) -> None:
    text = page.locator('[data-claim="1"] .text')
    eighty_two = text.locator(".figure", has_text="$82,959 million")
    eighty_two.click()
    expect(page.locator(".pane .toolbar")).to_contain_text("Region 2 of 2")
    expect(page.locator(".pane .heading h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(eighty_two).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(FOCUSED_SPOT) == "1-figure-1"
    page.keyboard.press("Enter")
    expect(page.locator(".pane .toolbar")).to_contain_text("Region 1 of 2")


def test_a_figure_of_another_citation_opens_that_one_at_its_value(page: Page) -> None:
    page.locator('[data-claim="3"] .figure', has_text="$21,231 million").click()
    expect(badge(page)).to_have_text("E3")
    expect(page.locator(".pane")).to_have_attribute("data-state", "ready")
    expect(page.locator(".pane .toolbar")).to_contain_text("Region 1 of 2")
    page.locator('[data-claim="3"] .figure', has_text="8%").click()
    expect(badge(page)).to_have_text("E4")


def test_a_date_in_a_head_is_shown_without_leaving_the_value(page: Page) -> None:
    head = page.locator('.pane [data-role="column_header"]').first
    page.locator(".pane .view").first.evaluate("view => view.scrollTo(0, view.scrollHeight)")
    expect(head).not_to_be_in_viewport()
    page.locator('[data-claim="1"] .figure', has_text="July 1, 2023").click()
    expect(head).to_be_in_viewport()
    expect(page.locator(".pane .toolbar")).to_contain_text("Region 1 of 2")
    expect(badge(page)).to_have_text("E1")


def test_a_missing_figure_is_wavy_and_says_so_to_who_hears_it(page: Page) -> None:
    missing = page.locator('[data-claim="3"] .figure', has_text="$21,231 million")
    expect(missing).to_have_css("text-decoration-style", "wavy")
    expect(page.get_by_role("button", name="$21,231 million (not in the cited evidence)")).to_have_count(1)


def test_a_claim_that_cites_nothing_is_withheld_with_what_was_read_for_its_answer(page: Page) -> None:
    uncited = page.locator('[data-claim="7"]')
    expect(uncited).to_contain_text("Its words are withheld.")
    expect(uncited.locator(".figure")).to_have_count(0)


def test_a_flag_says_what_fails_and_shows_the_nearest_row(page: Page) -> None:
    flag = page.locator('[data-claim="3"] .flag')
    expect(flag).to_contain_text("21,231 is not in E3 or E4. The cited row prints 21,213")
    flag.get_by_role("button", name="Show the cited row").click()
    expect(badge(page)).to_have_text("E3")
    page.keyboard.press("Escape")
    expect(flag.get_by_role("button")).to_be_focused()
    expect(page.locator('[data-claim="4"] .flag')).to_contain_text("The quoted words stand in E4, not in E2.")


def test_a_calculation_shows_its_inputs_and_what_its_rounding_allows(page: Page) -> None:
    card = page.locator('[data-claim="2"] .calculation')
    expect(card.get_by_role("row")).to_have_count(3)
    expect(card.get_by_role("row").nth(1)).to_have_text("aGross marginE236,413USD, millions")
    expect(card.locator(".expression")).to_have_text("a ÷ b × 100 = 44.5163%")
    expect(card.locator(".stated")).to_have_text("stated 44.5% · inputs allow 44.5154 … 44.5172")
    expect(card.locator("header")).to_contain_text("Consistent within rounding")
    serif = card.locator(".expression i").first.evaluate("node => getComputedStyle(node).fontFamily")
    assert "Serif" in serif
    wrong = page.locator('[data-claim="5"] .calculation')
    expect(wrong).to_contain_text("Does not recompute")
    expect(wrong).to_contain_text("The inputs give 25.93 %; the claim says 29.5 %, 3.57 points more.")
    undone = page.locator('[data-claim="8"] .calculation')
    expect(undone).to_contain_text("No citation of this claim prints 164.")


def test_an_input_opens_as_its_handle_does_and_is_pressed_with_it(page: Page) -> None:
    card = page.locator('[data-claim="2"] .calculation')
    expect(card.locator('.handle[data-citation="E1"]')).to_have_attribute("aria-pressed", "true")
    card.locator('.handle[data-citation="E2"]').click()
    expect(badge(page)).to_have_text("E2")
    pressed = page.locator('.answer .handle[data-citation="E2"]')
    assert {one.get_attribute("aria-pressed") for one in pressed.all()} == {"true"}
    page.keyboard.press("Escape")
    expect(card.locator('.handle[data-citation="E2"]')).to_be_focused()


def test_a_derived_figure_leads_to_its_calculation(page: Page) -> None:
    page.locator('[data-claim="2"] .figure', has_text="44.5%").click()
    expect(page.locator('[data-claim="2"] .calculation')).to_be_focused()


def test_the_five_checks_stand_under_each_claim_in_one_line_and_the_review_below(page: Page) -> None:
    expect(page.locator('[data-claim="1"] .check').last).to_have_accessible_name("Reviewer: Not reviewed")
    cells = page.locator('[data-claim="1"] .check:not(.review)')
    assert [cell.inner_text().split("\n") for cell in cells.all()] == [
        ["Source", "Found"],
        ["Quote", "Verbatim"],
        ["Figures", "3 of 3 found"],
        ["Place", "One place"],
        ["Checker", "Supported"],
    ]
    tops = cells.evaluate_all("cells => new Set(cells.map(cell => cell.getBoundingClientRect().top)).size")
    assert tops == 1


def test_a_check_tells_what_was_found_by_mouse_and_by_keyboard(page: Page) -> None:
    detail = page.locator('[data-claim="3"] .check-detail')
    spot(page, "3-check-figures").click()
    expect(detail).to_contain_text("E4 prints 8 %.")
    expect(detail).to_be_in_viewport(ratio=1)
    expect(detail).to_contain_text("Checked by pincite-code-1")
    expect(spot(page, "3-check-figures")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowLeft")
    expect(spot(page, "3-check-verbatim")).to_be_focused()
    page.keyboard.press("Enter")
    expect(detail).to_contain_text("E3 The quote stands in the cited passage.")
    expect(page.get_by_role("button", name="Quote: Verbatim", expanded=True)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(detail).to_be_hidden()
    page.keyboard.press("End")
    expect(spot(page, "3-check-reviewer")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(spot(page, "3-check-existence")).to_be_focused()


def test_one_tab_leads_over_the_checks_of_a_claim(page: Page) -> None:
    spot(page, "1-check-verbatim").focus()
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED_SPOT) == "2-figure-1"


def test_removed_handles_are_counted_and_named_where_it_is_asked_why(page: Page) -> None:
    source = spot(page, "4-check-existence")
    expect(source).to_have_accessible_name("Source: 2 removed")
    source.click()
    expect(page.locator('[data-claim="4"] .check-detail')).to_contain_text("none of that name: E9, e12.")
    source.click()


def test_a_handle_under_the_pointer_tells_its_title_place_quote_and_state(page: Page) -> None:
    spot(page, "3-handle-E4").hover()
    card = page.locator(".hover-card")
    expect(card).to_contain_text("Example Holdings · Form 10-Q · Q3 FY2023")
    expect(card).to_contain_text("PDF page 2 · printed 17")
    expect(card.locator("blockquote")).to_have_text(
        "Services net sales increased 8 % because of advertising, cloud services and the App Store."
    )
    expect(card.locator(".status")).to_have_text("Verbatim")
    handle, box = spot(page, "3-handle-E4").bounding_box(), card.bounding_box()
    assert handle is not None
    assert box is not None
    assert box["y"] >= handle["y"] + handle["height"] or box["y"] + box["height"] <= handle["y"]
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    spot(page, "3-handle-E4").locator("b").hover()
    page.wait_for_timeout(600)
    expect(card).to_have_count(0)


def test_the_card_waits_for_the_keyboard_too_and_goes_with_the_focus(page: Page) -> None:
    spot(page, "3-figure-1").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.locator(".hover-card")).to_contain_text("E4 prints 8 %.")
    expect(spot(page, "3-figure-1")).to_have_attribute("aria-describedby", "hover-card")
    page.keyboard.press("Escape")
    expect(page.locator(".hover-card")).to_have_count(0)
    expect(spot(page, "3-figure-1")).to_be_focused()


def test_open_evidence_and_a_withheld_source_call_up_no_words_of_it(page: Page) -> None:
    spot(page, "1-handle-E1").hover()
    page.wait_for_timeout(600)
    expect(page.locator(".hover-card")).to_have_count(0)
    spot(page, "9-handle-E6").hover()
    expect(page.locator(".hover-card")).to_have_text(
        "You do not have access to this document. Its title, page and quote are withheld."
    )


def test_what_is_not_answered_and_why_the_answer_ended_stand_below_the_claims(page: Page) -> None:
    expect(page.locator(".unanswered .text")).to_have_text("Outlook for the next quarter")
    expect(page.locator(".unanswered .status")).to_have_text("Not in the sources")
    ended = page.get_by_role("note", name="Why the answer ended")
    expect(ended).to_contain_text("The connection to the model broke off")
    expect(ended).to_contain_text("Ask again.")
    expect(ended).to_contain_text("The 9 claims above were written and checked before that")
    line = page.locator(".st-key-run-bar")
    expect(line).to_contain_text("3 figures missing")
    expect(line).to_contain_text("2 handles removed")
    expect(line).to_contain_text("Ended early")


@pytest.mark.parametrize("width", [390, 820])
def test_stacked_nothing_of_a_claim_is_cut_off(browser: Browser, address: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 1180})
    page.goto(address)
    page.locator(".answer .handle:visible").first.wait_for(timeout=30_000)
    page.get_by_role("button", name="Show all claims").click()
    expect(page.locator(".ended")).to_be_visible()
    expect(page.locator(".claim:visible")).to_have_count(9)
    expect(page.locator(".unanswered")).to_be_visible()
    wide = """nodes => nodes.filter(node => node.scrollWidth > node.clientWidth + 1).map(node => node.className)"""
    for part in (".claim", ".calculation", ".flag", ".check", ".text"):
        assert page.locator(f".claims {part}").evaluate_all(wide) == [], part
    page.close()
