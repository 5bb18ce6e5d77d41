"""Who is to judge which claims, and who decides where reviewers differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle, islice
from typing import Final
from uuid import UUID

from psycopg.rows import class_row

from pipeline.evidence.review import InvalidReview, ReviewRole, counting_of, differ
from pipeline.permissions import Permission
from pipeline.store import access, bulk, reviewers, reviews
from pipeline.store.connect import Connection
from pipeline.store.judged import is_to_judge
from pipeline.store.review_queue import EVERY_CLAIM, QueueFilter, QueueOrder, queue

MOST_CLAIMS: Final = 1_000
"""Claims that are given out at once: some days of work."""

ClaimKey = tuple[UUID, int]
"""An answer and the number of a claim of it."""

_TYPES: Final = {
    "answer_id": "uuid",
    "claim_number": "int",
    "reviewer_id": "uuid",
    "role": "text",
    "assigned_by": "uuid",
}


@dataclass(frozen=True, slots=True)
class Assigned:
    """How many claims were given out, and how many each of the reviewers got."""

    claims: int
    by_reviewer: dict[UUID, int]


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """Of what a reviewer was given in a role, how much they have judged."""

    reviewer_id: UUID
    name: str
    role: ReviewRole
    done: int
    total: int


def assign(
    conn: Connection,
    assigned_by: UUID,
    to: Sequence[UUID],
    claims: int,
    *,
    each: int,
    order: QueueOrder = QueueOrder.FIRST,
    only: QueueFilter = EVERY_CLAIM,
    seed: str = "",
) -> Assigned:
    """Give `claims` claims that nobody was given yet to reviewers, each claim to `each` of them: to as many as there
    are for a blind second opinion on all, to one for sharing the work. Where each claim goes to some of them, every
    group of reviewers gets as many as every other, give or take one.

    Only claims that all of the reviewers may read, and none of them has judged. Fewer are given where there are no
    more. Raises InvalidReview for numbers that make no sense, and NotFound for an unknown reviewer. Needs
    Permission.ASSIGN.
    """
    access.require(conn, Permission.ASSIGN)
    people = _people(conn, to)
    if not 1 <= claims <= MOST_CLAIMS:
        raise InvalidReview(f"Between 1 and {MOST_CLAIMS:,} claims can be given out at once, not {claims:,}.")
    if not 1 <= each <= len(people):
        raise InvalidReview(f"A claim goes to between 1 and {len(people)} of the reviewers, not to {each}.")
    _one_at_a_time(conn)
    chosen = _unassigned(conn, people, claims, order, only, seed)
    groups = islice(cycle(combinations(people, each)), len(chosen))
    return _give(conn, assigned_by, ReviewRole.REVIEWER, zip(chosen, groups, strict=True))


def assign_disputes(conn: Connection, assigned_by: UUID, to: Sequence[UUID]) -> Assigned:
    """Give the claims on which reviewers differ, and that nobody is to decide yet, to adjudicators in turn; none to one
    of its own reviewers. What no adjudicator may decide or read stays open. Raises NotFound for an unknown one. Needs
    Permission.ASSIGN.
    """
    access.require(conn, Permission.ASSIGN)
    people = _people(conn, to)
    _one_at_a_time(conn)
    open_to: dict[ClaimKey, list[UUID]] = {}
    for person in people:
        for key in _open_disputes(conn, person):
            open_to.setdefault(key, []).append(person)
    given: dict[UUID, int] = dict.fromkeys(people, 0)
    pairs: list[tuple[ClaimKey, tuple[UUID, ...]]] = []
    for key in sorted(open_to):
        person = min(open_to[key], key=lambda one: (given[one], people.index(one)))
        given[person] += 1
        pairs.append((key, (person,)))
    return _give(conn, assigned_by, ReviewRole.ADJUDICATOR, pairs)


def require_may_decide(conn: Connection, user_id: UUID, answer_id: UUID, claim: int) -> None:
    """Whoever decides a claim sees what its reviewers said. Raises InvalidReview for one who judged it or is to judge
    it blind, and where nobody differs; NotFound when there is no such claim or they may not read what it cites."""
    reviews.require_readable(conn, user_id, answer_id, claim)
    name = reviewers.get(conn, user_id).name
    counting = counting_of(reviews.of_claim(conn, answer_id, claim))
    judges = {one.reviewer_id for one in counting if one.role is ReviewRole.REVIEWER}
    if user_id in judges | _assigned_to(conn, answer_id, claim):
        raise InvalidReview(
            f"{name} is one of this claim's reviewers. Somebody else has to decide where they differ."
        )
    if not differ(counting):
        raise InvalidReview("There is nothing to decide: no two reviewers of this claim differ.")


def to_judge(conn: Connection, user_id: UUID, answer_id: UUID) -> set[int]:
    """The claims of an answer of which a user is not to see what others said: one who reviews claims and has not judged
    these, where their review goes on or the user was given them."""
    rows = conn.execute(
        f"""
        select j.claim_number from (
            select c.answer_id, c.number as claim_number from claims c where c.answer_id = %(answer)s
        ) j where {is_to_judge("j")}
        """.encode(),
        {"answer": answer_id, "user_id": user_id},
    )
    return {claim for (claim,) in rows}


def release(conn: Connection, reviewer_id: UUID, role: ReviewRole) -> int:
    """Take back what a reviewer was given in a role and has not judged; how many claims. Needs Permission.ASSIGN."""
    access.require(conn, Permission.ASSIGN)
    return conn.execute(
        """
        delete from assignments s where s.reviewer_id = %s and s.role = %s and not exists (
            select from verdicts j where j.answer_id = s.answer_id and j.claim_number = s.claim_number
            and j.reviewer_id = s.reviewer_id and j.role = s.role and j.withdrawn_at is null
        )
        """,
        (reviewer_id, role.value),
    ).rowcount


def progress(conn: Connection) -> list[ReviewProgress]:
    """How far everybody is with what they were given, by name. Needs Permission.REVIEW."""
    access.require(conn, Permission.REVIEW)
    with conn.cursor(row_factory=class_row(ReviewProgress)) as cursor:
        rows = cursor.execute(
            """
            select u.id as reviewer_id, u.name, s.role, count(*) as total, count(*) filter (where exists (
                select from verdicts j where j.answer_id = s.answer_id and j.claim_number = s.claim_number
                and j.reviewer_id = s.reviewer_id and j.role = s.role and j.withdrawn_at is null
            )) as done
            from assignments s join users u on u.id = s.reviewer_id
            group by u.id, u.name, s.role order by lower(u.name), u.name, u.id, s.role desc
            """
        ).fetchall()
    return [
        ReviewProgress(one.reviewer_id, one.name, ReviewRole(one.role), one.done, one.total) for one in rows
    ]


def _people(conn: Connection, to: Sequence[UUID]) -> tuple[UUID, ...]:
    people = tuple(dict.fromkeys(to))
    if not people:
        raise InvalidReview("Choose somebody to give the claims to.")
    for person in people:
        reviewers.get(conn, person)
    return people


def _one_at_a_time(conn: Connection) -> None:
    """Two people who give out claims at once must not give the same ones."""
    conn.execute("select from tenants for no key update")


def _unassigned(
    conn: Connection, people: Sequence[UUID], most: int, order: QueueOrder, only: QueueFilter, seed: str
) -> list[ClaimKey]:
    """Claims that nobody was given and none of the people judged, in the order of the first one's queue of
    everything."""
    taken = {(answer_id, number) for answer_id, number in conn.execute(_TAKEN, {"people": list(people)})}
    shared: list[ClaimKey] | None = None
    for person in people:
        rows = queue(
            conn, person, ReviewRole.REVIEWER, order, only, seed=seed, limit=None, everything=True
        ).rows
        found = [(row.answer_id, row.claim) for row in rows]
        shared = found if shared is None else _among(shared, found)
    return [key for key in shared or () if key not in taken][:most]


def _among(keys: Iterable[ClaimKey], others: Iterable[ClaimKey]) -> list[ClaimKey]:
    known = set(others)
    return [key for key in keys if key in known]


_TAKEN: Final = f"""
    select answer_id, claim_number from assignments where role = '{ReviewRole.REVIEWER}'
    union select answer_id, claim_number from verdicts where reviewer_id = any(%(people)s)
""".encode()


def _open_disputes(conn: Connection, person: UUID) -> list[ClaimKey]:
    rows = queue(conn, person, ReviewRole.ADJUDICATOR, limit=None, everything=True).rows
    taken = {
        (answer_id, number)
        for answer_id, number in conn.execute(
            "select answer_id, claim_number from assignments where role = %s", (ReviewRole.ADJUDICATOR.value,)
        )
    }
    return [
        (row.answer_id, row.claim)
        for row in rows
        if not row.is_done and (row.answer_id, row.claim) not in taken
    ]


def _assigned_to(conn: Connection, answer_id: UUID, claim: int) -> set[UUID]:
    rows = conn.execute(
        "select reviewer_id from assignments where answer_id = %s and claim_number = %s and role = %s",
        (answer_id, claim, ReviewRole.REVIEWER.value),
    )
    return {reviewer_id for (reviewer_id,) in rows}


def _give(
    conn: Connection,
    assigned_by: UUID,
    role: ReviewRole,
    pairs: Iterable[tuple[ClaimKey, Sequence[UUID]]],
) -> Assigned:
    rows = [
        (answer_id, number, person, role.value, assigned_by)
        for (answer_id, number), people in pairs
        for person in people
    ]
    bulk.insert(conn, "assignments", _TYPES, rows)
    given: dict[UUID, int] = {}
    for _, _, person, _, _ in rows:
        given[person] = given.get(person, 0) + 1
    return Assigned(len({(answer_id, number) for answer_id, number, *_ in rows}), given)
