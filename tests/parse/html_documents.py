"""How the HTML and text tests read sources and documents."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import lxml.html
from lxml.html import HtmlElement

from pipeline.evidence.document import Block, ParsedDocument, Table
from pipeline.parse import parse
from pipeline.parse.html.text import without_spaces
from pipeline.parse.source import Source
from tests.fixtures.sources import load_source


def read(source: Source) -> ParsedDocument:
    """Parse a source without watching it."""
    return parse(source, progress=lambda done, total: None, interrupted=lambda: False)


@cache
def filing(folder: Path, name: str) -> ParsedDocument:
    """A real filing of the data beside the project, parsed once for all tests."""
    return read(load_source(folder / "filings" / name))


def text_of_block(document: ParsedDocument, block: Block) -> str:
    return block.range.of(document.pages[block.page_index].text)


def texts(document: ParsedDocument) -> list[str]:
    return [text_of_block(document, block) for block in document.blocks]


def block_with(document: ParsedDocument, text: str) -> Block:
    """The first block that starts with a text."""
    return next(block for block in document.blocks if text_of_block(document, block).startswith(text))


def cells(document: ParsedDocument, block: Block) -> list[tuple[str, int | None]]:
    page = document.pages[block.page_index].text
    return [(cell.range.of(page), cell.column) for cell in block.cells]


def headers(document: ParsedDocument, table: Table) -> list[list[str]]:
    return [
        [line.range.of(document.pages[line.page_index].text) for line in column.headers]
        for column in table.columns
    ]


def units(document: ParsedDocument, table: Table) -> list[str]:
    return [line.range.of(document.pages[line.page_index].text) for line in table.units]


def rendered_body(document: ParsedDocument) -> HtmlElement:
    assert document.rendition is not None
    parser = lxml.html.HTMLParser(huge_tree=True, encoding="utf-8")
    return next(lxml.html.document_fromstring(document.rendition, parser=parser).iter("body"))


def assert_rendition_says_the_blocks(document: ParsedDocument) -> None:
    """Every visible character of the rendition is in exactly one block, in order, at the block's own offsets."""
    body = rendered_body(document)
    elements = {node.get("id"): node for node in body.iter() if node.get("id")}
    assert list(elements) == [block.id for block in document.blocks]
    for block in document.blocks:
        content = "".join(elements[block.id].itertext())
        assert without_spaces(content) == without_spaces(text_of_block(document, block))
    assert sum(len(without_spaces(text)) for text in texts(document)) == len(
        without_spaces("".join(body.itertext()))
    )
