"""What reviewers say of a claim, as one line under its five checks on the Ask page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
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
from pipeline.store import assignments, reviews
from pipeline.store.connect import Connection
from viewer.review.judgement_views import TONES

View = dict[str, Any]

LABEL: Final = "Reviewer"
NOT_REVIEWED: Final = "Not reviewed"
NOT_BY_YOU: Final = "Not reviewed by you"
DIFFER: Final = "Reviewers differ"
_NOBODY: Final = "Nobody has reviewed this claim yet."
_HIDDEN: Final = (
    "You review claims yourself: what others say of this one is hidden until you have judged it or its review is "
    "complete."
)


def reviewer_lines(conn: Connection, user_id: UUID, answer: Answer) -> dict[int, View]:
    """A line for each claim of an answer, by its number, as this user may see it: whoever reviews claims does not learn
    here what others say of one that they are still to judge; whoever only reads sees every verdict. None while the
    answer is being written."""
    if answer.stage is not None:
        return {}
    said = reviews.of_answer(conn, answer.id)
    hidden = assignments.to_judge(conn, user_id, answer.id)
    return {
        claim.number: _line(said.get(claim.number, ()), is_hidden=claim.number in hidden)
        | {"address": review_address(answer.id, claim.number)}
        for claim in answer.claims
    }


def review_address(answer_id: UUID, claim: int) -> str:
    """The page on which that claim is judged."""
    return f"/review?answer={answer_id}&claim={claim}"


def _line(judgements: Sequence[Judgement], *, is_hidden: bool) -> View:
    if is_hidden:
        return _view(NOT_BY_YOU, "none", [_sentence(_HIDDEN)])
    found = reviewed(judgements)
    if not found.counting:
        return _view(NOT_REVIEWED, "none", [_sentence(_NOBODY)])
    details = [_told(one) for one in found.counting]
    if found.verdict is None:
        return _view(DIFFER, "warn", details) | _by(found.counting)
    deciding = [
        one
        for one in found.counting
        if found.standing is not ReviewStanding.ADJUDICATED or one.role is ReviewRole.ADJUDICATOR
    ]
    return _view(VERDICT_WORDS[found.verdict], TONES[found.verdict], details) | _by(deciding)


def _view(words: str, tone: str, details: Sequence[View]) -> View:
    return {
        "kind": "reviewer",
        "label": LABEL,
        "words": words,
        "tone": tone,
        "icon": None,
        "details": list(details),
        "by": None,
        "at": None,
    }


def _by(judgements: Sequence[Judgement]) -> View:
    """Who said so, and when the last of them did."""
    names = dict.fromkeys(one.reviewer for one in judgements)
    newest = max(one.decided_at for one in judgements)
    return {"by": ", ".join(names), "at": newest.isoformat()}


def _told(one: Judgement) -> View:
    role = " as adjudicator" if one.role is ReviewRole.ADJUDICATOR else ""
    said = [
        f"{VERDICT_WORDS[one.verdict]}{role}.",
        f"{REASON_WORDS[one.reason]}." if one.reason else "",
        f"“{one.comment}”" if one.comment else "",
    ]
    text = " ".join(words for words in said if words)
    return _sentence(text) | {"of": one.reviewer, "at": one.decided_at.isoformat()}


def _sentence(text: str) -> View:
    return {"of": None, "text": text, "checker": "", "at": None}
