"""Taking an answer away, in the running app: copied with its citations, or as each kind of file."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from pipeline.cli import main
from pipeline.store import answers, documents
from pipeline.store.scope import LOCAL
from tests.viewer.app import PaneApp
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import checked_filing
from tests.viewer.filing import unique

WITHHELD = "The other company sold"


@pytest.fixture(scope="module")
def answer(pane_app: PaneApp) -> UUID:
    """Its last claim rests on a filing that the reader may not see."""
    stored, secret = pane_app.store(unique(checked_filing())), pane_app.store(unique(checked_filing()))
    with pane_app.database.scoped(LOCAL) as conn:
        documents.set_restricted(conn, secret.document_id, True)
        made = checked_answer(stored, secret)
        answers.save(conn, LOCAL.user_id, made)
    return made.id


@pytest.fixture
def page(browser: Browser, pane_app: PaneApp, answer: UUID) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    pane_app.show(page, answer)
    yield page
    context.close()


def downloaded(page: Page, words: str) -> tuple[str, bytes]:
    """The suggested name and the bytes of the file that is offered in these words."""
    with page.expect_download() as download:
        page.get_by_role("link", name=words).click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_an_answer_is_copied_as_text_and_with_its_shape(page: Page, pane_app: PaneApp, answer: UUID) -> None:
    page.get_by_role("button", name="Copy with citations").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert "**Fails: Figures.** 21,231 is not in E3 or E4." in text
    assert f"[Open E1 in Pincite]({pane_app.url}/?answer={answer}&evidence=1:E1)" in text
    assert WITHHELD not in text
    types = page.evaluate("navigator.clipboard.read().then(([item]) => item.types)")
    assert types == ["text/plain", "text/html"]


def test_each_file_is_made_when_it_is_asked_for(page: Page, answer: UUID) -> None:
    page.get_by_role("button", name="Export").click()
    name, made = downloaded(page, "Word document")
    assert name.endswith(".docx")
    assert "word/footnotes.xml" in zipfile.ZipFile(io.BytesIO(made)).namelist()
    name, made = downloaded(page, "Workbook")
    assert name.endswith(".xlsx")
    assert zipfile.ZipFile(io.BytesIO(made)).testzip() is None
    name, made = downloaded(page, "Markdown")
    assert name.endswith(".md")
    assert WITHHELD not in made.decode()
    name, made = downloaded(page, "JSON")
    assert name.endswith(".json")
    assert json.loads(made)["answer_id"] == str(answer)
    assert WITHHELD not in made.decode()
    name, made = downloaded(page, "Verification pack (PDF)")
    assert name.endswith(", verification pack.pdf")
    read = PdfReader(io.BytesIO(made))
    assert sum(len(sheet.images) for sheet in read.pages) == 7, (
        "E1 to E4 and three candidates, drawn by the app"
    )
    assert not any(WITHHELD in sheet.extract_text() for sheet in read.pages)
    name, made = downloaded(page, "Verification pack (HTML)")
    assert name.endswith(", verification pack.html")
    assert made.decode().count("data:image/png") == 7


def test_rights_are_asked_anew_when_a_file_is_made(browser: Browser, pane_app: PaneApp) -> None:
    stored = pane_app.store(unique(checked_filing()))
    made = checked_answer(stored)
    with pane_app.database.scoped(LOCAL) as conn:
        answers.save(conn, LOCAL.user_id, made)
    page = browser.new_page(accept_downloads=True)
    pane_app.show(page, made.id)
    page.get_by_role("button", name="Export").click()
    with pane_app.database.scoped(LOCAL) as conn:
        documents.set_restricted(conn, stored.document_id, True)
    _, exported = downloaded(page, "Markdown")
    page.close()
    assert "81,797" not in exported.decode()
    assert "withheld" in exported.decode()


def test_the_command_writes_the_same_pack(pane_app: PaneApp, answer: UUID, tmp_path: Path) -> None:
    env = {"PINCITE_HOME": str(pane_app.home)}
    written = tmp_path / "answer.pdf"
    done = CliRunner().invoke(main, ["pack", str(answer), "--out", str(written), "--json"], env=env)
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert (told["claims"], told["bytes"], told["review"]) == (
        9,
        written.stat().st_size,
        "No claim has been reviewed.",
    )
    assert sum(len(sheet.images) for sheet in PdfReader(written).pages) == 7
    for out, error in (
        (tmp_path / "no such folder" / "answer.html", "DataFolderUnusable"),
        (written, "NotFound"),
    ):
        asked = str(uuid4()) if error == "NotFound" else str(answer)
        failed = CliRunner().invoke(main, ["pack", asked, "--out", str(out), "--json"], env=env)
        assert failed.exit_code == 1
        assert json.loads(failed.stdout)["error"]["type"] == error
    wrong = CliRunner().invoke(main, ["pack", str(answer), "--out", "answer.docx"], env=env)
    assert wrong.exit_code == 2
    assert ".pdf or .html" in wrong.stderr
