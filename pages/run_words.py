"""A run of the ingestion history in words: what became of it, when, by which parser, for whom."""

from __future__ import annotations

from dataclasses import dataclass

from pages import session
from pipeline.jobs import MOST_ATTEMPTS
from pipeline.store.ingest_history import HistoryRow
from pipeline.store.ingests import IngestKind, IngestState


@dataclass(frozen=True, slots=True)
class RunWords:
    """`tone` and `icon` (of the face that Streamlit ships) go with `outcome`; `detail` is why, or what is unusual."""

    tone: str
    icon: str
    outcome: str
    detail: str


def run_words(run: HistoryRow) -> RunWords:
    """What became of a run."""
    again = f"Taken up {run.attempts} times of {MOST_ATTEMPTS} at most." if run.attempts > 1 else ""
    match run.state:
        case IngestState.READY:
            return RunWords("ok", "check_circle", _read(run), again)
        case IngestState.REMOVED:
            return RunWords("none", "delete", _removed(run), _read_before(run))
        case IngestState.FAILED:
            words = run.error_message or "Its process ended. Nothing of it was stored: add it again."
            return RunWords("bad", "cancel", "Not added", words)
        case IngestState.CANCELLED:
            return RunWords("none", "do_not_disturb_on", "Cancelled", "")
        case IngestState.INTERRUPTED:
            return RunWords("warn", "warning", "Interrupted", "The next worker takes it up again.")
        case IngestState.RUNNING:
            return RunWords("none", "progress_activity", "Being read", again)
        case _:
            return RunWords("none", "hourglass_empty", "Waits to be read", "")


def duration_words(run: HistoryRow) -> str:
    """How long the run took, from when it was taken up first; "" while it is not over."""
    if run.started_at is None or run.finished_at is None:
        return ""
    seconds = (run.finished_at - run.started_at).total_seconds()
    if seconds < 1:
        return "under 1 s"
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def _read(run: HistoryRow) -> str:
    if run.kind is IngestKind.SAMPLES:
        return "Built and queued"
    if run.was_there:
        return "Already in the library"
    took = duration_words(run)
    verb = "Read again" if run.kind is IngestKind.REREAD else "Read"
    return f"{verb} in {took}" if took else verb


def _removed(run: HistoryRow) -> str:
    who = f" by {run.removed_by}" if run.removed_by else ""
    when = f", {session.local_time(run.removed_at)}" if run.removed_at else ""
    return f"Removed since{who}{when}"


def _read_before(run: HistoryRow) -> str:
    return f"{_read(run)} before." if run.error_type is None else run.error_message or ""
