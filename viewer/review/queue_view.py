"""The claims that a reviewer has to judge, in an order that tells nothing of what others said of them."""

from __future__ import annotations

from typing import Any

from viewer.review.reviewing import Reviewing

View = dict[str, Any]


def queue_view(asked: Reviewing) -> View:
    """{"rows", "total", "done", "waiting", "seed"}."""
    return {"rows": [], "total": 0, "done": 0, "waiting": 0, "seed": ""}


def progress_view(asked: Reviewing) -> View:
    """How far the reviewer is: {"done", "total"}."""
    return {"done": 0, "total": 0}
