"""Reading one file in a process of its own, which is held to limits and can harm nothing else.

The process is forked by a nursery, which has the slow imports behind it; where there is no fork it is started anew.
However it ends, or this process does, nothing of it goes on running, and nothing half-done is visible.
"""

from __future__ import annotations

import contextlib
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from uuid import UUID

from pipeline.evidence.errors import MemoryExceeded, PinciteError, ProcessKilled, TimeExceeded
from pipeline.parse.progress import was_stopped
from pipeline.processes.cores import allotted_cores
from pipeline.processes.lifeline import CAN_FORK
from pipeline.processes.nursery import Nursery, NurseryEnded
from pipeline.processes.tree_memory import TreeMemory
from pipeline.reading import messages as reading_messages
from pipeline.reading.messages import Message, Progress, out_of_memory
from pipeline.reading.process import ReadingProcess, StartedProcess
from pipeline.reading.request import IngestTask, ReadingRequest
from pipeline.reading.scratch import scratch_folder
from pipeline.settings import Settings
from pipeline.store.scope import Scope

SAMPLE_SECONDS = 0.05
"""Seconds between two looks at the processes: memory grows by some 100 MB in that time, at the worst."""

GRACE_SECONDS = 1.0
"""Seconds that a reading has to end by itself when it is asked to stop; it is killed then, unless it is storing."""

STORING = "storing"
"""The last stage, as `ingest` calls it."""

READING_PAGE = "reading page"
"""What `ingest` says before each page of a PDF, and nothing until the next one or another stage."""

PAGE_SECONDS = 120.0
"""Time for PDFium to read one page, however busy the machine; the slowest real page measured took 3 seconds."""

_MOST_UNREAD = 1_000

_nursery = Nursery("pipeline.reading.child")


def prepare_reading() -> None:
    """Start the imports now, because a file is about to be read: the caller has seconds of its own to use."""
    if CAN_FORK:
        _nursery.start()


def end_readings() -> None:
    """Give the nursery's memory back. Readings that are still going on end with it."""
    _nursery.close()


def read_in_child(
    settings: Settings,
    scope: Scope,
    task: IngestTask,
    progress: Callable[[str, int, int], None],
    stopped: Callable[[], bool],
) -> UUID:
    """Read a file whose bytes are in the blob store; the id of its version.

    `progress` gets (stage, steps done, steps in all); `stopped` is asked some ten times a second. Both are called on
    this thread. Raises what `ingest` raises; SourceTooLarge, MemoryExceeded or TimeExceeded when a limit is
    exceeded; IngestInterrupted when `stopped`; ProcessKilled when the process was killed by somebody else, or
    crashed: it may be tried again, and finished pieces are then used.
    """
    cores = max(allotted_cores() // max(settings.workers, 1), 1)
    with scratch_folder() as scratch, _child(task.source_name) as child:
        request = ReadingRequest(settings, scope, task, cores, scratch)
        return _Reading(child, request, progress, stopped).outcome()


@contextlib.contextmanager
def _child(source_name: str) -> Iterator[ReadingProcess]:
    """A process for one file. Afterwards it has ended, with all that it has started."""
    child = _begun(source_name)
    try:
        yield child
    finally:
        child.kill()
        child.wait(GRACE_SECONDS)
        child.close()


def _begun(source_name: str) -> ReadingProcess:
    try:
        return _nursery.child() if CAN_FORK else StartedProcess()
    except (NurseryEnded, OSError) as error:
        why = f" ({error.strerror})" if isinstance(error, OSError) and error.strerror else ""
        raise ProcessKilled(
            f"The process that should read {source_name} ended before it had begun{why}. Nothing of it was stored.",
            source=source_name,
        ) from error


@dataclass(frozen=True, slots=True)
class _Page:
    """A page that PDFium is reading, from 1, and since when (monotonic seconds)."""

    number: int
    count: int
    since: float


class _Reading:
    """Follows one child to its end."""

    def __init__(
        self,
        child: ReadingProcess,
        request: ReadingRequest,
        progress: Callable[[str, int, int], None],
        stopped: Callable[[], bool],
    ) -> None:
        self._child = child
        self._request = request
        self._name = request.task.source_name
        self._limits = request.settings.limits
        self._progress = progress
        self._stopped = stopped
        self._memory = TreeMemory(child.pid)
        self._messages: queue.Queue[Message | None] = queue.Queue(_MOST_UNREAD)
        self._stage = ""
        self._started = time.monotonic()
        self._page: _Page | None = None
        self._asked_to_stop: float | None = None

    def outcome(self) -> UUID:
        """The version's id, or the error that there is none."""
        with contextlib.suppress(OSError):  # it has ended already: its fate says how
            self._request.write(self._child.request)
        listening = threading.Thread(target=self._listen, name="reading", daemon=True)
        listening.start()
        looked = self._started
        while True:
            with contextlib.suppress(queue.Empty):
                match self._messages.get(timeout=SAMPLE_SECONDS):
                    case Progress(stage, done, total):
                        self._stage = stage
                        self._page = _Page(done, total, time.monotonic()) if stage == READING_PAGE else None
                        if self._page:
                            continue
                        self._progress(stage, done, total)
                    case UUID() as version_id:
                        return version_id
                    case PinciteError() as error:
                        raise error
                    case None:
                        raise self._ended()
            if (now := time.monotonic()) - looked >= SAMPLE_SECONDS:
                looked = now
                self._hold_to_limits(now)
                self._stop_if_asked(now)

    def _listen(self) -> None:
        for message in reading_messages.read(self._child.messages, self._name):
            self._messages.put(message)
        self._messages.put(None)

    def _hold_to_limits(self, now: float) -> None:
        if self._memory.exceeds(self._limits.memory):
            self._child.kill()
            raise MemoryExceeded(out_of_memory(self._name, self._limits.memory), source=self._name)
        if now - self._started > self._limits.seconds:
            self._child.kill()
            raise TimeExceeded(
                f"Reading {self._name} took longer than {self._limits.seconds:,} seconds, which is what this "
                "installation gives to one file. Split it, or raise PINCITE_MAX_SECONDS.",
                source=self._name,
            )
        if self._page and now - self._page.since > PAGE_SECONDS:
            self._child.kill()
            raise TimeExceeded(
                f"Reading PDF page {self._page.number} of {self._page.count} of {self._name} took longer than "
                f"{PAGE_SECONDS:,.0f} seconds. Export the file anew from its program, or leave the page out.",
                source=self._name,
            )

    def _stop_if_asked(self, now: float) -> None:
        """Let it end by itself, so that it tidies up; storing is one transaction and soon over."""
        if self._asked_to_stop is None:
            if self._stopped():
                self._asked_to_stop = now
                self._child.terminate()
        elif now - self._asked_to_stop > GRACE_SECONDS and self._stage != STORING:
            self._child.kill()
            raise was_stopped(self._name)

    def _ended(self) -> PinciteError:
        """Why there is no outcome."""
        code = self._child.wait(GRACE_SECONDS)
        if self._asked_to_stop is not None:
            return was_stopped(self._name)
        how = "stopped answering" if code is None else f"ended with status {code}"
        if code is not None and code < 0:
            how = f"was ended by {_signal_name(-code)}"
        return ProcessKilled(
            f"The process that read {self._name} {how}. Nothing of it was stored; what was finished is kept for the "
            "next attempt.",
            source=self._name,
        )


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
