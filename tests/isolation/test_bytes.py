"""The bytes of filings: a tenant that knows another's checksum opens nothing by it, in a folder and in a bucket."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest

from pipeline.evidence.errors import PinciteError
from pipeline.settings import Settings
from pipeline.storage import Storage
from pipeline.store.blob_key import blob_key, tenant_of
from pipeline.store.blobs import Blobs, open_blobs
from pipeline.store.database import Database
from pipeline.store.ingest_parts import StoredParts
from tests.isolation.conftest import Tried, World
from tests.object_server import ObjectServer


def names_of(sha256: str, tenant_id: UUID) -> list[str]:
    """Ways to write that another tenant's bytes are meant."""
    return [
        sha256,
        sha256.upper(),
        f"../{tenant_id}/{sha256}",
        f"..%2f{tenant_id}%2f{sha256}",
        f"{tenant_id}/{sha256}",
        f"/{tenant_id}/{sha256}",
        f"../../blobs/{tenant_id}/{sha256[:2]}/{sha256}",
        f"{sha256}\0",
        f"{sha256}/",
        f"./{sha256}",
        "",
        "..",
    ]


def _asked(blobs: Blobs, asker: UUID, name: str) -> list[str]:
    """What each way to get at bytes tells of a name."""
    store, told = blobs.of(asker), []
    for ask in (store.get, store.path, lambda one: store.signed_url(one, "application/pdf", 60)):
        try:
            found = ask(name)
        except (PinciteError, ValueError) as error:
            told.append(
                f"{type(error).__name__}: {error}".replace(name, "#") if name else type(error).__name__
            )
        else:
            told.append("nothing" if found is None else f"found {found!r}")
    return told


def _unnamed(told: list[str], sha256: str) -> list[str]:
    """Without the checksum, and without the folders that its first letters name."""
    return [one.replace(sha256, "#").replace(f"{sha256[:2]}/{sha256[2:4]}/", "") for one in told]


@pytest.mark.parametrize("kind", ["folder", "bucket"])
def test_another_tenants_checksum_is_like_one_of_nothing(
    kind: str,
    world: World,
    settings: Settings,
    object_server: ObjectServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    tried: Tried,
) -> None:
    for name, value in object_server.key.environment().items():
        monkeypatch.setenv(name, value)
    blobs = open_blobs(settings if kind == "folder" else _bucket(object_server, tmp_path))
    ours, theirs = world.ours.scope.tenant_id, world.theirs.scope.tenant_id
    data = b"%PDF-1.7 only theirs"
    sha256 = blobs.of(theirs).put(data)
    assert blobs.of(theirs).get(sha256) == data
    invented = world.invention.of(sha256)
    nobody = world.invented.scope.tenant_id
    for foreign, absent in zip(names_of(sha256, theirs), names_of(invented, nobody), strict=True):
        told = _asked(blobs, ours, foreign)
        assert _unnamed(told, sha256) == _unnamed(_asked(blobs, ours, absent), invented), foreign
        assert not any(one.startswith("found") for one in told), (foreign, told)
    blobs.of(ours).remove(sha256)
    assert blobs.of(theirs).get(sha256) == data, "what is not ours is not removed"
    tried.count("bytes × names of another's", 2, 3 * len(names_of(sha256, theirs)))


def test_a_key_names_its_tenant(world: World) -> None:
    ours, theirs = world.ours.scope.tenant_id, world.theirs.scope.tenant_id
    sha256 = world.theirs.version.sha256
    assert blob_key(ours, sha256) != blob_key(theirs, sha256)
    assert tenant_of(str(theirs)) == theirs


def test_pieces_of_a_file_are_for_the_tenant_that_reads_it(world: World, database: Database) -> None:
    sha256 = world.theirs.rendered_sha256
    theirs, ours = (
        StoredParts(database, held.scope, sha256, "parser 1", "pages") for held in (world.theirs, world.ours)
    )
    assert theirs.get(0) == b"a finished piece"
    assert ours.get(0) is None


def _bucket(server: ObjectServer, home: Path) -> Settings:
    return Settings(home, storage=Storage.from_environment(server.place("isolation")))
