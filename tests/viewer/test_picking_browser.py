"""Marking the right place with keys and with the mouse, on PDF pages and in a filing's frame; evidence from outside.

The pane stands alone in a page of the running app, whose routes answer: what counts is what the server makes of it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from pypdf import PdfReader, PdfWriter
from pypdf.generic import RectangleObject
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from pipeline.evidence.document import Block, BlockKind, Page, PageKind, ParsedDocument
from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.page import PageLabel, PageTransform
from pipeline.evidence.text import TextRange
from pipeline.parse.html.document import parse_html
from pipeline.parse.source import HTML, Source
from tests.viewer.app import PaneApp, window
from tests.viewer.checked_filing import DROVE, REPEATED, checked_filing
from tests.viewer.filing import HEIGHT, WIDTH, DrawnPage, Stored, cite, unique
from tests.viewer.page_filing import many_pages, words_of
from tests.viewer.pane_page import PanePage

SALES = "Total net sales 81,797 82,959"
GRAVE = {"serious", "critical"}
PATIENCE = 20_000

CHARTS = 6 * "\U0001f4c8"
"""Letters that take two units each of a browser's string, and one of the server's."""

MARKUP = f"""<html><body><h1>Segments</h1><p>Services {CHARTS} grew in the quarter, and Mac fell.</p>
<table><tr><td>Year</td><td>2024</td><td>2023</td></tr><tr><td>Mac</td><td>6,840</td><td>7,382</td></tr>
<tr><td>iPad</td><td>5,791</td><td>7,224</td></tr></table><p>____________</p>
<p>Nothing else was sold in the period.</p></body></html>"""


@pytest.fixture(scope="module")
def shown(pane_app: PaneApp, browser: Browser) -> Iterator[PanePage]:
    with window(browser) as page:
        yield PanePage(page, pane_app)


@pytest.fixture(scope="module")
def report(pane_app: PaneApp) -> Stored:
    return pane_app.store(unique(checked_filing()))


@pytest.fixture(scope="module")
def answer(pane_app: PaneApp, report: Stored) -> UUID:
    """A claim that cites a row of the report, one that cites an HTML filing, and one with the report's prose."""
    page = pane_app.store(unique(_html()))
    return pane_app.answer(
        [
            ("Net sales were 81,797.", [cite(report, 0, SALES, [report.span(0, SALES)])]),
            ("Mac fell.", [cite(page, 0, "and Mac fell", [page.span(0, "and Mac fell")], number=2)]),
            ("Services grew.", [cite(report, 1, DROVE, [report.span(1, DROVE)], number=3)]),
        ]
    )


@pytest.fixture
def marking(shown: PanePage, answer: UUID) -> PanePage:
    """The first claim's evidence, with the marking of its right place begun."""
    _show(shown, answer, 1)
    shown.pick(citation="E1", picks=[])
    shown.hears("Mark the right place instead of E1")
    return shown


def _show(shown: PanePage, answer: UUID, claim: int) -> dict[str, Any]:
    """A claim's evidence, as if another had been looked at before; its item."""
    nothing: dict[str, Any] = {"answer_id": "", "open": None, "evidence": [], "read": [], "sources": {}}
    shown.start(nothing)
    shown.bring(nothing)
    item = shown.item(answer, claim)
    shown.page.evaluate("told.length = 0")
    shown.bring(item["pane"])
    return item


# --- keys -----------------------------------------------------------------------------------------------------


def test_keys_steer_by_cell_and_row_and_enter_marks(marking: PanePage, report: Stored) -> None:
    marking.press("ArrowDown", then="Cost of sales · (45,384)")
    marking.press("ArrowRight", then="Cost of sales · (47,074)")
    marking.press("Enter", then="Marked as right place: PDF page 1")
    (place,) = marking.picks(1)
    stands = report.span(0, "(47,074)")
    assert (place["quote"], place["unit"], place["citation_id"]) == ("(47,074)", "cells", "E1")
    assert (place["version_id"], place["page_index"]) == (str(report.version_id), 0)
    assert (place["start"], place["end"]) == (stands.start, stands.end)
    marking.press("ArrowUp Shift+ArrowLeft Enter", then="Marked as right place 2")
    assert marking.picks(2)[1]["quote"] == "81,797 82,959"
    marking.press("Enter", then="marked already")
    marking.press("Backspace", then="Removed")
    assert len(marking.picks(1)) == 1


def test_words_and_blocks_are_marked_whole_and_pages_are_turned(marking: PanePage) -> None:
    marking.press("b", then="Block")
    marking.press("ArrowUp Enter", then="Marked")
    assert marking.picks(1)[0]["quote"] == "Services 21,213 19,604"
    marking.press("PageDown", then="PDF page 2")
    marking.press("Tab Tab", then="Words")
    marking.press("ArrowRight Shift+ArrowRight Shift+ArrowRight Enter", then="Marked as right place 2")
    assert marking.picks(2)[1]["quote"] == "net sales increased"
    marking.press("Home PageUp", then="PDF page 1")


def test_what_the_search_found_is_marked(marking: PanePage, report: Stored) -> None:
    marking.press("/", then="")
    marking.page.keyboard.type("21,213")
    marking.press("Enter", then="Hit 1 of 1")
    marking.press("Control+Enter", then="Marked")
    assert marking.picks(1)[0]["start"] == report.span(0, "21,213").start
    marking.press("Escape", then="21,213")
    marking.press("Enter", then="marked already")


def test_escape_ends_the_marking_and_keeps_the_places_on_the_page(marking: PanePage) -> None:
    marking.press("ArrowDown Enter", then="Marked")
    marking.press("Escape", then="Marking ended. 1 right place marked")
    assert [one["active"] for one in marking.told("picking")] == [True, False]
    expect(marking.pane.locator(".marked-place")).not_to_have_count(0)
    expect(marking.pane.locator(".place-label")).to_have_text("right place")
    listed = marking.pane.locator(".pick-go")
    listed.press("Delete")
    assert marking.picks(0) == []
    expect(marking.pane.locator(".marked-place")).to_have_count(0)


def test_letters_beyond_the_basic_plane_are_counted_as_the_server_does(
    shown: PanePage, pane_app: PaneApp
) -> None:
    filing = pane_app.store(unique(_scripted()))
    answer = pane_app.answer([("Sales rose.", [cite(filing, 0, "Sales", [filing.span(0, "Sales")])])])
    _show(shown, answer, 1)
    shown.pick(citation="E1", picks=[])
    shown.press("ArrowRight ArrowRight ArrowRight ArrowRight", then="4,321")
    shown.press("Enter", then="Marked")
    assert shown.picks(1)[0]["quote"] == "4,321"


# --- mouse ----------------------------------------------------------------------------------------------------


def test_a_click_means_a_cell_and_a_box_over_a_column_a_place_a_row(marking: PanePage) -> None:
    x, y = _middle(marking, "81,797")
    marking.page.mouse.click(x, y)
    assert marking.picks(1)[0]["quote"] == "81,797"
    row = marking.pane.locator(".sheet").first.evaluate("node => 20 * node.offsetHeight / 792")
    marking.page.mouse.move(x - 24, y + row / 2)
    marking.page.mouse.down()
    marking.page.mouse.move(x + 24, y + 2.4 * row, steps=3)
    expect(marking.pane.locator(".rubber")).to_be_visible()
    marking.page.mouse.up()
    assert [one["quote"] for one in marking.picks(3)[1:]] == ["(45,384)", "36,413"]
    expect(marking.pane.locator(".rubber")).to_have_count(0)
    assert _middle(marking, "81,797") == (x, y), "the page moved under the pointer"


def test_blank_paper_is_said_to_hold_nothing(marking: PanePage) -> None:
    frame = marking.pane.locator(".sheet").first.bounding_box()
    view = marking.pane.locator(".view").bounding_box()
    assert frame
    assert view
    right = min(frame["x"] + frame["width"], view["x"] + view["width"]) - 40
    marking.page.mouse.click(right, view["y"] + view["height"] - 40)
    marking.hears("Nothing is printed there")
    marking.drag((right - 30, view["y"] + view["height"] - 60), (right, view["y"] + view["height"] - 40))
    marking.hears("No word stands there")
    assert marking.told("picked") == []


def test_a_box_marks_the_words_in_it_on_turned_and_cropped_pages(shown: PanePage, pane_app: PaneApp) -> None:
    """Where the word is drawn is known from the file, and where its page shows it from the page's rotation and crop."""
    filing = pane_app.store(unique(_turned()))
    made = [
        (
            f"Claim {page}.",
            [cite(filing, page, "Alpha 1,001", [filing.span(page, "Alpha 1,001")], number=page + 1)],
        )
        for page in range(len(TURNS))
    ]
    answer = pane_app.answer(made)
    for page, turn in enumerate(TURNS):
        _show(shown, answer, page + 1)
        shown.pick(citation=None, picks=[])
        shown.press("Tab", then="Words")
        left, top, right, bottom = _displayed(turn)
        for zoom in ("", "+ +"):
            for key in zoom.split():
                shown.page.keyboard.press(key)
            frame = _seen(shown, page, (left + right) / 2, (top + bottom) / 2)
            shown.page.mouse.move(
                frame["x"] + frame["width"] * left - 3, frame["y"] + frame["height"] * top - 3
            )
            shown.page.mouse.down()
            end = frame["x"] + frame["width"] * right + 3, frame["y"] + frame["height"] * bottom + 3
            shown.page.mouse.move(*end, steps=3)
            shown.page.mouse.up()
            (place,) = shown.picks(1)
            assert place["quote"] == "Marker 4,321", turn
            box = shown.pane.locator(f'.sheet[data-page="{page}"] .marked-place').first.bounding_box()
            assert box
            assert (
                abs(box["x"] + box["width"] / 2 - (frame["x"] + frame["width"] * (left + right) / 2)) < 4
            ), turn
            assert (
                abs(box["y"] + box["height"] / 2 - (frame["y"] + frame["height"] * (top + bottom) / 2)) < 4
            ), turn
            shown.press("Backspace", then="Removed")
        shown.page.keyboard.press("Tab")
        shown.press("Tab", then="Cells")
        shown.press("Escape", then="Marking ended")


# --- the frame ------------------------------------------------------------------------------------------------


def test_a_filing_in_its_frame_is_marked_by_keys_click_and_selection(shown: PanePage, answer: UUID) -> None:
    _show(shown, answer, 2)
    shown.pick(citation="E2", picks=[])
    shown.press("ArrowDown ArrowDown ArrowRight ArrowRight", then="6,840")
    shown.press("Enter", then="Marked")
    shown.press("ArrowDown ArrowRight Enter", then="Marked as right place 2")
    shown.press("ArrowDown Enter", then="Marked as right place 3")
    quotes = [one["quote"] for one in shown.picks(3)]
    assert quotes == ["6,840", "7,224", "Nothing else was sold in the period."], (
        "the rule of dashes is passed over"
    )
    frame = next(one for one in shown.page.frames if "/evidence/frame/" in one.url)
    corner = shown.pane.locator("iframe").bounding_box()
    assert corner
    scale = shown.pane.locator("iframe").evaluate(
        "one => one.getBoundingClientRect().width / one.offsetWidth"
    )
    find = """words => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        let node = walker.nextNode();
        while (!node.data.includes(words)) node = walker.nextNode();
        const range = document.createRange();
        range.setStart(node, node.data.indexOf(words));
        range.setEnd(node, node.data.indexOf(words) + words.length);
        return range.getBoundingClientRect().toJSON();
    }"""

    def point(words: str, share: float) -> tuple[float, float]:
        box = frame.evaluate(find, words)
        across = box["left"] + share * (box["right"] - box["left"])
        return corner["x"] + scale * across, corner["y"] + scale * (box["top"] + box["bottom"]) / 2

    shown.drag(point("7,382", 0.5), point("7,382", 0.5))
    assert shown.picks(4)[3]["quote"] == "7,382"
    shown.drag(point("grew in the quarter", 0.02), point("grew in the quarter", 0.98))
    assert shown.picks(5)[4]["quote"] == "grew in the quarter,", "words are whole"
    assert shown.picks(5)[4]["page_index"] == 0
    drawn = """() => [...document.documentElement.children].flatMap(host =>
        [...(host.shadowRoot?.querySelectorAll("i.place") ?? [])].map(one => one.dataset.place))"""
    assert set(frame.evaluate(drawn)) == {one["id"] for one in shown.picks(5)}
    shown.press("Escape", then="5 right places marked")
    shown.page.keyboard.press("j")
    assert shown.told("key")[-1]["key"] == "j", "a key of the frame is told beside"


def test_another_passage_is_chosen_and_taken_whole_or_in_part(
    shown: PanePage, answer: UUID, report: Stored
) -> None:
    _show(shown, answer, 1)
    shown.pick(citation="E1", picks=[])
    shown.press("a ArrowDown", then="")
    focused = shown.pane.locator(".pick-passages .item:focus")
    expect(focused).to_contain_text("E3")
    shown.press("Enter", then="Opened E3")
    expect(shown.pane).to_have_attribute("data-state", "ready")
    shown.press("Enter", then="passage E3")
    (passage,) = shown.picks(1)
    assert passage["unit"] == "passage"
    assert passage["passage_id"] == f"{report.version_id}:1:0"
    assert report.page_text(1)[passage["start"] : passage["end"]] == report.page_text(1)
    shown.press("b ArrowDown ArrowDown Enter", then="Marked as right place 2")
    assert shown.picks(2)[1]["quote"] == REPEATED


# --- evidence from outside ------------------------------------------------------------------------------------


def test_data_from_outside_holds_against_the_scripts_and_new_links_keep_what_is_open(
    shown: PanePage, answer: UUID
) -> None:
    first = _show(shown, answer, 1)["pane"]
    third = shown.item(answer, 3)["pane"]
    shown.start(third)
    expect(shown.pane.locator(".badge").first).to_have_text("E1")
    shown.painted(1)
    shown.bring({**first, "sources": {**first["sources"], **third["sources"]}})
    assert len(shown.told("painted")) == 1, "the same item again paints nothing anew"
    shown.bring(third)
    expect(shown.pane.locator(".badge").first).to_have_text("E3")
    shown.painted(2)
    assert len(shown.told("painted")) == 2
    assert shown.told("opened")[-1]["key"] == "3:E3"


def test_keys_without_use_here_are_told_beside_and_the_script_is_not_asked(
    shown: PanePage, answer: UUID
) -> None:
    _show(shown, answer, 1)
    shown.pane.locator(".view").focus()
    for key in ("3", "p", "c", "]", "Enter"):
        shown.page.keyboard.press(key)
    assert [one["key"] for one in shown.told("key")] == ["3", "p", "c", "Enter"]
    shown.pane.get_by_role("button", name="Original").click()
    expect(shown.pane.locator(".popover.original .item")).to_have_count(1)
    shown.page.keyboard.press("Escape")
    shown.page.keyboard.press("Escape")
    shown.pane.locator(".view").focus()
    shown.page.keyboard.press("Escape")
    assert shown.told("return")[-1]["key"] == "1:E1"


def test_the_next_items_page_is_there_before_it_is_opened(
    shown: PanePage, pane_app: PaneApp, answer: UUID
) -> None:
    long = pane_app.store(unique(many_pages(12)))
    words = words_of(9)
    further = pane_app.answer([(words, [cite(long, 9, words, [long.span(9, words)])])])
    _show(shown, answer, 1)
    third = shown.item(further)["pane"]
    asked: list[str] = []
    shown.page.on("request", lambda request: asked.append(request.url))
    detail = {"items": [{"data": third, "open": "1:E1"}]}
    script = "detail => document.dispatchEvent(new CustomEvent('pincite:ahead', { detail }))"
    with shown.page.expect_response(lambda one: "/9/" in one.url and one.url.endswith(".webp")):
        shown.page.evaluate(script, detail)
    ahead = [url for url in asked if ".webp" in url]
    asked.clear()
    shown.bring(third)
    assert len(ahead) == 1
    assert [url for url in asked if "/9/" in url] == [], "it is opened at the very width that was fetched"


def test_a_refused_link_is_renewed_and_what_was_drawn_is_marked_then(marking: PanePage) -> None:
    x, y = _middle(marking, "81,797")
    detail = {"active": True, "citation_id": "E1", "token": "no link"}
    script = "detail => document.dispatchEvent(new CustomEvent('pincite:pick', { detail }))"
    marking.page.evaluate(script, detail)
    marking.page.mouse.click(x, y)
    marking.hears("Nothing was marked")
    assert marking.told("request")[-1]["name"] == "retry"
    assert marking.told("picked") == []
    marking.pick(citation="E1")
    assert marking.picks(1)[0]["quote"] == "81,797"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marking_is_accessible(browser: Browser, pane_app: PaneApp, answer: UUID, scheme: str) -> None:
    with window(browser) as page:
        shown = PanePage(page, pane_app, scheme=scheme)
        shown.start(shown.item(answer, 1)["pane"])
        shown.pick(citation="E1", picks=[])
        shown.press("ArrowDown Enter", then="Marked")
        found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert [one["id"] for one in found if one["impact"] in GRAVE] == []


# --- what is shown --------------------------------------------------------------------------------------------


def _middle(shown: PanePage, words: str) -> tuple[float, float]:
    """Where the middle of cited or marked words is, in the window's px."""
    box = shown.pane.locator(f'.mark[data-text="{words}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _html() -> tuple[bytes, ParsedDocument]:
    data = MARKUP.encode()
    parsed = parse_html(
        Source("segments.html", data, HTML), progress=lambda *_: None, interrupted=lambda: False
    )
    return data, parsed


def _scripted() -> tuple[bytes, ParsedDocument]:
    """One line, with letters beyond the basic plane before a figure."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1)
    page = DrawnPage(canvas, 0)
    page.line(f"Sales {CHARTS} rose to 4,321 in all.")
    canvas.showPage()
    canvas.save()
    _, parsed = checked_filing()
    return file.getvalue(), replace(parsed, pages=(page.page(None),), blocks=tuple(page.blocks), tables=())


CROP = (50, 60, 560, 700)
TURNS = (0, 90, 180, 270)
PLACED = {"Alpha 1,001": (100, 600), "Marker 4,321": (240, 420), "Omega 9,009": (330, 200)}
SIZE = 14
RISE = 0.72 * SIZE


def _turned() -> tuple[bytes, ParsedDocument]:
    """A page for each rotation, cropped, with the same three lines in the file's own space."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1)
    for _ in TURNS:
        canvas.setFont("Helvetica", SIZE)
        for words, (left, baseline) in PLACED.items():
            canvas.drawString(left, baseline, words)
        canvas.showPage()
    canvas.save()
    writer = PdfWriter()
    for page, turn in zip(PdfReader(file).pages, TURNS, strict=True):
        page.cropbox = RectangleObject(CROP)
        writer.add_page(page).rotate(turn)
    data = io.BytesIO()
    writer.write(data)
    text = "\n".join(PLACED)
    blocks = [
        Block(f"p{at}b{number}", at, number, BlockKind.PARAGRAPH, TextRange(start, start + len(words)), None)
        for at in range(len(TURNS))
        for number, words in enumerate(PLACED)
        for start in [text.index(words)]
    ]
    pages = [
        Page(at, PageKind.PDF, text, PageLabel.none(), PageTransform(*CROP, turn), _glyphs(text, turn))
        for at, turn in enumerate(TURNS)
    ]
    _, parsed = checked_filing()
    return data.getvalue(), replace(parsed, pages=tuple(pages), blocks=tuple(blocks), tables=())


def _glyphs(text: str, turn: int) -> GlyphBoxes:
    """A letter's box is as high as its line; blanks have none."""
    transform = PageTransform(*CROP, turn)
    boxes: list[tuple[float, ...]] = []
    for words, (left, baseline) in PLACED.items():
        edges = [left + stringWidth(words[:count], "Helvetica", SIZE) for count in range(len(words) + 1)]
        boxes += [
            (np.nan,) * 4
            if letter == " "
            else transform.to_displayed(start, baseline - 1, end, baseline + RISE + 1)
            for letter, start, end in zip(words, edges, edges[1:], strict=False)
        ]
        boxes.append((np.nan,) * 4)
    return GlyphBoxes(
        np.array(boxes[: len(text)], dtype=np.float32), np.full(len(text), turn // 90, dtype=np.uint8)
    )


def _displayed(turn: int) -> tuple[float, float, float, float]:
    """The edges of "Marker 4,321" in fractions of its displayed page."""
    words = "Marker 4,321"
    left, baseline = PLACED[words]
    right, bottom, top = left + stringWidth(words, "Helvetica", SIZE), baseline, baseline + RISE
    x0, y0, x1, y1 = CROP
    edges = {
        0: (left - x0, y1 - top, right - x0, y1 - bottom),
        90: (bottom - y0, left - x0, top - y0, right - x0),
        180: (x1 - right, bottom - y0, x1 - left, top - y0),
        270: (y1 - top, x1 - right, y1 - bottom, x1 - left),
    }[turn]
    across, down = (x1 - x0, y1 - y0) if turn in (0, 180) else (y1 - y0, x1 - x0)
    return edges[0] / across, edges[1] / down, edges[2] / across, edges[3] / down


def _seen(shown: PanePage, page: int, x: float, y: float) -> dict[str, float]:
    """A page's box in the window, once a point of it (fractions) is in the middle of the view."""
    shown.pane.locator(".view").evaluate(
        """(view, [page, x, y]) => {
            const sheet = view.querySelector(`.sheet[data-page="${page}"]`).getBoundingClientRect();
            const frame = view.getBoundingClientRect();
            view.scrollBy(sheet.left + x * sheet.width - frame.left - view.clientWidth / 2,
                          sheet.top + y * sheet.height - frame.top - view.clientHeight / 2);
        }""",
        [page, x, y],
    )
    shown.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    box = shown.pane.locator(f'.sheet[data-page="{page}"]').bounding_box()
    assert box
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}
