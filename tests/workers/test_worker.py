"""Workers as processes: what they read, what they leave when they are killed, and who takes it up."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

import psutil
import pytest

from pipeline.evidence.errors import DatabaseUnavailable, SourceMissing
from pipeline.jobs import cancel, queue_files, queue_samples, start_reread, try_again
from pipeline.samples import SampleFiling, build
from pipeline.settings import Settings
from pipeline.store import documents, ingests, queue, versions
from pipeline.store.account import Account
from pipeline.store.cluster import Cluster
from pipeline.store.database import Database
from pipeline.store.documents import DocumentRow
from pipeline.store.ingests import IngestRow, IngestState
from pipeline.store.scope import LOCAL
from tests.serving import ELSEWHERE, PINCITE, free_port

PATIENCE = 200.0
"""Seconds for what takes a few on a machine that does nothing else."""

Value = TypeVar("Value")


def wait_for(look: Callable[[], Value | None], what: str, seconds: float = PATIENCE) -> Value:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(0.05)
    raise AssertionError(f"{what} did not happen within {seconds:.0f} s")


@dataclass(frozen=True, slots=True)
class Host:
    """A data folder with its database, and the processes that work on it."""

    settings: Settings
    database: Database

    def environment(self) -> dict[str, str]:
        return os.environ | {"PINCITE_HOME": str(self.settings.home)}

    def queue(self, path: Path, supersedes: UUID | None = None) -> UUID:
        (queued,) = queue_files(self.settings, self.database, LOCAL, [path], supersedes=supersedes)
        return queued.ingest_id

    def run(self, ingest_id: UUID) -> IngestRow:
        """The run as it stands, once the database answers."""

        def look() -> IngestRow | None:
            try:
                with self.database.scoped(LOCAL) as conn:
                    return ingests.get(conn, ingest_id)
            except DatabaseUnavailable:
                return None

        return wait_for(look, "an answer of the database")

    def documents(self) -> list[DocumentRow]:
        with self.database.scoped(LOCAL) as conn:
            return documents.list_all(conn, LOCAL.user_id)

    def in_state(self, ingest_id: UUID, state: IngestState, seconds: float = PATIENCE) -> IngestRow:
        def look() -> IngestRow | None:
            row = self.run(ingest_id)
            done = row.state is state or row.state not in ingests.UNFINISHED
            return row if done else None

        row = wait_for(look, f"the state {state}", seconds)
        assert row.state is state, f"{row.state}: {row.error_type}: {row.error_message}"
        return row

    def in_the_middle(self, ingest_id: UUID) -> IngestRow:
        """Once the file is being parsed."""
        return wait_for(
            lambda: row if (row := self.run(ingest_id)).stage not in (None, "starting") else None,
            "the middle of the reading",
        )

    def rows(self, table: str) -> int:
        with self.database.scoped(LOCAL) as conn:
            row = conn.execute(f"select count(*) from {table}".encode()).fetchone()
        assert row is not None
        return int(row[0])

    def blobs(self) -> list[str]:
        return [path.name for path in (self.settings.home / "blobs").rglob("*") if path.is_file()]

    def remove_everything(self) -> None:
        with self.database.scoped(LOCAL) as conn:
            conn.execute("delete from documents")
            conn.execute("delete from ingests")
            conn.execute("delete from procrastinate_jobs")
        shutil.rmtree(self.settings.home / "blobs", ignore_errors=True)


@dataclass(frozen=True, slots=True)
class WorkerProcess:
    """A `pincite worker --json`."""

    process: subprocess.Popen[bytes]
    said: Path

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.said.read_text().splitlines()]

    def kinds(self) -> list[str]:
        return [event["event"] for event in self.events]

    def kinds_of(self, ingest_id: UUID) -> list[str]:
        return [event["event"] for event in self.events if event.get("ingest_id") == str(ingest_id)]

    def family(self) -> list[psutil.Process]:
        """The processes that read for it. The database is nobody's child: it has a session of its own."""
        own = psutil.Process(self.process.pid)
        return [child for child in own.children(recursive=True) if "postgres" not in child.name()]


@pytest.fixture(scope="module")
def filings(tmp_path_factory: pytest.TempPathFactory) -> list[SampleFiling]:
    return list(build(tmp_path_factory.mktemp("samples")))


@pytest.fixture(scope="module")
def shared_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    settings = Settings(home=tmp_path_factory.mktemp("worker"))
    database = Database.open(settings)
    yield Host(settings, database)
    database.close()


@pytest.fixture
def host(shared_host: Host) -> Host:
    """An empty library."""
    shared_host.remove_everything()
    return shared_host


@contextmanager
def a_worker(host: Host, folder: Path) -> Iterator[WorkerProcess]:
    said = folder / "events.jsonl"
    with said.open("wb") as output:
        process = subprocess.Popen(
            [PINCITE, "worker", "--json"],
            env=host.environment(),
            cwd=ELSEWHERE,
            stdout=output,
            start_new_session=True,
        )
    worker = WorkerProcess(process, said)
    try:
        wait_for(lambda: "started" in worker.kinds(), "the start of a worker")
        yield worker
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def shared_worker(shared_host: Host, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerProcess]:
    with a_worker(shared_host, tmp_path_factory.mktemp("said")) as started:
        yield started


@pytest.fixture
def worker(shared_worker: WorkerProcess, host: Host) -> WorkerProcess:
    """A worker that outlives the tests, on an empty library."""
    assert shared_worker.process.poll() is None, "the worker ended"
    return shared_worker


@contextmanager
def paused(worker: WorkerProcess) -> Iterator[None]:
    """The worker takes nothing meanwhile."""
    worker.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        worker.process.send_signal(signal.SIGCONT)


def ended(processes: list[psutil.Process]) -> bool:
    return not psutil.wait_procs(processes, timeout=10)[1]


def only_version(host: Host) -> DocumentRow:
    (document,) = host.documents()
    assert host.rows("versions") == 1
    assert host.rows("ingest_parts") == 0
    return document


# Without a worker ------------------------------------------------------------------------------------------


def test_a_queued_run_is_cancelled_at_once_and_its_bytes_go(host: Host, filings: list[SampleFiling]) -> None:
    ingest_id, twin = host.queue(filings[0].path), host.queue(filings[0].path)
    cancel(host.settings, host.database, LOCAL, [ingest_id])
    assert host.run(ingest_id).state is IngestState.CANCELLED
    assert host.blobs(), "the other run still reads them"
    cancel(host.settings, host.database, LOCAL, [twin])
    assert not host.blobs()
    assert host.rows("procrastinate_jobs") == 0


def test_the_worker_beside_the_app_is_started_again_and_ends_with_the_app(host: Host) -> None:
    app = subprocess.Popen(
        [PINCITE, "serve", "--port", str(free_port())],
        env=host.environment(),
        cwd=ELSEWHERE,
        stdout=subprocess.DEVNULL,
    )
    try:
        first = wait_for(lambda: worker_of(app), "the worker beside the app")
        wait_for(lambda: living(host), "its first sign of life")
        first.kill()
        second = wait_for(
            lambda: found if (found := worker_of(app)) and found.pid != first.pid else None, "another worker"
        )
        app.kill()
        app.wait()
        assert ended([second]), "the worker outlived the app"
    finally:
        app.kill()
        app.wait()


# With one that outlives the tests --------------------------------------------------------------------------


def test_what_was_queued_is_read_and_told(
    worker: WorkerProcess, host: Host, filings: list[SampleFiling]
) -> None:
    first, again = host.queue(filings[2].path), host.queue(filings[2].path)
    row = host.in_state(again, IngestState.READY)
    assert host.run(first).version_id == row.version_id
    assert (row.attempts, row.keeps_bytes) == (1, False)
    wait_for(lambda: "ready" in worker.kinds_of(again), "the event of the second")
    ready = [event for event in worker.events if event["event"] == "ready"]
    assert [event["already_stored"] for event in ready] == [False, True]
    assert ready[0]["ingest_id"] == str(first)
    assert living(host) >= 1
    assert only_version(host).source_name == filings[2].path.name
    wait_for(lambda: host.rows("procrastinate_jobs") == 0, "the end of the jobs")


def test_what_is_no_filing_fails_for_good_and_is_not_kept(
    worker: WorkerProcess, host: Host, tmp_path: Path
) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(b"PK\x03\x04 not a filing")
    empty = tmp_path / "empty.pdf"
    empty.touch()
    refused = host.queue(empty)
    assert (host.run(refused).state, host.run(refused).error_type) == (IngestState.FAILED, "SourceEmpty")
    ingest_id = host.queue(path)
    row = host.in_state(ingest_id, IngestState.FAILED)
    assert row.error_type == "UnsupportedSource"
    assert "report.pdf" in (row.error_message or "")
    assert (row.attempts, row.keeps_bytes) == (1, False)
    wait_for(lambda: not host.blobs(), "the end of the bytes")
    assert worker.kinds_of(ingest_id) == ["taken", "failed"]
    with pytest.raises(SourceMissing, match="add it again"):
        try_again(host.database, LOCAL, ingest_id)


def test_a_run_whose_process_is_killed_each_time_ends_in_words_and_can_be_tried_again(
    worker: WorkerProcess, host: Host, filings: list[SampleFiling]
) -> None:
    with paused(worker):
        ingest_id = host.queue(filings[2].path)
        with host.database.scoped(LOCAL) as conn:  # as three workers left it that were killed
            conn.execute("update ingests set attempts = 3, worker = 'gone' where id = %s", (ingest_id,))
    row = host.in_state(ingest_id, IngestState.FAILED)
    assert row.error_type == "ProcessKilled"
    assert "begun 3 times" in (row.error_message or "")
    assert row.sha256 in host.blobs()
    try_again(host.database, LOCAL, ingest_id)
    host.in_state(ingest_id, IngestState.READY)
    only_version(host)


def test_a_killed_reader_is_begun_again_by_its_worker(
    worker: WorkerProcess, host: Host, filings: list[SampleFiling]
) -> None:
    ingest_id = host.queue(filings[0].path)
    host.in_the_middle(ingest_id)
    for reader in worker.family():
        with suppress(psutil.NoSuchProcess):
            reader.kill()
    row = host.in_state(ingest_id, IngestState.READY)
    assert row.attempts == 2
    assert worker.kinds_of(ingest_id) == ["taken", "handed_back", "taken", "ready"]
    only_version(host)


def test_a_run_in_hand_is_cancelled_within_moments(
    worker: WorkerProcess, host: Host, filings: list[SampleFiling]
) -> None:
    ingest_id = host.queue(filings[0].path)
    host.in_the_middle(ingest_id)
    cancel(host.settings, host.database, LOCAL, [ingest_id])
    row = host.in_state(ingest_id, IngestState.CANCELLED, seconds=8)
    assert row.error_type == "IngestInterrupted"
    wait_for(lambda: "cancelled" in worker.kinds_of(ingest_id), "the event")
    wait_for(lambda: not host.blobs(), "the end of the bytes")
    wait_for(lambda: host.rows("procrastinate_jobs") == 0, "the end of the job")
    assert host.documents() == []
    assert host.rows("ingest_parts") == 0


def test_samples_are_built_and_read_in_order_and_once(worker: WorkerProcess, host: Host) -> None:
    with paused(worker):
        queue_samples(host.settings, host.database, LOCAL)
        queue_samples(host.settings, host.database, LOCAL)
        assert len(unfinished(host)) == 1
        with host.database.scoped(LOCAL) as conn:
            assert ingests.samples_are_coming(conn)
    wait_for(lambda: len(host.documents()) == 2 and not unfinished(host), "the end of the samples")
    annual, quarterly = sorted(host.documents(), key=lambda document: document.source_name or "")
    assert annual.superseded_versions == 1
    assert "10-q" in (quarterly.source_name or "")
    again = host.queue(host.settings.home / "samples" / (quarterly.source_name or ""))
    assert host.in_state(again, IngestState.READY).version_id == quarterly.version_id
    reread = start_reread(host.settings, host.database, LOCAL, required(quarterly.version_id))
    row = host.in_state(reread, IngestState.READY)
    assert (row.version_id, row.reread) == (quarterly.version_id, quarterly.version_id)
    with host.database.scoped(LOCAL) as conn:
        assert versions.get(conn, required(row.version_id)).sha256 in host.blobs()


def test_a_killed_command_leaves_its_file_to_a_worker(
    worker: WorkerProcess, host: Host, filings: list[SampleFiling]
) -> None:
    with paused(worker):
        process = a_command(host, filings[2].path)
        ingest_id = wait_for(lambda: next(iter(unfinished(host)), None), "a queued file")
        wait_for(lambda: host.run(ingest_id).attempts == 1, "the command's own attempt")
        process.kill()
        process.wait()
    row = host.in_state(ingest_id, IngestState.READY)
    assert row.attempts == 2
    only_version(host)


def test_an_interrupted_command_cancels_its_file(
    worker: WorkerProcess, host: Host, filings: list[SampleFiling]
) -> None:
    with paused(worker):
        process = a_command(host, filings[0].path)
        ingest_id = wait_for(lambda: next(iter(unfinished(host)), None), "a queued file")
        wait_for(lambda: host.run(ingest_id).attempts == 1, "the command's own attempt")
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert json.loads(said)["error"]["type"] == "IngestInterrupted"
    assert host.run(ingest_id).state is IngestState.CANCELLED
    assert host.documents() == []
    assert not host.blobs()


def test_a_killed_workers_run_is_taken_up_by_another(
    worker: WorkerProcess, host: Host, filings: list[SampleFiling], tmp_path: Path
) -> None:
    with paused(worker), a_worker(host, tmp_path) as killed:
        ingest_id = host.queue(filings[0].path)
        host.in_the_middle(ingest_id)
        readers = killed.family()
        killed.process.kill()
        killed_at = time.monotonic()
        assert ended(readers), "a reader outlived its worker"
        assert host.documents() == []
        assert host.rows("pages") == 0
    wait_for(lambda: host.run(ingest_id).attempts == 2, "the second attempt")
    assert time.monotonic() - killed_at < 30
    host.in_state(ingest_id, IngestState.READY)
    assert "stalled" in worker.kinds()
    only_version(host)


def test_a_killed_database_comes_back_and_the_worker_goes_on(
    worker: WorkerProcess, host: Host, filings: list[SampleFiling]
) -> None:
    ingest_id = host.queue(filings[0].path)
    host.in_the_middle(ingest_id)
    process_id = Cluster(host.settings.home, Account.for_home(host.settings.home)).process_id()
    assert process_id is not None
    os.kill(process_id, signal.SIGKILL)
    host.in_state(ingest_id, IngestState.READY)
    only_version(host)
    host.in_state(host.queue(filings[2].path), IngestState.READY)
    assert worker.process.poll() is None
    assert "restarting" not in worker.kinds()


def test_a_worker_that_is_asked_to_end_hands_its_run_back(
    worker: WorkerProcess, host: Host, tmp_path: Path
) -> None:
    """The last one: it ends the worker of the others. The file takes longer than the worker has to end."""
    ingest_id = host.queue(a_long_filing(tmp_path))
    host.in_the_middle(ingest_id)
    readers = worker.family()
    worker.process.terminate()
    assert worker.process.wait(20) == 0
    assert ended(readers)
    row = host.run(ingest_id)
    assert (row.state, row.attempts) == (IngestState.QUEUED, 0)
    assert worker.kinds()[-2:] == ["handed_back", "stopped"]
    assert host.documents() == []


def a_long_filing(folder: Path) -> Path:
    """A text of 4,000 paragraphs: minutes of reading."""
    path = folder / "long.txt"
    words = " ".join(f"word{number}" for number in range(120))
    path.write_text("\n\n".join(f"Paragraph {number} says {words}." for number in range(4_000)))
    return path


def a_command(host: Host, path: Path) -> subprocess.Popen[bytes]:
    """`pincite ingest FILE --json`, begun."""
    return subprocess.Popen(
        [PINCITE, "ingest", str(path), "--json"],
        env=host.environment(),
        cwd=ELSEWHERE,
        stdout=subprocess.PIPE,
    )


def unfinished(host: Host) -> list[UUID]:
    with host.database.scoped(LOCAL) as conn:
        return ingests.list_unfinished(conn)


def required(value: UUID | None) -> UUID:
    assert value is not None
    return value


def worker_of(app: subprocess.Popen[bytes]) -> psutil.Process | None:
    for child in psutil.Process(app.pid).children():
        with suppress(psutil.NoSuchProcess):  # it ends as we look
            if "worker" in child.cmdline():
                return child
    return None


def living(host: Host) -> int:
    with host.database.scoped(LOCAL) as conn:
        return queue.living_workers(conn)
