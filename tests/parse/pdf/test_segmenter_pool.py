"""Segmenters side by side: in order, bounded, replaced when killed, never outliving who started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from pipeline.evidence.errors import IngestInterrupted, ParseFailed
from pipeline.parse.pdf import segmenting
from pipeline.parse.pdf.segmenter import Segmenter, Slice, give_back, idle_segmenter
from pipeline.parse.pdf.segmenter_pool import WAITING_PER_SEGMENTER, SegmenterPool
from pipeline.processes.lifeline import CAN_FORK
from tests.fixtures.pdfs import Text, pdf_of, three_lines

ROOT = Path(__file__).resolve().parents[2]


def one_page(index: int) -> Slice:
    return Slice((index,), pdf_of([Text(60, 100, f"This is what page {index} says in its only sentence.")]))


def nothing() -> None:
    """What to do while waiting."""


@pytest.fixture
def ready() -> Iterator[Segmenter]:
    """A segmenter that has loaded its library, and is the one that a pool takes next."""
    segmenter = idle_segmenter() or Segmenter.started()
    segmenter.segment(one_page(0))
    give_back(segmenter)
    yield segmenter
    if segmenter.is_alive:
        os.kill(segmenter.pid, signal.SIGCONT)


def test_each_slice_gets_its_own_segments_in_whatever_order_they_are_asked_for(ready: Segmenter) -> None:
    slices = [Slice((4, 9), pdf_of([Text(60, 100, "Fifth.")], [Text(60, 100, "Tenth.")])), one_page(11)]
    with SegmenterPool("two.pdf") as pool:
        for slice_ in slices:
            pool.send(slice_)
        assert [found.page_index for found in pool.receive(slices[1], nothing)] == [11]
        assert [found.page_index for found in pool.receive(slices[0], nothing)] == [4, 9]


def test_a_full_pool_has_no_room_until_a_slice_is_done(ready: Segmenter) -> None:
    slices = [one_page(index) for index in range(WAITING_PER_SEGMENTER + 1)]
    with SegmenterPool("full.pdf") as pool:
        for slice_ in slices[:-1]:
            assert pool.has_room
            pool.send(slice_)
        assert not pool.has_room
        pool.receive(slices[0], nothing)
        assert pool.has_room


def test_slices_that_nobody_has_asked_for_yet_fill_a_pool_too(ready: Segmenter) -> None:
    with SegmenterPool("ahead.pdf") as pool:
        sent = 0
        deadline = time.monotonic() + 2
        while time.monotonic() < deadline and sent < 20:
            if pool.has_room:
                pool.send(one_page(sent))
                sent += 1
            time.sleep(0.01)
        assert sent == 6


def test_nothing_found_on_pages_with_text_is_an_error_that_names_them(ready: Segmenter) -> None:
    broken = Slice((16, 17, 18), b"%PDF-1.7 broken")
    with SegmenterPool("broken.pdf") as pool:
        pool.send(broken)
        with pytest.raises(ParseFailed, match=r"broken\.pdf: PDF pages 17 to 19"):
            pool.receive(broken, nothing)


def test_a_slice_whose_segmenter_is_killed_is_read_by_another(ready: Segmenter) -> None:
    slice_ = one_page(2)
    os.kill(ready.pid, signal.SIGSTOP)
    _stop_generations(ready)
    with SegmenterPool("killed.pdf") as pool:
        pool.send(slice_)
        time.sleep(0.2)
        os.kill(ready.pid, signal.SIGKILL)
        assert [found.page_index for found in pool.receive(slice_, nothing)] == [2]
    assert not ready.is_alive


def test_giving_up_ends_the_segmenter_that_is_busy_and_keeps_no_slice_waiting(ready: Segmenter) -> None:
    def give_up() -> None:
        raise IngestInterrupted("stopped", source="long.pdf")

    _stop_generations(ready)
    started = time.monotonic()
    with SegmenterPool("long.pdf") as pool:
        for index in range(2):
            pool.send(one_page(index))
        time.sleep(0.2)
        with pytest.raises(IngestInterrupted):
            pool.receive(one_page(0), give_up)
    assert time.monotonic() - started < 5
    assert not ready.is_alive


@pytest.mark.skipif(not CAN_FORK, reason="processes cannot fork here")
def test_a_generation_ends_after_its_pages_and_the_next_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segmenting, "GENERATION_PAGES", 2)
    segmenter = Segmenter.forked()
    try:
        generations = set()
        for index in range(4):
            assert [found.page_index for found in segmenter.segment(one_page(index))] == [index]
            generations |= {child.pid for child in psutil.Process(segmenter.pid).children()}
        assert len(generations) == 2
    finally:
        segmenter.kill()


@pytest.mark.skipif(not CAN_FORK, reason="processes cannot fork here")
def test_a_killed_segmenter_takes_its_generation_with_it() -> None:
    segmenter = Segmenter.forked()
    segmenter.segment(one_page(0))
    (generation,) = psutil.Process(segmenter.pid).children()
    segmenter.kill()
    _gone([generation], within=3)


def test_a_segmenter_dies_with_the_process_that_started_it() -> None:
    script = (
        "import os, signal, sys\n"
        "from pipeline.parse.pdf.segmenter import Segmenter, Slice\n"
        "segmenter = Segmenter.started()\n"
        "segmenter.segment(Slice((0,), sys.stdin.buffer.read()))\n"
        "print(segmenter.pid, flush=True)\n"
        "sys.stdin.close()\n"
        "signal.pause()\n"
    )
    starter = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert starter.stdin is not None
    assert starter.stdout is not None
    starter.stdin.write(three_lines())
    starter.stdin.close()
    segmenter = psutil.Process(int(starter.stdout.readline()))
    processes = [segmenter, *segmenter.children(recursive=True)]
    for process in processes[1:]:
        process.suspend()  # as if in the middle of an endless page
    starter.kill()
    starter.wait()
    _gone(processes, within=5)


def _stop_generations(segmenter: Segmenter) -> None:
    for child in psutil.Process(segmenter.pid).children(recursive=True):
        child.suspend()


def _gone(processes: list[psutil.Process], within: float) -> None:
    deadline = time.monotonic() + within
    for process in processes:
        while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
            assert time.monotonic() < deadline, f"{process} is still there"
            time.sleep(0.05)
