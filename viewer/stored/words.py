"""The words of a page with their boxes, for the layer that a reader selects and copies from."""

from __future__ import annotations

from pipeline.evidence.box import Box
from pipeline.evidence.errors import NotFound
from pipeline.evidence.page import PageGeometry
from pipeline.evidence.page_words import word_lines
from viewer.stored.asked import Asked, View

DECIMALS = 3
"""Of a percentage: on a page of 14,400 points a thousandth is 0.14 points."""


def view(asked: Asked) -> View:
    """A PDF page's words in the order of its canonical text.

    `{"page_index", "texts", "boxes", "lines", "blocks", "leftward", "cells"}`:
    `texts`: each word with the blanks after it; put together they are the page's canonical text.
    `boxes`: four numbers a word, one after another: left, top, width, height in percent of the displayed page.
    `lines`: [words, quarter turns clockwise] of each line. `blocks`: [lines, kind] of each block.
    `leftward`: the words of a script written leftwards. `cells`: [word, column] of each word that begins a table cell;
    the column is null for the row's label. Words and columns are counted from 0.

    Raises InvalidRequest, and NotFound for a page that is not there or is a section of HTML or text.
    """
    page = asked.reader.page(asked.source.version_id, asked.page_index)
    geometry = page.geometry
    if geometry is None:
        raise NotFound("The words of this source are in its frame.")
    on_page = asked.reader.blocks(asked.source.version_id, page.index)
    lines = word_lines(page, on_page)
    words = [word for line in lines for word in line.words]
    blocks: list[tuple[int, str | None]] = []
    block: int | None = None
    for line in lines:
        if not blocks or line.block != block:
            blocks.append((0, None if line.block is None else on_page[line.block].kind.value))
        blocks[-1] = blocks[-1][0] + 1, blocks[-1][1]
        block = line.block
    return {
        "page_index": page.index,
        "texts": [word.range.of(page.text) for word in words],
        "boxes": [number for word in words for number in _percent(geometry, word.box)],
        "lines": [(len(line.words), line.direction) for line in lines],
        "blocks": blocks,
        "leftward": [index for index, word in enumerate(words) if word.is_leftward],
        "cells": [(index, word.cell.column) for index, word in enumerate(words) if word.cell],
    }


def _percent(geometry: PageGeometry, box: Box) -> tuple[float, float, float, float]:
    percent = geometry.percent(box)
    return (
        round(percent.left, DECIMALS),
        round(percent.top, DECIMALS),
        round(percent.width, DECIMALS),
        round(percent.height, DECIMALS),
    )
