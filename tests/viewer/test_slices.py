"""Slices from real drawing processes: a few pages as a PDF of their own, and where their regions are outlined."""

from __future__ import annotations

import asyncio
import io
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread

import pypdf
import pypdfium2 as pdfium
import pytest
from hypothesis import given
from hypothesis import strategies as some
from reportlab.pdfgen.canvas import Canvas

from pipeline.evidence.errors import NotFound
from viewer import slices
from viewer.page_image import PageNotDrawn
from viewer.page_images import PageImages
from viewer.slices import MOST_PAGES, SliceTooLarge, cut_slice, outlines, pages_of_slice

REGION = {"page_index": 3, "role": "quote", "cited": True, "left": 10, "top": 20, "width": 30, "height": 5}


@pytest.mark.parametrize(
    ("page", "marked", "count", "pages"),
    [
        (0, {0}, 549, (0, 1, 2, 3, 4)),
        (41, {41}, 549, (39, 40, 41, 42, 43)),
        (548, {548}, 549, (544, 545, 546, 547, 548)),
        (41, {41, 12, 43}, 549, (12, 40, 41, 42, 43)),
        (1, {1}, 3, (0, 1, 2)),
        (0, set(), 1, (0,)),
        (5, {5, 6, 7, 8, 9, 10, 11, 12}, 549, (5, 6, 7, 8, 9)),
    ],
)
def test_the_slice_holds_the_page_its_regions_and_its_neighbours(
    page: int, marked: set[int], count: int, pages: tuple[int, ...]
) -> None:
    assert pages_of_slice(page, marked, count) == pages


@given(some.integers(1, 600), some.integers(0, 599), some.sets(some.integers(-5, 700)))
def test_a_slice_is_never_long_and_holds_the_page(count: int, page: int, marked: set[int]) -> None:
    page = min(page, count - 1)
    pages = pages_of_slice(page, marked, count)
    assert page in pages
    assert len(pages) == len(set(pages)) == min(MOST_PAGES, count)
    assert list(pages) == sorted(pages)
    assert all(0 <= index < count for index in pages)


def test_regions_are_outlined_in_points_of_their_page_in_the_slice() -> None:
    header = {**REGION, "page_index": 1, "role": "column_header", "cited": False}
    beyond = {**REGION, "page_index": 9}
    other = {**REGION, "cited": False}
    sizes = [(612, 792)] * 3 + [(200, 1000)] + [(612, 792)] * 6
    outlined = outlines([REGION, header, beyond, other], (1, 2, 3, 4), sizes)
    assert [(one["id"], one["page"]) for one in outlined] == [
        ("region-1", 1),
        ("region-0", 3),
        ("region-3", 3),
    ]
    first = outlined[1]
    assert [first[side] for side in ("x", "y", "width", "height")] == pytest.approx([20, 200, 60, 50])
    assert [one["border"] for one in outlined] == ["dashed", "solid", "solid"]
    assert len({one["color"] for one in outlined}) == 3, "roles differ by more than their border"


# --- cutting --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve pages that say their number, each turned a quarter further than the one before and cropped."""
    path = tmp_path_factory.mktemp("slices") / "report.pdf"
    canvas = Canvas(str(path), pagesize=(612, 792))
    for index in range(12):
        canvas.drawString(300, 400, f"Page number {index}")
        canvas.setPageRotation(90 * (index % 4))
        canvas.setCropBox((100, 200, 500, 700))
        canvas.showPage()
    canvas.save()
    return path


@pytest.fixture(scope="module")
def images() -> Iterator[PageImages]:
    """One drawing process, and the event loop that it belongs to in a thread of its own, as in the server."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    pool = PageImages(workers=1)
    asyncio.run_coroutine_threadsafe(pool.open(), loop).result(30)
    yield pool
    asyncio.run_coroutine_threadsafe(pool.close(), loop).result(30)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(10)


def test_a_slice_keeps_the_pages_words_boxes_and_rotation(images: PageImages, report: Path) -> None:
    cut = cut_slice(images, report, 5, {5}, 12)
    assert cut.pages == (3, 4, 5, 6, 7)
    read = pypdf.PdfReader(io.BytesIO(cut.pdf))
    assert [page.extract_text().strip() for page in read.pages] == [f"Page number {i}" for i in cut.pages]
    assert [page.rotation for page in read.pages] == [90 * (i % 4) for i in cut.pages]
    assert {tuple(map(float, page.cropbox)) for page in read.pages} == {(100, 200, 500, 700)}


def test_a_slice_of_a_long_report_is_small(images: PageImages, shared_data: Path) -> None:
    path = shared_data / "filings" / "AMZN_10-K_FY2022.pdf"
    cut = cut_slice(images, path, 3, {3}, 80)
    assert len(cut.pdf) < path.stat().st_size
    assert len(pdfium.PdfDocument(cut.pdf)) == MOST_PAGES


def test_a_page_that_is_not_there_cannot_be_cut(images: PageImages, report: Path) -> None:
    with pytest.raises(NotFound):
        images.slice_from_thread(report, (11, 12))
    assert images.slice_from_thread(report, (11,)).startswith(b"%PDF")


def test_heavy_pages_are_cut_alone_and_one_too_heavy_is_refused(
    images: PageImages, report: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    five = len(images.slice_from_thread(report, (3, 4, 5, 6, 7)))
    one = len(images.slice_from_thread(report, (5,)))
    monkeypatch.setattr(slices, "MOST_BYTES", (five + one) // 2)
    assert cut_slice(images, report, 5, {5}, 12).pages == (5,)
    monkeypatch.setattr(slices, "MOST_BYTES", one - 1)
    with pytest.raises(SliceTooLarge, match="PDF page 6 alone"):
        cut_slice(images, report, 5, {5}, 12)


def test_a_file_that_is_no_pdf_is_refused_in_words(images: PageImages, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 and nothing")
    with pytest.raises(PageNotDrawn):
        images.slice_from_thread(broken, (0,))
    assert len(images.pids) == 1


def test_nothing_is_cut_before_the_processes_run(report: Path) -> None:
    with pytest.raises(PageNotDrawn, match="not running"):
        PageImages().slice_from_thread(report, (0,))


def test_a_process_that_hangs_over_a_slice_is_replaced_and_the_file_refused(report: Path) -> None:
    async def main() -> None:
        pool = PageImages(workers=1, timeout=0.5)
        await pool.open()
        try:
            (stuck,) = pool.pids
            os.kill(stuck, signal.SIGSTOP)
            with pytest.raises(PageNotDrawn, match="could not be cut"):
                await pool.slice(report, (0,))
            assert stuck not in pool.pids
            with pytest.raises(PageNotDrawn, match="a moment ago"):
                await pool.slice(report, (1,))
        finally:
            await pool.close()

    with ThreadPoolExecutor(1) as thread:  # this one may have a browser's event loop
        thread.submit(asyncio.run, main()).result()
