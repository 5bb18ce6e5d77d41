"""Migrations: once each, unchanged, by one process at a time."""

from __future__ import annotations

import subprocess
import sys
from itertools import count
from pathlib import Path

import psycopg
import pytest

from pipeline.evidence.errors import ExtensionMissing, MigrationFailed
from pipeline.store import migrations
from pipeline.store.embedded import EmbeddedServer
from tests.database import new_plain_database
from tests.store import plain_user

_NUMBERS = count(1)

MIGRATE = """
import sys
from pathlib import Path
from pipeline.store import migrations
print(migrations.apply(sys.argv[1], Path(sys.argv[2])))
"""


@pytest.fixture
def url(plain_server: EmbeddedServer) -> str:
    """An empty database of a plain role, pgvector enabled."""
    return new_plain_database(plain_server, f"migrations_{next(_NUMBERS)}", with_vector=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "0001_first.sql").write_text("create schema pincite; create table first (n int);")
    (tmp_path / "0002_second.sql").write_text("create table second (n int); insert into second values (1);")
    return tmp_path


def query(url: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as conn:
        return conn.execute(statement.encode()).fetchall()


def test_the_files_are_found_beside_the_packages() -> None:
    assert migrations.read()[0].name == "0001_spine"


def test_each_is_applied_once_in_order(url: str, folder: Path) -> None:
    assert migrations.apply(url, folder) == ["0001_first", "0002_second"]
    assert migrations.apply(url, folder) == []
    (folder / "0003_third.sql").write_text("insert into second values (2);")
    assert migrations.apply(url, folder) == ["0003_third"]
    assert query(url, "select n from pincite.second order by n") == [(1,), (2,)]


def test_a_changed_file_is_named(url: str, folder: Path) -> None:
    migrations.apply(url, folder)
    (folder / "0001_first.sql").write_text("create schema pincite; create table first (n bigint);")
    with pytest.raises(MigrationFailed, match="0001_first was changed"):
        migrations.apply(url, folder)


def test_a_database_from_the_future_is_refused(url: str, folder: Path) -> None:
    migrations.apply(url, folder)
    (folder / "0002_second.sql").unlink()
    with pytest.raises(MigrationFailed, match=r"newer Pincite.*0002_second"):
        migrations.apply(url, folder)


def test_a_file_that_fails_is_rolled_back_and_named(url: str, folder: Path) -> None:
    (folder / "0002_second.sql").write_text("create table second (n int); select 1 / 0;")
    with pytest.raises(MigrationFailed, match="0002_second failed and was rolled back"):
        migrations.apply(url, folder)
    assert query(
        url, "select to_regclass('pincite.first') is null, to_regclass('pincite.second') is null"
    ) == [(False, True)]
    (folder / "0002_second.sql").write_text("create table second (n int);")
    assert migrations.apply(url, folder) == ["0002_second"]


def test_two_migrators_at_once_apply_everything_once(url: str, folder: Path) -> None:
    (folder / "0002_second.sql").write_text("select pg_sleep(0.5); create table second (n int);")
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", MIGRATE, url, str(folder)],
            stdout=subprocess.PIPE,
            text=True,
            env=plain_user.environment(),
        )
        for _ in range(2)
    ]
    results = sorted(process.communicate()[0].strip() for process in processes)
    assert [process.returncode for process in processes] == [0, 0]
    assert results == ["['0001_first', '0002_second']", "[]"]


def test_a_migrator_that_was_killed_leaves_no_lock(url: str, folder: Path) -> None:
    (folder / "0002_second.sql").write_text("select pg_sleep(60);")
    process = subprocess.Popen(
        [sys.executable, "-c", MIGRATE, url, str(folder)], env=plain_user.environment()
    )
    with psycopg.connect(url, autocommit=True) as conn:
        sleeping = "select pid from pg_stat_activity where query like 'select pg_sleep(60)%'"
        while (found := conn.execute(sleeping.encode()).fetchone()) is None:
            assert process.poll() is None
        process.kill()
        process.wait()
        # The server notices a vanished client at its next write; ending the session stands for that.
        conn.execute("select pg_terminate_backend(%s)", found)
    (folder / "0002_second.sql").write_text("create table second (n int);")
    assert migrations.apply(url, folder) == ["0002_second"]


def test_an_incomplete_installation_is_named(url: str, tmp_path: Path) -> None:
    with pytest.raises(MigrationFailed, match="incomplete"):
        migrations.apply(url, tmp_path / "nowhere")


def test_a_role_that_may_not_enable_pgvector_is_told_what_to_run(plain_server: EmbeddedServer) -> None:
    url = new_plain_database(plain_server, f"migrations_{next(_NUMBERS)}", with_vector=False)
    with pytest.raises(ExtensionMissing, match="CREATE EXTENSION vector"):
        migrations.apply(url)
