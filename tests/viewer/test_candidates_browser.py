"""Places to choose from in a filing without pages: the words around each tell them apart."""

from __future__ import annotations

from dataclasses import replace

from playwright.sync_api import Browser, expect

from pipeline.evidence.document import Block, BlockKind, Page, PageKind, ParsedDocument
from pipeline.evidence.page import PageLabel
from pipeline.evidence.text import TextRange
from tests.viewer.app import PaneApp, opened
from tests.viewer.filing import cite, html_filing, unique

SALES = "sales were $ 21 million"
SENTENCES = (f"In the east {SALES}, as planned.", f"In the west {SALES}, a little less.")


def _twice_said() -> tuple[bytes, ParsedDocument]:
    data, parsed = html_filing()
    text = "\n".join(SENTENCES)
    ranges = [TextRange(start, start + len(words)) for words in SENTENCES for start in (text.index(words),)]
    blocks = [Block(f"b{n}", 0, n, BlockKind.PARAGRAPH, span, "Results") for n, span in enumerate(ranges)]
    body = "".join(f'<p id="b{n}">{words}</p>' for n, words in enumerate(SENTENCES))
    page = Page(0, PageKind.SECTION, text, PageLabel.none())
    rendition = f"<!doctype html>{body}".encode()
    return data, replace(parsed, pages=(page,), blocks=tuple(blocks), rendition=rendition)


def test_candidates_are_told_apart_by_the_words_around_them(pane_app: PaneApp, browser: Browser) -> None:
    filing = pane_app.store(unique(_twice_said()))
    places = [filing.span(0, SALES, occurrence) for occurrence in (0, 1)]
    answer = pane_app.answer([("Sales were 21 million.", [cite(filing, 0, SALES, places)])])
    page = browser.new_page()
    pane = pane_app.show(page, answer)
    opened(page, "1:E1", "ambiguous")
    for option, words in zip(pane.get_by_role("radio").all(), SENTENCES, strict=True):
        expect(option.locator(".around")).to_have_text(words)
        expect(option.locator(".around u")).to_have_text(SALES)
    pane.get_by_role("radio").nth(1).click()
    pane.get_by_role("button", name="Use this place").click()
    expect(pane).to_have_attribute("data-state", "chosen")
    marks = page.frame_locator("iframe[title^='The filing']").locator("[data-role=quote]")
    expect(marks.first).to_be_visible()
    page.close()
