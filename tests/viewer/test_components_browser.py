"""The answer and the evidence pane in a real Streamlit app and a real browser."""

from __future__ import annotations

import io
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from playwright.sync_api import Browser, FrameLocator, Locator, Page, expect

from tests.viewer.stage.data import NEWER_TITLE, TITLE
from tests.viewer.stage.filing import FAR_PAGE, HEIGHT, PAGES, TABLE_PAGE, WIDTH, pdf, table

ROOT = Path(__file__).resolve().parents[2]
Opener = Callable[..., Page]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a running app."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "tests.viewer.stage.server", str(port)]
    server = subprocess.Popen(command, cwd=ROOT)
    try:
        url = f"http://127.0.0.1:{port}"
        _await_answer(server, url)
        yield url
    finally:
        server.terminate()
        server.wait(10)


def _await_answer(server: subprocess.Popen[bytes], url: str) -> None:
    for _ in range(150):
        assert server.poll() is None, "the app ended before it answered"
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
        else:
            return
    raise TimeoutError(f"the app did not answer at {url}")


@pytest.fixture(scope="module")
def opened(browser: Browser, address: str) -> Iterator[Opener]:
    """Opens the app in a window of its own; an error on any page fails the module."""
    contexts = []
    errors: list[str] = []

    def open_app(width: int = 1440, height: int = 900, scheme: str = "light", scale: float = 1) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            device_scale_factor=scale,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        page.locator(".handle:visible").first.wait_for(timeout=30_000)
        page.locator(".pane").wait_for()
        return page

    yield open_app
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture(scope="module")
def page(opened: Opener) -> Page:
    """One wide window for the tests that leave it as they found it: fitted, with any evidence open."""
    return opened()


def _handle(page: Page, key: str) -> Locator:
    return page.locator(f'.handle[data-key="{key}"]')


def _open(page: Page, key: str, state: str) -> Locator:
    _handle(page, key).click()
    pane = page.locator(".pane")
    expect(pane).to_have_attribute("data-state", state)
    expect(pane.locator(".badge")).to_have_text(key.split(":")[1])
    return pane


def _focused_key(page: Page) -> str | None:
    script = """() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return at?.dataset?.key ?? null;
    }"""
    key: str | None = page.evaluate(script)
    return key


def _box(locator: Locator) -> dict[str, float]:
    """In CSS pixels of its own frame; a mark that is redrawn in this moment is asked again."""
    script = "node => node.getBoundingClientRect().toJSON()"
    for _ in range(20):
        box: dict[str, float] = locator.evaluate(script)
        if box["width"]:
            return box
    raise AssertionError(f"{locator} has no box")


def _is_one_whole_line(chip: Locator) -> bool:
    """Whether nothing of its words is cut off or broken."""
    script = "one => one.scrollWidth <= one.clientWidth && one.clientHeight < 30"
    fits: bool = chip.evaluate(script)
    return fits


def _assert_on_region(pane: Locator, selector: str, text: str) -> None:
    """The mark's box in the DOM is the word's percent box of its page, within one pixel on every side."""
    mark = _box(pane.locator(selector).first)
    sheet = _box(pane.locator(f'.sheet[data-page="{TABLE_PAGE}"]'))
    region = table()[text].region(TABLE_PAGE, "quote")
    for side, start, length in (("left", "left", "width"), ("top", "top", "height")):
        share = float(str(region[side])) / 100
        assert mark[side] == pytest.approx(sheet[start] + share * sheet[length], abs=1)
        extent = float(str(region[length])) / 100
        assert mark[length] == pytest.approx(extent * sheet[length], abs=1)


def test_enter_on_a_handle_opens_it_and_moves_the_focus_to_the_heading(page: Page) -> None:
    _handle(page, "1:E1").focus()
    page.keyboard.press("Enter")
    heading = page.locator(".pane .heading h2")
    expect(heading).to_have_text(TITLE)
    expect(heading).to_be_focused()
    expect(page.locator(".pane")).to_have_attribute("data-state", "ready")
    expect(page.locator(".pane [role=status]")).to_have_text("Opened E1, PDF page 4")


def test_a_citation_is_pressed_and_solid_wherever_it_stands(page: Page) -> None:
    _open(page, "1:E1", "ready")
    for key in ("1:E1", "4:E1"):
        expect(_handle(page, key)).to_have_attribute("aria-pressed", "true")
        expect(_handle(page, key)).to_have_attribute("data-shown", "marked")
    expect(_handle(page, "1:E2")).to_have_attribute("aria-pressed", "false")


def test_escape_returns_to_the_same_handle_even_after_the_script_ran_again(page: Page) -> None:
    _handle(page, "4:E1").focus()
    page.keyboard.press("Space")
    expect(page.locator(".pane .heading h2")).to_be_focused()
    page.keyboard.press("Escape")
    assert _focused_key(page) == "4:E1"
    page.get_by_role("button", name="Run again").click()
    expect(page.get_by_text("Runs: 1")).to_be_visible()
    expect(page.locator(".pane")).to_have_attribute("data-state", "ready")
    page.locator(".pane .heading h2").focus()
    page.keyboard.press("Escape")
    assert _focused_key(page) == "4:E1"


def test_brackets_and_n_step_through_evidence_and_regions(page: Page) -> None:
    pane = _open(page, "1:E1", "ready")
    expect(pane.locator(".toolbar")).to_contain_text("Region 1 of 2")
    page.keyboard.press("n")
    expect(pane.locator(".toolbar")).to_contain_text("Region 2 of 2")
    _assert_on_region(pane, ".mark.value", "82,959")
    page.keyboard.press("]")
    expect(pane.locator(".badge")).to_have_text("E2")
    page.keyboard.press("[")
    expect(pane.locator(".badge")).to_have_text("E1")
    expect(pane.locator(".toolbar")).to_contain_text("E1 of 14")


@pytest.mark.parametrize(("width", "height", "scale"), [(1440, 900, 1), (820, 1180, 1), (1440, 900, 2)])
def test_a_mark_lies_on_its_percent_box_at_every_zoom(
    opened: Opener, width: int, height: int, scale: float
) -> None:
    page = opened(width, height, scale=scale)
    pane = _open(page, "1:E1", "ready")
    for key in ("", "+", "+", "-", "0"):
        if key:
            page.keyboard.press(key)
        _assert_on_region(pane, ".mark.value", "81,797")
        _assert_on_region(pane, '.mark[data-role="unit"]', "(In millions)")
        expect(pane.locator(".mark.value")).to_be_in_viewport(ratio=1)


def test_zooming_keeps_the_cited_value_where_it_is(page: Page) -> None:
    pane = _open(page, "1:E1", "ready")
    before = _box(pane.locator(".mark.value"))
    page.keyboard.press("+")
    after = _box(pane.locator(".mark.value"))
    assert after["width"] > before["width"]
    assert after["left"] + after["width"] / 2 == pytest.approx(before["left"] + before["width"] / 2, abs=2)
    page.keyboard.press("0")


def test_the_tag_stands_where_nothing_is_printed(page: Page) -> None:
    pane = _open(page, "1:E1", "ready")
    sheet, tag = _box(pane.locator(f'.sheet[data-page="{TABLE_PAGE}"]')), _box(pane.locator(".tag"))
    assert pane.locator(".tag").text_content() == "E1"
    document = pypdfium2.PdfDocument(pdf())
    image = document[TABLE_PAGE].render(scale=sheet["width"] / WIDTH).to_pil().convert("L")
    left, top = tag["left"] - sheet["left"], tag["top"] - sheet["top"]
    under = image.crop((int(left), int(top), int(left + tag["width"]), int(top + tag["height"])))
    assert min(under.tobytes()) > 200, "the tag covers print"


def test_the_canvas_under_a_mark_shows_the_pages_ink(page: Page) -> None:
    pane = _open(page, "1:E1", "ready")
    shot = Image.open(io.BytesIO(pane.locator(".mark.value").screenshot())).convert("L")
    levels = set(shot.tobytes())
    assert min(levels) < 110, "no ink under the mark"
    assert max(levels) > 150, "the mark hides the paper"


def test_pages_far_from_the_view_are_not_mounted(page: Page) -> None:
    pane = _open(page, "1:E1", "ready")
    expect(pane.locator(f'.sheet[data-page="{TABLE_PAGE}"]')).to_have_count(1)
    _open(page, "1:E2", "ready")
    expect(pane.locator(f'.sheet[data-page="{TABLE_PAGE}"]')).to_have_count(0)
    expect(pane.locator(f'.sheet[data-page="{FAR_PAGE}"] .mark.passage')).to_be_visible()
    assert pane.locator(".sheet").count() <= 6
    pane.locator(".view").evaluate("view => view.scrollTo(0, 0)")
    expect(pane.locator('.sheet[data-page="0"]')).to_have_count(1)
    expect(pane.locator(f'.sheet[data-page="{FAR_PAGE}"]')).to_have_count(0)
    pane.get_by_role("button", name="E2: PDF page 11").click()
    expect(pane.locator(f'.sheet[data-page="{FAR_PAGE}"] .mark.passage')).to_be_in_viewport()


def test_the_unit_is_named_at_the_edge_when_it_is_out_of_view(page: Page) -> None:
    pane = _open(page, "1:E1", "ready")
    expect(pane.locator(".edge.unit")).to_have_count(0)
    pane.locator(".view").evaluate("view => view.scrollBy(0, 120)")
    chip = pane.get_by_role("button", name="unit: In millions")
    chip.click()
    expect(pane.locator('.mark[data-role="unit"]')).to_be_in_viewport(ratio=1)


def test_row_and_column_are_named_at_the_edge_of_a_view_that_shows_the_value_alone(opened: Opener) -> None:
    page = opened()
    pane = _open(page, "1:E1", "ready")
    expect(pane.locator(".edge")).to_have_count(0)
    for _ in range(9):
        page.keyboard.press("+")
    expect(pane.locator(".said.zoom")).to_have_text("400%")
    expect(pane.locator(".mark.value")).to_be_in_viewport(ratio=1)
    row = pane.get_by_role("button", name="row: Total net sales")
    assert _is_one_whole_line(row)
    row.click()
    expect(pane.locator('.mark[data-role="row_label"]')).to_be_in_viewport(ratio=1)
    expect(pane.get_by_role("button", name="E1: PDF page 4")).to_be_visible()
    page.keyboard.press("0")
    pane.locator(".view").evaluate("view => view.scrollBy(0, 160)")
    column = pane.get_by_role("button", name="column: 2023")
    assert _is_one_whole_line(column)
    column.click()
    expect(pane.locator('.mark[data-role="column_header"]')).to_be_in_viewport(ratio=1)


def test_every_state_says_its_words(page: Page) -> None:
    pane = _open(page, "2:E3", "superseded")
    expect(pane.locator(".notice")).to_contain_text("A newer filing restates this figure. 79,990 in FY2024.")
    expect(pane.locator(".pill")).to_have_text("Superseded")
    expect(pane.locator(".mark.value")).to_be_visible()
    pane.get_by_role("button", name="Open the newer version at the matching row").click()
    expect(pane.locator(".badge")).to_have_text("E1")

    pane = _open(page, "3:E5", "denied")
    expect(pane.locator(".heading")).to_contain_text("Evidence in a restricted document")
    expect(pane.locator(".heading")).to_contain_text("Title, page and quote are withheld")
    expect(pane).to_contain_text("You do not have access to this document.")
    expect(pane.locator(".quote")).to_be_hidden()
    expect(pane.locator(".badge")).to_have_attribute("data-shown", "withheld")

    pane = _open(page, "3:E6", "unavailable")
    expect(pane).to_contain_text("The stored file does not match its checksum, so the page is not shown.")
    expect(pane.locator(".quote")).to_contain_text("Stored with the citation")
    expect(pane.get_by_role("button", name="Try again")).to_be_visible()

    pane = _open(page, "3:E7", "quote_not_found")
    expect(pane.locator(".strip-note")).to_contain_text("nothing is marked")
    expect(pane.locator(f'.sheet[data-page="{TABLE_PAGE}"]')).to_be_visible()
    expect(pane.locator(".mark")).to_have_count(0)


def test_superseded_evidence_is_found_in_the_newer_version_by_keyboard_and_back(opened: Opener) -> None:
    page = opened()
    pane = _open(page, "4:E14", "superseded")
    find = pane.get_by_role("button", name="Find this in the newer version")
    find.focus()
    page.keyboard.press("Enter")
    expect(pane.locator(".notice")).to_contain_text("The database is away.", timeout=20_000)
    expect(find).to_be_focused()
    expect(find).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    forward = pane.get_by_role("button", name="Open the newer version at the matching row")
    expect(forward).to_be_focused()
    expect(pane.locator(".notice")).to_contain_text("Changed figure: 21,213 → 81,797, PDF page 4 · printed 2")
    expect(pane.locator("[role=status]")).to_contain_text("In the newer version: Changed figure")
    _assert_on_region(pane, ".mark.value", "21,213")

    page.keyboard.press("Enter")
    expect(pane).to_have_attribute("data-state", "newer")
    expect(pane.locator(".heading h2")).to_have_text(NEWER_TITLE)
    expect(pane.locator(".heading h2")).to_be_focused()
    expect(pane.locator(".pill")).to_have_text("Newer version")
    _assert_on_region(pane, ".mark.value", "81,797")
    expect(_handle(page, "4:E14")).to_have_attribute("aria-pressed", "true")
    expect(pane.locator(".toolbar")).to_contain_text("E14 of 14")

    pane.get_by_role("button", name="Back to the cited version").press("Enter")
    expect(pane).to_have_attribute("data-state", "superseded")
    _assert_on_region(pane, ".mark.value", "21,213")
    page.keyboard.press("Escape")
    assert _focused_key(page) == "4:E14"


def test_a_footnote_is_drawn_lightly_named_and_said(opened: Opener) -> None:
    page = opened()
    pane = _open(page, "4:E14", "superseded")
    note = pane.locator('.mark[data-role="footnote"]')
    expect(note).to_have_class(re.compile(r"\baside\b"))
    _assert_on_region(pane, '.mark[data-role="footnote"]', "Products")
    expect(pane.locator(".caption", has_text="note")).to_be_visible()
    expect(pane.locator(".footer")).to_contain_text("Row, column, unit, note")
    expect(pane.get_by_role("group", name="note Products")).to_be_visible()
    pane.locator(".view").evaluate("view => view.scrollBy(0, 160)")
    pane.get_by_role("button", name="note: Products").click()
    expect(note).to_be_in_viewport(ratio=1)


def test_an_ambiguous_quote_marks_nothing_until_the_analyst_chooses(page: Page) -> None:
    pane = _open(page, "2:E4", "ambiguous")
    expect(pane).to_contain_text(
        "The quote fits two rows. Choose the one the claim means. Nothing is marked as evidence until you do."
    )
    expect(pane.locator(".mark")).to_have_count(0)
    expect(pane.get_by_role("button", name="Use this place")).to_be_disabled()
    expect(_handle(page, "2:E4")).to_have_attribute("data-shown", "known")
    pane.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(pane.get_by_role("radio", name="Total net sales")).to_be_checked()
    page.keyboard.press("Enter")
    expect(pane).to_have_attribute("data-state", "chosen")
    expect(pane.locator(".pill")).to_have_text("Chosen by you")
    _assert_on_region(pane, ".mark.value", "81,797")
    expect(_handle(page, "2:E4")).to_have_attribute("data-shown", "marked")


def test_pages_that_the_browser_cannot_be_given_are_said_with_a_next_step(page: Page) -> None:
    pane = _open(page, "1:E1", "ready")
    page.keyboard.press("v")
    opinion = pane.get_by_role("group", name="Second opinion")
    words = opinion.get_by_text("The pages could not be cut out of the file.")
    expect(words).to_be_visible(timeout=30_000)
    expect(opinion).to_contain_text("Pincite’s own pages are still here")
    opinion.get_by_role("button", name="Try again").click()
    expect(opinion.get_by_role("button", name="Back to Pincite")).to_be_focused()
    expect(words).to_be_visible(timeout=30_000)
    page.keyboard.press("Escape")
    expect(opinion).to_be_hidden()
    expect(pane.get_by_role("button", name="Original")).to_be_focused()
    _assert_on_region(pane, ".mark.value", "81,797")


def test_an_expired_link_is_renewed_without_a_word(page: Page) -> None:
    pane = page.locator(".pane")
    _handle(page, "3:E8").click()
    expect(pane.locator(".badge").first).to_have_text("E8")
    expect(pane).to_have_attribute("data-state", "ready", timeout=30_000)  # after the script has run twice
    _assert_on_region(pane, ".mark.value", "81,797")


def test_an_html_mark_lies_over_its_words_and_no_script_of_the_filing_runs(page: Page) -> None:
    title = page.title()
    pane = _open(page, "4:E9", "ready")
    frame = pane.frame_locator("iframe")
    mark = frame.locator('[data-role="quote"]')
    word = frame.locator("#b2 td:last-child")
    over, under = _box(mark), _box(word)
    assert under["left"] <= over["left"]
    assert over["right"] <= under["right"]
    assert under["top"] <= over["top"] + 1
    assert over["bottom"] <= under["bottom"] + 1
    assert over["width"] == pytest.approx(under["width"] - 40, abs=1), "the cell's padding is 20 px a side"
    expect(mark).to_be_in_viewport()
    assert mark.evaluate("node => getComputedStyle(node).opacity") == "1"
    expect(pane.locator("iframe")).to_have_attribute("sandbox", "allow-same-origin")
    expect(pane).to_contain_text("Isolated frame. Scripts, links and remote content are off.")
    assert page.title() == title

    _open(page, "4:E10", "ready")
    _assert_over_the_bold_figure(frame)
    page.keyboard.press("+")
    _assert_over_the_bold_figure(frame)
    page.keyboard.press("0")

    _open(page, "4:E11", "quote_not_found")
    expect(pane.locator(".strip-note")).to_contain_text("do not stand at their stored place")
    expect(frame.locator("[data-role]")).to_have_count(0)


def _assert_over_the_bold_figure(frame: FrameLocator) -> None:
    """The quote of 4:E10 starts inside the paragraph, with its second 81,797."""
    mark, figure = _box(frame.locator('[data-look="passage"]').first), _box(frame.locator("#b1 b"))
    assert mark["left"] == pytest.approx(figure["left"], abs=1)
    assert mark["top"] == pytest.approx(figure["top"], abs=1)


def test_a_box_that_is_not_on_its_page_is_refused_and_said(page: Page) -> None:
    pane = _open(page, "4:E12", "quote_not_found")
    expect(pane.locator(".strip-note")).to_contain_text("nothing is marked")
    expect(pane.locator(".mark")).to_have_count(0)
    expect(_handle(page, "4:E12")).to_have_attribute("data-shown", "known")


def test_a_frame_that_fails_says_why(page: Page) -> None:
    pane = _open(page, "4:E13", "failed")
    expect(pane).to_contain_text("The link to this filing has expired.")
    expect(pane.get_by_role("button", name="Try again")).to_be_visible()
    _open(page, "4:E9", "ready")


def test_below_900_pixels_one_claim_stays_above_its_evidence(opened: Opener) -> None:
    page = opened(820, 1180)
    answer = page.locator(".answer")
    expect(answer).to_contain_text("Claim 1 of 4")
    expect(answer.locator(".claim:visible")).to_have_count(1)
    answer.get_by_role("button", name="Next claim").click()
    expect(answer).to_contain_text("Claim 2 of 4")
    _open(page, "2:E3", "superseded")
    assert _box(answer)["bottom"] <= _box(page.locator(".pane"))["top"]
    expect(page.locator(".pane .mark.value")).to_be_in_viewport()
    answer.get_by_role("button", name="Show all claims").click()
    expect(answer.locator(".claim:visible")).to_have_count(4)


def test_the_dark_theme_is_taken_from_streamlit_and_pages_stay_white(opened: Opener) -> None:
    page = opened(scheme="dark")
    pane = _open(page, "1:E1", "ready")
    expect(pane).to_have_attribute("data-theme", "dark")
    filtered = pane.locator(".sheet").first.evaluate("node => getComputedStyle(node).filter")
    assert filtered == "brightness(0.93)"


def test_a_paint_is_reported_with_its_time(page: Page) -> None:
    script = "() => document.addEventListener('pincite:painted', ({ detail }) => (window.painted = detail))"
    page.evaluate(script)
    _open(page, "1:E1", "ready")
    page.wait_for_function("() => window.painted")
    painted = page.evaluate("() => window.painted")
    assert painted["key"] == "1:E1"
    assert painted["state"] == "ready"
    assert 0 < painted["ms"] < 10_000


def test_the_percent_boxes_of_this_suite_hold_their_words() -> None:
    """The gold of the tests above against PDFium's own reading."""
    page = pypdfium2.PdfDocument(pdf())[TABLE_PAGE]
    text = page.get_textpage()
    for word in table().values():
        middle = HEIGHT - word.baseline + 3
        read = text.get_text_bounded(word.left - 1, middle - 2, word.left + word.width + 1, middle + 2)
        assert read.strip() == word.text


def test_a_page_says_what_is_missing_from_it(opened: Opener) -> None:
    page = opened()
    _open(page, "1:E1", "ready")
    page.locator(".sheets .view").evaluate("view => { view.scrollTop = view.scrollHeight; }")
    note = page.locator(f'.sheet[data-page="{PAGES - 1}"] .note')
    expect(note).to_contain_text("No text on this page: it is a picture.")
    expect(note).to_contain_text("the server has no font for them")
    others = page.locator(f'.sheet:not([data-page="{PAGES - 1}"]) .note')
    assert all(not text for text in others.all_inner_texts())


def test_a_run_of_the_script_that_changes_nothing_neither_moves_nor_mounts(opened: Opener) -> None:
    page = opened()
    _open(page, "1:E1", "ready")
    view = page.locator(".sheets .view").first
    view.evaluate("view => view.scrollBy(0, 333)")
    page.wait_for_timeout(300)
    remember = """view => {
        window.before = { top: view.scrollTop, sheets: [...view.querySelectorAll(".sheet")] };
        window.changes = 0;
        new MutationObserver((records) => (window.changes += records.length)).observe(
            view.querySelector(".list"), { childList: true });
    }"""
    view.evaluate(remember)
    page.get_by_role("button", name="Run again").click()
    expect(page.get_by_text("Runs: 1")).to_be_visible()
    page.wait_for_timeout(300)
    same = """view => [
        view.scrollTop - window.before.top,
        window.before.sheets.every((sheet) => sheet.isConnected),
        window.changes,
    ]"""
    assert view.evaluate(same) == [0, True, 0]
