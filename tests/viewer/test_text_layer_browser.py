"""Selecting and copying the words of a page with a real mouse, in the real app."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unicodedata import bidirectional
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pipeline.evidence.text import TextRange
from pipeline.parse.pdf.document import parse_pdf
from tests.viewer import worded_filing as worded
from tests.viewer.app import PaneApp, opened
from tests.viewer.filing import WIDTH, Stored, cite, unique
from tests.viewer.worded_filing import COLUMNS, DOWN, LAST, LEFTWARD, OVER, SCAN, TABLE, UP, UPRIGHT

PATIENCE = 20_000
SOFT_HYPHEN = "\u00ad"


@dataclass(frozen=True)
class Reading:
    """A filing open in the pane of a browser's page."""

    page: Page
    pane: Locator
    filing: Stored

    def go_to(self, index: int) -> Locator:
        """Scroll to a page; the page, once its words are there."""
        sheet = self.scroll_to(index)
        if self.filing.page_text(index):
            expect(sheet.locator(".page-words span").first).to_be_attached(timeout=PATIENCE)
        return sheet

    def scroll_to(self, index: int) -> Locator:
        view = self.pane.locator(".view")
        spare = 10  # px between pages, of which a little is in view
        height = view.locator(".sheet").first.evaluate("node => node.offsetHeight")
        view.evaluate("(node, top) => node.scrollTo(0, top)", index * (height + spare))
        sheet = self.pane.locator(f'.sheet[data-page="{index}"]')
        expect(sheet).to_have_count(1, timeout=PATIENCE)
        return sheet

    def point(self, sheet: Locator, index: int, at: int, share: float) -> tuple[float, float]:
        """The window's px of a share of a letter along its line, by the letter's stored box."""
        page = self.filing.parsed.pages[index]
        assert page.glyphs is not None
        assert page.geometry is not None
        left, top, right, bottom = page.glyphs.boxes[at].tolist()
        across, down = (left + right) / 2, (top + bottom) / 2
        letter = self.filing.page_text(index)[at]
        match page.glyphs.directions[at]:
            case 0:
                runs_left = _is_leftward(self.filing.page_text(index)[0]) and not _is_rightward(letter)
                across = left + (right - left) * (1 - share if runs_left else share)
            case 1:
                down = top + (bottom - top) * share
            case 2:
                across = right - (right - left) * share
            case _:
                down = bottom - (bottom - top) * share
        frame = sheet.bounding_box()
        assert frame is not None
        return (
            frame["x"] + frame["width"] * across / page.geometry.width,
            frame["y"] + frame["height"] * down / page.geometry.height,
        )

    def ends(self, sheet: Locator, index: int, span: TextRange) -> list[tuple[float, float]]:
        """Where a drag over a range begins, and ends in the blank after it. A mouse points at whole px, and where a
        letter is a few px wide that is a good part of it."""
        return [self.point(sheet, index, span.start, 0.1), self.point(sheet, index, span.end - 1, 1.2)]

    def see(self, sheet: Locator, index: int, span: TextRange) -> None:
        """Scroll so that the middle of a range is in the middle of the view."""
        ends = self.ends(sheet, index, span)
        view = self.pane.locator(".view")
        view.evaluate(
            """(node, [x, y]) => {
                const frame = node.getBoundingClientRect();
                node.scrollBy(x - frame.left - node.clientWidth / 2, y - frame.top - node.clientHeight / 2);
            }""",
            [sum(end[axis] for end in ends) / 2 for axis in (0, 1)],
        )

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=3)
        self.page.evaluate("() => new Promise(requestAnimationFrame)")
        mouse.up()

    def select(self, index: int, span: TextRange) -> None:
        """Drag over a range of a page's text."""
        sheet = self.go_to(index)
        self.see(sheet, index, span)
        self.drag(*self.ends(sheet, index, span))

    def copied(self) -> str:
        """What Ctrl+C puts into the clipboard."""
        self.page.evaluate("() => navigator.clipboard.writeText('')")
        self.page.keyboard.press("Control+c")
        return str(self.page.evaluate("() => navigator.clipboard.readText()"))

    def zoom(self, percent: int) -> None:
        """Zoom by the keyboard to the step nearest to a percentage."""
        self.pane.locator(".view").focus()
        for _ in range(20):
            shown = 100 * _scale(self.pane.locator(".sheet").first)
            if abs(shown - percent) < percent * 0.08:
                return
            self.page.keyboard.press("+" if shown < percent else "-")
        raise AssertionError(f"no zoom of {percent} % is reached")


def read(app: PaneApp, browser: Browser, filing: Stored, index: int = 0) -> Reading:
    """Open an answer that cites a page's first block."""
    block = next(block for block in filing.parsed.blocks if block.page_index == index)
    quote = block.range.of(filing.page_text(index))
    answer: UUID = app.answer([("A claim.", [cite(filing, index, quote, [block.range])])])
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    app.show(page, answer)
    pane = opened(page, "1:E1")
    page.wait_for_load_state("networkidle")  # what else is told of the evidence may move the view down
    return Reading(page, pane, filing)


@pytest.fixture(scope="module")
def filing(pane_app: PaneApp) -> Stored:
    return pane_app.store(unique(worded.worded_filing()))


@pytest.fixture(scope="module")
def opened_once(pane_app: PaneApp, browser: Browser, filing: Stored) -> Iterator[Reading]:
    one = read(pane_app, browser, filing)
    yield one
    one.page.context.close()


@pytest.fixture
def reading(opened_once: Reading) -> Reading:
    """The made-up filing in one window for all tests, as large as it opens and with nothing selected."""
    opened_once.page.set_viewport_size({"width": 1440, "height": 900})
    opened_once.page.evaluate("() => document.getSelection().removeAllRanges()")
    opened_once.pane.locator(".view").focus()
    opened_once.page.keyboard.press("0")
    return opened_once


def _is_leftward(letter: str) -> bool:
    return bidirectional(letter) in {"R", "AL"}


def _is_rightward(letter: str) -> bool:
    return bidirectional(letter) in {"L", "EN"}


def _scale(sheet: Locator) -> float:
    """Px of a point of a page."""
    return float(sheet.evaluate("node => node.offsetWidth")) / WIDTH


def span_of(filing: Stored, index: int, words: str) -> TextRange:
    """Where words stand on a page, whose line-end hyphens they leave out."""
    text = filing.page_text(index)
    positions = [position for position, letter in enumerate(text) if letter != SOFT_HYPHEN]
    start = "".join(text[position] for position in positions).index(words)
    return TextRange(positions[start], positions[start + len(words) - 1] + 1)


SENTENCES = {
    UPRIGHT: worded.SENTENCE,
    DOWN: worded.SENTENCE,
    OVER: worded.SENTENCE,
    UP: worded.SENTENCE,
    LEFTWARD: worded.HEBREW_SENTENCE,
    COLUMNS: worded.SECOND_SENTENCE,
}


@pytest.mark.parametrize("percent", [None, 50, 400])
def test_a_drag_selects_the_sentence_under_the_mouse(reading: Reading, percent: int | None) -> None:
    if percent:
        reading.zoom(percent)
    for index, sentence in SENTENCES.items():
        span = span_of(reading.filing, index, sentence)
        reading.select(index, span)
        assert reading.copied() == sentence, f"page {index}"


def test_a_drag_backwards_selects_the_same(reading: Reading) -> None:
    span = span_of(reading.filing, LEFTWARD, worded.HEBREW_SENTENCE)
    sheet = reading.go_to(LEFTWARD)
    reading.see(sheet, LEFTWARD, span)
    reading.drag(*reversed(reading.ends(sheet, LEFTWARD, span)))
    assert reading.copied() == worded.HEBREW_SENTENCE


def test_a_drag_through_the_room_between_columns_stays_in_its_column(reading: Reading) -> None:
    text = reading.filing.page_text(COLUMNS)
    sheet = reading.go_to(COLUMNS)
    start = reading.point(sheet, COLUMNS, text.index("Sales"), 0.2)
    last = reading.point(sheet, COLUMNS, text.index("services"), 0.2)
    reading.drag(start, (start[0] + 160 * _scale(sheet), last[1]))  # right of the second line's end
    assert reading.copied() == "Sales rose. The margin of services widened a lit"


def test_a_double_click_selects_a_word_and_a_third_its_block(reading: Reading) -> None:
    text = reading.filing.page_text(UPRIGHT)
    place = reading.point(reading.go_to(UPRIGHT), UPRIGHT, text.index("margin") + 2, 0.5)
    reading.page.mouse.dblclick(*place)
    assert reading.copied() == "margin"
    reading.page.mouse.click(*place, click_count=3)
    assert reading.copied() == text.replace(SOFT_HYPHEN, "")
    reading.page.mouse.click(*place)
    assert reading.copied() == ""


def test_a_selection_over_pages_is_copied_in_order_and_outlives_them(reading: Reading) -> None:
    reading.page.set_viewport_size({"width": 1440, "height": 1300})  # room for the beginnings of two pages
    reading.zoom(50)
    first, last = reading.go_to(UPRIGHT), reading.pane.locator(f'.sheet[data-page="{DOWN}"]')
    expect(last.locator(".page-words span").first).to_be_attached(timeout=PATIENCE)
    start = reading.point(first, UPRIGHT, reading.filing.page_text(UPRIGHT).index("Costs"), 0.2)
    end = reading.point(last, DOWN, reading.filing.page_text(DOWN).index("."), 1.2)
    reading.drag(end, start)
    assert reading.copied() == "Costs fell.\nSales rose."
    reading.go_to(LAST)
    assert reading.copied() == "Costs fell.\nSales rose."
    expect(reading.go_to(UPRIGHT).locator(".page-words")).to_have_class("page-words selected")
    shown = reading.page.evaluate("() => document.getSelection().toString()")
    assert shown.split() == ["Costs", "fell.", "Sales", "rose."]


def test_a_drag_beyond_the_edge_scrolls_and_selects_on(reading: Reading) -> None:
    frame = reading.pane.locator(".view").bounding_box()
    assert frame is not None
    sheet = reading.go_to(UPRIGHT)
    mouse = reading.page.mouse
    mouse.move(*reading.point(sheet, UPRIGHT, 0, 0.2))
    mouse.down()
    mouse.move(frame["x"] + 60, frame["y"] + frame["height"] + 160)
    expect(reading.pane.locator(f'.sheet[data-page="{OVER}"]')).to_have_count(1, timeout=PATIENCE)
    mouse.move(frame["x"] + 60, frame["y"] + 60)
    mouse.up()
    assert reading.copied().startswith(worded.LINES[0])


def test_rows_are_copied_as_a_table_too(reading: Reading) -> None:
    text = reading.filing.page_text(TABLE)
    reading.select(TABLE, TextRange(0, len(text)))
    assert reading.copied() == "Year 2024 2023\nNet sales 81,797 82,959\nOther 17"
    html = reading.page.evaluate(
        """async () => {
            const [item] = await navigator.clipboard.read();
            const sent = await (await item.getType("text/html")).text();
            const rows = new DOMParser().parseFromString(sent, "text/html").querySelectorAll("table tr");
            return [...rows].map((row) => [...row.cells].map((cell) => cell.textContent));
        }"""
    )
    assert html == [["Year", "2024", "2023"], ["Net sales", "81,797", "82,959"], ["Other", "", "17"]]


def test_marks_let_the_mouse_through_and_the_selection_is_blue(reading: Reading) -> None:
    sheet = reading.go_to(UPRIGHT)
    mark = sheet.locator(".mark").first
    expect(mark).to_be_visible()
    place = reading.point(sheet, UPRIGHT, reading.filing.page_text(UPRIGHT).index("margin") + 2, 0.5)
    reading.page.mouse.dblclick(*place)
    assert reading.copied() == "margin"
    colour = sheet.locator(".page-words span").first.evaluate(
        "node => getComputedStyle(node, '::selection').backgroundColor.match(/[\\d.]+/g).map(Number)"
    )
    assert colour[2] > colour[0], "more blue than red"


def test_the_keyboard_selects_the_page_in_view(reading: Reading) -> None:
    reading.go_to(UPRIGHT)
    reading.pane.locator(".view").focus()
    reading.page.keyboard.press("Control+a")
    status = reading.pane.get_by_role("status")
    expect(status.filter(has_text="The text of PDF page 1 is selected")).to_be_attached(timeout=PATIENCE)
    assert reading.copied() == reading.filing.page_text(UPRIGHT).replace(SOFT_HYPHEN, "")
    reading.zoom(50)
    reading.go_to(SCAN)
    reading.page.keyboard.press("Control+a")
    expect(status.filter(has_text="PDF page 8 has no text to select")).to_be_attached(timeout=PATIENCE)


def test_who_hears_the_page_hears_each_block_once(reading: Reading) -> None:
    reading.go_to(TABLE)
    text = reading.pane.get_by_role("group", name="Text of PDF page 7")
    expect(text.get_by_role("paragraph")).to_have_text(reading.filing.page_text(TABLE).split("\n"))
    expect(reading.pane.locator(".page-words:not([aria-hidden=true])")).to_have_count(0)


def test_words_come_after_the_marks_and_go_with_their_pages(reading: Reading) -> None:
    reading.go_to(UPRIGHT)
    for index in range(LAST):
        reading.go_to(index)
    shown: dict[str, Any] = reading.pane.evaluate(
        """pane => ({
            sheets: pane.querySelectorAll(".sheet").length,
            words: pane.querySelectorAll(".page-words").length,
            spans: pane.querySelectorAll(".page-words span").length,
        })"""
    )
    assert shown["words"] == shown["sheets"] <= 9
    assert shown["spans"] < 20 * shown["sheets"]


def test_nothing_is_asked_for_between_a_click_and_its_marks(
    pane_app: PaneApp, browser: Browser, filing: Stored
) -> None:
    one = read(pane_app, browser, filing, LAST)
    one.go_to(LAST)
    first, painted = one.page.evaluate(
        """() => {
            const ofName = (part) => performance.getEntriesByType("resource").filter((entry) =>
                entry.name.includes(part)).map((entry) => [entry.startTime, entry.responseEnd]);
            const words = ofName("/evidence/words/").map(([start]) => start);
            return [Math.min(...words), Math.min(...ofName("/evidence/pages/").map(([, end]) => end))];
        }"""
    )
    one.page.context.close()
    assert first > painted


def test_words_that_cannot_come_are_told_and_come_at_the_next_try(
    pane_app: PaneApp, browser: Browser, filing: Stored
) -> None:
    one = read(pane_app, browser, filing)
    one.page.context.route("**/evidence/words/**", lambda route: route.abort())
    sheet = one.scroll_to(LAST)
    place = one.point(sheet, LAST, 3, 0.5)
    one.page.mouse.dblclick(*place)
    words = "The words of PDF page 15 cannot be selected just now"
    expect(one.pane).to_contain_text(words, timeout=PATIENCE)
    one.page.context.unroute("**/evidence/words/**")
    one.page.mouse.dblclick(*place)
    expect(sheet.locator(".page-words.selected")).to_have_count(1, timeout=PATIENCE)
    assert one.copied() == "Sales"
    one.page.context.close()


REAL = [
    (
        "two-column__multi-column-2p.pdf",
        0,
        "embeddings are learned from a small number of questions and passages",
    ),
    (
        "rtl__right_to_left_01.pdf",
        0,
        "تعتبر البرمجة بلغة R و Python من الأدوات القوية التي يمكن أن تعزز الإنتاجية",
    ),
    ("cjk-no-cmap__jo.pdf", 0, "かげとひかりのひとくさりづつ"),
    ("rotate270__issue5747.pdf", 0, "labore et dolore magna"),
    ("rotate90__senate-expenditures.pdf", 0, "DOCUMENT NO. DATE POSTED"),
    *(("rotate-all__test-2812.pdf", index, "cell[2][1] cell[2][2] cell[2][3]") for index in range(4)),
]


@pytest.fixture(scope="module")
def real(pane_app: PaneApp, shared_data: Path) -> dict[str, Stored]:
    """Real odd filings, by file."""
    stored = {}
    for name in dict.fromkeys(name for name, _, _ in REAL):
        data = (shared_data / "hard" / name).read_bytes()
        parsed = parse_pdf(data, source=name, progress=lambda *_: None, interrupted=lambda: False)
        stored[name] = pane_app.store(unique((data, replace(parsed, title=name))))
    return stored


@pytest.mark.parametrize("name", list(dict.fromkeys(name for name, _, _ in REAL)))
def test_a_drag_selects_the_sentence_on_real_pages(
    pane_app: PaneApp, browser: Browser, real: dict[str, Stored], name: str
) -> None:
    one = read(pane_app, browser, real[name])
    for _, index, words in [case for case in REAL if case[0] == name]:
        one.select(index, span_of(one.filing, index, words))
        assert one.copied() == words
    one.page.context.close()
