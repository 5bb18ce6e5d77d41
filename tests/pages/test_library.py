"""Which failed runs the Library still shows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from pages.library import unmended
from pipeline.store.ingests import IngestRow, IngestState

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


def run(path: str, state: IngestState, hours_ago: float = 1) -> IngestRow:
    started = NOW - timedelta(hours=hours_ago)
    return IngestRow(
        id=uuid4(),
        source_name=path,
        path=path,
        sha256=None,
        supersedes=None,
        started_at=started,
        heartbeat_at=started,
        finished_at=None,
        stage=None,
        done=0,
        total=0,
        version_id=None,
        error_type=None,
        error_message=None,
        cancel_requested=False,
        state=state,
    )


def test_failed_and_interrupted_runs_are_shown_and_cancelled_ones_are_not() -> None:
    runs = [run("a", IngestState.FAILED), run("b", IngestState.INTERRUPTED), run("c", IngestState.CANCELLED)]
    assert [shown.path for shown in unmended(runs, NOW)] == ["a", "b"]


def test_a_file_that_was_read_later_has_no_failure_any_more() -> None:
    runs = [run("a", IngestState.READY), run("a", IngestState.FAILED, hours_ago=2)]
    assert unmended(runs, NOW) == []


def test_a_file_that_failed_twice_is_shown_once() -> None:
    runs = [run("a", IngestState.FAILED), run("a", IngestState.FAILED, hours_ago=2)]
    assert unmended(runs, NOW) == runs[:1]


def test_a_failure_is_forgotten_after_a_day() -> None:
    assert unmended([run("a", IngestState.FAILED, hours_ago=25)], NOW) == []
