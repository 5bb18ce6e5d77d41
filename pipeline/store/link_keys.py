"""The keys that sign links: a file of the data folder, one line a key, the same on every host that serves one library.

A key has the time from which it signs. Until then it is accepted, so that hosts which get the file one after the other
know it before the first of them uses it; after its successor has taken over it is accepted for as long as a link may
live. So keys change while the app runs, and no reader notices.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pipeline.evidence.errors import DataFolderUnusable

KEY_FILE: Final = "link.key"
KEY_BYTES: Final = 32

LONGEST_LINK: Final = 2 * 21_600
"""Seconds that a link lives at most, whatever it opens. A key is accepted as long after it has signed its last one."""

_LINE: Final = re.compile(r"([0-9a-f]{64}) ([0-9]{1,12})")


@dataclass(frozen=True, slots=True)
class LinkKey:
    """`signs_from`: seconds since 1970."""

    secret: bytes
    signs_from: int

    def __repr__(self) -> str:
        return f"LinkKey(signs_from={self.signs_from})"

    def __str__(self) -> str:
        return f"{self.secret.hex()} {self.signs_from}"


class LinkKeys:
    """The keys of a data folder as they are now: read again when the file has changed. `clock` gives seconds since
    1970."""

    def __init__(self, home: Path, *, clock: Callable[[], float] = time.time) -> None:
        self._path = home / KEY_FILE
        self._clock = clock
        self._keys = ensured(home)
        self._seen = _stamp(self._path)

    def accepted(self) -> tuple[bytes, ...]:
        """The secrets that a link may be signed with, the one that signs now last."""
        self._look()
        return accepted(self._keys, self._clock())

    def _look(self) -> None:
        """A file that is gone, or being replaced by hand, leaves the keys as they are."""
        with contextlib.suppress(DataFolderUnusable, OSError):
            stamp = _stamp(self._path)
            if stamp != self._seen:
                self._keys = read(self._path)
                self._seen = stamp


def accepted(keys: Sequence[LinkKey], now: float) -> tuple[bytes, ...]:
    """The secrets of those that are good at a time, the one that signs then last. `keys` by their times."""
    signing = max((index for index, key in enumerate(keys) if key.signs_from <= now), default=0)
    ends = [following.signs_from + LONGEST_LINK for following in keys[1:]]
    others = [
        key.secret
        for index, key in enumerate(keys)
        if index > signing or (index < signing and now < ends[index])
    ]
    return (*others, keys[signing].secret)


def ensured(home: Path) -> tuple[LinkKey, ...]:
    """The keys of a data folder by their times. The first is made, with the folder where there is none yet, once,
    whoever else comes at the same time, and is readable by its owner only.

    Raises DataFolderUnusable when they can be neither read nor made.
    """
    path = home / KEY_FILE
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _write(path, [LinkKey(secrets.token_bytes(KEY_BYTES), 0)], once=True)
    except OSError as error:
        raise _unusable(path, error) from error
    return read(path)


def read(path: Path) -> tuple[LinkKey, ...]:
    """Raises DataFolderUnusable."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise _unusable(path, error) from error
    if len(content) == KEY_BYTES:  # as it was before keys could change
        return (LinkKey(content, 0),)
    lines = content.decode("ascii", "replace").splitlines()
    found = [_LINE.fullmatch(line) for line in lines]
    keys = [LinkKey(bytes.fromhex(one[1]), int(one[2])) for one in found if one]
    if not keys or len(keys) != len(lines):
        raise DataFolderUnusable(
            f"The key for links, {path}, is damaged. Delete it; open pages then need a reload."
        )
    return tuple(sorted(keys, key=lambda key: key.signs_from))


def rotate(home: Path, *, after_seconds: int, now: float | None = None) -> LinkKey:
    """Add a key that signs from `after_seconds` on; those that nothing is signed with any more are forgotten.

    Raises DataFolderUnusable.
    """
    moment = time.time() if now is None else now
    new = LinkKey(secrets.token_bytes(KEY_BYTES), int(moment) + after_seconds)
    keys = ensured(home)
    good = set(accepted(keys, moment))
    _replace(home / KEY_FILE, [*(key for key in keys if key.secret in good), new])
    return new


def revoke(home: Path) -> LinkKey:
    """Put a new key in the place of all others: every link that was ever made is void. Raises DataFolderUnusable."""
    new = LinkKey(secrets.token_bytes(KEY_BYTES), int(time.time()))
    ensured(home)
    _replace(home / KEY_FILE, [new])
    return new


def _replace(path: Path, keys: Sequence[LinkKey]) -> None:
    try:
        _write(path, keys, once=False)
    except OSError as error:
        raise _unusable(path, error) from error


def _write(path: Path, keys: Sequence[LinkKey], *, once: bool) -> None:
    """Complete or absent; with `once` never over keys that another process has written meanwhile."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.writelines(f"{key}\n" for key in keys)
        if not once:
            draft.replace(path)
            return
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _stamp(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_ino, found.st_size


def _unusable(path: Path, error: OSError) -> DataFolderUnusable:
    return DataFolderUnusable(f"The key for links, {path}, cannot be read or written: {error.strerror}.")
