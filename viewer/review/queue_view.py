"""The claims that a reviewer has to judge, in an order that tells nothing of what others said of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.evidence.layer import Layer
from pipeline.evidence.review import VERDICT_WORDS, ReviewRole
from pipeline.store import review_queue
from pipeline.store.review_queue import QueueFilter, QueueOrder, QueueRow, WorstCheck
from viewer import words
from viewer.check_words import TONES
from viewer.requests import InvalidRequest, number
from viewer.review.reviewing import Reviewing
from viewer.review.sent import parsed_choice, parsed_id

View = dict[str, Any]

USUAL_ROWS: Final = 200
"""Rows that are sent at once: more than anybody judges in one sitting."""
MOST_ROWS: Final = 1_000
MOST_TEXT: Final = 160
"""Characters of a claim in the list, which shows three lines of it."""
MOST_NAME: Final = 200
"""Characters of a model's, prompt's or form's name."""
NOTHING_FAILS: Final = {"tone": "ok", "icon": "check", "words": "No check failed"}

_FLAGS: Final = {
    (CheckOutcome.FAILED, CheckKind.FIGURES): "Figure missing",
    (CheckOutcome.FAILED, CheckKind.SUPPORT): "Not supported",
    (CheckOutcome.FAILED, CheckKind.VERBATIM): "Not verbatim",
    (CheckOutcome.FAILED, CheckKind.EXISTENCE): "Source missing",
    (CheckOutcome.FAILED, CheckKind.LOCATION): "No place",
    (CheckOutcome.AMBIGUOUS, CheckKind.FIGURES): "Figures unclear",
    (CheckOutcome.AMBIGUOUS, CheckKind.SUPPORT): "Partly supported",
    (CheckOutcome.AMBIGUOUS, CheckKind.VERBATIM): "Several places",
    (CheckOutcome.AMBIGUOUS, CheckKind.EXISTENCE): "Source unclear",
    (CheckOutcome.AMBIGUOUS, CheckKind.LOCATION): "Several places",
}
_ICONS: Final = {"bad": "cross", "warn": "warning", "none": "circle", "ok": "check"}


def queue_view(asked: Reviewing) -> View:
    """{"rows", "total", "done", "waiting", "seed", "is_assigned", "role", "left_out"}. `left_out`: claims that are
    counted and not among the rows. Raises InvalidRequest for a query that makes no sense."""
    seed, limit = asked.query.get("seed", ""), asked.query.get("limit")
    found = review_queue.queue(
        asked.conn,
        asked.reviewer_id,
        role_of(asked.query),
        _order(asked.query),
        filter_of(asked.query),
        seed=seed,
        limit=USUAL_ROWS if limit is None else _limit(limit),
    )
    return {
        "rows": [_row_view(row) for row in found.rows],
        "total": found.total,
        "done": found.done,
        "waiting": found.waiting,
        "seed": seed,
        "is_assigned": found.is_assigned,
        "role": role_of(asked.query).value,
        "left_out": found.total - len(found.rows),
    }


def progress_view(asked: Reviewing, role: ReviewRole) -> View:
    """How far the reviewer is with the queue that the address names, in that role: {"done", "total"}."""
    found = review_queue.queue(asked.conn, asked.reviewer_id, role, only=filter_of(asked.query), limit=1)
    return {"done": found.done, "total": found.total}


def role_of(query: Mapping[str, str]) -> ReviewRole:
    """In which role the address asks (`?role=`); a reviewer's where it names none."""
    return parsed_choice(query.get("role", ReviewRole.REVIEWER.value), "role", ReviewRole)


def filter_of(query: Mapping[str, str]) -> QueueFilter:
    """By what the address narrows the queue. An empty model or prompt means claims that none wrote."""
    layer, collection = query.get("layer"), query.get("collection")
    return QueueFilter(
        layer=parsed_choice(layer, "layer", Layer) if layer else None,
        model=_name(query, "model"),
        prompt=_name(query, "prompt"),
        form=_name(query, "form"),
        collection=parsed_id(collection, "collection") if collection else None,
        is_mine=query.get("mine") == "1",
    )


def _order(query: Mapping[str, str]) -> QueueOrder:
    return parsed_choice(query.get("order", QueueOrder.FIRST.value), "order", QueueOrder)


def _limit(text: str) -> int:
    limit = number(text, "limit")
    if not 1 <= limit <= MOST_ROWS:
        raise InvalidRequest(f"The limit is a number of rows from 1 to {MOST_ROWS:,}.")
    return limit


def _name(query: Mapping[str, str], name: str) -> str | None:
    value = query.get(name)
    if value is not None and (len(value) > MOST_NAME or "\0" in value):
        raise InvalidRequest(f"The {name} has at most {MOST_NAME} characters.")
    return value


def _row_view(row: QueueRow) -> View:
    return {
        "answer_id": str(row.answer_id),
        "claim": row.claim,
        "text": words.shortened(row.text, MOST_TEXT),
        "question": words.shortened(row.question, MOST_TEXT),
        "flag": _flag(row.worst),
        "verdict": row.verdict.value if row.verdict else None,
        "verdict_words": VERDICT_WORDS[row.verdict] if row.verdict else None,
        "is_done": row.is_done,
    }


def _flag(worst: WorstCheck | None) -> View:
    """What of the checks harms most, in two words."""
    if worst is None:
        return dict(NOTHING_FAILS)
    tone = TONES[worst.outcome]
    return {"tone": tone, "icon": _ICONS[tone], "words": _FLAGS[worst.outcome, worst.kind]}
