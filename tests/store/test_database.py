"""Opening a database: the embedded one, and the user's own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from pipeline.backup.making import make
from pipeline.backup.progress import Course
from pipeline.evidence.errors import (
    ConfigurationError,
    DatabaseDamaged,
    DatabaseUnavailable,
    ExtensionMissing,
)
from pipeline.settings import Settings
from pipeline.store import documents, pages
from pipeline.store.account import Account
from pipeline.store.address import HOST, free_port
from pipeline.store.cluster import Cluster
from pipeline.store.database import Database
from pipeline.store.embedded import EmbeddedServer
from pipeline.store.scope import LOCAL, Scope
from tests.database import PLAIN_PASSWORD, PLAIN_ROLE, new_plain_database, new_tenant
from tests.store.filing import store_filing

DEBIAN = Path("/usr/lib/postgresql/15/bin")


def current_role(database: Database) -> tuple[object, ...] | None:
    with database.scoped(LOCAL) as conn:
        return conn.execute(
            "select current_user, r.rolsuper or r.rolbypassrls from pg_roles r where rolname = current_user"
        ).fetchone()


def isolates(database: Database) -> bool:
    """True when a tenant sees its own filing and a stranger does not."""
    owner, stranger = new_tenant(database), new_tenant(database)
    with database.scoped(owner) as conn:
        store_filing(conn)
        seen = len(documents.list_all(conn, owner.user_id))
    with database.scoped(stranger) as conn:
        return seen == 1 and documents.list_all(conn, stranger.user_id) == []


def test_the_local_tenant_and_user_are_there_from_the_start(database: Database) -> None:
    with database.scoped(LOCAL) as conn:
        assert conn.execute("select id from users").fetchall() == [(LOCAL.user_id,)]


def test_opening_again_is_quick_and_finds_everything(
    database: Database, settings: Settings, tenant: Scope
) -> None:
    with database.scoped(tenant) as conn:
        store_filing(conn)
    begun = time.perf_counter()
    again = Database.open(settings)
    seconds = time.perf_counter() - begun
    with again.scoped(tenant) as conn:
        assert len(documents.list_all(conn, tenant.user_id)) == 1
    again.close()
    assert seconds < 1.0  # measured: 0.03 s


def test_a_database_whose_server_was_killed_goes_on_by_itself(tmp_path: Path) -> None:
    database = Database.open(Settings(home=tmp_path))
    with database.scoped(LOCAL) as conn:
        store_filing(conn)
    process_id = Cluster(tmp_path, Account.for_home(tmp_path)).process_id()
    assert process_id is not None
    os.kill(process_id, signal.SIGKILL)
    deadline = time.monotonic() + 30
    rows = None
    while rows is None and time.monotonic() < deadline:
        try:
            with database.scoped(LOCAL) as conn:
                rows = documents.list_all(conn, LOCAL.user_id)
        except DatabaseUnavailable:
            continue
    database.close()
    assert rows is not None
    assert len(rows) == 1


def test_a_connection_that_breaks_is_said_to_have_broken(tmp_path: Path) -> None:
    database = Database.open(Settings(home=tmp_path))
    cluster = Cluster(tmp_path, Account.for_home(tmp_path))

    def kill_and_ask() -> None:
        with database.scoped(LOCAL) as conn:
            process_id = cluster.process_id()
            assert process_id is not None
            os.kill(process_id, signal.SIGKILL)
            while cluster.process_id() is not None:
                time.sleep(0.01)
            conn.execute("select 1")

    with pytest.raises(DatabaseUnavailable, match="Try again"):
        kill_and_ask()
    database.close()


def test_a_plain_role_that_owns_the_tables_is_bound_by_forced_row_security(plain_postgres_url: str) -> None:
    database = Database.open(Settings(home=Path("unused"), database_url=plain_postgres_url))
    assert current_role(database) == (PLAIN_ROLE, False)
    assert isolates(database)
    database.close()
    assert not Path("unused").exists()


def test_a_superuser_works_as_the_app_role(plain_server: EmbeddedServer) -> None:
    new_plain_database(plain_server, "superuser", with_vector=True)
    url = make_conninfo(plain_server.start().owner_dsn, dbname="superuser")
    for _ in range(2):  # the role exists the second time
        database = Database.open(Settings(home=Path("unused"), database_url=url))
        assert current_role(database) == ("pincite_app", False)
        assert isolates(database)
        database.close()


def bypassing_url(server: EmbeddedServer, name: str, rights: str) -> str:
    """A database owned by a role that is no superuser and passes by row-level security all the same."""
    new_plain_database(server, name, with_vector=True)
    owner_dsn = server.start().owner_dsn
    with psycopg.connect(owner_dsn, autocommit=True) as conn:
        conn.execute(f"create role {name} login password 'own' bypassrls {rights}".encode())
        conn.execute(f"alter database {name} owner to {name}".encode())
    return make_conninfo(owner_dsn, dbname=name, user=name, password="own")


def test_a_role_that_passes_by_row_security_works_as_the_app_role(tmp_path: Path) -> None:
    with closing(EmbeddedServer(tmp_path)) as server:
        url = bypassing_url(server, "refused", "nocreaterole")
        with pytest.raises(ConfigurationError, match="CREATE ROLE pincite_app NOLOGIN; GRANT pincite_app"):
            Database.open(Settings(home=Path("unused"), database_url=url))
        url = bypassing_url(server, "bypassing", "createrole")
        database = Database.open(Settings(home=Path("unused"), database_url=url))
        assert current_role(database) == ("pincite_app", False)
        assert isolates(database)
        database.close()


def test_tables_in_the_public_schema_are_left_alone(plain_server: EmbeddedServer) -> None:
    url = new_plain_database(plain_server, "crowded", with_vector=True)
    with psycopg.connect(make_conninfo(plain_server.start().owner_dsn, dbname="crowded")) as conn:
        conn.execute(
            "create table public.documents (mine text); insert into public.documents values ('kept')"
        )
    database = Database.open(Settings(home=Path("unused"), database_url=url))
    assert isolates(database)
    database.close()
    with psycopg.connect(make_conninfo(plain_server.start().owner_dsn, dbname="crowded")) as conn:
        assert conn.execute("select * from public.documents").fetchall() == [("kept",)]


def refusal(url: str) -> str:
    with pytest.raises(DatabaseUnavailable) as caught:
        Database.open(Settings(home=Path("unused"), database_url=url))
    return str(caught.value)


def test_nobody_listens_there(plain_postgres_url: str) -> None:
    port = free_port()
    words = refusal(make_conninfo(plain_postgres_url, port=port))
    assert f"{HOST}:{port}" in words
    assert "DATABASE_URL" in words
    assert PLAIN_PASSWORD not in words


def test_somebody_else_listens_there(plain_postgres_url: str) -> None:
    with socket.create_server((HOST, 0)) as silent:
        port = silent.getsockname()[1]
        words = refusal(make_conninfo(plain_postgres_url, port=port, connect_timeout=2))
    assert f"{HOST}:{port}" in words


def test_a_wrong_password_is_named_and_not_printed(plain_postgres_url: str) -> None:
    words = refusal(make_conninfo(plain_postgres_url, password="wrong-and-secret"))
    assert "password authentication failed" in words
    assert "Check the user name and password" in words
    assert "wrong-and-secret" not in words


def test_a_database_that_does_not_exist_is_named(plain_postgres_url: str) -> None:
    assert '"nowhere" does not exist' in refusal(make_conninfo(plain_postgres_url, dbname="nowhere"))


@pytest.mark.parametrize(
    "url", ["not an address", "postgresql://user:hush%zz@host/db", "mysql://root:hush@host/db"]
)
def test_what_is_no_postgres_address_is_refused_without_repeating_it(url: str) -> None:
    words = refusal(url)
    assert "is not a Postgres address" in words
    assert "hush" not in words


@pytest.fixture
def debian_url(tmp_path: Path) -> Iterator[str]:
    """A Debian PostgreSQL 15, which has no pgvector."""
    if not (DEBIAN / "initdb").exists():
        pytest.skip(f"Debian's PostgreSQL 15 is not installed ({DEBIAN})")
    folder, port = tmp_path / "data", free_port()
    account = Account.for_home(tmp_path)
    folder.mkdir(mode=0o700)
    account.give(folder)

    def run(program: str, *arguments: str) -> list[str]:
        return account.command([str(DEBIAN / program), *arguments], reaching=[folder])

    initialise = run("initdb", "-D", str(folder), "-A", "trust", "-U", "tester")
    subprocess.run(initialise, check=True, capture_output=True, cwd="/")
    options = ["-c", f"listen_addresses={HOST}", "-c", "unix_socket_directories="]
    server = subprocess.Popen(
        run("postgres", "-D", str(folder), "-p", str(port), *options), cwd="/", stderr=subprocess.DEVNULL
    )
    url = f"postgresql://tester@{HOST}:{port}/postgres"
    while psycopg.pq.PGconn.ping(url.encode()) != psycopg.pq.Ping.OK:
        assert server.poll() is None
        time.sleep(0.02)
    yield url
    server.send_signal(signal.SIGINT)
    server.wait()
    shutil.rmtree(folder)


def test_a_server_without_pgvector_is_named_with_the_way_to_get_it(debian_url: str) -> None:
    with pytest.raises(
        ExtensionMissing, match=r"PostgreSQL 15 at 127\.0\.0\.1.*no pgvector.*github\.com/pgvector"
    ):
        Database.open(Settings(home=Path("unused"), database_url=debian_url))


def test_a_changed_byte_of_a_stored_page_is_an_error_and_never_another_figure(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    database = Database.open(settings)
    with database.scoped(LOCAL) as conn:
        version_id = store_filing(conn).version_id
        file = conn.execute("select pg_relation_filepath('pages')").fetchone()
    database.close()
    assert file is not None
    _change(settings.home / "postgres" / file[0], b"81,797", b"18,797")
    database = Database.open(settings)
    try:
        with (
            pytest.raises(DatabaseDamaged, match="restore the last backup"),
            database.scoped(LOCAL) as conn,
        ):
            pages.several(conn, version_id, [1])
        with pytest.raises(DatabaseDamaged):
            make(settings, tmp_path / "backup.tar", Course(lambda _: None, threading.Event()))
    finally:
        database.close()


def _change(path: Path, old: bytes, new: bytes) -> None:
    """As a disk does it that forgets, and says nothing."""
    data = path.read_bytes()
    assert data.count(old) == 1
    path.write_bytes(data.replace(old, new))
