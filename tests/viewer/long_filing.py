"""Made-up filings of many pages: headings on three levels, and printed numbers that begin anew with each part."""

from __future__ import annotations

import io
from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

from pipeline.evidence.document import Block, BlockKind, Page, PageKind, ParsedDocument, TitleSource
from pipeline.evidence.page import LabelSource, PageLabel
from pipeline.evidence.text import TextRange
from tests.viewer.filing import HEIGHT, WIDTH, DrawnPage

TITLE = "Long Holdings · Form 10-K · FY2024"
PARTS = ("PART I", "PART II", "Exhibit 10")
FRONT = ("i", "ii", "iii")


def labels(part_pages: int) -> list[str | None]:
    """A cover without a number, three Roman pages, then 1, 2, … in the first part, F-1, … in the second, and 1, 2, …
    once more in the last."""
    numbers = range(1, part_pages + 1)
    return [None, *FRONT, *map(str, numbers), *(f"F-{number}" for number in numbers), *map(str, numbers)]


def row(page: int) -> str:
    """The sentence that a page says and no other."""
    return f"Revenue of segment {page} rose by {page * 7 + 3} million."


def long_filing(part_pages: int = 20) -> tuple[bytes, ParsedDocument]:
    """Pages with a running head, each fifth with an item's heading and a detail's; `row(index)` stands on each."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=1)
    printed = labels(part_pages)
    pages, blocks = [], []
    path: list[str] = []
    for index, label in enumerate(printed):
        page = DrawnPage(canvas, index)
        part, at = divmod(index - 1 - len(FRONT), part_pages)
        page.line("Long Holdings", BlockKind.HEADING, _section(path))
        for level, words in _headings(part, at) if part >= 0 else []:
            page.line(words, BlockKind.HEADING, _section(path))
            path = [*path[:level], words]
        page.line(row(index), section=_section(path))
        page.y = 700
        page.line("The end of the page.", section=_section(path))
        canvas.showPage()
        pages.append(page.page(label))
        blocks.extend(page.blocks)
    canvas.save()
    return file.getvalue(), ParsedDocument(
        media_type="application/pdf",
        title=TITLE,
        title_source=TitleSource.COVER,
        pages=tuple(pages),
        blocks=tuple(blocks),
        tables=(),
        render_version="pdfium-test",
        parser_version="test",
    )


def html_sections(count: int = 3) -> tuple[bytes, ParsedDocument]:
    """An HTML filing of sections that are higher than a view, printed "A-1", "A-2", …: a heading, then a sentence."""
    pages, blocks, html = [], [], []
    for index in range(count):
        words = (f"Note {index + 1}. Revenue", row(index))
        kinds = (BlockKind.HEADING, BlockKind.PARAGRAPH)
        start = 0
        for ordinal, (text, kind) in enumerate(zip(words, kinds, strict=True)):
            span = TextRange(start, start + len(text))
            section = f"Note {index + 1}. Revenue" if ordinal else None
            block = f"s{index}b{ordinal}"
            blocks.append(Block(block, index, ordinal, kind, span, section))
            html.append(f'<p id="{block}">{text}</p>')
            start = span.end + 1
        html.append('<p style="height:1200px"></p>')
        label = PageLabel(f"A-{index + 1}", LabelSource.PRINTED)
        pages.append(Page(index, PageKind.SECTION, "\n".join(words), label))
    rendition = ("<!doctype html>" + "".join(html)).encode()
    return b"<html>" + rendition, ParsedDocument(
        media_type="text/html",
        title="Long Holdings · Form 10-Q · Q2 FY2025",
        title_source=TitleSource.COVER,
        pages=tuple(pages),
        blocks=tuple(blocks),
        tables=(),
        render_version="frame-test",
        parser_version="test",
        rendition=rendition,
    )


def _headings(part: int, at: int) -> list[tuple[int, str]]:
    found = [(0, PARTS[part])] if at == 0 else []
    if at % 5 == 0:
        found += [(1, f"Item {part + 1}.{at // 5}. Business"), (2, f"Detail {part + 1}.{at // 5}")]
    return found


def _section(path: Sequence[str]) -> str | None:
    return " › ".join(path) or None
