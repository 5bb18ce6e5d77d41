"""Blobs as objects of a bucket, read through copies on this machine."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from pipeline.evidence.errors import BlobMissing, ConfigurationError
from pipeline.storage import Bucket
from pipeline.store.blob_cache import BlobCache
from pipeline.store.blob_key import Method, StoredBlob, blob_key, is_hash, tenant_of
from pipeline.store.object_failures import says_missing, unavailable
from pipeline.store.proven_files import require_hash
from pipeline.store.scope import LOCAL

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig

PART: Final = 8 * 1024 * 1024
"""Bytes of a part: larger blobs go up in parts, and all come down in such chunks."""

PARTS_AT_ONCE: Final = 4

_LISTED_AT_ONCE: Final = 1000

_RETRIES: Final[RetryConfig] = {"max_retries": 3, "retry_timeout": timedelta(seconds=30)}
"""A dropped connection is tried again at once; of a server that stays away, whoever waits hears within seconds."""

_CONNECT, _STALL, _REQUEST = timedelta(seconds=5), timedelta(seconds=10), timedelta(seconds=300)
"""How long to wait for a connection, for the next bytes, and for a whole request: 200 MB at 0.7 MB a second."""


class ObjectBlobs:
    """The blobs of all tenants in a bucket. Nothing is asked of the server before the first blob.

    Raises ConfigurationError for settings that the client cannot use.
    """

    def __init__(self, bucket: Bucket, cache: BlobCache) -> None:
        self._bucket = bucket
        self._cache = cache
        self._client = _client(bucket)
        self._proven: dict[str, str] = {}

    def of(self, tenant_id: UUID) -> ObjectBlobStore:
        return ObjectBlobStore(self._client, self._bucket, self._cache, tenant_id, self._proven)

    def prove(self, path: Path) -> None:
        self._cache.prove(path)

    def tenants(self) -> list[UUID]:
        """Raises BlobStoreUnavailable."""
        with _asking(self._bucket, "The tenants whose files are stored cannot be listed"):
            folders = obstore.list_with_delimiter(self._client)["common_prefixes"]
        others = [tenant_id for tenant_id in map(tenant_of, folders) if tenant_id is not None]
        return [LOCAL.tenant_id, *(one for one in others if one != LOCAL.tenant_id)]


class ObjectBlobStore:
    """One tenant's blobs. A BlobStore; every method but `path` on a copy that is here raises BlobStoreUnavailable."""

    def __init__(
        self, client: S3Store, bucket: Bucket, cache: BlobCache, tenant_id: UUID, proven: dict[str, str]
    ) -> None:
        """`proven`: the server's tag of an object that had the right hash, by key; a changed object has another."""
        self._client = client
        self._proven = proven
        self._bucket = bucket
        self._cache = cache
        self._tenant_id = tenant_id

    def put(self, data: bytes) -> str:
        """Uploaded whether it is there or not: to see that a copy is undamaged costs as much as to replace it."""
        sha256 = hashlib.sha256(data).hexdigest()
        with self._asking(f"{len(data):,} bytes cannot be stored"):
            stored = obstore.put(
                self._client,
                self._key(sha256),
                data,
                attributes={"Content-Type": _content_type(data)},
                chunk_size=PART,
                max_concurrency=PARTS_AT_ONCE,
            )
        self._note(sha256, stored["e_tag"])
        return sha256

    def get(self, sha256: str) -> bytes:
        collected = io.BytesIO()  # joining a list would hold everything twice
        collected.writelines(self._chunks(sha256))
        return collected.getvalue()

    def path(self, sha256: str) -> Path:
        """Raises DataFolderUnusable when this machine has no room for a copy."""
        return self._cache.path(self._key(sha256), sha256, lambda: self._chunks(sha256))

    def remove(self, sha256: str) -> None:
        """Copies on other machines go when they have not been used for long; nothing names them any more."""
        key = self._key(sha256)
        with (
            suppress(BlobMissing),  # some stores say so, most do not
            self._asking(f"The stored file {sha256} cannot be removed", missing="It is not there."),
        ):
            obstore.delete(self._client, key)
        self._cache.remove(key, sha256)

    def listed(self) -> Iterator[StoredBlob]:
        """The local tenant's lie at the root, so that its listing passes over those of the others."""
        root = None if self._tenant_id == LOCAL.tenant_id else str(self._tenant_id)
        with self._asking("The stored files cannot be listed"):
            for batch in obstore.list(self._client, root, chunk_size=_LISTED_AT_ONCE):
                for item in batch:
                    folder, _, name = item["path"].rpartition("/")
                    if is_hash(name) and self._key(name) == f"{folder}/{name}":
                        yield StoredBlob(name, item["size"], item["last_modified"].timestamp())

    def remove_unfinished(self, before: float) -> int:
        """A bucket shows an object when it is whole; parts of uploads that broke off are its life-cycle rule's."""
        return 0

    def signed_url(self, sha256: str, media_type: str, seconds: int, *, method: Method = "GET") -> str | None:
        """Looked up first: bytes that were copied into the bucket by other means may have lost their type there, and
        of missing ones the server would tell in its own words. And read once, for nobody here sees what the link gives.
        Raises BlobCorrupt too."""
        key, missing = self._key(sha256), self._gone(sha256)
        with self._asking(f"No link to the stored file {sha256} can be signed", missing=missing):
            found = obstore.get(self._client, key, options={"head": True})
            if found.attributes.get("Content-Type") != media_type:
                return None
            if found.meta["e_tag"] is None or self._proven.get(key) != found.meta["e_tag"]:
                for _ in self._chunks(sha256):
                    pass
            return obstore.sign(self._client, method, key, timedelta(seconds=seconds))

    def _key(self, sha256: str) -> str:
        return blob_key(self._tenant_id, sha256)

    def _chunks(self, sha256: str) -> Iterator[bytes]:
        """The bytes as they come; after the last, BlobCorrupt when they are not those of the hash."""
        digest = hashlib.sha256()
        with self._asking(f"The stored file {sha256} cannot be read", missing=self._gone(sha256)):
            found = obstore.get(self._client, self._key(sha256))
            for chunk in found.stream(min_chunk_size=PART):
                digest.update(chunk)
                yield bytes(chunk)
        require_hash(digest.hexdigest(), sha256, f"The stored file {sha256} in {self._bucket}")
        self._note(sha256, found.meta["e_tag"])

    def _note(self, sha256: str, tag: str | None) -> None:
        if tag is not None:
            self._proven[self._key(sha256)] = tag

    def _gone(self, sha256: str) -> str:
        return f"The stored file {sha256} is gone from {self._bucket}. Ingest the original again to bring it back."

    def _asking(self, failed: str, *, missing: str | None = None) -> AbstractContextManager[None]:
        return _asking(self._bucket, failed, missing=missing)


@contextmanager
def _asking(bucket: Bucket, failed: str, *, missing: str | None = None) -> Iterator[None]:
    """Says the client's errors in our words only: its own repeat what the server answered, and some servers
    answer with the key and the signature that they refuse.
    """
    try:
        yield
    except (BaseError, FileNotFoundError) as error:
        if missing and says_missing(error):
            raise BlobMissing(missing) from None
        raise unavailable(error, failed, bucket) from None


def _client(bucket: Bucket) -> S3Store:
    options: ClientConfig = {
        "allow_http": (bucket.endpoint or "").startswith("http://"),
        "connect_timeout": _CONNECT,
        "read_timeout": _STALL,
        "timeout": _REQUEST,
    }
    if bucket.certificates is not None:
        options["root_certificate"] = _read_certificates(bucket.certificates)
    try:
        return S3Store(
            bucket.name,
            prefix=bucket.prefix or None,
            config={"endpoint": bucket.endpoint} if bucket.endpoint else None,
            client_options=options,
            retry_config=_RETRIES,
            disable_bulk_delete=True,  # some stores know single deletions only
        )
    except BaseError:
        raise ConfigurationError(
            f"The object store {bucket} cannot be used as it is set up. Check the AWS_* variables."
        ) from None


def _read_certificates(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ConfigurationError(
            f"AWS_CA_BUNDLE names {path}, which cannot be read: {error.strerror}."
        ) from error


def _content_type(data: bytes) -> str:
    """For whoever opens a signed link: a browser shows a PDF, and must not run anything else."""
    return "application/pdf" if data.startswith(b"%PDF-") else "application/octet-stream"
