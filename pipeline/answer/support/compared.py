"""Does a row bear out that it was larger, or largest, in a year? A claim that states no amount, only where it stood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from decimal import Decimal

from pipeline.answer.support.cells import Cell
from pipeline.answer.support.lexicon import Kind
from pipeline.answer.support.reasons import Finding, SupportReason, not_supported, supported
from pipeline.answer.support.said import Said
from pipeline.answer.support.statement import Word, meanings, of_kind
from pipeline.evidence.content_words import word_set
from pipeline.evidence.printed import PrintedEvidence
from pipeline.search.terms import read_years

MORE = word_set("larger largest higher highest greater greatest bigger biggest most")
LESS = word_set("smaller smallest lower lowest less least fewer fewest")


def judge_comparison(claim: Said, evidence: Sequence[PrintedEvidence], context: Set[str]) -> Finding | None:
    """What the cited rows tell of a claim that names a row, one year and "larger"; None where it is no such claim, or
    no row is the one that it names."""
    comparing = [word for word in claim.words if word.text.lower() in MORE | LESS]
    years = {year for word in claim.words for year in read_years(word.text)}
    if len(comparing) != 1 or len(years) != 1:
        return None
    rows = [row for row in _rows(evidence) if _is_named(row[0], claim, comparing[0], context)]
    if len(rows) != 1:
        return None
    is_denied = bool(of_kind(claim.words, Kind.NEGATION))
    return _told(rows[0], years.pop(), comparing[0], is_denied=is_denied)


def _rows(evidence: Sequence[PrintedEvidence]) -> Iterator[list[Cell]]:
    for one in evidence:
        by_label: dict[str, list[Cell]] = {}
        for figure in one.figures:
            cell = Cell(figure, one)
            by_label.setdefault(cell.label, []).append(cell)
        yield from (row for label, row in by_label.items() if label)


def _is_named(cell: Cell, claim: Said, comparing: Word, context: Set[str]) -> bool:
    said = {word.meaning for word in claim.words}
    there = meanings([cell.label]) | context
    return all(word.meaning in said for word in cell.required) and all(
        word.meaning in there or word == comparing for word in claim.content
    )


def _told(row: Sequence[Cell], year: int, comparing: Word, *, is_denied: bool) -> Finding | None:
    values = _by_year(row)
    if values is None or year not in values or len(values) < 2:
        return None
    best = max(values.values()) if comparing.text.lower() in MORE else min(values.values())
    if list(values.values()).count(best) > 1:
        return None
    right = next(name for name, value in values.items() if value == best)
    detail = f"The row “{row[0].label}” of {row[0].evidence.citation} is {comparing.text.lower()} in {right}"
    if (right == year) != is_denied:
        return supported(f"{detail}.")
    return not_supported(SupportReason.DIRECTION, f"{detail}{'.' if is_denied else f', not in {year}.'}")


def _by_year(row: Sequence[Cell]) -> dict[int, Decimal] | None:
    """The row's figures by year; None where a column's year is not known, or two columns are of one, and of negative
    figures, of which some call the larger what lies farther below nought."""
    values: dict[int, Decimal] = {}
    for cell in row:
        time = cell.time
        year = time if time is None or isinstance(time, int) else time.year
        figure = cell.printed.figure
        if (
            year is None
            or year in values
            or figure.negative
            or figure.percent != row[0].printed.figure.percent
        ):
            return None
        values[year] = cell.printed.amount.value
    return values
