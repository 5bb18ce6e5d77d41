"""The segmenter: a process of its own in which `unstructured` reads slices of a PDF.

It works on the next slice while this process reads glyphs, and takes the library's seconds of import and half a
gigabyte with it when it ends. It dies with the process that started it, and is killed when it hangs.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import queue
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO

from pipeline.evidence.box import Box
from pipeline.evidence.errors import ParseFailed, PinciteError

START_SECONDS = 120.0
"""Time for the library's import, on a slow disk."""

PAGE_SECONDS = 45.0
"""Time for one page; the slowest real page measured took 6 seconds."""

POLL_SECONDS = 0.2

COLLECT_AFTER = 100_000
"""New objects between two garbage collections in the segmenter; some 10 MB of pdfminer's."""

_LENGTH = struct.Struct("!Q")
_CHILD = "from pipeline.parse.pdf_segmenter import serve; serve()"


@dataclass(frozen=True, slots=True)
class PageSegment:
    """A segment on page `page_index` (0-based) of the document; `box` is as in Segment."""

    page_index: int
    kind_hint: str
    box: Box


@dataclass(frozen=True, slots=True)
class Slice:
    """Some pages of a document, by 0-based index in order, as a PDF of their own."""

    page_indexes: tuple[int, ...]
    pdf: bytes

    @property
    def names(self) -> str:
        """The pages as messages name them."""
        first, last = self.page_indexes[0] + 1, self.page_indexes[-1] + 1
        return f"PDF page {first}" if first == last else f"PDF pages {first} to {last}"


class Segmenter:
    """Segments slices in order, in a child process. Use as a context manager, by one thread."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._waiting: queue.SimpleQueue[Slice | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[list[PageSegment] | Exception] = queue.SimpleQueue()
        self._worker = _shared_worker()
        self._thread = threading.Thread(target=self._feed, name="segmenter-feed", daemon=True)

    def __enter__(self) -> Segmenter:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Ends the feeding. A slice still being worked on is given up, and its process with it."""
        self._waiting.put(None)
        if self._worker.is_busy:
            self._worker.kill()
        self._thread.join()

    def send(self, slice_: Slice) -> None:
        """Queue a slice. Its bytes are kept until its turn comes."""
        self._waiting.put(slice_)

    def receive(self, slice_: Slice, checked: Callable[[], None]) -> list[PageSegment]:
        """Segments of the oldest slice sent and not yet received; `slice_` must be that one.

        `checked` is called while waiting, and may raise to give up. Raises ParseFailed when the library fails or
        finds nothing (a slice is made of pages with text), when its process dies, or when it takes longer than
        PAGE_SECONDS a page.
        """
        deadline = time.monotonic() + START_SECONDS + PAGE_SECONDS * len(slice_.page_indexes)
        while True:
            checked()
            try:
                result = self._done.get(timeout=POLL_SECONDS)
            except queue.Empty:
                if time.monotonic() > deadline:
                    self._worker.kill()
                    raise self._failed(slice_, "it took too long") from None
                continue
            if isinstance(result, Exception):
                raise self._failed(slice_, str(result)) from result
            if not result:  # how the library reports every failure to read
                raise self._failed(slice_, "they have text, and none was found")
            return result

    def _feed(self) -> None:
        while (slice_ := self._waiting.get()) is not None:
            try:
                self._done.put(self._worker.segment(slice_))
            except (OSError, EOFError, ValueError, PinciteError) as error:
                self._done.put(error)
                return

    def _failed(self, slice_: Slice, reason: str) -> ParseFailed:
        return ParseFailed(
            f"{self._source}: {slice_.names} could not be cut into blocks: {reason or 'the segmenter ended'}. "
            "Export the file anew from its program, or leave these pages out.",
            source=self._source,
        )


class _Worker:
    """The child process and its pipes: length-prefixed PDF bytes in, length-prefixed JSON out."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise OSError("the segmenter has no pipes")
        self._slices: IO[bytes] = self._process.stdin
        self._replies: IO[bytes] = self._process.stdout
        self.is_busy = False

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def segment(self, slice_: Slice) -> list[PageSegment]:
        self.is_busy = True
        try:
            _write(self._slices, slice_.pdf)
            reply = json.loads(_read(self._replies))
        finally:
            self.is_busy = False
        if "error" in reply:
            raise ValueError(reply["error"])
        return [
            PageSegment(slice_.page_indexes[page], kind, Box.from_edges(*edges))
            for page, kind, edges in reply["segments"]
        ]

    def kill(self) -> None:
        """Ends the process at once and reaps it."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Lets the process end by itself at the end of its input; kills it when it is busy."""
        if self.is_busy:
            self.kill()
            return
        with contextlib.suppress(OSError):
            self._slices.close()
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.kill()


_worker: _Worker | None = None


def _shared_worker() -> _Worker:
    """The process's one segmenter, started when first needed and kept for the next document: its import costs as
    much as twenty pages."""
    global _worker
    if _worker is None or not _worker.is_alive:
        _worker = _Worker()
        atexit.register(_worker.close)
    return _worker


def prepare() -> None:
    """Start the segmenter's import now, because a PDF is about to be read: the caller has seconds of its own to use."""
    _shared_worker()


def _write(pipe: IO[bytes], payload: bytes) -> None:
    pipe.write(_LENGTH.pack(len(payload)))
    pipe.write(payload)
    pipe.flush()


def _read(pipe: IO[bytes]) -> bytes:
    header = pipe.read(_LENGTH.size)
    if len(header) < _LENGTH.size:
        raise EOFError("the segmenter ended")
    length = _LENGTH.unpack(header)[0]
    payload = pipe.read(length)
    if len(payload) < length:
        raise EOFError("the segmenter ended")
    return payload


# --- in the child ---------------------------------------------------------------------------------------------


def serve() -> None:
    """The child's loop: read a slice, write its segments, until the input ends because the parent closed it or died."""
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a library's print must not get between the replies
    _die_with_parent()
    _get_ready()
    for pdf in _slices(sys.stdin.buffer):
        _write(replies, json.dumps(_reply(pdf)).encode())


def _get_ready() -> None:
    """Import the library while the parent reads its first pages, and spare its objects from garbage collection:
    pdfminer makes millions of small ones, and each collection walks all that exist (a tenth of the time)."""
    from pipeline.parse.segments import load_pdf_library

    with contextlib.suppress(ImportError):  # the reply to the first slice says it
        load_pdf_library()
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 50)


def _slices(pipe: IO[bytes]) -> Iterator[bytes]:
    with contextlib.suppress(EOFError):
        while True:
            yield _read(pipe)


def _reply(pdf: bytes) -> dict[str, object]:
    from pipeline.parse.segments import segment_pdf

    try:
        segments = segment_pdf(pdf, "slice")
    except ParseFailed as error:
        return {"error": str(error.__cause__ or error)}
    except ImportError as error:
        return {"error": f"unstructured cannot be imported ({error}); install Pincite's dependencies again"}
    return {
        "segments": [
            ((segment.page_number or 1) - 1, segment.kind_hint, segment.box.edges())
            for segment in segments
            if segment.box is not None
        ]
    }


def _die_with_parent() -> None:
    """End this process when its parent does, also in the middle of a slice."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()
