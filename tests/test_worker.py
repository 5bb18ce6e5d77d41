"""An ingest stores all of a version or nothing, whatever ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from pipeline.evidence.errors import (
    IngestInterrupted,
    InvalidDocument,
    NotFound,
    SourceEmpty,
    UnsupportedSource,
)
from pipeline.index.embedding import Vectors, embedder_for
from pipeline.ingest import Library
from pipeline.jobs import UPLOADS, sources_in, start_ingest
from pipeline.samples import SampleFiling, build
from pipeline.settings import Settings
from pipeline.store import documents, ingests, passages, versions
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.folder_blobs import FolderBlobs
from pipeline.store.ingests import IngestRow, IngestState
from pipeline.store.scope import Scope
from pipeline.worker import ingest_here


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> list[SampleFiling]:
    return list(build(tmp_path_factory.mktemp("samples")))


@pytest.fixture
def library(database: Database, tenant: Scope, tmp_path: Path) -> Library:
    blobs = FolderBlobs(tmp_path / "blobs").of(tenant.tenant_id)
    return Library(database, blobs, tenant, embedder_for(Settings(tmp_path)))


def stored_files(folder: Path) -> list[Path]:
    return [path for path in (folder / "blobs").rglob("*") if path.is_file()]


def runs(library: Library) -> list[IngestRow]:
    with library.database.scoped(library.scope) as conn:
        return ingests.list_recent(conn)


def test_a_filing_becomes_a_version_with_pages_blocks_and_passages(
    library: Library, samples: list[SampleFiling]
) -> None:
    report = ingest_here(library, samples[0].path)
    assert report.version.title == samples[0].title
    assert (report.version.page_count, report.already_stored) == (18, False)
    with library.database.scoped(library.scope) as conn:
        found = [
            passage
            for index in range(report.version.page_count)
            for passage in passages.of_page(conn, report.version.id, index)
        ]
        assert len(found) == report.version.passage_count > 50
        assert all("PROOF 3" not in passage.text for passage in found), (
            "text outside the cropped page is citable"
        )
    assert library.blobs.get(report.version.sha256) == samples[0].path.read_bytes()
    assert [run.state for run in runs(library)] == [IngestState.READY]


def test_the_same_bytes_again_are_the_same_version(library: Library, samples: list[SampleFiling]) -> None:
    first = ingest_here(library, samples[2].path)
    second = ingest_here(library, samples[2].path)
    assert (second.version.id, second.already_stored) == (first.version.id, True)
    with library.database.scoped(library.scope) as conn:
        assert len(documents.list_all(conn, library.scope.user_id)) == 1


def test_the_same_bytes_again_mend_a_damaged_file(library: Library, samples: list[SampleFiling]) -> None:
    version = ingest_here(library, samples[2].path).version
    library.blobs.path(version.sha256).write_bytes(b"damaged")
    ingest_here(library, samples[2].path)
    assert library.blobs.get(version.sha256) == samples[2].path.read_bytes()


def test_a_superseding_version_joins_the_document_of_the_one_it_replaces(
    library: Library, samples: list[SampleFiling]
) -> None:
    first = ingest_here(library, samples[0].path).version
    second = ingest_here(library, samples[1].path, supersedes=first.id).version
    assert second.document_id == first.document_id
    with library.database.scoped(library.scope) as conn:
        successor = versions.successor(conn, first.id)
    assert successor is not None
    assert successor.id == second.id


def test_an_unknown_superseded_version_is_refused_before_anything_is_read(
    library: Library, tmp_path: Path, samples: list[SampleFiling]
) -> None:
    with pytest.raises(NotFound):
        ingest_here(library, samples[2].path, supersedes=library.scope.tenant_id)
    assert not stored_files(tmp_path)


def test_a_stopped_ingest_leaves_nothing(
    library: Library, tmp_path: Path, samples: list[SampleFiling]
) -> None:
    stop = threading.Event()

    def stop_while_embedding(stage: str, done: int, total: int) -> None:
        if "embedding" in stage or done > 2:
            stop.set()

    with pytest.raises(IngestInterrupted):
        ingest_here(library, samples[0].path, progress=stop_while_embedding, stop=stop)
    with library.database.scoped(library.scope) as conn:
        assert documents.list_all(conn, library.scope.user_id) == []
    assert not stored_files(tmp_path)
    assert [(run.state, run.error_type) for run in runs(library)] == [
        (IngestState.FAILED, "IngestInterrupted")
    ]


class OverflowingEmbedder:
    """An embedding model whose vectors don't fit into half precision."""

    name = "overflowing"
    dimensions = 2

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.full((len(texts), self.dimensions), 1e30, dtype=np.float32)


def test_a_failure_in_the_last_step_leaves_no_row_and_no_file(
    library: Library, tmp_path: Path, samples: list[SampleFiling]
) -> None:
    broken = Library(library.database, library.blobs, library.scope, OverflowingEmbedder())
    with pytest.raises(InvalidDocument, match="overflowing"):
        ingest_here(broken, samples[2].path)
    with library.database.scoped(library.scope) as conn:
        assert documents.list_all(conn, library.scope.user_id) == []
    assert not stored_files(tmp_path)


@pytest.mark.parametrize(
    ("content", "error"), [(b"", SourceEmpty), (b"PK\x03\x04 not a filing", UnsupportedSource)]
)
def test_what_is_no_filing_is_refused_with_its_name(
    library: Library, tmp_path: Path, content: bytes, error: type[Exception]
) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(content)
    with pytest.raises(error, match=r"report\.pdf"):
        ingest_here(library, path)
    assert [run.state for run in runs(library)] == [IngestState.FAILED]
    assert not stored_files(tmp_path)


def test_folders_are_searched_for_filings(tmp_path: Path) -> None:
    for name in ("b.pdf", "a.htm", "notes.docx", "sub/c.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    assert [path.name for path in sources_in([tmp_path])] == ["a.htm", "b.pdf", "c.txt"]


def wait_for_state(library: Library, wanted: set[IngestState], seconds: float = 90) -> IngestRow:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        (run,) = runs(library)
        if run.state in wanted:
            return run
        time.sleep(0.1)
    raise AssertionError(f"the ingest is still {runs(library)[0].state}")


def test_an_upload_is_read_by_a_process_of_its_own_and_removed_afterwards(
    database: Database, tenant: Scope, settings: Settings, samples: list[SampleFiling]
) -> None:
    library = Library(database, open_blobs(settings).of(tenant.tenant_id), tenant, embedder_for(settings))
    uploaded = settings.home / UPLOADS / "one" / "quarter.html"
    uploaded.parent.mkdir(parents=True)
    uploaded.write_bytes(samples[2].path.read_bytes())
    start_ingest(settings, database, tenant, uploaded)
    run = wait_for_state(library, {IngestState.READY, IngestState.FAILED})
    assert run.state is IngestState.READY, run.error_message
    assert not uploaded.parent.exists()


def test_a_killed_ingest_leaves_nothing_half_stored(
    database: Database, tenant: Scope, settings: Settings, samples: list[SampleFiling]
) -> None:
    library = Library(database, open_blobs(settings).of(tenant.tenant_id), tenant, embedder_for(settings))
    with database.scoped(tenant) as conn:
        ingest_id = ingests.start(conn, source_name="annual.pdf", path=str(samples[0].path))
    process = subprocess.Popen(
        [sys.executable, "-m", "pipeline.worker", str(tenant.tenant_id), str(tenant.user_id), str(ingest_id)],
        env=os.environ | {"PINCITE_HOME": str(settings.home)},
    )
    wait_for_state(library, {IngestState.RUNNING})
    process.send_signal(signal.SIGKILL)
    process.wait()
    with database.scoped(tenant) as conn:
        assert documents.list_all(conn, tenant.user_id) == []
        count = conn.execute("select count(*) from pages").fetchone()
    assert count == (0,)
