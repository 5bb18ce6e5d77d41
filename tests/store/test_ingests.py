"""Ingests: the state is derived from what was reported, and when."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from pipeline.evidence.errors import NotFound
from pipeline.store import ingests
from pipeline.store.connect import Connection
from pipeline.store.ingests import IngestKind, IngestState, NewIngest, Standing
from tests.store.filing import store_filing

WORKER, OTHER = "host:1:aa", "host:2:bb"
SHA256 = "ab" * 32


def queue(conn: Connection, name: str = "halden.pdf", **more: object) -> UUID:
    run = NewIngest(uuid4(), name, f"/filings/{name}", **more)  # type: ignore[arg-type]
    ingests.add(conn, run)
    return run.id


@pytest.fixture
def run(connection: Connection) -> UUID:
    return queue(connection, sha256=SHA256)


def state(conn: Connection, run: UUID) -> IngestState:
    return ingests.get(conn, run).state


def test_no_state_is_stored(connection: Connection) -> None:
    columns = connection.execute(
        "select column_name from information_schema.columns where table_schema = 'pincite' and table_name = 'ingests'"
    ).fetchall()
    assert ("stage",) in columns
    assert not {("state",), ("status",)} & set(columns)


def test_a_run_is_queued_until_a_worker_takes_it(connection: Connection, run: UUID) -> None:
    assert state(connection, run) is IngestState.QUEUED
    assert ingests.take(connection, run, WORKER)
    assert ingests.progress(connection, run, WORKER, "Reading pages", 3, 10) is Standing.OURS
    row = ingests.get(connection, run)
    assert (row.state, row.stage, row.done, row.total) == (IngestState.RUNNING, "Reading pages", 3, 10)
    assert (row.attempts, row.worker) == (1, WORKER)


def test_a_run_that_was_not_heard_of_for_long_is_interrupted(connection: Connection, run: UUID) -> None:
    ingests.take(connection, run, WORKER)
    connection.execute(
        "update ingests set heartbeat_at = now() - interval '11 seconds' where id = %s", (run,)
    )
    assert state(connection, run) is IngestState.INTERRUPTED
    assert ingests.take(connection, run, OTHER)
    row = ingests.get(connection, run)
    assert (row.state, row.attempts) == (IngestState.RUNNING, 2)


def test_a_worker_that_was_thought_dead_learns_that_another_has_its_run(
    connection: Connection, run: UUID
) -> None:
    ingests.take(connection, run, WORKER)
    ingests.take(connection, run, OTHER)
    assert ingests.progress(connection, run, WORKER, "Storing", 1, 1) is Standing.LOST
    ingests.hand_back(connection, run, WORKER, counted=False)
    assert ingests.get(connection, run).worker == OTHER


@pytest.mark.parametrize(("counted", "attempts"), [(False, 0), (True, 1)])
def test_a_run_that_was_handed_back_waits_again(
    connection: Connection, run: UUID, counted: bool, attempts: int
) -> None:
    ingests.take(connection, run, WORKER)
    ingests.hand_back(connection, run, WORKER, counted=counted)
    row = ingests.get(connection, run)
    assert (row.state, row.attempts) == (IngestState.QUEUED, attempts)


def test_a_run_with_a_version_is_ready_and_claims_no_bytes(connection: Connection, run: UUID) -> None:
    ingests.take(connection, run, WORKER)
    ingests.finish(connection, run, store_filing(connection).version_id)
    assert state(connection, run) is IngestState.READY
    assert ingests.unclaimed_bytes(connection, [SHA256]) == [SHA256]
    assert not ingests.take(connection, run, OTHER)


def test_a_run_that_failed_says_why(connection: Connection, run: UUID) -> None:
    ingests.fail(connection, run, "NoPages", "The file opens and has no page.")
    row = ingests.get(connection, run)
    assert (row.state, row.error_type) == (IngestState.FAILED, "NoPages")
    assert row.error_message == "The file opens and has no page."


def test_bytes_are_claimed_while_a_run_may_read_them(connection: Connection, run: UUID) -> None:
    assert ingests.unclaimed_bytes(connection, [SHA256]) == []
    ingests.fail(connection, run, "MemoryExceeded", "…", keep_bytes=True)
    assert ingests.unclaimed_bytes(connection, [SHA256]) == [], "it can be tried again"
    assert ingests.forget_bytes(connection, days=1) == []
    connection.execute("update ingests set finished_at = now() - interval '25 hours' where id = %s", (run,))
    assert ingests.forget_bytes(connection, days=1) == [SHA256]
    assert ingests.unclaimed_bytes(connection, [SHA256]) == [SHA256]


def test_bytes_of_a_version_are_claimed_by_it(connection: Connection) -> None:
    version = store_filing(connection).version_id
    row = connection.execute("select sha256 from versions where id = %s", (version,)).fetchone()
    assert row is not None
    assert ingests.unclaimed_bytes(connection, [row[0]]) == []


def test_a_run_that_is_tried_again_is_as_new(connection: Connection, run: UUID) -> None:
    ingests.take(connection, run, WORKER)
    ingests.fail(connection, run, "MemoryExceeded", "…", keep_bytes=True)
    ingests.queue_again(connection, run, job_id=7)
    row = ingests.get(connection, run)
    assert (row.state, row.attempts, row.error_type, row.job_id) == (IngestState.QUEUED, 0, None, 7)


def test_a_run_learns_that_it_was_cancelled_and_then_is(connection: Connection, run: UUID) -> None:
    ingests.take(connection, run, WORKER)
    ingests.request_cancel(connection, [run])
    assert state(connection, run) is IngestState.RUNNING
    assert ingests.progress(connection, run, WORKER, "Reading pages", 2, 10) is Standing.CANCELLED
    ingests.fail(connection, run, "IngestInterrupted", "You cancelled it.")
    assert state(connection, run) is IngestState.CANCELLED


def test_a_queued_run_is_cancelled_at_once_and_not_taken_any_more(connection: Connection, run: UUID) -> None:
    ingests.request_cancel(connection, [run])
    assert state(connection, run) is IngestState.CANCELLED
    assert not ingests.take(connection, run, WORKER)


def test_a_cancel_that_comes_too_late_changes_nothing(connection: Connection, run: UUID) -> None:
    ingests.finish(connection, run, store_filing(connection).version_id)
    ingests.request_cancel(connection, [run])
    assert state(connection, run) is IngestState.READY


def test_runs_are_listed_by_what_became_of_them(connection: Connection, run: UUID) -> None:
    second, third, fourth = (queue(connection, f"{number}.pdf") for number in range(3))
    ingests.take(connection, second, WORKER)
    ingests.fail(connection, fourth, "NoPages", "…")
    assert [row.id for row in ingests.list_waiting(connection, 9)] == [run, third]
    assert [row.id for row in ingests.list_in_hand(connection, 9)] == [second]
    assert [row.id for row in ingests.list_finished(connection, 9)] == [fourth]
    assert ingests.count_by_state(connection) == {IngestState.QUEUED: 2, IngestState.RUNNING: 1}
    assert ingests.list_unfinished(connection) == [run, second, third]
    assert [row.id for row in ingests.list_recent(connection, 1)] == [fourth]


def test_a_run_that_was_cancelled_when_its_worker_was_dead_is_in_nobodys_hand(
    connection: Connection, run: UUID
) -> None:
    ingests.take(connection, run, WORKER)
    ingests.request_cancel(connection, [run])
    assert [row.id for row in ingests.list_in_hand(connection, 9)] == [run]
    connection.execute("update ingests set heartbeat_at = now() - interval '1 minute' where id = %s", (run,))
    assert ingests.list_in_hand(connection, 9) == []
    assert state(connection, run) is IngestState.CANCELLED


def test_runs_that_wait_are_stopped_together_each_with_its_words(connection: Connection, run: UUID) -> None:
    other = queue(connection, "other.pdf")
    ingests.stop_waiting(connection, [(run, "one"), (other, "two")], "IngestInterrupted")
    rows = ingests.get_many(connection, [run, other])
    assert [(rows[key].state, rows[key].error_message) for key in (run, other)] == [
        (IngestState.CANCELLED, "one"),
        (IngestState.CANCELLED, "two"),
    ]
    assert ingests.unclaimed_bytes(connection, [SHA256]) == [SHA256]


def test_samples_are_coming_until_the_last_of_them_is_over(connection: Connection) -> None:
    assert not ingests.samples_are_coming(connection)
    built = queue(connection, kind=IngestKind.SAMPLES)
    assert ingests.samples_are_coming(connection)
    sample = queue(connection, kind=IngestKind.SAMPLE)
    ingests.remove(connection, built)
    assert ingests.samples_are_coming(connection)
    ingests.fail(connection, sample, "NoPages", "…")
    assert not ingests.samples_are_coming(connection)


def test_an_unknown_run_is_not_found(connection: Connection) -> None:
    for act in (
        lambda: ingests.get(connection, uuid4()),
        lambda: ingests.finish(connection, uuid4(), uuid4()),
        lambda: ingests.fail(connection, uuid4(), "", ""),
    ):
        with pytest.raises(NotFound):
            act()
    assert ingests.progress(connection, uuid4(), WORKER, "", 0, 0) is Standing.LOST
