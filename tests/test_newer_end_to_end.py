"""Superseded evidence in a real browser: asked for in the newer version, opened there, and back to what was cited."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pipeline.evidence.answer import Answer, Citation, Claim
from pipeline.evidence.handle import CitationId
from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import Passage
from pipeline.evidence.text import TextRange
from pipeline.settings import Settings
from pipeline.store import answers, blocks, pages, passages
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL
from tests.fixtures.restated import CITED, amendment, report
from tests.serving import Served, command_json, served

ANSWER = UUID(int=7)

OUTCOMES = {
    "same": ("Same words, Text page 1 · no printed number", "Open the newer version at the matching words"),
    "moved": (
        "Same words, moved to Text page 4 · no printed number",
        "Open the newer version at the matching words",
    ),
    "changed_figure": (
        "Changed figure: 95,465 → 93,345, Text page 3 · no printed number",
        "Open the newer version at the matching row",
    ),
    "ambiguous": ("Ambiguous: choose", "Choose the place in the newer version"),
    "missing": ("Not in the newer version", "Open the newer version"),
}


@dataclass(frozen=True, slots=True)
class Library:
    server: Served
    newer_title: str


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A report that was cited once for each outcome, and the amendment that superseded it afterwards."""
    folder = tmp_path_factory.mktemp("restated")
    home = folder / "home"
    old = command_json(home, "ingest", str(_written(folder / "report.txt", report())))
    database = Database.open(Settings(home=home))
    try:
        with database.scoped(LOCAL) as conn:
            answers.save(conn, LOCAL.user_id, _answer(conn, UUID(old["version_id"])))
    finally:
        database.close()
    path = _written(folder / "amendment.txt", amendment())
    newer = command_json(home, "ingest", str(path), "--supersedes", old["version_id"])
    with served(home) as server:
        yield Library(server, newer["title"])


def _written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _answer(conn: Connection, version_id: UUID) -> Answer:
    """One claim and citation for each outcome, of the block that the words stand in."""
    cited: list[tuple[str, TextRange, Passage]] = []
    for page_index, words in CITED.values():
        text = pages.get(conn, version_id, page_index).text
        span = next(
            block.range
            for block in blocks.of_page(conn, version_id, page_index)
            if " ".join(block.range.of(text).split()).startswith(words)
        )
        (passage,) = (
            one for one in passages.of_page(conn, version_id, page_index) if one.range.contains(span)
        )
        cited.append((span.of(text), span, passage))
    packet = Packet.of((passage, "Report", 1.0) for _, _, passage in cited)
    claims = tuple(
        Claim(
            entry.handle.number,
            quote,
            (Citation(CitationId(entry.handle), entry.passage.id, quote, (span,)),),
        )
        for (quote, span, _), entry in zip(cited, packet.entries, strict=True)
    )
    now = datetime.now(UTC)
    return Answer(ANSWER, "What became of it?", "extractive", None, now, claims, packet)


@pytest.fixture(scope="module")
def page(browser: Browser, library: Library) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(30_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(f"{error}\n{error.stack}"))
    page.goto(f"{library.server.url}/?answer={ANSWER}")
    page.locator(".handle").first.wait_for()
    yield page
    context.close()
    assert errors == []


def opened(page: Page, outcome: str) -> Locator:
    """The pane with the superseded evidence of an outcome."""
    number = list(CITED).index(outcome) + 1
    page.locator(f'.handle[data-citation="E{number}"]').click()
    pane = page.locator(".pane")
    expect(pane.locator(".badge")).to_have_text(f"E{number}")
    expect(pane).to_have_attribute("data-state", "superseded", timeout=30_000)
    return pane


def quoted(page: Page) -> list[str]:
    """What is marked as the quote in the frame, by how it is drawn."""
    marked = page.frame_locator(".pane iframe").locator('[data-role="quote"]')
    marked.first.wait_for(state="attached")
    looks: list[str] = marked.evaluate_all("marks => marks.map((mark) => mark.dataset.look)")
    return looks


@pytest.mark.parametrize("outcome", list(OUTCOMES))
def test_each_outcome_is_asked_for_said_opened_and_left(library: Library, page: Page, outcome: str) -> None:
    words, forward = OUTCOMES[outcome]
    pane = opened(page, outcome)
    was_marked = quoted(page)
    pane.get_by_role("button", name="Find this in the newer version").press("Enter")
    expect(pane.locator(".notice")).to_contain_text(words, timeout=30_000)
    onwards = pane.get_by_role("button", name=forward)
    expect(onwards).to_be_focused()

    onwards.press("Enter")
    expect(pane.locator(".heading h2")).to_have_text(library.newer_title)
    expect(pane.locator(".heading h2")).to_be_focused()
    expect(pane.locator(".notice b")).to_have_text(f"{words}.")
    if outcome == "ambiguous":
        expect(pane).to_have_attribute("data-state", "ambiguous")
        expect(pane.get_by_role("radio")).to_have_count(2)
        expect(pane.get_by_role("radio").first).to_contain_text("Text page 5 · no printed number · Risks")
        pane.get_by_role("radio").first.focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(pane).to_have_attribute("data-state", "chosen", timeout=30_000)
        assert quoted(page)
    elif outcome == "missing":
        expect(pane).to_have_attribute("data-state", "quote_not_found", timeout=30_000)
        expect(page.frame_locator(".pane iframe").locator("[data-role]")).to_have_count(0)
    else:
        expect(pane).to_have_attribute("data-state", "newer", timeout=30_000)
        assert quoted(page)
        shown = "93,345" if outcome == "changed_figure" else CITED[outcome][1][:40]
        expect(pane.locator(".quote")).to_contain_text(shown)

    pane.get_by_role("button", name="Back to the cited version").press("Enter")
    expect(pane).to_have_attribute("data-state", "superseded", timeout=30_000)
    assert quoted(page) == was_marked


def test_what_was_found_outlives_a_reload_and_is_exported(library: Library, page: Page) -> None:
    page.reload()
    page.locator(".handle").first.wait_for()
    pane = opened(page, "changed_figure")
    expect(pane.locator(".notice")).to_contain_text("Changed figure: 95,465 → 93,345")
    told = command_json(library.server.home, "resolve", str(ANSWER), "E3")["successor"]
    assert (told["outcome"], told["title"]) == ("changed_figure", library.newer_title)
    assert told["changes"] == [{"before": "95,465", "after": "93,345", "answers": True}]


def test_the_command_line_looks_on_request(library: Library) -> None:
    told = command_json(library.server.home, "resolve", str(ANSWER), "E2", "--newer")["successor"]
    assert (told["outcome"], told["page_index"]) == ("moved", 3)


def test_the_library_opens_the_chain_and_names_both_versions(library: Library, page: Page) -> None:
    page.goto(f"{library.server.url}/library")
    opener = page.locator(".library tbody tr").get_by_role("link").first
    opener.wait_for()
    opener.focus()
    page.keyboard.press("Enter")
    chain = page.locator(".st-key-filing-panel ol.versions > li")
    expect(chain).to_have_count(2)
    expect(chain.first).to_contain_text("Current version")
    expect(chain.last).to_contain_text("Superseded")
