"""What an import writes: people, the rest of an answer that is stored, and what its export said."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from psycopg.types.json import Jsonb

from pipeline.evidence.review import Judgement
from pipeline.permissions import Permission
from pipeline.store import access, bulk
from pipeline.store.connect import Connection
from pipeline.store.exchanged import Asked, CheckMade

_CHECK_TYPES: Final = {
    "answer_id": "uuid",
    "claim_number": "int",
    "citation_id": "text",
    "kind": "text",
    "outcome": "text",
    "detail": "text",
    "checker": "text",
    "reason": "text",
    "created_at": "timestamptz",
    "model": "text",
    "prompt": "text",
    "parser_version": "text",
    "render_version": "text",
}


def hold(conn: Connection) -> None:
    """One import of a tenant at a time, until its transaction ends: two of the same file would not see each other.
    Needs Permission.EXCHANGE."""
    access.require(conn, Permission.EXCHANGE)
    conn.execute("select from tenants for no key update")


def versions_of(conn: Connection, hashes: Collection[str]) -> dict[str, UUID]:
    """The versions with these bytes, by their sha256."""
    rows = conn.execute("select sha256, id from versions where sha256 = any(%s)", (list(hashes),))
    return dict(rows.fetchall())


def hashes_of(conn: Connection, version_ids: Collection[UUID]) -> dict[UUID, str]:
    """The sha256 of those versions that are here."""
    rows = conn.execute("select id, sha256 from versions where id = any(%s)", (list(version_ids),))
    return dict(rows.fetchall())


def documents_of(conn: Connection, version_ids: Collection[UUID]) -> dict[UUID, UUID]:
    """The documents of those versions that are here."""
    rows = conn.execute("select id, document_id from versions where id = any(%s)", (list(version_ids),))
    return dict(rows.fetchall())


def add_people(conn: Connection, names: Mapping[UUID, str]) -> None:
    bulk.insert(conn, "users", {"id": "uuid", "name": "text"}, names.items())


def members(conn: Connection, user_ids: Collection[UUID]) -> frozenset[UUID]:
    """Those of the users who are members of the workspace, or were."""
    rows = conn.execute("select user_id from memberships where user_id = any(%s)", (list(user_ids),))
    return frozenset(user_id for (user_id,) in rows)


def stored_answers(conn: Connection, answer_ids: Collection[UUID]) -> frozenset[UUID]:
    """Those of the answers that are here."""
    rows = conn.execute("select id from answers where id = any(%s)", (list(answer_ids),))
    return frozenset(answer_id for (answer_id,) in rows)


def complete(
    conn: Connection, answer_id: UUID, asked: Asked, checks: Sequence[CheckMade], *, is_interrupted: bool
) -> None:
    """The rest of an answer that was stored without its checks, as it was where it comes from."""
    conn.execute(
        """
        update answers set finished_at = %s, scope = %s, trace = %s, problem = case when %s then null else problem end
        where id = %s
        """,
        (
            asked.finished_at,
            Jsonb(asked.scope) if asked.scope else None,
            Jsonb(asked.trace) if asked.trace else None,
            is_interrupted,
            answer_id,
        ),
    )
    bulk.insert(conn, "checks", _CHECK_TYPES, (_check(answer_id, one) for one in checks))


def withdraw(conn: Connection, judgements: Sequence[Judgement]) -> None:
    """Take back verdicts that were imported, and were taken back where they were given."""
    for one in judgements:
        conn.execute("update verdicts set withdrawn_at = %s where id = %s", (one.withdrawn_at, one.id))


def remember(
    conn: Connection,
    answer_id: UUID,
    origin: str,
    user_id: UUID,
    sources: Mapping[str, Any],
    places: Mapping[str, Any],
) -> None:
    """Keep what the export of an answer said. The first who imported it stays."""
    conn.execute(
        """
        insert into imported_answers (answer_id, origin, sources, places, imported_by) values (%s, %s, %s, %s, %s)
        on conflict (tenant_id, answer_id) do update set sources = excluded.sources, places = excluded.places
        """,
        (answer_id, origin, json.dumps(sources), json.dumps(places), user_id),
    )


def rename_versions(conn: Connection, answer_id: UUID, names: Mapping[UUID, UUID]) -> int:
    """Let an answer and the places marked with its verdicts name versions that are here instead of others with the same
    bytes; how many citations it concerns. Of which reading they are has to be said anew.
    """
    renamed = 0
    for before, after in names.items():
        values = {"answer": answer_id, "before": str(before), "after": str(after)}
        conn.execute(_RENAME_PACKET, values)
        renamed += conn.execute(_RENAME_CITATIONS, values).rowcount
        conn.execute(_RENAME_MARKS, values)
        conn.execute(_RENAME_SEARCH, values)
    return renamed


_RENAME_PACKET: Final = """
    update packet_entries set passage_id = %(after)s || substr(passage_id, 37)
    where answer_id = %(answer)s and split_part(passage_id, ':', 1) = %(before)s
"""
_RENAME_CITATIONS: Final = """
    update citations set passage_id = %(after)s || substr(passage_id, 37)
    where answer_id = %(answer)s and version_id = %(before)s::uuid
"""
_RENAME_MARKS: Final = """
    update annotations set version_id = %(after)s::uuid, passage_id = %(after)s || substr(passage_id, 37)
    where version_id = %(before)s::uuid and verdict_id in (select id from verdicts where answer_id = %(answer)s)
"""
# Ids are of one form, which nothing else in these two has.
_RENAME_SEARCH: Final = """
    update answers set scope = replace(scope::text, %(before)s, %(after)s)::jsonb,
           trace = replace(trace::text, %(before)s, %(after)s)::jsonb
    where id = %(answer)s
"""


def _check(answer_id: UUID, one: CheckMade) -> tuple[Any, ...]:
    return (
        answer_id,
        one.claim,
        one.citation_id,
        one.kind,
        one.outcome,
        one.detail,
        one.checker,
        one.reason,
        one.made_at,
        one.model,
        one.prompt,
        one.parser_version,
        one.render_version,
    )
