"""Which tables a library has, in an order in which their rows can be put back."""

from __future__ import annotations

from dataclasses import dataclass
from graphlib import TopologicalSorter

from psycopg import sql

from pipeline.store import queue_schema
from pipeline.store.connect import Connection

SPACES = ("pincite", queue_schema.SCHEMA)
"""The schemas with rows worth keeping. Which migrations were applied is said by the manifest."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table and its columns, without those that Postgres computes itself. `is_guarded`: policies bind its owner
    too."""

    space: str
    name: str
    columns: tuple[str, ...]
    is_guarded: bool

    @property
    def identifier(self) -> sql.Identifier:
        return sql.Identifier(self.space, self.name)

    @property
    def listed(self) -> sql.Composed:
        """The columns as a statement lists them."""
        return sql.SQL(", ").join(map(sql.Identifier, self.columns))


def stored_tables(conn: Connection) -> list[StoredTable]:
    """All of them, each after those that its rows refer to."""
    rows = conn.execute(
        """
        select c.oid::bigint, n.nspname, c.relname, c.relforcerowsecurity,
               array(select a.attname::text from pg_attribute a
                     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                     order by a.attnum),
               array(select f.confrelid::bigint from pg_constraint f
                     where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid)
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = any(%s) and c.relkind = 'r'
        order by n.nspname, c.relname
        """,
        (list(SPACES),),
    ).fetchall()
    tables = {row[0]: StoredTable(row[1], row[2], tuple(row[4]), row[3]) for row in rows}
    order = TopologicalSorter({row[0]: row[5] for row in rows}).static_order()
    return [tables[number] for number in order if number in tables]


def sequences(conn: Connection) -> list[tuple[str, str]]:
    """Schema and name of each."""
    return conn.execute(
        "select schemaname::text, sequencename::text from pg_sequences where schemaname = any(%s) order by 1, 2",
        (list(SPACES),),
    ).fetchall()
