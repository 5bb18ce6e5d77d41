"""From a PDF's bytes to a parsed document."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from pipeline.evidence.cover import Registrant
from pipeline.evidence.document import BlockKind, PageKind, ParsedDocument
from pipeline.evidence.errors import (
    DamagedSource,
    IngestInterrupted,
    NoPages,
    PasswordNeeded,
    SourceEmpty,
    SourceError,
    UnsupportedSource,
)
from pipeline.evidence.page import LabelSource, PageLabel
from pipeline.evidence.text import TextRange
from pipeline.parse.pdf.document import RENDER_VERSION, iter_pdf, parse_pdf
from pipeline.parse.pdf.opening import open_pdf
from pipeline.parse.pdf.slicing import SLICE_PAGES
from pipeline.parse.pdf.text import read_page
from tests.fixtures.pdfs import (
    LINES,
    Align,
    Text,
    encrypted,
    hyphenated,
    landscape_lines,
    pdf_of,
    statement,
    three_lines,
    turned_pages,
    two_columns,
    with_page_labels,
    without_pages,
)
from tests.parse.pdf_pages import parsed, picture_of

APPLE = "filings/AAPL_10-Q_FY2023Q3_2023-07-01.pdf"
HEADING = Text(60, 90, "Liquidity and capital resources", bold=True)


def _texts(document: ParsedDocument, page_index: int = 0) -> list[str]:
    page = document.pages[page_index]
    return [block.range.of(page.text) for block in document.blocks if block.page_index == page_index]


def _row(document: ParsedDocument, page_index: int, start: str) -> tuple[list[str], list[str]]:
    """The cells of the row that begins so, and the header words of each of its value cells."""
    page = document.pages[page_index]
    block = next(
        b for b in document.blocks if b.page_index == page_index and b.range.of(page.text).startswith(start)
    )
    assert block.table is not None
    columns = document.tables[block.table].columns
    headers = [
        " ".join(line.range.of(document.pages[line.page_index].text) for line in columns[cell.column].headers)
        for cell in block.cells
        if cell.column is not None
    ]
    return [cell.range.of(page.text) for cell in block.cells], headers


def _lost(pdf: bytes, document: ParsedDocument) -> Counter[str]:
    """Visible characters that the blocks lack, or have more than once, over all pages."""
    opened = open_pdf(pdf, source="fixture.pdf")
    try:
        seen = Counter(c for page in document.pages for c in read_page(opened, page.index).characters)
    finally:
        opened.close()
    kept = Counter(
        c
        for block in document.blocks
        for c in block.range.of(document.pages[block.page_index].text)
        if not c.isspace()
    )
    return (seen - kept) + (kept - seen)


@pytest.mark.parametrize(
    "pdf",
    [
        pytest.param(statement, id="statement"),
        pytest.param(two_columns, id="two-columns"),
        pytest.param(hyphenated, id="hyphenated"),
        pytest.param(lambda: landscape_lines(90), id="landscape"),
        pytest.param(lambda: turned_pages(three_lines(), 270, cropped=True, shifted=True), id="turned"),
    ],
)
def test_every_visible_character_is_in_exactly_one_block(pdf: Callable[[], bytes]) -> None:
    assert not _lost(pdf(), parsed(pdf()))


@pytest.fixture(scope="module")
def apple_bytes(shared_data: Path) -> bytes:
    return (shared_data / APPLE).read_bytes()


@pytest.fixture(scope="module")
def apple(apple_bytes: bytes) -> ParsedDocument:
    return parsed(apple_bytes, APPLE)


def test_every_visible_character_of_a_real_filing_is_in_exactly_one_block(
    apple_bytes: bytes, apple: ParsedDocument
) -> None:
    assert not _lost(apple_bytes, apple)


def test_a_real_statement_row_has_its_cells_headers_and_unit(apple: ParsedDocument) -> None:
    cells, headers = _row(apple, 3, "Total net sales")
    assert cells == ["Total net sales", "81,797", "82,959", "293,787", "304,182"]
    assert headers == [
        "Three Months Ended July 1, 2023",
        "Three Months Ended June 25, 2022",
        "Nine Months Ended July 1, 2023",
        "Nine Months Ended June 25, 2022",
    ]
    (unit,) = apple.tables[next(b.table or 0 for b in apple.blocks if b.page_index == 3 and b.cells)].units
    assert unit.range.of(apple.pages[3].text).startswith("(In millions, except number of shares")


def test_a_real_filing_has_its_printed_labels_and_footers(apple: ParsedDocument) -> None:
    assert [page.label.text for page in apple.pages[:5]] == [None, None, None, "1", "2"]
    footers = [b for b in apple.blocks if b.page_index == 3 and b.kind is BlockKind.FOOTER]
    assert [b.range.of(apple.pages[3].text) for b in footers] == ["Apple Inc. | Q3 2023 Form 10-Q | 1"]


def test_a_real_filing_says_what_it_is(apple: ParsedDocument) -> None:
    assert apple.title == "Apple Inc. · Form 10-Q · Q3 FY2023"
    assert apple.cover.registrants == (Registrant("Apple Inc.", (), ("AAPL",), "94-2404110"),)
    assert (apple.cover.form, apple.cover.period_end) == ("10-Q", date(2023, 7, 1))
    assert (apple.cover.fiscal_year, apple.cover.fiscal_quarter) == (2023, 3)


def test_a_statements_cells_survive_into_the_document() -> None:
    cells, headers = _row(parsed(statement()), 0, "Other income")
    assert cells == ["Other income/(expense), net", "(265)", "(10)", "(594)", "(97)"]
    assert headers[0] == "Three Months Ended July 1, 2023"


def test_two_columns_are_read_one_after_the_other() -> None:
    text = " ".join(_texts(parsed(two_columns())))
    places = [text.index(f"{side} column, line {n} ") for side in ("Left", "Right") for n in range(1, 13)]
    assert places == sorted(places)
    assert text.index("A report in two columns") == 0


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("cropped", [False, True])
def test_segments_bind_to_the_characters_they_cover_on_every_turned_page(
    rotation: int, cropped: bool
) -> None:
    """Each line is a paragraph of its own, because the segmenter's boxes fell on it: unbound lines are OTHER."""
    pdf = pdf_of([Text(90, 200 + 60 * n, line) for n, line in enumerate(LINES)])
    if rotation:
        pdf = landscape_lines(rotation)
    document = parsed(turned_pages(pdf, rotation, cropped=cropped, shifted=True))
    assert [block.kind for block in document.blocks] == [BlockKind.PARAGRAPH] * 3
    assert _texts(document) == list(LINES)


def test_a_blocks_boxes_cover_its_ink() -> None:
    pdf = landscape_lines(90)
    document, picture = parsed(pdf), picture_of(pdf)
    page = document.pages[0]
    assert page.glyphs is not None
    quote = "(4.2)%"
    start = page.text.index(quote)
    (box,) = page.glyphs.pieces(TextRange(start, start + len(quote)))
    left, _, right, bottom = box.edges()
    assert picture.share(*box.edges()) > 0.08
    assert picture.share(left, bottom + 4, right, bottom + 20) == 0


def test_a_word_broken_at_a_line_end_is_one_word() -> None:
    (text,) = _texts(parsed(hyphenated()))
    assert "environ\u00admental liabilities" in text
    assert "2021- 2022" in text


def test_a_section_is_the_nearest_heading_above_also_on_an_earlier_page() -> None:
    before, after = Text(60, 70, "Before any heading."), Text(60, 300, "After the heading.")
    document = parsed(pdf_of([before, HEADING, after], [Text(60, 200, "On the next page.")]))
    assert [block.section for block in document.blocks] == [None, None, HEADING.string, HEADING.string]
    assert document.blocks[1].kind is BlockKind.HEADING


@pytest.mark.parametrize(
    ("own", "first"),
    [
        (["cover", "1", "2", "3"], PageLabel("cover", LabelSource.PDF)),
        (["cover", "9", "9", "9"], PageLabel.none()),
    ],
)
def test_labels_of_the_file_fill_in_for_missing_printed_ones_unless_they_contradict_others(
    own: list[str], first: PageLabel
) -> None:
    pages = [
        [Text(60, 200, "Words of a page."), *([Text(306, 750, foot)] if foot else [])]
        for foot in ("", "1", "2", "3")
    ]
    document = parsed(with_page_labels(pdf_of(*pages), own))
    printed = [PageLabel(text, LabelSource.PRINTED) for text in ("1", "2", "3")]
    assert [page.label for page in document.pages] == [first, *printed]


def test_a_page_without_text_is_a_page_without_blocks() -> None:
    document = parsed(pdf_of([], [Text(60, 200, "Words.")]))
    assert [page.text for page in document.pages] == ["", "Words."]
    assert document.pages[0].kind is PageKind.PDF


def test_the_versions_name_what_coordinates_are_bound_to() -> None:
    document = parsed(three_lines())
    assert document.render_version == RENDER_VERSION
    assert document.render_version.startswith("pdfium-")
    assert document.parser_version.startswith("pincite-pdf-3 unstructured-")


def test_chunks_come_in_order_with_numbers_that_run_through_the_document() -> None:
    pages = [[Text(60, 200, f"Page {n} says this."), HEADING] for n in range(SLICE_PAGES + 3)]
    steps: list[tuple[int, int]] = []
    chunks = list(
        iter_pdf(
            pdf_of(*pages),
            source="long.pdf",
            progress=lambda done, total: steps.append((done, total)),
            interrupted=lambda: False,
        )
    )
    assert [len(chunk.pages) for chunk in chunks] == [2, 4, SLICE_PAGES - 3]
    assert [page.index for chunk in chunks for page in chunk.pages] == list(range(SLICE_PAGES + 3))
    ids = [block.id for chunk in chunks for block in chunk.blocks]
    assert ids == [f"b{n}" for n in range(1, len(ids) + 1)]
    count = SLICE_PAGES + 3
    assert steps == [(0, count), (2, count), (6, count), (count, count)]
    assert chunks[0].document.page_count == count


@pytest.mark.parametrize(
    ("pdf", "error", "words"),
    [
        pytest.param(b"", SourceEmpty, "empty", id="empty"),
        pytest.param(b"../other/report.pdf", UnsupportedSource, "not a PDF", id="no-pdf"),
        pytest.param(b"%PDF-1.7\nnothing else", DamagedSource, "damaged", id="damaged"),
        pytest.param(without_pages(), NoPages, "without a page", id="no-pages"),
        pytest.param(
            encrypted(three_lines(), user_password="secret"), PasswordNeeded, "password", id="password"
        ),
    ],
)
def test_a_file_that_cannot_be_read_ends_in_its_own_error(
    pdf: bytes, error: type[SourceError], words: str
) -> None:
    with pytest.raises(error, match=words) as raised:
        parsed(pdf, "report.pdf")
    assert raised.value.source == "report.pdf"
    assert "report.pdf" in str(raised.value)


def test_a_file_without_pages_is_told_apart_after_another_file_failed() -> None:
    with pytest.raises(PasswordNeeded):
        open_pdf(encrypted(three_lines(), user_password="secret"), source="locked.pdf")
    with pytest.raises(NoPages):
        open_pdf(without_pages(), source="empty.pdf")


def test_a_file_encrypted_with_an_empty_password_opens() -> None:
    assert _texts(parsed(encrypted(three_lines(), user_password=""))) == list(LINES)


def test_a_parse_stops_when_asked() -> None:
    stop = threading.Event()

    def progress(done: int, total: int) -> None:
        stop.set()

    with pytest.raises(IngestInterrupted, match=r"slow\.pdf"):
        parse_pdf(three_lines(), source="slow.pdf", progress=progress, interrupted=stop.is_set)


def test_centred_titles_and_a_footnote_have_their_kinds() -> None:
    document = parsed(
        pdf_of(
            [
                Text(306, 80, "NOTES TO THE STATEMENTS", Align.CENTER),
                Text(60, 200, "The year went as the Company had planned it, and better in some regions."),
                Text(60, 300, "(1) Restated for the change of segments described above in these notes."),
                Text(60, 400, "• A first point of the list"),
            ]
        )
    )
    kinds = [block.kind for block in document.blocks]
    assert kinds == [BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.FOOTNOTE, BlockKind.LIST_ITEM]
