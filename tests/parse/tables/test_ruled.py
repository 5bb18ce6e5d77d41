"""Tables whose cells are drawn."""

from __future__ import annotations

from tests.fixtures.pdfs import Align, Text
from tests.fixtures.ruled import grid, page_with
from tests.parse.pdf_pages import cells_of_rows, headers_of, tables_of_page

XS, YS = (50, 180, 280, 380), (100, 130, 145, 160)


def _row(y: float, *words: str, bold: bool = False) -> list[Text]:
    return [Text(left + 4, y, word, bold=bold) for left, word in zip(XS, words, strict=False) if word]


HEADERS = [*_row(112, "", "Released", "Released"), *_row(124, "Substance", "to air", "to water")]


def test_every_drawn_cell_is_a_cell_also_of_several_lines() -> None:
    texts = [*HEADERS, *_row(140, "Methane", "100 000", "-"), *_row(155, "Benzene", "1 000", "200")]
    (table,) = tables_of_page(page_with(texts, grid(XS, YS)))
    assert cells_of_rows(table) == [
        [(None, "Methane"), (0, "100 000"), (1, "-")],
        [(None, "Benzene"), (0, "1 000"), (1, "200")],
    ]
    assert headers_of(table) == ["Released to air", "Released to water"]
    assert [cell.row.text for cell in table.rows[0].cells] == [
        "Substance",
        "Released to air",
        "Released to water",
    ]


def test_a_table_without_a_figure_has_the_bold_row_above_as_headers() -> None:
    texts = [
        *_row(115, "State", "Tested", "Excused", bold=True),
        *_row(140, "Utah", "Yes", "No"),
        *_row(155, "Ohio", "No", "No"),
    ]
    (table,) = tables_of_page(page_with(texts, grid(XS, YS)))
    assert headers_of(table) == ["Tested", "Excused"]
    assert cells_of_rows(table)[0] == [(None, "Utah"), (0, "Yes"), (1, "No")]


def test_a_table_without_a_figure_or_a_bold_row_has_no_headers() -> None:
    texts = [
        *_row(115, "Nevada", "No", "No"),
        *_row(140, "Utah", "Yes", "No"),
        *_row(155, "Ohio", "No", "No"),
    ]
    (table,) = tables_of_page(page_with(texts, grid(XS, YS)))
    assert headers_of(table) == ["", ""]
    assert len(cells_of_rows(table)) == 3


def test_a_cell_over_several_columns_of_the_body_has_no_column_header() -> None:
    lines = [*grid(XS[:2], YS), *grid((XS[0], XS[-1]), YS)]
    lines += [line for line in grid(XS, YS[:3]) if line not in lines]
    texts = [*HEADERS, *_row(140, "Methane", "100", "-"), *_row(155, "Both together", "300")]
    (table,) = tables_of_page(page_with(texts, lines))
    assert cells_of_rows(table)[-1] == [(None, "Both together"), (2, "300")]
    assert headers_of(table) == ["Released to air", "Released to water", ""]


def test_figures_that_the_drawing_does_not_part_are_rows_all_the_same() -> None:
    labels = [Text(54, 140 + 12 * n, label) for n, label in enumerate(("Sales", "Costs", "Income"))]
    values = [
        Text(edge, 140 + 12 * n, value, Align.RIGHT)
        for edge, column in ((270, ("1,234", "(934)", "300")), (370, ("1,111", "(900)", "211")))
        for n, value in enumerate(column)
    ]
    texts = [Text(270, 120, "2023", Align.RIGHT), Text(370, 120, "2022", Align.RIGHT), *labels, *values]
    (table,) = tables_of_page(page_with(texts, grid(XS, (100, 128, 180))))
    assert cells_of_rows(table) == [
        [(None, "Sales"), (0, "1,234"), (1, "1,111")],
        [(None, "Costs"), (0, "(934)"), (1, "(900)")],
        [(None, "Income"), (0, "300"), (1, "211")],
    ]
    assert headers_of(table) == ["2023", "2022"]


def test_a_box_around_words_is_no_table() -> None:
    assert tables_of_page(page_with([Text(60, 115, "A caption in a box")], grid((50, 380), (100, 130)))) == []
