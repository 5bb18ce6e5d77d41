"""A process that ends with the one that started it, however that one ended."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time

CAN_FORK = sys.platform == "linux"
"""Where a process may go on from a copy of another. macOS has fork, and system libraries that do not survive it."""

_PR_SET_PDEATHSIG = 1
_POLL_SECONDS = 0.5


def end_with_forker(forker: int) -> None:
    """Have the kernel kill this process when the process `forker`, which forked it, ends. Linux only.

    The kernel watches the thread that forked: it has to be one that lives as long as its process (prctl(2)).
    """
    if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL) != 0:
        raise OSError(ctypes.get_errno(), "prctl")
    if os.getppid() != forker:  # it ended before the kernel was told
        os._exit(1)


def end_with_starter() -> None:
    """End this process when the one that started it has ended, also in the middle of a computation.

    By a thread that looks: for processes that were not forked, or by a thread that ends before its process.
    """
    starter = os.getppid()

    def watch() -> None:
        while os.getppid() == starter:
            time.sleep(_POLL_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()
