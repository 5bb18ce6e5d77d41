"""Storing small filings written by hand, through the real index and the real store."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID, uuid4

from pipeline.evidence.document import ParsedDocument, blocks_by_page
from pipeline.index.embedding import Embedder
from pipeline.index.passages import passages_of
from pipeline.store import documents, passages, versions
from pipeline.store.connect import Connection


@dataclass(frozen=True, slots=True)
class Stored:
    """A filing in the library."""

    document_id: UUID
    version_id: UUID


def store(
    conn: Connection, parsed: ParsedDocument, embedder: Embedder, *, restricted: bool = False
) -> Stored:
    """Index and store a parsed document as a new document."""
    document_id = documents.add(
        conn,
        title=parsed.title,
        title_source=parsed.title_source,
        source_name=f"{parsed.title}.txt",
        restricted=restricted,
    )
    return Stored(document_id, store_version(conn, document_id, parsed, embedder))


def store_version(
    conn: Connection,
    document_id: UUID,
    parsed: ParsedDocument,
    embedder: Embedder,
    *,
    supersedes: UUID | None = None,
) -> UUID:
    """Index and store a parsed document as a version of a document."""
    version_id = uuid4()
    by_page = blocks_by_page(parsed.blocks, len(parsed.pages))
    made = passages_of(zip(parsed.pages, by_page, strict=True), version_id, parsed.title, parsed.tables)
    versions.add(
        conn,
        document_id,
        parsed,
        sha256=uuid4().hex * 2,
        byte_size=1,
        source_name=f"{parsed.title}.txt",
        version_id=version_id,
        supersedes=supersedes,
    )
    passages.add_all(
        conn, version_id, made, embedder.embed([passage.text for passage in made]), embedder.name
    )
    return version_id
