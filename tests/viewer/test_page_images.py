"""Page images from real drawing processes."""

import asyncio
import io
import os
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from pipeline.evidence.errors import BlobCorrupt, InvalidGeometry, NotFound
from viewer.drawing_process import ROOT
from viewer.page_image import ImageCache, PageImage, PageKey, PageNotDrawn, TooManyPages, Unwanted
from viewer.page_images import PageImages
from viewer.pixels import Tile

LETTER = (612, 792)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten letter pages, a black square 72 points wide at the top left corner of each."""
    path = tmp_path_factory.mktemp("images") / "report.pdf"
    canvas = Canvas(str(path), pagesize=LETTER)
    for _ in range(10):
        canvas.rect(0, 720, 72, 72, stroke=0, fill=1)
        canvas.showPage()
    canvas.save()
    return path


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One page that PDFium needs minutes to draw: two hundred thousand translucent fills of the whole page."""
    content = zlib.compress(b"/G gs 1 0 0 rg\n" + b"0 0 612 792 re f\n" * 200_000)
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
        b"/Resources<</ExtGState<</G<</ca 0.01/BM/Luminosity>>>>>>>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(content), content),
    ]
    path = tmp_path_factory.mktemp("endless") / "endless.pdf"
    path.write_bytes(_pdf(objects))
    return path


def _pdf(objects: list[bytes]) -> bytes:
    body, offsets = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(body))
        body += b"%d 0 obj%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return (
        body
        + b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF"
        % (
            len(objects) + 1,
            table,
            len(objects) + 1,
            len(body),
        )
    )


def with_pool(body: Callable[[PageImages], Awaitable[None]], **options: object) -> None:
    """Runs `body` with an open pool in an event loop and a thread of their own: a browser of another test may
    hold the main thread's."""

    async def run() -> None:
        pool = PageImages(**options)  # type: ignore[arg-type]
        await pool.open()
        try:
            await body(pool)
        finally:
            await pool.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(run())).result()


def wait_until(true: Callable[[], bool], seconds: float = 10.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it never became true"
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    try:
        return str(psutil.Process(pid).status()) != str(psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def test_an_image_shows_the_whole_page_at_the_snapped_width(report: Path) -> None:
    async def body(pool: PageImages) -> None:
        image = await pool.image(report, 9, 801)
        assert (image.width, image.height) == (804, round(804 * 792 / 612))
        pixels = Image.open(io.BytesIO(image.webp)).convert("L")
        assert pixels.size == (image.width, image.height)
        edge = 72 / 612 * image.width
        assert pixels.getpixel((int(edge) - 2, int(edge) - 2)) == 0
        assert pixels.getpixel((int(edge) + 2, int(edge) + 2)) == 255

    with_pool(body, workers=1)


def test_a_page_asked_for_again_or_twice_at_a_time_is_drawn_once(report: Path) -> None:
    async def body(pool: PageImages) -> None:
        first, second = await asyncio.gather(pool.image(report, 0, 640), pool.image(report, 0, 638))
        assert first is second
        assert await pool.image(report, 0, 640) is first

    with_pool(body)


def test_a_page_that_does_not_exist_is_not_found(report: Path) -> None:
    async def body(pool: PageImages) -> None:
        for page_index in (-1, 10):
            with pytest.raises(NotFound):
                await pool.image(report, page_index, 640)

    with_pool(body, workers=1)


def test_bytes_that_are_no_pdf_are_refused_with_words(tmp_path: Path) -> None:
    (tmp_path / "no.pdf").write_bytes(b"not a PDF")

    async def body(pool: PageImages) -> None:
        with pytest.raises(PageNotDrawn, match="cannot be drawn"):
            await pool.image(tmp_path / "no.pdf", 0, 640)

    with_pool(body, workers=1)


def test_tiles_put_together_are_the_page_as_drawn_whole(report: Path) -> None:
    async def body(pool: PageImages) -> None:
        whole = Image.open(io.BytesIO((await pool.image(report, 0, 1600)).webp)).convert("L")
        put_together = Image.new("L", whole.size)
        for column in range(3):
            for row in range(3):
                tile = await pool.image(report, 0, 1600, tile=Tile(column, row))
                assert (tile.width, tile.height) == (
                    min(768, 1600 - 768 * column),
                    min(768, 2071 - 768 * row),
                )
                put_together.paste(Image.open(io.BytesIO(tile.webp)), (768 * column, 768 * row))
        assert put_together.tobytes() == whole.tobytes()
        for beyond in (Tile(3, 0), Tile(0, 3)):
            with pytest.raises(NotFound):
                await pool.image(report, 0, 1600, tile=beyond)

    with_pool(body, workers=1)


def test_a_page_far_larger_than_any_image_is_drawn_in_tiles(report: Path) -> None:
    async def body(pool: PageImages) -> None:
        width = 12_800
        edge = int(72 / 612 * width) - 768  # of the black square, in the second column and row
        tile = await pool.image(report, 0, width, tile=Tile(1, 1))
        seen = Image.open(io.BytesIO(tile.webp)).convert("L")
        assert (seen.getpixel((edge - 2, edge - 2)), seen.getpixel((edge + 2, edge + 2))) == (0, 255)
        assert (await pool.image(report, 0, width)).width < width, "no image is that large"

    with_pool(body, workers=1)


def test_what_is_looked_at_is_drawn_before_what_is_fetched_ahead(report: Path) -> None:
    async def body(pool: PageImages) -> None:
        drawn: list[int] = []

        async def fetch(page_index: int, *, is_ahead: bool) -> None:
            await pool.image(report, page_index, 640, is_ahead=is_ahead)
            drawn.append(page_index)

        ahead = [asyncio.create_task(fetch(index, is_ahead=True)) for index in range(5)]
        await asyncio.sleep(0)
        now = [asyncio.create_task(fetch(index, is_ahead=False)) for index in (4, 8)]
        await asyncio.gather(*ahead, *now)
        assert sorted(drawn[:4]) == [0, 4, 4, 8], "the first was being drawn already"

    with_pool(body, workers=1)


def test_a_page_two_billion_points_high_is_refused(shared_data: Path) -> None:
    async def body(pool: PageImages) -> None:
        with pytest.raises(InvalidGeometry):
            await pool.image(shared_data / "hard" / "huge-page__poppler-85140-0.pdf", 0, 640)
        with pytest.raises(InvalidGeometry):
            await pool.image(shared_data / "hard" / "huge-page__poppler-85140-0.pdf", 0, 640, tile=Tile(0, 0))

    with_pool(body, workers=1)


def test_a_process_that_died_is_replaced_and_the_page_still_comes(report: Path) -> None:
    async def body(pool: PageImages) -> None:
        await pool.image(report, 0, 640)
        (victim,) = pool.pids
        os.kill(victim, signal.SIGKILL)
        assert (await pool.image(report, 1, 640)).width == 640
        assert victim not in pool.pids
        assert len(pool.pids) == 1

    with_pool(body, workers=1)


def test_a_page_that_takes_too_long_is_given_up_and_others_go_on(report: Path, endless: Path) -> None:
    async def body(pool: PageImages) -> None:
        await pool.image(report, 0, 640)
        (victim,) = pool.pids
        started = time.monotonic()
        with pytest.raises(PageNotDrawn, match="longer than 4 s"):
            await pool.image(endless, 0, 3200)
        assert time.monotonic() - started < 10
        assert not is_running(victim)
        for width, tile in ((3200, None), (640, None), (3200, Tile(0, 0))):
            with pytest.raises(PageNotDrawn, match="a moment ago"):
                await pool.image(endless, 0, width, tile=tile)
        assert (await pool.image(report, 1, 640)).width == 640

    with_pool(body, workers=1, timeout=4.0)


def test_a_page_that_kills_every_process_is_refused(report: Path, endless: Path) -> None:
    async def body(pool: PageImages) -> None:
        drawing = asyncio.create_task(pool.image(endless, 0, 3200))
        for _ in range(2):
            await asyncio.sleep(0.5)
            os.kill(pool.pids[0], signal.SIGKILL)
        with pytest.raises(PageNotDrawn, match="ended over this page"):
            await drawing
        assert (await pool.image(report, 1, 640)).width == 640

    with_pool(body, workers=1)


def test_nobody_waiting_means_nothing_is_drawn(report: Path) -> None:
    async def gone() -> bool:
        return False

    async def body(pool: PageImages) -> None:
        with pytest.raises(Unwanted):
            await pool.image(report, 0, 640, still_wanted=gone)
        first, second = await asyncio.gather(
            pool.image(report, 1, 640, still_wanted=gone), pool.image(report, 1, 640)
        )
        assert first is second, "one of the two still waited"

    with_pool(body, workers=1)


def test_more_pages_than_may_wait_are_refused(report: Path, endless: Path) -> None:
    async def body(pool: PageImages) -> None:
        waiting = [asyncio.create_task(pool.image(endless, 0, width)) for width in (3200, 3168, 3136)]
        await asyncio.sleep(0.1)
        with pytest.raises(TooManyPages):
            await pool.image(report, 0, 640)
        for task in waiting:
            task.cancel()

    with_pool(body, workers=1, most_waiting=2)


def test_the_processes_end_with_a_server_that_is_killed_also_while_drawing(endless: Path) -> None:
    server = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import asyncio, sys\n"
            "from pathlib import Path\n"
            "from viewer.page_images import PageImages\n"
            "async def main():\n"
            "    pool = PageImages(workers=2)\n"
            "    await pool.open()\n"
            "    drawing = asyncio.create_task(pool.image(Path(sys.argv[1]), 0, 3200))\n"
            "    await asyncio.sleep(1)\n"
            "    print(*pool.pids, flush=True)\n"
            "    await drawing\n"
            "asyncio.run(main())\n",
            str(endless),
        ],
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    assert server.stdout is not None
    pids = [int(pid) for pid in server.stdout.readline().split()]
    assert len(pids) == 2
    assert all(is_running(pid) for pid in pids)
    server.kill()
    server.wait()
    wait_until(lambda: not any(is_running(pid) for pid in pids))


def test_the_cache_keeps_what_was_used_last_within_its_bytes() -> None:
    cache = ImageCache(capacity=100)
    keys = [PageKey(Path("a"), index, 640) for index in range(3)]
    for key in keys[:2]:
        cache.put(key, PageImage(b"x" * 45, 640, 800))
    cache.get(keys[0])
    cache.put(keys[2], PageImage(b"x" * 45, 640, 800))
    assert [cache.get(key) is not None for key in keys] == [True, False, True]
    cache.put(keys[0], PageImage(b"x" * 101, 640, 800))
    assert cache.size <= 100


def _black_page(path: Path, *, black: bool) -> None:
    canvas = Canvas(str(path), pagesize=LETTER, invariant=1)
    if black:
        canvas.rect(0, 0, *LETTER, stroke=0, fill=1)
    canvas.showPage()
    canvas.save()


def _is_black(image: PageImage) -> bool:
    with Image.open(io.BytesIO(image.webp)) as opened:
        return opened.convert("L").getpixel((5, 5)) == 0


@pytest.mark.parametrize("how", ["in place", "replaced"])
def test_a_file_that_was_mended_is_read_anew(tmp_path: Path, how: str) -> None:
    """A process keeps files open: one that was damaged meanwhile, and mended, must not be drawn from any more."""
    path, other = tmp_path / "filing.pdf", tmp_path / "other.pdf"

    async def body(pool: PageImages) -> None:
        _black_page(path, black=False)
        assert not _is_black(await pool.image(path, 0, 320))
        _black_page(other, black=True)
        path.write_bytes(other.read_bytes()) if how == "in place" else other.rename(path)
        assert _is_black(await pool.image(path, 0, 640))

    with_pool(body, workers=1)


def test_a_page_of_a_file_that_changed_while_it_was_drawn_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "filing.pdf"

    def changing(proven: Path) -> None:
        os.utime(proven)

    async def changed(pool: PageImages) -> None:
        for ask in (lambda: pool.image(path, 0, 320), lambda: pool.slice(path, (0,))):
            with pytest.raises(PageNotDrawn, match="changed while the page was drawn"):
                await ask()

    def refusing(proven: Path) -> None:
        raise BlobCorrupt("It has changed.", expected="a", found="b")

    async def refused(pool: PageImages) -> None:
        for ask in (lambda: pool.image(path, 0, 320), lambda: pool.slice(path, (0,))):
            for _ in range(2):  # and it is not kept
                with pytest.raises(BlobCorrupt):
                    await ask()

    _black_page(path, black=True)
    with_pool(changed, workers=1, prove=changing)
    with_pool(refused, workers=1, prove=refusing)
