"""Lines that only go on with a sentence belong to its block; lines that ended by themselves do not."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest

from pipeline.evidence.document import BlockKind
from pipeline.parse.pdf.document import parse_pdf
from pipeline.parse.pdf.draft import Draft
from pipeline.parse.pdf.sentences import join_broken
from pipeline.parse.pdf.text import Word

HEIGHT, LEADING, LETTER = 10.0, 12.0, 5.0


def line(text: str, left: float, number: float, *, height: float = HEIGHT) -> tuple[Word, ...]:
    """Words of 5-point letters on line `number` of a page."""
    words, top = [], 100 + LEADING * number
    for text_of_word in text.split():
        right = left + LETTER * len(text_of_word)
        first = 1000 * int(number) + int(left)
        words.append(
            Word(first, first + len(text_of_word), text_of_word, left, top, right, top + height, False, False)
        )
        left = right + 2.5
    return tuple(words)


def paragraph(*lines: tuple[Word, ...], kind: BlockKind = BlockKind.PARAGRAPH) -> Draft:
    return Draft(kind, tuple(word for words in lines for word in words))


FULL = line("Growth of international sales was five percent in the year. The ten-year", 80, 0)
REST = line("compound growth was two percent.", 60, 1)


def test_the_last_line_of_an_indented_paragraph_goes_on_with_it() -> None:
    (joined,) = join_broken([paragraph(FULL), paragraph(REST)])
    assert joined.words == FULL + REST


def test_a_line_goes_on_with_a_list_item() -> None:
    assert len(join_broken([paragraph(FULL, kind=BlockKind.LIST_ITEM), paragraph(REST)])) == 1


@pytest.mark.parametrize(
    ("above", "below"),
    [
        (line("Growth of international sales was five percent in the whole last year.", 80, 0), REST),
        (line("Growth of sales", 80, 0), line("compound growth of the years was two percent.", 60, 1)),
        (FULL, line("compound growth was two percent.", 60, 2)),
        (FULL, line("compound growth was two percent.", 120, 1)),
        (FULL, line("compound growth was two percent.", 60, 1, height=12)),
        (FULL, line("compound growth was two percent.", 60, -1)),
    ],
    ids=["a finished sentence", "room was left", "a gap", "a further indent", "other letters", "above it"],
)
def test_other_lines_stay_apart(above: tuple[Word, ...], below: tuple[Word, ...]) -> None:
    drafts = [paragraph(above), paragraph(below)]
    assert join_broken(drafts) == drafts


def test_headings_and_rows_are_never_joined() -> None:
    for kind in (BlockKind.HEADING, BlockKind.FOOTNOTE, BlockKind.OTHER):
        drafts = [paragraph(FULL, kind=kind), paragraph(REST)]
        assert join_broken(drafts) == drafts


def test_a_sentence_of_a_filing_keeps_its_beginning(shared_data: Path) -> None:
    report = pypdfium2.PdfDocument(shared_data / "filings/JNJ_10-K_FY2022_2023-01-01.pdf")
    page, buffer = pypdfium2.PdfDocument.new(), io.BytesIO()
    page.import_pages(report, [27])
    page.save(buffer)
    document = parse_pdf(
        buffer.getvalue(), source="page.pdf", progress=lambda *_: None, interrupted=lambda: False
    )
    texts = [block.range.of(document.pages[0].text) for block in document.blocks]
    (told,) = [text for text in texts if "ten-year compound annual growth" in text]
    assert told.endswith("were 3.5%, 5.0% and 2.2%, respectively.")
    assert "2021." not in texts
