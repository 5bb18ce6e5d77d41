"""What is noted of the request in hand, for the lines that are written on its way, from its threads too."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final
from uuid import UUID

_PEPPER: Final = secrets.token_bytes(32)


@dataclass(slots=True)
class RequestNotes:
    """`id`: what a request is called in each line about it. `user`: who asks, once that is known, as `user_mark`."""

    id: str
    user: str | None = None


_current: ContextVar[RequestNotes | None] = ContextVar("request", default=None)


def current_request() -> RequestNotes | None:
    return _current.get()


@contextmanager
def noted(request_id: str) -> Iterator[RequestNotes]:
    notes = RequestNotes(request_id)
    token = _current.set(notes)
    try:
        yield notes
    finally:
        _current.reset(token)


def note_user(tenant_id: UUID, user_id: UUID) -> None:
    """Write down for whom the request in hand is, if there is one."""
    notes = _current.get()
    if notes is not None:
        notes.user = user_mark(tenant_id, user_id)


def user_mark(tenant_id: UUID, user_id: UUID) -> str:
    """Twelve hexadecimal digits that tell one user's lines from another's as long as this process runs, and that lead
    back to nobody: the audit says who opened what, to those who may know."""
    return hmac.new(_PEPPER, tenant_id.bytes + user_id.bytes, hashlib.sha256).hexdigest()[:12]
