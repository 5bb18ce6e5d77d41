"""How a reviewer stands to the others, over the claims that they have judged themselves and may still read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.review import (
    VERDICT_WORDS,
    Judgement,
    ReviewRole,
    ReviewStanding,
    counting_of,
    reviewed,
)
from pipeline.review.agreement import Agreement, agreement
from pipeline.store import review_queue, reviews
from pipeline.store.review_queue import QueueFilter
from viewer import words
from viewer.review.queue_view import MOST_TEXT, progress_view
from viewer.review.reviewing import Reviewing

View = dict[str, Any]

MOST_RECENT: Final = 10
"""Shared claims that are listed, the last judged first."""

_Key = tuple[UUID, int]


def standing_view(asked: Reviewing) -> View:
    """{"done", "total", "agreement", "open_disagreements", "to_decide", "recent"}. Nothing is told of a claim that the
    reviewer has not judged. `open_disagreements` are those of theirs that nobody has decided yet, `to_decide` those of
    others that they may decide."""
    texts = _judged(asked)
    beside = _by_claim(reviews.counting(asked.conn, asked.reviewer_id), texts)
    disputes = progress_view(asked, ReviewRole.ADJUDICATOR)
    standings = [reviewed(said).standing for said in beside.values()]
    return {
        **progress_view(asked, ReviewRole.REVIEWER),
        "agreement": _agreement_view(agreement(one for said in beside.values() for one in said)),
        "open_disagreements": standings.count(ReviewStanding.DISPUTED),
        "to_decide": disputes["total"] - disputes["done"],
        "recent": _recent(asked.reviewer_id, beside, texts),
    }


def _judged(asked: Reviewing) -> dict[_Key, str]:
    """The words of the claims that the reviewer judged and may read today, the last judged first."""
    found = review_queue.queue(
        asked.conn, asked.reviewer_id, only=QueueFilter(is_mine=True), limit=None, everything=True
    )
    return {(row.answer_id, row.claim): row.text for row in found.rows}


def _by_claim(judgements: Sequence[Judgement], texts: Mapping[_Key, str]) -> dict[_Key, list[Judgement]]:
    found: defaultdict[_Key, list[Judgement]] = defaultdict(list)
    for one in judgements:
        if (one.answer_id, one.claim) in texts:
            found[one.answer_id, one.claim].append(one)
    return dict(found)


def _agreement_view(found: Agreement) -> View:
    """The coefficients as numbers (null: none) and in words, each with its interval."""
    return {
        "shared": found.shared,
        "agreed": found.agreed,
        "kappa": found.kappa.value,
        "kappa_words": found.kappa.words,
        "interval_words": found.kappa.interval_words,
        "alpha": found.alpha.value,
        "alpha_words": found.alpha.words,
        "alpha_interval_words": found.alpha.interval_words,
    }


def _recent(
    reviewer_id: UUID, beside: Mapping[_Key, Sequence[Judgement]], texts: Mapping[_Key, str]
) -> list[View]:
    """The claims that somebody else judged too."""
    shared = ((key, beside[key]) for key in texts if key in beside)
    rows = (_recent_view(reviewer_id, key, said, texts[key]) for key, said in shared)
    return [row for row in rows if row["theirs"]][:MOST_RECENT]


def _recent_view(reviewer_id: UUID, key: _Key, said: Sequence[Judgement], text: str) -> View:
    judges = [one for one in counting_of(said) if one.role is ReviewRole.REVIEWER]
    mine = next(one for one in judges if one.reviewer_id == reviewer_id)
    return {
        "answer_id": str(key[0]),
        "claim": key[1],
        "text": words.shortened(text, MOST_TEXT),
        "agrees": len({one.verdict for one in judges}) == 1,
        "mine": VERDICT_WORDS[mine.verdict],
        "theirs": [
            {"reviewer": one.reviewer, "verdict_words": VERDICT_WORDS[one.verdict]}
            for one in judges
            if one is not mine
        ],
    }
