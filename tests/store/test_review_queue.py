"""The queue shows a reviewer what is theirs to judge, the worst first, and nothing of what others said of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.answer import Answer, Check, CheckKind, CheckOutcome, Citation, Claim
from pipeline.evidence.generation import Generation, Stage
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.layer import Layer
from pipeline.evidence.packet import Packet
from pipeline.evidence.review import InvalidReview, ReviewRole, ReviewVerdict
from pipeline.store import answers, documents, reviewers, reviews
from pipeline.store.connect import Connection
from pipeline.store.review_queue import Choices, Queue, QueueFilter, QueueOrder, choices, queue
from pipeline.store.reviewers import Reviewer
from pipeline.store.scope import Scope
from tests.reviewed import NOON, judge
from tests.store.filing import StoredFiling, store_filing

Failing = tuple[CheckKind, CheckOutcome]
FIGURES_FAILED = (CheckKind.FIGURES, CheckOutcome.FAILED)
LOCATION_FAILED = (CheckKind.LOCATION, CheckOutcome.FAILED)
SUPPORT_AMBIGUOUS = (CheckKind.SUPPORT, CheckOutcome.AMBIGUOUS)


def asked(
    conn: Connection,
    scope: Scope,
    filing: StoredFiling,
    *claims: Failing | None,
    minutes: int = 0,
    model: str | None = "writer",
) -> UUID:
    """Store an answer of claims that each have one check; it passed where nothing is said of it."""
    passage = filing.passages[1]
    answer = Answer(
        uuid4(),
        f"Asked {minutes} minutes after noon?",
        "model" if model else "extractive",
        model,
        NOON + timedelta(minutes=minutes),
        tuple(
            Claim(
                number,
                f"Claim {number}.",
                (Citation(CitationId(Handle(1)), passage.id, "81,797", ()),),
                (Check(*(checked or (CheckKind.FIGURES, CheckOutcome.PASSED)), "words", "code"),),
            )
            for number, checked in enumerate(claims, start=1)
        ),
        Packet.of([(passage, "Halden", 0.5)]),
        generation=Generation("answer-1") if model else None,
    )
    answers.save(conn, scope.user_id, answer)
    return answer.id


@pytest.fixture
def filing(connection: Connection) -> StoredFiling:
    return store_filing(connection)


@pytest.fixture
def anna(connection: Connection) -> Reviewer:
    return reviewers.add(connection, "Anna")


@pytest.fixture
def ben(connection: Connection) -> Reviewer:
    return reviewers.add(connection, "Ben")


def shown(found: Queue) -> list[tuple[UUID, int]]:
    return [(row.answer_id, row.claim) for row in found.rows]


def test_what_failed_its_checks_comes_first_the_worst_of_it_before_all(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    older = asked(connection, tenant, filing, None, LOCATION_FAILED, SUPPORT_AMBIGUOUS)
    newer = asked(connection, tenant, filing, None, FIGURES_FAILED, minutes=5)
    found = queue(connection, anna.id)
    assert shown(found) == [(newer, 2), (older, 2), (older, 3), (newer, 1), (older, 1)]
    worst = [row.worst and (row.worst.kind, row.worst.outcome) for row in found.rows]
    assert worst == [FIGURES_FAILED, LOCATION_FAILED, SUPPORT_AMBIGUOUS, None, None]
    assert (found.total, found.done, found.waiting, found.is_assigned) == (5, 0, 5, False)


def test_a_check_made_again_speaks_for_its_claim(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    answer_id = asked(connection, tenant, filing, FIGURES_FAILED)
    connection.execute(
        "insert into checks (answer_id, claim_number, kind, outcome, detail, checker) "
        "values (%s, 1, 'figures', 'passed', 'read again', 'code')",
        (answer_id,),
    )
    assert [row.worst for row in queue(connection, anna.id).rows] == [None]


def test_judged_claims_stand_behind_the_newest_judged_first_and_count_as_done(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    answer_id = asked(connection, tenant, filing, FIGURES_FAILED, None, None)
    judge(connection, answer_id, 1, anna)
    last = judge(connection, answer_id, 2, anna, ReviewVerdict.CANT_TELL, at=NOON + timedelta(minutes=1))
    found = queue(connection, anna.id)
    assert shown(found) == [(answer_id, 3), (answer_id, 2), (answer_id, 1)]
    assert [row.verdict for row in found.rows] == [None, ReviewVerdict.CANT_TELL, ReviewVerdict.SUPPORTED]
    assert (found.done, found.waiting) == (2, 1)
    assert shown(queue(connection, anna.id, only=QueueFilter(is_mine=True))) == [
        (answer_id, 2),
        (answer_id, 1),
    ]
    reviews.withdraw(connection, anna.id, last.id)
    assert queue(connection, anna.id).done == 1


@pytest.mark.parametrize("order", QueueOrder)
def test_nothing_that_others_said_changes_what_a_reviewer_is_shown(
    connection: Connection,
    tenant: Scope,
    filing: StoredFiling,
    anna: Reviewer,
    ben: Reviewer,
    order: QueueOrder,
) -> None:
    answer_id = asked(connection, tenant, filing, FIGURES_FAILED, None, None, LOCATION_FAILED)
    before = queue(connection, anna.id, order=order, seed="s")
    carla = reviewers.add(connection, "Carla")
    judge(connection, answer_id, 2, ben)
    judge(connection, answer_id, 1, ben)
    judge(connection, answer_id, 1, carla, ReviewVerdict.NOT_SUPPORTED)
    assert queue(connection, anna.id, order=order, seed="s") == before


def test_a_sample_is_fixed_by_its_seed(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    answer_id = asked(connection, tenant, filing, *[None] * 40)
    first = queue(connection, anna.id, order=QueueOrder.RANDOM, seed="one")
    assert first == queue(connection, anna.id, order=QueueOrder.RANDOM, seed="one")
    other = queue(connection, anna.id, order=QueueOrder.RANDOM, seed="two")
    assert shown(other) != shown(first)
    assert sorted(shown(other)) == sorted(shown(first))
    judge(connection, *shown(first)[0], anna)
    again = queue(connection, anna.id, order=QueueOrder.RANDOM, seed="one")
    assert shown(again) == [*shown(first)[1:], shown(first)[0]]
    assert answer_id == shown(first)[0][0]


def test_a_claim_that_cites_what_a_reviewer_may_not_read_is_not_offered_to_them(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    secret = store_filing(connection, restricted=True)
    open_answer = asked(connection, tenant, filing, None)
    closed_answer = asked(connection, tenant, secret, FIGURES_FAILED)
    assert shown(queue(connection, anna.id)) == [(open_answer, 1)]
    assert queue(connection, anna.id).total == 1
    documents.grant(connection, secret.document_id, anna.id)
    assert (closed_answer, 1) in shown(queue(connection, anna.id))
    documents.delete(connection, filing.document_id)
    assert shown(queue(connection, anna.id)) == [(closed_answer, 1)]


def test_an_answer_that_is_being_written_is_not_judged_yet(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    answer_id = asked(connection, tenant, filing, None)
    connection.execute(
        "update answers set finished_at = null, stage = %s, heartbeat_at = clock_timestamp() where id = %s",
        (next(iter(Stage)).value, answer_id),
    )
    assert queue(connection, anna.id).total == 0


def test_a_queue_is_narrowed_by_layer_model_prompt_form_and_collection(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    written = asked(connection, tenant, filing, FIGURES_FAILED, LOCATION_FAILED)
    extracted = asked(connection, tenant, filing, None, model=None)

    def only(**filters: Any) -> list[tuple[UUID, int]]:
        return shown(queue(connection, anna.id, only=QueueFilter(**filters)))

    assert only(layer=Layer.SUPPORT) == [(written, 1)]
    assert only(layer=Layer.LOCATION) == [(written, 2)]
    assert only(model="writer") == [(written, 1), (written, 2)]
    assert only(model="") == [(extracted, 1)]
    assert only(prompt="answer-2") == []
    connection.execute(
        'update covers set as_read = as_read || \'{"form": "10-K"}\' where version_id = %s',
        (filing.version_id,),
    )
    assert only(form="10-K", model="") == [(extracted, 1)]
    assert only(form="10-Q") == []
    connection.execute(
        "insert into cover_edits (version_id, field, value, user_id) values (%s, 'form', '\"10-Q\"', %s)",
        (filing.version_id, tenant.user_id),
    )
    assert len(only(form="10-Q")) == 3
    collection = uuid4()
    connection.execute(
        "insert into collections (id, name, created_by) values (%s, 'Watched', %s)",
        (collection, tenant.user_id),
    )
    assert only(collection=collection) == []
    connection.execute(
        "insert into collection_documents (collection_id, document_id) values (%s, %s)",
        (collection, filing.document_id),
    )
    assert len(only(collection=collection)) == 3
    found = choices(connection, anna.id)
    assert (found.models, found.prompts) == ({"writer": 2, "": 1}, {"answer-1": 2, "": 1})
    assert found.forms == {"10-Q": 3}
    documents.set_restricted(connection, filing.document_id, True)
    assert choices(connection, anna.id) == Choices(has_claims=True), (
        "nothing is told of what she may not read"
    )
    documents.grant(connection, filing.document_id, anna.id)
    assert choices(connection, anna.id) == found


def test_there_is_nothing_to_narrow_before_the_first_answer(connection: Connection, anna: Reviewer) -> None:
    assert choices(connection, anna.id) == Choices()


def test_an_adjudicator_is_shown_where_others_differ_and_what_they_decided(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer, ben: Reviewer
) -> None:
    answer_id = asked(connection, tenant, filing, None, None, None)
    carla, dora = (reviewers.add(connection, name) for name in ("Carla", "Dora"))
    for claim, verdict in ((1, ReviewVerdict.SUPPORTED), (2, ReviewVerdict.PARTLY)):
        judge(connection, answer_id, claim, anna)
        judge(connection, answer_id, claim, ben, verdict)

    def disputes(who: Reviewer) -> Queue:
        return queue(connection, who.id, ReviewRole.ADJUDICATOR)

    assert shown(disputes(carla)) == [(answer_id, 2)]
    assert shown(disputes(anna)) == shown(disputes(ben)) == []
    judge(connection, answer_id, 2, carla, role=ReviewRole.ADJUDICATOR)
    assert (disputes(carla).total, disputes(carla).done) == (1, 1)
    assert disputes(dora).total == 0, "decided by somebody else"


def test_a_verdict_that_was_changed_to_agree_ends_the_dispute(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer, ben: Reviewer
) -> None:
    answer_id = asked(connection, tenant, filing, None)
    judge(connection, answer_id, 1, anna)
    judge(connection, answer_id, 1, ben, ReviewVerdict.NOT_SUPPORTED)
    assert queue(connection, tenant.user_id, ReviewRole.ADJUDICATOR).total == 1
    judge(connection, answer_id, 1, ben, at=NOON + timedelta(minutes=3))
    assert queue(connection, tenant.user_id, ReviewRole.ADJUDICATOR).total == 0


def test_an_overlong_seed_is_refused(connection: Connection, tenant: Scope) -> None:
    with pytest.raises(InvalidReview, match="64 characters"):
        queue(connection, tenant.user_id, order=QueueOrder.RANDOM, seed="x" * 65)
