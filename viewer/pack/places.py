"""What is shown of a place: the page's cut-outs with their marks, or where a source has no pages, its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from pipeline.evidence.document import Block, Page
from pipeline.evidence.errors import EvidenceError, StoreError
from pipeline.evidence.page_words import word_lines
from pipeline.evidence.region import Region, Role
from pipeline.evidence.text import TextRange
from viewer.citations import Place, Source
from viewer.exports import one_line
from viewer.media import Media
from viewer.pack.cutting import Cut, Mark, cuts
from viewer.pack.pack import MarkedPage, SetLine, Shown
from viewer.source_files import file_problem
from viewer.source_reader import SourceReader
from viewer.words import page_word

ROLE_WORDS: Final = {
    Role.ROW_LABEL: "row",
    Role.COLUMN_HEADER: "column",
    Role.UNIT: "unit",
    Role.FOOTNOTE: "note",
    Role.CONTEXT: "context",
}
NO_PAGES: Final = "This source has no pages to take a picture of. Its words are set here as they are stored."
MOST_AROUND: Final = 320
"""Characters of a paragraph before and after what is marked in it."""

FileOf = Callable[[str], Path]
"""The verified file of a hash. Raises StoreError."""


class Places:
    """Shows places of one reader's sources."""

    def __init__(self, reader: SourceReader, file_of: FileOf) -> None:
        self._reader = reader
        self._file_of = file_of

    def shown(self, source: Source, place: Place, name: str, label: str, looks: Sequence[str]) -> Shown:
        """`name` is what captions call the place ("E1"), `label` is drawn beside its first region, and `looks` has the
        look of each of its regions (PDF): "" for what gives it meaning, which is told by its role."""
        if source.media is not Media.PDF:
            lines = tuple(self._lines(source, place))
            return Shown(
                lines=lines,
                caption=_caption(name, source, place.page.index, place.page.printed),
                remarks=(NO_PAGES,),
            )
        try:
            path = self._file_of(source.sha256)
            pages = tuple(self._pages(source, path, place.regions, name, label, looks))
        except StoreError as error:
            return Shown(remarks=(file_problem(error),))
        except EvidenceError as error:
            return Shown(remarks=(f"Nothing of {name} can be marked: {error.message}",))
        return Shown(pages)

    def _pages(
        self,
        source: Source,
        path: Path,
        regions: Sequence[Region],
        name: str,
        label: str,
        looks: Sequence[str],
    ) -> Iterator[MarkedPage]:
        """The page of the place's own words first, then those of a header or unit that stands elsewhere."""
        by_page: dict[int, list[Mark]] = {}
        said: dict[int, list[str]] = {}
        named = _named(regions, looks)
        for region, look in zip(regions, looks, strict=True):
            role = ROLE_WORDS.get(region.role, "")
            words = (label if look else role) if region in named else ""
            by_page.setdefault(region.page_index, []).append(Mark(region.box, look or "aside", words))
            said.setdefault(region.page_index, []).append(f"{role or 'marked'}: {one_line(region.text)}")
        for index, marks in by_page.items():
            yield MarkedPage(
                path,
                self._cuts(source, index, marks),
                self.caption(name, source, index),
                f"{page_word(source.media, index)}. {'; '.join(dict.fromkeys(said[index]))}.",
            )

    def _cuts(self, source: Source, index: int, marks: Sequence[Mark]) -> tuple[Cut, ...]:
        page = self._reader.page(source.version_id, index)
        if page.geometry is None:
            return ()
        lines = word_lines(page, self._reader.blocks(source.version_id, index))
        words = [word.box for line in lines for word in line.words]
        return cuts(index, page.geometry, marks, words)

    def caption(self, name: str, source: Source, page_index: int) -> str:
        """ "E1 · Apple Inc. · Form 10-Q · Q3 FY2023 · PDF page 4 · printed 1"."""
        return _caption(name, source, page_index, self._reader.page(source.version_id, page_index).label.text)

    def _lines(self, source: Source, place: Place) -> Iterator[SetLine]:
        page = self._reader.page(source.version_id, place.page.index)
        for block in self._reader.blocks(source.version_id, page.index):
            if not block.range.overlaps(place.range):
                continue
            if not block.cells:
                yield _prose(block, page, place.range)
                continue
            heads = self._reader.headers(source, block)
            if any(heads.values()):
                yield _head(block, heads)
            yield _row(block, page, place.range)


def _named(regions: Sequence[Region], looks: Sequence[str]) -> list[Region]:
    """The regions that a label stands beside: the first of the strongest look, and on each page of every role the one
    that stands nearest to it across. The others have the same border."""
    own = [region for region, look in zip(regions, looks, strict=True) if look]
    strong = [region for region, look in zip(regions, looks, strict=True) if look in ("cited", "reviewer")]
    if not own:
        return []
    first = (strong or own)[0]
    across = first.box.center[0]
    nearest: dict[tuple[int, Role], Region] = {}
    for region in sorted(regions, key=lambda one: abs(one.box.center[0] - across)):
        if region.role is not Role.QUOTE:
            nearest.setdefault((region.page_index, region.role), region)
    return [first, *nearest.values()]


def _caption(name: str, source: Source, page_index: int, printed: str | None) -> str:
    label = f"printed {printed}" if printed else "no printed number"
    return one_line(" · ".join([name, source.title, page_word(source.media, page_index), label]))


def _head(block: Block, heads: Mapping[int, str]) -> SetLine:
    named = ("" if cell.column is None else one_line(heads.get(cell.column, "")) for cell in block.cells)
    return SetLine(tuple((words, False) for words in named), is_row=True, is_head=True)


def _row(block: Block, page: Page, span: TextRange) -> SetLine:
    parts = ((one_line(cell.range.of(page.text)), cell.range.overlaps(span)) for cell in block.cells)
    return SetLine(tuple(parts), is_row=True)


def _prose(block: Block, page: Page, span: TextRange) -> SetLine:
    inside = block.range.intersection(span) or block.range
    start = max(block.range.start, inside.start - MOST_AROUND)
    end = min(block.range.end, inside.end + MOST_AROUND)
    before, after = page.text[start : inside.start], page.text[inside.end : end]
    parts = [
        (f"{'… ' if start > block.range.start else ''}{_spaced(before)}", False),
        (one_line(inside.of(page.text)), True),
        (f"{_spaced(after)}{' …' if end < block.range.end else ''}", False),
    ]
    return SetLine(tuple(part for part in parts if part[0]), is_row=False)


def _spaced(text: str) -> str:
    """One line that keeps the blank at either end, so that it joins what is marked as it did."""
    line = one_line(text)
    return f"{' ' if text[:1].isspace() else ''}{line}{' ' if line and text[-1:].isspace() else ''}"


def looks_of(regions: Iterable[Region], own: Sequence[bool], strong: str, plain: str) -> list[str]:
    """The look of each region: `strong` for those of the place's words that answer, `plain` for its other words."""
    return [
        "" if region.role is not Role.QUOTE else strong if answers else plain
        for region, answers in zip(regions, own, strict=True)
    ]
