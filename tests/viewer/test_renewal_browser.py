"""Links that end while somebody reads: renewed before, renewed without a word when refused, and said when neither."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from pipeline.evidence.answer import Citation
from pipeline.evidence.passage import Passage
from pipeline.settings import Settings
from pipeline.store.database import Database
from tests.serving import served
from tests.viewer.app import PaneApp, opened
from tests.viewer.clocked import CLOCK
from tests.viewer.filing import cite, pdf_filing, unique
from viewer.drawing_process import ROOT
from viewer.links import BUCKET_SECONDS

ROW = "Total net sales 81,797 82,959"
LIVES = 2 * BUCKET_SECONDS
"""Seconds after which any link has ended."""


@dataclass
class Clocked:
    """A served app, and the clocks of its links."""

    app: PaneApp
    file: Path

    def move(self, *, making: float, reading: float) -> None:
        self.file.write_text(f"{making} {reading}")


@pytest.fixture(scope="module")
def served_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clocked]:
    folder = tmp_path_factory.mktemp("renewal")
    clock = folder / "clock"
    clock.write_text("0 0")
    environment = {"PYTHONPATH": str(ROOT), CLOCK: str(clock), "PINCITE_WORKERS": "0"}
    program = (sys.executable, "-m", "tests.viewer.clocked")
    with served(folder / "home", environment=environment, program=program) as server:
        database = Database.open(Settings(folder / "home"))
        try:
            yield Clocked(PaneApp(server.url, folder / "home", database), clock)
        finally:
            database.close()


@pytest.fixture
def clocked(served_once: Clocked) -> Clocked:
    served_once.move(making=0, reading=0)
    return served_once


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield context.new_page()
    context.close()


def two_filings(app: PaneApp) -> list[tuple[str, list[tuple[Citation, Passage]]]]:
    """Claims that cite the same row of two filings: the page of the second is fetched when it is opened."""
    claims = []
    for number in (1, 2):
        filing = app.store(unique(pdf_filing()))
        claims.append(("Sales.", [cite(filing, 0, ROW, [filing.span(0, ROW)], number=number)]))
    return claims


@dataclass
class Watched:
    """What the pane has asked the server for, and the states that it went through."""

    page: Page
    statuses: list[int]

    @classmethod
    def of(cls, page: Page) -> Watched:
        watched = cls(page, [])
        page.on("response", lambda response: watched._note(response.request, response.status))
        page.locator(".pane").evaluate(
            """pane => {
              window.states = [];
              const watching = new MutationObserver(() => window.states.push(pane.dataset.state));
              watching.observe(pane, { attributes: true, attributeFilter: ["data-state"] });
            }"""
        )
        return watched

    def _note(self, request: Request, status: int) -> None:
        if "/evidence/pages/" in request.url:
            self.statuses.append(status)

    @property
    def states(self) -> set[str]:
        return set(self.page.evaluate("window.states"))


def test_a_refused_page_comes_under_a_new_link_without_a_word(clocked: Clocked, page: Page) -> None:
    clocked.app.show(page, clocked.app.answer(two_filings(clocked.app)))
    opened(page, "1:E1")
    watched = Watched.of(page)
    clocked.move(making=LIVES, reading=LIVES)
    pane = opened(page, "2:E2")
    expect(pane.locator(".mark.value")).to_be_visible()
    assert 410 in watched.statuses, "the first link had ended"
    assert watched.states <= {"loading", "ready"}
    expect(pane.get_by_text("expired")).to_have_count(0)


def test_links_are_renewed_before_they_end(clocked: Clocked, page: Page) -> None:
    frames: list[object] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(frame)))
    page.clock.install()
    clocked.app.show(page, clocked.app.answer(two_filings(clocked.app)))
    pane = opened(page, "1:E1")
    mark = pane.locator(".mark.value").bounding_box()
    clocked.move(making=LIVES, reading=LIVES)
    until_quiet(page, frames)
    before = len(frames)
    page.clock.fast_forward(LIVES * 1000)
    until_quiet(page, frames)
    assert len(frames) > before, "the script has run"
    expect(pane).to_have_attribute("data-state", "ready")
    assert pane.locator(".mark.value").bounding_box() == mark, "nothing moves"
    watched = Watched.of(page)
    opened(page, "2:E2")
    assert watched.statuses
    assert set(watched.statuses) <= {200, 304}, "every page comes at once"
    assert watched.states <= {"loading", "ready"}


def test_a_verdict_under_an_ended_link_is_saved_under_a_new_one(clocked: Clocked, page: Page) -> None:
    answer_id = clocked.app.answer(two_filings(clocked.app))
    page.goto(f"{clocked.app.url}/review?answer={answer_id}&claim=1")
    expect(page.locator(".pane")).to_have_attribute("data-state", "ready", timeout=30_000)
    statuses: list[int] = []
    page.on(
        "response",
        lambda response: statuses.append(response.status) if "/review/verdicts" in response.url else None,
    )
    page.wait_for_timeout(200)
    clocked.move(making=LIVES, reading=LIVES)
    page.keyboard.press("1")
    expect(page.locator(".save-state")).to_have_text("Saved")
    assert statuses == [410, 200]
    expect(page.locator(".queue-row", has_text="You: Supported")).to_have_count(1)


def until_quiet(page: Page, frames: list[object]) -> None:
    """Until nothing has come from the server for two seconds."""
    count = -1
    while len(frames) > count:
        count = len(frames)
        page.wait_for_timeout(2000)


def test_a_link_that_cannot_be_renewed_is_said_to_have_expired(clocked: Clocked, page: Page) -> None:
    clocked.app.show(page, clocked.app.answer(two_filings(clocked.app)))
    opened(page, "1:E1")
    clocked.move(making=0, reading=LIVES)
    page.locator('.handle[data-key="2:E2"]').click()
    pane = page.locator(".pane")
    expect(pane).to_have_attribute("data-state", "failed", timeout=30_000)
    expect(pane.locator(".problem:visible").first).to_contain_text("The link to this page has expired.")
    clocked.move(making=LIVES, reading=LIVES)
    pane.get_by_role("button", name="Try again").first.click()
    expect(pane).to_have_attribute("data-state", "ready", timeout=30_000)
    expect(pane.locator(".mark.value")).to_be_visible()
