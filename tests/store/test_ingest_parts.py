"""Finished pieces belong to one tenant, one file, one parser and one kind."""

from __future__ import annotations

from dataclasses import replace

from pipeline.jobs import release_bytes
from pipeline.settings import Settings
from pipeline.store import ingest_parts
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.ingest_parts import StoredParts
from pipeline.store.scope import Scope
from tests.database import new_tenant

SHA256 = "ab" * 32


def test_a_piece_comes_back_as_it_was_put_and_the_last_one_counts(database: Database, tenant: Scope) -> None:
    parts = StoredParts(database, tenant, SHA256, "parser 1", "segments")
    assert parts.get(6) is None
    parts.put(6, b"\x00first")
    parts.put(6, b"\x00second")
    assert parts.get(6) == b"\x00second"
    assert parts.get(7) is None


def test_a_piece_is_found_for_nothing_else(database: Database, tenant: Scope) -> None:
    parts = StoredParts(database, tenant, SHA256, "parser 1", "segments")
    parts.put(0, b"mine")
    for other in (
        replace(parts, sha256="cd" * 32),
        replace(parts, parser_version="parser 2"),
        replace(parts, kind="vectors"),
        replace(parts, scope=new_tenant(database)),
    ):
        assert other.get(0) is None


def test_a_file_that_is_done_keeps_none_and_another_keeps_its_own(database: Database, tenant: Scope) -> None:
    parts = StoredParts(database, tenant, SHA256, "parser 1", "segments")
    vectors, other = replace(parts, kind="vectors"), replace(parts, sha256="cd" * 32)
    for kept in (parts, vectors, other):
        kept.put(0, b"kept")
    with database.scoped(tenant) as conn:
        ingest_parts.remove(conn, SHA256)
    assert (parts.get(0), vectors.get(0), other.get(0)) == (None, None, b"kept")


def test_pieces_go_with_the_bytes_that_nobody_may_read_any_more(
    settings: Settings, database: Database, tenant: Scope
) -> None:
    blobs = open_blobs(settings).of(tenant.tenant_id)
    parts = StoredParts(database, tenant, blobs.put(b"a filing that was given up"), "parser 1", "segments")
    parts.put(0, b"kept")
    release_bytes(database, blobs, tenant, [parts.sha256])
    assert parts.get(0) is None
