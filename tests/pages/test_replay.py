"""An answer replays: loaded again, its claims are the same bytes, and its evidence too but for the links' tokens."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID

import pytest

from pages.asking import ShownAnswer, read_answer
from pipeline.settings import Settings
from pipeline.store import answers
from pipeline.store.database import Database
from pipeline.store.folder_blobs import FolderBlobs
from pipeline.store.scope import Scope
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import checked_filing
from tests.viewer.filing import store
from viewer.deep_links import LinkedView
from viewer.drawing_process import ROOT
from viewer.links import BUCKET_SECONDS, Links
from viewer.services import Services
from viewer.source_files import SourceFiles


@dataclass(frozen=True)
class Replayed:
    """An answer with every outcome in the store, to be read at moments of the test's choosing."""

    database: Database
    scope: Scope
    files: SourceFiles
    answer_id: UUID

    def read(self, moment: float) -> ShownAnswer:
        links = Links(b"k" * 32, clock=lambda: moment)
        opened = SimpleNamespace(database=self.database, files=self.files, links=links)
        return read_answer(cast(Services, opened), self.scope, str(self.answer_id), LinkedView())


@pytest.fixture
def replayed(database: Database, tenant: Scope, tmp_path: Path) -> Replayed:
    stored = store(database, tenant, tmp_path / "blobs", checked_filing())
    answer = checked_answer(stored)
    with database.scoped(tenant) as conn:
        answers.save(conn, tenant.user_id, answer)
    return Replayed(database, tenant, SourceFiles(FolderBlobs(tmp_path / "blobs")), answer.id)


def reading(home: Path, blobs: Path, scope: Scope, answer_id: UUID) -> bytes:
    """What a server of another process would send for the answer. Prints it: run as a program."""
    database = Database.open(Settings(home=home))
    try:
        shown = Replayed(database, scope, SourceFiles(FolderBlobs(blobs)), answer_id).read(0)
        return written([shown.claims, shown.pane, shown.summary])
    finally:
        database.close()


def written(value: object) -> bytes:
    """As it is sent to the browser: the order of names counts."""
    return json.dumps(value, ensure_ascii=False).encode()


def without_tokens(pane: dict[str, Any]) -> dict[str, Any]:
    """The pane's data without its links, which end and are made anew."""
    links = ("token", "frame_url", "original_url", "expires")
    sources = {
        version: {name: value for name, value in source.items() if name not in links}
        for version, source in pane["sources"].items()
    }
    return {**pane, "sources": sources}


def test_an_answer_loaded_again_is_the_same_bytes(replayed: Replayed) -> None:
    first, again = replayed.read(0), replayed.read(1)
    assert len(first.claims["claims"]) >= 5
    assert len(first.pane["evidence"]) >= 5
    assert written(first.claims) == written(again.claims)
    assert written(first.pane) == written(again.pane)
    assert first.summary == again.summary


def test_days_later_only_the_links_have_changed(replayed: Replayed) -> None:
    first, later = replayed.read(0), replayed.read(100 * BUCKET_SECONDS)
    assert written(first.claims) == written(later.claims)
    assert written(first.pane) != written(later.pane)
    assert written(without_tokens(first.pane)) == written(without_tokens(later.pane))


@pytest.mark.parametrize("seed", ["1", "2"])
def test_another_process_sends_the_same_bytes(
    replayed: Replayed, settings: Settings, tmp_path: Path, seed: str
) -> None:
    here = replayed.read(0)
    there = subprocess.run(
        [
            sys.executable,
            "-m",
            __name__,
            str(settings.home),
            str(tmp_path / "blobs"),
            str(replayed.scope.tenant_id),
            str(replayed.scope.user_id),
            str(replayed.answer_id),
        ],
        env={**os.environ, "PYTHONHASHSEED": seed},
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    assert there.stdout == written([here.claims, here.pane, here.summary])


if __name__ == "__main__":
    home, blobs, tenant_id, user_id, answer = sys.argv[1:]
    scope = Scope(UUID(tenant_id), UUID(user_id))
    sys.stdout.buffer.write(reading(Path(home), Path(blobs), scope, UUID(answer)))
