"""What a model's plan adds to a ranking: pages with the rows, statements and words that it would look for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from pipeline.evidence.parts import Part
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.trace import ListName
from pipeline.search.lexicon.finance import LineItem, finance_lexicon
from pipeline.search.needs import needs_of
from pipeline.search.page_kinds import kinds_of_pages
from pipeline.search.pages import Listed, PageList, PageRef, best_first, by_best_passage, page_of
from pipeline.search.plan import Plan
from pipeline.search.row_lists import FoundRow, listed_rows, rows_by_page
from pipeline.search.terms import QUARTER_NAMES
from pipeline.store import page_parts, passages
from pipeline.store.connect import Connection

ROWS_WEIGHT = 0.7
"""Of the planned rows beside the question's own lists, of which each counts about 1: a plan may be wrong."""

STATEMENTS_WEIGHT = 0.3
"""Of the statements that the planned items stand in: less than that a row of theirs is printed."""

WORDS_WEIGHT = 0.7
"""Of the planned words."""

PLANNED_ROWS = 1.0
PLANNED_WORDS = 0.7
"""Of passages with planned rows and words, in the choice of passages."""

DEPTH = 200
"""Passages that the search for planned words brings."""

LISTED = 60
"""Pages of a list that are fused."""

ROW_PASSAGES = 24
"""Passages with planned rows that may come into a packet."""


@dataclass(frozen=True, slots=True)
class PlannedPages:
    """What was found for a plan: the rows of its items by page, the pages of the statements where those stand, and the
    passages with its words."""

    rows: Mapping[PageRef, Sequence[FoundRow]] = field(default_factory=dict)
    parts: Mapping[PageRef, Mapping[Part, float]] = field(default_factory=dict)
    words: Mapping[PassageId, float] = field(default_factory=dict)

    def lists(self) -> list[PageList]:
        """The lists of pages that it adds to those of the question."""
        return [
            PageList(ListName.PLANNED, tuple(listed_rows(self.rows, LISTED)), ROWS_WEIGHT),
            PageList(ListName.PLANNED, tuple(_statements(self.parts))[:LISTED], STATEMENTS_WEIGHT),
            PageList(ListName.PLANNED, tuple(_pages_with(self.words))[:LISTED], WORDS_WEIGHT),
        ]

    def row_passages(self, found: Iterable[Passage], weights: Mapping[UUID, float]) -> list[PassageId]:
        """Those of the passages that hold its rows, the strongest row first."""
        strengths: dict[PassageId, float] = {}
        for passage in found:
            page = page_of(passage.id)
            for row in self.rows.get(page, ()):
                if passage.holds(row.ordinal):
                    strength = row.strength * weights.get(page.version_id, 1.0)
                    strengths[passage.id] = max(strengths.get(passage.id, 0.0), strength)
        return sorted(strengths, key=lambda passage: (-strengths[passage], passage))[:ROW_PASSAGES]


def planned_pages(conn: Connection, versions: Sequence[UUID], plan: Plan) -> PlannedPages:
    """What these versions hold of a plan."""
    rows, parts = _rows(conn, versions, plan)
    return PlannedPages(rows, parts, _words(conn, versions, plan))


def _rows(
    conn: Connection, versions: Sequence[UUID], plan: Plan
) -> tuple[dict[PageRef, list[FoundRow]], dict[PageRef, dict[Part, float]]]:
    """The rows of the planned items, by page, and the statements where those items stand."""
    items = [_with_usual_labels(item) for item in plan.items]
    if not items:
        return {}, {}
    wanted = {part for item in items for part in item.statements}
    parts = kinds_of_pages(conn, versions, wanted)
    return rows_by_page(page_parts.labels_of(conn, versions), items, parts), parts


def _words(conn: Connection, versions: Sequence[UUID], plan: Plan) -> dict[PassageId, float]:
    """The passages with words of the plan, by BM25: its phrases, the usual label of each item, its periods."""
    if not plan.phrases and not plan.items:
        return {}
    terms = [*plan.phrases, *plan.labels, *map(str, sorted(plan.years))]
    terms += [QUARTER_NAMES[quarter] for quarter in sorted(plan.quarters)]
    return dict(passages.lexical(conn, terms, versions, DEPTH))


def _with_usual_labels(item: LineItem) -> LineItem:
    """The item under the plan's labels, then under those that filings usually print where the lexicon knows it."""
    known = [one for one in needs_of(item.name).items if one.name in finance_lexicon().items]
    printed = [*item.printed, *(phrase for one in known for phrase in one.printed)]
    statements = item.statements or tuple(part for one in known for part in one.statements)
    return replace(item, printed=tuple(dict.fromkeys(printed)), statements=tuple(dict.fromkeys(statements)))


def _statements(parts: Mapping[PageRef, Mapping[Part, float]]) -> Iterator[Listed]:
    strongest = {page: max(strengths.values()) for page, strengths in parts.items()}
    for page in best_first(strongest):
        yield Listed(page, max(parts[page], key=lambda part: parts[page][part]).value)


def _pages_with(words: Mapping[PassageId, float]) -> Iterator[Listed]:
    for page in by_best_passage(words):
        yield Listed(page, "planned words")
