"""Signed, short-lived links to one version's bytes, to an answer being written, or to a reviewer's work, for one user
of one tenant.

A link says who may ask for what; whether they still may is looked up in the database at each request.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final
from uuid import UUID

from itsdangerous import BadSignature, URLSafeSerializer

from pipeline.evidence.errors import DataFolderUnusable, LinkExpired, LinkInvalid
from pipeline.store.scope import Scope

KEY_FILE: Final = "link.key"
KEY_BYTES: Final = 32
BUCKET_SECONDS: Final = 600
"""Links made within one bucket are the same, so that the browser's cache knows them again. A link lives from one
to two buckets."""
TAKEN_BUCKET_SECONDS: Final = 21_600
"""A page renews its links while somebody works in it, but for those of files to take away: they live half a working day
and more, and what they open is looked up when it is asked for, as with every link."""


class LinkKind(StrEnum):
    """What a link opens: a version's pages (their images, and what is stored of them), its sanitised rendition or its
    original file; an answer, while it is written, or as a file to take away; or what a reviewer has to judge, and their
    verdicts."""

    PAGES = "pages"
    FRAME = "frame"
    FILE = "file"
    ANSWER = "answer"
    REVIEW = "review"
    TAKEN = "taken"


@dataclass(frozen=True, slots=True)
class Link:
    """Who may ask for what: `target_id` is a version's, with LinkKind.ANSWER an answer's, with LinkKind.REVIEW the
    reviewer's own, who is the user of the scope, and with LinkKind.TAKEN either of these two."""

    scope: Scope
    target_id: UUID
    kind: LinkKind


def link_key(home: Path) -> bytes:
    """The key that signs links, made once per data folder, with the folder where there is none yet, and readable by its
    owner only.

    Raises DataFolderUnusable when it can be neither read nor made.
    """
    path = home / KEY_FILE
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _write_once(path, secrets.token_bytes(KEY_BYTES))
        key = path.read_bytes()
    except OSError as error:
        raise DataFolderUnusable(
            f"The key for links, {path}, cannot be read or written: {error.strerror}."
        ) from error
    if len(key) != KEY_BYTES:
        raise DataFolderUnusable(
            f"The key for links, {path}, is damaged. Delete it; open pages then need a reload."
        )
    return key


def _write_once(path: Path, key: bytes) -> None:
    """Complete or absent, and never over a key that another process has written meanwhile."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(key)
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()


class Links:
    """Makes and reads links. `clock` gives seconds since the epoch. With `needs_sign_in`, a link that names no sign-in
    opens nothing: where people sign in, nobody is trusted without."""

    def __init__(
        self, key: bytes, *, clock: Callable[[], float] = time.time, needs_sign_in: bool = False
    ) -> None:
        self._serializer = URLSafeSerializer(key, salt="pincite.viewer.links")
        self._clock = clock
        self._needs_sign_in = needs_sign_in

    @property
    def expires(self) -> int:
        """When links that are made now end, in seconds since the epoch: the same for all of one time bucket."""
        return self._end(BUCKET_SECONDS)

    def _end(self, bucket: int) -> int:
        return (int(self._clock()) // bucket + 2) * bucket

    def token(self, link: Link) -> str:
        """The signed token of a link, the same for all of one time bucket."""
        scope = link.scope
        claims = [
            str(scope.tenant_id),
            str(scope.user_id),
            str(scope.sign_in_id or ""),
            str(link.target_id),
            link.kind.value,
            self._end(TAKEN_BUCKET_SECONDS) if link.kind is LinkKind.TAKEN else self.expires,
        ]
        return str(self._serializer.dumps(claims))

    def read(self, token: str, kind: LinkKind) -> Link:
        """What a token stands for. Raises LinkInvalid when altered or made for another kind, LinkExpired when old."""
        try:
            tenant, user, sign_in, target, named_kind, expires = self._serializer.loads(token)
        except (BadSignature, ValueError, TypeError) as error:
            raise LinkInvalid(
                "This link was altered or cut. Open the evidence from its answer again."
            ) from error
        if self._needs_sign_in and not sign_in:
            raise LinkInvalid("This link names no sign-in. Open the evidence from its answer again.")
        if named_kind != kind.value:
            raise LinkInvalid(f"This link opens {named_kind}, not {kind.value}.")
        if self._clock() >= expires:
            raise LinkExpired("This link is too old. Reload the answer to get a new one.")
        scope = Scope(UUID(tenant), UUID(user), UUID(sign_in) if sign_in else None)
        return Link(scope, UUID(target), kind)
