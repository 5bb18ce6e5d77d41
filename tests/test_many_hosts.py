"""Several machines, one database and one object store: what one has read, the others answer from and show."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from PIL import Image

from pipeline.jobs import queue_files
from pipeline.settings import Settings
from pipeline.store import documents, ingests
from pipeline.store.database import Database
from pipeline.store.embedded import EmbeddedServer
from pipeline.store.ingests import IngestRow, IngestState
from pipeline.store.scope import LOCAL
from tests.database import new_plain_database
from tests.object_server import ObjectServer, open_to_all
from tests.serving import PINCITE, command_json, served
from tests.viewer.filing import pdf_filing
from viewer.links import Link, LinkKind, Links, link_key

PREFIX = "hosts"
PATIENCE = 200.0
"""Seconds that six short filings may take on a machine that is busy with other things."""

QUESTION = "What were total net sales in 2024?"


@dataclass(frozen=True, slots=True)
class Host:
    """A machine: it shares with the others what the variables name, and nothing of its data folder."""

    home: Path
    environment: dict[str, str]

    def run(self, *arguments: str) -> Any:
        return command_json(self.home, *arguments, environment=self.environment)

    def files(self) -> set[str]:
        """The names of all files in its data folder."""
        return {path.name for path in self.home.rglob("*") if path.is_file()}


@dataclass(frozen=True, slots=True)
class Read:
    """A filing that one host has read, and another host that has seen nothing yet."""

    data: bytes
    reported: dict[str, Any]
    reader: Host
    other: Host

    @property
    def version_id(self) -> UUID:
        return UUID(self.reported["version_id"])


@pytest.fixture(scope="module")
def read(
    tmp_path_factory: pytest.TempPathFactory, plain_server: EmbeddedServer, object_server: ObjectServer
) -> Read:
    folder = tmp_path_factory.mktemp("hosts")
    shared = object_server.environment(PREFIX) | {
        "DATABASE_URL": new_plain_database(plain_server, "hosts", with_vector=True)
    }
    reader, other = (Host(folder / name, shared) for name in ("reader", "other"))
    data, _ = pdf_filing()
    path = folder / "report.pdf"
    path.write_bytes(data)
    return Read(data, reader.run("ingest", str(path)), reader, other)


@pytest.fixture(scope="module")
def answer(read: Read) -> dict[str, Any]:
    """What the other host answers."""
    answered: dict[str, Any] = read.other.run("ask", QUESTION)
    return answered


@dataclass(frozen=True, slots=True)
class Browser:
    """Whoever looks at the app of the other host."""

    client: httpx.Client
    links: Links
    version_id: UUID

    def token(self, kind: LinkKind) -> str:
        return self.links.token(Link(LOCAL, self.version_id, kind))


@pytest.fixture(scope="module")
def browser_of_other(read: Read) -> Iterator[Browser]:
    with (
        served(read.other.home, environment=read.other.environment) as server,
        httpx.Client(base_url=server.url, timeout=60) as client,
    ):
        yield Browser(client, Links(link_key(read.other.home)), read.version_id)


def test_the_bytes_lie_in_the_object_store_and_on_no_host(read: Read, object_server: ObjectServer) -> None:
    (key,) = object_server.objects(PREFIX)
    assert object_server.read(PREFIX, key) == read.data
    assert key.split("/")[-1] not in read.reader.files()


def test_another_host_answers_from_what_the_first_has_read(answer: dict[str, Any]) -> None:
    assert answer["not_in_sources"] is None
    assert {citation["state"] for citation in answer["evidence"].values()} == {"ready"}


def test_another_host_resolves_a_citation(read: Read, answer: dict[str, Any]) -> None:
    citation = read.other.run("resolve", answer["answer_id"], "E1")
    assert citation["state"] == "ready"
    assert citation["document_version"] == read.reported["version_id"]
    assert {region["role"] for region in citation["regions"]} >= {"quote", "row_label", "column_header"}


def test_the_app_of_another_host_draws_a_page(browser_of_other: Browser) -> None:
    image = browser_of_other.client.get(
        f"/evidence/pages/{browser_of_other.version_id}/0/640.webp",
        headers={"Authorization": f"Bearer {browser_of_other.token(LinkKind.PAGES)}"},
    )
    assert (image.status_code, image.headers["content-type"]) == (200, "image/webp")
    drawn = Image.open(io.BytesIO(image.content)).convert("L")
    darkest, brightest = (int(shade) for shade in drawn.getextrema())  # type: ignore[arg-type]
    assert drawn.width == 640
    assert darkest < 60 < 250 < brightest, "black letters on white paper"


def test_the_app_of_another_host_sends_a_browser_to_the_store_for_the_original_file(
    read: Read, browser_of_other: Browser, object_server: ObjectServer
) -> None:
    path = f"/evidence/file/{browser_of_other.token(LinkKind.FILE)}"
    with open_to_all():
        whole = browser_of_other.client.get(path, follow_redirects=True)
        part = browser_of_other.client.get(path, headers={"Range": "bytes=100-299"}, follow_redirects=True)
    assert str(whole.url).startswith(object_server.url)
    assert whole.content == read.data
    assert (part.status_code, part.content) == (206, read.data[100:300])
    assert part.headers["content-range"] == f"bytes 100-299/{len(read.data)}"


@contextmanager
def working(host: Host) -> Iterator[int]:
    """A `pincite worker` of a host that waits for work; its process id. It ends in order."""
    process = subprocess.Popen(
        [PINCITE, "worker", "--json"],
        env=os.environ | host.environment | {"PINCITE_HOME": str(host.home), "PINCITE_WORKERS": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        assert json.loads(process.stdout.readline())["event"] == "started"
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
    assert process.returncode == 0


def notes(folder: Path, count: int) -> list[Path]:
    """Short filings, each with words of its own."""
    folder.mkdir()
    paths = [folder / f"note-{number}.txt" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_text(f"NOTE {number}\n\nNet sales of unit {number} were $ {number + 10} million.\n")
    return paths


def test_two_workers_on_two_hosts_read_each_filing_once(
    tmp_path: Path,
    plain_server: EmbeddedServer,
    object_server: ObjectServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shared = object_server.environment("workers") | {
        "DATABASE_URL": new_plain_database(plain_server, "workers", with_vector=True)
    }
    for name, value in shared.items():
        monkeypatch.setenv(name, value)
    settings = Settings.from_environment(shared | {"PINCITE_HOME": str(tmp_path / "app")})
    database = Database.open(settings)
    try:
        with working(Host(tmp_path / "one", shared)) as one, working(Host(tmp_path / "two", shared)) as two:
            queued = list(queue_files(settings, database, LOCAL, notes(tmp_path / "notes", 6)))
            rows = wait_for(database, [file.ingest_id for file in queued])
        assert {row.state for row in rows} == {IngestState.READY}
        assert {row.attempts for row in rows} == {1}
        assert {int(str(row.worker).split(":")[1]) for row in rows} == {one, two}
        with database.scoped(LOCAL) as conn:
            assert {row.version_id for row in documents.list_all(conn, LOCAL.user_id)} == {
                row.version_id for row in rows
            }
        assert len({row.version_id for row in rows}) == 6
    finally:
        database.close()


def wait_for(database: Database, ingest_ids: list[UUID]) -> list[IngestRow]:
    """The runs, once all have ended."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with database.scoped(LOCAL) as conn:
            rows = list(ingests.get_many(conn, ingest_ids).values())
        if all(row.finished_at for row in rows):
            return rows
        time.sleep(0.2)
    raise AssertionError(f"after {PATIENCE:.0f} s: {[row.state for row in rows]}")
