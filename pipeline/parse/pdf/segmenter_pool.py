"""Segmenters side by side, one document at a time: slices in, segments out in the order asked for."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from pipeline.evidence.errors import ParseFailed, PinciteError
from pipeline.parse.pdf.segmenter import PageSegment, Segmenter, Slice, give_back, idle_segmenter

START_SECONDS = 120.0
"""Time for the library's import, on a slow disk."""

PAGE_SECONDS = 45.0
"""Time for one page; the slowest real page measured took 6 seconds."""

WAITING_PER_SEGMENTER = 2
"""Slices that are being read or wait for it, per segmenter: the next is there when one is done."""

AHEAD_PER_SEGMENTER = 6
"""Slices sent and not yet received, per segmenter: a slow slice does not stop the others at once."""

POLL_SECONDS = 0.1

_Result = list[PageSegment] | Exception


@dataclass(slots=True)
class _Lane:
    """A segmenter, the thread that feeds it, and what it is working on since when (monotonic seconds)."""

    segmenter: Segmenter
    thread: threading.Thread | None = None
    slice_: Slice | None = None
    since: float = 0.0
    given_up: bool = False


class SegmenterPool:
    """Up to `size` segmenters for one document. Use as a context manager, by one thread.

    A second segmenter starts when slices pile up: an import costs as much as twenty pages. Those that are ready
    (see fork_segmenters) are taken at once.
    """

    def __init__(self, source: str, size: int = 1) -> None:
        self.source = source
        self._size = size
        self._lanes: list[_Lane] = []
        self._waiting: queue.SimpleQueue[Slice | None] = queue.SimpleQueue()
        self._results: dict[tuple[int, ...], _Result] = {}
        self._arrived = threading.Condition()
        self._unfinished = 0
        self._unreceived = 0

    def __enter__(self) -> SegmenterPool:
        return self

    def __exit__(self, *_: object) -> None:
        """Slices still being worked on are given up, and their processes with them; the others are kept."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._waiting.get_nowait()
        for lane in self._lanes:
            self._waiting.put(None)
            if lane.slice_ is not None:
                self._give_up(lane)
        for lane in self._lanes:
            if lane.thread is not None:
                lane.thread.join()
            if lane.segmenter.is_alive:
                give_back(lane.segmenter)

    @property
    def has_room(self) -> bool:
        """Whether another slice should be sent now. Its bytes are kept until a segmenter has read it."""
        return (
            self._unfinished < WAITING_PER_SEGMENTER * self._size
            and self._unreceived < AHEAD_PER_SEGMENTER * self._size
        )

    def send(self, slice_: Slice) -> None:
        """Queue a slice."""
        with self._arrived:
            self._unfinished += 1
            self._unreceived += 1
        self._waiting.put(slice_)
        self._staff()

    def receive(self, slice_: Slice, waiting: Callable[[], None]) -> list[PageSegment]:
        """The segments of a slice that was sent.

        `waiting` is called each time that another slice is done, and while time passes; it may send slices, and
        raise to give up. Raises ParseFailed when the library fails or finds nothing (a slice is made of pages with
        text), when its process dies, or when it takes longer than PAGE_SECONDS a page.
        """
        while True:
            waiting()
            with self._arrived:
                if slice_.page_indexes not in self._results:
                    self._arrived.wait(POLL_SECONDS)
                result = self._results.pop(slice_.page_indexes, None)
            if result is None:
                self._stop_if_late(slice_)
                continue
            self._unreceived -= 1
            if isinstance(result, Exception):
                raise self._failed(slice_, str(result)) from result
            if not result:  # how the library reports every failure to read
                raise self._failed(slice_, "they have text, and none was found")
            return result

    def _staff(self) -> None:
        """Take a segmenter that is ready while slices wait for one; start another when they pile up."""
        if len(self._lanes) >= self._size or self._unfinished <= len(self._lanes):
            return
        segmenter = idle_segmenter()
        if segmenter is None and self._unfinished > len(self._lanes) * WAITING_PER_SEGMENTER:
            segmenter = Segmenter.started()
        if segmenter is not None:
            lane = _Lane(segmenter)
            lane.thread = threading.Thread(
                target=self._feed, args=(lane,), name="segmenter-feed", daemon=True
            )
            self._lanes.append(lane)
            lane.thread.start()

    def _feed(self, lane: _Lane) -> None:
        while (slice_ := self._waiting.get()) is not None:
            lane.since = time.monotonic()
            lane.slice_ = slice_
            result = self._segmented(lane, slice_)
            lane.slice_ = None
            with self._arrived:
                self._results[slice_.page_indexes] = result
                self._unfinished -= 1
                self._arrived.notify_all()
            if isinstance(result, Exception):
                return

    def _segmented(self, lane: _Lane, slice_: Slice) -> _Result:
        """A segmenter that was killed over a slice is replaced once: it need not be the slice's fault."""
        for is_last in (False, True):
            try:
                return lane.segmenter.segment(slice_)
            except (OSError, EOFError) as error:
                if is_last or lane.given_up:
                    return error
                lane.segmenter.kill()
                lane.segmenter = Segmenter.started()
            except (ValueError, TypeError, LookupError, RecursionError, PinciteError) as error:
                return error  # the library's reason, or a reply that is none
        raise AssertionError("both attempts return")

    def _give_up(self, lane: _Lane) -> None:
        lane.given_up = True
        lane.segmenter.kill()

    def _stop_if_late(self, slice_: Slice) -> None:
        for lane in self._lanes:
            if lane.slice_ is slice_:
                allowed = START_SECONDS + PAGE_SECONDS * len(slice_.page_indexes)
                if time.monotonic() - lane.since > allowed:
                    self._give_up(lane)
                    raise self._failed(slice_, "it took too long")

    def _failed(self, slice_: Slice, reason: str) -> ParseFailed:
        return ParseFailed(
            f"{self.source}: {slice_.names} could not be cut into blocks: {reason or 'the segmenter ended'}. "
            "Export the file anew from its program, or leave these pages out.",
            source=self.source,
        )
