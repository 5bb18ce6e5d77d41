"""A claim to judge comes with what became of its evidence in a newer version, once that was asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from pipeline.store import documents
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.evidence.editions import ROWS, changed
from tests.viewer.filing import Stored, cite, save_answer, store
from tests.viewer.readings import filing
from tests.viewer.review.asking import Asker
from tests.viewer.running import refusal
from tests.viewer.test_newer import NEWER_TITLE, written

CITED = "Monitoring revenue 95,465 76,385"
RESTATED = changed(ROWS, "Monitoring revenue", 0, "93,345")


@pytest.fixture
def old(database: Database, tenant: Scope, blob_folder: Path) -> Stored:
    return store(database, tenant, blob_folder, filing(written()))


@pytest.fixture
def cited_id(database: Database, tenant: Scope, old: Stored) -> UUID:
    with database.scoped(tenant) as conn:
        return save_answer(conn, tenant, [(CITED, [cite(old, 1, CITED, [old.span(1, CITED)])])])


def pane(anna: Asker, answer_id: UUID, **query: str) -> dict[str, Any]:
    found: dict[str, Any] = anna.item(answer_id, 1, **query)["pane"]
    return found


def test_the_newer_version_is_looked_through_when_a_reviewer_asks(
    database: Database, tenant: Scope, blob_folder: Path, old: Stored, cited_id: UUID, anna: Asker
) -> None:
    store(database, tenant, blob_folder, filing(written(RESTATED), NEWER_TITLE), supersedes=old)
    (before,) = pane(anna, cited_id)["evidence"]
    assert before["version"]["successor"]["outcome"] is None
    asked = pane(anna, cited_id, newer="1:E1")
    assert asked["problem"] is None
    cited, there = asked["evidence"]
    assert cited["version"]["successor"]["key"] == there["key"] == "1:E1@newer"
    assert there["outcome"] == "changed_figure"
    assert pane(anna, cited_id)["evidence"] == asked["evidence"], "it is kept, for everybody"


def test_why_nothing_came_of_it_is_said_beside_its_citation(
    database: Database, tenant: Scope, blob_folder: Path, old: Stored, cited_id: UUID, anna: Asker
) -> None:
    problem = pane(anna, cited_id, newer="1:E1")["problem"]
    assert problem == {
        "key": "1:E1",
        "words": "Nothing has taken the place of the version that was cited.",
    }
    newer = store(database, tenant, blob_folder, filing(written(RESTATED), NEWER_TITLE), supersedes=old)
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, newer.document_id, True)
    denied = anna.get(f"items/{cited_id}/1.json", newer="1:E1")
    assert NEWER_TITLE not in denied.text
    assert "93,345" not in denied.text


@pytest.mark.parametrize(
    "key", ["2:E1", "nothing", "1:E" + "1" * 100], ids=["of another claim", "none", "long"]
)
def test_what_is_no_citation_of_the_claim_is_refused(anna: Asker, cited_id: UUID, key: str) -> None:
    status, _ = refusal(anna.get(f"items/{cited_id}/1.json", newer=key))
    assert status in (400, 422)
