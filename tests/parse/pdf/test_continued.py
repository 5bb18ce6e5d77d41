"""Tables that go on over a page break."""

from __future__ import annotations

from pipeline.evidence.document import ParsedDocument, Table
from tests.fixtures.pdfs import Align, Text, pdf_of
from tests.parse.pdf_pages import parsed

HEADERS = ("2023", "2022")
UNIT = Text(40, 668, "(Dollars in Millions)")
MORE: list[tuple[str, ...]] = [("Cash", "12", "13"), ("Debt", "1,445", "1,555"), ("Equity", "6", "7")]
ROWS: list[tuple[str, ...]] = [
    ("Sales", "1,234", "1,111"),
    ("Costs", "(934)", "(900)"),
    ("Income", "300", "211"),
]


def _rows(rows: list[tuple[str, ...]], top: float, edges: tuple[int, ...] = (300, 400)) -> list[Text]:
    texts = []
    for number, (label, *values) in enumerate(rows):
        y = top + 14 * number
        texts += [Text(40, y, label)] if label else []
        texts += [
            Text(edge, y, value, Align.RIGHT) for edge, value in zip(edges, values, strict=False) if value
        ]
    return texts


FIRST = [Text(40, 100, "Words about the year that was, and what it brought to all."), UNIT]
FIRST += _rows([("", *HEADERS), *ROWS], 690)


def _tables(*pages: list[Text]) -> tuple[ParsedDocument, tuple[Table, ...]]:
    document = parsed(pdf_of(*pages))
    return document, document.tables


def _headers(document: ParsedDocument, table: Table) -> list[str]:
    return [
        " ".join(place.range.of(document.pages[place.page_index].text) for place in column.headers)
        for column in table.columns
    ]


def _units(document: ParsedDocument, table: Table) -> list[str]:
    return [place.range.of(document.pages[place.page_index].text) for place in table.units]


def test_the_next_part_has_the_headers_and_the_unit_of_the_page_before() -> None:
    document, (above, below) = _tables(FIRST, _rows(MORE, 80))
    assert _headers(document, below) == list(HEADERS)
    assert _units(document, below) == ["(Dollars in Millions)"]
    assert {place.page_index for column in below.columns for place in column.headers} == {0}
    assert below.units == above.units


def test_a_third_part_has_them_too() -> None:
    second = _rows([(f"Row {n}", "12", "1,555") for n in range(45)], 80)
    document, tables = _tables(FIRST, second, _rows(MORE, 80))
    assert _headers(document, tables[2]) == list(HEADERS)


def test_a_part_with_the_same_headers_has_the_unit() -> None:
    document, (_, below) = _tables(FIRST, _rows([("", "2021", "2020"), *MORE], 80))
    assert _headers(document, below) == ["2021", "2020"]
    assert _units(document, below) == ["(Dollars in Millions)"]


def test_other_columns_or_words_between_end_a_table() -> None:
    others = [
        _rows(MORE, 80, edges=(340, 400)),
        [Text(40, 60, "Balance sheet of the parent"), *_rows(MORE, 84)],
        _rows([(*row, "9") for row in MORE], 80, edges=(200, 300, 400)),
        _rows([("", "Shares", "Price"), *MORE], 80),
    ]
    for other in others:
        document, (_, below) = _tables(FIRST, other)
        assert not any(place.page_index == 0 for column in below.columns for place in column.headers)
        assert _units(document, below) == []


def test_words_under_a_table_end_it() -> None:
    document, (_, below) = _tables(
        [*FIRST, Text(40, 756, "See the notes to these statements.")], _rows(MORE, 80)
    )
    assert _headers(document, below) == ["", ""]


def test_a_title_that_says_so_may_stand_above_the_next_part() -> None:
    document, (_, below) = _tables(FIRST, [Text(40, 60, "Income (continued)"), *_rows(MORE, 80)])
    assert _headers(document, below) == list(HEADERS)


def test_a_footnote_under_the_last_part_is_pointed_at_from_the_first() -> None:
    first = [*FIRST, *_rows([("Taxes (1)", "33", "44")], 746)]
    document, _ = _tables(first, [*_rows(MORE, 80), Text(40, 140, "(1) Of all countries together.")])
    cells = {
        cell.range.of(document.pages[0].text): cell
        for b in document.blocks
        if not b.page_index
        for cell in b.cells
    }
    (note,) = cells["33"].notes
    assert note.page_index == 1
    assert note.range.of(document.pages[1].text) == "(1) Of all countries together."
    assert cells["300"].notes == ()
