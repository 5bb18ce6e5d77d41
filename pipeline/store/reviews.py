"""Reviewers' verdicts on claims: recorded, withdrawn, and read back with their history."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.errors import NotFound
from pipeline.evidence.review import (
    InvalidReview,
    Judgement,
    ReviewReason,
    ReviewRole,
    ReviewVerdict,
    counting_of,
    differ,
    says_the_same,
)
from pipeline.permissions import Permission
from pipeline.store import access, bulk, reviewers
from pipeline.store.connect import Connection
from pipeline.store.documents import MAY_READ

IS_READABLE: Final = f"""not exists (
    select from citations cited
    left join versions v on v.id = cited.version_id left join documents d on d.id = v.document_id
    where cited.answer_id = c.answer_id and cited.claim_number = c.number and ({MAY_READ}) is not true)"""
"""SQL: whether user %(user_id)s, or with null the scope's, may read everything that claim `c` cites. A filing that was
removed is not there to be read."""

COUNTS: Final = """j.withdrawn_at is null and not exists (
    select from verdicts newer where newer.answer_id = j.answer_id and newer.claim_number = j.claim_number
    and newer.reviewer_id = j.reviewer_id and newer.role = j.role and newer.withdrawn_at is null
    and (newer.decided_at, newer.id) > (j.decided_at, j.id))"""
"""SQL: whether verdict `j` counts: the newest of its reviewer and role that was not withdrawn."""


def record(conn: Connection, judgement: Judgement) -> bool:
    """Store a verdict; False when it is stored already, because it was sent twice.

    Raises NotFound when there is no such claim or reviewer, or the reviewer may not read everything that the claim
    cites; and InvalidReview when the id belongs to another verdict, when an adjudicator is one of those that differ, or
    when nobody differs. One that was imported was given where its reviewer could read: only the claim and the reviewer
    have to be there. Needs Permission.REVIEW.
    """
    access.require(conn, Permission.REVIEW)
    if judgement.decided_at.utcoffset() is None:
        raise InvalidReview(f"The time {judgement.decided_at} of a verdict has no time zone.")
    # Two verdicts on one claim are taken one after the other: what each may say depends on the other.
    _lock(conn, judgement.answer_id, judgement.claim)
    if judgement.origin is None:
        require_readable(conn, judgement.reviewer_id, judgement.answer_id, judgement.claim)
    reviewers.get(conn, judgement.reviewer_id)
    stored = _stored(conn, judgement.id)
    if stored is not None:
        _require_same(stored, judgement)
        return False
    if judgement.origin is None:
        _require_right(of_claim(conn, judgement.answer_id, judgement.claim), judgement)
    add_all(conn, [judgement])
    return True


def add_all(conn: Connection, judgements: Iterable[Judgement]) -> None:
    """Store verdicts of people on claims that are stored, without asking whether they may be given: `record` does."""
    bulk.insert(conn, "verdicts", _TYPES, map(_columns, judgements))


def withdraw(conn: Connection, reviewer_id: UUID, judgement_id: UUID) -> Judgement:
    """Take a verdict back: it stays as history and counts no more. Withdrawn twice, it stays as it is. Raises NotFound
    for another reviewer's. Needs Permission.REVIEW."""
    access.require(conn, Permission.REVIEW)
    conn.execute(
        "update verdicts set withdrawn_at = clock_timestamp() "
        "where id = %s and reviewer_id = %s and withdrawn_at is null",
        (judgement_id, reviewer_id),
    )
    return get(conn, reviewer_id, judgement_id)


def get(conn: Connection, reviewer_id: UUID, judgement_id: UUID) -> Judgement:
    """A reviewer's own verdict. Raises NotFound, for another reviewer's too."""
    found = _stored(conn, judgement_id)
    if found is None or found.reviewer_id != reviewer_id:
        raise NotFound(f"There is no verdict {judgement_id} of this reviewer.")
    return found


def several(conn: Connection, ids: Collection[UUID]) -> dict[UUID, Judgement]:
    """The verdicts of these ids that are stored, whosever they are."""
    return {one.id: one for one in _all(conn, "j.id = any(%s)", (list(ids),))}


def of_claim(conn: Connection, answer_id: UUID, claim: int) -> list[Judgement]:
    """Every verdict on a claim, withdrawn ones too, the oldest first."""
    return _all(conn, "j.answer_id = %s and j.claim_number = %s", (answer_id, claim))


def of_answer(conn: Connection, answer_id: UUID) -> dict[int, list[Judgement]]:
    """Every verdict on an answer's claims, by their number, the oldest first."""
    found: defaultdict[int, list[Judgement]] = defaultdict(list)
    for one in _all(conn, "j.answer_id = %s", (answer_id,)):
        found[one.claim].append(one)
    return dict(found)


def reviewed_answers(conn: Connection) -> Sequence[UUID]:
    """The answers that have a verdict that counts, the newest answer first."""
    rows = conn.execute(
        """
        select a.id from answers a
        where exists (select from verdicts j where j.answer_id = a.id and j.withdrawn_at is null)
        order by a.created_at desc, a.id
        """
    )
    return [answer_id for (answer_id,) in rows]


def counting(conn: Connection, reviewer_id: UUID | None = None) -> list[Judgement]:
    """Every verdict of the tenant that counts, the oldest first: what agreement is measured over. Of the claims that
    one reviewer judged, where one is named."""
    if reviewer_id is None:
        return _all(conn, COUNTS, ())
    return _all(conn, f"{COUNTS} and (j.answer_id, j.claim_number) in ({_JUDGED_BY})", (reviewer_id,))


_JUDGED_BY: Final = (
    "select o.answer_id, o.claim_number from verdicts o where o.reviewer_id = %s and o.withdrawn_at is null"
)


def require_readable(conn: Connection, reviewer_id: UUID, answer_id: UUID, claim: int) -> None:
    """Raises NotFound when there is no such claim, or the user may not read everything that it cites: both look the
    same."""
    if not is_readable(conn, reviewer_id, answer_id, claim):
        raise _no_claim(answer_id, claim)


def is_readable(conn: Connection, reviewer_id: UUID, answer_id: UUID, claim: int) -> bool:
    """Whether there is such a claim, and the user may read everything that it cites."""
    found = conn.execute(
        f"select {IS_READABLE} from claims c where c.answer_id = %(answer)s and c.number = %(claim)s",
        {"answer": answer_id, "claim": claim, "user_id": reviewer_id},
    ).fetchone()
    return found is not None and bool(found[0])


def _lock(conn: Connection, answer_id: UUID, claim: int) -> None:
    found = conn.execute(
        "select from claims where answer_id = %s and number = %s for no key update", (answer_id, claim)
    ).fetchone()
    if found is None:
        raise _no_claim(answer_id, claim)


def _no_claim(answer_id: UUID, claim: int) -> NotFound:
    return NotFound(f"There is no claim {claim} of an answer {answer_id} to review.")


def _require_same(stored: Judgement, sent: Judgement) -> None:
    if not says_the_same(stored, sent):
        raise InvalidReview(
            f"The id {sent.id} belongs to another verdict. Save this one under an id of its own."
        )


def _require_right(stored: Sequence[Judgement], judgement: Judgement) -> None:
    """Nobody decides between themselves and others, and nobody judges blind what they decided with open eyes."""
    standing = counting_of(stored)
    others = {one.role for one in standing if one.reviewer_id == judgement.reviewer_id} - {judgement.role}
    if judgement.role is ReviewRole.REVIEWER:
        if others:
            raise InvalidReview(
                f"{judgement.reviewer} decided this claim as its adjudicator, having seen what its reviewers said, and "
                "cannot judge it as one of them."
            )
        return
    if others:
        raise InvalidReview(
            f"{judgement.reviewer} is one of this claim's reviewers. Somebody else has to decide where they differ."
        )
    # What they said is not told: whoever asked may still judge the claim blind.
    if not differ(standing):
        raise InvalidReview("There is nothing to decide: no two reviewers of this claim differ.")


_TYPES: Final = {
    "id": "uuid",
    "answer_id": "uuid",
    "claim_number": "int",
    "reviewer_id": "uuid",
    "role": "text",
    "verdict": "text",
    "reason": "text",
    "comment": "text",
    "seconds": "float8",
    "decided_at": "timestamptz",
    "withdrawn_at": "timestamptz",
    "origin": "text",
}


def _columns(one: Judgement) -> tuple[Any, ...]:
    return (
        one.id,
        one.answer_id,
        one.claim,
        one.reviewer_id,
        one.role.value,
        one.verdict.value,
        one.reason.value if one.reason else None,
        one.comment,
        one.seconds,
        one.decided_at,
        one.withdrawn_at,
        one.origin,
    )


_COLUMNS: Final = f"""
    j.id, j.answer_id, j.claim_number, j.reviewer_id, {reviewers.NAME_TOLD}, j.role, j.verdict, j.decided_at,
    j.reason, j.comment, j.seconds, j.withdrawn_at, j.origin
"""


def _all(conn: Connection, condition: str, values: tuple[Any, ...]) -> list[Judgement]:
    rows = conn.execute(
        f"select {_COLUMNS} from verdicts j join users u on u.id = j.reviewer_id where {condition} "
        "order by j.decided_at, j.id".encode(),
        values,
    )
    return [_judgement(row) for row in rows]


def _stored(conn: Connection, judgement_id: UUID) -> Judgement | None:
    found = _all(conn, "j.id = %s", (judgement_id,))
    return found[0] if found else None


def _judgement(row: tuple[Any, ...]) -> Judgement:
    judgement_id, answer_id, claim, reviewer_id, name, role, verdict, decided_at, reason, *rest = row
    comment, seconds, withdrawn_at, origin = rest
    return Judgement(
        judgement_id,
        answer_id,
        claim,
        reviewer_id,
        name,
        ReviewRole(role),
        ReviewVerdict(verdict),
        decided_at,
        ReviewReason(reason) if reason else None,
        comment,
        seconds,
        withdrawn_at,
        origin,
    )
