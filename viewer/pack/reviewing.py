"""What reviewers say of an answer's claims, as far as whoever the pack is made for may see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final
from uuid import UUID

from pipeline.evidence.answer import Answer
from pipeline.evidence.review import (
    REASON_WORDS,
    VERDICT_WORDS,
    Judgement,
    ReviewRole,
    ReviewStanding,
    reviewed,
)
from pipeline.store import annotations as marked_places
from pipeline.store import assignments, reviews
from pipeline.store.annotations import Placed
from pipeline.store.connect import Connection
from viewer.exports import one_line
from viewer.pack.pack import PackPlace, PackReview, PackVerdict
from viewer.review.card_views import NOT_REVIEWED
from viewer.review.judgement_views import TONES, moment_words

HIDDEN: Final = (
    "Not reviewed by you: what others say is hidden until you have judged it or its review is complete"
)

ShowPlace = Callable[[Placed], PackPlace]


def reviews_of(conn: Connection, user_id: UUID, answer: Answer, show: ShowPlace) -> Mapping[int, PackReview]:
    """The review of each claim by its number: verdicts that count first, then what became of the others. Whoever
    reviews claims learns nothing of what others say of one that they are still to judge."""
    said = reviews.of_answer(conn, answer.id)
    marked = marked_places.of_answer(conn, answer.id) if said else {}
    hidden = assignments.to_judge(conn, user_id, answer.id)
    return {
        claim.number: _hidden(said.get(claim.number, ()), marked, user_id, show)
        if claim.number in hidden
        else _review(said.get(claim.number, ()), marked, show)
        for claim in answer.claims
    }


def summary_of(found: Mapping[int, PackReview]) -> str:
    """ "3 of 5 claims reviewed: 2 × Agreed: Supported, …"."""
    judged = [one for one in found.values() if one.verdicts]
    if not judged:
        hidden = any(one.words == HIDDEN for one in found.values())
        return HIDDEN if hidden else "No claim has been reviewed."
    counted: dict[str, int] = {}
    for one in judged:
        counted[one.words] = counted.get(one.words, 0) + 1
    parts = "; ".join(f"{count} × {words}" for words, count in counted.items())
    return f"{len(judged)} of {len(found)} claims reviewed: {parts}"


def _hidden(
    judgements: Sequence[Judgement],
    marked: Mapping[UUID, Sequence[Placed]],
    user_id: UUID,
    show: ShowPlace,
) -> PackReview:
    """What the reader themselves said and took back, and that what others say is hidden."""
    own = (_verdict(one, "withdrawn", marked, show) for one in judgements if one.reviewer_id == user_id)
    return PackReview(HIDDEN, "none", tuple(own))


def _review(
    judgements: Sequence[Judgement], marked: Mapping[UUID, Sequence[Placed]], show: ShowPlace
) -> PackReview:
    found = reviewed(judgements)
    counting = {one.id for one in found.counting}
    verdicts = [_verdict(one, "", marked, show) for one in found.counting]
    verdicts += [
        _verdict(one, "withdrawn" if one.withdrawn_at else "replaced by a later verdict", marked, show)
        for one in judgements
        if one.id not in counting
    ]
    if found.verdict is None:
        is_open = found.standing is ReviewStanding.DISPUTED
        words = "Reviewers differ, and nobody has decided yet" if is_open else NOT_REVIEWED
        return PackReview(words, "warn" if is_open else "none", tuple(verdicts))
    words = f"{_STANDING[found.standing]}: {VERDICT_WORDS[found.verdict]}"
    return PackReview(words, TONES[found.verdict], tuple(verdicts))


_STANDING = {
    ReviewStanding.ONE: "One reviewer",
    ReviewStanding.AGREED: "Reviewers agree",
    ReviewStanding.ADJUDICATED: "Decided by an adjudicator",
}


def _verdict(
    one: Judgement, status: str, marked: Mapping[UUID, Sequence[Placed]], show: ShowPlace
) -> PackVerdict:
    return PackVerdict(
        reviewer=one_line(one.reviewer),
        role="Adjudicator" if one.role is ReviewRole.ADJUDICATOR else "Reviewer",
        words=VERDICT_WORDS[one.verdict],
        tone=TONES[one.verdict],
        reason=REASON_WORDS[one.reason] if one.reason else "",
        comment=one_line(one.comment),
        when=moment_words(one.decided_at),
        status=status,
        places=tuple(show(placed) for placed in marked.get(one.id, ()) if not status),
    )
