"""The annual report on Form 10-K and its amendment, as PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, KeepTogether, NextPageTemplate, PageBreak, Paragraph, Spacer
from reportlab.platypus.tableofcontents import TableOfContents

from pipeline.samples import face, notes, schedules
from pipeline.samples.balance import balance_sheet
from pipeline.samples.cash import cash_flow_statement
from pipeline.samples.cover import cover
from pipeline.samples.earnings import operations_statement
from pipeline.samples.issuer import NOTICE, ORRINMERE
from pipeline.samples.ledger import Ledger
from pipeline.samples.model import YEARS, Books
from pipeline.samples.sentences_annual import annual_gaps
from pipeline.samples.sheet import LANDSCAPE_WIDTH, TEXT_WIDTH, Imprint, Report, Sheet
from pipeline.samples.statement import Column, Statement
from pipeline.samples.words import Kind, Piece, read

_CHANGE = (Column(("", "Change")), Column(("Percent", "change")))
_SLIM_WIDTH = 230.0
_SEE_NOTES = "See accompanying notes to consolidated financial statements."


def write_annual(path: Path, books: Books) -> None:
    """Write the report of `books` to `path`: the 10-K, or the 10-K/A when the books are restated."""
    Report(path, _imprint(books)).multiBuild(_story(books))


def form(books: Books) -> str:
    return "10-K/A" if books.restated else "10-K"


def _imprint(books: Books) -> Imprint:
    name = f"Form {form(books)}"
    return Imprint(
        title=f"{ORRINMERE.name} · {name} · FY2024",
        author=ORRINMERE.name,
        subject=NOTICE,
        head_left=ORRINMERE.name,
        head_right=f"2024 {name}",
        slug=f"PROOF 3 · NOT FOR RELEASE · {ORRINMERE.symbol} {name} 2024",
    )


def _story(books: Books) -> list[Flowable]:
    gaps = annual_gaps(books)
    tables = _tables(books)
    amendment = "Amendment No. 1" if books.restated else ""
    front = ("explanatory", "about") if books.restated else ("about",)

    def prose(name: str, body: ParagraphStyle = face.BODY) -> list[Flowable]:
        return list(_set(read(name, gaps), tables, body))

    return [
        *cover(form(books), amendment),
        *(part for name in front for part in _on(Sheet.FRONT, prose(name))),
        *_on(Sheet.FRONT, _contents()),
        *_on(Sheet.FRONT, prose("glossary")),
        *_on(Sheet.FRONT, prose("highlights")),
        *_on(Sheet.COLUMNS, [*prose("business", face.NARROW), *prose("risks", face.NARROW)]),
        *_on(Sheet.BODY, prose("discussion")),
        *_on(Sheet.BODY, [_title("Item 8. Financial statements"), *_statement(_operations(books))]),
        *_on(Sheet.PROOF, _statement(_positions(books))),
        *_on(Sheet.BODY, _statement(_flows(books))),
        *_on(Sheet.BODY, prose("notes")),
        *_on(Sheet.LANDSCAPE, prose("segments")),
        *_on(Sheet.BODY, [*prose("controls"), *_signatures()]),
    ]


def _on(sheet: Sheet, flowables: Sequence[Flowable]) -> list[Flowable]:
    """The flowables, beginning on a new page of that sheet."""
    return [NextPageTemplate(sheet.value), PageBreak(), *flowables]


def _set(pieces: Sequence[Piece], tables: Mapping[str, Ledger], body: ParagraphStyle) -> Iterator[Flowable]:
    """Prose as flowables; a table stays on one page with its heading and the words that lead to it."""
    styles = {
        Kind.ITEM: face.ITEM,
        Kind.HEADING: face.HEADING,
        Kind.RUN_IN: face.RUN_IN,
        Kind.PARAGRAPH: body,
    }
    waiting: list[Flowable] = []
    for piece in pieces:
        if piece.kind is Kind.TABLE:
            yield KeepTogether([*waiting, *tables[piece.text].flowables()])
            waiting = []
            continue
        if piece.kind is not Kind.PARAGRAPH:
            yield from waiting
            waiting = []
        waiting.append(Paragraph(_marked_up(piece.text, body), styles[piece.kind]))
    yield from waiting


def _marked_up(text: str, body: ParagraphStyle) -> str:
    text = face.hyphenated(text) if body is face.NARROW else text
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)


def _tables(books: Books) -> dict[str, Ledger]:
    """The tables that the prose files name."""
    years = schedules.year_columns(books)
    new, old, oldest = (books.years[year] for year in YEARS)
    upright = {
        "restatement": schedules.restatement(),
        "highlights": schedules.highlights(books),
        "year_2024": schedules.comparison(new, old, (*years[:2], *_CHANGE)),
        "year_2023": schedules.comparison(old, oldest, (*years[1:], *_CHANGE)),
        "margins": schedules.margins((new, old, oldest), years),
        "regions": notes.regions(books),
        "deferred_revenue": notes.deferred_revenue(books),
        "inventories": notes.inventories(books),
        "property": notes.property_and_equipment(books),
        "tax": notes.tax_provision(books),
        "quarters": notes.quarters(books),
        "earnings": notes.earnings_per_share(books),
    }
    return {
        **{name: Ledger(statement, TEXT_WIDTH) for name, statement in upright.items()},
        "maturities": Ledger(notes.maturities(books), _SLIM_WIDTH),
        "segments": Ledger(notes.segment_results(books), LANDSCAPE_WIDTH),
        "reconciliation": Ledger(notes.reconciliation(books), LANDSCAPE_WIDTH),
    }


def _title(text: str) -> Flowable:
    return Paragraph(text, face.ITEM)


def _contents() -> list[Flowable]:
    contents = TableOfContents(levelStyles=[face.CONTENTS], dotsMinLevel=0)
    return [_title("Table of contents"), contents]


def _statement(statement: Statement) -> list[Flowable]:
    closing = Paragraph(_SEE_NOTES, face.CENTERED)
    return [*Ledger(statement, TEXT_WIDTH).flowables(ORRINMERE.name), closing]


def _operations(books: Books) -> Statement:
    title = "Consolidated statements of operations"
    return operations_statement(title, schedules.year_columns(books), [books.years[year] for year in YEARS])


def _positions(books: Books) -> Statement:
    positions = [books.positions[year] for year in YEARS[:2]]
    return balance_sheet("Consolidated balance sheets", schedules.december_columns(books), positions)


def _flows(books: Books) -> Statement:
    flows = [books.flows[year] for year in YEARS]
    return cash_flow_statement("Consolidated statements of cash flows", schedules.year_columns(books), flows)


def _signatures() -> list[Flowable]:
    said = (
        "Pursuant to the requirements of Section 13 or 15(d) of the Securities Exchange Act of 1934, "
        "the registrant would have caused this report to be signed, if it existed."
    )
    signers = (
        (ORRINMERE.chief_executive, "Chief Executive Officer"),
        (ORRINMERE.finance_chief, "Chief Financial Officer"),
    )
    lines = [Paragraph(f"/s/ {name}<br/>{name}<br/>{office}", face.CELL) for name, office in signers]
    spaced = [part for line in lines for part in (line, Spacer(0, 12))]
    return [
        _title("Signatures"),
        Paragraph(said, face.BODY),
        Paragraph(ORRINMERE.name, face.HEADING),
        *spaced,
    ]
