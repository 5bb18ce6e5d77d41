"""What leaves the server is noted with who it went to; a refusal too, though its transaction is rolled back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pipeline.settings import Settings
from pipeline.store import documents, openings
from pipeline.store.database import Database
from pipeline.store.openings import Opening, OpeningFilter, OpeningKind, Outcome
from pipeline.store.scope import Scope
from tests.viewer.filing import Stored
from tests.viewer.running import Running, running_routes
from viewer.links import LinkKind
from viewer.source_files import SourceFiles


@pytest.fixture
def running(database: Database, settings: Settings, files: SourceFiles) -> Iterator[Running]:
    with running_routes(database, settings, files) as server:
        yield server


def noted(database: Database, scope: Scope, outcome: Outcome | None = None) -> list[Opening]:
    with database.scoped(scope) as conn:
        return list(openings.find(conn, scope.user_id, OpeningFilter(outcome=outcome), 50).rows)


def test_each_way_to_a_filing_is_noted_once(
    running: Running, database: Database, tenant: Scope, report: Stored
) -> None:
    for width in (640, 960):
        assert running.page(tenant, report.version_id, 0, width).status_code == 200
    token = running.token(tenant, report.version_id, LinkKind.PAGES)
    bearer = {"Authorization": f"Bearer {token}"}
    assert (
        running.client.get(f"/evidence/outline/{report.version_id}.json", headers=bearer).status_code == 200
    )
    of_file = running.token(tenant, report.version_id, LinkKind.FILE)
    assert running.client.get(f"/evidence/file/{of_file}").status_code == 200
    rows = noted(database, tenant)
    assert {(one.kind, one.page_index) for one in rows} == {
        (OpeningKind.PAGE, 0),
        (OpeningKind.WORDS, None),
        (OpeningKind.FILE, None),
    }
    assert len(rows) == 3
    assert {(one.user_id, one.version_id) for one in rows} == {(tenant.user_id, report.version_id)}


def test_a_page_fetched_ahead_is_told_from_one_that_is_looked_at(
    running: Running, database: Database, tenant: Scope, report: Stored
) -> None:
    assert running.page(tenant, report.version_id, 0, 640, Priority="u=5").status_code == 200
    assert noted(database, tenant) == []
    assert [one.page_index for one in noted(database, tenant, Outcome.AHEAD)] == [0]


def test_a_page_that_is_not_there_is_not_noted(
    running: Running, database: Database, tenant: Scope, report: Stored
) -> None:
    assert running.page(tenant, report.version_id, 999_999, 640).status_code == 404
    assert noted(database, tenant) == []


def test_a_refusal_is_noted_and_opens_nothing(
    running: Running,
    database: Database,
    settings: Settings,
    tenant: Scope,
    report: Stored,
    files: SourceFiles,
) -> None:
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, report.document_id, True)
    assert running.page(tenant, report.version_id, 0, 640).status_code != 200
    of_file = running.token(tenant, report.version_id, LinkKind.FILE)
    assert running.client.get(f"/evidence/file/{of_file}").status_code != 200
    rows = noted(database, tenant)
    assert {(one.kind, one.outcome) for one in rows} == {
        (OpeningKind.PAGE, Outcome.DENIED),
        (OpeningKind.FILE, Outcome.DENIED),
    }
    assert {(one.document_id, one.title) for one in rows} == {(report.document_id, None)}
