"""One file is read in a process of its own: within its limits, stoppable, and harming nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from uuid import UUID, uuid4

import psutil
import pytest

from pipeline.evidence.errors import (
    AlreadyStored,
    BlobMissing,
    IngestInterrupted,
    MemoryExceeded,
    NoPages,
    NotFound,
    ProcessKilled,
    SourceTooLarge,
    TimeExceeded,
)
from pipeline.limits import Limits
from pipeline.reading import supervisor as reading
from pipeline.reading.request import IngestTask
from pipeline.reading.supervisor import read_in_child
from pipeline.settings import Settings
from pipeline.store import blocks, versions
from pipeline.store.blobs import BlobStore, open_blobs
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.fixtures.bombs import PDFS
from tests.fixtures.hostile import endless_page, many_pages, memory_bomb
from tests.fixtures.pdfs import Text, pdf_of, three_lines, without_pages

ROOT = Path(__file__).resolve().parents[1]


@dataclass
class Reader:
    """Reads files for one tenant, and remembers what was told of the last one."""

    settings: Settings
    database: Database
    scope: Scope
    blobs: BlobStore
    heard: list[tuple[str, int, int]] = field(default_factory=list)

    def read(
        self,
        data: bytes,
        *,
        limits: Limits | None = None,
        progress: Callable[[str, int, int], None] | None = None,
        stopped: Callable[[], bool] = lambda: False,
        name: str = "report.pdf",
        supersedes: UUID | None = None,
    ) -> UUID:
        def hear(stage: str, done: int, total: int) -> None:
            self.heard.append((stage, done, total))
            if progress:
                progress(stage, done, total)

        task = IngestTask(uuid4(), self.blobs.put(data), name, supersedes)
        settings = replace(self.settings, limits=limits or Limits())
        return read_in_child(settings, self.scope, task, hear, stopped)

    def count(self, table: str) -> int:
        with self.database.scoped(self.scope) as conn:
            row = conn.execute(f"select count(*) from {table}".encode()).fetchone()
        assert row is not None
        return int(row[0])


@pytest.fixture
def reader(settings: Settings, database: Database, tenant: Scope) -> Reader:
    return Reader(settings, database, tenant, open_blobs(settings).of(tenant.tenant_id))


def long_report(pages: int = 24) -> bytes:
    return pdf_of(
        *(
            [Text(60, 100 + 14 * line, f"Sentence {line} of page {page}.") for line in range(6)]
            for page in range(pages)
        )
    )


def readers() -> list[psutil.Process]:
    """The processes that read a file now, with what they have started."""
    nursery = reading._nursery.pid
    return psutil.Process(nursery).children(recursive=True) if nursery else []


def child() -> psutil.Process:
    (found,) = psutil.Process(reading._nursery.pid).children()
    return found


def gone(processes: list[psutil.Process], within: float = 5.0) -> bool:
    _, alive = psutil.wait_procs(processes, timeout=within)
    return not [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]


def test_a_file_becomes_a_version_and_tells_how_far_it_is(reader: Reader) -> None:
    version_id = reader.read(three_lines())
    with reader.database.scoped(reader.scope) as conn:
        assert len(blocks.of_page(conn, version_id, 0)) == 3
        assert versions.get(conn, version_id).source_name == "report.pdf"
    stages = [stage for stage, _, _ in reader.heard]
    assert stages == sorted(stages, key=["parsing page", "embedding passage", "storing"].index)
    assert ("parsing page", 1, 1) in reader.heard
    assert gone(readers())


def test_the_same_bytes_again_are_the_version_that_is_there(reader: Reader) -> None:
    assert reader.read(three_lines()) == reader.read(three_lines())


def test_bytes_that_are_there_take_no_other_versions_place(reader: Reader) -> None:
    first, second = reader.read(three_lines()), reader.read(long_report(2))
    with pytest.raises(AlreadyStored, match=f"as version {second}.*place of version {first}"):
        reader.read(long_report(2), supersedes=first)
    with reader.database.scoped(reader.scope) as conn:
        assert versions.get(conn, second).supersedes is None
    third = reader.read(long_report(3), supersedes=first)
    assert reader.read(long_report(3), supersedes=first) == third


def test_a_process_that_was_started_and_not_forked_reads_the_same(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "CAN_FORK", False)
    version_id = reader.read(three_lines())
    with reader.database.scoped(reader.scope) as conn:
        assert len(blocks.of_page(conn, version_id, 0)) == 3


@pytest.mark.parametrize("forks", [True, False])
def test_errors_arrive_as_what_they_are(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, *, forks: bool
) -> None:
    monkeypatch.setattr(reading, "CAN_FORK", forks)
    with pytest.raises(NoPages, match=r"empty\.pdf is a PDF without a page") as caught:
        reader.read(without_pages(), name="empty.pdf")
    assert caught.value.source == "empty.pdf"


def test_errors_of_the_store_arrive_too(reader: Reader) -> None:
    with pytest.raises(NotFound):
        reader.read(three_lines(), supersedes=uuid4())
    task = IngestTask(uuid4(), "0" * 64, "lost.pdf")
    with pytest.raises(BlobMissing):
        read_in_child(reader.settings, reader.scope, task, lambda *_: None, lambda: False)


def test_too_many_bytes_are_refused(reader: Reader) -> None:
    with pytest.raises(SourceTooLarge, match="PINCITE_MAX_BYTES"):
        reader.read(three_lines(), limits=Limits(bytes=500))


def test_too_many_pages_are_refused_before_any_is_read(reader: Reader) -> None:
    with pytest.raises(SourceTooLarge, match=r"6,000 pages.*PINCITE_MAX_PAGES"):
        reader.read(many_pages(6000))
    assert not reader.heard


def test_an_endless_page_ends_in_its_own_error(reader: Reader) -> None:
    started = time.monotonic()
    with pytest.raises(TimeExceeded, match=r"endless\.pdf took longer than 4 seconds"):
        reader.read(endless_page(), limits=Limits(seconds=4), name="endless.pdf")
    assert time.monotonic() - started < 60
    assert gone(readers())
    assert reader.count("versions") == 0


def test_a_page_that_its_library_does_not_finish_is_named(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "PAGE_SECONDS", 2.0)
    tiles = next(bomb for bomb in PDFS if bomb.name == "a pattern of 10¹² tiles")
    with pytest.raises(TimeExceeded, match=r"PDF page 1 of 1 of tiles\.pdf took longer than 2 seconds"):
        reader.read(tiles.build(), name="tiles.pdf")
    assert gone(readers())
    assert not any(stage == reading.READING_PAGE for stage, _, _ in reader.heard)


def test_a_memory_bomb_ends_in_its_own_error_while_another_file_is_read(reader: Reader) -> None:
    bombed: list[BaseException] = []

    def explode() -> None:
        try:
            reader.read(memory_bomb(), limits=Limits(memory=700_000_000), name="bomb.pdf")
        except MemoryExceeded as error:
            bombed.append(error)

    thread = threading.Thread(target=explode)
    thread.start()
    version_id = reader.read(long_report(4))
    thread.join()
    assert ["bomb.pdf" in str(error) for error in bombed] == [True]
    with reader.database.scoped(reader.scope) as conn:
        assert versions.get(conn, version_id).page_count == 4
    assert gone(readers())


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_a_process_that_is_killed_or_crashes_says_so_and_its_work_is_kept(
    reader: Reader, number: int
) -> None:
    def crash(stage: str, done: int, total: int) -> None:
        if done >= 14:
            child().send_signal(number)

    data = long_report()
    with pytest.raises(ProcessKilled, match=signal.Signals(number).name):
        reader.read(data, progress=crash)
    assert gone(readers())
    assert reader.count("versions") == 0
    assert reader.count("ingest_parts") >= 2
    version_id = reader.read(data)
    with reader.database.scoped(reader.scope) as conn:
        assert versions.get(conn, version_id).page_count == 24
    assert reader.count("ingest_parts") == 0


def test_the_next_file_is_read_after_the_nursery_was_killed(reader: Reader) -> None:
    def kill(stage: str, done: int, total: int) -> None:
        os.kill(reading._nursery.pid or 0, signal.SIGKILL)

    with pytest.raises(ProcessKilled):
        reader.read(long_report(), progress=kill)
    version_id = reader.read(three_lines())
    with reader.database.scoped(reader.scope) as conn:
        assert versions.get(conn, version_id).page_count == 1


def test_what_a_library_writes_down_is_gone_when_its_process_was_killed(reader: Reader) -> None:
    def folders() -> list[Path]:
        return list(Path(tempfile.gettempdir()).glob(f"pincite-reading-{os.getpid()}-*"))

    def kill(stage: str, done: int, total: int) -> None:
        (folder,) = folders()
        (folder / "page").write_text("words of a filing")
        child().kill()

    with pytest.raises(ProcessKilled):
        reader.read(long_report(), progress=kill)
    assert not folders()


def test_a_killed_segmenter_costs_nothing_but_time(reader: Reader) -> None:
    killed: list[int] = []

    def kill(stage: str, done: int, total: int) -> None:
        if done >= 2 and not killed:
            victim = child().children()[0]
            killed.append(victim.pid)
            victim.kill()

    version_id = reader.read(long_report(), progress=kill)
    assert killed
    with reader.database.scoped(reader.scope) as conn:
        assert versions.get(conn, version_id).page_count == 24


def test_a_reading_that_is_stopped_ends_soon_and_leaves_no_version(reader: Reader) -> None:
    stop = threading.Event()
    asked: list[float] = []

    def ask(stage: str, done: int, total: int) -> None:
        if done >= 2 and not stop.is_set():
            asked.append(time.monotonic())
            stop.set()

    with pytest.raises(IngestInterrupted, match=r"report\.pdf was stopped"):
        reader.read(long_report(), progress=ask, stopped=stop.is_set)
    assert time.monotonic() - asked[0] < 10
    assert reader.count("versions") == 0
    assert gone(readers())


def test_an_endless_page_is_stopped_too(reader: Reader) -> None:
    with pytest.raises(IngestInterrupted):
        reader.read(endless_page(), stopped=lambda: bool(reader.heard))
    assert gone(readers())


def test_everything_ends_with_the_process_that_asked(settings: Settings, reader: Reader) -> None:
    sha256 = reader.blobs.put(endless_page())
    script = f"""
import sys
from pathlib import Path
from uuid import UUID, uuid4
from pipeline.reading import supervisor as reading
from pipeline.reading.request import IngestTask
from pipeline.settings import Settings
from pipeline.store.scope import Scope
scope = Scope(UUID({str(reader.scope.tenant_id)!r}), UUID({str(reader.scope.user_id)!r}))
task = IngestTask(uuid4(), {sha256!r}, "endless.pdf")
def told(stage, done, total):
    print(reading._nursery.pid, flush=True)
reading.read_in_child(Settings(Path({str(settings.home)!r})), scope, task, told, lambda: False)
"""
    asker = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE)
    assert asker.stdout is not None
    nursery = psutil.Process(int(asker.stdout.readline()))
    processes = [nursery, *nursery.children(recursive=True)]
    assert len(processes) >= 4, "a reader, a segmenter and its generation"
    asker.kill()
    asker.wait()
    assert gone(processes)
