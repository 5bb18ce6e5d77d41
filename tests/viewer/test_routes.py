"""The evidence routes of a real server over HTTP: what they send, to whom, and what they refuse."""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import httpx
import pytest
from PIL import Image

from pipeline.settings import Settings
from pipeline.store import documents
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.viewer.filing import Stored, html_filing, pdf_filing, store, unique
from tests.viewer.running import Running, refusal, running_routes
from viewer.headers import INERT_POLICY
from viewer.links import BUCKET_SECONDS, LinkKind
from viewer.media import Media
from viewer.pixels import TILE_SIDE
from viewer.routes import DOWNLOAD_POLICY, FRAME_POLICY, safe_name
from viewer.source_files import SourceFiles


@pytest.fixture
def running(database: Database, settings: Settings, files: SourceFiles) -> Iterator[Running]:
    with running_routes(database, settings, files) as server:
        yield server


def test_a_page_image_is_private_and_cached_for_a_minute(
    running: Running, tenant: Scope, report: Stored
) -> None:
    response = running.page(tenant, report.version_id, 0, 630)
    assert response.status_code == 200
    assert response.headers["content-type"] == "image/webp"
    assert response.headers["cache-control"] == "private, max-age=60"
    assert response.headers["vary"].lower().count("authorization") == 1
    assert Image.open(io.BytesIO(response.content)).size[0] == 632
    again = running.page(tenant, report.version_id, 0, 632, **{"If-None-Match": response.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_tile_is_a_square_of_a_page_larger_than_its_image(
    running: Running, tenant: Scope, report: Stored
) -> None:
    token = running.token(tenant, report.version_id, LinkKind.PAGES)

    def tile(asked: str) -> httpx.Response:
        path = f"/evidence/pages/{report.version_id}/0/6400.webp?tile={asked}"
        return running.client.get(path, headers={"Authorization": f"Bearer {token}"})

    response = tile("2,3")
    assert Image.open(io.BytesIO(response.content)).size == (TILE_SIDE, TILE_SIDE)
    assert response.headers["etag"] != tile("2,2").headers["etag"]
    assert refusal(tile("9,0")) == (404, "NotFound")
    for nonsense in ("", "1", "1,", "-1,0", "0,0,0", "1,x"):
        assert refusal(tile(nonsense)) == (422, "InvalidRequest")


def test_a_page_image_is_asked_for_with_its_own_token(
    running: Running, tenant: Scope, report: Stored
) -> None:
    path = f"/evidence/pages/{report.version_id}/0/640.webp"
    assert refusal(running.client.get(path)) == (404, "NotFound")
    assert refusal(running.client.get(path, headers={"Authorization": "Bearer x"})) == (404, "NotFound")
    of_file = running.token(tenant, report.version_id, LinkKind.FILE)
    assert refusal(running.client.get(path, headers={"Authorization": f"Bearer {of_file}"})) == (
        404,
        "NotFound",
    )


def test_a_token_opens_no_other_version(
    running: Running, database: Database, tenant: Scope, report: Stored, blob_folder: object
) -> None:
    token = running.token(tenant, report.version_id, LinkKind.PAGES)
    response = running.client.get(
        f"/evidence/pages/{UUID(int=9)}/0/640.webp", headers={"Authorization": f"Bearer {token}"}
    )
    assert refusal(response) == (404, "NotFound")


@pytest.mark.parametrize(
    ("index", "width", "expected"),
    [
        (2, 640, (404, "NotFound")),
        ("-1", 640, (422, "InvalidRequest")),
        ("x", 640, (422, "InvalidRequest")),
        (0, "64e9", (422, "InvalidRequest")),
        (0, "٣", (422, "InvalidRequest")),
    ],
)
def test_a_page_or_width_that_makes_no_sense_is_refused(
    running: Running, tenant: Scope, report: Stored, index: object, width: object, expected: tuple[int, str]
) -> None:
    assert refusal(running.page(tenant, report.version_id, index, width)) == expected


def test_a_width_beyond_all_screens_is_bounded(running: Running, tenant: Scope, report: Stored) -> None:
    response = running.page(tenant, report.version_id, 0, 999_999)
    assert Image.open(io.BytesIO(response.content)).size[0] == 3200


def test_a_foreign_tenant_gets_exactly_what_a_missing_version_gives(
    running: Running, database: Database, report: Stored
) -> None:
    stranger = new_tenant(database)
    for kind in (LinkKind.FRAME, LinkKind.FILE):
        foreign = running.open(stranger, report.version_id, kind)
        absent = running.open(stranger, UUID(int=9), kind)
        assert refusal(foreign) == (404, "NotFound")
        assert foreign.text == absent.text
    assert refusal(running.page(stranger, report.version_id)) == (404, "NotFound")


def test_a_right_taken_back_ends_the_link_at_once(
    running: Running, database: Database, tenant: Scope, report: Stored
) -> None:
    assert running.page(tenant, report.version_id).status_code == 200
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, report.document_id, True)
    assert refusal(running.page(tenant, report.version_id)) == (403, "AccessDenied")
    assert refusal(running.open(tenant, report.version_id, LinkKind.FILE)) == (403, "AccessDenied")


def test_an_old_link_is_gone(running: Running, tenant: Scope, report: Stored) -> None:
    path = f"/evidence/file/{running.token(tenant, report.version_id, LinkKind.FILE)}"
    assert running.client.get(path).status_code == 200
    running.clock.now += 2 * BUCKET_SECONDS
    assert refusal(running.client.get(path)) == (410, "LinkExpired")


def test_damaged_bytes_are_unavailable(
    running: Running, tenant: Scope, report: Stored, caplog: pytest.LogCaptureFixture
) -> None:
    report.blob_path().write_bytes(b"%PDF-1.4 something else")
    refused = running.page(tenant, report.version_id)
    assert refusal(refused) == (503, "BlobCorrupt")
    assert "does not match its checksum" in refused.json()["message"]
    assert str(report.folder) not in refused.text, "an analyst is not told the server's folders"
    assert str(report.folder) in caplog.text, "whoever runs the server is"


@pytest.mark.parametrize("kind", [LinkKind.FRAME, LinkKind.FILE])
def test_one_changed_byte_of_a_rendition_or_an_original_is_never_shown(
    running: Running, database: Database, tenant: Scope, blob_folder: Path, kind: LinkKind
) -> None:
    filing = store(database, tenant, blob_folder, unique(html_filing()))
    assert running.open(tenant, filing.version_id, kind).status_code == 200
    rendition = filing.parsed.rendition
    assert rendition is not None
    sha256 = filing.sha256 if kind is LinkKind.FILE else hashlib.sha256(rendition).hexdigest()
    path = filing.blobs.path(sha256)
    times = path.stat()
    path.write_bytes(path.read_bytes().replace(b"$ 21", b"$ 12"))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    refused = running.open(tenant, filing.version_id, kind)
    assert refusal(refused) == (503, "BlobCorrupt")
    assert "Unavailable: checksum mismatch." in refused.json()["message"]
    assert "Add the same file to the library again" in refused.json()["message"]


def test_the_original_pdf_comes_inline_whole_or_in_ranges(
    running: Running, tenant: Scope, report: Stored
) -> None:
    whole = running.open(tenant, report.version_id, LinkKind.FILE)
    assert whole.headers["content-type"] == "application/pdf"
    assert whole.headers["content-disposition"].startswith("inline; ")
    assert whole.headers["content-encoding"] == "identity"
    assert whole.headers["cache-control"] == "private, no-store"
    assert whole.content == report.blob_path().read_bytes()
    part = running.open(tenant, report.version_id, LinkKind.FILE, Range="bytes=5-99")
    assert part.status_code == 206
    assert part.headers["content-range"] == f"bytes 5-99/{len(whole.content)}"
    assert part.content == whole.content[5:100]
    head = running.open(tenant, report.version_id, LinkKind.FILE, method="HEAD")
    assert (head.status_code, head.content) == (200, b"")


def test_an_html_source_is_framed_without_a_right_to_anything(
    running: Running,
    database: Database,
    tenant: Scope,
    blob_folder: object,
    files: SourceFiles,
    report: Stored,
) -> None:
    html = store(database, tenant, report.folder, html_filing())
    framed = running.open(tenant, html.version_id, LinkKind.FRAME)
    assert framed.status_code == 200
    assert framed.content == html.parsed.rendition
    assert framed.headers["content-security-policy"] == FRAME_POLICY
    assert "script-src" not in FRAME_POLICY
    assert "allow-scripts" not in FRAME_POLICY
    assert framed.headers["x-content-type-options"] == "nosniff"
    assert framed.headers["referrer-policy"] == "no-referrer"
    assert framed.headers["cache-control"] == "private, no-store"
    assert refusal(running.page(tenant, html.version_id)) == (404, "NotFound")
    assert refusal(running.open(tenant, report.version_id, LinkKind.FRAME)) == (404, "NotFound")


def test_an_html_original_is_a_download_of_plain_text(
    running: Running, database: Database, tenant: Scope, report: Stored
) -> None:
    html = store(database, tenant, report.folder, html_filing())
    original = running.open(tenant, html.version_id, LinkKind.FILE)
    assert original.headers["content-type"] == "text/plain; charset=utf-8"
    assert original.headers["content-disposition"].startswith("attachment; ")
    assert original.headers["content-security-policy"] == DOWNLOAD_POLICY


def test_a_title_cannot_write_headers(
    running: Running, database: Database, tenant: Scope, report: Stored
) -> None:
    title = 'a"\r\nSet-Cookie: x=1; ../../é'
    stored = store(database, tenant, report.folder, pdf_filing(title=title))
    response = running.open(tenant, stored.version_id, LinkKind.FILE)
    assert response.status_code == 200
    assert "set-cookie" not in response.headers
    assert "/" not in response.headers["content-disposition"].split("''")[-1]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Apple Inc. · Form 10-Q", "Apple Inc. · Form 10-Q.pdf"),
        ("../../etc/passwd", "etc passwd.pdf"),
        ("\x00", "filing.pdf"),
        ("report\u202efdp.exe", "report fdp.exe.pdf"),
        ("half \ud83d", "half.pdf"),
        ("x" * 500, "x" * 120 + ".pdf"),
    ],
)
def test_a_file_name_is_made_from_a_title(title: str, name: str) -> None:
    assert safe_name(title, Media.PDF) == name


def test_other_responses_can_run_and_load_nothing(running: Running) -> None:
    response = running.client.get("/nothing-here")
    assert response.headers["content-security-policy"] == INERT_POLICY
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "no-referrer"
