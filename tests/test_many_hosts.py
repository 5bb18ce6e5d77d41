"""Several machines, one database and one object store: what one has read, the others answer from and show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest

from pipeline.samples import SampleFiling, build
from pipeline.store.embedded import EmbeddedServer
from pipeline.store.scope import LOCAL
from tests.database import new_plain_database
from tests.object_server import ObjectServer
from tests.serving import command_json, served
from viewer.links import Link, LinkKind, Links, link_key

PREFIX = "hosts"
QUESTION = "What was Monitoring revenue in 2024?"


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

    filing: SampleFiling
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
    annual = next(iter(build(folder / "filings")))
    reader, other = (Host(folder / name, shared) for name in ("reader", "other"))
    return Read(annual, reader.run("ingest", str(annual.path)), reader, other)


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
    assert object_server.read(PREFIX, key) == read.filing.path.read_bytes()
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
    assert len(image.content) > 5_000


def test_the_app_of_another_host_gives_the_original_file_in_parts(
    read: Read, browser_of_other: Browser
) -> None:
    data = read.filing.path.read_bytes()
    path = f"/evidence/file/{browser_of_other.token(LinkKind.FILE)}"
    assert browser_of_other.client.get(path).content == data
    part = browser_of_other.client.get(path, headers={"Range": "bytes=100-299"})
    assert (part.status_code, part.content) == (206, data[100:300])
    assert part.headers["content-range"] == f"bytes 100-299/{len(data)}"


def test_the_same_bytes_read_by_another_host_are_the_same_version(
    read: Read, object_server: ObjectServer
) -> None:
    again = read.other.run("ingest", str(read.filing.path))
    assert (again["version_id"], again["already_stored"]) == (read.reported["version_id"], True)
    assert len(object_server.objects(PREFIX)) == 1
