"""What of an answer only an export asks for: who asked, every check with its time, and what is known of its filings."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from psycopg.rows import class_row

from pipeline.evidence.cited import Cited
from pipeline.evidence.errors import NotFound
from pipeline.permissions import Permission
from pipeline.store import access
from pipeline.store.connect import Connection
from pipeline.store.documents import MAY_READ
from pipeline.store.reanchorings import Key
from pipeline.store.removals import MAY_KNOW


@dataclass(frozen=True, slots=True)
class Library:
    """How this library is told from others: its tenant's name, and an id that no other has."""

    id: UUID
    name: str

    @property
    def origin(self) -> str:
        return f"{self.name} {self.id}"


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asked, when the answer was finished (None: its writing was interrupted), of what, and how it was found."""

    user_id: UUID
    finished_at: datetime | None
    scope: dict[str, Any] | None
    trace: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class CheckMade:
    claim: int
    citation_id: str | None
    kind: str
    outcome: str
    detail: str
    checker: str
    reason: str | None
    made_at: datetime
    model: str | None
    prompt: str | None
    parser_version: str | None
    render_version: str | None


@dataclass(frozen=True, slots=True)
class Filing:
    """What is known of a version: all of it where it is here, and less where it was removed."""

    version_id: UUID
    sha256: str | None = None
    media_type: str | None = None
    title: str | None = None
    source_name: str | None = None
    byte_size: int | None = None
    page_count: int | None = None
    parser_version: str | None = None
    render_version: str | None = None


class Standing(StrEnum):
    """Whether a user may know what a version says."""

    READABLE = "readable"
    DENIED = "denied"
    REMOVED = "removed"  # and the user could read it, or removed it
    UNKNOWN = "unknown"  # it is not here, and nothing tells who may read it


@dataclass(frozen=True, slots=True)
class Imported:
    """An imported answer: from where, by whom, and what its export said of its filings and its citations' marks."""

    origin: str
    imported_by: UUID
    sources: dict[str, dict[str, Any]]
    places: dict[str, dict[str, Any]]


def library(conn: Connection) -> Library:
    """What an export or an import begins with. Needs Permission.EXCHANGE."""
    access.require(conn, Permission.EXCHANGE)
    row = conn.execute("select origin, name from tenants").fetchone()
    if row is None:
        raise NotFound("There is no such tenant.")
    return Library(*row)


def asked(conn: Connection, answer_id: UUID) -> Asked:
    """Raises NotFound."""
    row = conn.execute(
        "select user_id, finished_at, scope, trace from answers where id = %s", (answer_id,)
    ).fetchone()
    if row is None:
        raise NotFound(f"There is no answer {answer_id}.")
    return Asked(*row)


def people(conn: Connection, user_ids: Collection[UUID]) -> dict[UUID, str]:
    """The names of users."""
    rows = conn.execute("select id, name from users where id = any(%s)", (list(user_ids),))
    return dict(rows.fetchall())


def checks(conn: Connection, answer_id: UUID) -> list[CheckMade]:
    """Every result of every check of an answer, in the order in which they were made."""
    with conn.cursor(row_factory=class_row(CheckMade)) as cursor:
        return cursor.execute(
            """
            select claim_number as claim, citation_id, kind, outcome, detail, checker, reason, created_at as made_at,
                   model, prompt, parser_version, render_version
            from checks where answer_id = %s order by id
            """,
            (answer_id,),
        ).fetchall()


def standings(conn: Connection, answer_id: UUID, user_id: UUID) -> dict[UUID, Standing]:
    """Every version that an answer's packet and the marked places on its claims name, and whether the user may know
    what it says. A marked place is in whatever version has its bytes now."""
    rows = conn.execute(
        f"""
        with named as (
            select split_part(passage_id, ':', 1)::uuid as version_id from packet_entries where answer_id = %(answer)s
            union
            select coalesce(home.id, a.version_id) from annotations a join verdicts t on t.id = a.verdict_id
            left join versions home on home.sha256 = a.sha256 where t.answer_id = %(answer)s
        )
        select n.version_id, v.id is not null, coalesce({MAY_READ}, false), (
            select bool_or({MAY_KNOW}) from removals r
            where r.versions @> jsonb_build_array(jsonb_build_object('version_id', n.version_id))
        )
        from named n left join versions v on v.id = n.version_id left join documents d on d.id = v.document_id
        """.encode(),
        {"answer": answer_id, "user_id": user_id},
    )
    return {version_id: _standing(*values) for version_id, *values in rows}


def _standing(is_here: bool, may_read: bool, may_know: bool | None) -> Standing:
    if is_here:
        return Standing.READABLE if may_read else Standing.DENIED
    if may_know is None:
        return Standing.UNKNOWN
    return Standing.REMOVED if may_know else Standing.DENIED


def filings(conn: Connection, version_ids: Collection[UUID]) -> dict[UUID, Filing]:
    """What is known of versions that are here or were removed. Rights are asked for by whoever tells it."""
    with conn.cursor(row_factory=class_row(Filing)) as cursor:
        rows = cursor.execute(
            """
            select id as version_id, sha256, media_type, title, source_name, byte_size, page_count, parser_version,
                   render_version
            from versions where id = any(%(ids)s)
            union all
            select (gone ->> 'version_id')::uuid, gone ->> 'sha256', gone ->> 'media_type', gone ->> 'title', null,
                   (gone ->> 'byte_size')::bigint, null, gone ->> 'parser_version', null
            from removals r, jsonb_array_elements(r.versions) gone
            where (gone ->> 'version_id')::uuid = any(%(ids)s)
                and not exists (select from versions v where v.id = (gone ->> 'version_id')::uuid)
            """,
            {"ids": list(version_ids)},
        ).fetchall()
    return {row.version_id: row for row in rows}


def described(conn: Connection, answer_id: UUID) -> dict[Key, tuple[Cited, ...]]:
    """The words of citations whose version was read again, as they stood in the reading that was cited."""
    rows = conn.execute(
        """
        select distinct on (r.claim_number, r.citation_id) r.claim_number, r.citation_id, r.cited
        from reanchorings r join citations c on c.answer_id = r.answer_id and c.claim_number = r.claim_number
            and c.citation_id = r.citation_id and c.version_id = r.target_version
        where r.answer_id = %s order by r.claim_number, r.citation_id, r.target_reading
        """,
        (answer_id,),
    )
    return {
        (claim, citation): tuple(Cited.from_json(one) for one in cited) for claim, citation, cited in rows
    }


def present(conn: Connection, answer_id: UUID) -> frozenset[Key]:
    """The citations that were made from the present reading of their version."""
    rows = conn.execute(
        """
        select c.claim_number, c.citation_id from citations c join versions v on v.id = c.version_id
        where c.answer_id = %s and c.reading = v.reading
        """,
        (answer_id,),
    )
    return frozenset((claim, citation) for claim, citation in rows)


def imported(conn: Connection, answer_id: UUID) -> Imported | None:
    """What its export said; None for an answer of this library."""
    row = conn.execute(
        "select origin, imported_by, sources, places from imported_answers where answer_id = %s", (answer_id,)
    ).fetchone()
    return Imported(*row) if row else None
