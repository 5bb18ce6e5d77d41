"""Pages by the labels of their rows: which page prints the line items that a question needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace
from uuid import UUID

from pipeline.evidence.parts import STATEMENTS, Part
from pipeline.search.lexicon.finance import LineItem, Phrase
from pipeline.search.pages import Listed, PageRef

WHOLE_LABEL = 1.0
BEGINS_LABEL = 0.8
"""A label that goes on after the item's words says more of it ("Net income attributable to …"), or of another."""

IN_LABEL = 0.5
SYNONYM_STEP = 0.02
"""Each further name of an item counts so much less than the one before it."""

LEAST_SYNONYM = 0.7
OFF_STATEMENT = 0.55
"""A row that is not in the statement where its item belongs: a summary, a part of the company, another thing."""


@dataclass(frozen=True, slots=True)
class FoundRow:
    """The row (its block's ordinal on its page) that states an item best on a page; `strength` 0 to 1."""

    item: str
    ordinal: int
    strength: float


def rows_by_page(
    labels: Iterable[tuple[UUID, int, str]],
    items: Sequence[LineItem],
    parts: Mapping[PageRef, Mapping[Part, float]],
) -> dict[PageRef, list[FoundRow]]:
    """For each page the best row of each item that it prints. `labels`: (version, page, "ordinal<tab>words" lines);
    `parts`: what pages are, each part with its strength."""
    found: dict[PageRef, list[FoundRow]] = {}
    matchers = [_Matcher(item) for item in items]
    for version_id, page_index, text in labels:
        page = PageRef(version_id, page_index)
        of_page, lines = parts.get(page, {}), f"\n{text}\n"
        rows = [row for matcher in matchers if (row := matcher.best(lines, of_page)) is not None]
        if rows:
            found[page] = rows
    return found


def listed_rows(found: Mapping[PageRef, Sequence[FoundRow]], limit: int) -> list[Listed]:
    """Pages so that the first few print as many of the items as they can: each next page is the one that adds most to
    those before it, by what it prints better than they do; then by all that it prints."""
    have: dict[str, float] = {}
    ranked: list[Listed] = []
    # What a page adds only becomes less: one that still adds as much as any other was said to is the next.
    left = [(-_total(rows), -_total(rows), page) for page, rows in found.items()]
    heapify(left)
    while left and len(ranked) < limit:
        _, total, page = left[0]
        rows = found[page]
        now = (-_gain(rows, have), total, page)
        if now > left[0]:
            heapreplace(left, now)
            continue
        heappop(left)
        for row in rows:
            have[row.item] = max(have.get(row.item, 0.0), row.strength)
        names = dict.fromkeys(row.item for row in sorted(rows, key=lambda row: -row.strength))
        ranked.append(Listed(page, f"rows of {', '.join(list(names)[:4])}"))
    return ranked


def match_of(item: LineItem, label: Sequence[str]) -> float:
    """How far a row's label, in folded words, is the item: 1 when it is its usual name, 0 when it has none of its."""
    return _Matcher(item).stated(f"\n0\t{' '.join(label)}\n")[0]


def _gain(rows: Sequence[FoundRow], have: Mapping[str, float]) -> float:
    return sum(max(0.0, row.strength - have.get(row.item, 0.0)) for row in rows)


def _total(rows: Sequence[FoundRow]) -> float:
    return sum(row.strength for row in rows)


class _Matcher:
    """Finds an item's rows in a page's labels."""

    def __init__(self, item: LineItem) -> None:
        self._item = item
        self._phrases = list(_weighed(item.printed))

    def best(self, labels: str, parts: Mapping[Part, float]) -> FoundRow | None:
        """The row that states the item best, the first of equal ones; None when no label has its words. `labels`: the
        page's lines, each between line feeds."""
        strength, at = self.stated(labels)
        if at < 0:
            return None
        ordinal = labels[labels.rfind("\n", 0, at) + 1 : labels.rfind("\t", 0, at)]
        return FoundRow(self._item.name, int(ordinal), strength * self._standing(parts))

    def stated(self, labels: str) -> tuple[float, int]:
        """How far a label is the item, at best, and where its words begin; (0, -1) when none has them."""
        best, at = 0.0, -1
        for text, weight in self._phrases:
            if weight <= best:
                break  # not even a whole label under a rarer name states it better
            place = labels.find(text)
            while place >= 0:
                strength = weight * _match_at(labels, place, place + len(text))
                if strength > best:
                    best, at = strength, place
                place = labels.find(text, place + 1)
        return best, at

    def _standing(self, parts: Mapping[Part, float]) -> float:
        here = max((parts.get(part, 0.0) for part in self._item.statements), default=0.0)
        if not any(part in STATEMENTS for part in self._item.statements):
            return 1.0
        return OFF_STATEMENT + (1 - OFF_STATEMENT) * here


def _weighed(phrases: Sequence[Phrase]) -> Iterator[tuple[str, float]]:
    for number, phrase in enumerate(phrases):
        yield " ".join(phrase), max(LEAST_SYNONYM, 1 - SYNONYM_STEP * number)


def _match_at(labels: str, start: int, end: int) -> float:
    """How far a label is the phrase that stands in it from `start` to `end`; words are divided by single blanks."""
    before, after = labels[start - 1], labels[end]
    if before not in "\t " or after not in " \n":
        return 0.0
    if before == " ":
        return IN_LABEL
    return WHOLE_LABEL if after == "\n" else BEGINS_LABEL
