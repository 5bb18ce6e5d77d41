"""A twelve-page PDF whose every printed word's place is known, and an HTML filing that tries to run scripts."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache
from typing import Final

from reportlab.pdfgen import canvas

WIDTH: Final = 612
HEIGHT: Final = 792
PAGES: Final = 12
TABLE_PAGE: Final = 3
FAR_PAGE: Final = 10
FONT: Final = "Helvetica"
SIZE: Final = 10

SENTENCE: Final = "Services grew because of advertising and the App Store."
ROWS: Final = (
    ("Products", "60,584", "63,355"),
    ("Services", "21,213", "19,604"),
    ("Total net sales", "81,797", "82,959"),
)


@dataclass(frozen=True, slots=True)
class Word:
    """A printed string: its left and baseline in points from the top left corner, and its width."""

    text: str
    left: float
    baseline: float
    width: float

    def region(self, page_index: int, role: str) -> dict[str, object]:
        """The word's box in percent of the page, from just over its digits to just under its baseline."""
        top = self.baseline - 0.74 * SIZE
        return {
            "page_index": page_index,
            "role": role,
            "left": 100 * self.left / WIDTH,
            "top": 100 * top / HEIGHT,
            "width": 100 * self.width / WIDTH,
            "height": 100 * (0.76 * SIZE) / HEIGHT,
            "text": self.text,
        }


def _width(text: str) -> float:
    return canvas.Canvas(io.BytesIO()).stringWidth(text, FONT, SIZE)


def _left(text: str, left: float, baseline: float) -> Word:
    return Word(text, left, baseline, _width(text))


def _right(text: str, right: float, baseline: float) -> Word:
    return Word(text, right - _width(text), baseline, _width(text))


@cache
def table() -> dict[str, Word]:
    """The words of the table on page TABLE_PAGE, by text."""
    words = [_left("(In millions)", 260, 120), _right("2023", 380, 150), _right("2022", 480, 150)]
    for line, (label, this_year, last_year) in enumerate(ROWS):
        baseline = 180 + 20 * line
        words += [
            _left(label, 72, baseline),
            _right(this_year, 380, baseline),
            _right(last_year, 480, baseline),
        ]
    return {word.text: word for word in words}


def sentence() -> Word:
    """The one sentence of page FAR_PAGE."""
    return _left(SENTENCE, 72, 400)


@cache
def pdf() -> bytes:
    """The file's bytes."""
    target = io.BytesIO()
    sheet = canvas.Canvas(target, pagesize=(WIDTH, HEIGHT), invariant=True)
    for index in range(PAGES):
        sheet.setFont(FONT, SIZE)
        words = list(table().values()) if index == TABLE_PAGE else [sentence()] if index == FAR_PAGE else []
        for word in [*words, _left(f"Page {index + 1}", 290, 770)]:
            sheet.drawString(word.left, HEIGHT - word.baseline, word.text)
        sheet.showPage()
    sheet.save()
    return target.getvalue()


HTML: Final = f"""<!doctype html><meta charset="utf-8"><title>Filing</title>
<style>div {{ opacity: .2 !important; display: none !important }}
td {{ padding: 2px 20px }} body {{ width: 900px }}</style>
<script>parent.document.title = "script ran"</script>
<p id="b1">Sales were 81,797 before the restatement, and <b>81,</b>797 is what a second filing repeats.</p>
<img src="data:image/png;base64,AAAA" onerror="parent.document.title = 'handler ran'">
{"<p>Filler of the filing.</p>" * 60}
<table><tr id="b2"><td>Total net sales</td><td> 85,777 </td><td>81,797</td></tr></table>
{"<p>More of the filing.</p>" * 60}
"""
"""Its style sheet tries to hide whatever the viewer draws into it; its scripts try to reach the page around it."""
