"""A library of two tenants with filings, answers, a queued file and sign-ins, and all that can be compared of it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from pipeline.backup.progress import Course
from pipeline.evidence.text import TextRange
from pipeline.jobs import queue_files
from pipeline.settings import Settings
from pipeline.store import answers, documents, tenants
from pipeline.store.blobs import open_blobs
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL, Scope
from tests.viewer.filing import Stored, cite, html_filing, pdf_filing, save_answer, store
from viewer.pack.pictures import drawing
from viewer.resolver import answer_json
from viewer.source_files import SourceFiles

OTHER = Scope(UUID(int=0xBAC0), UUID(int=0xBAC1))


@dataclass(frozen=True, slots=True)
class Library:
    """What the settings name. `answers`: of each tenant the answers that were stored."""

    settings: Settings
    answers: dict[Scope, list[UUID]]

    @contextmanager
    def opened(self) -> Iterator[Database]:
        database = Database.open(self.settings)
        try:
            yield database
        finally:
            database.close()

    def at(self, settings: Settings) -> Library:
        """The same, as it should be in another place."""
        return Library(settings, self.answers)


def build(settings: Settings, folder: Path) -> Library:
    """The same filings in both tenants, answers of their own, and a file that waits to be read."""
    found: dict[Scope, list[UUID]] = {}
    database = Database.open(settings)
    try:
        for scope in (LOCAL, OTHER):
            with database.scoped(scope) as conn:
                tenants.ensure(conn, scope, tenant_name="A workspace", user_name="An analyst")
            place = settings.storage.place or settings.home / "blobs"
            assert isinstance(place, Path)
            report = store(database, scope, place, pdf_filing())
            page = store(database, scope, place, html_filing())
            with database.scoped(scope) as conn:
                found[scope] = [_answer(conn, scope, report), _answer(conn, scope, page)]
        waiting = folder / "waiting.txt"
        waiting.write_text("Halden Instruments plc\n\nNet sales were 81,797 in 2024.\n")
        list(queue_files(settings, database, LOCAL, [waiting]))
    finally:
        database.close()
    return Library(settings, found)


def seen(library: Library) -> dict[str, Any]:
    """Everything that an analyst of either tenant is shown, and the page's picture."""
    files = SourceFiles(open_blobs(library.settings))
    told: dict[str, Any] = {}
    with library.opened() as database:
        for scope, ids in library.answers.items():
            with database.scoped(scope) as conn:
                told[str(scope.tenant_id)] = {
                    "documents": [row.to_json() for row in documents.list_all(conn, scope.user_id)],
                    "answers": [answer_json(conn, scope, answers.get(conn, one), files=files) for one in ids],
                }
    value: dict[str, Any] = json.loads(json.dumps(told, default=str))
    return value


def picture(library: Library) -> bytes:
    """The first page of the local tenant's PDF, as the pane shows it."""
    with library.opened() as database, database.scoped(LOCAL) as conn:
        row = conn.execute("select sha256 from versions where media_type = 'application/pdf'").fetchone()
    assert row is not None
    path = open_blobs(library.settings).of(LOCAL.tenant_id).path(row[0])
    with drawing(None) as draw:
        return draw(path, 0, 768).webp


def course(stop_at: str | None = None) -> Course:
    """Of a backup or a restoring that is stopped when it begins a stage, or not at all."""
    stop = threading.Event()
    return Course(
        lambda progress: stop.set() if stop_at and progress.stage.startswith(stop_at) else None, stop
    )


def sign_in(conn: Connection, scope: Scope) -> None:
    """A member of the tenant who is signed in."""
    conn.execute(
        "insert into memberships (user_id, role, email) values (%s, 'admin', %s)",
        (scope.user_id, f"{uuid4().hex}@example.com"),
    )
    conn.execute(
        "insert into sign_ins (id, user_id, expires_at) values (%s, %s, now() + interval '1 day')",
        (uuid4(), scope.user_id),
    )


def _answer(conn: Connection, scope: Scope, filing: Stored) -> UUID:
    text = filing.page_text(0)
    words = text.splitlines()[-1]
    start = text.index(words)
    citation = cite(filing, 0, words, [TextRange(start, start + len(words))])
    return save_answer(conn, scope, [(f"The filing says: {words}", [citation])])
