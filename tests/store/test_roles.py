"""The app's role, made and granted by several starts at once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from psycopg import sql
from psycopg.conninfo import make_conninfo

from pipeline.store import migrations, roles
from pipeline.store.address import APP_ROLE
from pipeline.store.connect import connect
from pipeline.store.embedded import EmbeddedServer
from tests.database import new_plain_database

STARTS = 8


def test_starts_at_the_same_moment_do_not_trip_over_each_others_grants(plain_server: EmbeddedServer) -> None:
    new_plain_database(plain_server, "granted_at_once", with_vector=True)
    dsn = make_conninfo(plain_server.start().owner_dsn, dbname="granted_at_once")
    migrations.apply(dsn)
    ready = threading.Barrier(STARTS)

    def start(_: int) -> None:
        with connect(dsn) as conn:
            ready.wait()
            roles.ensure(conn, None)

    with ThreadPoolExecutor(STARTS) as pool:
        list(pool.map(start, range(STARTS)))
    with connect(dsn) as conn:
        conn.execute(sql.SQL("set role {}").format(sql.Identifier(APP_ROLE)))
        assert conn.execute("select count(*) from pincite.documents").fetchone() == (0,)
