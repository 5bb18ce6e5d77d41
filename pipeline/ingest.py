"""One file's way into the library: read, cut into passages, embedded, stored at once or not at all."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from uuid import UUID, uuid4

import psycopg

from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.errors import AlreadyStored, BlobCorrupt, BlobMissing, ParseFailed
from pipeline.evidence.passage import Passage
from pipeline.index.embedding import Embedder, Vectors
from pipeline.limits import DEFAULT_LIMITS, Limits
from pipeline.parse import parse
from pipeline.parse.progress import Interrupted, stop_if_interrupted
from pipeline.parse.source import PDF, Source
from pipeline.passage_line import PassageLine
from pipeline.processes.cores import allotted_cores
from pipeline.store import (
    annotation_places,
    documents,
    ingest_parts,
    ingests,
    passages,
    placements,
    rereads,
    versions,
)
from pipeline.store.blobs import BlobStore
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.ingest_parts import StoredParts
from pipeline.store.scope import Scope
from pipeline.store.versions import VersionRow

Progress = Callable[[str, int, int], None]
"""Called with (stage, steps done, steps in all)."""

STORING = "storing"
"""The last stage: one transaction, which is not interrupted any more."""

READING_PAGE = "reading page"
"""Said before PDFium reads each page, and nothing until the next: no library can be asked to stop within one."""


@dataclass(frozen=True, slots=True)
class Library:
    """Where a version goes: the database, the tenant's bytes, the tenant, and what embeds its passages."""

    database: Database
    blobs: BlobStore
    scope: Scope
    embedder: Embedder


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What became of one file. `already_stored`: the same bytes were in the library before."""

    version: VersionRow
    already_stored: bool


def ingest(
    library: Library,
    source: Source,
    supersedes: UUID | None = None,
    *,
    collection_id: UUID | None = None,
    progress: Progress,
    interrupted: Interrupted,
    limits: Limits = DEFAULT_LIMITS,
    cores: int | None = None,
) -> IngestReport:
    """Read one file into the library: all of it, or nothing.

    Its bytes are in the library's blob store already, where the caller keeps them while anybody may want to try
    again. The same bytes again give the version that is there. `supersedes` is a version whose place the file takes:
    it stays in that one's collections. A filing of its own comes into `collection_id`, before anybody can see it.
    Finished pieces are kept, and used by the next attempt, until the version is stored. `cores` of them are used,
    all that are allotted unless given. Raises SourceError, StoreError, EndpointError or NotFound.
    """
    return _Ingest(
        library,
        source,
        progress,
        interrupted,
        limits,
        cores or allotted_cores(),
        supersedes=supersedes,
        collection_id=collection_id,
    ).run()


def reread(
    library: Library,
    source: Source,
    version_id: UUID,
    *,
    progress: Progress,
    interrupted: Interrupted,
    limits: Limits = DEFAULT_LIMITS,
    cores: int | None = None,
) -> IngestReport:
    """Read a stored version's bytes again, and put this reading in the place of the old one: all of it, or nothing.

    What cites the version is carried over in the same transaction. Raises as `ingest` does, and ParseFailed when
    `source` is not the version's file.
    """
    return _Reread(
        library, source, progress, interrupted, limits, cores or allotted_cores(), version_id=version_id
    ).run()


@dataclass(frozen=True, slots=True)
class _Reading:
    parsed: ParsedDocument
    passages: Sequence[Passage]
    vectors: Vectors


class _Ingest:
    def __init__(
        self,
        library: Library,
        source: Source,
        progress: Progress,
        interrupted: Interrupted,
        limits: Limits,
        cores: int,
        *,
        supersedes: UUID | None = None,
        collection_id: UUID | None = None,
        version_id: UUID | None = None,
    ) -> None:
        self._library = library
        self._source = source
        self._supersedes = supersedes
        self._collection_id = collection_id
        self._progress = progress
        self._interrupted = interrupted
        self._limits = limits
        self._cores = cores
        self._sha256 = _hash(source.data)
        self._version_id = version_id or uuid4()

    def run(self) -> IngestReport:
        started = time.monotonic()
        self._limits.check_bytes(len(self._source.data), self._source.name)
        if stored := self._stored():
            report = self._report_stored(stored)
            self._mend_rendition(stored)
            return report
        if self._supersedes is not None:
            with self._scoped() as conn:
                versions.require_current(conn, self._supersedes)
        return self._store(self._read(), started)

    def _report_stored(self, stored: VersionRow) -> IngestReport:
        """Raises AlreadyStored when the bytes should take a place other than theirs, because two documents never merge,
        and NotCollected when they should be in a collection that their filing cannot be put into."""
        if self._supersedes not in (None, stored.supersedes):
            raise AlreadyStored(
                f"{self._source.name} is in the library already, as version {stored.id} ({stored.title}), so it cannot "
                f"take the place of version {self._supersedes}. Both stay as they are: nothing was changed."
            )
        if self._collection_id is not None:
            with self._scoped() as conn:
                placements.join(conn, self._collection_id, stored.document_id, self._source.name)
        return IngestReport(stored, already_stored=True)

    def _mend_rendition(self, stored: VersionRow) -> None:
        """Whoever adds a filing again because its stored files were damaged gets them whole: its own bytes are put by
        the caller, what was made of them is made again. A parser of another day makes another rendition: then the
        version is read again."""
        if stored.rendition_sha256 is None:
            return
        try:
            self._library.blobs.path(stored.rendition_sha256)
        except (BlobMissing, BlobCorrupt):
            rendition = parse(
                self._source, progress=self._parsing_steps, interrupted=self._interrupted
            ).rendition
            if rendition is not None and _hash(rendition) == stored.rendition_sha256:
                self._library.blobs.put(rendition)
                return
            _Reread(
                self._library,
                self._source,
                self._progress,
                self._interrupted,
                self._limits,
                self._cores,
                version_id=stored.id,
            ).run()

    def _read(self) -> _Reading:
        reading = self._read_pdf() if self._source.media_type == PDF else self._read_other()
        self._stop_if_interrupted()
        self._progress(STORING, 0, 1)
        return reading

    def _scoped(self) -> AbstractContextManager[Connection]:
        return self._library.database.scoped(self._library.scope)

    def _stored(self) -> VersionRow | None:
        with self._scoped() as conn:
            return versions.find_by_sha256(conn, self._sha256)

    def _stop_if_interrupted(self) -> None:
        stop_if_interrupted(self._interrupted, self._source.name)

    def _parsing_pages(self, done: int, total: int) -> None:
        self._progress("parsing page", done, total)

    def _reading_page(self, page: int, pages: int) -> None:
        """No page is being read any more when `page` is 0."""
        if page:
            self._progress(READING_PAGE, page, pages)
        else:
            self._parsing_pages(0, pages)

    def _parsing_steps(self, done: int, total: int) -> None:
        self._progress("parsing blocks and tables, step", done, total)

    def _embedding(self, done: int, total: int) -> None:
        self._progress("embedding passage", done, total)

    def _read_pdf(self) -> _Reading:
        """Passages are embedded while later pages are still being parsed."""
        from pipeline.parse.pdf.document import PARSER_VERSION, assemble, iter_pdf

        chunks = []
        with self._line(PARSER_VERSION) as line:
            for chunk in iter_pdf(
                self._source.data,
                source=self._source.name,
                progress=self._parsing_pages,
                interrupted=self._interrupted,
                limits=self._limits,
                parts=self._parts(PARSER_VERSION, "segments"),
                segmenters=self._cores,
                reading=self._reading_page,
            ):
                line.add(chunk.document.title, chunk.pages, chunk.blocks, chunk.tables)
                chunks.append(chunk)
            return self._embedded(assemble(chunks), line)

    def _read_other(self) -> _Reading:
        parsed = parse(
            self._source, progress=self._parsing_steps, interrupted=self._interrupted, limits=self._limits
        )
        with self._line(parsed.parser_version) as line:
            line.add(parsed.title, parsed.pages, parsed.blocks, parsed.tables)
            return self._embedded(parsed, line)

    def _line(self, parser_version: str) -> PassageLine:
        parts = self._parts(parser_version, "vectors")
        return PassageLine(self._version_id, self._library.embedder, threads=self._cores, parts=parts)

    def _parts(self, parser_version: str, kind: str) -> StoredParts:
        return StoredParts(self._library.database, self._library.scope, self._sha256, parser_version, kind)

    def _embedded(self, parsed: ParsedDocument, line: PassageLine) -> _Reading:
        vectors = line.vectors(self._embedding, self._stop_if_interrupted)
        return _Reading(parsed, line.passages, vectors)

    def _store(self, reading: _Reading, started: float) -> IngestReport:
        """All rows in one transaction: a version that can be seen has everything it needs."""
        parsed, library = reading.parsed, self._library
        rendition = _rendition(parsed)
        try:
            with self._scoped() as conn:
                self._put_rendition(conn, parsed)
                versions.add(
                    conn,
                    self._document(conn, parsed),
                    parsed,
                    sha256=self._sha256,
                    byte_size=len(self._source.data),
                    source_name=self._source.name,
                    rendition_sha256=rendition,
                    supersedes=self._supersedes,
                    seconds=time.monotonic() - started,
                    version_id=self._version_id,
                )
                passages.add_all(
                    conn, self._version_id, reading.passages, reading.vectors, library.embedder.name
                )
                annotation_places.carry(conn, self._version_id, parsed)
                ingest_parts.remove(conn, self._sha256)
                return IngestReport(versions.get(conn, self._version_id), already_stored=False)
        except psycopg.errors.UniqueViolation:  # somebody else stored the same bytes meanwhile
            if stored := self._stored():
                return self._report_stored(stored)
            self._remove_unclaimed(rendition)
            raise
        except BaseException:
            self._remove_unclaimed(rendition)
            raise

    def _put_rendition(self, conn: Connection, parsed: ParsedDocument) -> None:
        if parsed.rendition is not None:
            ingests.hold_bytes(conn, _hash(parsed.rendition))
            self._library.blobs.put(parsed.rendition)

    def _remove_unclaimed(self, rendition: str | None) -> None:
        if rendition is None:
            return
        with self._scoped() as conn:
            ingests.hold_bytes(conn, rendition)
            if not ingests.bytes_are_claimed(conn, rendition):
                self._library.blobs.remove(rendition)

    def _document(self, conn: Connection, parsed: ParsedDocument) -> UUID:
        """A new version of the superseded one's document, or a document of its own, in its collection from the first
        moment on."""
        if self._supersedes is not None:
            return versions.get(conn, self._supersedes).document_id
        document_id = documents.add(
            conn, title=parsed.title, title_source=parsed.title_source, source_name=self._source.name
        )
        if self._collection_id is not None:
            placements.place(conn, self._collection_id, document_id, self._source.name)
        return document_id


class _Reread(_Ingest):
    """The version's bytes again: `version_id` is that of the version that is there."""

    def run(self) -> IngestReport:
        started = time.monotonic()
        with self._scoped() as conn:
            stored = versions.get(conn, self._version_id)
        if stored.sha256 != self._sha256:
            name = self._source.name
            raise ParseFailed(
                f"{name} is not the file of version {stored.id}. Nothing was changed.", source=name
            )
        return self._store(self._read(), started)

    def _store(self, reading: _Reading, started: float) -> IngestReport:
        """The new reading and every citation's place in it, in one transaction; then the old rendition goes."""
        parsed, library = reading.parsed, self._library
        try:
            with self._scoped() as conn:
                self._put_rendition(conn, parsed)
                read = rereads.replace(
                    conn,
                    self._version_id,
                    parsed,
                    reading.passages,
                    reading.vectors,
                    library.embedder.name,
                    rendition_sha256=_rendition(parsed),
                    seconds=time.monotonic() - started,
                )
                ingest_parts.remove(conn, self._sha256)
        except BaseException:
            self._remove_unclaimed(_rendition(parsed))
            raise
        self._remove_unclaimed(read.freed)
        return IngestReport(read.after, already_stored=False)


def _rendition(parsed: ParsedDocument) -> str | None:
    return _hash(parsed.rendition) if parsed.rendition is not None else None


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
