"""Is each tagged number of a filing found on its page, in a cell of its own, with its row, period and unit?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.evaluate.cited_lines import CitedLines, gold_box
from pipeline.evaluate.gold import GoldFact
from pipeline.evaluate.location_report import FactCase, LocationReport, Overlap, Place, Verdict
from pipeline.evaluate.overlap import across, covered, iou
from pipeline.evaluate.sources import FilingPages
from pipeline.evidence.box import Box
from pipeline.evidence.cell import CellWords, label_of, words_of_cell
from pipeline.evidence.document import Block, Cell, Page
from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.fiscal import FiscalCalendar, Period
from pipeline.evidence.quote import Ambiguous, Located, locate
from pipeline.evidence.region import Role
from pipeline.evidence.regions import MarkedRange, regions_of
from pipeline.evidence.text import PageRange, TextRange
from pipeline.evidence.units import Measure, Unit, unit_of_figure

CUT_LABEL = 120
"""Gold files keep so many characters of a row's label: one of this length is a label's beginning."""


def evaluate_location(facts: Iterable[GoldFact], filing: FilingPages) -> LocationReport:
    """Each fact against the filing's pages."""
    fiscal = FiscalCalendar.of(page.text for page in filing.pages.values())
    source = f"{filing.name}: {filing.origin}"
    cited = CitedLines(filing)
    cases = tuple(
        replace(_case(fact, filing, fiscal), printed=cited.printed(fact), occurrence=cited.occurrence(fact))
        for fact in facts
    )
    return LocationReport(source, cases, filing.document_id)


@dataclass(frozen=True, slots=True)
class _Found:
    """A cell, or a figure in words, whose box contains the gold centre; `readings` are its possible periods."""

    place: Place
    row: Block
    span: TextRange
    box: Box
    figure: Figure | None
    periods: tuple[Period, ...]
    unit: Unit | None


def _case(fact: GoldFact, filing: FilingPages, fiscal: FiscalCalendar) -> FactCase:
    there = filing.page(fact.page_index)
    if there is None or there[0].transform is None:
        return _nowhere(fact, page=False)
    page, blocks = there
    found = _found(fact, page, blocks, filing, fiscal)
    if found is None:
        return _nowhere(fact, page=any(fact.display in block.range.of(page.text) for block in blocks))
    label = label_of(found.row, page)
    digits = found.figure.number_range.of(found.span.of(page.text)) if found.figure else ""
    return FactCase(
        id=fact.id,
        display=fact.display,
        page_index=fact.page_index,
        page=True,
        place=found.place,
        alone=not _holds_others(found.box, found.span, page),
        overlap=_overlap(found.box, gold_box(fact, page)),
        text=digits == fact.display,
        label=_verdict(_is_label(label, fact.row_label), label),
        period=_verdict(any(p.is_from(fact.start, fact.end) for p in found.periods), found.periods),
        unit=_verdict(_is_unit_of(found, fact), found.unit),
        read={
            "label": label,
            "period": " or ".join(map(_period_words, found.periods)) or "nothing read",
            "unit": _unit_words(found.unit),
        },
    )


def _found(
    fact: GoldFact, page: Page, blocks: Sequence[Block], filing: FilingPages, fiscal: FiscalCalendar
) -> _Found | None:
    center = gold_box(fact, page).center
    for row, cell, box in _cell_boxes(page, blocks):
        if box.contains_point(*center):
            words = words_of_cell(cell, row, filing.tables, filing.pages, filing.blocks)
            printed = figures(cell.range.of(page.text))
            period = words.period(fiscal)
            return _Found(
                Place.CELL,
                row,
                cell.range,
                box,
                printed[0] if len(printed) == 1 else None,
                (period,) if period else (),
                words.unit(),
            )
    for block in blocks:
        for span, box in _figure_boxes(fact.display, page, block):
            if box.contains_point(*center):
                return _in_words(span, box, block, page, filing, fiscal)
    return None


def _overlap(ours: Box, gold: Box) -> Overlap:
    return Overlap(iou([ours], [gold]) or 0.0, across(ours, gold), covered([ours], [gold]) or 0.0)


def _cell_boxes(page: Page, blocks: Sequence[Block]) -> Iterator[tuple[Block, Cell, Box]]:
    for block in blocks:
        for cell in block.cells:
            if cell.column is not None:
                marked = MarkedRange(PageRange(page.index, cell.range), Role.QUOTE, in_cell=True)
                for region in regions_of(marked, page):
                    yield block, cell, region.box


def _figure_boxes(display: str, page: Page, block: Block) -> Iterator[tuple[TextRange, Box]]:
    assert page.glyphs is not None
    match locate(display, page.text, block.range):
        case Located(span):
            spans: tuple[TextRange, ...] = (span,)
        case Ambiguous(ranges):
            spans = ranges
        case _:
            spans = ()
    for span in spans:
        for box in page.glyphs.pieces(span):
            yield span, box


def _in_words(
    span: TextRange, box: Box, block: Block, page: Page, filing: FilingPages, fiscal: FiscalCalendar
) -> _Found:
    """A figure in a row's label is of all the periods that the row's cells are of."""
    text = span.of(page.text)
    line = block.range.of(page.text)
    offset = span.start - block.range.start
    around = [figure for figure in figures(line) if figure.number_range.start == offset]
    cells = [
        words_of_cell(cell, block, filing.tables, filing.pages, filing.blocks)
        for cell in block.cells
        if cell.column is not None
    ]
    return _Found(
        Place.WORDS,
        block,
        span,
        box,
        next(iter(figures(text)), None),
        tuple(_periods_of(cells, fiscal)),
        unit_of_figure(line, around[0], cells[0].units if cells else ()) if around else None,
    )


def _periods_of(cells: Sequence[CellWords], fiscal: FiscalCalendar) -> list[Period]:
    periods = [cell.period(fiscal) for cell in cells]
    known = [period for period in periods if period is not None]
    return known if len(known) == len(periods) else []


def _holds_others(box: Box, span: TextRange, page: Page) -> bool:
    """Whether a glyph of anything else has its centre in the box."""
    assert page.glyphs is not None
    boxes = page.glyphs.boxes
    across, down = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    inside = (across >= box.x) & (across <= box.right) & (down >= box.y) & (down <= box.bottom)
    inside[span.start : span.end] = False
    return bool(inside.any())


def _is_label(label: str, gold: str) -> bool:
    folded = " ".join(gold.split())
    return label.startswith(folded) if len(gold) == CUT_LABEL else label == folded


def _is_unit_of(found: _Found, fact: GoldFact) -> bool:
    unit, figure = found.unit, found.figure
    if unit is None or figure is None:
        return False
    wanted = gold_unit(fact.unit)
    return (
        (unit.measure, unit.currency) == wanted
        and unit.scale == fact.scale
        and abs(unit.value(figure)) == abs(fact.value)
    )


def gold_unit(name: str) -> tuple[Measure, str | None]:
    """An XBRL unit ("iso4217:USD", "iso4217:USD/xbrli:shares", "xbrli:shares") as measure and currency."""
    over, _, under = name.partition("/")
    currency = over.removeprefix("iso4217:") if over.startswith("iso4217:") else None
    if currency:
        return (Measure.PER_SHARE if under else Measure.MONEY), currency
    return (Measure.SHARES if over.endswith("shares") else Measure.PERCENT), None


def _verdict(is_right: bool, read: object) -> Verdict:
    if is_right:
        return Verdict.RIGHT
    return Verdict.WRONG if read else Verdict.NONE


def _nowhere(fact: GoldFact, *, page: bool) -> FactCase:
    return FactCase(
        fact.id,
        fact.display,
        fact.page_index,
        page,
        Place.NOWHERE,
        alone=False,
        text=False,
        label=Verdict.NONE,
        period=Verdict.NONE,
        unit=Verdict.NONE,
        read={},
    )


def _period_words(period: Period) -> str:
    if period.is_instant:
        return str(period.end)
    start = f"from {period.start} " if period.start else f"{period.months} months "
    return f"{start}to {period.end}"


def _unit_words(unit: Unit | None) -> str:
    if unit is None:
        return "nothing read"
    return f"{unit.currency or ''} {unit.measure.value} × 10^{unit.scale}".strip()
