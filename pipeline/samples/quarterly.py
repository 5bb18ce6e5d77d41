"""The quarterly report on Form 10-Q, as inline XBRL in HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

from lxml import etree
from lxml.etree import _Element

from pipeline.samples import schedules
from pipeline.samples.balance import balance_sheet
from pipeline.samples.cash import cash_flow_statement
from pipeline.samples.earnings import operations_statement, segment_statement
from pipeline.samples.inline import Context, Facts
from pipeline.samples.issuer import NOTICE, ORRINMERE
from pipeline.samples.markup import (
    NBSP,
    SMALL,
    block,
    grid,
    heading,
    node,
    page,
    page_break,
    paragraph,
    rule,
    span,
    title,
)
from pipeline.samples.model import Books
from pipeline.samples.sentences_quarterly import quarterly_gaps
from pipeline.samples.spread import Spread
from pipeline.samples.statement import Column, Period, Statement
from pipeline.samples.words import Kind, read

_END = date(2025, 6, 30)
_THREE, _SIX = "Three months ended June 30,", "Six months ended June 30,"
_QUARTERS = tuple(
    Column((str(year),), _THREE, Period(date(year, 4, 1), date(year, 6, 30))) for year in (2025, 2024)
)
_HALVES = tuple(
    Column((str(year),), _SIX, Period(date(year, 1, 1), date(year, 6, 30))) for year in (2025, 2024)
)
_DATES = (
    Column(("June 30,", "2025"), period=Period(None, _END)),
    Column(("December 31,", "2024 (as restated)"), period=Period(None, date(2024, 12, 31))),
)
_CHANGE = (Column(("Change",)), Column(("Percent change",)))
_SEE_NOTES = "See accompanying notes to condensed consolidated financial statements."


def write_quarterly(path: Path, books: Books) -> None:
    """Write the report for the quarter ended June 30, 2025 to `path`; `books` are those as restated."""
    root = _document(books)
    path.write_bytes(etree.tostring(root, xml_declaration=True, encoding="ASCII"))


def _document(books: Books) -> _Element:
    facts = Facts(Period(date(2025, 1, 1), _END))
    pages = _pages(books, facts)
    body = node("body", style="background-color:#ffffff")
    for index, content in enumerate(pages):
        if index:
            body.append(page_break())
        body.append(content)
    body.insert(0, facts.header())
    head = node(
        "head",
        node("meta", http_equiv="Content-Type", content="text/html"),
        node("title", "orrm-20250630"),
    )
    return node("html", head, body)


def _pages(books: Books, facts: Facts) -> list[_Element]:
    tables = _tables(books, facts)
    gaps = quarterly_gaps(books)

    def prose(name: str) -> Iterator[_Element]:
        return _set(name, gaps, tables)

    return [
        page("", *_cover(facts)),
        page("", *_contents()),
        page("1", heading("Item 1. Financial statements", "12pt"), *_statement(_operations(books), facts)),
        page("2", *_statement(_positions(books), facts)),
        page("3", *_statement(_flows(books), facts)),
        page("4", *prose("quarter_notes")),
        page("5", *prose("quarter_segments")),
        page("6", *prose("quarter_discussion")),
        page("7", *prose("quarter_liquidity")),
        page("8", *_signatures()),
    ]


def _set(name: str, gaps: Mapping[str, str], tables: Mapping[str, Spread]) -> Iterator[_Element]:
    for piece in read(name, gaps):
        if piece.kind is Kind.TABLE:
            yield from tables[piece.text].elements()
        elif piece.kind is Kind.PARAGRAPH:
            yield paragraph(piece.text)
        else:
            yield heading(piece.text, "12pt" if piece.kind is Kind.ITEM else "10.5pt")


def _tables(books: Books, facts: Facts) -> dict[str, Spread]:
    """The tables that the prose files name; the comparisons repeat figures and carry no tags."""
    quarters = (books.quarters[2025, 2], books.quarters[2024, 2])
    halves = (books.half(2025), books.half(2024))
    statements = {
        "segments": segment_statement((*_QUARTERS, *_HALVES), (*quarters, *halves)),
        "quarter": schedules.comparison(*quarters, _untagged(_QUARTERS)),
        "half": schedules.comparison(*halves, _untagged(_HALVES)),
    }
    return {name: Spread(statement, facts) for name, statement in statements.items()}


def _untagged(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    return (*(Column(column.heading, column.group) for column in columns), *_CHANGE)


def _statement(statement: Statement, facts: Facts) -> list[_Element]:
    closing = block(span(_SEE_NOTES, style=SMALL), align="center", before=10)
    return [*Spread(statement, facts).elements(ORRINMERE.name), closing]


def _operations(books: Books) -> Statement:
    periods = (books.quarters[2025, 2], books.quarters[2024, 2], books.half(2025), books.half(2024))
    name = "Condensed consolidated statements of operations (unaudited)"
    return operations_statement(name, (*_QUARTERS, *_HALVES), periods)


def _positions(books: Books) -> Statement:
    name = "Condensed consolidated balance sheets (unaudited)"
    return balance_sheet(name, _DATES, (books.half_2025.closing, books.positions[2024]))


def _flows(books: Books) -> Statement:
    name = "Condensed consolidated statements of cash flows (unaudited)"
    return cash_flow_statement(name, _HALVES, (books.half_2025, books.half_2024))


def _cover(facts: Facts) -> Iterator[_Element]:
    facts.hide("dei:AmendmentFlag", "false")
    facts.hide("dei:EntityCentralIndexKey", ORRINMERE.cik)
    facts.hide("dei:DocumentFiscalYearFocus", "2025")
    facts.hide("dei:DocumentFiscalPeriodFocus", "Q2")
    facts.hide("dei:CurrentFiscalYearEndDate", "--12-31")
    yield block(span(NOTICE, style=SMALL), align="center", before=0)
    yield rule()
    yield title("UNITED STATES", "SECURITIES AND EXCHANGE COMMISSION")
    yield block(span("Washington, D.C. 20549"), align="center", before=0)
    form = span("FORM ", facts.text("dei:DocumentType", "10-Q"), weight=700, size="18pt")
    yield block(form, align="center", before=10)
    yield rule("20%")
    yield from _purpose(facts)
    name = span(facts.text("dei:EntityRegistrantName", ORRINMERE.name), weight=700, size="22pt")
    yield block(name, align="center", before=16)
    yield block(span("(Exact name of registrant as specified in its charter)", style=SMALL), align="center")
    yield _identity(facts)
    yield from _securities(facts)


def _purpose(facts: Facts) -> Iterator[_Element]:
    act = f"PURSUANT TO SECTION{NBSP}13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF{NBSP}1934"
    end = facts.text(
        "dei:DocumentPeriodEndDate",
        f"June{NBSP}30, 2025",
        format_="ixt:date-monthname-day-year-en",
    )
    yield block(span(f"☒{NBSP}{NBSP}QUARTERLY REPORT {act}", weight=700), align="left")
    yield block(span("For the quarterly period ended ", end, weight=700), align="center")
    yield block(span("or"), align="center")
    yield block(span(f"☐{NBSP}{NBSP}TRANSITION REPORT {act}"), align="left")
    number = facts.text("dei:EntityFileNumber", ORRINMERE.commission_file)
    yield block(span("Commission file number ", number), align="center")


def _identity(facts: Facts) -> _Element:
    state = facts.text("dei:EntityIncorporationStateCountryCode", ORRINMERE.jurisdiction)
    employer = facts.text("dei:EntityTaxIdentificationNumber", ORRINMERE.employer_number)
    street, town = ORRINMERE.address
    return node(
        "div",
        grid(
            [
                [span(state, weight=700), span(employer, weight=700)],
                [span("(State of incorporation)", style=SMALL), span("(I.R.S. Employer No.)", style=SMALL)],
            ],
            (50, 50),
        ),
        title(street, town, ORRINMERE.telephone),
    )


def _securities(facts: Facts) -> Iterator[_Element]:
    heads = ("Title of each class", "Trading symbol", "Name of each exchange")
    cells = (
        facts.text("dei:Security12bTitle", "Common stock, par value $0.01"),
        facts.text("dei:TradingSymbol", ORRINMERE.symbol),
        "None: the company is fictional",
    )
    yield title(f"Securities registered pursuant to Section{NBSP}12(b) of the Act:", before=12)
    yield grid(
        [[span(head, style=SMALL, weight=700) for head in heads], [span(cell) for cell in cells]],
        (34, 33, 33),
    )
    july = Context(Period(None, date(2025, 7, 25)))
    shares = facts.count("40,862,480", "dei:EntityCommonStockSharesOutstanding", july)
    yield block(span("Shares of common stock outstanding on July 25, 2025: ", shares, "."), before=16)


def _contents() -> Iterator[_Element]:
    yield title("TABLE OF CONTENTS")
    lines = {
        "Item 1. Financial statements": "1",
        "Item 2. Management’s discussion and analysis": "6",
        "Item 3. Market risk": "7",
        "Item 4. Controls and procedures": "7",
        "Part II. Other information": "7",
        "Signature": "8",
    }
    rows = [[span(text.replace(". ", f".{NBSP}{NBSP}", 1)), span(number)] for text, number in lines.items()]
    yield grid(rows, (94, 6), align="left")


def _signatures() -> Iterator[_Element]:
    yield heading("Signature", "12pt")
    yield paragraph(
        "Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant would have "
        "caused this report to be signed, if it existed."
    )
    for line in (
        ORRINMERE.name,
        f"/s/ {ORRINMERE.finance_chief}",
        "Chief Financial Officer",
        "August 1, 2025",
    ):
        yield block(span(line), align="left")
