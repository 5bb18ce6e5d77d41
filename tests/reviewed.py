"""Reviewed claims for tests and benches: single verdicts, and thousands of them made inside the database."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from uuid import UUID, uuid4

from pipeline.evidence.review import REASONS, Judgement, ReviewReason, ReviewRole, ReviewVerdict
from pipeline.store import reviewers, reviews
from pipeline.store.connect import Connection
from pipeline.store.reviewers import Reviewer
from pipeline.store.scope import Scope
from tests.store.filing import StoredFiling, store_filing
from tests.store.many_answers import CLAIMS, make_answers

NOON: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)

DIFFERS: Final = 8
"""One shared claim in so many is judged otherwise by the second reviewer."""


@dataclass(frozen=True, slots=True)
class ReviewedClaims:
    """What `make_reviewed` stored: a filing that all claims cite, two reviewers, and who decides where they differ."""

    filing: StoredFiling
    first: Reviewer
    second: Reviewer
    adjudicator: Reviewer
    claims: int


def judged(
    answer_id: UUID,
    claim: int,
    reviewer: Reviewer,
    verdict: ReviewVerdict = ReviewVerdict.SUPPORTED,
    *,
    role: ReviewRole = ReviewRole.REVIEWER,
    reason: ReviewReason | None = None,
    comment: str = "",
    at: datetime = NOON,
) -> Judgement:
    """A verdict that is not stored; with the first reason that goes with it where none is named."""
    wanted = REASONS[verdict]
    return Judgement(
        uuid4(),
        answer_id,
        claim,
        reviewer.id,
        reviewer.name,
        role,
        verdict,
        at,
        reason or (wanted[0] if wanted else None),
        comment,
        seconds=6.5,
    )


def judge(
    conn: Connection,
    answer_id: UUID,
    claim: int,
    reviewer: Reviewer,
    verdict: ReviewVerdict = ReviewVerdict.SUPPORTED,
    *,
    role: ReviewRole = ReviewRole.REVIEWER,
    reason: ReviewReason | None = None,
    comment: str = "",
    at: datetime = NOON,
) -> Judgement:
    """Store such a verdict."""
    one = judged(answer_id, claim, reviewer, verdict, role=role, reason=reason, comment=comment, at=at)
    reviews.record(conn, one)
    return one


def make_reviewed(
    conn: Connection,
    scope: Scope,
    claims: int,
    *,
    until: datetime = NOON,
    span: str = "84 days",
    first: float = 1.0,
    second: float = 0.5,
) -> ReviewedClaims:
    """Store so many claims (an even number, of CLAIMS an answer) with their checks and verdicts: of the first reviewer
    on the share `first` of them, of the second on the share `second` of those. One in DIFFERS of the shared ones is
    judged otherwise; every second of these is decided by the adjudicator. The same claims get the same verdicts in
    every run. The tenant has no other answers.
    """
    filing = store_filing(conn)
    make_answers(conn, scope.user_id, filing.version_id, claims // CLAIMS, until, span)
    anna, ben, carla = (reviewers.add(conn, name) for name in ("Anna Meyer", "Ben Ito", "Carla Osei"))
    values = {
        "first_id": anna.id,
        "second_id": ben.id,
        "third_id": carla.id,
        "first": round(1000 * first),
        "second": round(1000 * second),
        "differs": DIFFERS,
    }
    for statement in _VERDICTS:
        conn.execute(statement.encode(), values)
    return ReviewedClaims(filing, anna, ben, carla, claims)


def _draw(purpose: str, of: str) -> str:
    """SQL: a number from 0 to `of` - 1 for claim `c`, the same in every run and of its own for each purpose."""
    return f"mod(('x' || substr(md5('{purpose}' || c.answer_id || c.number), 1, 7))::bit(28)::int, {of})"


_IS_FIRST: Final = f"{_draw('first', '1000')} < %(first)s"
_IS_SHARED: Final = f"{_IS_FIRST} and {_draw('second', '1000')} < %(second)s"
_DIFFERS: Final = f"{_draw('differs', '%(differs)s')} = 0"
_IS_DECIDED: Final = f"{_draw('decided', '2')} = 0"
_VERDICT_DRAW: Final = _draw("verdict", "100")
_VERDICT: Final = f"""case
    when {_VERDICT_DRAW} < 78 then 'supported' when {_VERDICT_DRAW} < 86 then 'partly'
    when {_VERDICT_DRAW} < 93 then 'not_supported' when {_VERDICT_DRAW} < 97 then 'wrong_location'
    else 'cant_tell' end"""
_REASON: Final = """case verdict
    when 'partly' then 'missing_part' when 'not_supported' then 'figure' when 'wrong_location' then 'other_row' end"""
_INSERT: Final = """
    insert into verdicts (
        id, answer_id, claim_number, reviewer_id, role, verdict, reason, comment, seconds, decided_at
    )"""
_VERDICTS: Final = (
    f"""
    {_INSERT}
    select md5('1' || answer_id || number)::uuid, answer_id, number, %(first_id)s, 'reviewer', verdict, {_REASON}, '',
           6.5, at
    from (
        select c.*, a.created_at + interval '1 hour' as at, {_VERDICT} as verdict
        from claims c join answers a on a.id = c.answer_id
        where {_IS_FIRST}
    ) c
    """,
    f"""
    {_INSERT}
    select md5('2' || answer_id || number)::uuid, answer_id, number, %(second_id)s, 'reviewer', verdict, {_REASON}, '',
           8.0, at
    from (
        select c.*, a.created_at + interval '2 hours' as at,
               case when not {_DIFFERS} then {_VERDICT} when {_VERDICT} = 'supported' then 'not_supported'
                    else 'supported' end as verdict
        from claims c join answers a on a.id = c.answer_id where {_IS_SHARED}
    ) c
    """,
    f"""
    {_INSERT}
    select md5('3' || c.answer_id || c.number)::uuid, c.answer_id, c.number, %(third_id)s, 'adjudicator', j.verdict,
           j.reason, j.comment, 20.0, j.decided_at + interval '1 day'
    from claims c join verdicts j on j.answer_id = c.answer_id and j.claim_number = c.number
    where j.reviewer_id = %(first_id)s and {_IS_SHARED} and {_DIFFERS}
      and {_IS_DECIDED}
    """,
)
