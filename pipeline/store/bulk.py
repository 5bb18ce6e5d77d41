"""Many rows in a few statements. COPY would be the usual way, and Postgres refuses it under row-level security."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from psycopg import sql

from pipeline.store.connect import Connection

BATCH = 256
"""Rows a statement: packed glyph boxes of so many pages are about 15 MB."""


def insert(conn: Connection, table: str, types: Mapping[str, str], rows: Iterable[tuple[Any, ...]]) -> int:
    """Insert rows whose values stand in the order of `types` (column → SQL type); how many there were.

    jsonb is passed as JSON text.
    """
    statement = _statement(table, types)
    count = 0
    for batch in _batches(rows):
        conn.execute(statement, [list(column) for column in zip(*batch, strict=True)])
        count += len(batch)
    return count


def _statement(table: str, types: Mapping[str, str]) -> sql.Composed:
    arrays = [
        sql.SQL("%b::text[]::jsonb[]") if kind == "jsonb" else sql.SQL("%b::{}[]").format(sql.SQL(kind))
        for kind in types.values()
    ]
    return sql.SQL("insert into {} ({}) select * from unnest({})").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, types)), sql.SQL(", ").join(arrays)
    )


def _batches(rows: Iterable[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    iterator = iter(rows)
    while batch := list(islice(iterator, BATCH)):
        yield batch
