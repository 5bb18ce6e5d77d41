"""Files that somebody offers to the library: found, and read whole, or refused in words before they are queued."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pipeline.evidence.errors import SourceEmpty, SourceMissing, SourceUnreadable
from pipeline.evidence.file_name import cleaned, file_name, is_unseen
from pipeline.limits import Limits

SUFFIXES: Final = frozenset({".pdf", ".htm", ".html", ".xhtml", ".txt"})
"""What is taken from a folder. A file named by itself is read whatever its name is."""

_MOST_NAME: Final = 150
_MOST_ENDING: Final = 10


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
    name = shown_path(path)
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
    return checked(Offered(safe_name(Path(name).name), name, data), limits)


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
    """A file's name without what a file system, a shell or a reader would take for more than a name. One that is too
    long keeps its ending."""
    kept = cleaned(name, "_")
    stem, dot, ending = kept.rpartition(".")
    if not stem or len(ending) >= _MOST_ENDING:
        stem, dot, ending = kept, "", ""
    return file_name(stem, dot + ending, otherwise="filing", most=_MOST_NAME, gap="_")


def shown_path(path: Path) -> str:
    """A path as words: what is no text, or would turn the words or move a terminal's cursor, is replaced."""
    text = os.fsencode(path).decode(errors="replace")
    return "".join("\ufffd" if is_unseen(one) else one for one in text)
