"""What the Library says about the files on their way into it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import cast
from uuid import uuid4

import pytest

from pages.filing_view import OpenFiling, read_opened, version_views
from pages.reading import (
    SHOWN_FAILURES,
    SHOWN_WAITING,
    RecentView,
    read_reading,
    recent_list,
    unmended,
)
from pipeline.store import documents, ingests, versions
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.ingests import IngestKind, IngestRow, IngestState, NewIngest
from pipeline.store.scope import Scope
from tests.store.filing import store_filing
from viewer.links import Links
from viewer.services import Services

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


def run(path: str, state: IngestState, hours_ago: float = 1) -> IngestRow:
    at = NOW - timedelta(hours=hours_ago)
    return IngestRow(
        id=uuid4(),
        kind=IngestKind.FILE,
        source_name=path,
        path=path,
        sha256=None,
        byte_size=None,
        supersedes=None,
        follows=None,
        reread=None,
        collection_id=None,
        user_id=None,
        job_id=None,
        attempts=1,
        worker=None,
        keeps_bytes=False,
        queued_at=at,
        started_at=at,
        heartbeat_at=at,
        finished_at=at,
        stage=None,
        done=0,
        total=0,
        version_id=None,
        error_type=None,
        error_message=None,
        cancel_requested=False,
        state=state,
    )


def test_failed_runs_are_shown_and_cancelled_ones_are_not() -> None:
    runs = [run("a", IngestState.FAILED), run("c", IngestState.CANCELLED)]
    assert [shown.path for shown in unmended(runs, NOW)] == ["a"]


def test_a_file_that_was_read_later_has_no_failure_any_more() -> None:
    runs = [run("a", IngestState.READY), run("a", IngestState.FAILED, hours_ago=2)]
    assert unmended(runs, NOW) == []


def test_a_file_that_failed_twice_is_shown_once() -> None:
    runs = [run("a", IngestState.FAILED), run("a", IngestState.FAILED, hours_ago=2)]
    assert unmended(runs, NOW) == runs[:1]


def test_a_failure_is_forgotten_after_a_day() -> None:
    assert unmended([run("a", IngestState.FAILED, hours_ago=25)], NOW) == []


@pytest.fixture
def services(database: Database) -> Services:
    """As much of the server as this view reads."""
    return cast(Services, SimpleNamespace(database=database))


def add(conn: Connection, name: str, sha256: str | None = None) -> NewIngest:
    new = NewIngest(uuid4(), name, name, sha256=sha256)
    ingests.add(conn, new)
    return new


def test_two_thousand_queued_files_are_a_few_rows_and_a_number(
    services: Services, database: Database, tenant: Scope
) -> None:
    with database.scoped(tenant) as conn:
        for number in range(2_000):
            add(conn, f"{number}.pdf")
    view = read_reading(services, tenant)
    assert len(view.waiting) == SHOWN_WAITING
    assert view.unseen_waiting == 2_000 - SHOWN_WAITING
    assert view.summary == "2,000 waiting"
    assert [shown.words for shown in view.waiting[:2]] == [
        "Waiting to start, next in line",
        "Waiting to start, place 2 in line",
    ]
    assert view.no_worker_words is None, "a worker may be starting"
    with database.scoped(tenant) as conn:
        conn.execute("update ingests set queued_at = queued_at - interval '21 seconds'")
    words = read_reading(services, tenant).no_worker_words
    assert words is not None
    assert words.startswith("No worker is running")


def test_a_run_in_hand_says_its_stage_and_page_and_that_it_was_taken_up_again(
    services: Services, database: Database, tenant: Scope
) -> None:
    with database.scoped(tenant) as conn:
        new = add(conn, "annual.pdf")
        ingests.take(conn, new.id, "a")
        ingests.take(conn, new.id, "b")
        ingests.progress(conn, new.id, "b", "parsing page", 12, 40)
        conn.execute("insert into procrastinate_workers default values")
    view = read_reading(services, tenant)
    (shown,) = view.in_hand
    assert shown.words == "Parsing page 12 of 40"
    assert shown.share == pytest.approx(0.3)
    assert shown.note == "Taken up again: attempt 2 of 3."
    assert view.no_worker_words is None
    with database.scoped(tenant) as conn:
        conn.execute("update ingests set heartbeat_at = now() - interval '1 minute' where id = %s", (new.id,))
        conn.execute("delete from procrastinate_workers")
    (shown,) = read_reading(services, tenant).in_hand
    assert shown.words == "Interrupted"
    assert "takes it up again" in shown.note


def test_a_failure_offers_another_try_only_while_its_bytes_are_there(
    services: Services, database: Database, tenant: Scope
) -> None:
    with database.scoped(tenant) as conn:
        kept, gone = add(conn, "kept.pdf", "aa" * 32), add(conn, "gone.pdf", "bb" * 32)
        ingests.fail(conn, kept.id, "MemoryExceeded", "Too much.", keep_bytes=True)
        ingests.fail(conn, gone.id, "NoPages", "No page.")
    view = read_reading(services, tenant)
    assert {shown.name: shown.can_try_again for shown in view.failures} == {
        "kept.pdf": True,
        "gone.pdf": False,
    }


def test_many_failures_are_counted(services: Services, database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        for number in range(12):
            ingests.fail(conn, add(conn, f"{number}.pdf").id, "NoPages", "No page.")
    view = read_reading(services, tenant)
    assert (len(view.failures), view.failure_count) == (SHOWN_FAILURES, 12)
    assert not view.unfinished


def test_what_was_read_lately_names_no_filing_that_may_not_be_read(
    services: Services, database: Database, tenant: Scope
) -> None:
    with database.scoped(tenant) as conn:
        for name, is_restricted in (("open.pdf", False), ("secret.pdf", True)):
            filing = store_filing(conn, restricted=is_restricted)
            ingests.finish(conn, add(conn, name, filing.sha256).id, filing.version_id)
        again = NewIngest(
            uuid4(), "secret.pdf", "secret.pdf", kind=IngestKind.REREAD, reread=filing.version_id
        )
        ingests.add(conn, again)
    view = read_reading(services, tenant)
    assert [shown.name for shown in view.recent] == ["open.pdf"]
    assert [shown.name for shown in view.waiting] == ["A filing that you may not read"]


def test_what_was_removed_since_is_neither_ready_nor_a_failure(
    services: Services, database: Database, tenant: Scope
) -> None:
    with database.scoped(tenant) as conn:
        filing = store_filing(conn)
        ingests.fail(conn, add(conn, "twice.pdf").id, "NoPages", "No page.")
        ingests.finish(conn, add(conn, "twice.pdf", filing.sha256).id, filing.version_id)
        documents.delete(conn, filing.document_id)
    view = read_reading(services, tenant)
    assert (view.recent, view.failures) == ((), ())


def test_a_files_name_writes_no_markup() -> None:
    names: list[str] = []

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            names.append(tag)

    Tags().feed(recent_list([RecentView('<img src=x onerror="x">.pdf', "ok", "Ready")]))
    assert set(names) == {"ul", "li", "span"}


def test_a_page_that_an_address_asks_for_is_opened_or_said_to_be_missing(
    database: Database, tenant: Scope
) -> None:
    links = Links(b"k" * 32)
    with database.scoped(tenant) as conn:
        filing = store_filing(conn)
        opened = read_opened(conn, tenant, str(versions.get(conn, filing.version_id).document_id))
    assert isinstance(opened, OpenFiling)

    def asked(place: str) -> tuple[str, str | None]:
        (view,) = version_views(opened, links, tenant, place)
        return view.place, view.place_file and view.place_file.rpartition("#")[2]

    assert asked("1") == ("1", "page=1")
    assert asked("99999") == ("99999", None)
    for written in ("", "0", "-1", "1.5", "one", "٣"):
        assert asked(written) == ("", None)
