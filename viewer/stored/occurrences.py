"""Every place of the filing that prints the cited words or figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.evidence.document import Block, Cell, Table
from pipeline.evidence.occurrences import CitedWords
from pipeline.evidence.text import PageRange
from pipeline.store import blocks, pages
from viewer import words
from viewer.snippet import snippet_view
from viewer.stored.asked import Asked, View

MOST_PLACES: Final = 200
"""Places that are sent, around the cited one. All are counted."""


def view(asked: Asked) -> View:
    """`?page=N&start=&end=`: the places that print the same words, figures strictly, in the filing's order:
    `{"total", "cited", "first", "places"}`.

    `cited` is the 0-based number of the place that was asked about, `first` that of the first of the `places` sent.
    A place: `{"page_index", "range", "row", "column", "section", "before", "words", "after"}`; `row` and `column` are
    the label and header of a table's cell, else None. Where a place is to be marked, `pieces` tells.
    Raises as `Asked.range`.
    """
    cited = asked.range
    texts = pages.texts(asked.conn, asked.source.version_id)
    looked_for = CitedWords(texts[cited.page_index], cited.range)
    found = {
        PageRange(index, span)
        for index, text in texts.items()
        for span in looked_for.places(text)
        if index != cited.page_index or not span.overlaps(cited.range)
    }
    places = sorted({*found, cited})
    at = places.index(cited)
    first = max(0, min(at - MOST_PLACES // 2, len(places) - MOST_PLACES))
    shown = places[first : first + MOST_PLACES]
    around = _Around.read(asked, texts, shown if len(places) > 1 else ())
    return {
        "total": len(places),
        "cited": at,
        "first": first,
        "places": [around.place_view(place) for place in shown],
    }


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands around places of a filing."""

    title: str
    texts: Mapping[int, str]
    blocks: Mapping[int, Sequence[Block]]
    tables: Mapping[int, Table]

    @classmethod
    def read(cls, asked: Asked, texts: Mapping[int, str], places: Sequence[PageRange]) -> _Around:
        on_page: dict[int, list[Block]] = {place.page_index: [] for place in places}
        for block in blocks.of_pages(asked.conn, asked.source.version_id, sorted(on_page)):
            on_page[block.page_index].append(block)
        touched = [_block_at(on_page, place) for place in places]
        ordinals = {row.table for row in touched if row and row.table is not None}
        tables = blocks.tables_of(asked.conn, asked.source.version_id, sorted(ordinals))
        return cls(asked.source.title, texts, on_page, {table.ordinal: table for table in tables})

    def place_view(self, place: PageRange) -> View:
        block = _block_at(self.blocks, place)
        cell = next((one for one in block.cells if one.range.overlaps(place.range)), None) if block else None
        is_value = cell is not None and cell.column is not None
        return {
            "page_index": place.page_index,
            "range": place.range.to_json(),
            "row": self._row(block) if block and is_value else None,
            "column": self._column(block, cell) if block and cell else None,
            "section": words.section_name(block.section, self.title) if block else None,
            **snippet_view(self.texts[place.page_index], place.range),
        }

    def _row(self, block: Block) -> str | None:
        labels = [PageRange(block.page_index, cell.range) for cell in block.cells if cell.column is None]
        return self._words(labels)

    def _column(self, block: Block, cell: Cell) -> str | None:
        if block.table is None or cell.column is None:
            return None
        return self._words(self.tables[block.table].columns[cell.column].headers)

    def _words(self, places: Sequence[PageRange]) -> str | None:
        said = " ".join(place.range.of(self.texts[place.page_index]) for place in places)
        return " ".join(said.split()) or None


def _block_at(on_page: Mapping[int, Sequence[Block]], place: PageRange) -> Block | None:
    """The first block that a place touches."""
    touched = (block for block in on_page.get(place.page_index, ()) if block.range.overlaps(place.range))
    return next(touched, None)
