"""Copying in the real app: links, the citation in its forms, and its marked lines as a picture."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.viewer.app import PaneApp, opened
from tests.viewer.filing import HEIGHT, WIDTH, Stored, cite, html_filing, pdf_filing, unique

ROW = "Total net sales 81,797 82,959"
WORDS = "Net  sales were\u00a0$ 21 million"
MARGIN = 116
"""Pixels at the left of a picture, where the tag stands."""
Pixels = npt.NDArray[np.int16]
AMBER = (244, 180, 26)
PLAIN = """async () => {
    const [item] = await navigator.clipboard.read();
    return [...new Uint8Array(await (await item.getType("image/png")).arrayBuffer())];
}"""
"""The bytes of the picture on the clipboard."""
FOCUSED = "pane => pane.getRootNode().activeElement.ariaLabel"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield context
    context.close()


@pytest.fixture(scope="module")
def report(pane_app: PaneApp) -> Stored:
    return pane_app.store(unique(pdf_filing()))


@pytest.fixture(scope="module")
def answer(pane_app: PaneApp, report: Stored) -> str:
    """E1 a table row of a PDF, E2 a sentence in HTML, E3 a row of a filing without access."""
    web = pane_app.store(unique(html_filing()))
    secret = pane_app.store(unique(pdf_filing()), restricted=True)
    claims = [
        ("Net sales were 81,797.", [cite(report, 0, ROW, [report.span(0, ROW)], number=1)]),
        ("Net sales were $ 21 million.", [cite(web, 0, WORDS, [web.span(0, WORDS)], number=2)]),
        ("A secret.", [cite(secret, 0, ROW, [secret.span(0, ROW)], number=3)]),
    ]
    return str(pane_app.answer(claims))


def show(pane_app: PaneApp, context: BrowserContext, answer: str, key: str, state: str = "ready") -> Page:
    page = context.new_page()
    page.goto(f"{pane_app.url}/?answer={answer}")
    expect(page.locator(".pane")).to_have_attribute("aria-busy", "false", timeout=30_000)
    opened(page, key, state)
    page.locator(".pane").get_by_role("button", name="Copy or share").click()
    return page


def item(page: Page, words: str) -> Locator:
    return page.locator(".copying .item", has_text=words)


def copied(page: Page, words: str) -> str:
    """What an item puts on the clipboard."""
    page.evaluate("navigator.clipboard.writeText('')")
    pressed = item(page, words).element_handle()
    pressed.click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()) !== ''")
    assert pressed.inner_text() == "Copied"
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def test_the_link_and_the_three_forms_are_copied(
    pane_app: PaneApp, context: BrowserContext, answer: str
) -> None:
    page = show(pane_app, context, answer, "1:E1")
    link = copied(page, "Link to this evidence")
    assert link == f"{pane_app.url}/?answer={answer}&evidence=1:E1&region=1"
    assert copied(page, "Citation as plain text").splitlines() == [
        "“Total net sales | 81,797 | 82,959”",
        "Column: 2024; 2023. Unit: (In millions)",
        "Example Holdings · Form 10-K · FY2024 · PDF page 1 of 2 · printed 38 · Statements of operations",
        "E1: quote verbatim; current version",
        link,
    ]
    markdown = copied(page, "Citation as Markdown").splitlines()
    assert markdown[0] == "> Total net sales | 81,797 | 82,959"
    assert markdown[-1] == f"[Open E1 in Pincite]({link})"
    exported = json.loads(copied(page, "Citation as JSON"))
    assert exported["page_dimensions"] == {"width": WIDTH, "height": HEIGHT}
    assert {region["text"] for region in exported["regions"]} >= {"81,797", "82,959", "(In millions)"}
    page.keyboard.press("Escape")
    expect(page.locator(".copying")).to_be_hidden()
    assert page.locator(".pane").evaluate(FOCUSED) == "Copy or share"
    page.keyboard.press("l")
    expect(page.locator(".strip-note")).to_contain_text("Link copied")


@pytest.mark.parametrize(("key", "mark"), [("1:E1", (255, 203, 87)), ("2:E2", (255, 230, 158))])
def test_the_marked_lines_become_a_picture(
    pane_app: PaneApp, context: BrowserContext, answer: str, key: str, mark: tuple[int, int, int]
) -> None:
    page = show(pane_app, context, answer, key)
    item(page, "Marked lines as a picture").click()
    expect(page.locator(".copying .item", has_text="Copied")).to_be_visible(timeout=15_000)
    picture = pixels(bytes(page.evaluate(PLAIN)))
    assert share(picture, AMBER) > 0, "the tag"
    picture = picture[:, MARGIN:]
    marked = near(picture, mark, 12)
    top, bottom = np.flatnonzero(marked.any(axis=1))[[0, -1]]
    inside = picture[top:bottom][:, np.flatnonzero(marked.any(axis=0))]
    assert (inside.max(axis=-1) < 110).sum() > 50, "the figure shows through its mark"
    assert bottom < 0.75 * len(picture), "the caption stands below"


def test_a_picture_is_saved_where_it_cannot_be_copied(
    pane_app: PaneApp, context: BrowserContext, answer: str
) -> None:
    context.add_init_script("delete window.ClipboardItem")
    page = show(pane_app, context, answer, "1:E1")
    with page.expect_download() as download:
        item(page, "Marked lines as a picture").click()
    assert download.value.suggested_filename == (
        "E1 Example Holdings Form 10-K FY2024 PDF page 1 printed 38.png"
    )
    expect(page.locator(".copying-said")).to_contain_text("cannot copy pictures here, so it was saved")
    picture = pixels(Path(download.value.path()).read_bytes())
    assert share(picture, AMBER) > 0


def test_text_that_cannot_be_copied_is_offered_to_copy_by_hand(
    pane_app: PaneApp, context: BrowserContext, answer: str
) -> None:
    context.add_init_script(
        "navigator.clipboard.writeText = () => Promise.reject(new Error()); document.execCommand = () => false;"
    )
    page = show(pane_app, context, answer, "1:E1")
    item(page, "Citation as plain text").click()
    expect(page.locator(".copying-said")).to_contain_text("The browser refused to copy")
    assert page.get_by_label("To copy").input_value().startswith("“Total net sales")


def test_nothing_of_a_withheld_citation_can_be_copied(
    pane_app: PaneApp, context: BrowserContext, answer: str
) -> None:
    page = show(pane_app, context, answer, "3:E3", "denied")
    expect(page.locator(".copying .item")).to_have_count(1)
    expect(page.locator(".copying")).to_contain_text("there is nothing else to copy")
    assert copied(page, "Link to this evidence").endswith(f"?answer={answer}&evidence=3:E3")


def pixels(data: bytes) -> Pixels:
    image = Image.open(io.BytesIO(data))
    assert image.format == "PNG"
    return np.asarray(image.convert("RGB"), dtype=np.int16)


def near(picture: Pixels, colour: tuple[int, int, int], most: int) -> npt.NDArray[np.bool_]:
    """The pixels that differ from a colour by at most so much in each channel."""
    return np.asarray(np.abs(picture - np.array(colour)).max(axis=-1) <= most)


def share(picture: Pixels, colour: tuple[int, int, int]) -> float:
    return float(near(picture, colour, 6).mean())
