"""A verdict is stored once, overwrites nothing, and is given by somebody who may read what the claim cites."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.errors import NotFound
from pipeline.evidence.review import (
    InvalidReview,
    Judgement,
    ReviewReason,
    ReviewRole,
    ReviewStanding,
    ReviewVerdict,
    reviewed,
)
from pipeline.store import documents, reviewers, reviews
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.store.filing import StoredFiling, store_answer, store_filing

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def filing(connection: Connection) -> StoredFiling:
    return store_filing(connection)


@pytest.fixture
def answer_id(connection: Connection, tenant: Scope, filing: StoredFiling) -> UUID:
    return store_answer(connection, tenant, filing).id


def supported(answer_id: UUID, reviewer_id: UUID, minutes: int = 0) -> Judgement:
    return Judgement(
        uuid4(),
        answer_id,
        1,
        reviewer_id,
        "Analyst",
        ReviewRole.REVIEWER,
        ReviewVerdict.SUPPORTED,
        NOON + timedelta(minutes=minutes),
        seconds=4.5,
    )


def not_supported(answer_id: UUID, reviewer_id: UUID, minutes: int = 0) -> Judgement:
    return replace(
        supported(answer_id, reviewer_id, minutes),
        verdict=ReviewVerdict.NOT_SUPPORTED,
        reason=ReviewReason.FIGURE,
        comment="81,797 is all products.",
    )


def test_a_verdict_comes_back_as_it_was_given(connection: Connection, tenant: Scope, answer_id: UUID) -> None:
    given = not_supported(answer_id, tenant.user_id)
    assert reviews.record(connection, given)
    assert reviews.of_claim(connection, answer_id, 1) == [given]
    assert reviews.of_answer(connection, answer_id) == {1: [given]}
    assert reviews.reviewed_answers(connection) == [answer_id]
    assert reviewers.get(connection, tenant.user_id).verdicts == 1


def test_a_verdict_that_is_sent_twice_is_stored_once(
    connection: Connection, tenant: Scope, answer_id: UUID
) -> None:
    given = supported(answer_id, tenant.user_id)
    assert reviews.record(connection, given)
    assert not reviews.record(connection, replace(given, seconds=9))
    assert reviews.of_claim(connection, answer_id, 1) == [given]


def test_an_id_belongs_to_one_verdict(connection: Connection, tenant: Scope, answer_id: UUID) -> None:
    given = supported(answer_id, tenant.user_id)
    other = reviewers.add(connection, "Berta").id
    reviews.record(connection, given)
    for changed in (replace(given, comment="so"), replace(given, reviewer_id=other), replace(given, claim=2)):
        with pytest.raises(InvalidReview, match="another verdict"):
            reviews.record(connection, changed)


def test_the_newest_verdict_counts_and_the_ones_before_are_its_history(
    connection: Connection, tenant: Scope, answer_id: UUID
) -> None:
    first, second = supported(answer_id, tenant.user_id), not_supported(answer_id, tenant.user_id, 5)
    for one in (second, first):  # sent in another order than given
        reviews.record(connection, one)
    assert reviews.of_claim(connection, answer_id, 1) == [first, second]
    assert reviews.counting(connection) == [second]
    assert reviewers.get(connection, tenant.user_id).verdicts == 1


def test_a_withdrawn_verdict_stays_and_counts_no_more(
    connection: Connection, tenant: Scope, answer_id: UUID
) -> None:
    first, second = supported(answer_id, tenant.user_id), not_supported(answer_id, tenant.user_id, 5)
    for one in (first, second):
        reviews.record(connection, one)
    withdrawn = reviews.withdraw(connection, tenant.user_id, second.id)
    assert withdrawn.withdrawn_at is not None
    assert reviews.withdraw(connection, tenant.user_id, second.id) == withdrawn
    assert not reviews.record(connection, second), "sent again, it stays withdrawn"
    assert reviews.of_claim(connection, answer_id, 1) == [first, withdrawn]
    assert reviews.counting(connection) == [first]
    reviews.withdraw(connection, tenant.user_id, first.id)
    assert reviews.reviewed_answers(connection) == []


def test_nobody_withdraws_anothers_verdict(connection: Connection, tenant: Scope, answer_id: UUID) -> None:
    given = supported(answer_id, tenant.user_id)
    reviews.record(connection, given)
    with pytest.raises(NotFound):
        reviews.withdraw(connection, reviewers.add(connection, "Berta").id, given.id)
    assert reviews.counting(connection) == [given]


def test_an_adjudicator_decides_where_others_differ(
    connection: Connection, tenant: Scope, answer_id: UUID
) -> None:
    berta, carla = (reviewers.add(connection, name) for name in ("Berta", "Carla"))
    decides = replace(supported(answer_id, carla.id, 9), reviewer="Carla", role=ReviewRole.ADJUDICATOR)
    with pytest.raises(InvalidReview, match="nothing to decide"):
        reviews.record(connection, decides)
    reviews.record(connection, supported(answer_id, tenant.user_id))
    with pytest.raises(InvalidReview, match="nothing to decide"):
        reviews.record(connection, decides)
    reviews.record(connection, not_supported(answer_id, berta.id))
    with pytest.raises(InvalidReview, match="is one of this claim's reviewers"):
        reviews.record(connection, replace(decides, reviewer_id=berta.id))
    assert reviews.record(connection, decides)
    outcome = reviewed(reviews.of_claim(connection, answer_id, 1))
    assert (outcome.standing, outcome.verdict) == (ReviewStanding.ADJUDICATED, ReviewVerdict.SUPPORTED)
    with pytest.raises(InvalidReview, match="as its adjudicator"):
        reviews.record(connection, supported(answer_id, carla.id, 12))


def test_who_may_not_read_what_a_claim_cites_finds_no_claim(
    connection: Connection, tenant: Scope, filing: StoredFiling, answer_id: UUID
) -> None:
    berta = reviewers.add(connection, "Berta").id
    documents.set_restricted(connection, filing.document_id, True)
    with pytest.raises(NotFound) as denied:
        reviews.record(connection, supported(answer_id, berta))
    unknown = uuid4()
    with pytest.raises(NotFound) as missing:
        reviews.record(connection, supported(unknown, berta))
    assert str(denied.value).replace(str(answer_id), "…") == str(missing.value).replace(str(unknown), "…")
    documents.grant(connection, filing.document_id, berta)
    assert reviews.record(connection, supported(answer_id, berta))


def test_a_verdict_given_elsewhere_is_kept_though_its_filing_is_not_here(
    connection: Connection, tenant: Scope, filing: StoredFiling, answer_id: UUID
) -> None:
    documents.delete(connection, filing.document_id)
    given = supported(answer_id, tenant.user_id)
    with pytest.raises(NotFound):
        reviews.record(connection, given)
    assert reviews.record(connection, replace(given, origin="their library"))


def test_a_foreign_tenants_claim_and_reviewer_are_none(
    database: Database, connection: Connection, tenant: Scope, answer_id: UUID
) -> None:
    stranger = new_tenant(database)
    with pytest.raises(NotFound):
        reviews.record(connection, supported(answer_id, stranger.user_id))
    connection.commit()
    with database.scoped(stranger) as conn:
        with pytest.raises(NotFound):
            reviews.record(conn, supported(answer_id, stranger.user_id))
        assert reviews.counting(conn) == []


def test_a_time_without_a_zone_is_no_time(connection: Connection, tenant: Scope, answer_id: UUID) -> None:
    with pytest.raises(InvalidReview, match="time zone"):
        reviews.record(
            connection,
            replace(supported(answer_id, tenant.user_id), decided_at=datetime(2026, 11, 30)),
        )
