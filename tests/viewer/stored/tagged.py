"""A small HTML filing with tagged facts, made so that every way a fact may repeat or differ stands in it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from pipeline.evidence.document import (
    Block,
    BlockKind,
    Cell,
    Column,
    Page,
    PageKind,
    ParsedDocument,
    Table,
    TitleSource,
)
from pipeline.evidence.fact import Dimension, Fact, FactNote
from pipeline.evidence.page import LabelSource, PageLabel
from pipeline.evidence.text import PageRange, TextRange

THIS_QUARTER = (date(2031, 4, 1), date(2031, 6, 30))
LAST_YEARS = (date(2030, 4, 1), date(2030, 6, 30))
WICKS = Dimension("srt:ProductOrServiceAxis", "exmp:WaxAndWicksMember")

_TEXTS = (
    ("Statement of income", "In thousands", "2031 2030", "Net sales 6,381 5,902", "Net loss (417) 12"),
    ("Note 1 Sales", "Sales were $ 6.4 million, of which 0.4 of them wicks, and no dividend — was paid."),
)


def _ranges(texts: tuple[str, ...]) -> list[TextRange]:
    ranges, start = [], 0
    for text in texts:
        ranges.append(TextRange(start, start + len(text)))
        start += len(text) + 1
    return ranges


def _place(page: int, words: str) -> PageRange:
    start = "\n".join(_TEXTS[page]).index(words)
    return PageRange(page, TextRange(start, start + len(words)))


def _blocks() -> tuple[Block, ...]:
    blocks: list[Block] = []
    for page, texts in enumerate(_TEXTS):
        for ordinal, span in enumerate(_ranges(texts)):
            kind = BlockKind.HEADING if ordinal == 0 else BlockKind.PARAGRAPH
            block = Block(f"b{len(blocks)}", page, ordinal, kind, span, texts[0])
            blocks.append(_as_row(block, texts[ordinal]) if page == 0 and ordinal > 1 else block)
    return tuple(blocks)


def _as_row(block: Block, text: str) -> Block:
    """A row whose last two words are its values; what stands before them is its label."""
    label, one, other = text.rpartition(" ")[0].rpartition(" ")[0], *text.split()[-2:]
    start = block.range.start
    cells = [Cell(TextRange(start, start + len(label)), None)] if label else []
    first = start + len(label) + bool(label)
    cells += [
        Cell(TextRange(first, first + len(one)), 0),
        Cell(TextRange(block.range.end - len(other), block.range.end), 1),
    ]
    return replace(block, kind=BlockKind.TABLE_ROW, cells=tuple(cells), table=0)


def _fact(identifier: str, display: str, value: str | None, page: int, words: str, **fields: Any) -> Fact:
    start, end = THIS_QUARTER
    fact = Fact(
        identifier,
        "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax",
        display,
        value,
        unit="iso4217:USD",
        scale=3,
        decimals="-3",
        start=start,
        end=end,
        places=(_place(page, words),),
    )
    return replace(fact, **fields)


def facts() -> tuple[Fact, ...]:
    sales = _fact("f-1", "6,381", "6381000", 0, "6,381", notes=(FactNote("Restated for wicks."),))
    loss: dict[str, Any] = {"concept": "us-gaap:ProfitLoss", "negative": True}
    return (
        sales,
        replace(
            sales,
            id="f-2",
            display="5,902",
            value="5902000",
            start=LAST_YEARS[0],
            end=LAST_YEARS[1],
            places=(_place(0, "5,902"),),
        ),
        _fact("f-3", "417", "-417000", 0, "417", **loss),
        _fact("f-4", "12", "13000", 0, "12", **loss),
        _fact("f-5", "6.4", "6400000", 1, "6.4", scale=6, decimals="-5"),
        replace(sales, id="f-6", places=()),
        _fact("f-7", "0.4", "400000", 1, "0.4", scale=6, decimals="-5", dimensions=(WICKS,)),
        _fact(
            "f-8",
            "—",
            None,
            1,
            "—",
            nil=True,
            unit="iso4217:USD / xbrli:shares",
            concept="us-gaap:CommonStockDividendsPerShareDeclared",
        ),
        Fact(
            "f-9",
            "us-gaap:RevenueTextBlock",
            "Note 1 Sales",
            "Note 1 Sales",
            start=THIS_QUARTER[0],
            end=THIS_QUARTER[1],
            places=(PageRange(1, TextRange(0, sum(map(len, _TEXTS[1])) + 1)),),
        ),
    )


def tagged_filing() -> tuple[bytes, ParsedDocument]:
    """Two sections: a statement (printed "2") and a note. Its facts contradict each other where no filing should."""
    blocks = _blocks()
    years = [cell.range for cell in blocks[2].cells]
    table = Table(0, tuple(Column((PageRange(0, year),)) for year in years), (PageRange(0, blocks[1].range),))
    pages = tuple(
        Page(
            index,
            PageKind.SECTION,
            "\n".join(texts),
            PageLabel("2", LabelSource.PRINTED) if index == 0 else PageLabel.none(),
        )
        for index, texts in enumerate(_TEXTS)
    )
    return b"<html>tagged", ParsedDocument(
        media_type="text/html",
        title="Example Holdings · Form 10-Q · Q2 FY2031",
        title_source=TitleSource.COVER,
        pages=pages,
        blocks=blocks,
        tables=(table,),
        render_version="frame-test",
        parser_version="test",
        rendition=_rendition(blocks, pages),
        facts=facts(),
    )


def _rendition(blocks: tuple[Block, ...], pages: tuple[Page, ...]) -> bytes:
    body = []
    for block in blocks:
        text = pages[block.page_index].text
        if block.kind is BlockKind.TABLE_ROW:
            cells = "".join(
                f"<td style='padding:2px 30px'>{cell.range.of(text)}</td>" for cell in block.cells
            )
            body.append(f'<table><tr id="{block.id}">{cells}</tr></table>')
        else:
            body.append(f'<p id="{block.id}">{block.range.of(text)}</p>')
    return f"<!doctype html><meta charset=utf-8>{''.join(body)}".encode()
