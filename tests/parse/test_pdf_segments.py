"""The segmenter: what `unstructured` gives, in a process of its own."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pypdfium2
import pytest

from pipeline.evidence.errors import ParseFailed
from pipeline.parse.pdf import slice_spans
from pipeline.parse.pdf_segmenter import Segmenter, Slice
from pipeline.parse.segments import Segment, segment_html, segment_pdf
from tests.fixtures.pdfs import Text, pdf_of, three_lines
from tests.parse.pdf_pages import parsed

APPLE = "filings/AAPL_10-Q_FY2023Q3_2023-07-01.pdf"
ONE = Slice((0,), three_lines())


def test_html_segments_come_back_with_their_stamped_numbers() -> None:
    html = "<html><body><p data-page-number='7'>Net sales rose in the quarter to a record.</p></body></html>"
    assert [(segment.text, segment.page_number) for segment in segment_html(html, "q.html")] == [
        ("Net sales rose in the quarter to a record.", 7)
    ]


def test_slices_give_the_same_segments_as_the_whole_file(shared_data: Path) -> None:
    data = (shared_data / APPLE).read_bytes()
    whole = segment_pdf(data, APPLE)
    assert len(whole) == 1049
    assert _sliced(data) == whole


def _sliced(data: bytes) -> list[Segment]:
    document = pypdfium2.PdfDocument(data, password="")
    segments = []
    for span in slice_spans(len(document)):
        part = pypdfium2.PdfDocument.new()
        part.import_pages(document, list(range(span.start, span.stop)))
        buffer = io.BytesIO()
        part.save(buffer)
        segments += [
            Segment(s.kind_hint, s.text, (s.page_number or 0) + span.start, s.box)
            for s in segment_pdf(buffer.getvalue(), APPLE)
        ]
        part.close()
    document.close()
    return segments


def test_a_segmenter_answers_in_the_order_asked() -> None:
    second = Slice((4, 9), pdf_of([Text(60, 100, "Fifth.")], [Text(60, 100, "Tenth.")]))
    with Segmenter("two.pdf") as segmenter:
        segmenter.send(ONE)
        segmenter.send(second)
        first = segmenter.receive(ONE, lambda: None)
        assert {segment.page_index for segment in first} == {0}
        assert [segment.page_index for segment in segmenter.receive(second, lambda: None)] == [4, 9]


def test_nothing_found_on_pages_with_text_is_an_error_that_names_them() -> None:
    broken = Slice((16, 17, 18), b"%PDF-1.7 broken")
    with Segmenter("broken.pdf") as segmenter:
        segmenter.send(broken)
        with pytest.raises(ParseFailed, match=r"broken\.pdf: PDF pages 17 to 19"):
            segmenter.receive(broken, lambda: None)


def test_a_segmenter_that_is_killed_ends_in_an_error_and_is_replaced() -> None:
    parsed(three_lines())
    (worker,) = _segmenters(psutil.Process())
    worker.send_signal(signal.SIGSTOP)
    with Segmenter("killed.pdf") as segmenter:
        segmenter.send(ONE)
        time.sleep(0.3)
        worker.kill()
        with pytest.raises(ParseFailed, match="segmenter ended"):
            segmenter.receive(ONE, lambda: None)
    assert len(parsed(three_lines()).blocks) == 3


def test_a_segmenter_dies_with_the_process_that_started_it() -> None:
    root = str(Path(__file__).resolve().parents[2])
    script = (
        "import os, signal\n"
        "from pipeline.parse.pdf_segmenter import _shared_worker\n"
        "worker = _shared_worker()\n"
        "print(worker._process.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    parent = subprocess.run(
        [sys.executable, "-c", script],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        env=dict(os.environ),
    )
    child = int(parent.stdout)
    deadline = time.monotonic() + 20
    while psutil.pid_exists(child) and psutil.Process(child).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline, "the segmenter outlived its parent"
        time.sleep(0.1)


def _segmenters(process: psutil.Process) -> list[psutil.Process]:
    return [child for child in process.children() if "pdf_segmenter" in " ".join(child.cmdline())]
