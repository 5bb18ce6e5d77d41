"""Connections that notice when the other side has vanished."""

from __future__ import annotations

import pytest
from psycopg.conninfo import conninfo_to_dict

from pipeline.store.connect import noticing_silence
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL

ADDRESS = "postgresql://analyst:secret@db.example:5432/library"


def test_a_vanished_server_is_given_up_on_within_a_minute() -> None:
    parameters = conninfo_to_dict(noticing_silence(ADDRESS))
    assert (parameters["host"], parameters["password"]) == ("db.example", "secret")
    idle, interval, count = (
        int(str(parameters[f"keepalives_{name}"])) for name in ("idle", "interval", "count")
    )
    assert idle + interval * count < 60
    assert int(str(parameters["tcp_user_timeout"])) < 60_000  # milliseconds


def test_an_address_that_says_how_long_to_wait_is_obeyed() -> None:
    parameters = conninfo_to_dict(noticing_silence(f"{ADDRESS}?keepalives_idle=300&sslmode=require"))
    assert (parameters["keepalives_idle"], parameters["sslmode"]) == ("300", "require")


@pytest.mark.parametrize(
    ("setting", "told"),
    [("tcp_keepalives_idle", "30"), ("tcp_keepalives_count", "3"), ("tcp_user_timeout", "30000")],
)
def test_the_server_gives_up_on_us_as_well_and_frees_our_locks(
    database: Database, setting: str, told: str
) -> None:
    with database.scoped(LOCAL) as conn:
        assert conn.execute(f"show {setting}".encode()).fetchone() == (told,)
