"""Signed, short-lived links to one version's bytes, to an answer being written, or to a reviewer's work, for one user
of one tenant.

A link says who may ask for what; whether they still may is looked up in the database at each request.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Final
from uuid import UUID

from itsdangerous import BadSignature, URLSafeSerializer
from itsdangerous.encoding import base64_decode, base64_encode

from pipeline.evidence.errors import LinkExpired, LinkInvalid
from pipeline.journal.request import note_user
from pipeline.store.link_keys import LinkKeys
from pipeline.store.scope import Scope

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
    """The key of a data folder that signs links now. Raises DataFolderUnusable."""
    return LinkKeys(home).accepted()[-1]


@lru_cache(maxsize=4)
def _serializer(keys: tuple[bytes, ...]) -> URLSafeSerializer:
    """Signs with the last key, and reads what any of them has signed."""
    return URLSafeSerializer(list(keys), salt="pincite.viewer.links")


class Links:
    """Makes and reads links. `key`: one that stays, or those of a data folder, which may change. `clock` gives seconds
    since the epoch. With `needs_sign_in`, a link that names no sign-in opens nothing: where people sign in, nobody is
    trusted without."""

    def __init__(
        self, key: bytes | LinkKeys, *, clock: Callable[[], float] = time.time, needs_sign_in: bool = False
    ) -> None:
        self._accepted = key.accepted if isinstance(key, LinkKeys) else lambda: (key,)
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
        return str(_serializer(self._accepted()).dumps(claims))

    def read(self, token: str, kind: LinkKind) -> Link:
        """What a token stands for. Raises LinkInvalid when altered or made for another kind, LinkExpired when old."""
        try:
            tenant, user, sign_in, target, named_kind, expires = _serializer(self._accepted()).loads(token)
            _require_one_writing(token)
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
        note_user(scope.tenant_id, scope.user_id)
        return Link(scope, UUID(target), kind)


def _require_one_writing(token: str) -> None:
    """Raises BadSignature for a signature that decodes to the right one and is written otherwise: with bits of its last
    character that nobody reads, or with characters that decoding skips."""
    signature = token.rpartition(".")[2]
    if base64_encode(base64_decode(signature)) != signature.encode():
        raise BadSignature("written otherwise")
