"""Fixtures of the viewer's tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from pipeline.evidence.answer import Answer
from pipeline.settings import Settings
from pipeline.store import answers
from pipeline.store.database import Database
from pipeline.store.folder_blobs import FolderBlobs
from pipeline.store.scope import Scope
from tests.serving import served
from tests.viewer.app import PaneApp
from tests.viewer.checked_filing import checked_filing
from tests.viewer.filing import Stored, pdf_filing, store, unique
from viewer.links import Links
from viewer.resolver import resolve_answer, shown_sources
from viewer.source_files import SourceFiles
from viewer.views import answer_view, pane_view

Show = Callable[[Answer], dict[str, Any]]


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


@pytest.fixture
def checked(database: Database, tenant: Scope, blob_folder: Path) -> Stored:
    """The filing that `tests.viewer.checked_answer` cites, stored for the tenant."""
    return store(database, tenant, blob_folder, unique(checked_filing()))


@pytest.fixture
def show(database: Database, tenant: Scope, files: SourceFiles) -> Show:
    """Stores an answer once; its view as it travels to the browser, the pane's beside it."""
    stored: set[UUID] = set()

    def shown(answer: Answer) -> dict[str, Any]:
        with database.scoped(tenant) as conn:
            if answer.id not in stored:
                answers.save(conn, tenant.user_id, answer)
                stored.add(answer.id)
            resolved = resolve_answer(conn, tenant, answer.id, files=files)
            resolved = replace(resolved, answer=replace(resolved.answer, stage=answer.stage))
            sources = shown_sources(conn, resolved)
        view = answer_view(resolved)
        view["pane"] = pane_view(resolved, sources, Links(b"k" * 32), tenant)
        found: dict[str, Any] = json.loads(json.dumps(view))
        return found

    return shown
