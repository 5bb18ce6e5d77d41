"""One file's way into the library: read, cut into passages, embedded, stored at once or not at all."""

from __future__ import annotations

import hashlib
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from uuid import UUID, uuid4

import numpy as np
import psycopg

from pipeline.evidence.document import Block, Page, ParsedDocument, Table
from pipeline.evidence.errors import IngestInterrupted
from pipeline.evidence.passage import Passage
from pipeline.index.embedding import Embedder, Vectors
from pipeline.index.passages import PassageStream
from pipeline.parse import parse
from pipeline.parse.media import load_source
from pipeline.parse.source import PDF, Source
from pipeline.store import documents, passages, versions
from pipeline.store.blobs import BlobStore
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from pipeline.store.versions import VersionRow

Progress = Callable[[str, int, int], None]
"""Called with (stage, steps done, steps in all)."""

Interrupted = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Library:
    """Where a version goes: the database, the bytes on disk, the tenant, and what embeds its passages."""

    database: Database
    blobs: BlobStore
    scope: Scope
    embedder: Embedder


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What became of one file. `already_stored`: the same bytes were in the library before."""

    path: Path
    version: VersionRow
    already_stored: bool

    def to_json(self) -> dict[str, object]:
        version = self.version
        return {
            "path": str(self.path),
            "document_id": str(version.document_id),
            "version_id": str(version.id),
            "title": version.title,
            "media_type": version.media_type,
            "pages": version.page_count,
            "blocks": version.block_count,
            "passages": version.passage_count,
            "seconds": round(version.seconds, 2),
            "state": "ready",
            "already_stored": self.already_stored,
        }


def ingest(
    library: Library,
    path: Path,
    *,
    supersedes: UUID | None,
    progress: Progress,
    interrupted: Interrupted,
) -> IngestReport:
    """Read one file into the library: all of it, or nothing.

    The same bytes again give the version that is there. `supersedes` is a version whose place the file takes.
    Raises SourceError, StoreError, EndpointError or NotFound.
    """
    started = time.monotonic()
    progress("reading the file", 0, 1)
    source = load_source(path)
    sha256 = hashlib.sha256(source.data).hexdigest()
    if stored := _stored(library, sha256):
        library.blobs.put(source.data)  # mends a lost or damaged copy
        return IngestReport(path, stored, already_stored=True)
    if supersedes is not None:
        with library.database.scoped(library.scope) as conn:
            versions.get(conn, supersedes)
    version_id = uuid4()
    reading = _read(source, version_id, library.embedder, progress, interrupted)
    if interrupted():
        raise IngestInterrupted(
            f"Reading {source.name} was stopped. Nothing of it was stored.", source=source.name
        )
    progress("storing", 0, 1)
    return _store(library, path, source, sha256, version_id, reading, supersedes, started)


@dataclass(frozen=True, slots=True)
class _Reading:
    parsed: ParsedDocument
    passages: Sequence[Passage]
    vectors: Vectors


def _stored(library: Library, sha256: str) -> VersionRow | None:
    with library.database.scoped(library.scope) as conn:
        return versions.find_by_sha256(conn, sha256)


def _read(
    source: Source, version_id: UUID, embedder: Embedder, progress: Progress, interrupted: Interrupted
) -> _Reading:
    """Parse, cut and embed; passages are embedded while later pages are still being parsed."""

    def parsing(done: int, total: int) -> None:
        progress("parsing blocks and tables", done, total)

    with _PassageLine(version_id, embedder) as line:
        if source.media_type == PDF:
            from pipeline.parse.pdf import assemble, iter_pdf

            chunks = []
            for chunk in iter_pdf(source.data, source=source.name, progress=parsing, interrupted=interrupted):
                line.add(chunk.document.title, chunk.pages, chunk.blocks, chunk.tables)
                chunks.append(chunk)
            parsed = assemble(chunks)
        else:
            parsed = parse(source, progress=parsing, interrupted=interrupted)
            line.add(parsed.title, parsed.pages, parsed.blocks, parsed.tables)
        vectors = line.vectors(lambda done, total: progress("embedding passages", done, total), interrupted)
        return _Reading(parsed, line.passages, vectors)


class _PassageLine:
    """Cuts passages page by page and embeds them on every core, in the order in which they came."""

    def __init__(self, version_id: UUID, embedder: Embedder) -> None:
        self.passages: list[Passage] = []
        self._version_id = version_id
        self._embedder = embedder
        self._stream: PassageStream | None = None
        self._workers = ThreadPoolExecutor(os.cpu_count(), "embed", initializer=_give_way)
        self._pending: list[Future[Vectors]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._workers.shutdown(wait=True, cancel_futures=True)

    def add(
        self, title: str, pages: Sequence[Page], blocks: Sequence[Block], tables: Sequence[Table]
    ) -> None:
        """Further pages in order, with their blocks and the tables that these name."""
        self._stream = self._stream or PassageStream(self._version_id, title)
        by_ordinal = {table.ordinal: table for table in tables}
        by_page = defaultdict(list)
        for block in blocks:
            by_page[block.page_index].append(block)
        for page in pages:
            cut = self._stream.of_page(page, by_page[page.index], by_ordinal)
            self.passages += cut
            if cut:
                self._pending.append(
                    self._workers.submit(self._embedder.embed, [passage.text for passage in cut])
                )

    def vectors(self, progress: Callable[[int, int], None], interrupted: Interrupted) -> Vectors:
        """All embeddings, float32 (passages, dimensions), in the order of `passages`."""
        done: list[Vectors] = []
        for future in self._pending:
            progress(len(done), len(self._pending))
            if interrupted():
                break
            done.append(future.result())
        if not done:
            return np.empty((0, self._embedder.dimensions), dtype=np.float32)
        return np.concatenate(done)


def _give_way() -> None:
    """Let the calling thread run after others: the parser finishes last, so nothing may keep it waiting."""
    if sys.platform == "linux":  # elsewhere priorities belong to whole processes
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 15)


def _store(
    library: Library,
    path: Path,
    source: Source,
    sha256: str,
    version_id: UUID,
    reading: _Reading,
    supersedes: UUID | None,
    started: float,
) -> IngestReport:
    """The bytes first, then all rows in one transaction: a version that can be seen has everything it needs."""
    parsed = reading.parsed
    files = [library.blobs.put(source.data)]
    try:
        rendition = library.blobs.put(parsed.rendition) if parsed.rendition is not None else None
        files += [rendition] if rendition else []
        with library.database.scoped(library.scope) as conn:
            versions.add(
                conn,
                _document_for(conn, parsed, source, supersedes),
                parsed,
                sha256=sha256,
                byte_size=len(source.data),
                source_name=source.name,
                rendition_sha256=rendition,
                supersedes=supersedes,
                seconds=time.monotonic() - started,
                version_id=version_id,
            )
            passages.add_all(conn, version_id, reading.passages, reading.vectors, library.embedder.name)
            return IngestReport(path, versions.get(conn, version_id), already_stored=False)
    except BaseException as error:
        stored = _stored(library, sha256)
        if stored is None:
            for file in files:
                library.blobs.remove(file)
        elif isinstance(error, psycopg.errors.UniqueViolation):
            return IngestReport(
                path, stored, already_stored=True
            )  # somebody else stored the same bytes meanwhile
        raise


def _document_for(conn: Connection, parsed: ParsedDocument, source: Source, supersedes: UUID | None) -> UUID:
    """A new version of the superseded one's document, or a document of its own."""
    if supersedes is not None:
        return versions.get(conn, supersedes).document_id
    return documents.add(conn, title=parsed.title, title_source=parsed.title_source, source_name=source.name)
