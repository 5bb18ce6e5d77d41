"""The other places that print what is cited, walked through in the pane of the real app."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from reportlab.pdfgen.canvas import Canvas

from pipeline.evidence.document import Block, BlockKind, Column, PageKind, ParsedDocument, Table, TitleSource
from pipeline.evidence.document import Page as FilingPage
from pipeline.evidence.page import PageLabel
from pipeline.evidence.text import PageRange, TextRange
from tests.viewer.app import PaneApp, opened, window
from tests.viewer.filing import HEIGHT, WIDTH, DrawnPage, Stored, cite, unique

ROW = "Total net sales 81,797"
SENTENCE = "Liquidity remains sufficient."
ONCE = "Nobody else says this."


def pdf() -> tuple[bytes, ParsedDocument]:
    """Three statements that print 81,797, the second of them as a loss; a sentence that stands on two pages."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1)
    drawn, tables = [], []
    for index, (title, sales) in enumerate(
        [("Statements of operations", "81,797"), ("Segments", "(81,797)"), ("Note 2 Revenue", "81,797")]
    ):
        page = DrawnPage(canvas, index)
        page.line(title, BlockKind.HEADING, title)
        page.row("Fiscal year", ("2024", "2023"), index, title)
        header = page.blocks[-1].cells[1].range
        page.row("Total net sales", (sales, "70,000"), index, title)
        if index:
            page.line(SENTENCE, section=title)
        if index == 1:
            page.line(ONCE, section=title)
        other = page.blocks[1].cells[2].range
        tables.append(Table(index, (Column((PageRange(index, header),)), Column((PageRange(index, other),)))))
        canvas.showPage()
        drawn.append(page)
    canvas.save()
    return file.getvalue(), ParsedDocument(
        media_type="application/pdf",
        title="Example Holdings · Form 10-K · FY2024",
        title_source=TitleSource.COVER,
        pages=tuple(page.page(f"F-{page.index}") for page in drawn),
        blocks=tuple(block for page in drawn for block in page.blocks),
        tables=tuple(tables),
        render_version="pdfium-test",
        parser_version="test",
    )


def html() -> tuple[bytes, ParsedDocument]:
    """Two sections that say the same, far apart."""
    texts = [SENTENCE, f"In short: {SENTENCE}"]
    rendition = "<!doctype html>" + "".join(
        f'<p id="b{number}" style="margin-bottom: 2000px">{text}</p>' for number, text in enumerate(texts)
    )
    return b"<html>" + rendition.encode(), ParsedDocument(
        media_type="text/html",
        title="Example Holdings · Form 10-Q · Q2 FY2025",
        title_source=TitleSource.COVER,
        pages=tuple(
            FilingPage(number, PageKind.SECTION, text, PageLabel.none()) for number, text in enumerate(texts)
        ),
        blocks=tuple(
            Block(f"b{number}", number, 0, BlockKind.PARAGRAPH, TextRange(0, len(text)))
            for number, text in enumerate(texts)
        ),
        tables=(),
        render_version="frame-test",
        parser_version="test",
        rendition=rendition.encode(),
    )


@pytest.fixture(scope="module")
def shared_page(pane_app: PaneApp, browser: Browser) -> Iterator[Page]:
    """E1 a value, E2 a sentence, E3 words that stand once, E4 a sentence of an HTML filing."""
    report, quarter = pane_app.store(unique(pdf())), pane_app.store(unique(html()))

    def cited(stored: Stored, page: int, quote: str, number: int) -> tuple[str, list[object]]:
        return quote, [cite(stored, page, quote, [stored.span(page, quote)], number=number)]

    claims = [
        cited(report, 0, ROW, 1),
        cited(report, 2, SENTENCE, 2),
        cited(report, 1, ONCE, 3),
        cited(quarter, 1, SENTENCE, 4),
    ]
    answer = pane_app.answer(claims)  # type: ignore[arg-type]
    with window(browser) as page:
        pane_app.show(page, answer)
        yield page


@pytest.fixture
def page(shared_page: Page) -> Iterator[Page]:
    yield shared_page
    shared_page.unroute_all()


def occurrence(page: Page) -> Locator:
    return page.locator(".said.occurrence")


def note(page: Page) -> Locator:
    return page.locator(".occurrence-note")


def test_a_figure_is_walked_through_and_the_cited_one_stays_cited(page: Page) -> None:
    pane = opened(page, "1:E1")
    expect(occurrence(page)).to_have_text("Occurrence 1 of 2")
    page.keyboard.press("s")
    rows = page.get_by_role("listbox", name="Occurrences").get_by_role("option")
    expect(rows).to_have_count(2)  # the loss of the same digits is none
    expect(rows.nth(0)).to_contain_text("Total net sales · 2024")
    expect(rows.nth(0)).to_contain_text("Cited · E1")
    expect(rows.nth(1)).to_contain_text("2 · PDF page 3 · printed F-2 · Note 2 Revenue")
    expect(rows.nth(1)).not_to_contain_text("Cited")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(note(page)).to_contain_text(
        "You are looking at occurrence 2 of 2, PDF page 3 · printed F-2. The cited one is 1."
    )
    expect(page.locator('.sheet[data-page="2"] .hit.current')).to_be_in_viewport(ratio=1)
    expect(page.locator(".hit-number")).to_have_text("2")
    expect(page.locator('.sheet[data-page="2"] .mark')).to_have_count(0)
    expect(pane.locator(".locus")).to_contain_text("PDF page 1")
    expect(page.locator('.handle[data-key="1:E1"]')).to_have_attribute("aria-pressed", "true")
    note(page).get_by_role("button", name="Back to the cited place").click()
    expect(note(page)).to_be_hidden()
    expect(page.locator(".hit")).to_have_count(0)
    expect(page.locator(".mark.value")).to_be_in_viewport()
    expect(occurrence(page)).to_have_text("Occurrence 1 of 2")
    expect(occurrence(page)).to_be_focused()


def test_the_arrows_stop_at_the_first_and_last(page: Page) -> None:
    opened(page, "2:E2")
    expect(occurrence(page)).to_have_text("Occurrence 2 of 2")
    expect(page.get_by_role("button", name="Next occurrence")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Previous occurrence").click()
    expect(note(page)).to_contain_text("occurrence 1 of 2, PDF page 2 · printed F-1. The cited one is 2.")
    expect(page.locator(".pane > .heard")).to_contain_text(f"{SENTENCE[:-1]}")
    page.get_by_role("button", name="Next occurrence").click()
    expect(note(page)).to_be_hidden()
    expect(page.locator(".pane > .heard")).to_contain_text("Back at the cited place, occurrence 2 of 2")


def test_nothing_is_said_of_words_that_stand_once(page: Page) -> None:
    with page.expect_response("**/evidence/occurrences/**"):
        opened(page, "3:E3")
    page.wait_for_timeout(100)
    expect(page.locator(".occurrences")).to_be_hidden()


def test_another_evidence_ends_the_walk(page: Page) -> None:
    opened(page, "1:E1")
    page.get_by_role("button", name="Next occurrence").click()
    expect(note(page)).to_be_visible()
    opened(page, "2:E2")
    expect(note(page)).to_be_hidden()
    expect(page.locator(".hit")).to_have_count(0)


def test_a_search_takes_the_marks_of_a_walk_over(page: Page) -> None:
    opened(page, "1:E1")
    page.get_by_role("button", name="Next occurrence").click()
    expect(page.locator(".hit.current")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("Fiscal year")
    expect(page.locator(".find-count")).to_contain_text("of 3")
    expect(note(page)).to_be_hidden()
    expect(page.locator(".hit.current")).to_have_count(1)
    page.locator(".find-input").fill("")
    page.locator(".find-input").press("Escape")


def test_an_html_filing_is_walked_through_in_its_frame(page: Page) -> None:
    opened(page, "4:E4")
    expect(occurrence(page)).to_have_text("Occurrence 2 of 2")
    frame = page.frame_locator(".framed iframe")
    page.get_by_role("button", name="Previous occurrence").click()
    expect(note(page)).to_contain_text(
        "occurrence 1 of 2, Section 1 · no printed number. The cited one is 2."
    )
    expect(frame.locator("i.hit.current")).to_be_visible()
    expect(frame.locator("#b0")).to_be_in_viewport()
    note(page).get_by_role("button").click()
    expect(frame.locator(".hit")).to_have_count(0)
    expect(frame.locator("#b1")).to_be_in_viewport()


def test_occurrences_that_are_not_known_say_so(page: Page) -> None:
    opened(page, "3:E3")

    def fail(route: Route) -> None:
        route.fulfill(status=503, content_type="application/json", body='{"message": "The store is away."}')

    page.route("**/evidence/occurrences/**", fail)
    page.reload()
    opened(page, "1:E1")
    expect(occurrence(page)).to_have_text("Occurrences not known")
    occurrence(page).click()
    dialog = page.get_by_role("dialog", name="Occurrences of the cited words")
    expect(dialog).to_contain_text(re.compile(r"\w"))
    page.unroute("**/evidence/occurrences/**")
    dialog.get_by_role("button", name="Try again").click()
    expect(occurrence(page)).to_have_text("Occurrence 1 of 2")
