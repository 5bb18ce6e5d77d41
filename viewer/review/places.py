"""The places that reviewers marked, as the pane draws them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.review import Judgement
from viewer.requests import InvalidRequest
from viewer.review.reviewing import Reviewing
from viewer.review.sent import Sent

View = dict[str, Any]

MOST_PLACES: Final = 50
"""Of one verdict: more is a mistake of the hand."""


def annotation_views(asked: Reviewing, verdict_ids: Sequence[UUID]) -> dict[UUID, list[View]]:
    """The marked places of verdicts, in their order."""
    return {}


def keep_places(asked: Reviewing, judgement: Judgement, sent: Sent) -> None:
    """Store the places that were sent with a new verdict."""
    if sent.objects("places", MOST_PLACES):
        raise InvalidRequest("Places cannot be marked yet.")


def snapped_view(asked: Reviewing, sent: Sent) -> View:
    """What of a page a box, a range or a block counts as."""
    raise InvalidRequest("Places cannot be marked yet.")
