"""Find in the pane of the real app: what is marked, counted, listed and said, and the way back."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from reportlab.pdfgen.canvas import Canvas

from pipeline.evidence.document import BlockKind, ParsedDocument, TitleSource
from tests.viewer.app import PaneApp, opened, window
from tests.viewer.filing import HEIGHT, WIDTH, DrawnPage, Stored, cite, unique

PAGES = 14
TARGETS = {1: 1, 6: 2, 12: 1}
"""Pages with the words that are looked for, and how often they stand on each."""

WORDS = "impairment of goodwill"
CITED = "The company sells goods in Lisbon."


def filing() -> tuple[bytes, ParsedDocument]:
    """Fourteen pages, every other one with a printed number."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1)
    drawn = []
    for index in range(PAGES):
        page = DrawnPage(canvas, index)
        page.line(f"Note {index + 1}", BlockKind.HEADING, f"Note {index + 1}")
        page.line(CITED if index == 1 else f"Plain words of page {index + 1}.")
        for number in range(TARGETS.get(index, 0)):
            page.y = 300 + 200 * number
            page.line(f"An {WORDS.title() if number else WORDS} was tested in 2024.")
        canvas.showPage()
        drawn.append(page)
    canvas.save()
    return file.getvalue(), ParsedDocument(
        media_type="application/pdf",
        title="Example Holdings · Form 10-K · FY2024",
        title_source=TitleSource.COVER,
        pages=tuple(page.page(str(page.index) if page.index % 2 else None) for page in drawn),
        blocks=tuple(block for page in drawn for block in page.blocks),
        tables=(),
        render_version="pdfium-test",
        parser_version="test",
    )


@pytest.fixture(scope="module")
def stored(pane_app: PaneApp) -> Stored:
    return pane_app.store(unique(filing()))


@pytest.fixture(scope="module")
def shared_page(pane_app: PaneApp, browser: Browser, stored: Stored) -> Iterator[Page]:
    answer = pane_app.answer([("It sells goods.", [cite(stored, 1, CITED, [stored.span(1, CITED)])])])
    with window(browser) as page:
        pane_app.show(page, answer)
        yield page


@pytest.fixture
def page(shared_page: Page) -> Iterator[Page]:
    """The cited sentence of page 2, open and painted, and no search."""
    opened(shared_page, "1:E1")
    yield shared_page
    shared_page.unroute_all()
    if not shared_page.locator(".find").is_visible():
        shared_page.get_by_role("button", name="Find in this filing").click()
    for pressed in shared_page.locator(
        '.find-option[aria-pressed="true"], .find-option[aria-expanded="true"]'
    ).all():
        pressed.click()
    shared_page.locator(".find-input").fill("")
    shared_page.locator(".find-input").press("Escape")


def find(page: Page, words: str) -> Locator:
    """Opens the search by its key and types; the count beside the words."""
    page.keyboard.press("/")
    expect(page.locator(".find-input")).to_be_focused()
    page.keyboard.type(words)
    return page.locator(".find-count")


def heard(page: Page) -> Locator:
    return page.locator(".pane > .heard")


def percent_box(page: Page, mark: Locator, index: int) -> tuple[float, float]:
    """Where the middle of a mark is on its page, in points."""
    box = mark.bounding_box()
    sheet = page.locator(f'.sheet[data-page="{index}"]').bounding_box()
    assert box
    assert sheet
    across = (box["x"] + box["width"] / 2 - sheet["x"]) / sheet["width"] * WIDTH
    down = (box["y"] + box["height"] / 2 - sheet["y"]) / sheet["height"] * HEIGHT
    return across, down


def test_hits_of_the_whole_filing_are_marked_where_the_words_stand(page: Page, stored: Stored) -> None:
    expect(find(page, WORDS.upper())).to_have_text("1 of 4")
    for at, index in enumerate([1, 6, 6, 12], start=1):
        expect(page.locator(".find-count")).to_have_text(f"{at} of 4")
        current = page.locator(f'.sheet[data-page="{index}"] .hit.current')
        expect(current).to_be_in_viewport(ratio=1)
        expect(page.locator(".hit-number")).to_have_text(str(at))
        glyphs = stored.parsed.pages[index].glyphs
        span = stored.span(index, WORDS if at != 3 else WORDS.title())
        assert glyphs
        [box] = glyphs.pieces(span)
        across, down = percent_box(page, current, index)
        assert across == pytest.approx(box.x + box.width / 2, abs=0.6)
        assert down == pytest.approx(box.y + box.height / 2, abs=0.6)
        page.keyboard.press("Enter")
    expect(page.locator(".find-count")).to_have_text("1 of 4")
    page.keyboard.press("Shift+Enter")
    expect(page.locator(".find-count")).to_have_text("4 of 4")
    expect(heard(page)).to_have_text(
        re.compile(r"Hit 4 of 4, PDF page 13, no printed number\. An impairment")
    )


def test_a_hit_is_never_amber_and_leaves_the_evidence_as_it_is(page: Page) -> None:
    expect(find(page, "in Lisbon")).to_have_text("1 of 1")
    hit = page.locator(".hit.current")
    expect(hit).to_be_visible()
    expect(page.locator(".mark.passage")).to_be_visible()
    expect(page.locator(".pane")).to_have_attribute("data-state", "ready")
    fill = hit.evaluate("node => getComputedStyle(node, '::before').backgroundColor")
    red, green, blue = (float(part) for part in re.findall(r"[\d.]+", fill)[:3])
    assert blue > green > red


def test_the_search_closes_to_where_the_reader_was(page: Page) -> None:
    button = page.get_by_role("button", name="Next evidence")
    button.focus()
    expect(find(page, "tested")).to_have_text("1 of 4")
    expect(page.locator(".hit").first).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator(".find")).to_be_hidden()
    expect(button).to_be_focused()
    expect(page.locator(".hit")).to_have_count(0)
    page.keyboard.press("Control+f")
    expect(page.locator(".find-input")).to_be_focused()
    expect(page.locator(".find-count")).to_have_text("4")


def test_case_and_whole_words_narrow_the_search(page: Page) -> None:
    count = find(page, "Goodwill")
    expect(count).to_have_text("1 of 4")
    page.get_by_role("button", name="Match case").click()
    expect(count).to_have_text("1 of 1")
    page.locator(".find-input").fill("202")
    page.get_by_role("button", name="Match case").click()
    expect(count).to_have_text(re.compile("of 4$"))
    page.get_by_role("button", name="Whole words").click()
    said = page.locator(".find-said")
    expect(said).to_contain_text("“202” does not occur in this filing.")
    expect(heard(page)).to_contain_text("does not occur")
    said.get_by_role("button", name="Search without options").click()
    expect(count).to_have_text(re.compile("of 4$"))
    expect(said).to_be_hidden()
    expect(page.locator(".find-input")).to_be_focused()


def test_the_list_names_each_hits_page_and_words(page: Page) -> None:
    find(page, WORDS)
    page.get_by_role("button", name="List", exact=True).click()
    rows = page.get_by_role("listbox", name="Hits").get_by_role("option")
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).to_contain_text(f"An {WORDS} was tested in 2024.")
    expect(rows.nth(1)).to_contain_text("2 · PDF page 7 · no printed number")
    expect(rows.nth(0)).to_contain_text("1 · PDF page 2 · printed 1")
    expect(rows.nth(0)).to_have_attribute("aria-selected", "true")
    page.get_by_role("listbox", name="Hits").focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(rows.nth(3)).to_have_attribute("aria-selected", "true")
    expect(page.locator('.sheet[data-page="12"] .hit.current')).to_be_in_viewport()
    expect(page.locator(".hit-row.active")).to_have_count(1)


def test_a_long_list_draws_only_the_rows_in_view(page: Page) -> None:
    expect(find(page, "o")).to_have_text(re.compile(r"^\d of \d\d$"))
    page.get_by_role("button", name="List", exact=True).click()
    listbox = page.get_by_role("listbox", name="Hits")
    assert listbox.get_by_role("option").count() < 20
    listbox.focus()
    page.keyboard.press("End")
    total = page.locator(".find-count").text_content() or ""
    expect(page.locator(".hit-row.active")).to_contain_text(f"{total.split()[-1]} · PDF page")


def test_a_failing_search_says_so_and_tries_again(page: Page) -> None:
    def fail(route: Route) -> None:
        route.fulfill(status=503, content_type="application/json", body='{"message": "The store is away."}')

    page.route("**/evidence/find/**", fail)
    count = find(page, WORDS)
    said = page.locator(".find-said")
    expect(said).to_contain_text("The store is away.")
    expect(heard(page)).to_contain_text("The search failed.")
    expect(count).to_have_text("")
    page.unroute("**/evidence/find/**")
    said.get_by_role("button", name="Try again").click()
    expect(count).to_have_text("1 of 4")
    expect(said).to_be_hidden()
    page.route("**/evidence/pieces/**", fail)
    page.locator(".find-input").fill("Plain words")
    expect(said).to_contain_text("The store is away.")


def test_of_too_many_hits_those_around_the_page_are_gone_to(page: Page) -> None:
    def cut(route: Route) -> None:
        response = route.fetch()
        found = response.json()
        assert "near=1" in route.request.url
        route.fulfill(json={"total": 12_736, "first": 5_000, "hits": found["hits"][1:3]})

    page.route("**/evidence/find/**", cut)
    expect(find(page, WORDS)).to_have_text("5,001 of 12,736")
    expect(page.locator(".find-said")).to_contain_text("2 of 12,736 hits can be gone to, around this page.")
    page.keyboard.press("Enter")
    expect(page.locator(".find-count")).to_have_text("5,002 of 12,736")
    expect(page.locator(".hit-number")).to_have_text("5,002")


def test_keys_typed_into_the_search_are_words(page: Page) -> None:
    find(page, "n0[]gt?")
    expect(page.locator(".find-input")).to_have_value("n0[]gt?")
    expect(page.locator(".find-said")).to_contain_text("does not occur")
    expect(page.locator(".pane")).to_have_attribute("data-state", "ready")
