"""Gold questions asked, and every citation of their answers resolved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from pipeline.answer.ask import MadeAnswer, made_answer, save
from pipeline.evaluate.progress import Progress
from pipeline.evaluate.resolved import Resolve, ResolvedPlace, key_of
from pipeline.evaluate.retrieval import Searched
from pipeline.evaluate.retrieval_gold import RetrievalQuestion
from pipeline.evaluate.retrieval_library import GoldFiling, gold_filings
from pipeline.evidence.answer import Answer
from pipeline.evidence.measurement import Address, ClaimAddress, PageAddress
from pipeline.index.embedding import Embedder
from pipeline.search.aids import Aids
from pipeline.search.filings import filings_in_scope
from pipeline.store.database import Database
from pipeline.store.scope import Scope


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A gold question, the filing that answers it, the answer that was made of what was `searched`, and its citations
    as they resolve, by key. `is_kept`: whether the answer is still stored."""

    question: RetrievalQuestion
    right: GoldFiling
    searched: Searched
    answer: Answer
    resolved: Mapping[str, ResolvedPlace]
    is_kept: bool

    @property
    def first(self) -> tuple[str, ResolvedPlace] | None:
        """The first citation's id, and what it resolved to; None for an answer without one."""
        for claim in self.answer.claims:
            for citation in claim.citations:
                return str(citation.id), self.resolved[key_of(claim.number, citation.id)]
        return None

    @property
    def address(self) -> Address | None:
        """Leads to the first citation: in its answer while that is kept, else on its page."""
        first = self.first
        if first is None:
            return None
        cited, place = first
        if self.is_kept:
            return ClaimAddress(self.answer.id, self.answer.claims[0].number, cited)
        if place.document_id is None or place.page_index is None:
            return None
        return PageAddress(place.document_id, place.page_index)


@dataclass(frozen=True, slots=True)
class Asking:
    """How questions are asked: as `pincite ask` does without a model. Answers are taken back once they are resolved,
    unless `keep`: a measurement is no use of the library."""

    database: Database
    scope: Scope
    embedder: Embedder
    aids: Aids
    resolve: Resolve
    keep: bool = False

    def ask(
        self,
        questions: Sequence[RetrievalQuestion],
        gold: Path,
        searched: Sequence[Searched],
        progress: Progress = lambda name, done, total: None,
    ) -> Iterator[AskedQuestion]:
        """Each question of each of what is `searched` (GOLD: of the gold's filings together).

        Raises as gold_filings, or EndpointError when the embedding endpoint fails.
        """
        with self.database.scoped(self.scope) as conn:
            filings = gold_filings(conn, questions, gold, filings_in_scope(conn, self.scope.user_id))
        total, done = len(questions) * len(searched), 0
        together = [one.filing.document_id for one in filings.values()]
        for within in searched:
            for question in questions:
                right = filings[question.filing]
                asked_of: list[UUID] | None = None
                if within is not Searched.ALL:
                    asked_of = [right.filing.document_id] if within is Searched.FILING else together
                yield self._asked(question, right, within, asked_of)
                done += 1
                progress(gold.name, done, total)

    def _asked(
        self, question: RetrievalQuestion, right: GoldFiling, within: Searched, asked_of: list[UUID] | None
    ) -> AskedQuestion:
        made = made_answer(self.database, self.scope, self.embedder, question.text, asked_of, aids=self.aids)
        return AskedQuestion(question, right, within, made.answer, self._resolved(made), self.keep)

    def _resolved(self, made: MadeAnswer) -> Mapping[str, ResolvedPlace]:
        with self.database.scoped(self.scope) as conn, conn.transaction(force_rollback=not self.keep):
            save(conn, self.scope, made)
            return self.resolve(conn, made.answer)
