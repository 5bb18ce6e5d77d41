"""Bounds for a process that reads a stranger's file and needs nothing else, kept by the kernel whatever a library in it
does. Where a system has no such bound, or a container refuses it, the process works without."""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Final

_CLONE_NEWUSER: Final = 0x10000000
_CLONE_NEWNET: Final = 0x40000000

_NEEDED: Final = frozenset(
    {
        "HOME",
        "LANG",
        "LC_ALL",
        "LC_CTYPE",
        "LD_LIBRARY_PATH",
        "PATH",
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "TMPDIR",
        "TZ",
    }
)


def environment_without_secrets() -> dict[str, str]:
    """What such a process inherits: nothing that this one was told of a database, a store or a model."""
    return (
        {name: value for name, value in os.environ.items() if name in _NEEDED}
        | {
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            "OPENBLAS_NUM_THREADS": "1",  # threads that nobody uses: they would keep the network, and a fork loses them
        }
    )


def leave_network() -> bool:
    """Cut this process, and what it will start, off every network, this machine's own included (unshare(2)); whether
    that could be done. To be called before its first thread starts. Open pipes and sockets stay as they are."""
    if sys.platform != "linux":
        return False
    unshare = ctypes.CDLL(None, use_errno=True).unshare
    # The first is root's; anybody may do the second where the system lets people have namespaces of their own.
    return any(unshare(spaces) == 0 for spaces in (_CLONE_NEWNET, _CLONE_NEWUSER | _CLONE_NEWNET))


def write_no_files() -> None:
    """From now on this process can neither write into a file nor leave an image of its memory; pipes are none."""
    if sys.platform == "win32":
        return
    import resource

    for limit in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE):
        resource.setrlimit(limit, (0, 0))
