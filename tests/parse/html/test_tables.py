"""HTML tables: each figure under its own headers and unit, with the footnotes that its marks point at."""

from __future__ import annotations

import re
import time
from collections import Counter, defaultdict
from datetime import date
from pathlib import Path

import pytest

from pipeline.evidence.document import Block, BlockKind, Cell, ParsedDocument
from pipeline.evidence.fact import Fact
from pipeline.evidence.text import PageRange
from tests.fixtures.html import PAGE_BREAK, html_source, row
from tests.parse.html.test_facts import FILINGS
from tests.parse.html_documents import (
    assert_rendition_says_the_blocks,
    block_with,
    cells,
    filing,
    headers,
    read,
    units,
)


def document_of(body: str) -> ParsedDocument:
    document = read(html_source(f"<body>{body}</body>"))
    assert_rendition_says_the_blocks(document)
    return document


def table_of(*rows: str) -> str:
    lines = ("".join(f"<td>{cell}</td>" for cell in line.split("|")) for line in rows)
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def words(document: ParsedDocument, place: PageRange) -> str:
    return place.range.of(document.pages[place.page_index].text)


def notes(document: ParsedDocument, start: str) -> dict[str, list[str]]:
    """By cell text, the footnotes of a row's cells."""
    block = block_with(document, start)
    page = document.pages[block.page_index].text
    return {cell.range.of(page): [words(document, note) for note in cell.notes] for cell in block.cells}


# --- columns ----------------------------------------------------------------------------------------------


def test_headers_of_three_lines_span_the_columns_below_them() -> None:
    document = document_of(
        "<table><tr><td></td><td colspan=4>Year Ended</td></tr>"
        "<tr><td></td><td colspan=2>2031</td><td colspan=2>2030</td></tr>"
        "<tr><td></td><td>Gross</td><td>Net</td><td>Gross</td><td>Net</td></tr>"
        "<tr><td>Candles</td><td>1,234</td><td>1,100</td><td>934</td><td>900</td></tr></table>"
    )
    assert headers(document, document.tables[0]) == [
        ["Year Ended", "2031", "Gross"],
        ["Year Ended", "2031", "Net"],
        ["Year Ended", "2030", "Gross"],
        ["Year Ended", "2030", "Net"],
    ]


def test_a_header_over_several_rows_stays_over_its_column() -> None:
    document = document_of(
        "<table><tr><th rowspan=2>Product</th><th colspan=2>Sales</th><th rowspan=2>Total</th></tr>"
        "<tr><th>2031</th><th>2030</th></tr>"
        "<tr><td>Candles</td><td>1,234</td><td>1,100</td><td>2,334</td></tr></table>"
    )
    assert headers(document, document.tables[0]) == [["Sales", "2031"], ["Sales", "2030"], ["Total"]]


def test_cells_that_reserve_a_thousand_columns_in_every_row_below_are_read_soon() -> None:
    started = time.monotonic()
    rows = "<tr><td colspan=1000 rowspan=65534>Sales</td><td>1</td></tr>" * 1_500
    document = document_of(f"<table>{rows}</table>")
    assert document.pages[0].text.count("Sales") == 1_500
    assert time.monotonic() - started < 60, "the square of the rows, a thousand times, takes many minutes"


def test_rows_without_labels_have_their_first_figure_in_a_column() -> None:
    document = document_of(table_of("2032|2033|2034", "$4,300|3,500|2,900"))
    assert cells(document, document.blocks[1]) == [("$4,300", 0), ("3,500", 1), ("2,900", 2)]
    assert headers(document, document.tables[0]) == [["2032"], ["2033"], ["2034"]]


def test_years_before_figures_are_row_labels() -> None:
    document = document_of(table_of("2032|$4,300", "2033|3,500"))
    assert cells(document, document.blocks[1]) == [("2033", None), ("3,500", 0)]


def test_a_dollar_sign_far_from_its_figure_does_not_carry_it_over_columns() -> None:
    document = document_of(
        table_of("|Level 1|Level 2|Level 3", "Notes|5|6|7", "Bonds|8|9|10", "Debt|$|&#160;|1,092")
    )
    assert cells(document, block_with(document, "Debt"))[1] == ("$1,092", 2)


def test_the_period_of_the_sentence_above_stands_over_columns_without_one() -> None:
    lead = "<p>Maturities as of June 30, 2031 were as follows (in millions):</p>"
    table = table_of("Due within one year|$65,224", "Due later|1,234")
    document = document_of(lead + table)
    assert headers(document, document.tables[0]) == [["as of June 30, 2031"]]
    assert units(document, document.tables[0]) == ["(in millions)"]


@pytest.mark.parametrize(
    ("lead", "rows"),
    [
        ("Goodwill as of June 30, 2031 and 2030 was as follows:", ("Candles|$65,224", "Wicks|1,234")),
        ("On June 30, 2031 we agreed as follows:", ("Candles|$65,224", "Wicks|1,234")),
        ("Changes as of June 30, 2031 were:", ("Balance, June 30, 2030|$65,224", "Granted|1,234")),
        ("Sales as of June 30, 2031 were:", ("|2030", "Candles|$65,224", "Wicks|1,234")),
        ("As of June 30, 2031 candles were in stock.", ("Candles|$65,224", "Wicks|1,234")),
    ],
)
def test_a_period_above_that_may_not_be_the_tables_is_left_out(lead: str, rows: tuple[str, ...]) -> None:
    document = document_of(f"<p>{lead}</p>{table_of(*rows)}")
    assert "June 30, 2031" not in str(headers(document, document.tables[0]))


# --- units ------------------------------------------------------------------------------------------------


def test_a_unit_in_the_tables_corner_is_its_unit_and_no_header() -> None:
    document = document_of(table_of("(Dollars in millions)|2031|2030", "Candles|1,234|1,100"))
    assert units(document, document.tables[0]) == ["(Dollars in millions)"]
    assert headers(document, document.tables[0]) == [["2031"], ["2030"]]


def test_a_unit_said_of_the_following_tables_holds_past_their_titles() -> None:
    first = "<p>The following tables show our notes (in millions):</p>" + table_of("|2031", "A|1,234", "B|7")
    second = "<p><b>Other Assets</b></p>" + table_of("|2031", "C|1,234", "D|7")
    after = "<p>Words between them.</p>" + table_of("|2031", "E|1,234", "F|7")
    document = document_of(first + second + after)
    assert [units(document, table) for table in document.tables] == [["(in millions)"]] * 2 + [[]]


def test_a_unit_said_of_one_table_holds_for_the_one_right_after_it_only() -> None:
    tables = table_of("|2031", "A|1,234", "B|7") + table_of("|2031", "C|1,234", "D|7")
    third = "<p><b>Other Assets</b></p>" + table_of("|2031", "E|1,234", "F|7")
    document = document_of("<p>Our notes were as follows (in millions):</p>" + tables + third)
    assert [units(document, table) for table in document.tables] == [["(in millions)"]] * 2 + [[]]


# --- footnotes --------------------------------------------------------------------------------------------

MARKED = table_of(
    "|2031<sup>a</sup>|2030",
    "China (1)|1,234|<b>900</b> *",
    "Other|55|66",
)


def test_a_mark_in_a_label_or_header_is_said_of_every_figure_it_stands_for() -> None:
    below = "<p>(1) Includes Hong Kong.</p><p>a Restated.</p><p>* not audited</p>"
    document = document_of(MARKED + below.replace("a Restated", "<sup>(a)</sup> Restated"))
    assert notes(document, "China") == {
        "China (1)": ["(1) Includes Hong Kong."],
        "1,234": ["(1) Includes Hong Kong.", "(a) Restated."],
        "900 *": ["* not audited", "(1) Includes Hong Kong."],
    }
    assert notes(document, "Other") == {"Other": [], "55": ["(a) Restated."], "66": []}
    assert block_with(document, "(1) Includes").kind is BlockKind.FOOTNOTE


def test_a_mark_that_two_footnotes_have_points_at_neither() -> None:
    document = document_of(f"{MARKED}<p>(1) Includes Hong Kong.</p><p>(1) Excludes it.</p>")
    assert notes(document, "China")["1,234"] == []


def test_a_mark_without_a_footnote_under_its_table_points_at_nothing() -> None:
    document = document_of(f"{MARKED}<p>Some words.</p><p>(1) Of another table.</p>")
    assert notes(document, "China")["1,234"] == []


def test_a_raised_mark_in_a_cell_of_its_own_is_the_figures_and_makes_no_column() -> None:
    table = (
        "<table><tr><td></td><td>2031</td><td></td><td>2030</td></tr>"
        "<tr><td>Notes</td><td>831</td><td><sup>(2)</sup></td><td>792</td></tr>"
        "<tr><td>Bonds</td><td>(5)</td><td></td><td>12</td></tr></table>"
    )
    document = document_of(f"{table}<p>(2) Translated.</p>")
    assert cells(document, block_with(document, "Notes")) == [("Notes", None), ("831", 0), ("792", 1)]
    assert notes(document, "Notes") == {"Notes": [], "831": ["(2) Translated."], "792": []}


def test_an_amount_in_brackets_is_no_mark() -> None:
    document = document_of(table_of("|2031|2030", "Loss|(2)|(1)") + "<p>(2) A second thing.</p>")
    assert cells(document, block_with(document, "Loss"))[1:] == [("(2)", 0), ("(1)", 1)]
    assert notes(document, "Loss") == {"Loss": [], "(2)": [], "(1)": []}


def test_signs_in_a_column_of_their_own_are_marks_and_under_a_header_they_are_values() -> None:
    signs = table_of("|2031||2030", "A|223|*|511", "B|7|&#160;|8")
    assert cells(document_of(signs), document_of(signs).blocks[1]) == [("A", None), ("223", 0), ("511", 1)]
    shares = table_of("|Shares|Percent", "Mr. Wick|223|*", "Ms. Tallow|7,000|12%")
    assert cells(document_of(shares), document_of(shares).blocks[1])[2] == ("*", 1)


def test_footnotes_are_found_under_a_rule_past_a_page_break_and_under_the_next_table() -> None:
    body = (
        f"{table_of('|2031', 'China (1)|1,234', 'Japan|12')}{table_of('|2030', 'China (1)|900', 'Japan|9')}"
        f"<p>Tallow | 7</p>{PAGE_BREAK}<p>Tallow</p><p>_______________</p><p>(1) Includes Hong Kong.</p>"
    )
    document = document_of(body)
    found = [
        words(document, note)
        for block in document.blocks
        for cell in block.cells
        if cell.column is not None
        for note in cell.notes
    ]
    assert found == ["(1) Includes Hong Kong."] * 2


def test_headers_of_a_table_over_a_page_break_keep_their_marks() -> None:
    first = (
        f"<table><tr><td colspan='3'></td><td colspan='3'>2031 (1)</td></tr>{row('Sales', '6,381')}</table>"
    )
    second = f"<p>1</p>{PAGE_BREAK}<table>{row('Costs', '4,014')}{row('Taxes', '14')}</table>"
    document = document_of(f"{first}{second}<p>(1) Restated.</p>")
    assert headers(document, document.tables[1]) == [["2031 (1)"]]
    assert notes(document, "Costs")["4,014"] == ["(1) Restated."]


# --- the tagged facts of real filings as gold ---------------------------------------------------------------

_DATE = re.compile(
    r"\b(January|February|March|April|May|June|July|August|September|October|November|December)"
    r"\s+(\d{1,2}),\s+((?:19|20)\d\d)\b"
)
_MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September"]
_MONTHS += ["October", "November", "December"]
_SCALES = {"thousand": 3, "million": 6, "billion": 9}


def days_in(text: str) -> set[date]:
    return {date(int(y), _MONTHS.index(m) + 1, int(d)) for m, d, y in _DATE.findall(text)}


def years_in(text: str) -> set[int]:
    rest = _DATE.sub(" ", text)
    short = {2000 + int(year) for year in re.findall(r"['’](\d\d)\b", rest)}
    return {int(year) for year in re.findall(r"\b((?:19|20)\d\d)\b", rest)} | short


def verdict(fact: Fact, lines: list[str], label: str) -> str:
    """Whether headers say the fact's period: a day, or the calendar year or fiscal year that it ends."""
    assert fact.end is not None
    text = " ".join(lines)
    days, years = days_in(text), years_in(text)
    if not days and not years:
        return "says nothing"
    if fact.end in days or {fact.end.year, fact.end.year - (fact.end.month == 1)} & years:
        return "right"
    if fact.is_instant and re.search(r"beginning|balance|january 1|shares at|outstanding", label, re.I):
        return "right"  # an opening balance stands under the period that it opens
    if min({day.year for day in days} | years) > fact.end.year:
        return "right"  # what is due in a later year is tagged with the day on which it is owed
    return "wrong"


def value_cells(document: ParsedDocument) -> list[tuple[Fact, Block, Cell]]:
    by_page: dict[int, list[Block]] = defaultdict(list)
    for block in document.blocks:
        by_page[block.page_index].append(block)
    found = []
    for fact in document.facts:
        if not fact.is_number or not fact.places:
            continue
        place = fact.places[0]
        block = next(one for one in by_page[place.page_index] if one.range.contains(place.range))
        cell = next((one for one in block.cells if one.range.contains(place.range)), None)
        if block.table is not None and cell is not None and cell.column is not None:
            found.append((fact, block, cell))
    return found


def label_of(document: ParsedDocument, block: Block) -> str:
    page = document.pages[block.page_index].text
    return " ".join(cell.range.of(page) for cell in block.cells if cell.column is None)


@pytest.mark.parametrize("name", FILINGS)
def test_no_tagged_figure_stands_under_a_header_or_unit_that_is_not_its_own(
    shared_data: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    document = filing(shared_data, f"{name}.html")
    periods: Counter[str] = Counter()
    scales: Counter[str] = Counter()
    for fact, block, cell in value_cells(document):
        assert block.table is not None
        assert cell.column is not None
        table = document.tables[block.table]
        lines = [words(document, line) for line in table.columns[cell.column].headers]
        periods[verdict(fact, lines, label_of(document, block))] += 1
        if fact.unit == "iso4217:USD":
            said = " ".join([*(words(document, unit) for unit in table.units), *lines]).lower()
            found = {power for word, power in _SCALES.items() if word in said}
            scales["says nothing" if not found else "right" if fact.scale in found else "wrong"] += 1
    with capsys.disabled():
        print(f"\n{name}: periods {dict(periods)}, units {dict(scales)}")
    assert periods["wrong"] == scales["wrong"] == 0
    assert scales["right"] >= 0.98 * scales.total()


def test_headers_of_apples_tables_say_every_period_but_those_that_no_table_says(shared_data: Path) -> None:
    silent = 0
    cells_seen = 0
    for name in FILINGS[:4]:
        document = filing(shared_data, f"{name}.html")
        for fact, block, cell in value_cells(document):
            table = document.tables[block.table or 0]
            lines = [words(document, line) for line in table.columns[cell.column or 0].headers]
            own = verdict(fact, [label_of(document, block)], "")
            silent += verdict(fact, lines, label_of(document, block)) == "says nothing" and own != "right"
            cells_seen += 1
    assert silent <= 0.02 * cells_seen
