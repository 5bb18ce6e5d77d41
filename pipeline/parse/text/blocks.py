"""The lines of a text page → drafts of blocks, each covering whole lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pipeline.evidence.document import BlockKind
from pipeline.parse.draft import Draft, DraftTable
from pipeline.parse.html.text import collapsed
from pipeline.parse.text.cells import is_row, pieces, values_in
from pipeline.parse.text.lines import Line
from pipeline.parse.text.schedule import is_schedule, read_schedule
from pipeline.parse.text.tables import read_table
from pipeline.parse.values import is_unit
from pipeline.parse.wording import is_heading, kind_of_line

ROW_GAP = 4
"""Rows at most this many lines apart belong to one table."""

HEADER_REACH = 7
"""Header lines stand at most this many lines above the first row."""

PAGE_EDGE = 2
"""Blocks of a page's header or footer that may stand between a table and the page's edge."""

_LIST_START = re.compile(r"\s*(?:\([a-zA-Z0-9]{1,4}\)|\d{1,2}\.|[a-z]\.|[-*•])\s")


@dataclass(slots=True)
class PlainBlocks:
    """Drafts in order, with the characters of the page that each covers, and the tables among them."""

    drafts: list[Draft] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    tables: list[DraftTable] = field(default_factory=list)

    def add(self, first: Line, last: Line, draft: Draft) -> None:
        self.drafts.append(draft)
        self.spans.append((first.start + first.indent, last.start + len(last.text.rstrip())))


def read_plain(lines: Sequence[Line], number: int, table: int) -> PlainBlocks:
    """Every line with a character on it, in blocks. `number` and `table` count what came before."""
    result = PlainBlocks()
    position = 0
    for start, end in [*_table_stretches(lines), (len(lines), len(lines))]:
        for chunk in _chunks(lines[position:start]):
            text = collapsed(" ".join(line.text for line in chunk))
            number += 1
            result.add(chunk[0], chunk[-1], Draft(number, text, _kind(chunk, text)))
        if start < end:
            stretch = lines[start:end]
            if is_schedule(stretch):
                found = read_schedule(stretch, number, table)
            else:
                found = read_table(stretch, result.drafts, number, table)
            for first, last, draft in found.drafts:
                result.add(first, last, draft)
            number += len(found.drafts)
            result.tables += found.tables
            table += len(found.tables)
        position = end
    _underlined(result)
    return result


def carry_over(before: Sequence[Draft], after: Sequence[Draft], tables: Sequence[DraftTable]) -> None:
    """Give a table that goes on after a page break the headers and units of the page before.

    It does when both pages' edges are its rows, it has as many columns, and no headers or the same ones.
    """
    last, first = _edge_row(list(reversed(before))), _edge_row(after)
    if last is None or first is None or last.table is None or first.table is None:
        return
    whole, rest = tables[last.table], tables[first.table]
    if len(whole.columns) != len(rest.columns):
        return
    texts = {draft.number: draft.text for draft in (*before, *after)}
    if not any(rest.columns):
        rest.columns = [list(lines) for lines in whole.columns]
    if _lowest(whole, texts) == _lowest(rest, texts):
        rest.units = rest.units or whole.units


def _edge_row(drafts: Sequence[Draft]) -> Draft | None:
    """The table row nearest to a page's edge, past its page number and header or footer."""
    edge = [draft for draft in drafts if draft.kind is not BlockKind.OTHER][: PAGE_EDGE + 1]
    return next((draft for draft in edge if draft.table is not None), None)


def _lowest(table: DraftTable, texts: Mapping[int, str]) -> list[str]:
    lines = [headers[-1] if headers else None for headers in table.columns]
    return [texts.get(line.draft, "")[line.start : line.end] if line else "" for line in lines]


def _table_stretches(lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Runs of lines that are tables: tagged ones, and rows near each other with the header lines above them."""
    stretches: list[tuple[int, int]] = []
    position = 0
    while position < len(lines):
        if lines[position].in_table:
            end = next((n for n in range(position, len(lines)) if not lines[n].in_table), len(lines))
            stretches.append((position, end))
            position = end
        elif is_row(lines[position]):
            end = _stretch_end(lines, position)
            if _is_table(lines[position:end]):
                floor = stretches[-1][1] if stretches else 0
                stretches.append((_header_start(lines, position, floor), end))
            position = end
        else:
            position += 1
    return stretches


def _stretch_end(lines: Sequence[Line], start: int) -> int:
    end = start + 1
    for number in range(start + 1, len(lines)):
        if lines[number].in_table or number - end >= ROW_GAP or lines[number].is_prose:
            break
        if is_row(lines[number]):
            end = number + 1
    while end < len(lines) and lines[end].is_rule and not lines[end].in_table:
        end += 1
    return end


def _is_table(lines: Sequence[Line]) -> bool:
    rows = [line for line in lines if is_row(line)]
    return len(rows) > 1 or values_in(rows[0]) > 1


def _header_start(lines: Sequence[Line], first_row: int, floor: int) -> int:
    """Go up from the first row over lines that can be headers; a blank line may stand between."""
    start = first_row
    for number in range(first_row - 1, max(first_row - HEADER_REACH, floor) - 1, -1):
        line = lines[number]
        if line.in_table or line.is_prose or _LIST_START.match(line.text):
            break
        if line.is_blank or line.is_rule:
            continue
        if len(pieces(line)) > 1 or line.indent > 20 or is_unit(line.text.strip()) or number == start - 1:
            start = number
        else:
            break
    return start


def _chunks(lines: Sequence[Line]) -> list[list[Line]]:
    """Paragraphs: lines without a blank line, a rule, a new indent or a list mark between them."""
    chunks: list[list[Line]] = []
    for line in lines:
        if line.is_blank:
            continue
        last = chunks[-1][-1] if chunks else None
        if last is None or _starts_chunk(last, line):
            chunks.append([line])
        else:
            chunks[-1].append(line)
    return chunks


def _starts_chunk(last: Line, line: Line) -> bool:
    if line.number != last.number + 1 or line.is_rule or last.is_rule:
        return True
    ended = last.text.rstrip().endswith((".", ":", ";", "?", "!"))
    if _LIST_START.match(line.text) and (ended or line.indent <= last.indent):
        return True
    return ended and line.indent > last.indent + 2


def _kind(chunk: Sequence[Line], text: str) -> BlockKind:
    if all(line.is_rule for line in chunk):
        return BlockKind.OTHER
    if len(chunk) > 3:
        return BlockKind.LIST_ITEM if _LIST_START.match(chunk[0].text) else BlockKind.PARAGRAPH
    return kind_of_line(text, is_bold=False)


def _underlined(blocks: PlainBlocks) -> None:
    """A short line with a rule right under it is a heading."""
    for draft, following in zip(blocks.drafts, blocks.drafts[1:], strict=False):
        is_underline = following.kind is BlockKind.OTHER and set(following.text) <= set("-= ")
        fits = len(following.text) <= 1.5 * len(draft.text) and "/s/" not in draft.text.lower()
        if (
            draft.kind is BlockKind.PARAGRAPH
            and is_underline
            and fits
            and is_heading(draft.text, is_bold=True)
        ):
            draft.kind = BlockKind.HEADING
