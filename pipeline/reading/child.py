"""The process that reads one file, from the inside."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import signal
import socket
import sys
import threading
from functools import partial
from pathlib import Path
from typing import IO
from uuid import UUID

from pipeline.evidence.errors import MemoryExceeded, ParseFailed, PinciteError
from pipeline.journal.opening import open_journal_in_child
from pipeline.processes.lifeline import end_with_starter
from pipeline.reading import messages as reading_messages
from pipeline.reading.messages import Progress, out_of_memory
from pipeline.reading.request import ReadingRequest
from pipeline.reading.scratch import use_scratch

NICENESS = 5
"""Reading gives way to the app that answers beside it."""

KILLED_FIRST = "500"
"""The kernel's choice when the machine itself runs out of memory: this process, before the database and the app."""

SINGLE_SHARE = 1.5
"""One process may reserve this multiple of what all of a file's processes may take: a bomb that goes off between two
looks at them meets it. More than one, because what is reserved is not all used."""

COLLECT_AFTER = 50_000
"""New objects between two garbage collections: pages are many small objects, and few of them are garbage."""

_NEEDED = (
    "tokenizers",
    "pipeline.ingest",
    "pipeline.parse.html.document",
    "pipeline.parse.media",
    "pipeline.parse.pdf.document",
    "pipeline.parse.text.document",
)


def prepare() -> None:
    """Import all that reading a file needs; processes that are forked afterwards share it, and their log."""
    open_journal_in_child()
    for name in _NEEDED:
        importlib.import_module(name)
    from pipeline.index.embedding import load_runtime
    from pipeline.parse.pdf.segmenting import get_ready
    from pipeline.parse.segments import load_html_library

    load_runtime()
    with contextlib.suppress(ImportError):  # the file that needs it says it
        load_html_library()
    get_ready()


def run(line: socket.socket) -> None:
    """In a child that was forked after `prepare`: the request comes through the line, the messages go back."""
    with line, line.makefile("rb") as requests, line.makefile("wb") as messages:
        request = ReadingRequest.read(requests)
        _confine(request)
        # Before the first thread starts: a process with threads cannot be copied.
        from pipeline.parse.pdf.segmenter import fork_segmenters

        fork_segmenters(request.cores)
        _work(request, messages)


def serve() -> None:
    """In a process of its own, where there is no fork: the request comes through standard input."""
    end_with_starter()
    open_journal_in_child()
    messages = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a library's print must not get between the messages
    request = ReadingRequest.read(sys.stdin.buffer)
    _confine(request)
    _work(request, messages)
    os._exit(0)


def _confine(request: ReadingRequest) -> None:
    """Bounds that the kernel keeps, whatever a library does."""
    gc.set_threshold(COLLECT_AFTER, 20, 50)
    use_scratch(request.scratch)
    if sys.platform == "win32":
        return
    import resource

    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        most = int(request.settings.limits.memory * SINGLE_SHARE)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        with contextlib.suppress(OSError):  # a container may refuse it; the limits hold without it
            Path("/proc/self/oom_score_adj").write_text(KILLED_FIRST, encoding="ascii")


def _work(request: ReadingRequest, pipe: IO[bytes]) -> None:
    """Read the file and say what became of it."""
    asked_to_stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: asked_to_stop.set())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's Ctrl-C is for whoever started this
    try:
        outcome: UUID | PinciteError = _read(request, pipe, asked_to_stop)
    except PinciteError as error:
        outcome = error
    reading_messages.write(pipe, outcome)


def _read(request: ReadingRequest, pipe: IO[bytes], asked_to_stop: threading.Event) -> UUID:
    name = request.task.source_name
    try:
        return _ingest(request, pipe, asked_to_stop)
    except PinciteError:
        raise
    except MemoryError as error:
        raise MemoryExceeded(out_of_memory(name, request.settings.limits.memory), source=name) from error
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)
        raise ParseFailed(
            f"{name} could not be read: something failed that should not ({type(error).__name__}: {error}). "
            "If the file opens elsewhere, please report it.",
            source=name,
        ) from error


def _ingest(request: ReadingRequest, pipe: IO[bytes], asked_to_stop: threading.Event) -> UUID:
    from pipeline.index.embedding import embedder_for
    from pipeline.ingest import Library, ingest, reread
    from pipeline.parse.media import sniff
    from pipeline.parse.source import Source
    from pipeline.reading.announcement import announce_readers
    from pipeline.store.blobs import open_blobs
    from pipeline.store.database import Database

    settings, scope, task = request.settings, request.scope, request.task
    database = Database.open(settings)
    try:
        blobs = open_blobs(settings).of(scope.tenant_id)
        data = blobs.get(task.sha256)
        announce_readers(database, scope)
        library = Library(database, blobs, scope, embedder_for(settings))
        source = Source(task.source_name, data, sniff(data, source=task.source_name))
        read = (
            partial(reread, library, source, task.reread)
            if task.reread
            else partial(ingest, library, source, task.supersedes, collection_id=task.collection_id)
        )
        report = read(
            progress=lambda stage, done, total: reading_messages.write(pipe, Progress(stage, done, total)),
            interrupted=asked_to_stop.is_set,
            limits=settings.limits,
            cores=request.cores,
        )
        return report.version.id
    finally:
        database.close()
