"""Blobs: bytes by their hash, whole or not at all."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

import pytest

from pipeline.evidence.errors import BlobCorrupt, BlobMissing, DataFolderUnusable
from pipeline.store.folder_blobs import FolderBlobs, FolderBlobStore
from pipeline.store.scope import LOCAL
from tests.store import plain_user

DATA = b"%PDF-1.7 the bytes of a filing"

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


@pytest.fixture
def blobs(tmp_path: Path) -> FolderBlobStore:
    return FolderBlobs(tmp_path / "blobs").of(LOCAL.tenant_id)


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_bytes_come_back_by_their_hash(blobs: FolderBlobStore, tmp_path: Path) -> None:
    sha256 = blobs.put(DATA)
    assert sha256 == hashlib.sha256(DATA).hexdigest()
    assert blobs.get(sha256) == DATA
    assert blobs.path(sha256) == tmp_path / "blobs" / sha256[:2] / sha256[2:4] / sha256


def test_the_same_bytes_are_kept_once(blobs: FolderBlobStore, tmp_path: Path) -> None:
    assert blobs.put(DATA) == blobs.put(DATA)
    assert len(files(tmp_path)) == 1


def test_missing_bytes_are_missing(blobs: FolderBlobStore) -> None:
    sha256 = blobs.put(DATA)
    blobs.remove(sha256)
    blobs.remove(sha256)
    with pytest.raises(BlobMissing, match="Ingest the original again"):
        blobs.get(sha256)
    with pytest.raises(BlobMissing):
        blobs.path(sha256)


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "A" * 64, "0" * 63])
def test_what_is_no_hash_names_no_file(blobs: FolderBlobStore, name: str) -> None:
    with pytest.raises(BlobMissing):
        blobs.path(name)


def test_changed_bytes_are_refused_and_mended_by_the_original(blobs: FolderBlobStore) -> None:
    sha256 = blobs.put(DATA)
    blobs.path(sha256).write_bytes(DATA.replace(b"filing", b"fraud!"))
    with pytest.raises(BlobCorrupt) as caught:
        blobs.get(sha256)
    assert caught.value.expected == sha256
    assert caught.value.found != sha256
    blobs.put(DATA)
    assert blobs.get(sha256) == DATA


def test_a_read_only_folder_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    result = plain_user.run(PUT, str(tmp_path / "blobs"), "10")
    tmp_path.chmod(0o755)
    assert result.stdout.startswith("DataFolderUnusable"), result.stdout + result.stderr
    assert not (tmp_path / "blobs").exists()


def test_a_full_disk_leaves_nothing_half_written(tmp_path: Path) -> None:
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("a small disk can be mounted by root only")
    try:
        blobs = FolderBlobs(tmp_path / "blobs").of(LOCAL.tenant_id)
        small = blobs.put(DATA)
        with pytest.raises(DataFolderUnusable, match=r"No space left.*Free some space"):
            blobs.put(os.urandom(2_000_000))
        assert files(tmp_path) == [blobs.path(small)]
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)
