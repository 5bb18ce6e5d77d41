"""Verdicts with marked places, stored as the review page stores them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID, uuid4

from pipeline.evidence.annotation import Annotation, SnapUnit
from pipeline.evidence.handle import CitationId
from pipeline.evidence.review import Judgement, ReviewReason, ReviewRole, ReviewVerdict
from pipeline.evidence.text import TextRange
from pipeline.store import reviews
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from viewer.marking import MarkedPlace, mark


def place(
    version_id: UUID,
    page_index: int,
    span: TextRange,
    *,
    citation: str | None = "E1",
    unit: SnapUnit = SnapUnit.CELLS,
) -> MarkedPlace:
    parsed = CitationId.parse(citation) if citation else None
    return MarkedPlace(uuid4(), parsed, version_id, page_index, span, unit)


def wrong_location(
    database: Database,
    scope: Scope,
    answer_id: UUID,
    places: Sequence[MarkedPlace],
    reason: ReviewReason = ReviewReason.OTHER_ROW,
    comment: str = "",
) -> list[Annotation]:
    """The reviewer of the scope says of claim 1 that its location is wrong, and marks the right places."""
    judgement = Judgement(
        uuid4(),
        answer_id,
        1,
        scope.user_id,
        "Analyst",
        ReviewRole.REVIEWER,
        ReviewVerdict.WRONG_LOCATION,
        datetime.now(UTC),
        reason,
        comment,
    )
    with database.scoped(scope) as conn:
        assert reviews.record(conn, judgement)
        return mark(conn, scope, judgement.id, places)
