"""An answer while it is written, asked for over HTTP by whoever has its link."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import UUID, uuid4

import httpx
import pytest

from pipeline.evidence.generation import Generation
from pipeline.settings import Settings
from pipeline.store import answering, answers
from pipeline.store.answering import Begun
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.viewer.filing import Stored
from tests.viewer.running import Running, running_routes
from viewer.links import LinkKind
from viewer.so_far import so_far_view
from viewer.source_files import SourceFiles

QUESTION = "What were net sales?"


@pytest.fixture
def running(database: Database, settings: Settings, files: SourceFiles) -> Iterator[Running]:
    with running_routes(database, settings, files) as served:
        yield served


@pytest.fixture
def begun(database: Database, tenant: Scope) -> UUID:
    """An answer that was begun, and of which nothing is written yet."""
    one = Begun(uuid4(), QUESTION, "test-model", datetime.now(UTC), Generation("answer-1"))
    with database.scoped(tenant) as conn:
        answering.begin(conn, tenant.user_id, one)
    return one.id


def asked(running: Running, scope: Scope, answer_id: UUID, has: str = "", **path: UUID) -> httpx.Response:
    token = running.token(scope, answer_id, LinkKind.ANSWER)
    return running.client.get(
        f"/evidence/answers/{path.get('path', answer_id)}.json",
        params={"has": has},
        headers={"Authorization": f"Bearer {token}"},
    )


def test_what_is_there_is_told_once(running: Running, database: Database, tenant: Scope, begun: UUID) -> None:
    first = asked(running, tenant, begun).json()
    assert (first["answer"]["claims"], first["answer"]["writing"]) == ([], True)
    assert asked(running, tenant, begun, first["has"]).status_code == 204
    with database.scoped(tenant) as conn:
        answering.finish(
            conn,
            begun,
            not_in_sources="Not in the sources. 2 pages searched.",
            unanswered=(),
            problem=None,
            generation=Generation("answer-1"),
        )
    last = asked(running, tenant, begun, first["has"]).json()
    assert not last["answer"]["writing"]
    assert last["answer"]["not_in_sources"].startswith("Not in the sources")


def test_only_an_answer_that_is_being_written_is_followed(
    running: Running, database: Database, tenant: Scope, begun: UUID
) -> None:
    with database.scoped(tenant) as conn:
        now = answers.progress(conn, begun)
    view = so_far_view(running.links, tenant, begun, now)
    assert view is not None
    assert running.links.read(view["token"], LinkKind.ANSWER).target_id == begun
    assert so_far_view(running.links, tenant, begun, answers.Progress(None, 1, 5)) is None


def test_a_link_opens_its_own_answer_only(
    running: Running, database: Database, tenant: Scope, begun: UUID, report: Stored
) -> None:
    assert asked(running, tenant, begun, path=uuid4()).status_code == 404
    assert asked(running, new_tenant(database), begun).status_code == 404
    pages = running.token(tenant, begun, LinkKind.PAGES)
    refused = running.client.get(
        f"/evidence/answers/{begun}.json", headers={"Authorization": f"Bearer {pages}"}
    )
    assert refused.status_code == 404
    assert asked(running, tenant, report.version_id).status_code == 404
