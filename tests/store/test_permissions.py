"""What a role may not do is refused where it is done, before anything is looked up."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from uuid import uuid4

import pytest

from pipeline.evidence.errors import AccessDenied, PinciteError
from pipeline.evidence.review import Judgement, ReviewRole, ReviewVerdict
from pipeline.exchange.gathering import chosen_answers, reviewed_answers
from pipeline.exchange.importing import import_records
from pipeline.permissions import Permission, Role, may
from pipeline.store import (
    assignments,
    memberships,
    quality_cases,
    removals,
    review_queue,
    reviewers,
    reviews,
    sign_ins,
    thresholds,
)
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.quality_cases import CaseFilter
from pipeline.store.scope import Scope
from tests.reviewed import judged
from tests.store.filing import store_answer, store_filing
from tests.store.members import signed_in
from viewer.review.card_views import reviewer_lines

Act = Callable[[Connection, Scope], object]


def verdict(scope: Scope) -> Judgement:
    now = datetime.now(UTC)
    role, said = ReviewRole.REVIEWER, ReviewVerdict.SUPPORTED
    return Judgement(uuid4(), uuid4(), 1, scope.user_id, "Anna", role, said, now, seconds=1)


PRIVILEGED: dict[str, tuple[Permission, Act]] = {
    "judge": (Permission.REVIEW, lambda conn, scope: reviews.record(conn, verdict(scope))),
    "take a verdict back": (
        Permission.REVIEW,
        lambda conn, scope: reviews.withdraw(conn, scope.user_id, uuid4()),
    ),
    "see the queue": (Permission.REVIEW, lambda conn, scope: review_queue.queue(conn, scope.user_id)),
    "narrow the queue": (Permission.REVIEW, lambda conn, scope: review_queue.choices(conn, scope.user_id)),
    "see how far reviewers are": (Permission.REVIEW, lambda conn, _: assignments.progress(conn)),
    "export reviews": (Permission.EXCHANGE, reviewed_answers),
    "export answers": (Permission.EXCHANGE, lambda conn, scope: chosen_answers(conn, scope, [uuid4()])),
    "import": (Permission.EXCHANGE, lambda conn, scope: import_records(conn, scope, [], "a file")),
    "assign": (
        Permission.ASSIGN,
        lambda conn, scope: assignments.assign(conn, scope.user_id, [scope.user_id], 1, each=1),
    ),
    "assign disputes": (
        Permission.ASSIGN,
        lambda conn, scope: assignments.assign_disputes(conn, scope.user_id, [scope.user_id]),
    ),
    "take back what was assigned": (
        Permission.ASSIGN,
        lambda conn, scope: assignments.release(conn, scope.user_id, ReviewRole.REVIEWER),
    ),
    "set an alert": (
        Permission.MEASURE,
        lambda conn, scope: thresholds.put(conn, scope.user_id, None, 0.05),
    ),
    "remove": (Permission.REMOVE, lambda conn, scope: removals.remove(conn, uuid4(), scope.user_id)),
    "add a reviewer": (Permission.ADMINISTER, lambda conn, _: reviewers.add(conn, uuid4().hex)),
    "invite": (
        Permission.ADMINISTER,
        lambda conn, scope: memberships.invite(conn, "new@example.com", "", Role.ADMIN, scope.user_id),
    ),
    "change a role": (
        Permission.ADMINISTER,
        lambda conn, _: memberships.change_role(conn, uuid4(), Role.ADMIN),
    ),
    "end a membership": (Permission.ADMINISTER, lambda conn, _: memberships.end(conn, uuid4())),
    "end a sign-in": (Permission.ADMINISTER, lambda conn, _: sign_ins.end(conn, uuid4())),
    "see the sign-ins": (Permission.ADMINISTER, lambda conn, _: sign_ins.list_open(conn)),
}


@pytest.mark.parametrize("held", list(Role))
def test_a_role_does_what_it_may_and_nothing_else(database: Database, tenant: Scope, held: Role) -> None:
    scope = signed_in(database, tenant, held)
    for name, (permission, act) in PRIVILEGED.items():
        told: PinciteError | None = None
        try:
            with database.scoped(scope) as conn:
                act(conn, scope)
        except PinciteError as error:
            told = error
        assert isinstance(told, AccessDenied) is not may(held, permission), f"{held} to {name}: {told}"
        if isinstance(told, AccessDenied):
            assert permission.value in told.message


def test_each_later_role_may_more() -> None:
    counts = [sum(may(held, permission) for permission in Permission) for held in Role]
    assert counts == sorted(set(counts))
    assert counts[-1] == len(Permission)


@pytest.mark.parametrize(("held", "name"), [(Role.ANALYST, "A reviewer"), (Role.REVIEWER, "Anna")])
def test_analysts_read_verdicts_and_not_who_gave_them(
    database: Database, tenant: Scope, held: Role, name: str
) -> None:
    with database.scoped(tenant) as conn:
        answer = store_answer(conn, tenant, store_filing(conn))
        anna = reviewers.add(conn, "Anna")
        reviews.record(conn, judged(answer.id, 1, anna, ReviewVerdict.NOT_SUPPORTED, comment="Not so."))
    scope = signed_in(database, tenant, held)
    with database.scoped(scope) as conn:
        (said,) = reviews.of_claim(conn, answer.id, 1)
        line = reviewer_lines(conn, scope.user_id, answer)[1]
        cases = quality_cases.failures(conn, scope.user_id, CaseFilter(date(2020, 1, 6)), 50).rows
    assert (said.verdict, said.comment, said.reviewer) == (ReviewVerdict.NOT_SUPPORTED, "Not so.", name)
    assert (line["words"], line["by"], line["details"][0]["of"]) == ("Not supported", name, name)
    assert name in {case.by for case in cases if case.kind is None}
    assert ("Anna" in repr((said, line, cases))) is (name == "Anna")
