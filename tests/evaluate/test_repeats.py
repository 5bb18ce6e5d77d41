"""Words that stand several times: all places are given, none is chosen, and an anchor made at one leads back to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.evaluate.sources import FilingPages, Sources
from pipeline.evaluate.tokens import count, tokens
from pipeline.evidence.anchor import AnchorLocated, BlockRange, describe, resolve
from pipeline.evidence.document import Block, Page
from pipeline.evidence.quote import Ambiguous, locate
from pipeline.evidence.text import TextRange
from pipeline.parse.html.document import parse_html
from tests.fixtures.sources import load_source

REPORT = "filings/AAPL_10-Q_FY2023Q3_2023-07-01.pdf"
RELEASE = "filings/BKE_8-K_EX99.1_2024-11-22.html"
MOST = 12
"""Repeated words tried on each page."""

Pages = list[tuple[Page, list[Block]]]


def pages_of_pdf(path: Path, first: int, last: int) -> Pages:
    filing: FilingPages = Sources(whole_pages=40).pages_of(path, range(first, last))
    return [(filing.pages[index], list(filing.blocks[index])) for index in sorted(filing.pages)]


def pages_of_html(path: Path) -> Pages:
    parsed = parse_html(load_source(path), progress=lambda done, total: None, interrupted=lambda: False)
    return [
        (page, [block for block in parsed.blocks if block.page_index == page.index]) for page in parsed.pages
    ]


@pytest.fixture(scope="module", params=["pdf", "html"])
def filing(request: pytest.FixtureRequest, shared_data: Path) -> Pages:
    if request.param == "pdf":
        return pages_of_pdf(shared_data / REPORT, 0, 29)
    return pages_of_html(shared_data / RELEASE)


def repeated(page: Page, blocks: list[Block]) -> Iterator[tuple[str, int]]:
    """Texts of cells and whole blocks that stand more than once on the page, with how often a plain count finds them
    as whole words with their marks."""
    spans = {span for block in blocks for span in (block.range, *(cell.range for cell in block.cells))}
    printed = tokens(page.text)
    for words, times in Counter(span.of(page.text) for span in sorted(spans)).items():
        if times > 1 and any(map(str.isalnum, words)) and len(words) < 400:
            yield words, count(tokens(words), printed)


def test_words_that_repeat_on_a_page_are_ambiguous_with_all_their_places(filing: Pages) -> None:
    tried = 0
    for page, blocks in filing:
        for words, times in list(repeated(page, blocks))[:MOST]:
            location = locate(words, page.text)
            assert isinstance(location, Ambiguous), (page.index, words, location)
            assert len(location.ranges) == times, (page.index, words, location)
            assert len(set(location.ranges)) == times
            tried += 1
    print(f"{tried} repeated texts")
    assert tried > 10


def test_an_anchor_made_at_any_of_the_places_leads_back_to_it(filing: Pages) -> None:
    texts = {block.id: block.range.of(page.text) for page, blocks in filing for block in blocks}
    tried = 0
    for page, blocks in filing:
        for words, _ in list(repeated(page, blocks))[:MOST]:
            location = locate(words, page.text)
            assert isinstance(location, Ambiguous)
            for span in location.ranges:
                place = within(span, blocks)
                if place is None:
                    continue
                anchor = describe(texts, place, "hash")
                resolution = resolve(anchor, texts, "hash")
                assert isinstance(resolution, AnchorLocated), (page.index, words)
                assert resolution.place == place
                tried += 1
    print(f"{tried} anchors")
    assert tried > 20


def test_an_anchor_of_words_that_stand_on_several_pages_leads_back_to_its_own(filing: Pages) -> None:
    texts = {block.id: block.range.of(page.text) for page, blocks in filing for block in blocks}
    several = [words for words, times in Counter(texts.values()).items() if times > 1][:40]
    assert several
    for words in several:
        for block in (block for block, text in texts.items() if text == words):
            place = BlockRange(block, TextRange(0, len(words)))
            resolution = resolve(describe(texts, place, "hash"), texts, "hash")
            assert isinstance(resolution, AnchorLocated), words
            assert resolution.place == place


def within(span: TextRange, blocks: list[Block]) -> BlockRange | None:
    """The place in its block; None when it runs over a block's end."""
    for block in blocks:
        if block.range.contains(span):
            return BlockRange(block.id, span.shift(-block.range.start))
    return None
