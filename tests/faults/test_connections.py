"""Connections to the database that are cut, held up, slow, or lose the word that something was stored."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest

from pipeline.answer.ask import begin
from pipeline.answer.authors import authors_for
from pipeline.evidence.errors import DatabaseUnavailable, StoreError
from pipeline.evidence.review import Judgement, ReviewRole, ReviewVerdict
from pipeline.index.embedding import offline_embedder
from pipeline.jobs import queue_upload
from pipeline.settings import Settings
from pipeline.store import answers, ingests, reviews
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.ingests import IngestState
from pipeline.store.scope import Scope
from pipeline.sweep import sweep
from tests.answer.filing import statement
from tests.faults.database_line import DatabaseLine
from tests.faults.invariants import leftovers, violations
from tests.faults.written_filings import filing
from tests.model_replies import Asked, Reply, answer, claim
from tests.model_server import ModelServer
from tests.search.library import store
from tests.store.filing import store_answer, store_filing

ROWS = ("Total net sales 81,797 82,959", "Total net sales 81,797", "net sales 81,797 82,959", "sales 81,797")


@pytest.fixture
def line(database: Database) -> Iterator[DatabaseLine]:
    with DatabaseLine(database.dsn()) as opened:
        yield opened


@contextmanager
def by_way_of(line: DatabaseLine, database: Database) -> Iterator[Database]:
    """The session's database at the other end of the line."""
    opened = Database(
        lambda: line.dsn(database.dsn()), assumes_role=database.assumes_role, server=None, where="the line"
    )
    try:
        yield opened
    finally:
        line.release()
        opened.close()


def test_an_answer_is_stored_once_though_the_word_of_each_commit_is_lost(
    line: DatabaseLine, database: Database, tenant: Scope, settings: Settings
) -> None:
    with ModelServer() as model, by_way_of(line, database) as far:
        authors = authors_for(
            replace(settings, openai_base_url=model.base_url, model="test-model", judge_model="test-model")
        )
        assert authors is not None
        with database.scoped(tenant) as conn:
            store(conn, statement("81,797", "82,959").parsed("Apple Inc. · 10-Q"), offline_embedder())
        asked = begin(far, tenant, offline_embedder(), "What were Apple's total net sales?", None, authors)

        def write(_: Asked) -> Reply:
            line.lose_commits_of(b'insert into "claims"', times=2)
            return Reply(answer([claim(f"{row}.", ("E1", row)) for row in ROWS]))

        model.script(write)
        asked.writing.write(asked.search)
    with database.scoped(tenant) as conn:
        given = answers.get(conn, asked.writing.id)
    assert line.losses == 2
    assert (len(given.claims), given.problem, given.stage) == (len(ROWS), None, None)
    assert violations(database, None, tenant) == []


def test_a_verdict_that_is_sent_again_is_stored_once(
    line: DatabaseLine, database: Database, tenant: Scope
) -> None:
    with database.scoped(tenant) as conn:
        answered = store_answer(conn, tenant, store_filing(conn))
    judgement = Judgement(
        id=uuid4(),
        answer_id=answered.id,
        claim=1,
        reviewer_id=tenant.user_id,
        reviewer="Analyst",
        role=ReviewRole.REVIEWER,
        verdict=ReviewVerdict.SUPPORTED,
        decided_at=datetime.now(UTC),
    )
    with by_way_of(line, database) as far:
        line.lose_commits_of(b'insert into "verdicts"', times=1)
        with pytest.raises(DatabaseUnavailable, match="broke"), far.scoped(tenant) as conn:
            assert reviews.record(conn, judgement)
        with far.scoped(tenant) as conn:
            assert not reviews.record(conn, judgement), "it was stored the first time"
            assert [one.id for one in reviews.counting(conn)] == [judgement.id]


def test_uploads_over_connections_that_are_cut_are_whole_or_said_to_have_failed(
    line: DatabaseLine, database: Database, tenant: Scope, tmp_path: Path
) -> None:
    settings, random, ended = Settings(home=tmp_path), Random(7), threading.Event()

    def cut() -> None:
        while not ended.wait(random.uniform(0.1, 0.3)):
            line.cut()

    acknowledged, failed, number = {}, 0, 0
    with by_way_of(line, database) as far:
        cutter = threading.Thread(target=cut)
        cutter.start()
        try:
            until = time.monotonic() + 3.0
            while time.monotonic() < until:
                number += 1
                written = filing(number, seed=7)
                try:
                    queued = queue_upload(settings, far, tenant, written.name, written.data)
                except StoreError:
                    failed += 1
                    continue
                acknowledged[queued.ingest_id] = hashlib.sha256(written.data).hexdigest()
        finally:
            ended.set()
            cutter.join()
    assert acknowledged
    assert failed, "the line was cut too seldom to show anything"
    with database.scoped(tenant) as conn:
        rows = ingests.get_many(conn, list(acknowledged))
    assert {one: row.sha256 for one, row in rows.items()} == acknowledged
    assert {row.state for row in rows.values()} == {IngestState.QUEUED}
    blobs = open_blobs(settings)
    assert violations(database, blobs, tenant) == []
    sweep(database, blobs, safe_age=0.0)
    assert leftovers(database, blobs, tenant) == []


def test_a_line_that_is_held_up_and_slow_delays_an_upload_and_loses_nothing(
    line: DatabaseLine, database: Database, tenant: Scope, tmp_path: Path
) -> None:
    settings, written = Settings(home=tmp_path), filing(1, seed=8)
    line.latency = 0.01
    with by_way_of(line, database) as far:
        with far.scoped(tenant):
            pass
        line.hold()
        threading.Timer(0.7, line.release).start()
        begun = time.monotonic()
        queued = queue_upload(settings, far, tenant, written.name, written.data)
    assert time.monotonic() - begun > 0.7
    with database.scoped(tenant) as conn:
        assert ingests.get(conn, queued.ingest_id).state is IngestState.QUEUED
    assert leftovers(database, open_blobs(settings), tenant) == []
