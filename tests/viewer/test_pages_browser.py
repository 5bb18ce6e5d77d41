"""Pages in the real app: sharp at every zoom, in their place when the view changes, few at a time."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from tests.viewer.app import PaneApp, opened
from tests.viewer.filing import cite, unique
from tests.viewer.page_filing import PAGES, many_pages, tiny_pages, words_of

CITED = (1, 20, 39)
LIVE_PAGES = 9
Opener = Callable[..., Page]


@pytest.fixture(scope="module")
def pdf() -> bytes:
    return many_pages()[0]


@pytest.fixture(scope="module")
def shown(pane_app: PaneApp, browser: Browser) -> Iterator[Opener]:
    """Opens an answer that cites three of the filing's pages, in a window of its own."""
    filing = pane_app.store(unique(many_pages()))
    claims = [
        (words_of(at), [cite(filing, at, words_of(at), [filing.span(at, words_of(at))], number=number)])
        for number, at in enumerate(CITED, start=1)
    ]
    answer = pane_app.answer(claims)
    contexts = []
    errors: list[str] = []

    def show(*, scale: float = 1, width: int = 1440, height: int = 900) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, device_scale_factor=scale)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        pane_app.show(page, answer)
        opened(page, "1:E1")
        return page

    yield show
    for context in contexts:
        context.close()
    assert errors == []


def _box(locator: Locator) -> dict[str, float]:
    box: dict[str, float] = locator.evaluate("node => node.getBoundingClientRect().toJSON()")
    return box


def _view(page: Page) -> Locator:
    return page.locator(".pane .sheets .view").first


def _sheet(page: Page, index: int) -> Locator:
    return page.locator(f'.pane .sheet[data-page="{index}"]')


def _settled(page: Page) -> None:
    """Until every image and tile that is wanted at this zoom has come."""
    page.wait_for_timeout(250)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(100)


def _zoom_to(page: Page, percent: int) -> None:
    page.locator(".pane .zoom").first.click()
    page.get_by_role("button", name=f"{percent}%", exact=True).last.click()


def _seen_blur(page: Page, pdf: bytes, index: int, scale: float) -> float:
    """The mean difference in grey levels between what is on screen of the fine print and PDFium's own drawing for
    exactly those pixels of the screen."""
    sheet, view = _box(_sheet(page, index)), _box(_view(page))
    left, top = max(sheet["left"], view["left"]) + 40, max(sheet["top"], view["top"]) + 60
    clip: FloatRect = {"x": left, "y": top, "width": 200.0, "height": 150.0}
    screen = Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("L")
    drawn = pypdfium2.PdfDocument(pdf)[index]
    ratio = sheet["width"] * scale / drawn.get_width()
    whole = drawn.render(scale=ratio).to_pil().convert("L")
    at = round((left - sheet["left"]) * scale), round((top - sheet["top"]) * scale)
    true = whole.crop((*at, at[0] + screen.width, at[1] + screen.height))
    assert ImageStat.Stat(true).stddev[0] > 20, "there is fine print here"
    return min(_difference(screen, true, x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))


def _difference(one: Image.Image, other: Image.Image, x: int, y: int) -> float:
    difference = ImageChops.difference(one, ImageChops.offset(other, x, y))
    inner = difference.crop((2, 2, difference.width - 2, difference.height - 2))
    return float(ImageStat.Stat(inner).mean[0])


@pytest.mark.parametrize("scale", [1, 2])
def test_a_page_is_drawn_for_the_screens_own_pixels_at_every_zoom(
    shown: Opener, pdf: bytes, scale: float
) -> None:
    page = shown(scale=scale)
    for percent in (50, 100, 200, 400):
        _zoom_to(page, percent)
        sheet = _box(_sheet(page, CITED[0]))
        assert sheet["width"] == pytest.approx(612 * percent / 100, abs=2)
        _view(page).evaluate(
            "(view, top) => view.scrollBy(0, top - view.getBoundingClientRect().top)",
            sheet["top"] + 185 * percent / 100,
        )
        _settled(page)
        assert _seen_blur(page, pdf, CITED[0], scale) < 2, f"blurred at {percent} %"


def test_zooming_at_the_pointer_keeps_the_point_under_it(shown: Opener) -> None:
    page = shown()
    view = _box(_view(page))
    x, y = view["left"] + 130, view["top"] + 420
    page.mouse.move(x, y)
    before = _point(page, CITED[0], x, y)
    for delta in (-240, -90, 150, -700):
        page.keyboard.down("Control")
        page.mouse.wheel(0, delta)
        page.keyboard.up("Control")
        page.wait_for_timeout(250)
        width = _box(_sheet(page, CITED[0]))["width"]
        after = _point(page, CITED[0], x, y)
        if width > view["width"]:  # a page narrower than the view stands in its middle
            assert after[0] == pytest.approx(before[0], abs=2 / width)
        assert after[1] == pytest.approx(before[1], abs=2 / width)


def _point(page: Page, index: int, x: float, y: float) -> tuple[float, float]:
    """A point of the screen in fractions of a page."""
    box = _box(_sheet(page, index))
    return (x - box["left"]) / box["width"], (y - box["top"]) / box["height"]


def test_the_reader_stays_where_he_was_when_the_window_changes(shown: Opener) -> None:
    page = shown()
    for key in ("0", "w", "f", "+"):
        page.keyboard.press(key)
        _view(page).evaluate("view => view.scrollBy(0, 3000)")
        page.wait_for_timeout(100)
        before = _middle(page)
        for width, height in ((1200, 900), (1500, 700), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(300)
            assert _middle(page) == pytest.approx(before, abs=0.04), (key, width)


def _middle(page: Page) -> float:
    """The page at the middle of the view and how far down it is, as one number."""
    script = """view => {
        const { top, height } = view.getBoundingClientRect();
        const middle = top + height / 2;
        const sheets = [...view.querySelectorAll(".sheet")];
        const sheet = sheets.findLast((one) => one.getBoundingClientRect().top <= middle);
        const box = sheet.getBoundingClientRect();
        return Number(sheet.dataset.page) + Math.min(1, (middle - box.top) / box.height);
    }"""
    middle: float = _view(page).evaluate(script)
    return middle


def test_evidence_that_was_seen_is_seen_after_the_window_has_changed(shown: Opener) -> None:
    page = shown()
    mark = page.locator(".pane .mark").first
    for width, height in ((1000, 900), (1440, 600), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(400)
        expect(mark).to_be_in_viewport(ratio=1)


def test_width_and_page_fit_the_view_and_the_next_evidence_opens_fitted(shown: Opener) -> None:
    page = shown()
    view = _box(_view(page))
    for key in ("w", "f"):
        page.keyboard.press(key)
        page.keyboard.press("]")
        page.locator(".pane .heading h2").first.focus()
        expect(page.locator(".pane .badge").first).to_have_text("E2" if key == "w" else "E3")
        page.wait_for_timeout(300)
        sheet = _box(_sheet(page, CITED[1] if key == "w" else CITED[2]))
        if key == "w":
            assert view["width"] - 60 < sheet["width"] < view["width"]
        else:
            assert view["height"] - 60 < sheet["height"] < view["height"]


def test_few_pages_exist_however_many_are_seen(pane_app: PaneApp, browser: Browser) -> None:
    filing = pane_app.store(unique(tiny_pages()))
    answer = pane_app.answer([("Sales.", [cite(filing, 40, "Sales", [filing.span(40, "Sales")])])])
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    pane_app.show(page, answer)
    pane = opened(page, "1:E1")
    _zoom_to(page, 100)
    page.wait_for_timeout(300)
    assert 3 < pane.locator(".sheet").count() <= LIVE_PAGES
    papers = pane.locator(".paper").all_inner_texts()
    assert "PDF page 40" in papers
    assert "PDF page 41" not in papers, "the cited one exists"
    expect(pane.locator(".mark")).to_be_visible()
    page.close()


def test_scrolling_through_the_filing_keeps_few_pages_and_frees_the_others(shown: Opener) -> None:
    page = shown()
    page.keyboard.press("f")
    for _ in range(60):
        _view(page).evaluate("view => view.scrollBy(0, view.clientHeight * 0.7)")
        page.wait_for_timeout(30)
        assert page.locator(".pane .sheet").count() <= LIVE_PAGES
    expect(_sheet(page, PAGES - 1)).to_be_visible()
    expect(_sheet(page, PAGES - 1)).not_to_have_attribute("aria-busy", "true")
    numbers = [int(one.get_attribute("data-page") or "") for one in page.locator(".pane .sheet").all()]
    assert numbers == sorted(numbers), "pages stand in their order"


def test_a_selection_outlives_the_mounting_of_other_pages(shown: Opener) -> None:
    page = shown()
    expect(_sheet(page, CITED[0]).locator(".page-words")).to_contain_text("segment")
    mark = _box(page.locator(".pane .mark").first)
    middle = mark["top"] + mark["height"] / 2
    page.mouse.move(mark["left"] + 1, middle)
    page.mouse.down()
    page.mouse.move(mark["left"] + mark["width"] - 1, middle, steps=4)
    page.mouse.up()
    selected = "view => (view.getRootNode().getSelection?.() ?? document.getSelection()).toString().trim()"
    assert _view(page).evaluate(selected) == words_of(CITED[0])
    _view(page).evaluate("view => view.scrollTo(0, view.scrollHeight)")
    expect(_sheet(page, PAGES - 1)).to_be_visible()
    expect(_sheet(page, CITED[0])).to_have_count(1)
    assert _view(page).evaluate(selected) == words_of(CITED[0])
    assert page.locator(".pane .sheet").count() <= LIVE_PAGES
    page.mouse.click(mark["left"], middle)
    _view(page).evaluate("view => view.scrollBy(0, -10)")
    expect(_sheet(page, CITED[0])).to_have_count(0)
