"""The parts of a ZIP archive that somebody else made, and archives that say nothing of when they were made."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable
from typing import Final

from pipeline.exchange.limits import MOST_BYTES, MOST_PARTS

EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The first moment that an archive can tell: equal parts make equal bytes."""
_CHUNK: Final = 1 << 20
_TOO_LARGE: Final = f"unpacked it has more than {MOST_BYTES // 1_000_000:,} MB or {MOST_PARTS} parts"


class MalformedArchive(ValueError):
    """Not an archive, a damaged one, or one that unpacks to more than anything that was exported."""


def packed(parts: Iterable[tuple[str, bytes]]) -> bytes:
    """An archive of these parts (name, bytes), in their order."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts:
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o600 << 16
            archive.writestr(entry, content)
    return file.getvalue()


def unpacked(package: bytes) -> dict[str, bytes]:
    """The parts of an archive by name. Raises MalformedArchive.

    What an archive says of its sizes is not believed: it is unpacked piece by piece, and given up at the limit.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(package)) as archive:
            return _parts(archive)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise MalformedArchive(f"it cannot be unpacked ({error})") from error


def _parts(archive: zipfile.ZipFile) -> dict[str, bytes]:
    entries = archive.infolist()
    if len(entries) > MOST_PARTS or sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise MalformedArchive(_TOO_LARGE)
    left, parts = MOST_BYTES, {}
    for entry in entries:
        if entry.filename in parts:
            raise MalformedArchive(f"it has two parts {entry.filename!r}")
        content = io.BytesIO()
        with archive.open(entry) as file:
            while chunk := file.read(_CHUNK):
                left -= len(chunk)
                if left < 0:
                    raise MalformedArchive(_TOO_LARGE)
                content.write(chunk)
        parts[entry.filename] = content.getvalue()
    return parts
