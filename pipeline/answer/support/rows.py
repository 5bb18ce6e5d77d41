"""Does a row of a table bear out a claim? Told where the claim says the whole label and nothing that is not there."""

from __future__ import annotations

from collections.abc import Sequence, Set
from decimal import Decimal

from pipeline.answer.support.binding import belongs, own_words
from pipeline.answer.support.cells import Cell, Stated, cells_beside
from pipeline.answer.support.lexicon import OPPOSITES, Kind
from pipeline.answer.support.other_rows import named_instead
from pipeline.answer.support.reasons import (
    Finding,
    SupportReason,
    listed,
    not_judged,
    not_supported,
    supported,
)
from pipeline.answer.support.said import Said
from pipeline.answer.support.statement import Word, meanings, of_kind
from pipeline.answer.support.year_before import of_year_before
from pipeline.evidence.dates import find_days
from pipeline.search.terms import read_years

TOTAL = "total"


def judge_rows(claim: Said, found: Sequence[Stated], context: Set[str]) -> Finding | None:
    """What the cited rows tell of a claim with these amounts; None where one of them stands in no row. `context`:
    meanings of the words around the rows and in their filing's title."""
    cells = [one.cell for one in found]
    if not cells or not all(cell.label for cell in cells):
        return None
    names = _names(cells)
    labels = meanings(cell.label for cell in cells)
    lacking = [word for word in claim.content if word.meaning not in labels | context]
    if lacking:
        detail = f"{names} and the words around do not say {listed([word.text for word in lacking])}."
        return not_judged(SupportReason.WORDS, detail)
    if (open_row := _unsaid(claim, cells)) is not None:
        return open_row
    if denying := of_kind(claim.words, Kind.NEGATION):
        return not_supported(
            SupportReason.NEGATION, f"The claim says {listed([denying[0].text])}; {names} does not."
        )
    if reserved := of_kind(claim.words, Kind.MODAL, Kind.EXCEPTION):
        return not_judged(SupportReason.MODALITY, f"{names} does not say {listed([reserved[0].text])}.")
    return bound(claim, found) or _moved(claim, found, labels) or supported(f"{names} prints it.")


def _names(cells: Sequence[Cell]) -> str:
    """The rows in words: 'The row “Net income” of E1'."""
    rows = dict.fromkeys((cell.label, str(cell.evidence.citation)) for cell in cells)
    return " and ".join(f"the row “{label}” of {citation}" for label, citation in rows)[:300].replace(
        "the", "The", 1
    )


def _unsaid(claim: Said, cells: Sequence[Cell]) -> Finding | None:
    """A finding where a row is more, or less, than what the claim names. A total may be named without the word, but no
    word from around it may then make it a part."""
    said = {word.meaning for word in claim.words}
    for cell in cells:
        unsaid, label = cell.unsaid(said), meanings([cell.label])
        if unsaid:
            detail = f"{_names([cell])} is more than the claim names: {listed(unsaid)}."
            return not_judged(SupportReason.ROW, detail)
        added = [
            word.text for word in claim.content if word.meaning not in label and not word.text[0].isupper()
        ]
        if TOTAL in label - said and added:
            return not_judged(
                SupportReason.ROW, f"{_names([cell])} is a total, and the claim adds {listed(added)}."
            )
        if (other := named_instead(said, cell, cells)) is not None:
            detail = f"{_names([cell])} is cited, and the claim names the row {listed([other])}."
            return not_judged(SupportReason.ROW, detail)
    return None


def bound(claim: Said, found: Sequence[Stated]) -> Finding | None:
    """A finding where it is open which figure is said of which row, or of which year."""
    rows = own_words([meanings([one.cell.label]) for one in found])
    words = [(word.range, word.meaning) for word in claim.words if word.kind is not Kind.FREE]
    if not belongs([(one.range.start, own) for one, own in zip(found, rows, strict=True)], words):
        return not_judged(SupportReason.BINDING, "which figure belongs to which row is open.")
    times = [(word, year) for word in claim.words for year in read_years(word.text)]
    if len({year for _, year in times}) > 1:
        said = [(word.range, str(year)) for word, year in times]
        years = own_words([frozenset(map(str, one.cell.years)) for one in found])
        of_each = [(one.range.start, own) for one, own in zip(found, years, strict=True)]
        named = frozenset[int]().union(*(one.cell.years for one in found))
        is_told = all(years) and {year for _, year in times} <= named
        if not is_told or not belongs(of_each, said):
            return not_judged(SupportReason.BINDING, "which figure belongs to which year is open.")
        return None
    back = of_year_before(claim.text, [one.range for one in found])
    return next(
        filter(
            None,
            (
                _of_time(one, word, year - is_back)
                for word, year in times
                for one, is_back in zip(found, back, strict=True)
            ),
        ),
        None,
    )


def _of_time(one: Stated, word: Word, year: int) -> Finding | None:
    """A finding where a figure is not of a time of the claim, which is of this year. The balance that a period begins
    with is of its own day: a year alone may be the day's, or that of a column which another day heads."""
    cell = one.cell
    if cell.own_day is not None:
        if word.meaning == f"@{cell.own_day.isoformat()}":
            return None
        if word.text == str(year) and cell.own_day.year not in cell.years and find_days(cell.printed.header):
            return not_judged(
                SupportReason.BINDING, f"whether {cell.printed.figure.text} is of {year} is open."
            )
    return _of_year(one, year)


def _of_year(one: Stated, year: int) -> Finding | None:
    """A finding where a figure's column is not of the one year that the claim names, or does not say."""
    cell = one.cell
    figure = cell.printed.figure.text
    if year in cell.years or (not cell.years and not list(cells_beside(cell))):
        return None
    if len(cell.years) != 1 or year in cell.perhaps_years:
        return not_judged(SupportReason.BINDING, f"whether {figure} is of {year}, its column does not say.")
    detail = f"{figure} stands under “{cell.printed.header or cell.label}”, and not under {year}."
    return not_supported(SupportReason.PERIOD, detail)


def _moved(claim: Said, found: Sequence[Stated], labels: Set[str]) -> Finding | None:
    """A finding where a claim says rose or fell and the row's figures say the opposite, or do not tell."""
    moves = [word for word in of_kind(claim.words, *OPPOSITES) if word.meaning not in labels]
    if not moves:
        return None
    change = _change(found)
    if change is None or len({word.kind for word in moves}) > 1:
        return not_judged(SupportReason.DIRECTION, f"the cited row does not tell {listed([moves[0].text])}.")
    if (change > 0) != (moves[0].kind is Kind.UP) or change == 0:
        return not_supported(SupportReason.DIRECTION, _contrary(moves[0], change))
    return None


def _contrary(word: Word, change: Decimal) -> str:
    how = "rise" if change > 0 else "fall" if change < 0 else "stay the same"
    return f"The claim says {listed([word.text])}; the cited figures {how}."


def _change(found: Sequence[Stated]) -> Decimal | None:
    """From the earlier to the later of two figures of one row: both the claim's, or one of the claim's and the only
    other. A percentage in a row of amounts is the change itself."""
    if {len(set(map(_of_percent, _row(one.cell)))) for one in found} == {2}:
        return found[0].cell.printed.figure.value if len(found) == 1 and _of_percent(found[0].cell) else None
    row = _row(found[0].cell)
    pair = [one.cell for one in found] if len(found) == 2 else row if len(found) == 1 else []
    if len(pair) != 2 or pair[0].label != pair[1].label:
        return None
    return change_between(*pair)


def change_between(first: Cell, second: Cell) -> Decimal | None:
    """From the earlier to the later of two cells; None where the times are not known, and of negative figures: a loss
    that grows is a figure that falls."""
    one, other = sorted((first, second), key=lambda cell: str(cell.time))
    if one.printed.figure.negative or other.printed.figure.negative:
        return None
    if (
        one.time is None
        or other.time is None
        or one.time == other.time
        or type(one.time) is not type(other.time)
    ):
        return None
    return other.printed.amount.value - one.printed.amount.value


def _row(cell: Cell) -> list[Cell]:
    return [cell, *cells_beside(cell)]


def _of_percent(cell: Cell) -> bool:
    return cell.printed.figure.percent
