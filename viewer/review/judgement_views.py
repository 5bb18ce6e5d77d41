"""A reviewer's verdict in words: who, what, why and when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.review import (
    REASON_WORDS,
    VERDICT_WORDS,
    Judgement,
    ReviewVerdict,
    counting_of,
)

View = dict[str, Any]

TONES: Final = {
    ReviewVerdict.SUPPORTED: "ok",
    ReviewVerdict.PARTLY: "warn",
    ReviewVerdict.NOT_SUPPORTED: "bad",
    ReviewVerdict.WRONG_LOCATION: "warn",
    ReviewVerdict.CANT_TELL: "none",
}


def judgement_view(judgement: Judgement, annotations: Sequence[View], *, counts: bool | None = None) -> View:
    """`counts` is False for one that another of the same reviewer has taken the place of."""
    return {
        "id": str(judgement.id),
        "reviewer": judgement.reviewer,
        "reviewer_id": str(judgement.reviewer_id),
        "role": judgement.role.value,
        "verdict": judgement.verdict.value,
        "verdict_words": VERDICT_WORDS[judgement.verdict],
        "tone": TONES[judgement.verdict],
        "reason": judgement.reason.value if judgement.reason else None,
        "reason_words": REASON_WORDS[judgement.reason] if judgement.reason else None,
        "comment": judgement.comment,
        "decided_at": judgement.decided_at.isoformat(),
        "when": moment_words(judgement.decided_at),
        "withdrawn": judgement.withdrawn_at is not None,
        "counts": judgement.counts if counts is None else counts,
        "annotations": list(annotations),
    }


def judgement_views(
    judgements: Iterable[Judgement], annotations: Mapping[UUID, Sequence[View]]
) -> list[View]:
    """Verdicts on one claim, in the order in which they came."""
    every = list(judgements)
    counting = {one.id for one in counting_of(every)}
    return [judgement_view(one, annotations.get(one.id, ()), counts=one.id in counting) for one in every]


def moment_words(moment: datetime) -> str:
    """ "30 Nov 2026, 14:05 UTC": the server does not know on whose clock it is read."""
    utc = moment.astimezone(UTC)
    return f"{utc.day} {utc:%b %Y, %H:%M} UTC"
