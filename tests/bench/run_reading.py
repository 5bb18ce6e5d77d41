"""One reading to be measured, in a process of its own: `python -m tests.bench.run_reading MODE CORES FILE HOME`.

MODE is "alone" (`unstructured` by itself), "parse" or "ingest". Imports and start-up are done before the clock
starts, as in a worker that has read a file before. Prints what was measured as JSON.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from uuid import uuid4

from pipeline.processes.cores import allotted_cores
from pipeline.processes.tree_memory import TreeMemory
from pipeline.settings import Settings
from pipeline.store import tenants, versions
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.scope import Scope

SAMPLE_SECONDS = 0.5
"""Seconds between two looks at the memory: each costs some ten milliseconds."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Wall seconds; what was read; the most resident bytes of this process and all that it started."""

    seconds: float
    pages: int
    passages: int = 0
    peak: int = 0


def alone(file: Path, _: Path) -> Measured:
    """`unstructured` over the whole file, as a caller of the library would: without what we spare it."""
    from pipeline.parse.segments import load_pdf_library, segment_pdf

    load_pdf_library()
    for name in ("pdfminer.psparser", "pdfminer.pdfinterp"):
        vars(logging.getLogger(name)).pop("debug", None)
    data = file.read_bytes()
    started = time.perf_counter()
    segments = segment_pdf(data, file.name)
    return Measured(time.perf_counter() - started, max(segment.page_number or 0 for segment in segments))


def parse(file: Path, _: Path) -> Measured:
    """Pages, blocks and tables; nothing embedded or stored."""
    from pipeline.parse.pdf.document import iter_pdf
    from pipeline.parse.pdf.segmenter import fork_segmenters
    from pipeline.parse.pdf.segmenting import get_ready

    get_ready()
    fork_segmenters(allotted_cores())
    data = file.read_bytes()
    started = time.perf_counter()
    pages = sum(
        len(chunk.pages)
        for chunk in iter_pdf(
            data, source=file.name, progress=lambda done, total: None, interrupted=lambda: False
        )
    )
    return Measured(time.perf_counter() - started, pages)


def ingest(file: Path, home: Path) -> Measured:
    """All that a worker does for a file, for a tenant that does not have it."""
    from pipeline.reading.request import IngestTask
    from pipeline.reading.supervisor import end_readings, read_in_child

    settings = replace(Settings(home), workers=1)
    database = Database.open(settings)
    try:
        scope = Scope(uuid4(), uuid4())
        with database.scoped(scope) as conn:
            tenants.ensure(conn, scope, tenant_name="Benchmark", user_name="Benchmark")
        _warm(settings, scope)
        sha256 = open_blobs(settings).of(scope.tenant_id).put(file.read_bytes())
        task = IngestTask(uuid4(), sha256, file.name)
        with _Peak() as peak:
            started = time.perf_counter()
            version_id = read_in_child(settings, scope, task, lambda *_: None, lambda: False)
            seconds = time.perf_counter() - started
        with database.scoped(scope) as conn:
            version = versions.get(conn, version_id)
        return Measured(seconds, version.page_count, version.passage_count, peak.bytes)
    finally:
        end_readings()
        database.close()


def _warm(settings: Settings, scope: Scope) -> None:
    """Read something small, so that everything is imported."""
    from pipeline.reading.request import IngestTask
    from pipeline.reading.supervisor import read_in_child

    sha256 = (
        open_blobs(settings)
        .of(scope.tenant_id)
        .put(b"A letter to shareholders.\n\nSales rose in the quarter.\n")
    )
    read_in_child(settings, scope, IngestTask(uuid4(), sha256, "letter.txt"), lambda *_: None, lambda: False)


class _Peak:
    """The most that this process and its children held, the database server's processes apart."""

    def __init__(self) -> None:
        self.bytes = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> _Peak:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        memory = TreeMemory(os.getpid(), without="postgres")
        while not self._ended.wait(SAMPLE_SECONDS):
            self.bytes = max(self.bytes, memory.bytes())


MODES: dict[str, Callable[[Path, Path], Measured]] = {"alone": alone, "parse": parse, "ingest": ingest}


def main(mode: str, cores: str, file: str, home: str) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(cores)])
    print(json.dumps(asdict(MODES[mode](Path(file), Path(home)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
