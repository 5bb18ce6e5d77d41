"""Files to take away, asked for over HTTP: by whoever has their link, made of what may be read then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote
from uuid import UUID, uuid4

import httpx
import pytest

from pages.taking import exporters
from pipeline.settings import Settings
from pipeline.store import answers, documents
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import checked_filing
from tests.viewer.filing import Stored, store, unique
from tests.viewer.running import Running, refusal, running_routes
from viewer.links import BUCKET_SECONDS, TAKEN_BUCKET_SECONDS, LinkKind
from viewer.source_files import SourceFiles
from viewer.taking import export_address


@pytest.fixture
def running(database: Database, settings: Settings, files: SourceFiles) -> Iterator[Running]:
    with running_routes(database, settings, files, exporters()) as served:
        yield served


@pytest.fixture
def filing(database: Database, tenant: Scope, blob_folder: Path) -> Stored:
    return store(database, tenant, blob_folder, unique(checked_filing()))


@pytest.fixture
def answer_id(database: Database, tenant: Scope, filing: Stored) -> UUID:
    made = checked_answer(filing)
    with database.scoped(tenant) as conn:
        answers.save(conn, tenant.user_id, made)
    return made.id


def taken(running: Running, scope: Scope, answer_id: UUID, name: str = "memo.md") -> httpx.Response:
    token = running.token(scope, answer_id, LinkKind.TAKEN)
    return running.client.get(f"/evidence/taken/{token}/{name}")


def test_a_file_is_named_after_its_question_and_kept_by_nobody_else(
    running: Running, tenant: Scope, answer_id: UUID
) -> None:
    response = taken(running, tenant, answer_id)
    assert response.status_code == 200
    assert response.headers["cache-control"] == "private, no-store"
    assert response.headers["content-type"] == "text/markdown; charset=utf-8"
    assert unquote(response.headers["content-disposition"]).startswith("attachment; filename*=utf-8''")
    assert f"/?answer={answer_id}" in response.text


def test_what_was_closed_since_the_link_was_made_is_withheld(
    running: Running, database: Database, tenant: Scope, answer_id: UUID, filing: Stored
) -> None:
    assert "81,797" in taken(running, tenant, answer_id).text
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, filing.document_id, True)
    after = taken(running, tenant, answer_id)
    assert after.status_code == 200
    assert "81,797" not in after.text


def test_a_link_to_take_something_away_outlives_the_page_s_own_and_ends(
    running: Running, tenant: Scope, answer_id: UUID
) -> None:
    token = running.token(tenant, answer_id, LinkKind.TAKEN)
    running.clock.now += 3 * BUCKET_SECONDS
    assert running.client.get(f"/evidence/taken/{token}/memo.json").status_code == 200
    running.clock.now += 2 * TAKEN_BUCKET_SECONDS
    assert refusal(running.client.get(f"/evidence/taken/{token}/memo.json")) == (410, "LinkExpired")


def test_nobody_else_is_given_it(
    running: Running, database: Database, tenant: Scope, answer_id: UUID
) -> None:
    nothing = taken(running, tenant, uuid4())
    assert refusal(nothing) == (404, "NotFound")
    for refused in (
        taken(running, new_tenant(database), answer_id),
        taken(running, tenant, answer_id, "memo.exe"),
        running.client.get(f"/evidence/taken/{running.token(tenant, answer_id, LinkKind.ANSWER)}/memo.md"),
        running.client.get(f"/taken/{running.token(tenant, answer_id, LinkKind.TAKEN)}/jsonl"),
    ):
        assert (refused.status_code, refused.content) == (nothing.status_code, nothing.content)


def test_a_table_is_made_of_what_its_address_asks_for(
    running: Running, tenant: Scope, answer_id: UUID
) -> None:
    def table(name: str, asked: dict[str, str] | None = None) -> httpx.Response:
        return running.client.get(export_address(running.links, tenant, name, asked))

    weeks = table("quality.csv", {"weeks": "4", "model": "no such model"})
    assert weeks.status_code == 200
    assert len(weeks.text.splitlines()) == 1
    assert len(table("quality.csv").text.splitlines()) > 1
    assert refusal(table("quality.csv", {"weeks": "1000000"})) == (422, "InvalidRequest")
    assert (
        "attachment" in table("openings.csv", {"person": str(tenant.user_id)}).headers["content-disposition"]
    )
    assert refusal(table("nothing.csv")) == (404, "NotFound")
