"""What runs in a segmenter: slices of a PDF come in, what `unstructured` finds in them goes out."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import struct
import sys
import time
from typing import IO, NoReturn

from pipeline.evidence.errors import ParseFailed
from pipeline.processes.confinement import leave_network
from pipeline.processes.lifeline import CAN_FORK, end_with_forker, end_with_starter

GENERATION_PAGES = 200
"""Pages that one generation reads: fifty seconds' work, of which forking the next is a hundredth."""

COLLECT_AFTER = 100_000
"""New objects between two garbage collections in a segmenter; some 10 MB of pdfminer's."""

_WATCH_SECONDS = 0.2
_RENEWED = 77
_LENGTH = struct.Struct("!Q")


def write_frame(pipe: IO[bytes], payload: bytes) -> None:
    """The length, then the bytes. Raises OSError when nobody reads them."""
    pipe.write(_LENGTH.pack(len(payload)))
    pipe.write(payload)
    pipe.flush()


def read_frame(pipe: IO[bytes]) -> bytes:
    """Raises EOFError when the other side has ended."""
    header = pipe.read(_LENGTH.size)
    if len(header) < _LENGTH.size:
        raise EOFError("the segmenter ended")
    length = _LENGTH.unpack(header)[0]
    payload = pipe.read(length)
    if len(payload) < length:
        raise EOFError("the segmenter ended")
    return payload


def serve() -> None:
    """The process's life: read a slice, write its segments, until the starter closes the input or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's Ctrl-C is for whoever started this
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a library's print must not get between the replies
    get_ready()
    if CAN_FORK:
        serve_generations(sys.stdin.buffer, replies)
    leave_network()
    end_with_starter()
    while _serve(sys.stdin.buffer, replies):
        pass


def get_ready() -> None:
    """Import the library, and spare its objects from garbage collection: pdfminer makes millions of small ones, and
    each collection walks all that exist (a tenth of the time). Processes forked from here share their memory."""
    from pipeline.parse.segments import load_pdf_library

    with contextlib.suppress(ImportError):  # the reply to the first slice says it
        load_pdf_library()
    gc.collect()
    gc.freeze()


def serve_generations(slices: IO[bytes], replies: IO[bytes]) -> NoReturn:
    """Where processes can fork: let one generation after another serve, until the input ends, one of them fails, or
    the starter has ended."""
    starter, here = os.getppid(), os.getpid()
    leave_network()
    while True:
        generation = os.fork()
        if generation == 0:
            code = 1
            try:
                end_with_forker(here)
                code = _RENEWED if _serve(slices, replies) else 0
            finally:
                os._exit(code)
        code = _code_of(generation, starter)
        if code != _RENEWED:
            os._exit(code if code >= 0 else 1)


def _code_of(generation: int, starter: int) -> int:
    """How it ended. It is killed when the process that started this one has gone."""
    while True:
        pid, status = os.waitpid(generation, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        if os.getppid() != starter:
            os._exit(1)  # and the generation with it
        time.sleep(_WATCH_SECONDS)


def _serve(slices: IO[bytes], replies: IO[bytes]) -> bool:
    """Serve so many pages; False when the input has ended."""
    gc.set_threshold(COLLECT_AFTER, 20, 50)
    pages = 0
    while pages < GENERATION_PAGES:
        try:
            pdf = read_frame(slices)
        except EOFError:
            return False
        reply, count = _reply(pdf)
        write_frame(replies, json.dumps(reply).encode())
        pages += count
    return True


def _reply(pdf: bytes) -> tuple[dict[str, object], int]:
    """What is sent back, and how many pages it is about, at least one."""
    from pipeline.parse.segments import segment_pdf

    try:
        segments = segment_pdf(pdf, "slice")
    except ParseFailed as error:
        return {"error": str(error.__cause__ or error)}, 1
    except ImportError as error:
        return {
            "error": f"unstructured cannot be imported ({error}); install Pincite's dependencies again"
        }, 1
    placed = [
        ((segment.page_number or 1) - 1, segment.kind_hint, segment.box.edges())
        for segment in segments
        if segment.box is not None
    ]
    return {"segments": placed}, max((page for page, _, _ in placed), default=0) + 1
