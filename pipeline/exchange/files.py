"""Files of reviewed answers on the disk."""

from __future__ import annotations

from pathlib import Path

from pipeline.evidence.errors import SourceMissing, SourceUnreadable
from pipeline.exchange.formats import read, too_large
from pipeline.exchange.limits import MOST_BYTES
from pipeline.exchange.record import Record


def load(path: Path) -> list[Record]:
    """The reviewed answers of a file. Raises SourceMissing, SourceUnreadable, and as `pipeline.exchange.formats.read`
    does: before it is read, when it is too large."""
    name = path.name
    try:
        if not path.exists():
            raise SourceMissing(f"There is no file {path}.", source=str(path))
        if not path.is_file():
            raise SourceUnreadable(f"{path} is no file.", source=str(path))
        if (size := path.stat().st_size) > MOST_BYTES:
            raise too_large(name, size)
        return read(path.read_bytes(), name)
    except OSError as error:
        raise SourceUnreadable(
            f"{path} cannot be read ({error.strerror or error}).", source=str(path)
        ) from error
