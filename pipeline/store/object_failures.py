"""What went wrong with an object store, in words that say what to do."""

from __future__ import annotations

import re
from typing import Final

from obstore.exceptions import PermissionDeniedError, UnauthenticatedError

from pipeline.evidence.errors import BlobStoreUnavailable
from pipeline.storage import Bucket

_CODE: Final = re.compile(r"<Code>([A-Za-z0-9]{1,60})</Code>")
_STATUS: Final = re.compile(r"status code: ([0-9]{3})")

_NO_BUCKET: Final = "NoSuchBucket"
_FULL: Final = frozenset({"QuotaExceeded", "XMinioStorageFull", "InsufficientStorage", "507"})
_ELSEWHERE: Final = frozenset(
    {"PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException"}
)
_REDIRECTED: Final = "BareRedirect"
"""The client's name for an answer that points to another region without saying where."""

_REFUSED: Final = frozenset({"AccessDenied", "401", "403"})
_ROLE_SERVICE: Final = ("169.254.", "[fd00:ec2::")
"""Where a cloud's machines get the keys of their role: asked only when the environment has none."""

_UNREACHED: Final = (
    ("dns error", "its name is unknown"),
    ("Connection refused", "nobody answers there"),
    ("InvalidCertificate", "its certificate is not trusted"),
    ("TimedOut", "it does not answer in time"),
    ("timed out", "it does not answer in time"),
)


def says_missing(error: Exception) -> bool:
    """True when the server has the bucket and not the object."""
    return isinstance(error, FileNotFoundError) and _code(str(error)) != _NO_BUCKET


def unavailable(error: Exception, failed: str, bucket: Bucket) -> BlobStoreUnavailable:
    """The error of a request that failed: what could not be done, why, and what to do. `failed` is a clause."""
    reason, advice = _reason(error, bucket)
    return BlobStoreUnavailable(f"{failed}: the object store {bucket} {reason}. {advice}")


def _reason(error: Exception, bucket: Bucket) -> tuple[str, str]:
    text = str(error)
    if any(f"://{host}" in text for host in _ROLE_SERVICE):
        return "has no keys to be asked with", "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
    code = _code(text)
    if code == _NO_BUCKET or isinstance(error, FileNotFoundError):
        return f"has no bucket {bucket.name}", "Create it, or name another in PINCITE_BLOBS."
    if code in _ELSEWHERE or _REDIRECTED in text:
        return f"has the bucket {bucket.name} in another region", "Set AWS_REGION to the bucket's region."
    if code in _FULL:
        return f"is full ({code})", "Free some space there or raise its quota."
    if code in _REFUSED or isinstance(error, (PermissionDeniedError, UnauthenticatedError)):
        return (
            f"refuses us ({code or 'no reason given'})",
            "Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that they may read, write, delete and list there.",
        )
    if code:
        return f"failed ({code})", "Try again; if it stays so, ask whoever runs it."
    why = next((words for sign, words in _UNREACHED if sign in text), "the connection broke")
    return f"cannot be reached: {why}", "Check AWS_ENDPOINT_URL and the network, then try again."


def _code(text: str) -> str | None:
    """The server's own code for a failure, else the status of its answer."""
    match = _CODE.search(text) or _STATUS.search(text)
    return match[1] if match else None
