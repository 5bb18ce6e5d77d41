"""The laws of a whole library: kept by what is stored, and broken by each thing that could be missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.index.embedding import offline_embedder
from pipeline.jobs import queue_upload
from pipeline.settings import Settings
from pipeline.store import ingests
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.answer.filing import statement
from tests.faults.invariants import leftovers, violations
from tests.search.library import store
from tests.store.filing import store_answer, store_filing

BREAKS = {
    "delete from pages where page_index = 0": "has not all of its pages",
    "update versions set block_count = block_count + 1": "has not all of its blocks",
    "update versions set passage_count = passage_count + 1": "has not all of its passages",
    "delete from passage_vectors": "without its vector",
    "delete from blocks where ordinal = 0": "whose blocks are not there",
    "delete from postings": "has no index of its words",
    "delete from vector_sketches": "no sketch",
    "delete from covers": "has no cover",
    "delete from versions": "has no version",
    "delete from claims where number = 1": "a gap between its claims",
    "delete from calculations": "whose calculation is gone",
    "insert into checks (answer_id, claim_number, kind, outcome, detail, checker) "
    "select answer_id, claim_number, kind, outcome, detail, checker from checks where citation_id is null": (
        "a check twice"
    ),
    "delete from claims; update answers set not_in_sources = null, problem = null": (
        "neither what was found nor why nothing was"
    ),
    "update ingests set finished_at = now()": "is over without a version, an error or a removal",
    "update ingests set finished_at = now(), error_type = 'ParseFailed'": "failed without words",
}


@pytest.mark.parametrize("statement_sql", BREAKS)
def test_each_broken_law_is_told(
    database: Database, tenant: Scope, tmp_path: Path, statement_sql: str
) -> None:
    settings = Settings(home=tmp_path)
    with database.scoped(tenant) as conn:
        store(conn, statement("81,797", "82,959").parsed("Apple Inc. · 10-Q"), offline_embedder())
        store_answer(conn, tenant, store_filing(conn))
    queue_upload(settings, database, tenant, "report.txt", b"A report that waits to be read.")
    before = set(violations(database, None, tenant))
    with database.scoped(tenant) as conn:
        conn.execute(statement_sql.encode())
    told = set(violations(database, None, tenant)) - before
    assert any(BREAKS[statement_sql] in words for words in told), told


def test_bytes_that_are_gone_or_that_nothing_names_are_told(
    database: Database, tenant: Scope, tmp_path: Path
) -> None:
    settings = Settings(home=tmp_path)
    queued = queue_upload(settings, database, tenant, "report.txt", b"A report that waits to be read.")
    blobs = open_blobs(settings)
    assert violations(database, blobs, tenant) == leftovers(database, blobs, tenant) == []
    unnamed = blobs.of(tenant.tenant_id).put(b"named by nothing")
    with database.scoped(tenant) as conn:
        blobs.of(tenant.tenant_id).remove(ingests.get(conn, queued.ingest_id).sha256 or "")
    assert violations(database, blobs, tenant) == [f"The bytes of the run {queued.ingest_id} are gone."]
    assert leftovers(database, blobs, tenant) == [f"Nothing names the stored file {unnamed}."]
