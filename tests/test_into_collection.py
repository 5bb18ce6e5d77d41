"""Files that come into the library inside a closed collection: no moment in which anybody else could read them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from click.testing import CliRunner

from pages.reading import WITHHELD, read_reading
from pipeline.cli.commands import main
from pipeline.evidence.errors import AccessDenied, InvalidCollection, NotCollected, NotFound
from pipeline.index.embedding import offline_embedder
from pipeline.ingest import IngestReport, Library, ingest
from pipeline.jobs import cancel, queue_upload, replace_samples_run, take_up_stranded, try_again
from pipeline.parse.source import Source
from pipeline.permissions import Role
from pipeline.reading.request import IngestTask
from pipeline.settings import Settings
from pipeline.store import (
    access_changes,
    collection_members,
    collections,
    documents,
    ingest_history,
    ingests,
    passages,
    placements,
)
from pipeline.store.blobs import BlobStore, open_blobs
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.readable import readable
from pipeline.store.scope import LOCAL, Scope
from pipeline.workers import worker
from tests.store.filing import store_filing
from tests.store.members import signed_in
from viewer.links import Links
from viewer.page_images import PageImages
from viewer.services import Services
from viewer.source_files import SourceFiles

NAME = "Project Falcon"
SECRET = b"Falcon buys Heron.\n\nThe price is $ 95.5 million, and nobody is to know of it."


@dataclass(frozen=True, slots=True)
class Desk:
    """A tenant with a closed collection; `member` and `outsider` are analysts."""

    settings: Settings
    database: Database
    blobs: BlobStore
    tenant: Scope
    member: Scope
    outsider: Scope
    collection: UUID

    def read(self, data: bytes = SECRET, **into: UUID) -> IngestReport:
        """What a worker does for a run of the member's, which it is trusted to do."""
        self.blobs.put(data)
        trusted = Scope(self.member.tenant_id, self.member.user_id)
        library = Library(self.database, self.blobs, trusted, offline_embedder())
        return ingest(
            library,
            Source("falcon.txt", data, "text/plain"),
            progress=lambda *_: None,
            interrupted=lambda: False,
            **into,  # type: ignore[arg-type]
        )

    def queue(self, who: Scope, **into: UUID) -> UUID:
        return queue_upload(self.settings, self.database, who, "falcon.txt", SECRET, **into).ingest_id

    def may_read(self, who: Scope) -> int:
        with self.database.scoped(who) as conn:
            assert len(readable(conn).current) == sum(one.may_read for one in self._rows(conn, who))
            return sum(one.may_read for one in self._rows(conn, who))

    def inside(self) -> set[UUID]:
        with self.database.scoped(self.tenant) as conn:
            return set(collections.everything_in(conn, self.collection))

    @staticmethod
    def _rows(conn: Connection, who: Scope) -> list[documents.DocumentRow]:
        return documents.list_all(conn, who.user_id)


@pytest.fixture
def desk(settings: Settings, database: Database, tenant: Scope) -> Desk:
    member, outsider = (signed_in(database, tenant, Role.ANALYST) for _ in range(2))
    with database.scoped(tenant) as conn:
        made = collections.create(conn, tenant.user_id, NAME)
        collection_members.close(conn, made, [member.user_id])
    blobs = open_blobs(settings).of(tenant.tenant_id)
    return Desk(settings, database, blobs, tenant, member, outsider, made)


def test_a_new_filing_is_in_its_collection_in_the_moment_in_which_it_is_there(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, int]] = []
    add_all = passages.add_all

    def look_and_add(*given: object) -> None:
        seen.append((desk.may_read(desk.member), desk.may_read(desk.outsider)))
        add_all(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(passages, "add_all", look_and_add)
    version = desk.read(collection_id=desk.collection).version
    assert seen == [(0, 0)], "nobody sees it while it is stored"
    assert (desk.may_read(desk.member), desk.may_read(desk.outsider)) == (1, 0)
    assert desk.inside() == {version.document_id}
    with desk.database.scoped(desk.tenant) as conn:
        (newest,), _ = access_changes.find(conn, 1)
    assert newest.action == "filings put into a closed collection"
    assert (newest.user_id, newest.subject["documents"]) == (desk.member.user_id, [str(version.document_id)])


def test_what_cannot_be_stored_to_its_end_leaves_nothing_in_the_collection(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as failing:
        failing.setattr(passages, "add_all", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            desk.read(collection_id=desk.collection)
    assert (desk.inside(), desk.may_read(desk.member)) == (set(), 0)
    first = desk.read(collection_id=desk.collection)
    again = desk.read(
        collection_id=desk.collection
    )  # by the worker that takes over after the first had stored it
    assert (first.already_stored, again.already_stored) == (False, True)
    assert again.version.id == first.version.id
    assert (len(desk.inside()), desk.may_read(desk.outsider)) == (1, 0)


def test_a_run_keeps_its_collection_however_often_it_is_taken_up(desk: Desk) -> None:
    run = desk.queue(desk.member, collection_id=desk.collection)
    with desk.database.scoped(desk.tenant) as conn:
        assert ingests.take(conn, run, "first")
        ingests.hand_back(conn, run, "first", counted=True)
        conn.execute("delete from procrastinate_jobs")
        conn.execute("update ingests set queued_at = now() - interval '1 hour', heartbeat_at = null")
    assert take_up_stranded(desk.database, desk.tenant, 0.0) == 1
    with desk.database.scoped(desk.tenant) as conn:
        ingests.fail(conn, run, "DatabaseUnavailable", "away", keep_bytes=True)
    try_again(desk.database, desk.member, run)
    with desk.database.scoped(desk.tenant) as conn:
        row = ingests.get(conn, run)
    assert row.collection_id == desk.collection
    asked: list[IngestTask] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(worker, "read_in_child", lambda settings, scope, task, *_: asked.append(task))
        worker.Worker(desk.settings, desk.database, tell=lambda _: None)._read(
            desk.tenant, row, lambda *_: None, lambda: False
        )
    assert [task.collection_id for task in asked] == [desk.collection]
    cancel(desk.settings, desk.database, desk.tenant, [run])


def test_only_whoever_knows_of_the_collection_brings_filings_into_it(desk: Desk) -> None:
    with pytest.raises(NotFound, match="There is no such collection"):
        desk.queue(desk.outsider, collection_id=desk.collection)
    with pytest.raises(NotFound, match="There is no such collection"):
        desk.queue(desk.member, collection_id=uuid4())
    with desk.database.scoped(desk.member) as conn:
        plain = store_filing(conn)
        with pytest.raises(AccessDenied):
            collections.put(conn, desk.collection, [plain.document_id], desk.member.user_id)
    with desk.database.scoped(desk.member) as conn, pytest.raises(NotFound):
        placements.place(conn, desk.collection, plain.document_id, "plain.txt")
    with pytest.raises(InvalidCollection, match="Leave out one of the two"):
        desk.queue(desk.member, collection_id=desk.collection, supersedes=plain.version_id)


def test_a_newer_version_stays_in_the_collections_of_its_filing(desk: Desk) -> None:
    first = desk.read(collection_id=desk.collection).version
    newer = desk.read(SECRET + b"\n\nOr $ 96 million.", supersedes=first.id).version
    assert newer.document_id == first.document_id
    assert desk.inside() == {first.document_id}
    assert (desk.may_read(desk.member), desk.may_read(desk.outsider)) == (1, 0)


def test_what_others_may_have_read_is_not_hidden_by_adding_it_again(desk: Desk) -> None:
    stored = desk.read().version
    with pytest.raises(NotCollected, match="ask an admin"):
        desk.read(collection_id=desk.collection)
    assert (desk.inside(), desk.may_read(desk.outsider)) == (set(), 1)
    with desk.database.scoped(desk.tenant) as conn:
        opened = collections.create(conn, desk.tenant.user_id, "Annual reports")
    assert desk.read(collection_id=opened).already_stored
    with desk.database.scoped(desk.tenant) as conn:
        assert collections.everything_in(conn, opened) == [stored.document_id]


def test_bytes_of_a_filing_that_may_not_be_read_are_put_into_nothing(desk: Desk) -> None:
    with desk.database.scoped(desk.tenant) as conn:
        others = collections.create(conn, desk.tenant.user_id, "Heron")
        collection_members.close(conn, others, [desk.outsider.user_id])
        opened = collections.create(conn, desk.tenant.user_id, "Annual reports")
    desk.read(collection_id=others)
    for chosen in (opened, desk.collection):
        with pytest.raises(NotCollected) as refused:
            desk.read(collection_id=chosen)
        assert "Heron" not in refused.value.message
    assert desk.inside() == set()


def test_a_file_whose_collection_is_gone_is_not_stored(desk: Desk) -> None:
    with desk.database.scoped(desk.tenant) as conn:
        collections.delete(conn, desk.collection)
    with pytest.raises(NotCollected, match=r"is gone\. Nothing of it was stored"):
        desk.read(collection_id=desk.collection)
    assert desk.may_read(desk.tenant) == 0


@pytest.mark.parametrize("is_gone", [False, True])
def test_others_are_not_told_what_comes_into_a_closed_collection(desk: Desk, is_gone: bool) -> None:
    run = desk.queue(desk.member, collection_id=desk.collection)
    refused = queue_upload(
        desk.settings, desk.database, desk.member, "heron.txt", b"", collection_id=desk.collection
    )
    opened = Services(
        desk.settings,
        desk.database,
        SourceFiles(open_blobs(desk.settings)),
        Links(b"k" * 32),
        PageImages(workers=1),
    )
    if is_gone:
        with desk.database.scoped(desk.tenant) as conn:
            collections.delete(conn, desk.collection)
    for who, is_told in ((desk.member, True), (desk.outsider, False), (desk.tenant, False)):
        with desk.database.scoped(who) as conn:
            history = ingest_history.find(conn, who.user_id, 10)
        view = read_reading(opened, who)
        assert ({row.source_name for row in history.rows}, history.withheld) == (
            ({"falcon.txt", "heron.txt"}, 0) if is_told else (set(), 2)
        )
        assert [one.name for one in view.waiting] == ["falcon.txt" if is_told else WITHHELD]
        assert [one.name for one in view.failures] == (["heron.txt"] if is_told else [])
    with pytest.raises(NotFound):
        try_again(desk.database, desk.outsider, refused.ingest_id)
    cancel(desk.settings, desk.database, desk.tenant, [run])


def test_samples_come_into_no_collection(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "sample.txt"
    path.write_bytes(SECRET)
    replace_samples_run(desk.settings, desk.database, desk.tenant, uuid4(), [(path, None)])
    with desk.database.scoped(desk.tenant) as conn:
        (run,) = ingests.list_recent(conn)
    assert run.collection_id is None
    cancel(desk.settings, desk.database, desk.tenant, [run.id])


@pytest.fixture
def named(database: Database) -> Iterator[str]:
    name = f"Falcon {uuid4().hex[:8]}"
    with database.scoped(LOCAL) as conn:
        made = collections.create(conn, LOCAL.user_id, name)
        collection_members.close(conn, made, [])
    yield name
    with database.scoped(LOCAL) as conn:
        for document_id in collections.everything_in(conn, made):
            documents.delete(conn, document_id)
        collections.delete(conn, made)


def test_the_command_reads_a_file_into_a_collection_by_name(
    named: str, settings: Settings, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINCITE_HOME", str(settings.home))
    for name in ("DATABASE_URL", "PINCITE_BLOBS"):
        monkeypatch.delenv(name, raising=False)
    path = tmp_path / "falcon.txt"
    path.write_bytes(SECRET + uuid4().hex.encode())
    done = CliRunner().invoke(main, ["ingest", str(path), "--collection", named.upper(), "--json"])
    value = json.loads(done.output)
    assert done.exit_code == 0, done.output
    with database.scoped(LOCAL) as conn:
        found = collections.find(conn, named, LOCAL.user_id)
        assert found is not None
        assert [str(one) for one in collections.everything_in(conn, found.id)] == [value["document_id"]]
        twin = collections.create(conn, LOCAL.user_id, named)
    refused = CliRunner().invoke(main, ["ingest", str(path), "--collection", named, "--json"])
    assert json.loads(refused.output)["error"]["type"] == "InvalidCollection"
    with database.scoped(LOCAL) as conn:
        collections.delete(conn, twin)
    unknown = CliRunner().invoke(main, ["ingest", str(path), "--collection", "Nobody's", "--json"])
    assert (json.loads(unknown.output)["error"]["type"], unknown.exit_code) == ("NotFound", 1)
