"""Claims are given out so that two judge blind, the work is shared fairly, and nobody decides their own dispute."""

from __future__ import annotations

from collections import Counter
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.errors import NotFound
from pipeline.evidence.review import InvalidReview, ReviewRole, ReviewVerdict
from pipeline.store import assignments, documents, reviewers
from pipeline.store.assignments import MOST_CLAIMS, ReviewProgress
from pipeline.store.connect import Connection
from pipeline.store.review_queue import QueueFilter, QueueOrder, queue
from pipeline.store.reviewers import Reviewer
from pipeline.store.scope import Scope
from tests.reviewed import NOON, judge
from tests.store.filing import StoredFiling, store_filing
from tests.store.many_answers import make_answers


@pytest.fixture
def filing(connection: Connection, tenant: Scope) -> StoredFiling:
    """Six answers of two claims each cite it."""
    filing = store_filing(connection)
    make_answers(connection, tenant.user_id, filing.version_id, 6, NOON)
    return filing


@pytest.fixture
def people(connection: Connection) -> list[Reviewer]:
    return [reviewers.add(connection, name) for name in ("Anna", "Ben", "Carla")]


def given(conn: Connection, who: Reviewer) -> set[tuple[UUID, int]]:
    found = queue(conn, who.id)
    return {(row.answer_id, row.claim) for row in found.rows} if found.is_assigned else set()


def test_two_reviewers_are_given_the_same_claims(
    connection: Connection, tenant: Scope, filing: StoredFiling, people: list[Reviewer]
) -> None:
    anna, ben, carla = people
    assigned = assignments.assign(connection, tenant.user_id, [anna.id, ben.id], 4, each=2)
    assert (assigned.claims, assigned.by_reviewer) == (4, {anna.id: 4, ben.id: 4})
    assert len(given(connection, anna)) == 4
    assert given(connection, anna) == given(connection, ben)
    assert given(connection, carla) == set()
    again = assignments.assign(connection, tenant.user_id, [anna.id, ben.id], 100, each=2)
    assert again.claims == 8, "the ones that nobody was given yet"
    assert len(given(connection, anna)) == 12


def test_the_first_of_the_order_are_given(
    connection: Connection, tenant: Scope, filing: StoredFiling, people: list[Reviewer]
) -> None:
    for order, count in ((QueueOrder.RANDOM, 3), (QueueOrder.FIRST, 3)):
        before = [
            (row.answer_id, row.claim) for row in queue(connection, people[2].id, order=order, seed="s").rows
        ]
        taken = given(connection, people[0])
        assignments.assign(connection, tenant.user_id, [people[0].id], count, each=1, order=order, seed="s")
        new = given(connection, people[0]) - taken
        assert new == set([key for key in before if key not in taken][:count])


def test_claims_are_split_between_reviewers(
    connection: Connection, tenant: Scope, filing: StoredFiling, people: list[Reviewer]
) -> None:
    assigned = assignments.assign(connection, tenant.user_id, [one.id for one in people], 12, each=1)
    assert sorted(assigned.by_reviewer.values()) == [4, 4, 4]
    every = [key for one in people for key in given(connection, one)]
    assert len(every) == len(set(every)) == 12


def test_each_pair_of_three_shares_as_many_claims_as_every_other(
    connection: Connection, tenant: Scope, filing: StoredFiling, people: list[Reviewer]
) -> None:
    assignments.assign(connection, tenant.user_id, [one.id for one in people], 12, each=2)
    keys = [given(connection, one) for one in people]
    assert [len(keys[a] & keys[b]) for a, b in ((0, 1), (0, 2), (1, 2))] == [4, 4, 4]


def test_only_what_all_may_read_and_none_has_judged_is_given(
    connection: Connection, tenant: Scope, filing: StoredFiling, people: list[Reviewer]
) -> None:
    anna, ben, _ = people
    judged = queue(connection, ben.id).rows[0]
    judge(connection, judged.answer_id, judged.claim, ben)
    assigned = assignments.assign(connection, tenant.user_id, [anna.id, ben.id], 100, each=2)
    assert assigned.claims == 11
    assert (judged.answer_id, judged.claim) not in given(connection, anna)
    assignments.release(connection, anna.id, ReviewRole.REVIEWER)
    assignments.release(connection, ben.id, ReviewRole.REVIEWER)
    documents.set_restricted(connection, filing.document_id, True)
    documents.grant(connection, filing.document_id, anna.id)
    assert assignments.assign(connection, tenant.user_id, [anna.id, ben.id], 100, each=2).claims == 0
    assert assignments.assign(connection, tenant.user_id, [anna.id], 100, each=1).claims == 12


def test_claims_of_one_model_only_can_be_given(
    connection: Connection, tenant: Scope, filing: StoredFiling, people: list[Reviewer]
) -> None:
    only = QueueFilter(model="model-1")
    assert assignments.assign(connection, tenant.user_id, [people[0].id], 100, each=1, only=only).claims == 4


@pytest.mark.parametrize(("claims", "each"), [(0, 1), (MOST_CLAIMS + 1, 1), (5, 0), (5, 4)])
def test_numbers_that_make_no_sense_are_refused(
    connection: Connection, tenant: Scope, people: list[Reviewer], claims: int, each: int
) -> None:
    with pytest.raises(InvalidReview):
        assignments.assign(connection, tenant.user_id, [one.id for one in people], claims, each=each)


def test_nobody_and_a_stranger_are_no_reviewers(connection: Connection, tenant: Scope) -> None:
    with pytest.raises(InvalidReview, match="Choose somebody"):
        assignments.assign(connection, tenant.user_id, [], 5, each=1)
    with pytest.raises(NotFound):
        assignments.assign(connection, tenant.user_id, [uuid4()], 5, each=1)


def test_progress_is_told_by_reviewer_and_the_rest_can_be_taken_back(
    connection: Connection, tenant: Scope, filing: StoredFiling, people: list[Reviewer]
) -> None:
    anna, ben, _ = people
    assignments.assign(connection, tenant.user_id, [anna.id, ben.id], 4, each=2)
    for answer_id, claim in sorted(given(connection, anna))[:3]:
        judge(connection, answer_id, claim, anna)
    assert assignments.progress(connection) == [
        ReviewProgress(anna.id, "Anna", ReviewRole.REVIEWER, 3, 4),
        ReviewProgress(ben.id, "Ben", ReviewRole.REVIEWER, 0, 4),
    ]
    assert assignments.release(connection, anna.id, ReviewRole.REVIEWER) == 1
    assert len(given(connection, anna)) == 3


def test_disputes_go_in_turn_to_adjudicators_who_are_none_of_those_that_differ(
    connection: Connection, tenant: Scope, filing: StoredFiling, people: list[Reviewer]
) -> None:
    anna, ben, carla = people
    dora = reviewers.add(connection, "Dora")
    rows = queue(connection, tenant.user_id).rows
    for row in rows[:4]:
        judge(connection, row.answer_id, row.claim, anna)
        judge(connection, row.answer_id, row.claim, ben, ReviewVerdict.NOT_SUPPORTED)
    own = rows[4]
    judge(connection, own.answer_id, own.claim, anna)
    judge(connection, own.answer_id, own.claim, carla, ReviewVerdict.PARTLY)
    assigned = assignments.assign_disputes(connection, tenant.user_id, [carla.id, dora.id, anna.id])
    assert assigned.claims == 5
    assert anna.id not in assigned.by_reviewer
    assert Counter(assigned.by_reviewer.values()) == {2: 1, 3: 1}
    decides = {one.id: queue(connection, one.id, ReviewRole.ADJUDICATOR) for one in (carla, dora)}
    assert (own.answer_id, own.claim) not in [(row.answer_id, row.claim) for row in decides[carla.id].rows]
    assert all(found.is_assigned for found in decides.values())
    assert assignments.assign_disputes(connection, tenant.user_id, [carla.id, dora.id]).claims == 0


def test_one_that_differs_may_not_decide(
    connection: Connection, tenant: Scope, filing: StoredFiling, people: list[Reviewer]
) -> None:
    anna, ben, carla = people
    row = queue(connection, tenant.user_id).rows[0]
    key = row.answer_id, row.claim
    judge(connection, *key, anna)
    with pytest.raises(InvalidReview, match="nothing to decide"):
        assignments.require_may_decide(connection, carla.id, *key)
    judge(connection, *key, ben, ReviewVerdict.CANT_TELL)
    with pytest.raises(InvalidReview, match="Ben is one of this claim's reviewers"):
        assignments.require_may_decide(connection, ben.id, *key)
    assignments.require_may_decide(connection, carla.id, *key)


def test_one_who_is_to_judge_a_claim_blind_does_not_see_it_as_an_adjudicator(
    connection: Connection, tenant: Scope, filing: StoredFiling, people: list[Reviewer]
) -> None:
    anna, ben, carla = people
    assignments.assign(connection, tenant.user_id, [one.id for one in people], 1, each=3)
    ((answer_id, claim),) = given(connection, carla)
    judge(connection, answer_id, claim, anna)
    judge(connection, answer_id, claim, ben, ReviewVerdict.PARTLY)
    assert queue(connection, carla.id, ReviewRole.ADJUDICATOR).total == 0
    with pytest.raises(InvalidReview, match="Carla"):
        assignments.require_may_decide(connection, carla.id, answer_id, claim)
    with pytest.raises(NotFound):
        assignments.require_may_decide(connection, carla.id, uuid4(), 1)
