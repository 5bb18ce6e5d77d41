"""The blocks around a citation, for a wider look."""

from __future__ import annotations

from pipeline.evidence.errors import NotFound
from viewer.stored.asked import Asked, View


def view(asked: Asked) -> View:
    raise NotFound("Nothing is told of this yet.")
