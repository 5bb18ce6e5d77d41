"""A reviewed answer with every outcome of every check, and the pack of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.review import Judgement, ReviewReason, ReviewRole, ReviewVerdict
from pipeline.store import answers, documents, reviewers, reviews
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import checked_filing
from tests.viewer.filing import Stored, store, unique
from tests.viewer.marked import place, wrong_location
from viewer.pack.gathering import gather
from viewer.pack.pack import Pack
from viewer.pack.pictures import Draw, drawing
from viewer.source_files import SourceFiles

MADE_AT = datetime(2026, 11, 30, 16, 5, tzinfo=UTC)
COMMENT = "The row below is meant: <b>Products</b> & Services."

Gather = Callable[[Scope, UUID], Pack]


@pytest.fixture(scope="session")
def draw() -> Iterator[Draw]:
    """The real drawing process."""
    with drawing(None) as draw:
        yield draw


@pytest.fixture
def secret(database: Database, tenant: Scope, blob_folder: Path) -> Stored:
    stored = store(database, tenant, blob_folder, unique(checked_filing()))
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, stored.document_id, True)
    return stored


@pytest.fixture
def answer(database: Database, tenant: Scope, checked: Stored, secret: Stored) -> UUID:
    """Its last claim rests on a filing that the tenant's user may not see."""
    made = checked_answer(checked, secret)
    with database.scoped(tenant) as conn:
        answers.save(conn, tenant.user_id, made)
    return made.id


@pytest.fixture
def second(database: Database, tenant: Scope) -> Scope:
    """Another reviewer of the tenant."""
    with database.scoped(tenant) as conn:
        return Scope(tenant.tenant_id, reviewers.add(conn, "B. Ito").id)


@pytest.fixture
def reviewed(database: Database, tenant: Scope, second: Scope, answer: UUID, checked: Stored) -> UUID:
    """The first reviewer marks another row for claim 1 and agrees on claim 2 with the second, who differs on 1."""
    right = place(checked.version_id, 0, checked.span(0, "21,213"))
    wrong_location(database, tenant, answer, [right], comment=COMMENT)
    with database.scoped(tenant) as conn:
        for scope, claim in ((second, 1), (second, 2), (tenant, 2)):
            reviews.record(conn, supported(answer, claim, scope))
    return answer


def supported(answer_id: UUID, claim: int, scope: Scope) -> Judgement:
    return Judgement(
        uuid4(),
        answer_id,
        claim,
        scope.user_id,
        "",
        ReviewRole.REVIEWER,
        ReviewVerdict.SUPPORTED,
        datetime(2026, 11, 30, 14, claim, tzinfo=UTC),
    )


def not_supported(answer_id: UUID, claim: int, scope: Scope) -> Judgement:
    return Judgement(
        uuid4(),
        answer_id,
        claim,
        scope.user_id,
        "",
        ReviewRole.REVIEWER,
        ReviewVerdict.NOT_SUPPORTED,
        datetime(2026, 11, 30, 14, claim, tzinfo=UTC),
        ReviewReason.FIGURE,
    )


@pytest.fixture
def packed(database: Database, files: SourceFiles) -> Gather:
    """The pack of an answer for a user."""

    def gathered(scope: Scope, answer_id: UUID) -> Pack:
        with database.scoped(scope) as conn:
            return gather(conn, scope, answer_id, files=files, made_at=MADE_AT)

    return gathered
