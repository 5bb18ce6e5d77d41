"""Page images: a small pool of drawing processes behind an in-memory cache."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pipeline.store.proven_files import Stamp, stamp_of
from viewer.drawing_process import DrawingProcess, ProcessDied
from viewer.drawing_turns import Turn, Turns
from viewer.page_image import ImageCache, PageImage, PageKey, PageNotDrawn, Unwanted
from viewer.pixels import Tile, snap_width

SLICES: Final = -1
"""Stands for a page number where a file is refused that no slice can be cut out of."""

StillWanted = Callable[[], Awaitable[bool]]
Prove = Callable[[Path], None]


@dataclass(slots=True)
class Drawing:
    """A page being drawn, its turn until then, and how to ask each of those who wait whether they still do."""

    task: asyncio.Task[PageImage]
    turn: Turn
    waiting: list[StillWanted]


class PageImages:
    """Draws pages in `workers` processes. All methods belong to one event loop.

    A page asked for twice at a time is drawn once. A process that takes longer than `timeout` seconds or dies is
    replaced; the page it was drawing is then refused at every size for `penalty` seconds, so that a hostile file
    cannot occupy the pool. `fonts` is a folder of fonts to draw with instead of the system's. `prove` raises a
    StoreError when a file is not what it was stored as: what was drawn from one that changed meanwhile is not shown.
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
        prove: Prove | None = None,
    ) -> None:
        self._prove = prove
        self._count = workers
        self._timeout = timeout
        self._penalty = penalty
        self._fonts = fonts
        self._cache = ImageCache(cache_bytes)
        self._workers: set[DrawingProcess] = set()
        self._turns = Turns(most_waiting)
        self._drawings: dict[PageKey, Drawing] = {}
        self._refused: OrderedDict[tuple[Path, int], float] = OrderedDict()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def open(self) -> None:
        """Starts the processes; returns before they are ready to draw."""
        self._loop = asyncio.get_running_loop()
        started = await asyncio.gather(*(DrawingProcess.start(self._fonts) for _ in range(self._count)))
        self._workers = set(started)
        for process in started:
            self._turns.free(process)

    async def close(self) -> None:
        tasks = [drawing.task for drawing in self._drawings.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self._workers))
        self._workers.clear()
        self._turns.clear()

    @property
    def is_drawing(self) -> bool:
        """False when no process lives that could draw."""
        return any(worker.is_alive for worker in self._workers)

    @property
    def waiting(self) -> int:
        """Pages that wait for a process."""
        return self._turns.waiting

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
        tile: Tile | None = None,
        is_ahead: bool = False,
        still_wanted: StillWanted | None = None,
    ) -> PageImage:
        """The page `page_index` (0-based) of the PDF at `path`, `width` device pixels wide after snapping; or a `tile`
        of it. Pages fetched ahead of need wait for those that are looked at.

        `still_wanted` is asked when a process becomes free; when nobody wants the page any more, Unwanted is
        raised instead of drawing it. Raises NotFound, InvalidGeometry, PageNotDrawn or TooManyPages, or what
        `prove` raises.
        """
        key = PageKey(path, page_index, snap_width(width, tiled=tile is not None), tile)
        cached = self._cache.get(key)
        if cached is not None:
            return cached
        self._require_allowed(key.page)
        drawing = self._drawings.get(key)
        if drawing is None:
            turn = self._turns.turn(path, is_ahead=is_ahead)
            drawing = Drawing(asyncio.create_task(self._draw(key, turn)), turn, [])
            self._drawings[key] = drawing
            drawing.task.add_done_callback(lambda _: self._drawings.pop(key, None))
        drawing.turn.is_ahead &= is_ahead
        drawing.waiting.append(still_wanted or _always)
        return await asyncio.shield(drawing.task)

    async def slice(self, path: Path, page_indexes: tuple[int, ...]) -> bytes:
        """These pages (0-based) of the PDF at `path` as a PDF of their own. Raises NotFound, PageNotDrawn or
        TooManyPages."""
        self._require_allowed((path, SLICES))
        async with self._worker(self._turns.turn(path, is_ahead=False)) as worker:
            try:
                async with self._unchanged(path):
                    _, pdf = await asyncio.wait_for(worker.ask(path, {"slice": page_indexes}), self._timeout)
            except (TimeoutError, ProcessDied) as error:
                self._refuse((path, SLICES))
                raise PageNotDrawn("These pages could not be cut out of the file.") from error
        return pdf

    def image_from_thread(self, path: Path, page_index: int, width: int) -> PageImage:
        """`image`, for a thread that is not the event loop's. Raises PageNotDrawn also before `open`."""
        if self._loop is None:
            raise PageNotDrawn("The processes that draw pages are not running.")
        return asyncio.run_coroutine_threadsafe(self.image(path, page_index, width), self._loop).result()

    def slice_from_thread(self, path: Path, page_indexes: tuple[int, ...]) -> bytes:
        """`slice`, for a thread that is not the event loop's. Raises PageNotDrawn also before `open`."""
        if self._loop is None:
            raise PageNotDrawn("The processes that draw pages are not running.")
        return asyncio.run_coroutine_threadsafe(self.slice(path, page_indexes), self._loop).result()

    async def _draw(self, key: PageKey, turn: Turn) -> PageImage:
        try:
            image = await self._try_to_draw(key, turn)
        except ProcessDied:
            try:  # it may have ended for another reason than this page
                image = await self._try_to_draw(key, self._turns.turn(key.path, is_ahead=turn.is_ahead))
            except ProcessDied as error:
                self._refuse(key.page)
                raise PageNotDrawn(
                    "The process that draws pages ended over this page and was restarted."
                ) from error
        self._cache.put(key, image)
        return image

    async def _try_to_draw(self, key: PageKey, turn: Turn) -> PageImage:
        async with self._worker(turn) as worker:
            if not await self._anybody_waits(key):
                raise Unwanted("Nobody waits for this page any more.")
            try:
                async with self._unchanged(key.path):
                    return await asyncio.wait_for(worker.draw(key), self._timeout)
            except TimeoutError as error:
                self._refuse(key.page)
                raise PageNotDrawn(
                    f"The page took longer than {self._timeout:g} s to draw and was given up."
                ) from error

    async def _anybody_waits(self, key: PageKey) -> bool:
        for still_wanted in self._drawings[key].waiting:
            if await still_wanted():
                return True
        return False

    @asynccontextmanager
    async def _unchanged(self, path: Path) -> AsyncIterator[None]:
        """The file that is read meanwhile is the proven one, from before until after. Raises PageNotDrawn, or what
        `prove` raises."""
        before = _stamp(path)
        yield
        if self._prove is not None:
            await asyncio.to_thread(self._prove, path)
        if _stamp(path) != before:
            raise PageNotDrawn("The stored file changed while the page was drawn. Try again.")

    @asynccontextmanager
    async def _worker(self, turn: Turn) -> AsyncIterator[DrawingProcess]:
        """A process for one page; replaced afterwards when it is unusable."""
        worker = await self._turns.taken(turn)
        try:
            yield worker
        finally:
            if not worker.usable:
                await worker.stop()
                self._workers.discard(worker)
                worker = await DrawingProcess.start(self._fonts)
                self._workers.add(worker)
            self._turns.free(worker)

    def _refuse(self, page: tuple[Path, int]) -> None:
        self._refused[page] = asyncio.get_running_loop().time() + self._penalty
        self._refused.move_to_end(page)

    def _require_allowed(self, page: tuple[Path, int]) -> None:
        now = asyncio.get_running_loop().time()
        while self._refused and next(iter(self._refused.values())) <= now:
            self._refused.popitem(last=False)
        if page in self._refused:
            raise PageNotDrawn("This page could not be drawn a moment ago. Open the original file instead.")


def _stamp(path: Path) -> Stamp:
    try:
        return stamp_of(path)
    except OSError as error:
        raise PageNotDrawn("The stored file cannot be read. Try again.") from error


async def _always() -> bool:
    return True
