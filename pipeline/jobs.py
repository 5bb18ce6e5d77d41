"""Ingests as jobs: the app queues them and starts a process for each; `pipeline.worker` is what runs in it.

Nothing here, and nothing that this imports, parses anything: the web process stays free of parsers.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from uuid import UUID

from pipeline.evidence.errors import DataFolderUnusable, SourceMissing
from pipeline.settings import Settings
from pipeline.store import ingests
from pipeline.store.database import Database
from pipeline.store.scope import Scope

UPLOADS = "uploads"
"""Folder of the data folder for uploaded files; an ingest removes its file from there when it is done."""

SAMPLES = "samples"
"""The job that reads the sample filings, and the folder of the data folder where they are built."""

SUFFIXES = frozenset({".pdf", ".htm", ".html", ".xhtml", ".txt"})
"""What is taken from a folder. A file named by itself is read whatever its name is."""

SAMPLES_PENDING = "samples.pending"
"""A file in the data folder while the samples are on their way; what a killed process left is ignored after
SAMPLES_PATIENCE seconds."""

SAMPLES_PATIENCE = 300.0

SAMPLES_LOADED = "samples.loaded"
"""A file in the data folder that says that the samples were read; samples that were deleted don't come back."""


def sources_in(paths: Iterable[Path]) -> Iterator[Path]:
    """The files meant by paths: files as they are, folders by the filings in them, in name order.

    Raises SourceMissing for a folder without a filing.
    """
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted(file for file in path.rglob("*") if file.suffix.lower() in SUFFIXES and file.is_file())
        if not found:
            raise SourceMissing(
                f"There is no PDF, HTML or text file in {path}. Name the files themselves.", source=str(path)
            )
        yield from found


def start_ingest(
    settings: Settings, database: Database, scope: Scope, path: Path, supersedes: UUID | None = None
) -> UUID:
    """Queue one file and start a process for it; returns at once with the ingest's id."""
    with database.scoped(scope) as conn:
        ingest_id = ingests.start(conn, source_name=path.name, path=str(path), supersedes=supersedes)
    _spawn(settings, scope, str(ingest_id))
    return ingest_id


def load_samples(settings: Settings, scope: Scope) -> None:
    """Have the sample filings read by a process of its own, once in the life of a data folder."""
    if not (settings.home / SAMPLES_LOADED).exists():
        try:
            settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
            (settings.home / SAMPLES_PENDING).touch()
        except OSError as error:
            raise DataFolderUnusable(
                f"The data folder {settings.home} cannot be used: {error.strerror or error}. "
                "Make it writable, free some space, or set PINCITE_HOME to another folder."
            ) from error
        _spawn(settings, scope, SAMPLES)


def samples_are_coming(settings: Settings) -> bool:
    """True while the sample filings are being built and read."""
    try:
        started = (settings.home / SAMPLES_PENDING).stat().st_mtime
    except OSError:
        return False
    return time.time() - started < SAMPLES_PATIENCE


def _spawn(settings: Settings, scope: Scope, job: str) -> None:
    subprocess.Popen(
        [sys.executable, "-m", "pipeline.worker", str(scope.tenant_id), str(scope.user_id), job],
        env=os.environ | {"PINCITE_HOME": str(settings.home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
