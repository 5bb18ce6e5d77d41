"""What hangs on a filing: what is lost, and what loses its page, when it is removed from the library."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from psycopg.rows import class_row

from pipeline.evidence.errors import AccessDenied
from pipeline.store import documents
from pipeline.store.connect import Connection
from pipeline.store.documents import IS_FOR_SOME, KNOWS_COLLECTION, may_read

UNFINISHED: Final = "i.finished_at is null and ingest_state(i) <> 'cancelled'"
"""SQL: whether run `i` may still store something."""


@dataclass(frozen=True, slots=True)
class RemovedVersion:
    """A version that goes with its filing. `byte_size`: of its file, in bytes."""

    id: UUID
    sha256: str
    title: str
    media_type: str
    byte_size: int
    parser_version: str
    created_at: datetime

    def to_json(self) -> dict[str, object]:
        return {
            "version_id": str(self.id),
            "sha256": self.sha256,
            "title": self.title,
            "media_type": self.media_type,
            "byte_size": self.byte_size,
            "parser_version": self.parser_version,
            "created_at": self.created_at.isoformat(),
        }


@dataclass(frozen=True, slots=True)
class Consequences:
    """What removing a document means. `is_restricted`: it is for the users `readers` only. `versions`: the newest
    first. `answers`, `claims`, `citations`: those that cite it, and keep their words but lose their page. `verdicts`:
    those that count, on these claims, by `reviewers` people. `annotations`: places that reviewers marked in it, which
    become orphans. `cover_fields`: what analysts wrote on its covers, lost with it. `collections`: names of those that
    it leaves, as far as the user knows of them. `being_read`: files whose runs would bring it back, or fail without it.
    """

    document_id: UUID
    title: str
    is_restricted: bool
    readers: tuple[UUID, ...]
    versions: tuple[RemovedVersion, ...]
    answers: int
    claims: int
    citations: int
    verdicts: int
    reviewers: int
    annotations: int
    cover_fields: int
    collections: tuple[str, ...]
    being_read: tuple[str, ...]

    @property
    def byte_size(self) -> int:
        """Of the files that no version has any more, in bytes."""
        return sum(version.byte_size for version in self.versions)

    def grew_since(self, told: Consequences) -> bool:
        """Whether more would be lost than was told."""
        counted = ("answers", "claims", "citations", "verdicts", "annotations", "cover_fields")
        known = {version.id for version in told.versions}
        return (
            any(getattr(self, name) > getattr(told, name) for name in counted)
            or not set(self.collections) <= set(told.collections)
            or any(version.id not in known for version in self.versions)
        )

    def to_json(self) -> dict[str, Any]:
        plain = {
            one.name: getattr(self, one.name)
            for one in fields(self)
            if isinstance(getattr(self, one.name), int)
        }
        return plain | {
            "document_id": str(self.document_id),
            "title": self.title,
            "byte_size": self.byte_size,
            "versions": [version.to_json() for version in self.versions],
            "collections": list(self.collections),
            "being_read": list(self.being_read),
        }


def of_document(conn: Connection, document_id: UUID, user_id: UUID) -> Consequences:
    """What removing the document would mean now. Raises NotFound, and AccessDenied where the user may not read it."""
    document = documents.get(conn, document_id, user_id)
    if not document.may_read:
        raise AccessDenied("Only whoever may read a filing can remove it.")
    with conn.cursor(row_factory=class_row(RemovedVersion)) as cursor:
        versions = cursor.execute(_VERSIONS, (document_id,)).fetchall()
    ids = [version.id for version in versions]
    counts = conn.execute(_COUNTS, {"versions": ids}).fetchone()
    assert counts is not None
    answers, claims, citations, verdicts, reviewers, annotations, cover_fields = counts
    return Consequences(
        document_id=document_id,
        title=document.title or "",
        is_restricted=document.restricted,
        readers=_column(conn, _READERS, document_id),
        versions=tuple(versions),
        answers=answers,
        claims=claims,
        citations=citations,
        verdicts=verdicts,
        reviewers=reviewers,
        annotations=annotations,
        cover_fields=cover_fields,
        collections=_column(conn, _COLLECTIONS, document_id, user_id),
        being_read=being_read(conn, document_id),
    )


def being_read(conn: Connection, document_id: UUID) -> tuple[str, ...]:
    """The files whose runs read the document's bytes, or take the place of one of its versions, and are not over."""
    return _column(conn, _BEING_READ, document_id)


def _column(
    conn: Connection, statement: str, document_id: UUID, user_id: UUID | None = None
) -> tuple[Any, ...]:
    values = {"document_id": document_id, "user_id": user_id}
    return tuple(row[0] for row in conn.execute(statement.encode(), values))


_VERSIONS: Final = """
    select id, sha256, title, media_type, byte_size, parser_version, created_at from versions
    where document_id = %s order by created_at desc, id
"""

_COUNTS: Final = """
with cited as (
    select distinct answer_id, claim_number from citations where version_id = any(%(versions)s)
), judged as (
    select distinct answer_id, claim_number, v.reviewer_id, v.role
    from verdicts v join cited c using (answer_id, claim_number) where v.withdrawn_at is null
)
select (select count(distinct answer_id) from cited), (select count(*) from cited),
       (select count(*) from citations where version_id = any(%(versions)s)),
       (select count(*) from judged), (select count(distinct reviewer_id) from judged),
       (select count(*) from annotations a join verdicts v on v.id = a.verdict_id
        where a.sha256 in (select sha256 from versions where id = any(%(versions)s)) and v.withdrawn_at is null),
       (select count(*) from (
            select distinct on (version_id, field) value from cover_edits where version_id = any(%(versions)s)
            order by version_id, field, id desc) latest where value is not null)
"""

_READERS: Final = f"""
    select u.id from documents d cross join users u
    where d.id = %(document_id)s and {IS_FOR_SOME} and {may_read("u.id")} order by u.id
"""

_COLLECTIONS: Final = f"""
    select c.name from collections c join collection_documents m on m.collection_id = c.id
    where m.document_id = %(document_id)s and {KNOWS_COLLECTION} order by lower(c.name)
"""

_BEING_READ: Final = f"""
    select distinct i.source_name from ingests i join versions v
        on v.id in (i.reread, i.supersedes) or v.sha256 = i.sha256
    where v.document_id = %(document_id)s and {UNFINISHED} order by 1
"""
