"""The places that reviewers marked, as the pane draws them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.annotation import SnapUnit
from pipeline.evidence.handle import CitationId
from pipeline.evidence.passage import PassageId
from pipeline.evidence.review import Judgement
from pipeline.evidence.text import TextRange
from pipeline.store import annotations as marked_places
from viewer import annotation_views as views
from viewer.marking import MarkedPlace, mark, snapped
from viewer.review.reviewing import Reviewing
from viewer.review.sent import Sent

View = dict[str, Any]

MOST_PLACES: Final = 50
"""Of one verdict: more is a mistake of the hand."""
MOST_ID: Final = 80
"""Characters of a citation's or a passage's id."""


def annotation_views(asked: Reviewing, verdict_ids: Sequence[UUID]) -> dict[UUID, list[View]]:
    """The marked places of verdicts, in their order."""
    placed = marked_places.of_verdicts(asked.conn, verdict_ids)
    return {
        verdict_id: views.annotation_views(asked.conn, asked.scope, of_one)
        for verdict_id, of_one in placed.items()
    }


def keep_places(asked: Reviewing, judgement: Judgement, sent: Sent) -> None:
    """Store the places that were sent with a new verdict. Raises as `viewer.marking.mark` does."""
    places = [_place(one) for one in sent.objects("places", MOST_PLACES)]
    mark(asked.conn, asked.scope, judgement.id, places)


def snapped_view(asked: Reviewing, sent: Sent) -> View:
    """What of a page a box, a range or a block counts as."""
    return snapped(asked.conn, asked.scope, sent.fields)


def _place(sent: Sent) -> MarkedPlace:
    citation, passage = sent.maybe_text("citation_id", MOST_ID), sent.maybe_text("passage_id", MOST_ID)
    return MarkedPlace(
        id=sent.id("id"),
        citation=CitationId.parse(citation) if citation else None,
        version_id=sent.id("version_id"),
        page_index=sent.number("page_index"),
        range=TextRange(sent.number("start"), sent.number("end")),
        unit=sent.choice("unit", SnapUnit),
        passage=PassageId.parse(passage) if passage else None,
    )
