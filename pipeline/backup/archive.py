"""A backup's file: a tar archive whose members are hashed while they are written, its manifest after all others."""

from __future__ import annotations

import hashlib
import io
import os
import re
import tarfile
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, Protocol, cast

from pipeline.backup.manifest import FINGERPRINT, LARGEST, LISTING, MANIFEST, Manifest, Member
from pipeline.evidence.errors import BackupExists, DataFolderUnusable, InvalidBackup

PIECE: Final = 1 << 20
"""Bytes that are held at a time."""

_LEVEL: Final = 1
"""Of compression: glyph boxes in hexadecimal digits halve at the lowest already, and more effort gains little."""

_BLOB: Final = re.compile(r"blobs/[0-9a-f]{64}")
_GZIP: Final = 16 + zlib.MAX_WBITS


class Readable(Protocol):
    """What a member's bytes are read from."""

    def read(self, size: int, /) -> bytes: ...


class ArchiveWriter:
    """Adds members to an archive, one after the other."""

    def __init__(self, tar: tarfile.TarFile, folder: Path) -> None:
        self._tar = tar
        self._folder = folder

    def add_packed(self, name: str, pieces: Iterable[bytes]) -> Member:
        """A member of yet unknown size, packed into a file without a name first."""
        packer, digest, unpacked = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP), hashlib.sha256(), 0
        with tempfile.TemporaryFile(dir=self._folder) as packed:

            def write(data: bytes) -> None:
                packed.write(data)
                digest.update(data)

            for piece in pieces:
                unpacked += len(piece)
                write(packer.compress(piece))
            write(packer.flush())
            size = packed.tell()
            packed.seek(0)
            self._add(name, packed, size)
        return Member(sha256=digest.hexdigest(), bytes=size, unpacked=unpacked)

    def add_blob(self, sha256: str, file: Readable, size: int) -> None:
        self._add(f"blobs/{sha256}", file, size)

    def finish(self, manifest: Manifest) -> None:
        data = manifest.to_bytes()
        self._add(MANIFEST, io.BytesIO(data), len(data))
        digest = hashlib.sha256(data).hexdigest().encode()
        self._add(FINGERPRINT, io.BytesIO(digest), len(digest))

    def _add(self, name: str, file: Readable, size: int) -> None:
        entry = tarfile.TarInfo(name)
        entry.size, entry.mode = size, 0o600
        self._tar.addfile(entry, cast(IO[bytes], file))  # reads it, and asks nothing else of it


@contextmanager
def written(target: Path) -> Iterator[ArchiveWriter]:
    """A new archive at `target`: all of it is there when the block ends, or nothing when it raises. Only its owner may
    read it. Raises BackupExists or DataFolderUnusable.
    """
    if target.exists():
        raise BackupExists(
            f"{target} is there already, and a backup never takes another's place. Name another file."
        )
    try:
        descriptor, name = tempfile.mkstemp(
            prefix=f".{target.name}.", suffix=".unfinished", dir=target.parent
        )
        unfinished = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as file:
                with tarfile.open(fileobj=file, mode="w", format=tarfile.GNU_FORMAT) as tar:
                    yield ArchiveWriter(tar, target.parent)
                file.flush()
                os.fsync(file.fileno())
            unfinished.rename(target)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise DataFolderUnusable(
            f"The backup cannot be written to {target}: {error.strerror or error}. Free some space there, or name "
            "another place."
        ) from error


class Archive:
    """A backup that is open for reading; its manifest has been read, and nothing else. Raises InvalidBackup."""

    def __init__(self, path: Path, tar: tarfile.TarFile) -> None:
        self.path = path
        self._tar = tar
        self._members = _members(path, tar)
        data = self._small(MANIFEST)
        self.fingerprint = hashlib.sha256(data).hexdigest()
        """Of the manifest, which has the hashes of all the rest: who knows it knows the whole file."""
        if self._small(FINGERPRINT) != self.fingerprint.encode():
            raise self._damaged(MANIFEST)
        self.manifest = Manifest.read(data, where=str(path))
        self._require_members()

    @property
    def size(self) -> int:
        """Bytes that reading all of it once means."""
        return sum(entry.size for entry in self._members.values())

    @property
    def blobs(self) -> list[str]:
        """The hashes of the files in it, in the order in which they lie there."""
        return [name.removeprefix("blobs/") for name in self._members if name.startswith("blobs/")]

    def verify(self, tell: Callable[[int], None]) -> None:
        """Read all of it, and compare it with its hashes. `tell` hears of the bytes of each piece, and may raise."""
        for member in [*(table.file for table in self.manifest.tables), LISTING]:
            for piece in self.packed(member):
                tell(len(piece))
        for sha256 in self.blobs:
            for piece in self.blob(sha256):
                tell(len(piece))

    def packed(self, name: str) -> Iterator[bytes]:
        """A packed member as it lies there; after its last piece InvalidBackup when it is not what was written."""
        yield from self._proven(name, self._expected(name).sha256)

    def unpacked(self, name: str) -> Iterator[bytes]:
        """What was packed into a member, proven as `packed` is, and no more of it than was written."""
        unpacker, left = zlib.decompressobj(_GZIP), self._expected(name).unpacked
        for piece in self.packed(name):
            rest = piece
            while rest:
                try:
                    data = unpacker.decompress(rest, PIECE)
                except zlib.error as error:
                    raise self._damaged(name) from error
                left -= len(data)
                if left < 0:
                    raise self._damaged(name)
                yield data
                rest = unpacker.unconsumed_tail
        tail = unpacker.flush()
        if left != len(tail) or not unpacker.eof:
            raise self._damaged(name)
        if tail:
            yield tail

    def blob(self, sha256: str) -> Iterator[bytes]:
        """A filing's file; after its last piece InvalidBackup when it is not what its name says."""
        yield from self._proven(f"blobs/{sha256}", sha256)

    def _proven(self, name: str, expected: str) -> Iterator[bytes]:
        digest, left = hashlib.sha256(), self._members[name].size
        file = self._tar.extractfile(self._members[name])
        assert file is not None  # regular files only
        while piece := self._read(file, name):
            digest.update(piece)
            left -= len(piece)
            yield piece
        if left or digest.hexdigest() != expected:
            raise self._damaged(name)

    def _read(self, file: IO[bytes], name: str) -> bytes:
        try:
            return file.read(PIECE)
        except (tarfile.TarError, OSError) as error:
            raise self._damaged(name) from error

    def _expected(self, name: str) -> Member:
        if name == LISTING:
            return self.manifest.files.listing
        return next(table.member for table in self.manifest.tables if table.file == name)

    def _small(self, name: str) -> bytes:
        """One of the last two members, whole."""
        if list(self._members)[-2:] != [MANIFEST, FINGERPRINT]:
            raise InvalidBackup(
                f"{self.path} ends before its list of contents: it was cut off, or is no backup. Take another one."
            )
        entry = self._members[name]
        file = self._tar.extractfile(entry)
        if file is None or entry.size > LARGEST:
            raise self._damaged(name)
        data = b"".join(iter(lambda: self._read(file, name), b""))
        if len(data) != entry.size:
            raise self._damaged(name)
        return data

    def _require_members(self) -> None:
        """What is named is there with its size, and nothing else is."""
        sizes = {table.file: table.member.bytes for table in self.manifest.tables}
        sizes[LISTING] = self.manifest.files.listing.bytes
        for name, size in sizes.items():
            if name not in self._members or self._members[name].size != size:
                raise self._damaged(name)
        others = self._members.keys() - sizes.keys() - {MANIFEST, FINGERPRINT}
        unknown = next((name for name in sorted(others) if not _BLOB.fullmatch(name)), None)
        if unknown is not None:
            raise self._damaged(unknown)
        if len(others) != self.manifest.files.different:
            raise InvalidBackup(
                f"{self.path} has {len(others)} filings' files, and should have {self.manifest.files.different}. Take "
                "another backup."
            )

    def _damaged(self, name: str) -> InvalidBackup:
        return InvalidBackup(
            f"{self.path} has changed since it was written: {name[:120]!r} is not what it was. Nothing was restored. "
            "Take another backup."
        )


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """Raises InvalidBackup, also when there is no such file."""
    with _opened_tar(path) as tar:
        yield _read(path, tar)


def _opened_tar(path: Path) -> tarfile.TarFile:
    try:
        return tarfile.open(path, "r:")
    except tarfile.TarError as error:
        raise InvalidBackup(f"{path} is no backup, or its beginning is damaged. Take another one.") from error
    except OSError as error:
        raise InvalidBackup(f"The backup {path} cannot be read: {error.strerror or error}.") from error


def _read(path: Path, tar: tarfile.TarFile) -> Archive:
    try:
        return Archive(path, tar)
    except (tarfile.TarError, EOFError, OSError) as error:
        raise InvalidBackup(f"{path} is damaged or was cut off. Take another backup.") from error


def _members(path: Path, tar: tarfile.TarFile) -> dict[str, tarfile.TarInfo]:
    members: dict[str, tarfile.TarInfo] = {}
    for entry in tar:
        if entry.type != tarfile.REGTYPE or entry.sparse or entry.name in members:
            raise InvalidBackup(
                f"{path} holds {entry.name[:120]!r} twice or as no plain file. It is no backup of Pincite's."
            )
        members[entry.name] = entry
    return members
