"""What `unstructured` gives, and that slices give the same."""

from __future__ import annotations

import io
import time
from pathlib import Path

import pypdfium2

from pipeline.parse.pdf.slicing import slice_spans
from pipeline.parse.segments import Segment, segment_html, segment_pdf

APPLE = "filings/AAPL_10-Q_FY2023Q3_2023-07-01.pdf"


def test_html_segments_come_back_with_their_stamped_numbers() -> None:
    html = "<html><body><p data-page-number='7'>Net sales rose in the quarter to a record.</p></body></html>"
    assert [(segment.text, segment.page_number) for segment in segment_html(html, "q.html")] == [
        ("Net sales rose in the quarter to a record.", 7)
    ]


def test_a_word_of_marks_without_end_is_segmented_at_once() -> None:
    started = time.monotonic()
    (segment,) = segment_html(f"<html><body><p>{'(' * 100_000}</p></body></html>", "q.html")
    assert len(segment.text) == 100_000
    assert time.monotonic() - started < 20  # mark by mark, it takes the square of their number


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
