"""A question read against its filings → its pages, ranked: several lists, fused."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from uuid import UUID

from pipeline.evidence.parts import Part
from pipeline.evidence.passage import PassageId
from pipeline.evidence.trace import ListName, TraceStep
from pipeline.index.embedding import Embedder
from pipeline.search.lexicon.finance import LineItem
from pipeline.search.needs import Needs, needs_of
from pipeline.search.page_kinds import kinds_of_pages
from pipeline.search.pages import (
    Listed,
    PageList,
    PageRef,
    RankedPage,
    best_first,
    by_best_passage,
    fused,
    page_of,
)
from pipeline.search.planned_pages import PlannedPages
from pipeline.search.reading import Search
from pipeline.search.row_lists import FoundRow, listed_rows, rows_by_page
from pipeline.search.terms import Question, Wants, item_phrases, lexical_terms
from pipeline.store import page_parts, passages
from pipeline.store.connect import Connection

_BESIDE = ThreadPoolExecutor(4, "search-words")
"""Searches for words beside those by meaning, of as many questions at once."""

DEPTH = 400
"""Passages that each search over texts brings: of three filings about a fifth."""

LISTED = 120
"""Pages of a list that are fused: of the filing that weighs most, some fifty of three filings' are."""

MEANING_WEIGHT = 1.2
ROWS_WEIGHT = 0.8
"""Of the pages nearest in meaning, and of rows beside statements. On 82 questions for tuning a gold page is among the
first five for 68 of the 72 that no template made, against 64 with 1 and 1; the other ten have theirs either way."""

TOPIC_WEIGHT = 0.7
"""Of the parts that speak of a question's topic, which are many pages."""

FIGURES_NEEDED = 1.3
"""Of statements and rows, when the question names a statement, or a metric that is made of their rows."""

WORDS_WANTED = 0.5
"""Of statements and rows, when the question wants words about an item, and not its figure."""

LOOKED_INTO = 8
"""Filings whose statements and row labels are read: a question that names none would have every page's read."""

BEST_SHARE = 0.7
"""Of a page's score by meaning: its best passage; the rest is the mean of its passages."""


@dataclass(frozen=True, slots=True)
class PageRanking:
    """`pages` from the best; `similar` and `lexical`: what the searches say of each passage that they brought; `rows`:
    the rows that print the needed items, by page; `needs` of the question; `steps` of the search, in order; `planned`:
    what a model's plan added."""

    pages: tuple[RankedPage, ...]
    similar: Mapping[PassageId, float]
    lexical: Mapping[PassageId, float]
    rows: Mapping[PageRef, Sequence[FoundRow]]
    needs: Needs
    steps: tuple[TraceStep, ...]
    planned: PlannedPages = field(default_factory=PlannedPages)


def rank_pages(conn: Connection, embedder: Embedder, search: Search) -> PageRanking:
    """Every page that a list brings, best first. Raises EndpointError when the embedding endpoint fails."""
    return _Ranking(conn, embedder, search).ranked()


@dataclass(slots=True)
class _Steps:
    """What was done, with its time."""

    done: list[TraceStep] = field(default_factory=list)

    @contextmanager
    def step(self, name: str) -> Iterator[list[int]]:
        """Put the number of what was found into the list."""
        counts: list[int] = []
        started = time.perf_counter()
        yield counts
        milliseconds = round(1000 * (time.perf_counter() - started), 1)
        self.done.append(TraceStep(name, counts[0] if counts else None, milliseconds))

    def qualify(self, words: str) -> None:
        """Say more of what the last step did."""
        self.done[-1] = replace(self.done[-1], name=f"{self.done[-1].name} {words}")


class _Ranking:
    def __init__(self, conn: Connection, embedder: Embedder, search: Search) -> None:
        self._conn = conn
        self._embedder = embedder
        self._search = search
        self._versions = search.version_ids
        self._needs = needs_of(search.question.text, search.question.company)
        self._items = self._needs.items or tuple(_own_words(search.question))
        self._steps = _Steps()

    def ranked(self) -> PageRanking:
        similar, lexical = self._searched()
        near_pages = _by_meaning(similar)
        texts = [
            PageList(ListName.MEANING, near_pages, MEANING_WEIGHT),
            PageList(ListName.WORDS, _by_words(lexical)),
        ]
        near = self._near(texts)
        parts = self._parts(near)
        rows = self._rows(near, parts)
        lists = [
            *texts,
            PageList(ListName.STATEMENTS, tuple(self._statements(parts, rows)), self._figures_weight),
            PageList(ListName.TOPICS, tuple(self._topical(parts, near_pages)), TOPIC_WEIGHT),
            PageList(ListName.ROWS, tuple(listed_rows(rows, LISTED)), ROWS_WEIGHT * self._figures_weight),
        ]
        weights = self._search.weights
        pages = tuple(fused(lists, weights))
        return PageRanking(pages, similar, lexical, rows, self._needs, tuple(self._steps.done))

    def _searched(self) -> tuple[dict[PassageId, float], dict[PassageId, float]]:
        """The passages of both searches over texts, side by side: one computes while the other waits for the database,
        whose connection they take in turns."""
        beside = _Steps()
        words = _BESIDE.submit(self._lexical, beside)
        try:
            similar = self._similar()
        finally:
            wait([words])  # the connection is the caller's again
        lexical = words.result()
        self._steps.done += beside.done
        return similar, lexical

    def _similar(self) -> dict[PassageId, float]:
        with self._steps.step("embed the question"):
            vector = self._embedder.embed([self._search.question.text])[0]
        with self._steps.step("nearest passages") as count:
            near = passages.by_meaning(self._conn, vector, self._embedder.name, self._versions, DEPTH)
            count.append(len(near.found))
        if not near.is_exact:
            self._steps.qualify("among the likeliest by their sketches")
        return dict(near.found)

    def _lexical(self, steps: _Steps) -> dict[PassageId, float]:
        with steps.step("passages with its words") as count:
            terms = lexical_terms(self._search.question)
            topical = [word for topic in self._needs.topics for word in topic.words]
            worded = passages.by_words(self._conn, [*terms, *topical], self._versions, DEPTH)
            count.append(len(worded.found))
        if not worded.is_exact:
            steps.qualify(f"in the likeliest {worded.read} of {worded.searched} filings")
        return dict(worded.found)

    def _near(self, lists: Sequence[PageList]) -> list[UUID]:
        """The filings whose statements and rows are looked at: all, or those that the texts speak for."""
        if len(self._versions) <= LOOKED_INTO:
            return self._versions
        pages = fused(lists, self._search.weights)
        return list(dict.fromkeys(ranked.page.version_id for ranked in pages))[:LOOKED_INTO]

    def _parts(self, versions: Sequence[UUID]) -> dict[PageRef, dict[Part, float]]:
        wanted = {
            *self._needs.statements,
            *(part for item in self._needs.items for part in item.statements),
            *(part for topic in self._needs.topics for part in topic.parts),
        }
        if not wanted:
            return {}
        with self._steps.step("parts of filings") as count:
            parts = kinds_of_pages(self._conn, versions, wanted)
            count.append(len(parts))
        return parts

    def _rows(
        self, versions: Sequence[UUID], parts: Mapping[PageRef, Mapping[Part, float]]
    ) -> dict[PageRef, list[FoundRow]]:
        if not self._items:
            return {}
        with self._steps.step("rows of its line items") as count:
            labels = page_parts.labels_of(self._conn, versions)
            rows = rows_by_page(labels, self._items, parts)
            count.append(len(rows))
        return rows

    def _statements(
        self,
        parts: Mapping[PageRef, Mapping[Part, float]],
        rows: Mapping[PageRef, Sequence[FoundRow]],
    ) -> Iterator[Listed]:
        """The statements to look at, in turn one page of each: the strongest of it, where the most items stand."""
        queues = [self._pages_of(part, parts, rows) for part in self._needs.statements]
        seen: set[PageRef] = set()
        for position in range(max(map(len, queues), default=0)):
            for part, queue in zip(self._needs.statements, queues, strict=True):
                if position < len(queue) and queue[position] not in seen:
                    seen.add(queue[position])
                    yield Listed(queue[position], part.value)

    def _topical(
        self, parts: Mapping[PageRef, Mapping[Part, float]], near_pages: Sequence[Listed]
    ) -> Iterator[Listed]:
        """Pages of the parts that speak of the question's topics, in the order of their meaning."""
        near = [listed.page for listed in near_pages]
        queues = [
            [Listed(page, part.value) for page in near if part in parts.get(page, {})]
            for topic in self._needs.topics
            for part in topic.parts
        ]
        seen: set[PageRef] = set()
        for in_turn in zip_longest(*queues):
            for listed in in_turn:
                if listed is not None and listed.page not in seen:
                    seen.add(listed.page)
                    yield listed

    @property
    def _figures_weight(self) -> float:
        """How much statements and rows count beside the two searches over texts."""
        wants_words = self._search.question.wants is Wants.STATEMENT
        if self._needs.metrics or self._needs.named:
            return FIGURES_NEEDED
        return WORDS_WANTED if wants_words else 1.0

    def _pages_of(
        self,
        part: Part,
        parts: Mapping[PageRef, Mapping[Part, float]],
        rows: Mapping[PageRef, Sequence[FoundRow]],
    ) -> list[PageRef]:
        weights = self._search.weights
        scored = {
            page: (strengths[part] + 0.1 * sum(row.strength for row in rows.get(page, ())))
            * weights.get(page.version_id, 1.0)
            for page, strengths in parts.items()
            if part in strengths
        }
        return best_first(scored)


def _own_words(question: Question) -> Iterator[LineItem]:
    """What is asked for as a row's label, in the question's own words: "iPhone", "purchase obligations". One word of
    it alone is in too many labels, unless it is a name."""
    phrases = [*(phrase for phrase in item_phrases(question) if len(phrase) > 1), *question.names]
    if phrases:
        yield LineItem(" ".join(phrases[0]), (), tuple(phrases), ())


def _by_meaning(similar: Mapping[PassageId, float]) -> tuple[Listed, ...]:
    """Pages by their best passage and the mean of all: a page that says it once and talks of other things is less."""
    of_page: dict[PageRef, list[float]] = defaultdict(list)
    for passage, similarity in similar.items():
        of_page[page_of(passage)].append(similarity)
    scored = {
        page: BEST_SHARE * max(found) + (1 - BEST_SHARE) * sum(found) / len(found)
        for page, found in of_page.items()
    }
    return tuple(Listed(page, f"similarity {max(of_page[page]):.2f}") for page in best_first(scored)[:LISTED])


def _by_words(lexical: Mapping[PassageId, float]) -> tuple[Listed, ...]:
    return tuple(Listed(page) for page in by_best_passage(lexical)[:LISTED])
