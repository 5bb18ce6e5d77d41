"""Where the bytes of versions lie: a folder, or a bucket of an object store, as the environment says it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pipeline.evidence.errors import ConfigurationError
from pipeline.limits import size_in_bytes

_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
"""Amazon's rule for names of buckets."""

_PREFIX = re.compile(r"[A-Za-z0-9!_.*'()-]+(/[A-Za-z0-9!_.*'()-]+)*")
"""The characters that every S3-compatible store and every client leaves as they are."""

_ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT")


@dataclass(frozen=True, slots=True)
class Bucket:
    """A place in an S3-compatible object store.

    `prefix`: "" or "a/b", before every key. `endpoint`: the server, None for Amazon's own. `certificates`: a PEM
    file of further authorities to trust. Credentials are no part of it: the client takes them from AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or from the machine's role, and nothing here can print them.
    """

    name: str
    prefix: str = ""
    endpoint: str | None = None
    certificates: Path | None = None

    def __post_init__(self) -> None:
        if not _BUCKET.fullmatch(self.name):
            raise _unusable("the bucket's name has 3 to 63 small letters, digits, dots and hyphens")
        if self.prefix and (not _PREFIX.fullmatch(self.prefix) or {".", ".."} & {*self.prefix.split("/")}):
            raise _unusable(
                "the part after the bucket is letters, digits and -_.!*'() between single slashes"
            )
        if self.endpoint is not None:
            _check_endpoint(self.endpoint)

    def __str__(self) -> str:
        address = f"s3://{self.name}/{self.prefix}".rstrip("/")
        return f"{address} at {self.endpoint}" if self.endpoint else address

    @classmethod
    def parse(cls, address: str, env: Mapping[str, str]) -> Bucket:
        """Of `s3://bucket/prefix`, with endpoint and authorities from AWS_ENDPOINT_URL and AWS_CA_BUNDLE.

        Raises ConfigurationError without repeating the address, because people write keys into addresses.
        """
        name, _, prefix = address.removeprefix("s3://").partition("/")
        certificates = env.get("AWS_CA_BUNDLE")
        return cls(
            name,
            prefix.rstrip("/"),
            next((env[variable] for variable in _ENDPOINTS if env.get(variable)), None),
            Path(certificates) if certificates else None,
        )


@dataclass(frozen=True, slots=True)
class Storage:
    """`place`: a folder or a bucket, None for a folder of the data folder. `cache_bytes`: how much of a bucket is
    kept in the data folder for reading. `links`: whether a reader's browser may be sent to the bucket for an original
    file; off where browsers cannot reach the store.
    """

    place: Path | Bucket | None = None
    cache_bytes: int = 2_000_000_000
    links: bool = True

    @classmethod
    def from_environment(cls, env: Mapping[str, str]) -> Storage:
        """PINCITE_BLOBS (a folder, or `s3://bucket/prefix`), PINCITE_BLOB_CACHE ("2GB") and PINCITE_BLOB_LINKS ("on"
        or "off"), each optional.

        Raises ConfigurationError for a value that cannot be used.
        """
        return cls(
            _place(env.get("PINCITE_BLOBS"), env),
            size_in_bytes("PINCITE_BLOB_CACHE", env, cls().cache_bytes),
            _links(env.get("PINCITE_BLOB_LINKS")),
        )


def _place(text: str | None, env: Mapping[str, str]) -> Path | Bucket | None:
    if not text:
        return None
    if text.startswith("s3://"):
        return Bucket.parse(text, env)
    if "://" in text:
        raise _unusable("no other kind of address is known")
    try:
        return Path(text).expanduser().absolute()
    except RuntimeError as error:
        raise ConfigurationError(
            f"PINCITE_BLOBS is a folder, not {text!r}: there is no such user."
        ) from error


def _links(text: str | None) -> bool:
    if not text:
        return True
    if text not in ("on", "off"):
        raise ConfigurationError(f"PINCITE_BLOB_LINKS is on or off, not {text!r}.")
    return text == "on"


def _check_endpoint(endpoint: str) -> None:
    parts = urlsplit(endpoint)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigurationError(
            "AWS_ENDPOINT_URL is the address of a server, such as https://minio.example:9000."
        )
    if "@" in parts.netloc:
        raise ConfigurationError(
            "AWS_ENDPOINT_URL must not contain a password. Use AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
        )


def _unusable(reason: str) -> ConfigurationError:
    return ConfigurationError(f"PINCITE_BLOBS is a folder or s3://bucket/prefix: {reason}.")
