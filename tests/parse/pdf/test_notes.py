"""The footnotes that the cells of a PDF's tables point at."""

from __future__ import annotations

from pipeline.parse.pdf.page import compose_page
from tests.fixtures.pdfs import Align, Text, pdf_of
from tests.parse.pdf_pages import reading_of

EDGES = (300, 400)


def _row(y: float, label: str, *values: str) -> list[Text]:
    cells = [Text(edge, y, value, Align.RIGHT) for edge, value in zip(EDGES, values, strict=False)]
    return [Text(40, y, label), *cells]


def _notes(texts: list[Text]) -> dict[str, list[str]]:
    """What each value cell points at, of those that point at something."""
    page = compose_page(reading_of(pdf_of(texts)), [], {})
    return {
        cell.range.of(page.text): [note.of(page.text) for note in cell.notes]
        for block in page.blocks
        for cell in block.cells
        if cell.notes
    }


TABLE = [
    *_row(120, "Sales", "1,234", "1,111"),
    *_row(134, "Costs", "934", "900"),
    *_row(148, "Total", "9", "8"),
]
NOTE = Text(40, 180, "(1) Sales to customers only.")
OTHER = Text(40, 194, "(2) Before taxes of every kind.")


def test_a_bracketed_figure_after_a_label_points_at_its_footnote() -> None:
    texts = [*TABLE[3:], *_row(120, "Sales (1)", "1,234", "1,111"), NOTE, OTHER]
    assert _notes(texts) == {"1,234": [NOTE.string], "1,111": [NOTE.string]}


def test_a_raised_letter_is_a_mark_and_a_bracketed_amount_is_none() -> None:
    raised = Text(302, 116, "(2)", size=6)
    texts = [*TABLE, raised, *_row(162, "Loss", "(1)", "7"), NOTE, OTHER]
    assert _notes(texts) == {"1,234 (2)": [OTHER.string]}


def test_signs_in_a_cell_and_a_column_header_are_marks() -> None:
    header = [Text(300, 104, "Restated†", Align.RIGHT), Text(400, 104, "Reported", Align.RIGHT)]
    texts = [*TABLE, *header, *_row(162, "Loss", "5", "4*")]
    texts += [Text(40, 194, "* Not audited."), Text(40, 208, "† For the sale of a unit.")]
    found = _notes(texts)
    assert found["4*"] == ["* Not audited."]
    assert found["934"] == ["† For the sale of a unit."]
    assert "900" not in found


def test_two_footnotes_with_one_mark_are_none() -> None:
    texts = [*TABLE[3:], *_row(120, "Sales (1)", "1,234", "1,111"), NOTE, Text(40, 194, "(1) Another one.")]
    assert _notes(texts) == {}


def test_a_tables_own_footnote_goes_before_that_of_the_pages_foot() -> None:
    second = [*_row(320, "Units (1)", "11", "12"), *_row(334, "Shops (2)", "13", "14")]
    foot = [Text(40, 380, "(1) Sold and paid."), Text(40, 394, "(2) At the end of the year.")]
    first = [*TABLE[3:6], *_row(120, "Sales (1)", "1,234", "1,111"), *_row(148, "Total (2)", "9", "8")]
    found = _notes([*first, NOTE, *second, *foot])
    assert found["1,234"] == [NOTE.string]
    assert found["9"] == ["(2) At the end of the year."]
    assert found["11"] == ["(1) Sold and paid."]


def test_a_footnote_of_two_lines_is_pointed_at_in_full() -> None:
    texts = [*TABLE[3:], *_row(120, "Sales (1)", "1,234", "1,111")]
    texts += [Text(40, 180, "(1) Sales to customers only,"), Text(52, 191, "as in the year before.")]
    assert _notes(texts)["1,234"] == ["(1) Sales to customers only,\nas in the year before."]
