"""The page labels that a PDF gives itself, read in a process of its own.

PDFium follows the tree of labels without looking whether it ends: one that is its own child takes the process with it,
and one that names its children twice at each level takes it for ever.
"""

from __future__ import annotations

import faulthandler
import json
import os
import select
import signal
import time
from typing import IO

import pypdfium2

from pipeline.evidence.errors import DamagedSource
from pipeline.processes.lifeline import CAN_FORK, end_with_forker

LABEL_SECONDS = 20.0
"""Seconds for all of a file's labels; those of 549 pages take a hundredth of one."""


def labels_in_file(document: pypdfium2.PdfDocument, source: str) -> list[str]:
    """Each page's own label, "" for none. Raises DamagedSource when their tree has no end.

    Where processes cannot be forked they are read in this one, whose own limits then hold.
    """
    if not CAN_FORK:
        return _labels(document)
    said = _said_by_fork(document)
    if said is None:
        raise DamagedSource(
            f"{source}: its page labels cannot be read, because their tree has no end. Export the file anew from its "
            "program.",
            source=source,
        )
    return list(json.loads(said))


def _labels(document: pypdfium2.PdfDocument) -> list[str]:
    return [document.get_page_label(index) for index in range(len(document))]


def _said_by_fork(document: pypdfium2.PdfDocument) -> bytes | None:
    """What the other process wrote; None when it did not come to its end in time."""
    read, write = os.pipe()
    starter = os.getpid()
    if (pid := os.fork()) == 0:
        try:
            faulthandler.disable()  # its end is expected, and told
            end_with_forker(starter)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.close(read)
            with os.fdopen(write, "wb") as pipe:
                pipe.write(json.dumps(_labels(document)).encode())
            os._exit(0)
        finally:
            os._exit(1)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        said = _read(pipe, time.monotonic() + LABEL_SECONDS)
    if said is None:
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    return said if status == 0 else None


def _read(pipe: IO[bytes], deadline: float) -> bytes | None:
    """All that comes before the other end is closed; None when that takes too long."""
    said = bytearray()
    while select.select([pipe], [], [], max(deadline - time.monotonic(), 0))[0]:
        if not (more := os.read(pipe.fileno(), 65_536)):
            return bytes(said)
        said += more
    return None
