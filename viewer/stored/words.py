"""The words of a page with their boxes, for the layer that a reader selects and copies from."""

from __future__ import annotations

from pipeline.evidence.errors import NotFound
from viewer.stored.asked import Asked, View


def view(asked: Asked) -> View:
    raise NotFound("Nothing is told of this yet.")
