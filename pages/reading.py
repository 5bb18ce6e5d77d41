"""What the Library says about the files on their way into it, as values to draw."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from html import escape
from typing import Final
from uuid import UUID

from pages.filings import icon
from pipeline.jobs import MOST_ATTEMPTS, can_be_tried_again
from pipeline.store import ingest_history, ingests
from pipeline.store.ingests import IngestRow, IngestState
from pipeline.store.queue import living_workers
from pipeline.store.scope import Scope
from viewer.services import Services

SHOWN_IN_HAND: Final = 6
SHOWN_WAITING: Final = 4
SHOWN_FAILURES: Final = 5
SHOWN_RECENT: Final = 4
"""Rows that are drawn; more are counted. Two thousand queued files are one line."""
FAILURES_SHOWN_FOR: Final = timedelta(days=1)
LOOKED_BACK: Final = 300
"""Runs that are over and looked through for failures that no later run has mended."""
WORKER_PATIENCE: Final = timedelta(seconds=20)
"""The worker beside the app starts with it, and on a busy machine takes its time."""
WITHHELD: Final = "A filing that you may not read"
_UNTOLD: Final = "It belongs to a filing that you may not read: no more can be told. Ask an admin."
START_COMMAND: Final = "pincite worker"

_ICONS: Final = {"ok": "check_circle", "none": "do_not_disturb_on"}


@dataclass(frozen=True, slots=True)
class RunView:
    """A file on its way. `share`: 0 to 1 of the stage, None while it waits; `note`: what is unusual, or nothing."""

    id: UUID
    name: str
    words: str
    share: float | None = None
    note: str = ""
    can_cancel: bool = True


@dataclass(frozen=True, slots=True)
class FailureView:
    """A file that was not added, and why."""

    id: UUID
    name: str
    words: str
    can_try_again: bool


@dataclass(frozen=True, slots=True)
class RecentView:
    """A file whose run is over without a failure. `tone`: as the filings' table has it."""

    name: str
    tone: str
    words: str


@dataclass(frozen=True, slots=True)
class ReadingView:
    """Everything that is being read, waits, failed, or was read lately."""

    in_hand: tuple[RunView, ...]
    waiting: tuple[RunView, ...]
    in_hand_count: int
    waiting_count: int
    lacks_worker: bool
    failures: tuple[FailureView, ...]
    failure_count: int
    recent: tuple[RecentView, ...]

    @property
    def unfinished(self) -> int:
        return self.in_hand_count + self.waiting_count

    @property
    def summary(self) -> str:
        counts = (f"{self.in_hand_count:,} being read", f"{self.waiting_count:,} waiting")
        return " · ".join(words for words in counts if not words.startswith("0 "))

    @property
    def unseen_waiting(self) -> int:
        return self.waiting_count - len(self.waiting)

    @property
    def no_worker_words(self) -> str | None:
        """What to say when nobody works on what waits; None while somebody does."""
        if not self.lacks_worker:
            return None
        return "No worker is running. What waits here is read as soon as one is started, on any host:"


def read_reading(services: Services, scope: Scope) -> ReadingView:
    """The tenant's runs as they stand now."""
    with services.database.scoped(scope) as conn:
        counts = ingests.count_by_state(conn)
        in_hand = ingests.list_in_hand(conn, SHOWN_IN_HAND)
        waiting = ingests.list_waiting(conn, SHOWN_WAITING)
        finished = ingests.list_finished(conn, LOOKED_BACK)
        workers = living_workers(conn)
        every = [row.id for row in (*in_hand, *waiting, *finished)]
        withheld = ingest_history.withheld(conn, scope.user_id, every)
    in_hand, waiting = (_named(rows, withheld) for rows in (in_hand, waiting))
    failed = [
        row
        for row in unmended(finished, datetime.now(UTC))
        if row.id not in withheld or row.user_id == scope.user_id
    ]
    return ReadingView(
        in_hand=tuple(_in_hand(row) for row in in_hand),
        waiting=tuple(_waiting(row, place) for place, row in enumerate(waiting)),
        in_hand_count=counts.get(IngestState.RUNNING, 0) + counts.get(IngestState.INTERRUPTED, 0),
        waiting_count=counts.get(IngestState.QUEUED, 0),
        lacks_worker=not workers and _has_waited(waiting + in_hand),
        failures=tuple(_failure(row, is_told=row.id not in withheld) for row in failed[:SHOWN_FAILURES]),
        failure_count=len(failed),
        recent=tuple(_recent(row) for row in finished if _is_told(row, withheld))[:SHOWN_RECENT],
    )


def recent_list(rows: Iterable[RecentView]) -> str:
    """The runs that are over, as HTML for st.html; every word of a file's name is escaped."""
    items = "".join(
        f'<li><span title="{escape(row.name)}">{escape(row.name)}</span>'
        f'<span class="status {row.tone}">{icon(_ICONS[row.tone])}{escape(row.words)}</span></li>'
        for row in rows
    )
    return f'<ul class="recent-runs">{items}</ul>'


def unmended(finished: Sequence[IngestRow], now: datetime) -> list[IngestRow]:
    """Failed runs of the last day, latest first, of files that no later run has read."""
    mended: set[str] = set()
    failed: list[IngestRow] = []
    for run in finished:
        if run.state in (IngestState.READY, IngestState.REMOVED):
            mended.add(run.path)
        elif run.state is IngestState.FAILED and run.path not in mended:
            if run.finished_at is None or now - run.finished_at < FAILURES_SHOWN_FOR:
                failed.append(run)
            mended.add(run.path)
    return failed


def _named(rows: Iterable[IngestRow], withheld: Container[UUID]) -> list[IngestRow]:
    """The runs, without the name of a filing that is read again, or whose place is to be taken, and that may not be
    read by whoever looks."""
    return [replace(row, source_name=WITHHELD) if row.id in withheld else row for row in rows]


def _is_told(row: IngestRow, withheld: Container[UUID]) -> bool:
    """Whether a run that is over is among the latest: those that failed stand elsewhere, those of filings that were
    removed in the history."""
    return row.state in (IngestState.READY, IngestState.CANCELLED) and row.id not in withheld


def _has_waited(rows: Iterable[IngestRow]) -> bool:
    """True when a worker that was just started would have shown itself by now."""
    return any(datetime.now(UTC) - row.queued_at > WORKER_PATIENCE for row in rows)


def _in_hand(row: IngestRow) -> RunView:
    again = f"Taken up again: attempt {row.attempts} of {MOST_ATTEMPTS}." if row.attempts > 1 else ""
    if row.state is IngestState.INTERRUPTED:
        words, note = (
            "Interrupted",
            "Its process ended. The next worker takes it up again; finished pages are kept.",
        )
    elif row.cancel_requested:
        words, note = "Stopping…", ""
    else:
        words, note = _stage(row), again
    share = min(row.done / row.total, 1.0) if row.total else 0.0
    return RunView(row.id, row.source_name, words, share, note, can_cancel=not row.cancel_requested)


def _stage(row: IngestRow) -> str:
    stage = (row.stage or "starting").capitalize()
    if row.total <= 1:
        return stage
    return f"{stage} {row.done:,} of {row.total:,}"


def _waiting(row: IngestRow, place: int) -> RunView:
    again = f"To be taken up again, attempt {row.attempts + 1} of {MOST_ATTEMPTS}" if row.attempts else ""
    words = "Waiting to start, next in line" if place == 0 else f"Waiting to start, place {place + 1} in line"
    return RunView(row.id, row.source_name, again or words)


def _failure(row: IngestRow, *, is_told: bool) -> FailureView:
    """What the user added themselves is told by the name that they gave it; of whose filing it is, and why, nothing."""
    if not is_told:
        return FailureView(row.id, row.source_name, _UNTOLD, can_try_again=False)
    words = row.error_message or "Its process ended. Nothing of it was stored: add it again."
    return FailureView(row.id, row.source_name, words, can_be_tried_again(row))


def _recent(row: IngestRow) -> RecentView:
    if row.state is IngestState.CANCELLED:
        return RecentView(row.source_name, "none", "Cancelled")
    if row.started_at is None or row.finished_at is None:
        return RecentView(row.source_name, "ok", "Ready")
    seconds = (row.finished_at - row.started_at).total_seconds()
    return RecentView(row.source_name, "ok", f"Ready in {_duration(seconds)}" if seconds >= 1 else "Ready")


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
