"""What a user may use within a time is counted in the database, exactly, whoever asks and wherever."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from pipeline.allowance import use_file, use_question
from pipeline.evidence.errors import AllowanceUsedUp
from pipeline.jobs import queue_files, queue_upload
from pipeline.operation import Allowances, Operation
from pipeline.settings import Settings
from pipeline.store import ingests, tenants
from pipeline.store.allowances import use_allowance
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope

MINUTE = timedelta(minutes=1)


def allowing(settings: Settings, **most: int | None) -> Settings:
    allowances = Allowances(
        **{"questions": None, "files": None, "uploaded": None, **most}, bind_all=frozenset(most)
    )
    return replace(settings, operation=Operation(allowances=allowances))


def age(conn: Connection, seconds: float) -> None:
    conn.execute("update allowance_uses set used_at = used_at - make_interval(secs => %s)", (seconds,))


def test_there_is_room_for_as_much_as_is_allowed_and_then_for_nothing(
    connection: Connection, tenant: Scope
) -> None:
    uses = [use_allowance(connection, tenant.user_id, "questions", 1, 3, MINUTE) for _ in range(4)]
    assert uses[:3] == [None, None, None]
    assert uses[3] is not None
    assert timedelta(seconds=58) < uses[3] <= MINUTE


def test_there_is_room_again_when_the_oldest_use_has_passed(connection: Connection, tenant: Scope) -> None:
    for _ in range(3):
        use_allowance(connection, tenant.user_id, "questions", 1, 3, MINUTE)
        age(connection, 10)
    wait = use_allowance(connection, tenant.user_id, "questions", 1, 3, MINUTE)
    assert wait is not None
    assert timedelta(seconds=28) < wait <= timedelta(seconds=30)
    age(connection, 31)
    assert use_allowance(connection, tenant.user_id, "questions", 1, 3, MINUTE) is None


def test_a_large_use_waits_until_enough_small_ones_have_passed(connection: Connection, tenant: Scope) -> None:
    for _ in range(4):
        use_allowance(connection, tenant.user_id, "uploaded", 25, 100, MINUTE)
        age(connection, 10)
    assert use_allowance(connection, tenant.user_id, "uploaded", 60, 100, MINUTE) == pytest.approx(
        timedelta(seconds=40), abs=timedelta(seconds=2)
    ), "three of the four have to pass: the third is 20 seconds old"


def test_kinds_users_and_tenants_use_up_nothing_of_each_other(database: Database, tenant: Scope) -> None:
    other = Scope(tenant.tenant_id, uuid4())
    with database.scoped(tenant) as conn:
        tenants.ensure(conn, other, tenant_name="", user_name="Other")
        assert use_allowance(conn, tenant.user_id, "questions", 1, 1, MINUTE) is None
        assert use_allowance(conn, tenant.user_id, "questions", 1, 1, MINUTE) is not None
        assert use_allowance(conn, tenant.user_id, "files", 1, 1, MINUTE) is None
        assert use_allowance(conn, other.user_id, "questions", 1, 1, MINUTE) is None


def test_who_comes_second_waits_and_sees_what_the_first_has_used(database: Database, tenant: Scope) -> None:
    def use() -> timedelta | None:
        with database.scoped(tenant) as conn:
            return use_allowance(conn, tenant.user_id, "questions", 1, 1, MINUTE)

    with ThreadPoolExecutor(1) as other:
        with database.scoped(tenant) as conn:
            assert use_allowance(conn, tenant.user_id, "questions", 1, 1, MINUTE) is None
            second = other.submit(use)
            with pytest.raises(TimeoutError):
                second.result(0.3)
        assert second.result(10) is not None, "there is no room for it"


def test_uses_that_have_passed_are_forgotten(connection: Connection, tenant: Scope) -> None:
    for _ in range(3):
        use_allowance(connection, tenant.user_id, "questions", 1, 9, MINUTE)
        age(connection, 61)
    assert connection.execute("select count(*) from allowance_uses").fetchone() == (1,)


def test_the_words_say_what_is_allowed_and_when_to_ask_again(
    settings: Settings, database: Database, tenant: Scope
) -> None:
    limited = allowing(settings, questions=1)
    use_question(limited, database, tenant)
    with pytest.raises(AllowanceUsedUp, match=r"1 question a minute .* Ask again in \d+ seconds") as refused:
        use_question(limited, database, tenant)
    assert refused.value.wait_seconds in range(50, 61)


def test_the_usual_allowances_bind_who_signed_in_and_not_the_local_user(
    settings: Settings, database: Database, tenant: Scope
) -> None:
    usual = replace(settings, operation=Operation(allowances=Allowances(questions=1)))
    for _ in range(3):
        use_question(usual, database, tenant)
    with database.scoped(tenant) as conn:
        assert conn.execute("select count(*) from allowance_uses").fetchone() == (0,)


def test_a_file_that_goes_beyond_one_of_two_allowances_uses_up_neither(
    settings: Settings, database: Database, tenant: Scope
) -> None:
    limited = allowing(settings, files=9, uploaded=100)
    use_file(limited, database, tenant, 90)
    with pytest.raises(AllowanceUsedUp, match=r"100 bytes an hour .* in 60 minutes"):
        use_file(limited, database, tenant, 20)
    with pytest.raises(AllowanceUsedUp, match="Split it") as never:
        use_file(limited, database, tenant, 101)
    assert never.value.wait_seconds is None
    with database.scoped(tenant) as conn:
        assert conn.execute(
            "select kind, sum(amount)::int from allowance_uses group by 1 order by 1"
        ).fetchall() == [
            ("files", 1),
            ("uploaded", 90),
        ]


def test_what_came_before_the_end_of_an_allowance_is_queued(
    settings: Settings, database: Database, tenant: Scope, tmp_path: Path
) -> None:
    limited = allowing(settings, files=2)
    paths = [tmp_path / f"note-{number}.txt" for number in range(3)]
    for number, path in enumerate(paths):
        path.write_text(f"Net sales of unit {number} were $ {number + 10} million.\n")
    queueing = queue_files(limited, database, tenant, paths, queue_name="nobody's")
    queued = [next(queueing), next(queueing)]
    with pytest.raises(AllowanceUsedUp, match="What was added until now stays"):
        next(queueing)
    with pytest.raises(AllowanceUsedUp):
        queue_upload(limited, database, tenant, "more.txt", b"Net sales were $ 1 million.")
    with database.scoped(tenant) as conn:
        assert set(ingests.get_many(conn, [one.ingest_id for one in queued])) == {
            one.ingest_id for one in queued
        }
        assert len(ingests.list_recent(conn)) == 2
