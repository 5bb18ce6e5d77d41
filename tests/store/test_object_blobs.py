"""An object store that refuses, is full, is gone, or goes away in the middle: said in words, and nothing half-done."""

from __future__ import annotations

import contextlib
import os
import ssl
import threading
import traceback
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest

from pipeline.evidence.errors import BlobCorrupt, BlobMissing, BlobStoreUnavailable, ConfigurationError
from pipeline.settings import Settings
from pipeline.storage import Storage
from pipeline.store.blobs import BlobStore, open_blobs
from pipeline.store.scope import LOCAL
from tests.certificates import certificates
from tests.object_server import Key, ObjectServer, breaking_relay, open_to_all

DATA = b"%PDF-1.7 the bytes of a filing"
SECRET = "a secret that nobody may read"


@pytest.fixture
def prefix() -> str:
    return f"failures/{uuid4()}"


@pytest.fixture(autouse=True)
def _right_key(object_server: ObjectServer, monkeypatch: pytest.MonkeyPatch) -> None:
    use(object_server.key, monkeypatch)


def use(key: Key, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in key.environment().items():
        monkeypatch.setenv(name, value)


def store(home: Path, variables: dict[str, str]) -> BlobStore:
    settings = Settings(home, storage=Storage.from_environment(variables))
    return open_blobs(settings).of(LOCAL.tenant_id)


def copies(home: Path) -> list[Path]:
    return [path for path in (home / "cache" / "blobs" / "files").rglob("*") if path.is_file()]


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        (Key("AKIANOBODY", SECRET), "InvalidAccessKeyId"),
        (None, "SignatureDoesNotMatch"),
    ],
    ids=["unknown key", "wrong secret"],
)
def test_a_wrong_key_is_refused_in_words_without_the_secret(
    object_server: ObjectServer,
    prefix: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    key: Key | None,
    reason: str,
) -> None:
    key = key or Key(object_server.key.id, SECRET)
    use(key, monkeypatch)
    blobs = store(tmp_path, object_server.place(prefix))
    sha256 = "0" * 64
    for ask in (lambda: blobs.put(DATA), lambda: blobs.get(sha256), lambda: blobs.remove(sha256)):
        with pytest.raises(
            BlobStoreUnavailable, match=rf"refuses us \({reason}\).*AWS_ACCESS_KEY_ID"
        ) as caught:
            ask()
        told = "".join(traceback.format_exception(caught.value)) + repr(blobs) + repr(vars(blobs))
        assert SECRET not in told
        assert key.id not in told


def test_a_key_without_rights_is_told_which_it_needs(
    object_server: ObjectServer, prefix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(object_server.powerless_key, monkeypatch)
    with pytest.raises(BlobStoreUnavailable, match=r"AccessDenied.*read, write, delete and list"):
        store(tmp_path, object_server.place(prefix)).put(DATA)


def test_without_a_key_the_variables_are_named(
    object_server: ObjectServer, prefix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    monkeypatch.setenv("AWS_METADATA_ENDPOINT", "http://169.254.0.1:9")  # no machine of a cloud
    with pytest.raises(BlobStoreUnavailable, match=r"has no keys.*AWS_ACCESS_KEY_ID"):
        store(tmp_path, object_server.place(prefix)).put(DATA)


def test_a_missing_bucket_is_not_a_missing_file(
    object_server: ObjectServer, prefix: str, tmp_path: Path
) -> None:
    blobs = store(tmp_path, object_server.place(prefix, bucket="nowhere"))
    for ask in (lambda: blobs.put(DATA), lambda: blobs.get("0" * 64), lambda: blobs.remove("0" * 64)):
        with pytest.raises(BlobStoreUnavailable, match=r"has no bucket nowhere.*Create it"):
            ask()
    with pytest.raises(BlobMissing):
        store(tmp_path, object_server.place(prefix)).get("0" * 64)


@pytest.mark.parametrize(
    ("url", "reason"),
    [("http://127.0.0.1:9", "nobody answers there"), ("http://pincite.invalid", "its name is unknown")],
)
def test_a_server_that_is_not_there_is_said_so(
    object_server: ObjectServer, prefix: str, tmp_path: Path, url: str, reason: str
) -> None:
    blobs = store(tmp_path, object_server.place(prefix, url=url))
    for ask in (lambda: blobs.put(DATA), lambda: blobs.get("0" * 64), lambda: blobs.path("0" * 64)):
        with pytest.raises(BlobStoreUnavailable, match=rf"{reason}.*AWS_ENDPOINT_URL"):
            ask()


def test_a_server_that_goes_away_in_the_middle_leaves_nothing_half_stored(
    object_server: ObjectServer, prefix: str, tmp_path: Path
) -> None:
    data = os.urandom(20_000_000)
    with (
        breaking_relay(object_server, budget=1_000_000) as url,
        pytest.raises(BlobStoreUnavailable, match="cannot be reached"),
    ):
        store(tmp_path, object_server.place(prefix, url=url)).put(data)
    assert object_server.objects(prefix) == []


def test_a_server_that_goes_away_in_the_middle_leaves_no_half_copy(
    object_server: ObjectServer, prefix: str, tmp_path: Path
) -> None:
    data = os.urandom(20_000_000)
    sound = store(tmp_path, object_server.place(prefix))
    sha256 = sound.put(data)
    with breaking_relay(object_server, budget=1_000_000) as url:
        broken = store(tmp_path, object_server.place(prefix, url=url))
        for read in (broken.get, broken.path):
            with pytest.raises(BlobStoreUnavailable, match="cannot be reached"):
                read(sha256)
    assert copies(tmp_path) == []
    assert sound.path(sha256).read_bytes() == data


def test_a_copy_that_is_here_is_read_without_the_server(
    object_server: ObjectServer, prefix: str, tmp_path: Path
) -> None:
    sound = store(tmp_path, object_server.place(prefix))
    path = sound.path(sound.put(DATA))
    gone = store(tmp_path, object_server.place(prefix, url="http://127.0.0.1:9"))
    assert gone.path(path.name) == path
    with pytest.raises(BlobStoreUnavailable):
        gone.get(path.name)


@pytest.mark.parametrize(
    ("status", "code", "words"),
    [
        (507, "XMinioStorageFull", "is full.*Free some space"),
        (403, "QuotaExceeded", "is full.*quota"),
        (301, "PermanentRedirect", "in another region.*AWS_REGION"),
        (400, "EntityTooLarge", r"failed \(EntityTooLarge\)"),
        (500, "", r"failed \(500\)"),
    ],
)
def test_what_the_server_answers_becomes_words(
    tmp_path: Path, prefix: str, status: int, code: str, words: str
) -> None:
    with answering(status, f"<Error><Code>{code}</Code></Error>" if code else "") as url:
        blobs = store(tmp_path, {"PINCITE_BLOBS": f"s3://filings/{prefix}", "AWS_ENDPOINT_URL": url})
        with pytest.raises(BlobStoreUnavailable, match=words):
            blobs.put(DATA)


def test_a_signed_link_opens_the_bytes_for_whoever_has_it(
    object_server: ObjectServer, prefix: str, tmp_path: Path
) -> None:
    blobs = store(tmp_path, object_server.place(prefix))
    link = blobs.signed_url(blobs.put(DATA), "application/pdf", seconds=60)
    assert link is not None
    assert "X-Amz-Expires=60" in link
    assert object_server.key.secret not in link
    with open_to_all(), urllib.request.urlopen(link) as answer:
        assert answer.read() == DATA
        assert answer.headers["Content-Type"] == "application/pdf"


def test_a_signed_link_gives_a_part_to_whoever_asks_for_one(
    object_server: ObjectServer, prefix: str, tmp_path: Path
) -> None:
    blobs = store(tmp_path, object_server.place(prefix))
    link = str(blobs.signed_url(blobs.put(DATA), "application/pdf", seconds=60))
    part = urllib.request.Request(link, headers={"Range": "bytes=9-13"})
    with open_to_all(), urllib.request.urlopen(part) as answer:
        assert (answer.status, answer.read()) == (206, DATA[9:14])
        assert answer.headers["Content-Range"] == f"bytes 9-13/{len(DATA)}"


def test_a_link_is_signed_for_one_method(object_server: ObjectServer, prefix: str, tmp_path: Path) -> None:
    """The server here takes any signature: that they differ is all that can be seen."""
    blobs = store(tmp_path, object_server.place(prefix))
    sha256 = blobs.put(DATA)
    get = str(blobs.signed_url(sha256, "application/pdf", seconds=60))
    head = str(blobs.signed_url(sha256, "application/pdf", seconds=60, method="HEAD"))
    assert signature(get) != signature(head)
    with open_to_all(), urllib.request.urlopen(urllib.request.Request(head, method="HEAD")) as answer:
        assert (answer.status, answer.read()) == (200, b"")


def test_what_a_browser_would_take_for_something_else_has_no_link(
    object_server: ObjectServer, prefix: str, tmp_path: Path
) -> None:
    blobs = store(tmp_path, object_server.place(prefix))
    html = blobs.put(b"<html><script>1</script>")
    assert blobs.signed_url(html, "application/pdf", seconds=60) is None
    assert blobs.signed_url(html, "application/octet-stream", seconds=60) is not None
    sha256 = blobs.put(DATA)
    (key,) = (key for key in object_server.objects(prefix) if key.endswith(sha256))
    object_server.write(prefix, key, DATA)  # as a copying tool does, without its type
    assert blobs.signed_url(sha256, "application/pdf", seconds=60) is None


def test_missing_bytes_have_no_link(object_server: ObjectServer, prefix: str, tmp_path: Path) -> None:
    blobs = store(tmp_path, object_server.place(prefix))
    with pytest.raises(BlobMissing, match="is gone from"):
        blobs.signed_url("0" * 64, "application/pdf", seconds=60)


def test_an_object_that_is_no_longer_what_it_was_has_no_link(
    object_server: ObjectServer, prefix: str, tmp_path: Path
) -> None:
    """Nobody here sees what a link gives: it is given for bytes that were proven as they lie there now."""
    writer, reader = (store(tmp_path / name, object_server.place(prefix)) for name in ("one", "two"))
    html = b"<html>81,797</html>"
    sha256 = writer.put(html)
    (key,) = (key for key in object_server.objects(prefix) if key.endswith(sha256))
    assert reader.signed_url(sha256, "application/octet-stream", seconds=60)
    object_server.write(prefix, key, b"<html>18,797</html>", "application/octet-stream")
    for blobs in (writer, reader):
        with pytest.raises(BlobCorrupt):
            blobs.signed_url(sha256, "application/octet-stream", seconds=60)
    writer.put(html)
    assert reader.signed_url(sha256, "application/octet-stream", seconds=60)


def signature(link: str) -> str:
    return parse_qs(urlsplit(link).query)["X-Amz-Signature"][0]


def test_authorities_that_cannot_be_read_are_named(object_server: ObjectServer, tmp_path: Path) -> None:
    variables = object_server.place("x") | {"AWS_CA_BUNDLE": str(tmp_path / "absent.pem")}
    with pytest.raises(ConfigurationError, match=r"AWS_CA_BUNDLE names .*absent\.pem"):
        store(tmp_path, variables)


def test_a_server_with_an_unknown_certificate_is_trusted_once_its_authority_is_named(tmp_path: Path) -> None:
    authority, server = certificates(tmp_path)
    with answering(200, "", certificate=server) as url:
        variables = {"PINCITE_BLOBS": "s3://filings", "AWS_ENDPOINT_URL": url}
        with pytest.raises(BlobStoreUnavailable, match="certificate is not trusted"):
            store(tmp_path, variables).put(DATA)
        assert store(tmp_path, variables | {"AWS_CA_BUNDLE": str(authority)}).put(DATA)


@contextlib.contextmanager
def answering(status: int, body: str, *, certificate: Path | None = None) -> Iterator[str]:
    """The address of a server that answers everything alike, with its certificate and key in one file, if any."""

    class Handler(BaseHTTPRequestHandler):
        def do_PUT(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            self.send_header("ETag", '"answered"')
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"{'https' if certificate else 'http'}://localhost:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
