"""Filings that hold every payload, one a section beside a row of figures, as HTML, text and PDF, read by the real
parsers; and the same filings with harmless words in the payloads' places."""

from __future__ import annotations

import html
import io
from collections.abc import Sequence
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from pipeline.evidence.document import ParsedDocument
from pipeline.parse import parse
from pipeline.parse.source import HTML, PDF, TEXT, Source
from tests.injection.payloads import HIDDEN_HTML, PAYLOADS

HARMLESS: Final = "The segment sells gauges to shipyards and to makers of engines in many countries."
MEDIA: Final = (HTML, TEXT, PDF)


def row(number: int) -> str:
    """The row of a section, as it is printed."""
    return f"Net sales of segment {number} {81_100 + number:,} {72_300 + number:,}"


def words(media: str, *, harmless: bool) -> list[str]:
    """What stands in each section: the payloads, or something that says nothing, as often as keeps pages apart: lines
    that stand at one height of every page are taken for running ones."""
    if harmless:
        return [" ".join([HARMLESS] * (1 + number % 4)) for number in range(len(PAYLOADS))]
    return [_printable(one.words, media) for one in PAYLOADS]


def filing(media: str, *, harmless: bool) -> ParsedDocument:
    said = words(media, harmless=harmless)
    data = {HTML: _html, TEXT: _text, PDF: _pdf}[media](said)
    source = Source("halden", data, media)
    return parse(source, progress=lambda done, total: None, interrupted=lambda: False)


def hidden_filing() -> ParsedDocument:
    """An HTML filing with words in every place that no reader sees."""
    body = "".join(f"<p>Before.</p>{markup}<p>After.</p>" for markup in HIDDEN_HTML.values())
    source = Source("hidden", f"<html><body><h1>Results</h1>{body}</body></html>".encode(), HTML)
    return parse(source, progress=lambda done, total: None, interrupted=lambda: False)


def _printable(text: str, media: str) -> str:
    """A PDF's page shows what its font has; the rest of the letters are HTML's and text's to carry."""
    if media != PDF:
        return text
    return "".join(character for character in " ".join(text.split()) if 32 <= ord(character) < 256)


def _html(said: Sequence[str]) -> bytes:
    parts = [
        f"<h2>Segment {number}</h2><p>{html.escape(one)}</p><table><tr><td>{_label(number)}</td>"
        f"<td>{81_100 + number:,}</td><td>{72_300 + number:,}</td></tr></table>"
        for number, one in enumerate(said)
    ]
    page = f"<html><head><title>Halden Instruments plc</title></head><body>{''.join(parts)}</body></html>"
    return page.encode("utf-8", "replace")


def _label(number: int) -> str:
    return f"Net sales of segment {number}"


def _text(said: Sequence[str]) -> bytes:
    parts = [
        f"SEGMENT {number}\n\n{one}\n\n{_label(number):<40}{81_100 + number:>12,}{72_300 + number:>12,}\n"
        for number, one in enumerate(said)
    ]
    return "\n".join(["Halden Instruments plc\n", *parts]).encode("utf-8", "replace")


def _pdf(said: Sequence[str]) -> bytes:
    """Nine sections a page; long words in several lines."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(612, 792), invariant=1)
    for first in range(0, len(said), 9):
        y = 760.0
        for number in range(first, min(first + 9, len(said))):
            canvas.drawString(72, y, f"Segment {number}")
            for start in range(0, len(said[number]), 80):
                y -= 12
                canvas.drawString(72, y, said[number][start : start + 80])
            y -= 16
            canvas.drawString(72, y, row(number))
            y -= 22
        canvas.drawString(
            72, 40, f"Halden Instruments plc {first // 9 + 1}"
        )  # the last line is a running one
        canvas.showPage()
    canvas.save()
    return file.getvalue()
