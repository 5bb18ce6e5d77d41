"""Fixtures of the viewer's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.settings import Settings
from pipeline.store.database import Database
from pipeline.store.folder_blobs import FolderBlobs
from pipeline.store.scope import Scope
from tests.serving import served
from tests.viewer.app import PaneApp
from tests.viewer.filing import Stored, pdf_filing, store
from viewer.source_files import SourceFiles


@pytest.fixture
def blob_folder(tmp_path: Path) -> Path:
    return tmp_path / "blobs"


@pytest.fixture
def files(blob_folder: Path) -> SourceFiles:
    return SourceFiles(FolderBlobs(blob_folder))


@pytest.fixture
def report(database: Database, tenant: Scope, blob_folder: Path) -> Stored:
    """The PDF filing of `tests.viewer.filing`, stored for the tenant."""
    return store(database, tenant, blob_folder, pdf_filing())


@pytest.fixture(scope="session")
def pane_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PaneApp]:
    """The real app on a data folder of its own, to which a test adds the filings and answers that it needs."""
    home = tmp_path_factory.mktemp("pane") / "home"
    with served(home) as server:
        database = Database.open(Settings(home))
        try:
            yield PaneApp(server.url, home, database)
        finally:
            database.close()
