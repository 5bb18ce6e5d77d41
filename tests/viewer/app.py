"""The running app in the browser tests of the pane: filings and answers are put into its store, then opened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from playwright.sync_api import Browser, Locator, Page, expect

from pipeline.evidence.answer import Citation
from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.passage import Passage
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL
from tests.serving import command_json
from tests.viewer.filing import Stored, save_answer, store


@dataclass(frozen=True, slots=True)
class PaneApp:
    """A served data folder and its database, open beside the server."""

    url: str
    home: Path
    database: Database

    def store(self, filing: tuple[bytes, ParsedDocument], **options: Any) -> Stored:
        """Put a filing into the store as `tests.viewer.filing` makes it."""
        return store(self.database, LOCAL, self.home / "blobs", filing, **options)

    def ingest(self, path: Path) -> UUID:
        """Read a file as `pincite ingest` does; its version."""
        return UUID(command_json(self.home, "ingest", str(path))["version_id"])

    def answer(self, claims: Sequence[tuple[str, Sequence[tuple[Citation, Passage]]]]) -> UUID:
        """Store an answer of these claims."""
        with self.database.scoped(LOCAL) as conn:
            return save_answer(conn, LOCAL, claims)

    def show(self, page: Page, answer_id: UUID, **parameters: str) -> Locator:
        """Open an answer in a browser's page; the pane, once something is painted in it."""
        query = "&".join(
            f"{name}={value}" for name, value in {"answer": str(answer_id), **parameters}.items()
        )
        page.goto(f"{self.url}/?{query}")
        pane = page.locator(".pane")
        expect(pane).to_have_attribute("aria-busy", "false", timeout=30_000)
        return pane


@contextmanager
def window(browser: Browser) -> Iterator[Page]:
    """A wide window of its own, closed at the end; an error of any script in it fails the test."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(error.stack or str(error)))
    yield page
    page.close()
    assert not errors, f"scripts of the page failed: {errors}"


def opened(page: Page, key: str, state: str = "ready") -> Locator:
    """Click a handle ("1:E1") and wait for its evidence; the pane."""
    page.locator(f'.handle[data-key="{key}"]').click()
    pane = page.locator(".pane")
    expect(pane).to_have_attribute("data-state", state)
    expect(pane.locator(".badge").first).to_have_text(key.split(":")[1])
    return pane
