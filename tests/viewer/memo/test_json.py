"""The JSON of an answer tells its reader no more than the screen does."""

from __future__ import annotations

import json
from pathlib import Path

from pipeline.evidence.answer import Answer
from pipeline.store import answers, documents
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import checked_filing
from tests.viewer.filing import store
from tests.viewer.memo.conftest import Resolve
from viewer.resolver import exported_json, resolve_answer
from viewer.source_files import SourceFiles


def test_a_withheld_claim_tells_no_word_figure_check_or_handle(answer: Answer, resolve: Resolve) -> None:
    value = exported_json(resolve(answer))
    withheld = value["claims"][-1]
    assert withheld["withheld"] is True
    assert withheld["text"] is None
    assert (withheld["checks"], withheld["figures"], withheld["removed_handles"]) == ([], [], [])
    assert withheld["citation_checks"] == {}
    assert value["evidence"]["E6"] == {"citation_id": "E6", "state": "denied"}


def test_calculations_and_figures_of_the_other_claims_are_told(answer: Answer, resolve: Resolve) -> None:
    value = exported_json(resolve(answer))
    assert [one["calculation_id"] for one in value["calculations"]] == ["c1", "c2", "c3"]
    assert value["claims"][2]["figures"][1]["outcome"] == "missing"
    assert value["unanswered"] == ["Outlook for the next quarter"]


def test_a_denied_source_takes_the_calculations_on_it_along(
    database: Database, tenant: Scope, blob_folder: Path, resolve: Resolve, files: SourceFiles
) -> None:
    stored = store(database, tenant, blob_folder, checked_filing())
    answer = checked_answer(stored)
    assert exported_json(resolve(answer))["calculations"]
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, stored.document_id, True)
        value = exported_json(resolve_answer(conn, tenant, answer.id, files=files))
    assert value["calculations"] == []
    assert "81,797" not in json.dumps(value)
    assert "21,213" not in json.dumps(value)


def test_a_removed_source_takes_what_was_read_in_it_along(
    database: Database, tenant: Scope, blob_folder: Path, files: SourceFiles
) -> None:
    stored = store(database, tenant, blob_folder, checked_filing())
    answer = checked_answer(stored)
    with database.scoped(tenant) as conn:
        answers.save(conn, tenant.user_id, answer)
        documents.delete(conn, stored.document_id)
        value = exported_json(resolve_answer(conn, tenant, answer.id, files=files))
    third = value["claims"][2]
    assert third["text"]
    assert "21,213" not in json.dumps(value)
    assert {check["outcome"] for check in third["checks"]} >= {"failed"}
