"""Blobs: bytes by their hash, whole or not at all, by the same laws in a folder and in an object store."""

from __future__ import annotations

import hashlib
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.errors import BlobCorrupt, BlobMissing, DataFolderUnusable
from pipeline.settings import Settings
from pipeline.storage import Storage
from pipeline.store.blobs import Blobs, BlobStore, open_blobs
from pipeline.store.folder_blobs import FolderBlobs
from pipeline.store.scope import LOCAL
from tests.object_server import ObjectServer
from tests.store import plain_user
from tests.store.small_disk import small_disk

DATA = b"%PDF-1.7 the bytes of a filing"
SHA256 = hashlib.sha256(DATA).hexdigest()

PUT = """
import sys
from pathlib import Path
from pipeline.evidence.errors import PinciteError
from pipeline.store.folder_blobs import FolderBlobs
from pipeline.store.scope import LOCAL
try:
    print(FolderBlobs(Path(sys.argv[1])).of(LOCAL.tenant_id).put(b"x" * int(sys.argv[2])))
except PinciteError as error:
    print(error.kind, error.message)
"""


class Place(Protocol):
    """A kind of store, and how to look behind its back."""

    @property
    def blobs(self) -> Blobs: ...

    def keys(self) -> list[str]: ...

    def write(self, key: str, data: bytes) -> None: ...


@dataclass(frozen=True)
class Folder:
    blobs: Blobs
    folder: Path

    def keys(self) -> list[str]:
        return [path.relative_to(self.folder).as_posix() for path in files(self.folder)]

    def write(self, key: str, data: bytes) -> None:
        (self.folder / key).write_bytes(data)


@dataclass(frozen=True)
class Objects:
    blobs: Blobs
    server: ObjectServer
    prefix: str

    def keys(self) -> list[str]:
        return self.server.objects(self.prefix)

    def write(self, key: str, data: bytes) -> None:
        self.server.write(self.prefix, key, data)


@pytest.fixture(params=["folder", "object store"])
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    if request.param == "folder":
        variables = {"PINCITE_BLOBS": str(tmp_path / "blobs")}
        settings = Settings(tmp_path / "home", storage=Storage.from_environment(variables))
        return Folder(open_blobs(settings), tmp_path / "blobs")
    server: ObjectServer = request.getfixturevalue("object_server")
    for name, value in server.key.environment().items():
        monkeypatch.setenv(name, value)
    prefix = f"laws/{uuid4()}"
    settings = Settings(tmp_path / "home", storage=Storage.from_environment(server.place(prefix)))
    return Objects(open_blobs(settings), server, prefix)


@pytest.fixture
def tenant_id() -> UUID:
    return uuid4()


@pytest.fixture
def blobs(place: Place, tenant_id: UUID) -> BlobStore:
    return place.blobs.of(tenant_id)


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("data", [DATA, b"", os.urandom(20_000_000)], ids=["small", "empty", "20 MB"])
def test_bytes_come_back_by_their_hash(blobs: BlobStore, data: bytes) -> None:
    sha256 = blobs.put(data)
    assert sha256 == hashlib.sha256(data).hexdigest()
    assert blobs.get(sha256) == data
    assert blobs.path(sha256).read_bytes() == data


def test_the_same_bytes_are_kept_once(place: Place, blobs: BlobStore) -> None:
    assert blobs.put(DATA) == blobs.put(DATA) == SHA256
    assert len(place.keys()) == 1


def test_each_tenants_bytes_are_listed_and_no_others(place: Place, tenant_id: UUID) -> None:
    by_tenant = {tenant_id: b"of one", uuid4(): b"of another", LOCAL.tenant_id: b"of the local tenant"}
    before = time.time()
    for tenant, data in by_tenant.items():
        place.blobs.of(tenant).put(data)
    assert set(place.blobs.tenants()) == set(by_tenant)
    for tenant, data in by_tenant.items():
        (listed,) = place.blobs.of(tenant).listed()
        assert (listed.sha256, listed.byte_size) == (hashlib.sha256(data).hexdigest(), len(data))
        assert before - 2 <= listed.changed_at <= time.time() + 2
    assert list(place.blobs.of(uuid4()).listed()) == []


def test_the_local_tenant_is_known_before_it_has_any_bytes(place: Place) -> None:
    assert place.blobs.tenants() == [LOCAL.tenant_id]


def test_missing_bytes_are_missing(blobs: BlobStore) -> None:
    blobs.put(DATA)
    assert blobs.path(SHA256).is_file()
    blobs.remove(SHA256)
    blobs.remove(SHA256)
    for read in (blobs.get, blobs.path):
        with pytest.raises(BlobMissing, match="Ingest the original again"):
            read(SHA256)


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "A" * 64, "0" * 63])
def test_what_is_no_hash_names_nothing(blobs: BlobStore, name: str) -> None:
    for use in (blobs.get, blobs.path, blobs.remove):
        with pytest.raises(BlobMissing):
            use(name)


@pytest.mark.parametrize(
    "damaged", [DATA.replace(b"filing", b"fraud!"), DATA[:-1], b""], ids=["changed", "truncated", "emptied"]
)
def test_other_bytes_are_refused_and_mended_by_the_original(
    place: Place, blobs: BlobStore, damaged: bytes
) -> None:
    blobs.put(DATA)
    (key,) = place.keys()
    place.write(key, damaged)
    for read in (blobs.get, blobs.path):
        with pytest.raises(BlobCorrupt, match="Ingest the original again") as caught:
            read(SHA256)
        assert caught.value.expected == SHA256
        assert caught.value.found == hashlib.sha256(damaged).hexdigest()
    blobs.put(DATA)
    assert blobs.get(SHA256) == DATA
    assert blobs.path(SHA256).read_bytes() == DATA


def test_a_file_that_was_handed_out_and_changed_is_never_handed_out_again(blobs: BlobStore) -> None:
    blobs.put(DATA)
    path = blobs.path(SHA256)
    path.write_bytes(DATA.replace(b"filing", b"fraud!"))
    try:
        assert blobs.path(SHA256).read_bytes() == DATA
    except BlobCorrupt:
        blobs.put(DATA)
        assert blobs.path(SHA256).read_bytes() == DATA


@pytest.mark.parametrize("how", ["in place", "replaced"])
def test_a_change_whose_time_is_set_back_is_seen_all_the_same(
    blobs: BlobStore, tmp_path: Path, how: str
) -> None:
    """Of equal length, with the times of before: as a copying tool leaves it, or somebody who means to deceive."""
    blobs.put(DATA)
    path = blobs.path(SHA256)
    before, changed = path.stat(), DATA.replace(b"filing", b"fraud!")
    assert len(changed) == len(DATA)
    path.chmod(0o600)
    if how == "replaced":
        (tmp_path / "other").write_bytes(changed)
        (tmp_path / "other").rename(path)
    else:
        path.write_bytes(changed)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    try:
        assert blobs.path(SHA256).read_bytes() == DATA
    except BlobCorrupt:
        return


def test_what_was_handed_out_is_proven_again_when_it_has_changed(place: Place, blobs: BlobStore) -> None:
    blobs.put(DATA)
    path = blobs.path(SHA256)
    place.blobs.prove(path)
    path.chmod(0o600)
    path.write_bytes(DATA[:-1])
    with pytest.raises(BlobCorrupt):
        place.blobs.prove(path)
    path.unlink()
    with pytest.raises(BlobMissing):
        place.blobs.prove(path)


def test_an_unchanged_file_is_hashed_once(blobs: BlobStore, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[str] = []
    digest = hashlib.file_digest

    def counted(file: Any, algorithm: str) -> Any:
        hashed.append(algorithm)
        return digest(file, algorithm)

    monkeypatch.setattr(hashlib, "file_digest", counted)
    blobs.put(DATA)
    for _ in range(5):
        blobs.path(SHA256)
    assert len(hashed) == 1


def test_one_tenant_has_nothing_of_anothers(blobs: BlobStore, place: Place) -> None:
    other = place.blobs.of(uuid4())
    blobs.put(DATA)
    for read in (other.get, other.path):
        with pytest.raises(BlobMissing):
            read(SHA256)


def test_removing_one_tenants_bytes_leaves_anothers(blobs: BlobStore, place: Place) -> None:
    other = place.blobs.of(uuid4())
    blobs.put(DATA)
    other.put(DATA)
    blobs.remove(SHA256)
    assert other.get(SHA256) == DATA
    assert other.path(SHA256).read_bytes() == DATA


def test_a_tenants_bytes_lie_under_its_own_id_and_the_local_tenants_where_they_always_were(
    blobs: BlobStore, place: Place, tenant_id: UUID
) -> None:
    below = f"{SHA256[:2]}/{SHA256[2:4]}/{SHA256}"
    blobs.put(DATA)
    assert place.keys() == [f"{tenant_id}/{below}"]
    place.blobs.of(LOCAL.tenant_id).put(DATA)
    assert set(place.keys()) == {f"{tenant_id}/{below}", below}


def test_without_a_setting_the_bytes_lie_in_the_data_folder(tmp_path: Path) -> None:
    open_blobs(Settings(tmp_path)).of(LOCAL.tenant_id).put(DATA)
    assert [path.name for path in files(tmp_path / "blobs")] == [SHA256]


def test_a_folder_signs_no_links(tmp_path: Path) -> None:
    assert FolderBlobs(tmp_path).of(LOCAL.tenant_id).signed_url(SHA256, "application/pdf", 60) is None


def test_a_read_only_folder_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    result = plain_user.run(PUT, str(tmp_path / "blobs"), "10")
    tmp_path.chmod(0o755)
    assert result.stdout.startswith("DataFolderUnusable"), result.stdout + result.stderr
    assert not (tmp_path / "blobs").exists()


def test_a_full_disk_leaves_nothing_half_written(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", megabytes=1) as disk:
        blobs = FolderBlobs(disk).of(LOCAL.tenant_id)
        small = blobs.put(DATA)
        with pytest.raises(DataFolderUnusable, match=r"No space left.*Free some space"):
            blobs.put(os.urandom(2_000_000))
        assert files(disk) == [blobs.path(small)]
