"""The original file over HTTP: in parts, from the object store that holds it, and refused in words."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx
import pytest

from pipeline.settings import Settings
from pipeline.storage import Storage
from pipeline.store import documents
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.object_server import ObjectServer, open_to_all
from tests.viewer.filing import Stored, html_filing, pdf_filing, store
from tests.viewer.running import Running, refusal, running_routes
from viewer.links import BUCKET_SECONDS, LinkKind
from viewer.refused_page import REFUSAL_POLICY
from viewer.source_files import LINK_SECONDS, SourceFiles


@pytest.fixture
def running(database: Database, settings: Settings, files: SourceFiles) -> Iterator[Running]:
    with running_routes(database, settings, files) as server:
        yield server


# --- from a folder --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "start", "end"), [("bytes=5-99", 5, 100), ("bytes=-20", -20, None), ("bytes=40-", 40, None)]
)
def test_a_part_is_sent_as_it_is_stored(
    running: Running, tenant: Scope, report: Stored, asked: str, start: int, end: int | None
) -> None:
    data = report.blob_path().read_bytes()
    part = running.open(tenant, report.version_id, LinkKind.FILE, Range=asked)
    assert (part.status_code, part.content) == (206, data[start:end])
    assert part.headers["content-encoding"] == "identity", "compressed parts do not add up to the file"
    first = start % len(data)
    last = (end or len(data)) - 1
    assert part.headers["content-range"] == f"bytes {first}-{last}/{len(data)}"


def test_several_parts_are_sent_in_one_answer(running: Running, tenant: Scope, report: Stored) -> None:
    data = report.blob_path().read_bytes()
    parts = running.open(tenant, report.version_id, LinkKind.FILE, Range="bytes=0-3,10-19")
    assert parts.status_code == 206
    assert parts.headers["content-type"].startswith("multipart/byteranges; boundary=")
    assert data[:4] in parts.content
    assert data[10:20] in parts.content


def test_a_part_beyond_the_end_does_not_exist(running: Running, tenant: Scope, report: Stored) -> None:
    size = len(report.blob_path().read_bytes())
    beyond = running.open(tenant, report.version_id, LinkKind.FILE, Range=f"bytes={size}-")
    assert (beyond.status_code, beyond.headers["content-range"]) == (416, f"bytes */{size}")


def test_a_part_of_another_file_than_the_one_begun_is_the_whole_file(
    running: Running, tenant: Scope, report: Stored
) -> None:
    whole = running.open(tenant, report.version_id, LinkKind.FILE)
    same = whole.headers["etag"]
    assert same == f'"{report.blob_path().name}"', "every host that serves these bytes names them alike"
    part = running.open(tenant, report.version_id, LinkKind.FILE, Range="bytes=0-9", **{"If-Range": same})
    assert (part.status_code, len(part.content)) == (206, 10)
    other = running.open(
        tenant, report.version_id, LinkKind.FILE, Range="bytes=0-9", **{"If-Range": '"other"'}
    )
    assert (other.status_code, other.content) == (200, whole.content)


def test_the_size_is_told_without_the_bytes(running: Running, tenant: Scope, report: Stored) -> None:
    size = len(report.blob_path().read_bytes())
    head = running.open(tenant, report.version_id, LinkKind.FILE, method="HEAD")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(size)
    assert head.headers["accept-ranges"] == "bytes"


# --- from an object store -------------------------------------------------------------------------------


@pytest.fixture
def prefix() -> str:
    return f"originals/{uuid4()}"


@pytest.fixture
def in_bucket(
    object_server: ObjectServer, prefix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Settings:
    """Settings of a host whose files lie in the bucket."""
    for name, value in object_server.key.environment().items():
        monkeypatch.setenv(name, value)
    return Settings(tmp_path / "host", storage=Storage.from_environment(object_server.place(prefix)))


@pytest.fixture
def beside_bucket(database: Database, in_bucket: Settings) -> Iterator[Running]:
    with running_routes(database, in_bucket, SourceFiles(open_blobs(in_bucket))) as server:
        yield server


def uploaded(in_bucket: Settings, tenant: Scope, stored: Stored) -> bytes:
    """The file of a stored version, put into the bucket too."""
    data = stored.blob_path().read_bytes()
    open_blobs(in_bucket).of(tenant.tenant_id).put(data)
    return data


def test_a_pdf_is_opened_by_the_stores_own_link(
    beside_bucket: Running, in_bucket: Settings, object_server: ObjectServer, tenant: Scope, report: Stored
) -> None:
    data = uploaded(in_bucket, tenant, report)
    sent = beside_bucket.open(tenant, report.version_id, LinkKind.FILE)
    link = sent.headers["location"]
    assert (sent.status_code, sent.content) == (307, b"")
    assert sent.headers["cache-control"] == "private, no-store"
    assert link.startswith(object_server.url)
    assert parse_qs(urlsplit(link).query)["X-Amz-Expires"] == [str(LINK_SECONDS)]
    assert object_server.key.secret not in link
    assert "#" not in link, "a browser keeps the page it was asked for"
    with open_to_all():
        whole = httpx.get(link)
        part = httpx.get(link, headers={"Range": "bytes=5-99"})
        resumed = httpx.get(link, headers={"Range": "bytes=5-99", "If-Range": whole.headers["etag"]})
    assert (whole.status_code, whole.content) == (200, data)
    assert whole.headers["content-type"] == "application/pdf"
    assert "attachment" not in whole.headers.get("content-disposition", "")
    assert (part.status_code, part.content) == (206, data[5:100])
    assert part.headers["content-range"] == f"bytes 5-99/{len(data)}"
    assert (resumed.status_code, resumed.content) == (206, data[5:100])


def test_a_head_is_sent_on_with_a_link_of_its_own(
    beside_bucket: Running, in_bucket: Settings, tenant: Scope, report: Stored
) -> None:
    data = uploaded(in_bucket, tenant, report)
    sent = beside_bucket.open(tenant, report.version_id, LinkKind.FILE, method="HEAD")
    assert sent.status_code == 307
    with open_to_all():
        head = httpx.head(sent.headers["location"])
    assert (head.status_code, head.headers["content-length"]) == (200, str(len(data)))


def test_rights_are_asked_for_before_a_link_is_made(
    beside_bucket: Running, in_bucket: Settings, database: Database, tenant: Scope, report: Stored
) -> None:
    uploaded(in_bucket, tenant, report)
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, report.document_id, True)
    assert refusal(beside_bucket.open(tenant, report.version_id, LinkKind.FILE)) == (403, "AccessDenied")


def test_html_never_leaves_by_the_stores_link(
    beside_bucket: Running, in_bucket: Settings, database: Database, tenant: Scope, report: Stored
) -> None:
    html = store(database, tenant, report.folder, html_filing())
    data = uploaded(in_bucket, tenant, html)
    sent = beside_bucket.open(tenant, html.version_id, LinkKind.FILE)
    assert (sent.status_code, sent.content) == (200, data)
    assert sent.headers["content-type"] == "text/plain; charset=utf-8"
    assert sent.headers["content-disposition"].startswith("attachment; ")


def test_a_file_that_is_gone_is_said_before_a_browser_is_sent_there(
    beside_bucket: Running, tenant: Scope, report: Stored, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        gone = beside_bucket.open(tenant, report.version_id, LinkKind.FILE)
    assert refusal(gone) == (503, "BlobMissing")
    assert "gone" in gone.json()["message"]


def test_nothing_that_opens_a_file_is_logged(
    beside_bucket: Running,
    in_bucket: Settings,
    object_server: ObjectServer,
    tenant: Scope,
    report: Stored,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    uploaded(in_bucket, tenant, report)
    ours = beside_bucket.token(tenant, report.version_id, LinkKind.FILE)
    logging.getLogger("httpx").setLevel(logging.WARNING)  # the asking side's own log
    with caplog.at_level(logging.INFO):
        link = beside_bucket.open(tenant, report.version_id, LinkKind.FILE).headers["location"]
        beside_bucket.clock.now += 2 * BUCKET_SECONDS
        beside_bucket.client.get(f"/evidence/file/{ours}")
    said = caplog.text + "".join(capfd.readouterr())
    signature = parse_qs(urlsplit(link).query)["X-Amz-Signature"][0]
    for secret in (ours, signature, object_server.key.secret, object_server.key.id):
        assert secret not in said


def test_where_browsers_cannot_reach_the_store_the_file_comes_from_here(
    in_bucket: Settings, database: Database, tenant: Scope, report: Stored
) -> None:
    data = uploaded(in_bucket, tenant, report)
    with running_routes(database, in_bucket, SourceFiles(open_blobs(in_bucket), links=False)) as server:
        part = server.open(tenant, report.version_id, LinkKind.FILE, Range="bytes=5-99")
    assert (part.status_code, part.content) == (206, data[5:100])


# --- refused in a tab -----------------------------------------------------------------------------------


def test_an_old_link_in_a_tab_says_what_to_do(running: Running, tenant: Scope, report: Stored) -> None:
    path = f"/evidence/file/{running.token(tenant, report.version_id, LinkKind.FILE)}"
    running.clock.now += 2 * BUCKET_SECONDS
    tab = running.client.get(path, headers={"Sec-Fetch-Dest": "document"})
    assert (tab.status_code, tab.headers["content-type"]) == (410, "text/html; charset=utf-8")
    assert "This link has expired" in tab.text
    assert "open the file from its answer again" in tab.text
    assert tab.headers["cache-control"] == "no-store"
    assert tab.headers["content-security-policy"] == REFUSAL_POLICY
    assert refusal(running.client.get(path, headers={"Sec-Fetch-Dest": "empty"})) == (410, "LinkExpired")
    assert refusal(running.client.get(path, headers={"Sec-Fetch-Dest": "iframe"})) == (410, "LinkExpired")


def test_a_right_taken_back_is_said_in_a_tab_without_the_title(
    running: Running, database: Database, tenant: Scope, blob_folder: Path
) -> None:
    stored = store(database, tenant, blob_folder, pdf_filing(title="<b>Secret & Co</b>"))
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, stored.document_id, True)
    tab = running.open(tenant, stored.version_id, LinkKind.FILE, **{"Sec-Fetch-Dest": "document"})
    assert tab.status_code == 403
    assert "You cannot open this file" in tab.text
    assert "Secret" not in tab.text
