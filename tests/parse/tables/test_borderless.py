"""Rows, columns, headers and units of tables without ruling lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixtures.pdfs import Align, Text, pdf_of, statement, statement_texts
from tests.fixtures.ruled import Stroke, page_with
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


def test_lines_of_one_header_cell_are_one_cell() -> None:
    header = [
        Text(300, 176, "Number of", RIGHT, bold=True),
        Text(300, 187, "shares", RIGHT, bold=True),
        Text(400, 187, "Price", RIGHT, bold=True),
    ]
    (table,) = tables_of_page(pdf_of([*_table(ROWS, (300, 400)), *header]))
    assert [[line.text for line in lines] for lines in table.headers] == [["Number of shares"], ["Price"]]
    assert [cell.row.text for cell in table.rows[0].cells] == ["Number of shares", "Price"]


def test_a_header_over_a_drawn_line_is_given_to_the_columns_that_the_line_reaches_over() -> None:
    rows: list[tuple[str, ...]] = [("", "1", "2", "3", "4"), *[(*row, "99", "98") for row in ROWS]]
    texts = [*_table(rows, (200, 300, 400, 500), top=202), Text(340, 186, "Restated", CENTER)]
    assert (
        headers_of(*tables_of_page(page_with(texts)))[:2]
        == headers_of(*tables_of_page(page_with(texts, [Stroke((270, 250), (410, 250))])))[:2]
    )
    (table,) = tables_of_page(page_with(texts, [Stroke((270, 190), (410, 190))]))
    assert ["Restated" in header for header in headers_of(table)] == [False, True, True, False]


def test_a_border_that_is_not_centred_under_a_header_says_nothing_of_it() -> None:
    rows: list[tuple[str, ...]] = [("", "2023", "2022", "Total"), *[(*row, "99") for row in ROWS]]
    texts = [*_table(rows, (250, 350, 450), top=202), Text(436, 186, "Change", CENTER)]
    (table,) = tables_of_page(page_with(texts, [Stroke((220, 190), (455, 190))]))
    assert headers_of(table)[:2] == ["2023", "2022"]


def test_the_period_of_the_sentence_above_is_every_columns() -> None:
    rows: list[tuple[str, ...]] = [("", "Shares", "Price"), *ROWS]
    lead = [
        Text(40, 164, "A summary of the activity for the nine months ended July 1, 2023 is as follows"),
        Text(40, 176, "(in millions):"),
    ]
    (table,) = tables_of_page(pdf_of([*_table(rows, (300, 400)), *lead]))
    assert headers_of(table) == [
        "nine months ended July 1, 2023 Shares",
        "nine months ended July 1, 2023 Price",
    ]
    assert [line.text for line in table.units] == ["(in millions):"]


@pytest.mark.parametrize(
    ("lead", "header"),
    [
        ("The balances as of July 1, 2023 and September 24, 2022 were as follows:", ("Shares", "Price")),
        ("The balances as of July 1, 2023, restated since 2021, were as follows:", ("Shares", "Price")),
        ("The balances as of July 1, 2023 were as follows:", ("2023", "2022")),
        ("The balance as of July 1, 2023 was low, as one expected at the time.", ("Shares", "Price")),
    ],
)
def test_two_periods_above_or_one_in_the_headers_or_other_text_add_none(
    lead: str, header: tuple[str, str]
) -> None:
    texts = [*_table([("", *header), *ROWS], (300, 400)), Text(40, 178, lead)]
    (table,) = tables_of_page(pdf_of(texts))
    assert headers_of(table) == list(header)


def test_the_unit_of_a_sentence_on_tables_holds_for_the_next_table_under_a_heading_too() -> None:
    lead = Text(40, 140, "The following tables show details as of July 1, 2023 (in millions):")
    first = [
        Text(40, 165, "Inventories", bold=True),
        *_table([("", "Cost", "Value"), *ROWS], (300, 400), 180),
    ]
    second = [Text(40, 290, "Property", bold=True), *_table([("", "Gross", "Net"), *ROWS], (300, 400), 305)]
    tables = tables_of_page(pdf_of([lead, *first, *second]))
    assert [[line.text for line in table.units] for table in tables] == [["(in millions):"]] * 2
    prose = Text(40, 272, "Property is carried at cost, and depreciated over its life, as before.")
    *_, other = tables_of_page(pdf_of([lead, *first, prose, *second[1:]]))
    assert other.units == ()


def test_a_label_whose_lines_are_closer_than_rows_is_one_label() -> None:
    lines = [
        (200, "Restricted cash of subsidiaries abroad", ()),
        (210, "Total of all", ("12", "13")),
        (228, "Sales to customers in other countries", ("1,234", "1,111")),
        (246, "Costs", ("(934)", "(900)")),
    ]
    texts = [Text(40, y, label) for y, label, _ in lines]
    texts += [
        Text(edge, y, value, RIGHT)
        for y, _, values in lines
        for edge, value in zip((320, 420), values, strict=False)
    ]
    texts += [Text(320, 182, "2023", RIGHT), Text(420, 182, "2022", RIGHT)]
    (table,) = tables_of_page(pdf_of(texts))
    assert cells_of_rows(table)[0][0] == (None, "Restricted cash of subsidiaries abroad Total of all")


def test_wide_gaps_part_a_label() -> None:
    texts = [Text(120, 200 + 14 * n, word) for n, word in enumerate(("Single", "Batch", "Single"))]
    (table,) = tables_of_page(pdf_of([*_table(ROWS, (300, 400)), *texts]))
    assert cells_of_rows(table)[0][:2] == [(None, "Sales"), (None, "Single")]


def test_figures_under_words_are_labels_too() -> None:
    rows: list[tuple[str, ...]] = [
        ("Under 25,000", "12", "13"),
        ("25,000", "14", "15"),
        ("Above", "16", "17"),
    ]
    (table,) = tables_of_page(pdf_of(_table(rows, (300, 400))))
    assert cells_of_rows(table)[1] == [(None, "25,000"), (0, "14"), (1, "15")]


def test_the_line_of_the_middle_column_does_not_keep_a_period_from_the_others() -> None:
    texts = _table([("", "2023", "2022", "2021"), *[(*row, "99") for row in ROWS]], (300, 400, 500))
    texts.append(Text(390, 186, "Year Ended December 31,", CENTER))
    lines = [Stroke((left, 189), (left + 60, 189)) for left in (260, 360, 460)]
    (table,) = tables_of_page(page_with(texts, lines))
    assert headers_of(table) == [f"Year Ended December 31, {year}" for year in (2023, 2022, 2021)]


def test_a_date_over_the_columns_in_the_middle_begins_another_table() -> None:
    first = [*_table([("", "Leases", "Total"), *ROWS], (300, 400)), Text(350, 186, "July 1, 2023", CENTER)]
    second = [
        *_table([("", "Leases", "Total"), *ROWS], (300, 400), 286),
        Text(350, 272, "June 25, 2022", CENTER),
    ]
    above, below = tables_of_page(pdf_of([*first, *second]))
    assert headers_of(above) == ["July 1, 2023 Leases", "July 1, 2023 Total"]
    assert headers_of(below) == ["June 25, 2022 Leases", "June 25, 2022 Total"]


def test_a_raised_mark_beside_a_figure_makes_no_column() -> None:
    texts = _table(ROWS, (300, 400))
    texts += [Text(303, 197, "(2)", size=6), Text(403, 211, "(3)", size=6)]
    (table,) = tables_of_page(pdf_of(texts))
    assert cells_of_rows(table)[0] == [(None, "Sales"), (0, "1,234 (2)"), (1, "1,111")]
    assert cells_of_rows(table)[1] == [(None, "Costs"), (0, "(934)"), (1, "(900) (3)")]


def test_a_part_without_headers_under_the_same_columns_has_those_above() -> None:
    rows: list[tuple[str, ...]] = [("", "2023", "2022"), *ROWS]
    lower = [Text(40, 312, "Adjusted"), *_table(ROWS, (300, 400), 326)]
    _, below = tables_of_page(pdf_of([*_table(rows, (300, 400)), *lower]))
    assert headers_of(below) == ["2023", "2022"]
    wide = Text(40, 312, "Adjusted for the sale of all units that were not core business any more")
    _, below = tables_of_page(pdf_of([*_table(rows, (300, 400)), wide, *lower[1:]]))
    assert headers_of(below) == ["", ""]
