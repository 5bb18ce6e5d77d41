"""What a press does, done before the page is drawn, so that no press that follows can break it off."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pages import notes, session
from pages.plain import plain
from pipeline.evidence.errors import PinciteError
from pipeline.store.connect import Connection
from viewer import services

Result = TypeVar("Result")


def attempt(act: Callable[[Connection], Result], done: str = "") -> Result | None:
    """Do it in a transaction of whoever looks. An error is left as a note, and then the result is None; else `done` is,
    in Markdown."""
    try:
        with services.current().database.scoped(session.scope()) as conn:
            result = act(conn)
    except PinciteError as error:
        notes.leave("bad", plain(error.message))
        return None
    if done:
        notes.leave("ok", done)
    return result
