"""What a located citation's evidence prints: figures with unit and period, and the words around."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from pipeline.answer.sentences import sentences
from pipeline.answer.source_pages import SourcePage
from pipeline.evidence.answer import Citation
from pipeline.evidence.cell import label_of
from pipeline.evidence.document import Block, Cell
from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.fiscal import Period
from pipeline.evidence.fiscal_name import FiscalName
from pipeline.evidence.printed import PrintedEvidence, PrintedFigure
from pipeline.evidence.section import headings
from pipeline.evidence.text import TextRange
from pipeline.evidence.units import ISO, Measure, Unit, unit_of_figure

WHOLE_UNITS = 1_000_000
"""From here on a figure of a sentence counts no thousands or millions: nobody writes $5,000,000 million."""

T = TypeVar("T")

EDGE = 24
"""Characters beside a quote that are read to tell the figures at its edges whole."""

_SHARES_AFTER = re.compile(r"\s*(?:[a-z]+\s+){0,2}shares\b", re.IGNORECASE)


def printed_evidence(citation: Citation, source: SourcePage, title: str) -> tuple[PrintedEvidence, ...]:
    """One for each place of the citation; none for a quote that stands nowhere. `title` is its filing's."""
    return tuple(_evidence(citation, span, source, title) for span in citation.ranges)


def _evidence(citation: Citation, span: TextRange, source: SourcePage, title: str) -> PrintedEvidence:
    touched = [block for block in source.blocks if block.range.overlaps(span)]
    printed = [figure for block in touched for figure in _printed(block, span, source)]
    low = min([span.start, *(figure.range.start for figure in printed)])
    high = max([span.end, *(figure.range.end for figure in printed)])
    return PrintedEvidence(
        citation.id,
        citation.quote,
        tuple(
            replace(one, figure=replace(one.figure, range=one.range.shift(-low)))
            for one in sorted(printed, key=lambda one: one.range.start)
        ),
        tuple(_around(touched, span, source)),
        title,
        source.page.text[low:high],
        low,
        _fiscal_name(touched, source, title),
        tuple(_sentences(touched, span, source)),
        _rows(touched, source),
    )


# --- figures ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Tags:
    """What the tags on a figure say, when there are any; a part is None where they disagree or say nothing usable."""

    unit: Unit | None
    period: Period | None


def _printed(block: Block, span: TextRange, source: SourcePage) -> Iterator[PrintedFigure]:
    """The figures of a block that the quote covers: cell by cell, so that no two cells make one figure."""
    if not block.cells:
        yield from _in_words(block.range, "", (), span, source)
        return
    label = label_of(block, source.page)
    units = (source.units(block),)
    for cell in block.cells:
        if not cell.range.overlaps(span):
            continue
        if cell.column is None:
            yield from _in_words(cell.range, label, units, span, source)
        else:
            yield from _in_cell(cell, block, label, span, source)


def _in_words(
    part: TextRange, label: str, unit_lines: Sequence[str], span: TextRange, source: SourcePage
) -> Iterator[PrintedFigure]:
    """Figures of a sentence or of a row's label: what they measure their own marks say, when their period was only a
    tag says."""
    words = source.text(part)
    for figure in _figures(part, span, source):
        place = figure.range.shift(part.start)
        tags = _tags(place, source)
        if tags is not None:
            yield PrintedFigure(figure, place, tags.unit, tags.period, label, in_label=bool(label))
        else:
            unit = unit_of_figure(words, figure, unit_lines) or _whole(words, figure)
            yield PrintedFigure(figure, place, unit, None, label, in_label=bool(label))


def _in_cell(
    cell: Cell, row: Block, label: str, span: TextRange, source: SourcePage
) -> Iterator[PrintedFigure]:
    """Figures of a value cell. Of several in one cell nothing says which column is whose."""
    around = source.words.cell(cell, row)
    found = _figures(cell.range, span, source)
    header = " ".join(" ".join(around.headers).split())
    is_one = sum(not figure.glued for figure in figures(around.text)) == 1
    for figure in found:
        place = figure.range.shift(cell.range.start)
        tags = _tags(place, source)
        period = source.words.period(cell, row) if is_one else None
        unit = around.unit()
        if tags is not None:
            unit, period = tags.unit, tags.period
        yield PrintedFigure(figure, place, unit, period, label, header if is_one else "")


def _figures(part: TextRange, span: TextRange, source: SourcePage) -> list[Figure]:
    """The figures of a part of the page whose digits the quote covers, read whole; ranges are counted from the part's
    start. A line's end parts a figure from the next line's bracket or scale word."""
    low, high = max(part.start, span.start - EDGE), min(part.end, span.end + EDGE)
    text = source.page.text[low:high].replace("\n", "\0")
    found = (
        replace(figure, range=figure.range.shift(low - part.start))
        for figure in figures(text)
        if figure.number_range.shift(low).overlaps(span)
    )
    return list(found)


def _whole(words: str, figure: Figure) -> Unit | None:
    """A large figure of a sentence counts single dollars or shares."""
    if figure.scale or figure.percent or figure.glued or figure.magnitude < WHOLE_UNITS:
        return None
    if figure.currency:
        return Unit(Measure.MONEY, 0, ISO.get(figure.currency))
    return Unit(Measure.SHARES) if _SHARES_AFTER.match(words, figure.range.end) else None


def _tags(place: TextRange, source: SourcePage) -> _Tags | None:
    """What is tagged at a place; None where nothing is."""
    found = [one for one in source.tagged if one.start < place.end and place.start < one.end]
    if not found:
        return None
    units, periods = {one.as_unit() for one in found}, {one.as_period() for one in found}
    return _Tags(_only(units), _only(periods))


def _only(found: set[T | None]) -> T | None:
    return next(iter(found)) if len(found) == 1 else None


# --- the words around ------------------------------------------------------------------------------------


def _around(touched: Sequence[Block], span: TextRange, source: SourcePage) -> Iterator[str]:
    """Row label, column headers, unit lines and caption of the covered cells, and the headings above, each once."""
    said: dict[str, None] = {}
    for block in touched:
        if block.cells:
            said[label_of(block, source.page)] = None
        for cell in block.cells:
            if cell.column is not None and cell.range.overlaps(span):
                around = source.words.cell(cell, block)
                said |= dict.fromkeys(" ".join(line.split()) for line in (*around.headers, *around.units))
                said[" ".join(around.caption.split())] = None
        said |= dict.fromkeys(headings(block.section or ""))
    return (words for words in said if words)


def _sentences(touched: Sequence[Block], span: TextRange, source: SourcePage) -> Iterator[str]:
    """The whole sentences, and rows, that the quote covers or cuts."""
    for block in touched:
        words = source.text(block.range)
        for sentence in [TextRange(0, len(words))] if block.cells else sentences(words):
            if sentence.shift(block.range.start).overlaps(span):
                yield sentence.of(words)


def _rows(touched: Sequence[Block], source: SourcePage) -> tuple[str, ...]:
    """The labels of the rows with figures of the quoted tables, each once, in order."""
    tables = {block.table for block in touched if block.table is not None}
    labels = (
        label_of(block, source.page)
        for block in source.blocks
        if block.table in tables and any(cell.column is not None for cell in block.cells)
    )
    return tuple(dict.fromkeys(label for label in labels if label))


def _fiscal_name(touched: Sequence[Block], source: SourcePage, title: str) -> FiscalName | None:
    """The issuer's name of the latest period of the quoted rows' columns."""
    return FiscalName.of(
        title,
        (
            source.words.period(cell, block)
            for block in touched
            for cell in block.cells
            if cell.column is not None
        ),
    )
