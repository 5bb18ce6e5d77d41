"""Run a program as an unprivileged account, for a parent that is root: Postgres refuses to run as root.

Run as a script (`python -I -S launch.py <uid> <gid> <path>… -- <program> <argument>…`), because changing the account
between fork and exec inside a threaded parent is unsafe. Standard library only.

Each <path> has to be reachable for the account. A clone under /root or a home of mode 0700 is not, and the user's
folders are theirs: instead of loosening them, the program keeps the one capability that looks through folders
(CAP_DAC_READ_SEARCH, or CAP_DAC_OVERRIDE where a container grants only that), and only when it is needed.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

UNREACHABLE = 121
"""Exit status: a path cannot be reached by the account, and no capability is left to help."""

_CAPABILITIES = {"CAP_DAC_READ_SEARCH": 2, "CAP_DAC_OVERRIDE": 1}
_CAPABILITY_VERSION = 0x20080522  # linux/capability.h, _LINUX_CAPABILITY_VERSION_3
_PR_SET_KEEPCAPS, _PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE = 8, 47, 2  # linux/prctl.h


class _Header(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


class _Sets(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable")]


def become(uid: int, gid: int) -> None:
    """Change to the account for good, keeping permitted capabilities until the next exec."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_KEEPCAPS, 1, 0, 0, 0)
    os.setgroups([])
    os.setresgid(gid, gid, gid) if sys.platform == "linux" else os.setgid(gid)
    os.setresuid(uid, uid, uid) if sys.platform == "linux" else os.setuid(uid)


def unreachable(paths: Sequence[str]) -> str | None:
    """The first part of a path that the account (real uid) may not pass or read, or None."""
    for path in paths:
        if os.access(path, os.R_OK | os.X_OK):
            continue
        folders = reversed(Path(path).parents)
        return next((str(folder) for folder in folders if not os.access(folder, os.X_OK)), path)
    return None


def keep(capability: int) -> bool:
    """Carry one capability, and no other, over the next exec. False when we do not have it."""
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    sets = (_Sets * 2)()
    mask = 1 << capability
    sets[0].effective = sets[0].permitted = sets[0].inheritable = mask
    if libc.capset(ctypes.byref(_Header(_CAPABILITY_VERSION, 0)), sets) != 0:
        return False
    return bool(libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, capability, 0, 0) == 0)


def main(arguments: Sequence[str]) -> NoReturn:
    uid, gid, *rest = arguments
    split = rest.index("--")
    paths, program = rest[:split], rest[split + 1 :]
    become(int(uid), int(gid))
    blocked = unreachable(paths)
    if blocked is not None and not any(keep(number) for number in _CAPABILITIES.values()):
        print(f"account {uid} cannot reach {blocked}", file=sys.stderr)
        sys.exit(UNREACHABLE)
    os.execv(program[0], program)


if __name__ == "__main__":
    main(sys.argv[1:])
