"""The whole chain in a real browser: question typed → claim → keyboard to a handle → highlight on the page's ink."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pypdfium2
import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from pipeline.samples import build
from tests.serving import Served, command_json, served

QUESTION = "What was Monitoring revenue in 2024?"
"""Answered by 95,465 in the sample annual report, and by 93,345 in the amendment that restates it."""

TOLERANCE = 2.0
"""Points by which the centre of a shown box may differ from the gold's."""

ShownBox = tuple[str, tuple[float, float, float, float], int]
"""The words of a region, its edges as shares of the page (left, top, right, bottom), and its 0-based page."""

INK = 110
"""A pixel darker than this (of 255) is ink: marks lighten nothing, and black text stays below 60."""


@dataclass(frozen=True, slots=True)
class Library:
    """A served library, what was read into it (file name → what `pincite ingest` printed), and an answer that was
    given before the annual report was superseded."""

    server: Served
    ingested: dict[str, dict[str, Any]]
    earlier_answer: str = ""


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("samples")
    home = folder / "home"
    annual, amendment, quarter = build(folder / "filings")
    ingested = {annual.path.name: command_json(home, "ingest", str(annual.path))}
    earlier = command_json(home, "ask", QUESTION)["answer_id"]
    replaced = ingested[annual.path.name]["version_id"]
    ingested[amendment.path.name] = command_json(
        home, "ingest", str(amendment.path), "--supersedes", replaced
    )
    ingested[quarter.path.name] = command_json(home, "ingest", str(quarter.path))
    with served(home) as server:
        yield Library(server, ingested, earlier)


@pytest.fixture(scope="module")
def apple(tmp_path_factory: pytest.TempPathFactory, shared_data: Path) -> Iterator[Library]:
    """Apple's 10-Q for the third quarter of 2023, as PDF and as HTML."""
    home = tmp_path_factory.mktemp("apple") / "home"
    names = ("AAPL_10-Q_FY2023Q3_2023-07-01.pdf", "AAPL_10-Q_FY2023Q3_2023-07-01.html")
    ingested = {name: command_json(home, "ingest", str(shared_data / "filings" / name)) for name in names}
    with served(home) as server:
        yield Library(server, ingested)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(30_000)
    yield page
    context.close()


def ask(page: Page, server: Served, question: str) -> None:
    page.goto(server.url)
    box = page.get_by_placeholder("Ask a question about your filings")
    box.fill(question)
    box.press("Enter")


def handle(page: Page, words: str = "") -> Locator:
    """The first handle whose accessible name has the words ("PDF page", "HTML section")."""
    having = f'[aria-label*="{words}"]' if words else ""
    return page.locator(f'button[aria-label^="Evidence E"]{having}').first


def open_by_keyboard(page: Page, words: str = "") -> str:
    """Tab from the question box until a handle with the words has the focus, then press Enter; its name."""
    name = handle(page, words).get_attribute("aria-label")
    assert name
    page.get_by_placeholder("Ask a question about your filings").focus()
    for _ in range(60):
        if focused_label(page) == name:
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError(f"no Tab leads to {name!r}; the last focus was on {focused_label(page)!r}")
    page.keyboard.press("Enter")
    handle(page, words).and_(page.locator('[aria-pressed="true"]')).wait_for()
    page.locator('.pane[data-state="ready"], .pane[data-state="superseded"]').wait_for()
    return name


def marks(page: Page, role: str) -> Locator:
    """The regions of a role that can be seen: a filing that was looked at before may keep its own, hidden."""
    return page.locator(f'.pane [data-role="{role}"][data-region]').filter(visible=True)


def focused_label(page: Page) -> str:
    """The accessible name of what has the focus, looked for through shadow roots."""
    return str(
        page.evaluate(
            """() => {
              let at = document.activeElement;
              while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
              return at?.getAttribute("aria-label") || at?.textContent || "";
            }"""
        )
    )


def shown_boxes(page: Page, role: str) -> list[ShownBox]:
    """The marked regions of a role, in order."""
    marks(page, role).first.wait_for()
    return [
        (found["text"], tuple(found["box"]), found["page"])
        for found in marks(page, role).evaluate_all(
            """(marks) => marks.map((mark) => {
              const sheet = mark.closest("[data-page]");
              const outer = sheet.getBoundingClientRect(), inner = mark.getBoundingClientRect();
              return {
                text: mark.dataset.text, page: Number(sheet.dataset.page),
                box: [(inner.left - outer.left) / outer.width, (inner.top - outer.top) / outer.height,
                      (inner.right - outer.left) / outer.width, (inner.bottom - outer.top) / outer.height],
              };
            })"""
        )
    ]


def share_of_ink(png: bytes) -> float:
    """The share of dark pixels of a picture."""
    grey = Image.open(io.BytesIO(png)).convert("L")
    histogram = grey.histogram()
    return sum(histogram[:INK]) / sum(histogram)


def assert_covers_ink(page: Page, mark: Locator) -> None:
    """The picture of a mark holds printed text: not blank, not a block of colour."""
    box = mark.bounding_box()
    assert box is not None
    ink = share_of_ink(
        page.screenshot(clip={"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]})
    )
    assert 0.03 < ink < 0.6, f"{ink:.0%} of the marked pixels are ink"


def test_a_question_ends_in_a_highlight_on_the_figure_that_pdfium_finds(
    apple: Library, page: Page, shared_data: Path
) -> None:
    ask(page, apple.server, "What were Apple's total net sales in the third quarter of 2023?")
    assert "PDF page 4, printed 1" in open_by_keyboard(page, "PDF page")
    boxes = shown_boxes(page, "quote")
    assert [(words, index) for words, _, index in boxes] == [
        (words, 3) for words in ("81,797", "82,959", "293,787", "304,182")
    ]
    with pypdfium2.PdfDocument(shared_data / "filings" / "AAPL_10-Q_FY2023Q3_2023-07-01.pdf") as document:
        text = document[3].get_textpage()
        found = text.search("81,797").get_next()
        assert found is not None
        first, last = text.get_charbox(found[0]), text.get_charbox(found[0] + found[1] - 1)
    assert_center(boxes[0], (first[0], first[1], last[2], last[3]))
    assert_covers_ink(page, marks(page, "quote").first)


def test_a_highlight_lies_on_the_gold_cells(apple: Library, page: Page, shared_data: Path) -> None:
    ask(page, apple.server, "What was Apple's total comprehensive income in the third quarter of 2023?")
    assert "PDF page 5, printed 2" in open_by_keyboard(page, "PDF page")
    boxes = shown_boxes(page, "quote")
    gold = [
        fact
        for fact in facts(shared_data)
        if fact["pdf_page_index"] == 4 and fact["row_label"] == "Total comprehensive income"
    ]
    assert [words for words, _, _ in boxes] == [fact["display"] for fact in gold]
    assert len(gold) == 4
    for box, fact in zip(boxes, gold, strict=True):
        assert_center(box, fact["pdf_bbox_userspace"])


def assert_center(shown: ShownBox, gold: Sequence[float]) -> None:
    """The centre of a box shown on a page of 612 × 792 points is that of a box in PDF user space, within 2 points."""
    _, (left, top, right, bottom), _ = shown
    gold_left, gold_bottom, gold_right, gold_top = gold
    assert 612 * (left + right) / 2 == pytest.approx((gold_left + gold_right) / 2, abs=TOLERANCE)
    assert 792 * (top + bottom) / 2 == pytest.approx(792 - (gold_bottom + gold_top) / 2, abs=TOLERANCE)


def facts(shared_data: Path) -> list[dict[str, Any]]:
    lines = (shared_data / "twins" / "AAPL_10-Q_FY2023Q3.pdf_fact_gold.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def test_the_html_twin_marks_the_same_row_in_the_isolated_frame(apple: Library, page: Page) -> None:
    ask(page, apple.server, "What were Apple's total net sales in the third quarter of 2023?")
    open_by_keyboard(page, "HTML section")
    frame = page.locator(".pane iframe")
    assert frame.get_attribute("sandbox") == "allow-same-origin"
    expect(page.locator(".pane")).to_contain_text("Scripts, links and remote content are off")
    shown = page.frame_locator(".pane iframe").locator('[data-role="quote"]')
    expect(shown).to_have_count(4)
    assert_covers_ink(page, shown.first)


def test_the_keyboard_goes_to_the_evidence_and_back_to_the_same_handle(samples: Library, page: Page) -> None:
    ask(page, samples.server, QUESTION)
    name = open_by_keyboard(page)
    assert "Orrinmere" in focused_label(page)
    page.keyboard.press("Escape")
    assert focused_label(page) == name


def test_a_figure_of_the_sample_report_is_marked_cell_by_cell_with_its_column_and_unit(
    samples: Library, page: Page
) -> None:
    ask(page, samples.server, QUESTION)
    open_by_keyboard(page)
    for role in ("quote", "row_label", "column_header", "unit"):
        assert shown_boxes(page, role), f"no region with the role {role}"
    assert len(shown_boxes(page, "quote")) >= 3
    assert_covers_ink(page, marks(page, "quote").first)


def test_pages_far_from_the_view_are_not_mounted(samples: Library, page: Page) -> None:
    ask(page, samples.server, QUESTION)
    open_by_keyboard(page)
    assert 0 < page.locator(".pane canvas").count() < 10


def test_a_question_that_the_filings_cannot_answer_is_said_so(samples: Library, page: Page) -> None:
    ask(page, samples.server, "Who won the football world cup in 1974?")
    expect(page.get_by_role("heading", name="Not in the sources")).to_be_visible()
    assert page.locator('button[aria-label^="Evidence"]').count() == 0


def test_an_answer_survives_a_reload(samples: Library, page: Page) -> None:
    ask(page, samples.server, QUESTION)
    handle(page).wait_for()
    page.reload()
    handle(page).wait_for()


def test_the_page_can_be_framed_by_nobody_and_frames_only_itself(samples: Library, page: Page) -> None:
    response = page.goto(samples.server.url)
    assert response is not None
    policy = response.headers["content-security-policy"]
    assert "frame-src 'self'" in policy
    assert "object-src 'none'" in policy


def test_an_answer_from_before_a_restatement_opens_what_it_cited_and_says_so(
    samples: Library, page: Page
) -> None:
    page.goto(f"{samples.server.url}/?answer={samples.earlier_answer}")
    handle(page).wait_for()
    page.locator('.pane[data-state="superseded"]').wait_for()
    expect(page.locator(".pane")).to_contain_text("A newer version replaces this filing.")
    expect(page.locator(".pane")).to_contain_text("Form 10-K/A")
    assert shown_boxes(page, "quote")[0][0] == "95,465"


def test_the_restated_figure_is_what_a_new_question_finds(samples: Library, page: Page) -> None:
    ask(page, samples.server, QUESTION)
    open_by_keyboard(page)
    assert shown_boxes(page, "quote")[0][0] == "93,345"


@pytest.mark.skipif(sys.platform != "linux", reason="which libraries a process has loaded is told by Linux")
def test_the_server_has_no_pdf_library_and_the_processes_that_draw_for_it_have(
    samples: Library, page: Page
) -> None:
    ask(page, samples.server, QUESTION)
    open_by_keyboard(page)
    server = psutil.Process(samples.server.process.pid)
    drawing = [child.pid for child in server.children() if "viewer.page_worker" in child.cmdline()]
    assert all(_has_loaded("pdfium", pid) for pid in drawing)
    assert drawing
    assert not _has_loaded("pdfium", server.pid)


def _has_loaded(library: str, pid: int) -> bool:
    return library in Path(f"/proc/{pid}/maps").read_text(encoding="utf-8")
