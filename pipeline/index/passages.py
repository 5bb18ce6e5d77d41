"""Blocks of one page → passages: runs of whole blocks, about as long as the embedding model reads well."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from uuid import UUID

from pipeline.evidence.document import Block, BlockKind, Page, Table
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.section import headings
from pipeline.evidence.text import PageRange, TextRange

ENOUGH_TOKENS = 90
"""From here on a passage ends at the next heading, table edge or change of section."""

MOST_TOKENS = 180
"""A passage of several blocks never grows beyond this. A single longer block is a passage of its own."""

TAIL_TOKENS = 30
"""A shorter rest joins the passage before it, when both together stay below what the model reads (256)."""

_MODEL_TOKENS = 240

_PIECES = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")


def passages_of(
    parsed_pages: Iterable[tuple[Page, Sequence[Block]]],
    version_id: UUID,
    title: str,
    tables: Sequence[Table],
) -> list[Passage]:
    """Every passage of a document: its pages in order, each with its blocks in order."""
    stream = PassageStream(version_id, title)
    by_ordinal = {table.ordinal: table for table in tables}
    return [passage for page, blocks in parsed_pages for passage in stream.of_page(page, blocks, by_ordinal)]


class PassageStream:
    """Makes passages while the pages of one version arrive in order.

    It remembers the texts of the pages it has seen, because a table's column headers and unit may stand on an
    earlier page than its rows.
    """

    def __init__(self, version_id: UUID, title: str) -> None:
        self._version = str(version_id)
        self._title = title
        self._texts: dict[int, str] = {}

    def of_page(self, page: Page, blocks: Sequence[Block], tables: Mapping[int, Table]) -> list[Passage]:
        """The page's passages. `tables` holds, by ordinal, at least the tables that its rows belong to.

        Every block that is no header, footer or page number is in exactly one passage, and no passage
        contains one of those.
        """
        self._texts[page.index] = page.text
        return [
            self._passage(page, ordinal, group, tables)
            for ordinal, group in enumerate(
                group for run in _runs(blocks) for group in _groups(run, page.text)
            )
        ]

    def _passage(
        self, page: Page, ordinal: int, group: Sequence[Block], tables: Mapping[int, Table]
    ) -> Passage:
        whole = TextRange(group[0].range.start, group[-1].range.end)
        return Passage(
            id=PassageId(self._version, page.index, ordinal),
            range=whole,
            first_block=group[0].ordinal,
            last_block=group[-1].ordinal,
            text=whole.of(page.text),
            context=self._context(group, tables),
        )

    def _context(self, group: Sequence[Block], tables: Mapping[int, Table]) -> str:
        """Title, the headings above from the outermost, units and column headers, each once, one a line."""
        used = [tables[ordinal] for ordinal in dict.fromkeys(b.table for b in group) if ordinal is not None]
        lines = [self._title, *(name for block in group for name in headings(block.section or ""))]
        for table in used:
            lines += self._printed(table.units)
            lines += [" ".join(self._printed(column.headers)) for column in table.columns]
        return "\n".join(line for line in dict.fromkeys(" ".join(line.split()) for line in lines) if line)

    def _printed(self, places: Sequence[PageRange]) -> list[str]:
        return [
            place.range.of(self._texts[place.page_index])
            for place in places
            if place.page_index in self._texts
        ]


def estimated_tokens(text: str) -> int:
    """About how many word pieces an English embedding model cuts a text into (± 15 % on filings).

    A word is one piece and long words more; figures are cut into pairs of digits; each mark is one.
    """
    return sum(_pieces(piece) for piece in _PIECES.findall(text))


def _pieces(piece: str) -> int:
    if piece[0].isdigit():
        return (len(piece) + 1) // 2
    return 1 + max(0, len(piece) - 8) // 6


def _runs(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Longest stretches without page furniture."""
    run: list[Block] = []
    for block in blocks:
        if not block.is_furniture:
            run.append(block)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _groups(run: Sequence[Block], text: str) -> list[list[Block]]:
    """Cut a run into passages' blocks."""
    sizes = {block.ordinal: estimated_tokens(block.range.of(text)) for block in run}
    groups: list[list[Block]] = [[]]
    for block in run:
        if groups[-1] and _starts_new(groups[-1], block, sizes):
            groups.append(_trailing_headings(groups[-1], sizes))
        groups[-1].append(block)
    return _joined_tail(groups, sizes)


def _size(group: Iterable[Block], sizes: Mapping[int, int]) -> int:
    return sum(sizes[block.ordinal] for block in group)


def _starts_new(group: Sequence[Block], block: Block, sizes: Mapping[int, int]) -> bool:
    size, last = _size(group, sizes), group[-1]
    if all(member.kind is BlockKind.HEADING for member in group) and size < ENOUGH_TOKENS:
        return False  # a heading stays with what it heads
    if size + sizes[block.ordinal] > MOST_TOKENS:
        return True
    turns = block.kind is BlockKind.HEADING or block.table != last.table or block.section != last.section
    return size >= ENOUGH_TOKENS and turns and last.kind is not BlockKind.HEADING


def _trailing_headings(group: list[Block], sizes: Mapping[int, int]) -> list[Block]:
    """Take the headings off a group's end, because they head what follows.

    Segmenters see headings where there are none, so only a short end is moved, and never the whole group.
    """
    cut = len(group)
    while cut and group[cut - 1].kind is BlockKind.HEADING:
        cut -= 1
    headings = group[cut:]
    if not cut or _size(headings, sizes) > TAIL_TOKENS:
        return []
    del group[cut:]
    return headings


def _joined_tail(groups: list[list[Block]], sizes: Mapping[int, int]) -> list[list[Block]]:
    if len(groups) > 1:
        tail, before = _size(groups[-1], sizes), _size(groups[-2], sizes)
        if tail < TAIL_TOKENS and tail + before <= _MODEL_TOKENS:
            groups[-2:] = [groups[-2] + groups[-1]]
    return groups
