"""Page images: a small pool of drawing processes behind an in-memory cache."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pipeline.evidence.errors import InvalidGeometry, NotFound, PinciteError
from viewer.pixels import HEADER, snap_width

ROOT: Final = Path(__file__).resolve().parent.parent
_REMEMBERED_DOCUMENTS: Final = 4

StillWanted = Callable[[], Awaitable[bool]]


class PageNotDrawn(PinciteError):
    """PDFium cannot draw the page, crashed over it, or took too long."""


class TooManyPages(PinciteError):
    """More pages are waiting to be drawn than anybody can be looking at."""


class Unwanted(PinciteError):
    """Whoever asked for the page has gone."""


@dataclass(frozen=True, slots=True)
class PageImage:
    """A WebP image of one page and its size in device pixels. `lacks_fonts`: characters are missing from it, because
    this machine has no font for them."""

    webp: bytes
    width: int
    height: int
    lacks_fonts: bool = False


@dataclass(frozen=True, slots=True)
class PageKey:
    """What an image shows: a content-addressed file, a 0-based page and a snapped width."""

    path: Path
    page_index: int
    width: int


@dataclass(frozen=True, slots=True)
class SliceKey:
    """What a slice holds: 0-based pages of a content-addressed file, in that order."""

    path: Path
    page_indexes: tuple[int, ...]


class ImageCache:
    """The images used last, at most `capacity` bytes of them."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._images: OrderedDict[PageKey, PageImage] = OrderedDict()
        self.size = 0

    def get(self, key: PageKey) -> PageImage | None:
        image = self._images.get(key)
        if image is not None:
            self._images.move_to_end(key)
        return image

    def put(self, key: PageKey, image: PageImage) -> None:
        replaced = self._images.pop(key, None)
        self.size += len(image.webp) - (len(replaced.webp) if replaced else 0)
        self._images[key] = image
        while self.size > self._capacity:
            self.size -= len(self._images.popitem(last=False)[1].webp)


class WorkerDied(Exception):
    """The drawing process ended before it had answered."""


class Worker:
    """One drawing process. Not to be asked twice at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._answering = False
        self.recent: deque[Path] = deque(maxlen=_REMEMBERED_DOCUMENTS)

    @classmethod
    async def start(cls, fonts: Path | None = None) -> Worker:
        search_path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "viewer.page_worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": search_path, "PINCITE_FONTS": str(fonts or "")},
        )
        return cls(process)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def usable(self) -> bool:
        """False once the process has ended or owes an answer that nobody waits for: the next question would get it."""
        return self._process.returncode is None and not self._answering

    async def draw(self, key: PageKey) -> PageImage:
        """Raises WorkerDied, NotFound (no such page), InvalidGeometry or PageNotDrawn."""
        request = {"path": str(key.path), "page_index": key.page_index, "width": key.width}
        head, webp = await self._answer(key.path, request)
        return PageImage(webp, head["width"], head["height"], head["lacks_fonts"])

    async def cut(self, key: SliceKey) -> bytes:
        """The pages as a PDF. Raises WorkerDied, NotFound (no such page) or PageNotDrawn."""
        _, pdf = await self._answer(key.path, {"path": str(key.path), "slice": key.page_indexes})
        return pdf

    async def _answer(self, path: Path, request: dict[str, object]) -> tuple[dict[str, Any], bytes]:
        self._answering = True
        head, data = await self._ask(request)
        self._answering = False
        if path in self.recent:
            self.recent.remove(path)
        self.recent.append(path)
        match head.get("error"):
            case None:
                return head, data
            case "NoPage":
                raise NotFound(head["message"])
            case "InvalidGeometry":
                raise InvalidGeometry(head["message"])
            case _:
                raise PageNotDrawn(head["message"])

    async def _ask(self, request: dict[str, object]) -> tuple[dict[str, Any], bytes]:
        reader, writer = self._process.stdout, self._process.stdin
        if reader is None or writer is None:
            raise WorkerDied
        try:
            writer.write(json.dumps(request).encode() + b"\n")
            await writer.drain()
            head_bytes, image_bytes = HEADER.unpack(await reader.readexactly(HEADER.size))
            head = json.loads(await reader.readexactly(head_bytes))
            return head, await reader.readexactly(image_bytes)
        except (OSError, EOFError) as error:
            raise WorkerDied from error

    async def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


@dataclass(slots=True)
class Drawing:
    """A page being drawn, and how to ask each of those who wait whether they still do."""

    task: asyncio.Task[PageImage]
    waiting: list[StillWanted]


class PageImages:
    """Draws pages in `workers` processes. All methods belong to one event loop.

    A page asked for twice at a time is drawn once. A process that takes longer than `timeout` seconds or dies is
    replaced; the page it was drawing is then refused for `penalty` seconds, so that a hostile file cannot occupy
    the pool. `fonts` is a folder of fonts to draw with instead of the system's.
    """

    def __init__(
        self,
        *,
        workers: int = 2,
        timeout: float = 15.0,
        penalty: float = 60.0,
        cache_bytes: int = 64 << 20,
        most_waiting: int = 64,
        fonts: Path | None = None,
    ) -> None:
        self._count = workers
        self._timeout = timeout
        self._penalty = penalty
        self._most_waiting = most_waiting
        self._fonts = fonts
        self._cache = ImageCache(cache_bytes)
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        self._free = asyncio.Condition()
        self._drawings: dict[PageKey, Drawing] = {}
        self._refused: OrderedDict[PageKey | SliceKey, float] = OrderedDict()
        self._waiting = 0
        self._loop: asyncio.AbstractEventLoop | None = None

    async def open(self) -> None:
        """Starts the processes; returns before they are ready to draw."""
        self._loop = asyncio.get_running_loop()
        self._idle = await asyncio.gather(*(Worker.start(self._fonts) for _ in range(self._count)))
        self._workers = set(self._idle)

    async def close(self) -> None:
        tasks = [drawing.task for drawing in self._drawings.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self._workers))
        self._workers.clear()
        self._idle.clear()

    @property
    def pids(self) -> tuple[int, ...]:
        """Process ids of the drawing processes."""
        return tuple(worker.pid for worker in self._workers)

    async def image(
        self,
        path: Path,
        page_index: int,
        width: int,
        *,
        still_wanted: StillWanted | None = None,
    ) -> PageImage:
        """The page `page_index` (0-based) of the PDF at `path`, `width` device pixels wide after snapping.

        `still_wanted` is asked when a process becomes free; when nobody wants the page any more, Unwanted is
        raised instead of drawing it. Raises NotFound, InvalidGeometry, PageNotDrawn or TooManyPages.
        """
        key = PageKey(path, page_index, snap_width(width))
        cached = self._cache.get(key)
        if cached is not None:
            return cached
        self._require_allowed(key)
        drawing = self._drawings.get(key)
        if drawing is None:
            drawing = Drawing(asyncio.create_task(self._draw(key)), [])
            self._drawings[key] = drawing
            drawing.task.add_done_callback(lambda _: self._drawings.pop(key, None))
        drawing.waiting.append(still_wanted or _always)
        return await asyncio.shield(drawing.task)

    async def slice(self, path: Path, page_indexes: tuple[int, ...]) -> bytes:
        """These pages (0-based) of the PDF at `path` as a PDF of their own. Raises NotFound, PageNotDrawn or
        TooManyPages."""
        key = SliceKey(path, page_indexes)
        self._require_allowed(key)
        async with self._worker(path) as worker:
            try:
                return await asyncio.wait_for(worker.cut(key), self._timeout)
            except (TimeoutError, WorkerDied) as error:
                self._refuse(key)
                raise PageNotDrawn("The pages could not be cut out of the file.") from error

    def slice_from_thread(self, path: Path, page_indexes: tuple[int, ...]) -> bytes:
        """`slice`, for a thread that is not the event loop's. Raises PageNotDrawn also before `open`."""
        if self._loop is None:
            raise PageNotDrawn("The processes that draw pages are not running.")
        return asyncio.run_coroutine_threadsafe(self.slice(path, page_indexes), self._loop).result()

    async def _draw(self, key: PageKey) -> PageImage:
        try:
            image = await self._try_to_draw(key)
        except WorkerDied:
            try:  # it may have ended for another reason than this page
                image = await self._try_to_draw(key)
            except WorkerDied as error:
                self._refuse(key)
                raise PageNotDrawn(
                    "The process that draws pages ended over this page and was restarted."
                ) from error
        self._cache.put(key, image)
        return image

    async def _try_to_draw(self, key: PageKey) -> PageImage:
        async with self._worker(key.path) as worker:
            if not await self._anybody_waits(key):
                raise Unwanted("Nobody waits for this page any more.")
            try:
                return await asyncio.wait_for(worker.draw(key), self._timeout)
            except TimeoutError as error:
                self._refuse(key)
                raise PageNotDrawn(
                    f"The page took longer than {self._timeout:g} s to draw and was given up."
                ) from error

    async def _anybody_waits(self, key: PageKey) -> bool:
        for still_wanted in self._drawings[key].waiting:
            if await still_wanted():
                return True
        return False

    @asynccontextmanager
    async def _worker(self, path: Path) -> AsyncIterator[Worker]:
        """A process for one page, best one that has the document open; replaced afterwards when it is unusable."""
        worker = await self._borrow(path)
        try:
            yield worker
        finally:
            if not worker.usable:
                await worker.stop()
                self._workers.discard(worker)
                worker = await Worker.start(self._fonts)
                self._workers.add(worker)
            async with self._free:
                self._idle.append(worker)
                self._free.notify()

    async def _borrow(self, path: Path) -> Worker:
        if self._waiting >= self._most_waiting:
            raise TooManyPages("Too many pages are waiting to be drawn. Try again in a moment.")
        self._waiting += 1
        try:
            async with self._free:
                await self._free.wait_for(lambda: bool(self._idle))
                worker = next((idle for idle in self._idle if path in idle.recent), self._idle[0])
                self._idle.remove(worker)
                return worker
        finally:
            self._waiting -= 1

    def _refuse(self, key: PageKey | SliceKey) -> None:
        self._refused[key] = asyncio.get_running_loop().time() + self._penalty
        self._refused.move_to_end(key)

    def _require_allowed(self, key: PageKey | SliceKey) -> None:
        now = asyncio.get_running_loop().time()
        while self._refused and next(iter(self._refused.values())) <= now:
            self._refused.popitem(last=False)
        if key in self._refused:
            raise PageNotDrawn("This page could not be drawn a moment ago. Open the original file instead.")


async def _always() -> bool:
    return True
