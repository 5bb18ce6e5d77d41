"""Ingests: the state is derived from what was reported, and when."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from pipeline.evidence.errors import NotFound
from pipeline.store import ingests
from pipeline.store.connect import Connection
from pipeline.store.ingests import IngestState
from tests.store.filing import store_filing


@pytest.fixture
def run(connection: Connection) -> UUID:
    return ingests.start(connection, source_name="halden.pdf", path="/filings/halden.pdf")


def state(conn: Connection, run: UUID) -> IngestState:
    return ingests.get(conn, run).state


def test_no_state_is_stored(connection: Connection) -> None:
    columns = connection.execute(
        "select column_name from information_schema.columns where table_schema = 'pincite' and table_name = 'ingests'"
    ).fetchall()
    assert ("stage",) in columns
    assert not {("state",), ("status",)} & set(columns)


def test_a_run_is_queued_until_it_reports(connection: Connection, run: UUID) -> None:
    assert state(connection, run) is IngestState.QUEUED
    assert ingests.progress(connection, run, "Reading pages", 3, 10, sha256="0" * 64) is False
    row = ingests.get(connection, run)
    assert (row.state, row.stage, row.done, row.total) == (IngestState.RUNNING, "Reading pages", 3, 10)
    assert row.sha256 == "0" * 64


def test_a_run_that_was_not_heard_of_for_long_is_interrupted(connection: Connection, run: UUID) -> None:
    ingests.progress(connection, run, "Reading pages", 3, 10)
    connection.execute(
        "update ingests set heartbeat_at = now() - interval '31 seconds' where id = %s", (run,)
    )
    assert state(connection, run) is IngestState.INTERRUPTED
    ingests.progress(connection, run, "Reading pages", 4, 10)
    assert state(connection, run) is IngestState.RUNNING


def test_a_run_with_a_version_is_ready(connection: Connection, run: UUID) -> None:
    ingests.progress(connection, run, "Storing", 10, 10)
    ingests.finish(connection, run, store_filing(connection).version_id)
    assert state(connection, run) is IngestState.READY


def test_a_run_that_failed_says_why(connection: Connection, run: UUID) -> None:
    ingests.fail(connection, run, "NoPages", "The file opens and has no page.")
    row = ingests.get(connection, run)
    assert (row.state, row.error_type) == (IngestState.FAILED, "NoPages")
    assert row.error_message == "The file opens and has no page."


def test_a_run_learns_that_it_was_cancelled_and_then_is(connection: Connection, run: UUID) -> None:
    ingests.progress(connection, run, "Reading pages", 1, 10)
    ingests.request_cancel(connection, run)
    assert state(connection, run) is IngestState.RUNNING
    assert ingests.progress(connection, run, "Reading pages", 2, 10) is True
    ingests.fail(connection, run, "IngestInterrupted", "You cancelled it.")
    assert state(connection, run) is IngestState.CANCELLED


def test_a_queued_run_is_cancelled_at_once(connection: Connection, run: UUID) -> None:
    ingests.request_cancel(connection, run)
    assert state(connection, run) is IngestState.CANCELLED


def test_a_cancel_that_comes_too_late_changes_nothing(connection: Connection, run: UUID) -> None:
    ingests.finish(connection, run, store_filing(connection).version_id)
    ingests.request_cancel(connection, run)
    assert state(connection, run) is IngestState.READY


def test_runs_are_listed_newest_first(connection: Connection, run: UUID) -> None:
    connection.execute("update ingests set started_at = now() - interval '1 hour' where id = %s", (run,))
    newer = ingests.start(connection, source_name="b.pdf", path="/b.pdf")
    assert [row.id for row in ingests.list_recent(connection)] == [newer, run]
    assert [row.id for row in ingests.list_recent(connection, 1)] == [newer]


def test_an_unknown_run_is_not_found(connection: Connection) -> None:
    for act in (
        lambda: ingests.get(connection, uuid4()),
        lambda: ingests.progress(connection, uuid4(), "", 0, 0),
        lambda: ingests.fail(connection, uuid4(), "", ""),
        lambda: ingests.request_cancel(connection, uuid4()),
    ):
        with pytest.raises(NotFound):
            act()
