"""One process that draws pages, seen from the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections import deque
from pathlib import Path
from typing import Any, Final

from pipeline.evidence.errors import InvalidGeometry, NotFound
from pipeline.processes.confinement import environment_without_secrets
from viewer.page_image import PageImage, PageKey, PageNotDrawn
from viewer.pixels import HEADER

ROOT: Final = Path(__file__).resolve().parent.parent
_REMEMBERED_DOCUMENTS: Final = 4

MOST_HEAD: Final = 64_000
MOST_CONTENT: Final = 256 << 20
"""Bytes of an answer. The process has read a stranger's file and may have been taken over by it: an answer that none of
its own could be is its last."""


class ProcessDied(Exception):
    """The drawing process ended before it had answered, or said what is no answer."""


class DrawingProcess:
    """Not to be asked twice at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._answering = False
        self.recent: deque[Path] = deque(maxlen=_REMEMBERED_DOCUMENTS)
        """The documents that it has open."""

    @classmethod
    async def start(cls, fonts: Path | None = None) -> DrawingProcess:
        environment = environment_without_secrets()
        search_path = os.pathsep.join((str(ROOT), environment["PYTHONPATH"]))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "viewer.page_worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**environment, "PYTHONPATH": search_path, "PINCITE_FONTS": str(fonts or "")},
        )
        return cls(process)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    @property
    def usable(self) -> bool:
        """False once the process has ended or owes an answer that nobody waits for: the next question would get it."""
        return self._process.returncode is None and not self._answering

    async def draw(self, key: PageKey) -> PageImage:
        """Raises ProcessDied, NotFound (no such page), InvalidGeometry or PageNotDrawn."""
        head, webp = await self.ask(
            key.path,
            {
                "page_index": key.page_index,
                "width": key.width,
                "tile": key.tile and [key.tile.column, key.tile.row],
            },
        )
        try:
            return PageImage(webp, head["width"], head["height"], head["lacks_fonts"])
        except KeyError as error:
            self._answering = True  # it is not to be asked again
            raise ProcessDied from error

    async def ask(self, path: Path, request: dict[str, object]) -> tuple[dict[str, Any], bytes]:
        """The answer's head and its bytes. Raises as `draw`."""
        self._answering = True
        head, content = await self._exchange({"path": str(path), **request})
        self._answering = False
        if path in self.recent:
            self.recent.remove(path)
        self.recent.append(path)
        match head.get("error"):
            case None:
                return head, content
            case "NoPage":
                raise NotFound(head["message"])
            case "InvalidGeometry":
                raise InvalidGeometry(head["message"])
            case _:
                raise PageNotDrawn(head["message"])

    async def _exchange(self, request: dict[str, object]) -> tuple[dict[str, Any], bytes]:
        reader, writer = self._process.stdout, self._process.stdin
        if reader is None or writer is None:
            raise ProcessDied
        try:
            writer.write(json.dumps(request).encode() + b"\n")
            await writer.drain()
            head_bytes, content_bytes = HEADER.unpack(await reader.readexactly(HEADER.size))
            if head_bytes > MOST_HEAD or content_bytes > MOST_CONTENT:
                raise ProcessDied
            head = _checked(json.loads(await reader.readexactly(head_bytes)))
            return head, await reader.readexactly(content_bytes)
        except (OSError, EOFError, ValueError, RecursionError) as error:
            raise ProcessDied from error

    async def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


def _checked(head: object) -> dict[str, Any]:
    """The head of an answer: words for an error, or the size of an image. Raises ValueError for anything else."""
    if not isinstance(head, dict):
        raise ValueError("no object")
    kinds = {"error": str, "message": str, "width": int, "height": int, "lacks_fonts": bool}
    for name, value in head.items():
        if not isinstance(value, kinds.get(name, ())):
            raise ValueError(f"{name} is {value!r}")
    return head
