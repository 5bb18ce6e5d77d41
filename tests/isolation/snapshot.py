"""Whether a transaction changed anything of another tenant, seen from inside it, before it is taken back."""

from __future__ import annotations

from functools import cache
from uuid import UUID

from pipeline.store.connect import Connection

_WRITES = """
    select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) from pg_stat_xact_user_tables
    where schemaname in ('pincite', 'procrastinate')
"""


def tables_of(conn: Connection) -> list[str]:
    """The tables that belong to tenants."""
    rows = conn.execute(
        "select relname from pg_class where relnamespace = 'pincite'::regnamespace and relkind in ('r', 'p') order by 1"
    ).fetchall()
    return [name for (name,) in rows]


def writes(conn: Connection) -> int:
    """Rows that this transaction has inserted, changed or deleted so far, in whatever table and by whomever."""
    row = conn.execute(_WRITES).fetchone()
    assert row is not None
    return int(row[0])


def of_tenant(conn: Connection, tenant_id: UUID) -> dict[str, tuple[int, int]]:
    """Rows and a sum of their hashes, by table, as that tenant sees them now in this transaction; its waiting jobs with
    them. The transaction is that tenant's afterwards."""
    conn.execute("select set_config('pincite.tenant_id', %s, true)", (str(tenant_id),))
    rows = conn.execute(_statement(tuple(tables_of(conn))).encode(), {"tenant": str(tenant_id)}).fetchall()
    return {table: (count, int(total)) for table, count, total in rows}


@cache
def _statement(tables: tuple[str, ...]) -> str:
    hashed = "count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)"
    parts = [f"select '{table}', {hashed} from pincite.{table} t" for table in tables]
    parts.append(
        f"select 'procrastinate_jobs', {hashed} from procrastinate_jobs t where args ->> 'tenant_id' = %(tenant)s"
    )
    return " union all ".join(parts)
