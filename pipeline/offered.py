"""Files that somebody offers to the library: found, and read whole, or refused in words before they are queued."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pipeline.evidence.errors import SourceEmpty, SourceMissing, SourceUnreadable
from pipeline.limits import Limits

SUFFIXES: Final = frozenset({".pdf", ".htm", ".html", ".xhtml", ".txt"})
"""What is taken from a folder. A file named by itself is read whatever its name is."""

_UNSAFE: Final = re.compile(r'[\x00-\x1f\x7f"\\/:*?<>|]+')
_MOST_NAME: Final = 150


@dataclass(frozen=True, slots=True)
class Offered:
    """A file's bytes. `path`: where it came from, for words."""

    name: str
    path: str
    data: bytes = field(repr=False)


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


def read_file(path: Path, limits: Limits) -> Offered:
    """The whole file. Raises SourceMissing, SourceUnreadable, SourceEmpty or SourceTooLarge, each naming the path."""
    name = str(path)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise SourceUnreadable(
                f"{name} is a folder or a device, not a file. Name the files in it.", source=name
            )
        limits.check_bytes(status.st_size, name)
        data = path.read_bytes()
    except FileNotFoundError:
        what = (
            "is a link to a file that does not exist" if path.is_symlink() else "is not there. Check its path"
        )
        raise SourceMissing(f"{name} {what}.", source=name) from None
    except NotADirectoryError:
        raise SourceMissing(f"{name} is not there: part of its path is no folder.", source=name) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise SourceUnreadable(
            f"{name} cannot be read: {reason}. Check its permissions.", source=name
        ) from error
    return checked(Offered(path.name, name, data), limits)


def upload(name: str, data: bytes, limits: Limits) -> Offered:
    """A file that a browser sent. Raises SourceEmpty or SourceTooLarge."""
    safe = safe_name(name)
    return checked(Offered(safe, safe, data), limits)


def checked(offered: Offered, limits: Limits) -> Offered:
    """The same file. Raises SourceEmpty or SourceTooLarge."""
    if not offered.data:
        raise SourceEmpty(f"{offered.path} is empty. Fetch it again.", source=offered.path)
    limits.check_bytes(len(offered.data), offered.path)
    return offered


def safe_name(name: str) -> str:
    """A browser's file name without what a file system or a shell would read as more than a name."""
    cleaned = _UNSAFE.sub("_", name).strip(" .")
    if len(cleaned) <= _MOST_NAME:
        return cleaned or "filing"
    suffix = Path(cleaned).suffix[:10]
    return cleaned[: _MOST_NAME - len(suffix)] + suffix
