"""The server as a process: how it starts, what it carries, how it fails, and its pages in a browser."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import httpx
import psutil
import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from viewer.headers import parent_policy

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60


@dataclass(frozen=True)
class App:
    """A running server."""

    process: subprocess.Popen[str]
    url: str
    home: Path


def environment(home: Path, **more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    return kept | {"PINCITE_HOME": str(home)} | more


def command(port: int) -> list[str]:
    return [sys.executable, "-m", "uvicorn", "app:app", "--port", str(port), "--log-level", "warning"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The app with an empty data folder."""
    home = tmp_path_factory.mktemp("home")
    port = free_port()
    process = subprocess.Popen(command(port), cwd=ROOT, env=environment(home), text=True)
    url = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + START_SECONDS
    while not _answers(url):
        assert process.poll() is None, "the server ended while it started"
        assert time.monotonic() < deadline, "the server did not start"
        time.sleep(0.1)
    yield App(process, url, home)
    process.terminate()
    process.wait(30)


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/_stcore/health").status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture
def page(browser: Browser, app: App) -> Iterator[Page]:
    opened = browser.new_page(viewport={"width": 1440, "height": 900})
    yield opened
    opened.close()


def test_the_page_and_the_evidence_routes_are_one_server(app: App) -> None:
    page = httpx.get(app.url)
    assert page.status_code == 200
    assert page.headers["content-security-policy"] == parent_policy()
    assert page.headers["x-content-type-options"] == "nosniff"
    refused = httpx.get(f"{app.url}/evidence/file/none")
    assert refused.status_code == 404
    assert refused.json()["error"] == "NotFound"


def test_an_empty_library_says_what_to_do(app: App, page: Page) -> None:
    page.goto(app.url)
    expect(page.get_by_role("heading", name="No filings yet")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("No filing", exact=False)).to_have_count(1)
    expect(page.locator(".scope")).to_have_count(0)
    page.get_by_role("link", name="Open the Library").click()
    expect(page.get_by_role("heading", name="Library")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/library"))


def test_an_answer_that_does_not_exist_is_said_in_words(app: App, page: Page) -> None:
    for identifier in (str(uuid4()), "nonsense"):
        page.goto(f"{app.url}/?answer={identifier}")
        expect(page.get_by_text("There is no")).to_be_visible(timeout=30_000)


def test_a_file_that_cannot_be_read_is_named_with_its_reason(app: App, page: Page, tmp_path: Path) -> None:
    page.goto(f"{app.url}/library")
    path = page.get_by_label("Or a file or folder on this machine")
    expect(path).to_be_visible(timeout=30_000)
    empty = tmp_path / "report.pdf"
    empty.touch()
    path.fill(str(empty))
    page.get_by_role("button", name="Add", exact=True).click()
    failures = page.locator(".st-key-failures")
    expect(failures.get_by_text("report.pdf").first).to_be_visible(timeout=60_000)
    expect(failures.get_by_text("is empty")).to_be_visible()


def test_an_upload_reaches_its_ingest_and_leaves_no_file(app: App, page: Page) -> None:
    page.goto(f"{app.url}/library")
    page.locator("input[type=file]").set_input_files(
        FilePayload(name="no filing.pdf", mimeType="application/pdf", buffer=b"%PDF-1.7 nonsense")
    )
    expect(page.get_by_text("no filing.pdf")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".st-key-failures").get_by_text("no filing.pdf").first).to_be_visible(timeout=60_000)
    deadline = time.monotonic() + 10
    while any(path.is_file() for path in (app.home / "blobs").rglob("*")):
        assert time.monotonic() < deadline, "the upload stayed behind"
        time.sleep(0.1)


def test_the_server_never_loads_the_segmenter(app: App) -> None:
    """It costs 500 MB and seconds, and belongs to the ingest processes. Runs after the pages have been drawn."""
    libraries = [region.path for region in psutil.Process(app.process.pid).memory_maps()]
    assert any("/psycopg_binary/" in path for path in libraries)
    assert not any("/spacy/" in path for path in libraries)
    modules = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, app, pages.shell, pages.ask, pages.library, pipeline.answer.ask, pipeline.jobs;"
            "print([name for name in ('unstructured', 'spacy', 'pdfminer', 'pandas') if name in sys.modules])",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert modules.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("database_url", "words"),
    [
        ("postgresql://nobody:secret@127.0.0.1:9/none", "DatabaseUnavailable"),
        ("not an address", "DatabaseUnavailable"),
    ],
)
def test_a_wrong_database_url_ends_with_words_and_no_trace(
    tmp_path: Path, database_url: str, words: str
) -> None:
    ended = subprocess.run(
        command(free_port()),
        cwd=ROOT,
        env=environment(tmp_path, DATABASE_URL=database_url),
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
    )
    said = ended.stdout + ended.stderr
    assert ended.returncode != 0
    assert words in said
    assert "Traceback" not in said
    assert "secret" not in said


def test_a_data_folder_that_is_a_file_ends_with_words_and_no_trace(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("not a folder")
    ended = subprocess.run(
        command(free_port()),
        cwd=ROOT,
        env=environment(home),
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
    )
    said = ended.stdout + ended.stderr
    assert ended.returncode != 0
    assert "DataFolderUnusable" in said
    assert str(home) in said
    assert "Traceback" not in said
