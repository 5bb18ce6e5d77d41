"""A segmenter: a process of its own in which `unstructured` reads slices of a PDF.

It takes the library's seconds of import and half a gigabyte with it when it ends. Where processes can fork, the
reading is done by generations: each is forked with the library loaded, reads so many pages, and takes what it has
gathered with it. A segmenter dies with the process that started it.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import IO, Protocol

from pipeline.evidence.box import Box
from pipeline.parse.pdf.segmenting import read_frame, serve_generations, write_frame
from pipeline.processes.confinement import environment_without_secrets

_CHILD = "from pipeline.parse.pdf.segmenting import serve; serve()"


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


class _Process(Protocol):
    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def kill(self) -> None: ...
    def wait(self, timeout: float | None = None) -> int: ...


class Segmenter:
    """The process and its pipes: length-prefixed PDF bytes in, length-prefixed JSON out. One slice at a time."""

    def __init__(self, process: _Process, slices: IO[bytes], replies: IO[bytes]) -> None:
        self._process = process
        self._slices = slices
        self._replies = replies

    @classmethod
    def started(cls) -> Segmenter:
        """A new process, which imports the library first."""
        process = subprocess.Popen(
            [sys.executable, "-c", _CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment_without_secrets(),
        )
        if process.stdin is None or process.stdout is None:
            raise OSError("the segmenter has no pipes")
        return cls(process, process.stdin, process.stdout)

    @classmethod
    def forked(cls) -> Segmenter:
        """A copy of this process, which has loaded the library and has no thread but the calling one."""
        slices_out, slices_in = os.pipe()
        replies_out, replies_in = os.pipe()
        if (pid := os.fork()) == 0:
            try:
                _keep_only(slices_out, replies_in)
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                serve_generations(os.fdopen(slices_out, "rb"), os.fdopen(replies_in, "wb"))
            finally:
                os._exit(1)
        os.close(slices_out)
        os.close(replies_in)
        return cls(_Forked(pid), os.fdopen(slices_in, "wb"), os.fdopen(replies_out, "rb"))

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def segment(self, slice_: Slice) -> list[PageSegment]:
        """Raises OSError or EOFError when the process has ended, ValueError with the library's reason."""
        write_frame(self._slices, slice_.pdf)
        reply = json.loads(read_frame(self._replies))
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
        """Lets the idle process end by itself at the end of its input."""
        with contextlib.suppress(OSError):
            self._slices.close()
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.kill()


class _Forked:
    """A forked process, as subprocess.Popen shows one that it started."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None
        self._reaping = threading.Lock()

    def poll(self) -> int | None:
        with self._reaping:
            if self._code is None:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
                self._code = os.waitstatus_to_exitcode(status) if pid else None
            return self._code

    def kill(self) -> None:
        with self._reaping:
            if self._code is None:
                os.kill(self.pid, signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        deadline = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0)
            time.sleep(0.01)
        return code


_idle: list[Segmenter] = []
"""Segmenters that wait for a document: an import costs as much as twenty pages, so they are kept for the next."""


def idle_segmenter() -> Segmenter | None:
    """One that is ready, or getting ready; it is the caller's until given back."""
    while _idle:
        segmenter = _idle.pop()
        if segmenter.is_alive:
            return segmenter
    return None


def give_back(segmenter: Segmenter) -> None:
    """Keep a segmenter, which must be working on nothing, for the next document."""
    _idle.append(segmenter)


def prepare() -> None:
    """Start one segmenter's import now, because a PDF is about to be read: the caller has seconds of its own to use."""
    if not _idle:
        _idle.append(Segmenter.started())


def fork_segmenters(count: int) -> None:
    """Have so many ready at once, as copies of this process: see Segmenter.forked."""
    while len(_idle) < count:
        _idle.append(Segmenter.forked())


@atexit.register
def _close_idle() -> None:
    while _idle:
        _idle.pop().close()


def _keep_only(*descriptors: int) -> None:
    """Close what a forked process has inherited: a pipe ends when nobody holds its other side any more."""
    first = sys.stderr.fileno() + 1
    for last in sorted(descriptors):
        os.closerange(first, last)
        first = last + 1
    os.closerange(first, os.sysconf("SC_OPEN_MAX"))
