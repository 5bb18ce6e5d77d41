"""The annual report and its amendment, read back from their PDF."""

from pathlib import Path

import pypdf
import pypdfium2
import pytest

from pipeline.samples.issuer import NOTICE
from pipeline.samples.sheet import BLEED

REPEATED = "We do not hedge our exposure to the Norwegian krone."
LINE_END_HYPHENS = "\x02\ufffe"


def pages(path: Path) -> list[str]:
    """Each page's text as PDFium reads it, runs of white space as one space."""
    document = pypdfium2.PdfDocument(path)
    try:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    finally:
        document.close()


def index_of(path: Path, words: str) -> int:
    """The one page that has these words."""
    (index,) = [number for number, text in enumerate(pages(path)) if words in text]
    return index


@pytest.fixture(params=["annual", "amendment"])
def report(request: pytest.FixtureRequest) -> Path:
    path = request.getfixturevalue(request.param)
    assert isinstance(path, Path)
    return path


def test_it_has_between_16_and_20_pages(report: Path) -> None:
    assert 16 <= len(pages(report)) <= 20


def test_the_cover_says_that_the_company_is_fictional(report: Path) -> None:
    assert NOTICE in pages(report)[0]
    assert "ORRINMERE INSTRUMENTS, INC." in pages(report)[0]


def test_front_matter_counts_in_roman_and_the_body_begins_at_one(annual: Path, amendment: Path) -> None:
    for path, front in ((annual, ["i", "ii", "iii", "iv"]), (amendment, ["i", "ii", "iii", "iv", "v"])):
        printed = [text.split()[-1] for text in pages(path)]
        assert printed[1 : 1 + len(front)] == front
        assert printed[1 + len(front) :] == [str(n + 1) for n in range(len(printed) - 1 - len(front))]


def test_the_contents_name_the_printed_pages(report: Path) -> None:
    texts = pages(report)
    contents = next(text for text in texts if "Table of contents" in text)
    first_body_page = next(index for index, text in enumerate(texts) if "What we do" in text)
    statements = next(index for index, text in enumerate(texts) if "Item 8. Financial statements O" in text)
    line = contents.split("Item 8. Financial statements")[1].replace(".", " ").split()
    assert line[0] == str(statements - first_body_page + 1)


def test_one_sentence_stands_on_three_pages(report: Path) -> None:
    found = [text.count(REPEATED) for text in pages(report)]
    assert sum(found) == 3
    assert max(found) == 1


def test_exactly_the_segment_table_lies_on_its_side(report: Path) -> None:
    rotations = [page.rotation for page in pypdf.PdfReader(report).pages]
    segments = index_of(report, "RESULTS BY SEGMENT")
    assert [index for index, turned in enumerate(rotations) if turned] == [segments]
    assert rotations[segments] == 90


def test_a_rotated_page_is_upright_when_shown(annual: Path) -> None:
    page = pypdfium2.PdfDocument(annual)[index_of(annual, "RESULTS BY SEGMENT")]
    assert page.get_size() == (792, 612)
    text = page.get_textpage()
    first, last = (text.get_charbox(index) for index in (0, 10))
    assert last[1] > first[1], "user space runs upwards where the page reads right"
    assert abs(first[0] - last[0]) < 5


def test_exactly_the_balance_sheet_is_cropped_with_text_outside(report: Path) -> None:
    sheets = pypdf.PdfReader(report).pages
    cropped = [index for index, page in enumerate(sheets) if page.cropbox != page.mediabox]
    assert cropped == [index_of(report, "CONSOLIDATED BALANCE SHEETS")]
    page = pypdfium2.PdfDocument(report)[cropped[0]]
    assert page.get_bbox() == (BLEED, BLEED, 612 + BLEED, 792 + BLEED)
    whole = page.get_textpage()
    visible = whole.get_text_bounded(*page.get_bbox())
    assert "PROOF 3" in whole.get_text_range()
    assert "PROOF 3" not in visible
    assert "Total assets" in visible


def test_business_is_set_in_two_columns_with_words_broken_at_line_ends(annual: Path) -> None:
    page = pypdfium2.PdfDocument(annual)[index_of(annual, "What we do")]
    text = page.get_textpage()
    left, right = (text.get_text_bounded(left, 100, left + 230, 700) for left in (60, 318))
    assert "Segments" in left
    assert "Segments" not in right
    assert "Customers" in right
    assert "Customers" not in left
    assert any(mark in text.get_text_range() for mark in LINE_END_HYPHENS)


def test_every_page_has_ink_and_no_text_leaves_the_visible_page(annual: Path) -> None:
    document = pypdfium2.PdfDocument(annual)
    for index, page in enumerate(document):
        extremes = page.render(scale=0.3).to_pil().convert("L").getextrema()
        assert extremes[0] < 200, f"page {index} is blank"
        text = page.get_textpage()
        left, bottom, right, top = page.get_bbox()
        boxes = [text.get_charbox(n) for n in range(text.count_chars())]
        outside = [box for box in boxes if box[2] > right or box[0] < left or box[3] > top or box[1] < bottom]
        assert bool(outside) == (page.get_bbox()[0] == BLEED), f"page {index}"


def test_the_amendment_restates_monitoring_revenue_and_says_why(annual: Path, amendment: Path) -> None:
    first, second = " ".join(pages(annual)), " ".join(pages(amendment))
    assert "Monitoring revenue 95,465 76,385 61,240" in first
    assert "93,345" not in first
    assert "Monitoring revenue 93,345 76,385 61,240" in second
    assert "therefore restated from $95,465 thousand to $93,345 thousand" in second
    assert "Explanatory note" in second
    assert "Explanatory note" not in first


def test_the_statements_print_units_symbols_brackets_percent_and_footnotes(annual: Path) -> None:
    text = " ".join(pages(annual))
    for printed in (
        "(In thousands, except per share data)",
        "Instruments revenue $ 201,615 $ 189,730 $ 182,460",
        "Interest expense (3,080) (3,510) (3,920)",
        "Percent change",
        "(1) Severance and lease costs",
    ):
        assert printed in text, printed


def test_no_font_is_embedded(report: Path) -> None:
    fonts = {
        str(font.get_object()["/BaseFont"])
        for page in pypdf.PdfReader(report).pages
        for font in page["/Resources"]["/Font"].values()  # type: ignore[index]
    }
    assert fonts <= {f"/Times-{style}" for style in ("Roman", "Bold", "Italic", "BoldItalic")} | {
        "/Helvetica"
    }
