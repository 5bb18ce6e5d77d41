"""Blocks and tables of a version."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from pipeline.evidence.document import Block, BlockKind, Cell, Column, Table
from pipeline.evidence.text import PageRange, TextRange
from pipeline.store import bulk
from pipeline.store.connect import Connection

_BLOCK_TYPES = {
    "version_id": "uuid",
    "page_index": "int",
    "ordinal": "int",
    "id": "text",
    "kind": "text",
    "char_start": "int",
    "char_end": "int",
    "section": "text",
    "cells": "jsonb",
    "table_ordinal": "int",
}
_TABLE_TYPES = {"version_id": "uuid", "ordinal": "int", "columns": "jsonb", "units": "jsonb"}


def add_tables(conn: Connection, version_id: UUID, tables: Iterable[Table]) -> int:
    """Store the tables of a new version, before the blocks that are their rows; how many there were."""
    return bulk.insert(conn, "tables", _TABLE_TYPES, (_table_columns(version_id, table) for table in tables))


def add_all(conn: Connection, version_id: UUID, blocks: Iterable[Block]) -> int:
    """Store the blocks of a new version, after its pages and tables; how many there were."""
    return bulk.insert(conn, "blocks", _BLOCK_TYPES, (_block_columns(version_id, block) for block in blocks))


def of_page(conn: Connection, version_id: UUID, page_index: int) -> list[Block]:
    """The blocks of one page (0-based) in order; empty when the page has none."""
    return of_pages(conn, version_id, [page_index])


def of_pages(conn: Connection, version_id: UUID, page_indexes: Sequence[int] | None) -> list[Block]:
    """The blocks of some pages (0-based), or of all, in the document's order."""
    rows = conn.execute(
        """
        select id, page_index, ordinal, kind, char_start, char_end, section, cells, table_ordinal
        from blocks where version_id = %s and (%s::int[] is null or page_index = any(%s))
        order by page_index, ordinal
        """,
        (version_id, page_indexes, page_indexes),
    )
    return [_block(row) for row in rows]


def first_ids(conn: Connection, version_id: UUID) -> dict[int, str]:
    """The id of the first block of each page (0-based) that has one."""
    rows = conn.execute(
        """
        select distinct on (page_index) page_index, id from blocks
        where version_id = %s order by page_index, ordinal
        """,
        (version_id,),
    )
    return dict(rows.fetchall())


def tables_of(conn: Connection, version_id: UUID, ordinals: Sequence[int] | None = None) -> list[Table]:
    """The tables of a version, all or those asked for, in order."""
    rows = conn.execute(
        """
        select ordinal, columns, units from tables
        where version_id = %s and (%s::int[] is null or ordinal = any(%s)) order by ordinal
        """,
        (version_id, ordinals, ordinals),
    )
    return [_table(*row) for row in rows]


def _block_columns(version_id: UUID, block: Block) -> tuple[Any, ...]:
    cells = [
        [cell.range.start, cell.range.end, cell.column, [place.to_json() for place in cell.notes]]
        for cell in block.cells
    ]
    return (
        version_id,
        block.page_index,
        block.ordinal,
        block.id,
        block.kind.value,
        block.range.start,
        block.range.end,
        block.section,
        json.dumps(cells) if cells else None,
        block.table,
    )


def _block(row: tuple[Any, ...]) -> Block:
    block_id, page_index, ordinal, kind, start, end, section, cells, table = row
    return Block(
        block_id,
        page_index,
        ordinal,
        BlockKind(kind),
        TextRange(start, end),
        section,
        tuple(_cell(*cell) for cell in cells or ()),
        table,
    )


def _cell(start: int, end: int, column: int | None, notes: Sequence[list[int]] = ()) -> Cell:
    """Cells that were stored before footnotes were known have none."""
    return Cell(TextRange(start, end), column, tuple(PageRange.from_json(place) for place in notes))


def _table_columns(version_id: UUID, table: Table) -> tuple[Any, ...]:
    columns = [[place.to_json() for place in column.headers] for column in table.columns]
    return (
        version_id,
        table.ordinal,
        json.dumps(columns),
        json.dumps([place.to_json() for place in table.units]),
    )


def _table(ordinal: int, columns: list[list[list[int]]], units: list[list[int]]) -> Table:
    return Table(
        ordinal,
        tuple(Column(tuple(PageRange.from_json(place) for place in headers)) for headers in columns),
        tuple(PageRange.from_json(place) for place in units),
    )
