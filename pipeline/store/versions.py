"""Immutable versions of documents, each one byte string."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID, uuid4

from psycopg.rows import class_row

from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.errors import NotFound
from pipeline.store import blocks, facts, pages
from pipeline.store.connect import Connection
from pipeline.store.documents import MAY_READ


class Access(StrEnum):
    """Whether a user may read a version that exists."""

    ALLOWED = "allowed"
    DENIED = "denied"


@dataclass(frozen=True, slots=True)
class VersionRow:
    """One stored version. `seconds` is what its ingest took."""

    id: UUID
    document_id: UUID
    sha256: str
    media_type: str
    byte_size: int
    page_count: int
    block_count: int
    passage_count: int
    title: str
    source_name: str
    render_version: str
    parser_version: str
    rendition_sha256: str | None
    supersedes: UUID | None
    created_at: datetime
    seconds: float


_COLUMNS = ", ".join(f"v.{name}" for name in VersionRow.__dataclass_fields__)


def add(
    conn: Connection,
    document_id: UUID,
    parsed: ParsedDocument,
    *,
    sha256: str,
    byte_size: int,
    source_name: str,
    rendition_sha256: str | None = None,
    supersedes: UUID | None = None,
    seconds: float = 0.0,
    version_id: UUID | None = None,
) -> UUID:
    """Store a parsed document as a version: itself, its pages, tables, blocks, facts. Its id, made here unless given.

    Passages are added after it in the same transaction (`passages.add_all`), so that all appears at once.
    Raises NotFound when the version that it supersedes does not exist.
    """
    version_id = version_id or uuid4()
    if supersedes is not None:
        get(conn, supersedes)
    conn.execute(
        """
        insert into versions (id, document_id, sha256, media_type, byte_size, page_count, block_count, passage_count,
            title, source_name, render_version, parser_version, rendition_sha256, supersedes, seconds)
        values (%s, %s, %s, %s, %s, %s, %s, 0, %s, %s, %s, %s, %s, %s, %s)
        """,
        (
            version_id,
            document_id,
            sha256,
            parsed.media_type,
            byte_size,
            len(parsed.pages),
            len(parsed.blocks),
            parsed.title,
            source_name,
            parsed.render_version,
            parsed.parser_version,
            rendition_sha256,
            supersedes,
            seconds,
        ),
    )
    pages.add_all(conn, version_id, parsed.pages)
    blocks.add_tables(conn, version_id, parsed.tables)
    blocks.add_all(conn, version_id, parsed.blocks)
    facts.add_all(conn, version_id, parsed.facts)
    return version_id


def get(conn: Connection, version_id: UUID) -> VersionRow:
    """Raises NotFound, for another tenant's version too."""
    row = _one(conn, "where v.id = %s", version_id)
    if row is None:
        raise NotFound(f"There is no version {version_id}.")
    return row


def find_by_sha256(conn: Connection, sha256: str) -> VersionRow | None:
    """The version with these bytes, if the tenant has it."""
    return _one(conn, "where v.sha256 = %s", sha256)


def successor(conn: Connection, version_id: UUID) -> VersionRow | None:
    """The version that supersedes this one, the newest if several do; None for a current version."""
    return _one(conn, "where v.supersedes = %s order by v.created_at desc, v.id limit 1", version_id)


def access(conn: Connection, version_id: UUID, user_id: UUID) -> Access:
    """Whether the user may read the version. Raises NotFound, for another tenant's version too."""
    row = conn.execute(
        f"select {MAY_READ} from versions v join documents d on d.id = v.document_id where v.id = %(version_id)s",
        {"user_id": user_id, "version_id": version_id},
    ).fetchone()
    if row is None:
        raise NotFound(f"There is no version {version_id}.")
    return Access.ALLOWED if row[0] else Access.DENIED


def _one(conn: Connection, condition: str, value: UUID | str) -> VersionRow | None:
    with conn.cursor(row_factory=class_row(VersionRow)) as cursor:
        return cursor.execute(f"select {_COLUMNS} from versions v {condition}".encode(), (value,)).fetchone()
