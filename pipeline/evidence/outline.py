"""The headings of a version as an outline: running heads and column heads left out, no level skipped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.evidence.box import Box
from pipeline.evidence.folded import fold
from pipeline.evidence.text import PageRange

MOST_ENTRIES = 500
"""Entries of an outline. A filing of 549 pages with its exhibits has 400 headings; the deepest levels go first."""

HEAD_OF_PAGE = 3
"""A running head stands among this many blocks at the head of its page: a company's name, a title, its unit."""

HEAD_DISTANCE = 2
"""Pages from one running head to its next: facing pages may have heads of their own."""

RUNNING_FROM = 3
"""A head that runs stands on this many pages; two certificates of one name are two headings."""

COLUMNS_APART = 2
"""Heads of columns follow each other with at most a cell between them; headings side by side in two columns of prose
have that column between them."""

ONE_LINE = 0.5
"""Two headings stand on one line when they share more than half of the smaller one's height."""

_NUMBER = re.compile(
    r"(?:part|item|note|article|section|exhibit|appendix|annex|schedule)\s+[\w.]{1,8}", re.IGNORECASE
)
_CONTINUED = re.compile(r"\bcont(?:inued|[’']d)\b\W*$", re.IGNORECASE)
_CONTENTS = frozenset({"contents", "tableofcontents", "index"})


@dataclass(frozen=True, slots=True)
class Heading:
    """A block that is a heading.

    `path` holds the headings above what follows it, itself the last; it is empty where nothing follows. `rank` is its
    position among the blocks of its page that belong to the text. `line` is the box of its first line on a PDF page.
    """

    place: PageRange
    block: str
    text: str
    path: tuple[str, ...]
    rank: int
    line: Box | None = None


@dataclass(frozen=True, slots=True)
class Outline:
    """Headings in the document's order, each with its level (0 is the outermost; the next is at most one deeper).

    `left_out` counts those of the deepest levels that had no room.
    """

    entries: tuple[tuple[int, Heading], ...]
    left_out: int = 0


def outline(headings: Sequence[Heading], most: int = MOST_ENTRIES) -> Outline:
    """The outline of headings that are given in the document's order."""
    kept = _without_running_heads(_without_contents(list(_by_line(headings))))
    levelled = list(zip(_levels(kept), kept, strict=True))
    return _bounded(levelled, most)


def _by_line(headings: Sequence[Heading]) -> Iterator[Heading]:
    """A number and the name beside it ("Item 7A." "MARKET RISK") as one; names side by side are heads of columns."""
    taken: set[int] = set()
    for at, heading in enumerate(headings):
        if at in taken:
            continue
        near = [
            (index, other)
            for index, other in enumerate(headings[at + 1 : at + 3], start=at + 1)
            if index not in taken and _is_beside(heading, other)
        ]
        if _NUMBER.fullmatch(heading.text.rstrip(" .:—–-")):
            names = [(index, other) for index, other in near if not _NUMBER.match(other.text)]
            if names:
                index, name = names[0]
                taken.add(index)
                heading = replace(heading, text=f"{heading.text} {name.text}")
            yield heading
        elif any(other.rank - heading.rank <= COLUMNS_APART for _, other in near):
            taken.update(_run(headings, at))
        else:
            yield heading


def _run(headings: Sequence[Heading], at: int) -> list[int]:
    """The indexes of the headings that go on the line of `headings[at]`, one right after the other."""
    end = at + 1
    while (
        end < len(headings)
        and _is_beside(headings[end - 1], headings[end])
        and headings[end].rank - headings[end - 1].rank <= COLUMNS_APART
    ):
        end += 1
    return list(range(at, end))


def _is_beside(one: Heading, other: Heading) -> bool:
    """Whether `other` goes on to the right on the line of `one`. Sideways text says nothing of lines."""
    if one.place.page_index != other.place.page_index or one.line is None or other.line is None:
        return False
    if one.line.width < one.line.height or other.line.width < other.line.height:
        return False
    shared = min(one.line.bottom, other.line.bottom) - max(one.line.y, other.line.y)
    return other.line.x >= one.line.right and shared > ONE_LINE * min(one.line.height, other.line.height)


def _without_contents(headings: list[Heading]) -> list[Heading]:
    """A table of contents names headings that stand further on: its own lines lead nowhere."""
    last_page = {_key(heading): heading.place.page_index for heading in headings}
    kept: list[Heading] = []
    listing: int | None = None
    for heading in headings:
        page = heading.place.page_index
        if _key(heading) in _CONTENTS:
            listing = page
        elif page == listing and last_page[_key(heading)] > page:
            continue
        kept.append(heading)
    return kept


def _without_running_heads(headings: list[Heading]) -> list[Heading]:
    """What stands at the head of page after page is a heading once; "(continued)" is the heading before it."""
    kept: list[Heading] = []
    known: set[str] = set()
    repeated = _repeated_heads(headings)
    for heading in headings:
        key = _key(heading)
        is_continued = key in known and bool(_CONTINUED.search(heading.text))
        known.add(key)
        if not is_continued and (key, heading.place.page_index, heading.rank < HEAD_OF_PAGE) not in repeated:
            kept.append(heading)
    return kept


def _repeated_heads(headings: Sequence[Heading]) -> set[tuple[str, int, bool]]:
    """Name and page of each running head but the first of its run; True: of the one at the head of its page."""
    pages: dict[str, list[int]] = {}
    for heading in headings:
        if heading.rank < HEAD_OF_PAGE:
            pages.setdefault(_key(heading), []).append(heading.place.page_index)
    return {
        (key, page, True)
        for key, found in pages.items()
        for run in _runs(sorted(set(found)))
        if len(run) >= RUNNING_FROM
        for page in run[1:]
    }


def _runs(pages: Sequence[int]) -> list[list[int]]:
    """Ascending pages, parted where two of them lie further apart than two running heads do."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page - runs[-1][-1] <= HEAD_DISTANCE:
            runs[-1].append(page)
        else:
            runs.append([page])
    return runs


def _levels(headings: Sequence[Heading]) -> Iterator[int]:
    """Depths of the paths without the gaps that headings leave which are not in the outline."""
    above: list[int] = []
    depth = 0
    for heading in headings:
        if heading.path:
            depth = len(heading.path) - 1
        while above and above[-1] >= depth:
            above.pop()
        yield len(above)
        above.append(depth)


def _bounded(levelled: list[tuple[int, Heading]], most: int) -> Outline:
    kept = levelled
    while len(kept) > most and (deepest := max(level for level, _ in kept)) > 0:
        kept = [(level, heading) for level, heading in kept if level < deepest]
    kept = kept[:most]
    return Outline(tuple(kept), len(levelled) - len(kept))


def _key(heading: Heading) -> str:
    return fold(_CONTINUED.sub("", heading.text)).key
