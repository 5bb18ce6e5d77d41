"""Reviewed answers taken away from the Review page, and brought back, in the running app."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from pipeline.exchange.formats import Format, read
from pipeline.store import reviewers
from pipeline.store.scope import LOCAL
from tests.reviewed import judge
from tests.viewer.app import PaneApp
from tests.viewer.filing import cite, pdf_filing, unique
from tests.viewer.review.asking import ROW


def test_reviewed_answers_leave_as_a_file_and_are_known_when_they_come_back(
    browser: Browser, pane_app: PaneApp, tmp_path: Path
) -> None:
    report = pane_app.store(unique(pdf_filing()))
    answer_id = pane_app.answer([("Net sales were 81,797.", [cite(report, 0, ROW, [report.span(0, ROW)])])])
    with pane_app.database.scoped(LOCAL) as conn:
        dora = reviewers.add(conn, f"Dora {answer_id.hex[:6]}")
        eve = reviewers.add(conn, f"Eve {answer_id.hex[:6]}")
        said = judge(conn, answer_id, 1, dora)
    context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    page = context.new_page()
    try:
        open_menu(page, pane_app, eve.id)
        expect(page.get_by_text("has judged no claim")).to_be_visible()
        expect(page.get_by_role("link", name="Web Annotations")).to_have_count(0)
        open_menu(page, pane_app, dora.id)
        with page.expect_download() as download:
            page.get_by_role("link", name="Web Annotations").click()
        file = tmp_path / download.value.suggested_filename
        file.write_bytes(Path(download.value.path()).read_bytes())
        (record,) = read(file.read_bytes(), file.name)
        assert file.suffix == f".{Format.JSONLD}"
        assert (record.answer.id, record.verdicts[0].id) == (answer_id, said.id)
        send(page, file)
        expect(page.get_by_text("Here already: 1 answer, 1 verdict, 0 marked places.")).to_be_visible()
        file.write_bytes(file.read_bytes().replace(b"81,797", b"81,798"))
        open_menu(page, pane_app, dora.id)
        send(page, file)
        expect(page.get_by_text(f"Not changed: the answer {answer_id}")).to_be_visible()
    finally:
        context.close()


def open_menu(page: Page, app: PaneApp, reviewer_id: Any) -> None:
    page.goto(f"{app.url}/review?as={reviewer_id}")
    expect(page.locator(".pane")).to_have_attribute("aria-busy", "false", timeout=60_000)
    page.get_by_role("button", name="Export", exact=False).first.click(timeout=30_000)
    expect(page.get_by_role("button", name="Import a file")).to_be_visible()


def send(page: Page, file: Path) -> None:
    page.get_by_role("button", name="Import a file").click()
    page.locator('input[type="file"]').set_input_files(file)
    page.get_by_role("dialog").get_by_role("button", name="Import", exact=True).click(timeout=15_000)
