"""How a reviewer stands to the others, over the claims that they have judged themselves."""

from __future__ import annotations

from typing import Any

from viewer.review.reviewing import Reviewing

View = dict[str, Any]


def standing_view(asked: Reviewing) -> View:
    """Nothing is told of a claim that the reviewer has not judged."""
    return {"done": 0, "total": 0, "agreement": None, "open_disagreements": 0, "recent": []}
