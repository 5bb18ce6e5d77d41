"""Reviewers' verdicts on claims: recorded, withdrawn, and read back with their history."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from pipeline.evidence.review import Judgement
from pipeline.store.connect import Connection


def record(conn: Connection, judgement: Judgement) -> bool:
    """Store a verdict; False when it is stored already, because it was sent twice.

    Raises NotFound when there is no such claim or reviewer, or the reviewer may not read everything that the claim
    cites, and InvalidReview when the id belongs to another verdict.
    """
    raise NotImplementedError


def withdraw(conn: Connection, reviewer_id: UUID, judgement_id: UUID) -> Judgement:
    """Take a verdict back: it stays as history and counts no more. Withdrawn twice, it stays as it is. Raises NotFound
    for another reviewer's."""
    raise NotImplementedError


def of_claim(conn: Connection, answer_id: UUID, claim: int) -> list[Judgement]:
    """Every verdict on a claim, withdrawn ones too, the oldest first."""
    raise NotImplementedError


def of_answer(conn: Connection, answer_id: UUID) -> dict[int, list[Judgement]]:
    """Every verdict on an answer's claims, by their number, the oldest first."""
    raise NotImplementedError


def reviewed_answers(conn: Connection) -> Sequence[UUID]:
    """The answers that have a verdict that counts, the newest answer first."""
    raise NotImplementedError
