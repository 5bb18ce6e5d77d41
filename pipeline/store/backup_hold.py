"""Keeping the bytes of filings in their place while a backup copies them."""

from __future__ import annotations

from pipeline.store.connect import Connection

_LOCK = 0x50494E43_4241434B  # "PINC" "BACK"; it goes with its session, so a killed backup holds nothing


def hold_all(conn: Connection) -> bool:
    """Keep all bytes of all tenants until this session ends; False when another session does so already, or frees some
    just now. What the tables name afterwards is there for as long."""
    row = conn.execute("select pg_try_advisory_lock(%s)", (_LOCK,)).fetchone()
    return bool(row and row[0])


def may_free(conn: Connection) -> bool:
    """True when bytes may be removed until this transaction ends: no backup copies them, and none begins meanwhile."""
    row = conn.execute("select pg_try_advisory_xact_lock_shared(%s)", (_LOCK,)).fetchone()
    return bool(row and row[0])
