"""Does the search bring the filing and the pages that answer a question?"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from uuid import UUID

from pipeline.evaluate.retrieval_gold import RetrievalQuestion
from pipeline.evaluate.retrieval_library import GoldFiling, gold_filings
from pipeline.evaluate.retrieval_measures import Outcome, filing_rank, page_ranks, place
from pipeline.evaluate.searched_pages import SearchedPages, searched_pages
from pipeline.index.embedding import Embedder
from pipeline.search.aids import NO_AIDS, Aids
from pipeline.search.filings import Filing, filings_in_scope
from pipeline.search.pages import PageRef
from pipeline.search.reading import Search, read_search
from pipeline.store.database import Database
from pipeline.store.scope import Scope

Progress = Callable[[int, int], None]
"""Called with (questions asked, questions in all)."""


class Searched(StrEnum):
    """What each question is asked of."""

    FILING = "filing"  # the filing that answers it, picked
    GOLD = "gold"  # the filings that the gold asks about, and no others
    ALL = "all"  # the whole library


@dataclass(frozen=True, slots=True)
class Measured:
    """Outcomes of the questions that were asked, in their order; fewer than `questions` when it was stopped.

    `filings` and `pages`: how many were searched, together. `copied`: of how many of the questions another file of the
    right filing was searched too.
    """

    outcomes: tuple[Outcome, ...]
    questions: int
    filings: int
    pages: int
    copied: int

    @property
    def was_stopped(self) -> bool:
        return len(self.outcomes) < self.questions


def evaluate_retrieval(
    questions: Sequence[RetrievalQuestion],
    gold: Path,
    database: Database,
    scope: Scope,
    embedder: Embedder,
    searched: Searched,
    *,
    aids: Aids = NO_AIDS,
    chosen: Sequence[RetrievalQuestion] | None = None,
    progress: Progress = lambda done, total: None,
) -> Measured:
    """Ask the `chosen` questions of a gold file, else all, of what is `searched`; Ctrl-C ends it with what was asked so
    far. `questions`: all of the file `gold`; `aids`: the models that help, as with `pincite ask`.

    Raises as gold_filings, or EndpointError when the embedding endpoint fails.
    """
    with database.scoped(scope) as conn:
        library = filings_in_scope(conn, scope.user_id)
        filings = gold_filings(conn, questions, gold, library)
    asked = questions if chosen is None else chosen
    inside = _inside(searched, library, filings, asked)
    embedder.embed([asked[0].text])  # loads the model, which no question's time should hold
    asking = _Asking(database, scope, embedder, aids, searched, filings, {one.document_id for one in inside})
    outcomes: list[Outcome] = []
    try:
        for question in asked:
            outcomes.append(asking.outcome(question))
            progress(len(outcomes), len(asked))
    except KeyboardInterrupt:
        pass  # what was asked is told, and that it was stopped
    versions = frozenset() if searched is Searched.FILING else {filing.version_id for filing in inside}
    return Measured(
        tuple(outcomes),
        len(asked),
        len(inside),
        sum(filing.page_count for filing in inside),
        sum(bool(filings[question.filing].copies & versions) for question in asked[: len(outcomes)]),
    )


def _inside(
    searched: Searched,
    library: Sequence[Filing],
    filings: Mapping[str | UUID, GoldFiling],
    asked: Sequence[RetrievalQuestion],
) -> list[Filing]:
    """What is searched, over all questions."""
    if searched is Searched.ALL:
        return list(library)
    named = [question.filing for question in asked] if searched is Searched.FILING else filings
    documents = {filings[name].filing.document_id for name in named}
    return [filing for filing in library if filing.document_id in documents]


@dataclass(frozen=True, slots=True)
class _Asking:
    database: Database
    scope: Scope
    embedder: Embedder
    aids: Aids
    searched: Searched
    filings: Mapping[str | UUID, GoldFiling]
    documents: set[UUID]

    def outcome(self, question: RetrievalQuestion) -> Outcome:
        right = self.filings[question.filing]
        started = time.perf_counter()
        search = self._read(question.text, right.filing)
        seconds = time.perf_counter() - started
        found = searched_pages(self.database, self.scope, self.embedder, search, self.aids)
        return _outcome(question, right, search, found, seconds + found.seconds)

    def _read(self, text: str, right: Filing) -> Search:
        with self.database.scoped(self.scope) as conn:
            if self.searched is Searched.FILING:
                chosen = filings_in_scope(conn, self.scope.user_id, [right.document_id])
                return read_search(conn, text, chosen, picked=True)
            library = filings_in_scope(conn, self.scope.user_id)
            return read_search(conn, text, [one for one in library if one.document_id in self.documents])


def _outcome(
    question: RetrievalQuestion, right: GoldFiling, search: Search, found: SearchedPages, seconds: float
) -> Outcome:
    version = right.filing.version_id
    pages = [PageRef(version, page) for page in question.pages]
    return Outcome(
        question.id,
        question.kind,
        question.company,
        question.pages,
        page_ranks(found.ranked, version, question.pages, right.copies),
        place(search.version_ids, {version}),
        filing_rank(found.ranked, {version}),
        filing_rank(found.ranked, {version, *right.copies}),
        tuple(page in found.packet for page in pages),
        tuple(page in found.writers_packet for page in pages),
        found.entries,
        1000 * seconds,
        found.problems,
    )
