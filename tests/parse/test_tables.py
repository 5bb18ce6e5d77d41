"""Rows, columns, headers and units of tables without ruling lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixtures.pdfs import Align, Text, pdf_of, statement, statement_texts
from tests.parse.pdf_pages import cells_of_rows, headers_of, tables_of_page

JNJ = "filings/JNJ_10-K_FY2022_2023-01-01.pdf"
RECAST = "filings/JNJ_8-K_2023-08-30_recast.pdf"
RIGHT, CENTER = Align.RIGHT, Align.CENTER


def _table(rows: list[tuple[str, ...]], edges: tuple[int, ...], top: float = 200) -> list[Text]:
    """Rows of a label and right-aligned figures; an empty string stands for no cell."""
    texts = []
    for number, (label, *values) in enumerate(rows):
        y = top + 14 * number
        texts += [Text(40, y, label)] if label else []
        texts += [Text(edge, y, value, RIGHT) for edge, value in zip(edges, values, strict=False) if value]
    return texts


ROWS: list[tuple[str, ...]] = [
    ("Sales", "1,234", "1,111"),
    ("Costs", "(934)", "(900)"),
    ("Income", "300", "211"),
]


def test_a_statement_has_its_rows_cells_headers_and_unit() -> None:
    (table,) = tables_of_page(statement())
    assert headers_of(table) == [
        "Three Months Ended July 1, 2023",
        "Three Months Ended June 25, 2022",
        "Nine Months Ended July 1, 2023",
        "Nine Months Ended June 25, 2022",
    ]
    assert [line.text for line in table.units] == ["(In millions, except per-share amounts)"]
    assert cells_of_rows(table) == [
        [(None, "Net sales:")],
        [(None, "Products"), (0, "$ 60,584"), (1, "$ 63,355"), (2, "$ 230,901"), (3, "$ 245,241")],
        [(None, "Services"), (0, "21,213"), (1, "19,604"), (2, "62,886"), (3, "58,941")],
        [(None, "Total net sales"), (0, "81,797"), (1, "82,959"), (2, "293,787"), (3, "304,182")],
        [(None, "Other income/(expense), net"), (0, "(265)"), (1, "(10)"), (2, "(594)"), (3, "(97)")],
        [
            (None, "Income before the provision for income taxes"),
            (0, "22,733"),
            (1, "23,066"),
            (2, "86,738"),
            (3, "94,446"),
        ],
        [(None, "Effective tax rate"), (0, "12.5 %"), (1, "15.7 %"), (2, "14.6 %"), (3, "16.3 %")],
    ]


def test_titles_over_a_statement_are_no_headers() -> None:
    (table,) = tables_of_page(statement())
    words = " ".join(headers_of(table))
    assert "Larkspur" not in words
    assert "STATEMENTS" not in words


def test_running_text_is_no_table() -> None:
    lines = [
        "In the fiscal year 2023 the Company sold 1,234 units in 12 countries and 56 regions.",
        "Of those, 45 were sold in 2022 and 11 in 2021, at prices between $10 and $20 each.",
        "(1) Note that the figures for 2020 were not restated for the change of 2019.",
    ]
    assert tables_of_page(pdf_of([Text(60, 100 + 13 * n, line) for n, line in enumerate(lines)])) == []


def test_two_columns_of_text_are_no_table() -> None:
    left = ["The unit sold more in the year", "than in any year before it, and", "rose to sales of 2023"]
    right = ["its costs were lower than those", "of 2022", "which pleased everybody in it"]
    texts = [Text(60, 100 + 13 * n, line) for n, line in enumerate(left)]
    texts += [Text(320, 100 + 13 * n, line) for n, line in enumerate(right)]
    assert tables_of_page(pdf_of(texts)) == []


def test_a_header_centred_over_the_middle_of_three_columns_is_given_to_that_column_only() -> None:
    texts = _table([(*row, "99") for row in ROWS], (300, 400, 500))
    texts.append(Text(388, 186, "Change", CENTER))
    (table,) = tables_of_page(pdf_of(texts))
    assert headers_of(table) == ["", "Change", ""]


def test_a_period_over_three_columns_is_given_to_all() -> None:
    texts = _table([("", "2023", "2022", "2021"), *[(*row, "99") for row in ROWS]], (300, 400, 500))
    texts.append(Text(390, 186, "Year Ended December 31,", CENTER))
    (table,) = tables_of_page(pdf_of(texts))
    assert headers_of(table) == [f"Year Ended December 31, {year}" for year in (2023, 2022, 2021)]


def test_a_line_that_runs_from_the_labels_over_the_columns_is_no_header() -> None:
    texts = [
        *_table(ROWS, (300, 400)),
        Text(40, 186, "Sales, costs and income of both regions together in 2023"),
    ]
    (table,) = tables_of_page(pdf_of(texts))
    assert headers_of(table) == ["", ""]


def test_a_caption_with_a_colon_is_no_header() -> None:
    texts = [*_table([("", "2023", "2022"), *ROWS], (300, 400)), Text(270, 186, "Sales by region*:", CENTER)]
    (table,) = tables_of_page(pdf_of(texts))
    assert headers_of(table) == ["2023", "2022"]


def test_quantities_over_the_columns_are_figures_and_no_headers() -> None:
    rows = [("", "2023", "2022"), ("Average term", "11.3 years", "8.1 years"), *ROWS]
    (table,) = tables_of_page(pdf_of(_table(rows, (300, 400))))
    assert headers_of(table) == ["2023", "2022"]
    assert cells_of_rows(table)[0] == [(None, "Average term"), (0, "11.3 years"), (1, "8.1 years")]


def test_headers_left_of_their_right_aligned_figures_are_theirs() -> None:
    texts = _table([(*row, "99") for row in ROWS], (300, 400, 500))
    texts += [
        Text(edge - 22, 186, year, RIGHT) for edge, year in ((300, "2023"), (400, "2022"), (500, "2021"))
    ]
    (table,) = tables_of_page(pdf_of(texts))
    assert headers_of(table) == ["2023", "2022", "2021"]


def test_years_under_a_table_begin_another_one() -> None:
    rows = [("", "2023", "2022"), *ROWS, ("", "2021", "2020"), *ROWS]
    first, second = tables_of_page(pdf_of(_table(rows, (300, 400))))
    assert headers_of(first) == ["2023", "2022"]
    assert headers_of(second) == ["2021", "2020"]


def test_a_unit_over_one_column_is_its_header_and_not_the_tables_unit() -> None:
    header = [
        Text(290, 172, "Number of", CENTER),
        Text(290, 186, "(in thousands)", CENTER),
        Text(390, 186, "Price", CENTER),
    ]
    (table,) = tables_of_page(pdf_of([*_table(ROWS, (300, 400)), *header]))
    assert headers_of(table) == ["Number of (in thousands)", "Price"]
    assert table.units == ()


def test_a_unit_at_the_end_of_the_sentence_above_is_the_tables() -> None:
    texts = [*_table(ROWS, (300, 400)), Text(40, 186, "Sales and costs were as follows (in millions):")]
    (table,) = tables_of_page(pdf_of(texts))
    assert [line.text for line in table.units] == ["(in millions):"]


def test_years_before_amounts_are_row_labels() -> None:
    rows: list[tuple[str, ...]] = [("2024", "3,417"), ("2025", "1,990"), ("Thereafter", "8,198")]
    (table,) = tables_of_page(pdf_of(_table(rows, (500,))))
    assert [row[0] for row in cells_of_rows(table)] == [(None, "2024"), (None, "2025"), (None, "Thereafter")]


def test_leader_dots_stay_with_the_label() -> None:
    rows = [(f"{label} . . . . . . . . . . . . . . . . . .", *values) for label, *values in ROWS]
    (table,) = tables_of_page(pdf_of(_table(rows, (300, 400))))
    assert [row[1] for row in cells_of_rows(table)] == [(0, "1,234"), (0, "(934)"), (0, "300")]


def test_a_dash_beside_a_short_figure_stands_in_the_same_column() -> None:
    texts = _table([(*row, "(26.6)") for row in ROWS], (300, 400, 500))
    texts += [
        Text(40, 242, "Other"),
        Text(300, 242, "12", RIGHT),
        Text(400, 242, "13", RIGHT),
        Text(474, 242, "*"),
    ]
    texts += [
        Text(40, 256, "More"),
        Text(300, 256, "12", RIGHT),
        Text(400, 256, "13", RIGHT),
        Text(496, 256, "9", RIGHT),
    ]
    (table,) = tables_of_page(pdf_of(texts))
    assert [[column for column, _ in row] for row in cells_of_rows(table)] == [[None, 0, 1, 2]] * 5


def test_figures_that_stand_close_are_separate_cells() -> None:
    texts = [Text(300, 100 + 14 * n, "1,234 5,678 9,012", RIGHT) for n in range(3)]
    texts += [Text(40, 100 + 14 * n, f"Row {'abc'[n]}") for n in range(3)]
    (table,) = tables_of_page(pdf_of(texts))
    assert cells_of_rows(table)[0] == [(None, "Row a"), (0, "1,234"), (1, "5,678"), (2, "9,012")]


def test_a_label_row_with_its_own_meaning_is_not_joined_to_the_next() -> None:
    rows: list[tuple[str, ...]] = [("Sales", "1", "2"), ("Operating expenses:",), ("Research", "3", "4")]
    (table,) = tables_of_page(pdf_of(_table(rows, (300, 400))))
    assert [row[0][1] for row in cells_of_rows(table)] == ["Sales", "Operating expenses:", "Research"]


def test_a_table_on_a_sideways_page_is_found() -> None:
    turned = [
        Text(text.y, 700 - text.x, text.string, text.align, text.bold, text.size, turned=90)
        for text in statement_texts()
    ]
    (table,) = tables_of_page(pdf_of(turned))
    assert headers_of(table)[0] == "Three Months Ended July 1, 2023"


@pytest.mark.parametrize(
    ("filing", "page", "table", "label", "values", "headers"),
    [
        (JNJ, 81, 0, "Worldwide", ["16,935", "16,750", "15,055", "1.1", "11.3"], []),
        (JNJ, 46, 0, "Sales to customers", ["$ 94,943", "93,775", "82,584"], ["2022", "2021", "2020"]),
        (
            RECAST,
            10,
            1,
            "Worldwide",
            ["$ 79,990", "78,740", "1.6 %", "6.5", "(4.9)"],
            ["TWELVE MONTHS 2022", "TWELVE MONTHS 2021", "TWELVE MONTHS Total"],
        ),
        (
            RECAST,
            13,
            0,
            "Sales to customers",
            ["$ 19,996", "100.0 %", "$ 19,939", "100.0 %", "$ 79,990", "100.0 %"],
            ["2022 Q3 Amount", "2022 Q3 Percent to Sales", "2022 Q4 Amount"],
        ),
    ],
)
def test_a_real_statement_row_has_its_values_under_their_headers(
    shared_data: Path,
    filing: str,
    page: int,
    table: int,
    label: str,
    values: list[str],
    headers: list[str],
) -> None:
    found = tables_of_page((shared_data / filing).read_bytes(), page)[table]
    row = next(cells for cells in cells_of_rows(found) if cells[0] == (None, label) and len(cells) > 1)
    assert row[1:] == list(enumerate(values))
    assert headers_of(found)[: len(headers)] == headers
    assert found.units or not headers
