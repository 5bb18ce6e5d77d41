"""The words around a value cell, and what they say of its period and unit."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pipeline.evidence.cell import CellWords, label_of, words_of_cell
from pipeline.evidence.document import Block, BlockKind, Cell, Column, Page, Table
from pipeline.evidence.fiscal import FiscalCalendar, Period
from pipeline.evidence.text import PageRange, TextRange
from pipeline.evidence.units import Measure, Unit
from tests.evidence.placed import Lines, Words, headers, page_of, row

TITLE = Lines((Words(50, 20, "Consolidated balance sheets"),), BlockKind.HEADING)
CAPTION = Lines(
    (Words(50, 40, "Sales fell. Stocks as of June 30, 2023 and 2022 were as follows (in millions):"),)
)
YEARS = headers(60, (300, "2023"), (500, "2022"))
STOCKS = row(80, (300, "$ 3,788"), (500, "$ 1,637"), label="Components")
TOTAL = row(100, (300, "7,351"), (500, "4,946"), label="Total stocks")
FISCAL = FiscalCalendar()


def words(*blocks: Lines, number: int, column: int, unit: str = "(in millions)") -> CellWords:
    page, made = page_of(*blocks)
    table = Table(0, (Column(_places(page, "2023")), Column(_places(page, "2022"))), _places(page, unit))
    cell = next(cell for cell in made[number].cells if cell.column == column)
    return words_of_cell(cell, made[number], {0: table}, {0: page}, {0: made})


def _places(page: Page, text: str) -> tuple[PageRange, ...]:
    start = page.text.rfind(text)
    return (PageRange(0, TextRange(start, start + len(text))),) if start >= 0 else ()


def test_a_cell_has_its_row_column_unit_and_caption() -> None:
    read = words(TITLE, CAPTION, YEARS, STOCKS, TOTAL, number=4, column=1)
    assert (read.text, read.label, read.headers, read.units) == (
        "4,946",
        "Total stocks",
        ("2022",),
        ("(in millions)",),
    )
    assert read.caption.startswith("Stocks as of June 30, 2023 and 2022")
    assert "Sales fell" not in read.caption
    assert read.signs == {"$"}


def test_period_and_unit_are_read_from_them() -> None:
    read = words(TITLE, CAPTION, YEARS, STOCKS, TOTAL, number=4, column=1)
    assert read.period(FISCAL) == Period(date(2022, 6, 30))
    assert read.unit() == Unit(Measure.MONEY, 6, "USD")


def test_nothing_is_read_where_nothing_is_said() -> None:
    read = words(YEARS, STOCKS, TOTAL, number=1, column=0, unit="(in thousands)")
    assert read.units == ()
    assert read.caption == ""
    assert read.period(FISCAL) is None
    assert read.unit() is None


def test_titles_over_a_table_say_that_it_is_a_balance() -> None:
    dated = headers(60, (300, "June 30, 2023"), (500, "June 30, 2022"))
    page, made = page_of(TITLE, dated, STOCKS)
    table = Table(0, (Column(_places(page, "June 30, 2023")), Column(_places(page, "June 30, 2022"))))
    read = words_of_cell(made[2].cells[1], made[2], {0: table}, {0: page}, {0: made})
    assert read.period(FISCAL) == Period(date(2023, 6, 30))


def test_another_tables_rows_are_no_caption() -> None:
    other = Lines((Words(50, 50, "Balance sheets as of June 30, 2023"),), BlockKind.TABLE_ROW)
    page, made = page_of(TITLE, other, YEARS, STOCKS)
    split = (made[0], replace(made[1], table=1), *made[2:])
    tables = {0: Table(0, (Column(), Column())), 1: Table(1, ())}
    read = words_of_cell(split[3].cells[1], split[3], tables, {0: page}, {0: split})
    assert read.caption == ""


def test_a_label_of_several_cells_is_one_line_of_words() -> None:
    page, made = page_of(STOCKS)
    parts = (Cell(TextRange(0, 5), None), Cell(TextRange(5, 10), None))
    assert (
        label_of(Block("b", 0, 0, BlockKind.TABLE_ROW, made[0].range, cells=parts, table=0), page)
        == "Compo nents"
    )
    assert label_of(Block("b", 0, 0, BlockKind.PARAGRAPH, made[0].range), page) == ""


def test_a_label_is_no_value_cell() -> None:
    page, made = page_of(STOCKS)
    label = next(cell for cell in made[0].cells if cell.column is None)
    with pytest.raises(KeyError):
        words_of_cell(label, made[0], {0: Table(0, (Column(), Column()))}, {0: page}, {0: made})
