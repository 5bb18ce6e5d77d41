"""`python -m tests.fuzz.bombs`: each bomb read by a real reading process and drawn by a real drawing process, and a
table of what became of it: bytes, outcome, seconds, and the most memory that its processes took."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

import click

from pipeline.evidence.errors import InvalidGeometry, NotFound, PinciteError, SourceError
from pipeline.limits import Limits
from pipeline.parse.media import sniff
from pipeline.processes.tree_memory import TreeMemory
from pipeline.reading import supervisor
from pipeline.reading.request import IngestTask
from pipeline.settings import Settings
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL, Scope
from tests.fixtures.bombs import PDFS, TEXTS, Bomb
from viewer.page_image import PageNotDrawn
from viewer.page_images import PageImages

LIMITS = Limits(memory=1_500_000_000, seconds=300)
"""Longer than what bounds a page or a slice of pages: those must end it, not the file's own time."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a bomb: "stored", or the name of the error in whose words it was refused. `memory` in bytes."""

    bomb: str
    size: int
    word: str
    seconds: float
    memory: int = 0

    def row(self) -> str:
        return f"{self.bomb:52} {self.size:>12,} {self.word:18} {self.seconds:6.1f} s {self.memory / 1e6:7,.0f} MB"


def read(bomb: Bomb, settings: Settings, scope: Scope, limits: Limits = LIMITS) -> Outcome:
    """Have it read as the app does. Raises what is no refusal of a source."""
    data = bomb.build()
    started, peak = time.monotonic(), _Peak()
    try:
        sniff(data, source=bomb.name)
        limits.check_bytes(len(data), bomb.name)
        sha256 = open_blobs(settings).of(scope.tenant_id).put(data)
        task = IngestTask(uuid4(), sha256, bomb.name)
        supervisor.read_in_child(replace(settings, limits=limits), scope, task, lambda *_: None, peak.stopped)
        word = "stored"
    except SourceError as error:
        word = error.kind
    return Outcome(bomb.name, len(data), word, time.monotonic() - started, peak.bytes)


class _Peak:
    """Looks at the memory of the reading processes when it is asked whether to stop; it never is."""

    def __init__(self) -> None:
        self.bytes = 0
        self._looked = 0.0

    def stopped(self) -> bool:
        now = time.monotonic()
        if supervisor._nursery.pid and now - self._looked > 0.5:
            self._looked = now
            self.bytes = max(self.bytes, TreeMemory(supervisor._nursery.pid).bytes())
        return False


async def draw(bomb: Bomb, images: PageImages, folder: Path, healthy: Path) -> Outcome:
    """Have its first page drawn, and afterwards a page of a healthy file. Raises what is no refusal of a page."""
    path = folder / f"{uuid4()}.pdf"
    path.write_bytes(data := bomb.build())
    started = time.monotonic()
    try:
        await images.image(path, 0, 1024)
        word = "drawn"
    except (PageNotDrawn, InvalidGeometry, NotFound) as error:
        word = error.kind
    seconds = time.monotonic() - started
    await images.image(healthy, 0, 64 + 4 * len(list(folder.iterdir())))
    memory = sum(TreeMemory(pid).bytes() for pid in images.pids)
    path.unlink()
    return Outcome(bomb.name, len(data), word, seconds, memory)


@click.command()
@click.option("--only", default="", help="Bombs whose name has these words.")
@click.option("--reading/--no-reading", default=True)
@click.option("--drawing/--no-drawing", default=True)
def main(only: str, reading: bool, drawing: bool) -> None:
    """Ends with status 1 when any of them was neither stored, nor drawn, nor refused in words."""
    failed = 0

    def show(bombs: Iterable[Bomb], attempt: Callable[[Bomb], Outcome]) -> None:
        nonlocal failed
        for bomb in bombs:
            if only not in bomb.name:
                continue
            try:
                click.echo(attempt(bomb).row())
            except Exception as error:  # noqa: BLE001 - it is told, and the others are tried
                failed += 1
                words = error.message if isinstance(error, PinciteError) else str(error)
                click.echo(f"{bomb.name:52} {type(error).__name__}: {words}")

    with tempfile.TemporaryDirectory() as folder:
        if reading:
            settings = Settings(home=Path(folder) / "home")
            database = Database.open(settings)
            try:
                show((*PDFS, *TEXTS), lambda bomb: read(bomb, settings, LOCAL))
            finally:
                supervisor.end_readings()
                database.close()
        if drawing:
            asyncio.run(_draw_all(Path(folder), lambda attempt: show(PDFS, attempt)))
    sys.exit(bool(failed))


async def _draw_all(folder: Path, show: Callable[[Callable[[Bomb], Outcome]], None]) -> None:
    from tests.fixtures.pdfs import three_lines

    healthy, loop = folder / "healthy.pdf", asyncio.get_running_loop()
    healthy.write_bytes(three_lines())
    images = PageImages()
    await images.open()
    pages = folder / "pages"
    pages.mkdir()

    def attempt(bomb: Bomb) -> Outcome:
        return asyncio.run_coroutine_threadsafe(draw(bomb, images, pages, healthy), loop).result()

    try:
        await asyncio.to_thread(show, attempt)
    finally:
        await images.close()


if __name__ == "__main__":
    main()
