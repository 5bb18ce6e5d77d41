"""A reviewer's verdict as the browser sends it: saved once, taken back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.review import MOST_COMMENT, Judgement, ReviewReason, ReviewRole, ReviewVerdict
from pipeline.store import reviewers, reviews
from viewer.requests import InvalidRequest
from viewer.review.items import verdicts_view
from viewer.review.judgement_views import judgement_view
from viewer.review.places import annotation_views, keep_places
from viewer.review.queue_view import progress_view
from viewer.review.reviewing import Reviewing
from viewer.review.sent import Sent
from viewer.review.sight import sight_of

View = dict[str, Any]

FASTEST_CLOCK: Final = timedelta(days=1)
"""How far a browser's clock may be ahead: a wrong time zone, and no more. Verdicts are ordered by that clock."""


def save(asked: Reviewing, sent: Sent) -> View:
    """Store a verdict with its marked places, all or nothing; sent twice it is stored once.

    Raises InvalidRequest or InvalidReview in words, and NotFound for a claim that this reviewer cannot be shown.
    """
    judgement = _judgement(asked, sent)
    is_new = reviews.record(asked.conn, judgement)
    if is_new:
        keep_places(asked, judgement, sent)
    return {
        **_outcome(asked, judgement.answer_id, judgement.claim, judgement.id, "saved"),
        "is_new": is_new,
    }


def withdraw(asked: Reviewing, judgement_id: UUID) -> View:
    """Take a verdict back: it stays in the history. What others said is hidden again. Raises NotFound."""
    taken = reviews.withdraw(asked.conn, asked.reviewer_id, judgement_id)
    return _outcome(asked, taken.answer_id, taken.claim, taken.id, "withdrawn")


def _judgement(asked: Reviewing, sent: Sent) -> Judgement:
    decided_at = sent.moment("decided_at")
    if decided_at > datetime.now(UTC) + FASTEST_CLOCK:
        raise InvalidRequest(
            f"This computer's clock says {decided_at:%Y-%m-%d %H:%M}, days ahead. Set it right, and save again."
        )
    return Judgement(
        id=sent.id("id"),
        answer_id=sent.id("answer_id"),
        claim=sent.number("claim", 1),
        reviewer_id=asked.reviewer_id,
        reviewer=reviewers.get(asked.conn, asked.reviewer_id).name,
        role=sent.choice("role", ReviewRole),
        verdict=sent.choice("verdict", ReviewVerdict),
        decided_at=decided_at,
        reason=sent.maybe_choice("reason", ReviewReason),
        comment=(sent.maybe_text("comment", MOST_COMMENT) or "").strip(),
        seconds=sent.maybe_seconds("seconds"),
    )


def _outcome(asked: Reviewing, answer_id: UUID, claim: int, judgement_id: UUID, name: str) -> View:
    """What the browser learns: the verdict as it is stored under `name`, what it may see of the claim now, and how far
    the reviewer is."""
    stored = reviews.get(asked.conn, asked.reviewer_id, judgement_id)
    sight = sight_of(
        reviews.of_claim(asked.conn, answer_id, claim),
        asked.reviewer_id,
        adjudicates=stored.role is ReviewRole.ADJUDICATOR,
    )
    if not reviews.is_readable(asked.conn, asked.reviewer_id, answer_id, claim):
        sight = sight.own
    places = annotation_views(asked, [judgement_id])
    seen = verdicts_view(asked, sight)
    told = {key: seen[key] for key in ("mine", "history", "others", "standing")}
    return {
        name: judgement_view(stored, places.get(judgement_id, ())),
        **told,
        "progress": progress_view(asked, stored.role),
    }
