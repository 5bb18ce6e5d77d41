"""The process that draws pages has what drawing needs and nothing else, and is not believed."""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from pipeline.evidence.errors import InvalidGeometry, NotFound
from tests.fixtures.bombs import PDFS, Bomb
from tests.fixtures.pdfs import three_lines
from viewer.drawing_process import MOST_CONTENT, MOST_HEAD, DrawingProcess, ProcessDied
from viewer.page_image import PageImage, PageKey, PageNotDrawn
from viewer.page_images import PageImages
from viewer.page_worker import MEMORY_LIMIT
from viewer.pixels import HEADER

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the kernel keeps these bounds on Linux only")

QUICK = (
    "a page of 10⁹ points",
    "a page 10⁹ points long and 1 wide",
    "a page tree that is its own child",
    "an image of 10⁵ × 10⁵ pixels",
    "a JPEG 2000 image of 2³¹ × 2³¹ pixels",
    "a JBIG2 image of 2³¹ × 2³¹ pixels",
    "predictor rows of 2³¹ columns",
    "a pattern that is filled with itself",
    "a soft mask that masks itself",
    "a glyph that is drawn of itself",
    "an earlier table that is this one",
)
"""Bombs that are over soon. All of them: `python -m tests.fuzz.bombs`."""


@pytest.fixture
def healthy(tmp_path: Path) -> Path:
    path = tmp_path / "healthy.pdf"
    path.write_bytes(three_lines())
    return path


def run(body: Callable[[], Awaitable[None]]) -> None:
    """In an event loop and a thread of their own: a browser of another test may hold the main thread's."""

    async def whole() -> None:
        await body()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(whole())).result()


def bomb(name: str) -> Bomb:
    (found,) = [one for one in PDFS if one.name == name]
    return found


@linux_only
def test_it_has_limits_no_network_no_files_and_no_secrets(
    healthy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PINCITE_MODEL_KEY", "PINCITE_DATABASE_URL", "AWS_SECRET_ACCESS_KEY", "ANYTHING"):
        monkeypatch.setenv(name, "a secret")

    async def body() -> None:
        process = await DrawingProcess.start()
        try:
            await process.draw(PageKey(healthy, 0, 320))
            drawing = psutil.Process(process.pid)
            assert drawing.rlimit(psutil.RLIMIT_AS)[0] <= MEMORY_LIMIT
            assert drawing.rlimit(psutil.RLIMIT_FSIZE) == drawing.rlimit(psutil.RLIMIT_CORE) == (0, 0)
            assert "a secret" not in drawing.environ().values()
            assert not drawing.net_connections()
            if may_leave_network():
                own, its = (Path(f"/proc/{pid}/ns/net").readlink() for pid in ("self", process.pid))
                assert own != its
        finally:
            await process.stop()

    run(body)


def may_leave_network() -> bool:
    """Whether this machine lets a process do it."""
    from pipeline.processes.confinement import leave_network

    if (pid := os.fork()) == 0:
        os._exit(0 if leave_network() else 1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


@linux_only
def test_a_process_without_a_network_reaches_not_even_its_own_machine() -> None:
    if not may_leave_network():
        pytest.skip("this machine lets no process leave its network")
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        socket.create_connection(address).close()
        if (pid := os.fork()) == 0:
            try:
                from pipeline.processes.confinement import leave_network

                leave_network()
                socket.create_connection(address, timeout=2)
            except OSError:
                os._exit(7)
            finally:
                os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7


@linux_only
def test_a_process_that_may_write_no_files_cannot(tmp_path: Path) -> None:
    if (pid := os.fork()) == 0:
        from pipeline.processes.confinement import write_no_files

        write_no_files()
        try:
            (tmp_path / "written").write_text("words")
        except OSError:
            os._exit(7)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 0


@pytest.mark.parametrize(
    "said",
    [
        HEADER.pack(MOST_HEAD + 1, 0),
        HEADER.pack(2, MOST_CONTENT + 1) + b"{}",
        HEADER.pack(2, 0) + b"[]",
        HEADER.pack(2, 0) + b"{}",
        HEADER.pack(4, 0) + b"\xff\xfe{}",
        HEADER.pack(20_000, 0) + b"[" * 20_000,
        HEADER.pack(15, 0) + b'{"width": "640"',
        HEADER.pack(16, 0) + b'{"width": "640"}',
        HEADER.pack(20, 0) + b'{"error": ["NoPage"]}'[:20],
        HEADER.pack(13, 0) + b'{"path": "x"}',
        b"\0",
    ],
)
def test_what_is_no_answer_is_the_last_that_is_heard(tmp_path: Path, said: bytes) -> None:
    """A process that a file has taken over may say anything."""

    async def body() -> None:
        script = f"import sys; sys.stdin.readline(); sys.stdout.buffer.write({said!r}); sys.stdout.flush()"
        started = await asyncio.create_subprocess_exec(
            sys.executable, "-c", script, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        process = DrawingProcess(started)
        try:
            with pytest.raises(ProcessDied):
                await process.draw(PageKey(tmp_path / "any.pdf", 0, 320))
            assert not process.usable
        finally:
            await process.stop()

    run(body)


def test_bombs_are_drawn_or_refused_in_words_and_other_pages_still_draw(
    healthy: Path, tmp_path: Path
) -> None:
    async def body() -> None:
        images = PageImages(workers=1, timeout=10.0)
        await images.open()
        try:
            for number, name in enumerate(QUICK):
                path = tmp_path / f"{number}.pdf"
                path.write_bytes(bomb(name).build())
                drawn = await asyncio.gather(images.image(path, 0, 640), return_exceptions=True)
                _require_image_or_words(drawn[0], name, tmp_path)
                assert (await images.image(healthy, 0, 320 + 4 * number)).width == 320 + 4 * number, name
        finally:
            await images.close()

    run(body)


def _require_image_or_words(drawn: PageImage | BaseException, name: str, folder: Path) -> None:
    if isinstance(drawn, PageImage):
        assert drawn.webp[8:12] == b"WEBP", name
        return
    assert isinstance(drawn, PageNotDrawn | InvalidGeometry), name
    assert drawn.message.endswith(".")
    assert str(folder) not in drawn.message, "the server's folders are nobody's business"


def test_a_file_that_has_gone_is_refused_without_telling_where_it_was(tmp_path: Path) -> None:
    async def body() -> None:
        images = PageImages(workers=1)
        await images.open()
        try:
            with pytest.raises(PageNotDrawn) as gone:
                await images.image(tmp_path / "gone.pdf", 0, 640)
            assert str(tmp_path) not in gone.value.message
        finally:
            await images.close()

    run(body)


def test_the_answers_of_the_process_itself_are_answers(healthy: Path) -> None:
    async def body() -> None:
        process = await DrawingProcess.start()
        try:
            image = await process.draw(PageKey(healthy, 0, 320))
            assert image.width == 320
            _, pdf = await process.ask(healthy, {"slice": [0]})
            assert pdf.startswith(b"%PDF")
            with pytest.raises(NotFound):
                await process.draw(PageKey(healthy, 9, 320))
            assert process.usable
        finally:
            await process.stop()

    run(body)
