"""Which parsers and renderers read filings here now, so that a version that others read can be told."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from pipeline.store.connect import Connection


@dataclass(frozen=True, slots=True)
class Reader:
    """The parser of a media type, and the renderings that its coordinates may be bound to."""

    parser_version: str
    render_versions: tuple[str, ...]


def announce(conn: Connection, readers: Mapping[str, Reader]) -> None:
    """Say what reads each media type from now on."""
    for media_type, reader in readers.items():
        conn.execute(
            """
            insert into readers (media_type, parser_version, render_versions) values (%s, %s, %s)
            on conflict (tenant_id, media_type) do update set
                parser_version = excluded.parser_version, render_versions = excluded.render_versions, since = now()
            where (readers.parser_version, readers.render_versions)
                is distinct from (excluded.parser_version, excluded.render_versions)
            """,
            (media_type, reader.parser_version, list(reader.render_versions)),
        )


OUTDATED = """exists (
    select from readers r where r.media_type = v.media_type
    and (r.parser_version <> v.parser_version or v.render_version <> all(r.render_versions)))"""
"""SQL: whether version `v` was read by a parser or renderer that reads no more. Nothing is, while nothing is known."""


def outdated(conn: Connection, version_ids: Collection[UUID]) -> set[UUID]:
    """Those of the versions that would be read otherwise today."""
    rows = conn.execute(
        f"select v.id from versions v where v.id = any(%s) and {OUTDATED}".encode(), (list(version_ids),)
    )
    return {version_id for (version_id,) in rows}
