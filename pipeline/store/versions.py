"""Immutable versions of documents, each one byte string."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID, uuid4

from psycopg import sql
from psycopg.rows import class_row

from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.errors import AlreadySuperseded, NotFound
from pipeline.evidence.row_label import row_labels
from pipeline.store import blocks, covers, facts, page_parts, pages
from pipeline.store.connect import Connection
from pipeline.store.documents import IS_SUPERSEDED, MAY_READ
from pipeline.store.readers import OUTDATED


class Access(StrEnum):
    """Whether a user may read a version that exists."""

    ALLOWED = "allowed"
    DENIED = "denied"


@dataclass(frozen=True, slots=True)
class VersionRow:
    """One stored version. `seconds` is what its ingest took; `reading` counts how often its bytes have been read, and
    `read_at` is when that was done again last (None: never)."""

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
    reading: int
    read_at: datetime | None


@dataclass(frozen=True, slots=True)
class ChainLink:
    """A version as its document's chain shows it. `is_outdated`: another parser or renderer would read it today."""

    version_id: UUID
    title: str
    source_name: str
    media_type: str
    sha256: str
    page_count: int
    parser_version: str
    created_at: datetime
    is_current: bool
    is_outdated: bool


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
    """Store a parsed document as a version: itself, its pages with what they are, tables, blocks, facts and cover.

    Its id is made here unless given. Passages are added after it in the same transaction (`passages.add_all`), so that
    all appears at once.
    Raises NotFound when the version that it supersedes does not exist, AlreadySuperseded when another one has taken
    its place.
    """
    version_id = version_id or uuid4()
    if supersedes is not None:
        require_current(conn, supersedes)
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
    _add_contents(conn, version_id, parsed)
    return version_id


def replace(
    conn: Connection,
    version_id: UUID,
    parsed: ParsedDocument,
    *,
    rendition_sha256: str | None,
    seconds: float,
) -> VersionRow:
    """Put another reading of the same bytes in the place of the stored one: pages, tables, blocks and facts. Returns
    the version as it is now. Passages go, and are added anew after it in the same transaction, as with `add`.

    What cites the version is carried over by `pipeline.store.rereads`. Raises NotFound.
    """
    get(conn, version_id)
    # Blocks, passages and vectors go with their pages.
    for table in ("facts", "postings", "vector_sketches", "pages", "tables"):
        conn.execute(
            sql.SQL("delete from {} where version_id = %s").format(sql.Identifier(table)), (version_id,)
        )
    conn.execute(
        """
        update versions set media_type = %s, page_count = %s, block_count = %s, passage_count = 0, title = %s,
            render_version = %s, parser_version = %s, rendition_sha256 = %s, seconds = %s,
            reading = reading + 1, read_at = now()
        where id = %s
        """,
        (
            parsed.media_type,
            len(parsed.pages),
            len(parsed.blocks),
            parsed.title,
            parsed.render_version,
            parsed.parser_version,
            rendition_sha256,
            seconds,
            version_id,
        ),
    )
    _add_contents(conn, version_id, parsed)
    if covers.is_edited(conn, version_id):
        covers.renew_title(conn, version_id)
    return get(conn, version_id)


def lock(conn: Connection, version_id: UUID) -> VersionRow:
    """The version, held until the transaction ends: nobody else reads it again or supersedes it meanwhile. Raises
    NotFound."""
    row = _one(conn, "where v.id = %s for update", version_id)
    if row is None:
        raise _unknown(version_id)
    return row


def require_current(conn: Connection, version_id: UUID) -> VersionRow:
    """The version, locked, which nothing supersedes. Raises NotFound, or AlreadySuperseded naming the current one."""
    row = lock(conn, version_id)
    if (newest := current(conn, version_id)) is not None:
        raise AlreadySuperseded(
            f"Version {version_id} was superseded already. The current version is {newest.id} ({newest.title}, added "
            f"{newest.created_at:%Y-%m-%d}): name that one."
        )
    return row


def get(conn: Connection, version_id: UUID) -> VersionRow:
    """Raises NotFound, for another tenant's version too."""
    row = _one(conn, "where v.id = %s", version_id)
    if row is None:
        raise _unknown(version_id)
    return row


def find_by_sha256(conn: Connection, sha256: str) -> VersionRow | None:
    """The version with these bytes, if the tenant has it."""
    return _one(conn, "where v.sha256 = %s", sha256)


def successor(conn: Connection, version_id: UUID) -> VersionRow | None:
    """The version that supersedes this one, the newest if several do; None for a current version."""
    return _one(conn, "where v.supersedes = %s order by v.created_at desc, v.id limit 1", version_id)


def current(conn: Connection, version_id: UUID) -> VersionRow | None:
    """The end of the chain that supersedes this version; None for a version that is the end itself."""
    newer = successor(conn, version_id)
    while newer is not None and (following := successor(conn, newer.id)) is not None:
        newer = following
    return newer


def chains(conn: Connection, document_ids: Collection[UUID]) -> dict[UUID, list[ChainLink]]:
    """The versions of each document, newest first."""
    columns = ", ".join(f"v.{name}" for name in list(ChainLink.__dataclass_fields__)[1:-2])
    rows = conn.execute(
        f"""
        select v.document_id, v.id, {columns}, not {IS_SUPERSEDED}, {OUTDATED} from versions v
        where v.document_id = any(%s) order by v.created_at desc, v.id
        """.encode(),
        (list(document_ids),),
    )
    found: dict[UUID, list[ChainLink]] = defaultdict(list)
    for document_id, *values in rows:
        found[document_id].append(ChainLink(*values))
    return found


def access(conn: Connection, version_id: UUID, user_id: UUID) -> Access:
    """Whether the user may read the version. Raises NotFound, for another tenant's version too."""
    row = conn.execute(
        f"select {MAY_READ} from versions v join documents d on d.id = v.document_id where v.id = %(version_id)s",
        {"user_id": user_id, "version_id": version_id},
    ).fetchone()
    if row is None:
        raise _unknown(version_id)
    return Access.ALLOWED if row[0] else Access.DENIED


def _add_contents(conn: Connection, version_id: UUID, parsed: ParsedDocument) -> None:
    pages.add_all(conn, version_id, parsed.pages)
    blocks.add_tables(conn, version_id, parsed.tables)
    blocks.add_all(conn, version_id, parsed.blocks)
    facts.add_all(conn, version_id, parsed.facts)
    covers.put(conn, version_id, parsed.cover)
    page_parts.add_parts(conn, version_id, parsed.parts)
    page_parts.add_labels(conn, version_id, row_labels(parsed.pages, parsed.blocks))


def _unknown(version_id: UUID) -> NotFound:
    return NotFound(f"There is no version {version_id}.")


def _one(conn: Connection, condition: str, value: UUID | str) -> VersionRow | None:
    with conn.cursor(row_factory=class_row(VersionRow)) as cursor:
        return cursor.execute(f"select {_COLUMNS} from versions v {condition}".encode(), (value,)).fetchone()
