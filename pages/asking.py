"""What the Ask page needs from the store and the pipeline, as values to draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from pipeline.evidence.asked_scope import AskedScope
from pipeline.evidence.errors import NotFound
from pipeline.evidence.generation import Stage
from pipeline.store import collections, documents, ingests, searches
from pipeline.store.answers import Progress, progress
from pipeline.store.documents import DocumentRow
from pipeline.store.ingests import UNFINISHED
from pipeline.store.openings import OpeningKind
from pipeline.store.scope import Scope
from viewer.citations import ResolvedAnswer
from viewer.deep_links import LinkedView
from viewer.noted import note_answer
from viewer.packet_views import opened_passages, packet_view
from viewer.read_passages import read_passages
from viewer.resolver import find_newer as look_up_newer
from viewer.resolver import resolve_answer, shown_sources
from viewer.review.card_views import reviewer_lines
from viewer.services import Services
from viewer.so_far import so_far_view
from viewer.trace_views import found_pages, trace_view
from viewer.views import View, answer_view, pane_view, summary


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """A stored answer as its two components draw it. `summary`: (tone, words) of its checks and states; `progress`: how
    far it was, at the latest, when it was read; `resolved`: what both are made of, for whoever takes it away; `scope`:
    what the question was asked of."""

    id: UUID
    question: str
    created_at: datetime
    claims: View
    pane: View
    summary: tuple[tuple[str, str], ...]
    progress: Progress
    resolved: ResolvedAnswer
    scope: AskedScope


@dataclass(frozen=True, slots=True)
class Library:
    """The documents, how many filings are still being read, and whether samples are on their way; `collections` by
    name, each with those of its filings that may be asked."""

    documents: tuple[DocumentRow, ...]
    unfinished: int
    samples_are_coming: bool
    collections: tuple[tuple[str, tuple[UUID, ...]], ...] = ()

    @property
    def rows(self) -> dict[UUID, DocumentRow]:
        """The documents by their ids, with those that the user may not read."""
        return {row.document_id: row for row in self.documents}

    @property
    def filings(self) -> tuple[DocumentRow, ...]:
        """The filings that may be asked."""
        return tuple(row for row in self.documents if row.may_read and row.version_id is not None)

    @property
    def is_growing(self) -> bool:
        return self.unfinished > 0 or self.samples_are_coming

    @property
    def growing_words(self) -> str:
        if self.samples_are_coming:
            return "The sample filings are being read"
        return f"{self.unfinished} {'filing is' if self.unfinished == 1 else 'filings are'} being read"


def read_library(services: Services, scope: Scope) -> Library:
    """The documents by title."""
    with services.database.scoped(scope) as conn:
        rows = documents.list_all(conn, scope.user_id)
        unfinished = ingests.count_by_state(conn)
        samples_are_coming = ingests.samples_are_coming(conn)
        named = collections.list_all(conn, scope.user_id)
        gathered = collections.of_documents(conn, scope.user_id) if named else {}
    library = Library(tuple(rows), sum(unfinished.get(state, 0) for state in UNFINISHED), samples_are_coming)
    filings = {
        one.label: tuple(
            row.document_id for row in library.filings if one.id in gathered.get(row.document_id, ())
        )
        for one in named
    }
    return replace(library, collections=tuple((name, ids) for name, ids in filings.items() if ids))


def read_answer(services: Services, scope: Scope, written_id: str, linked: LinkedView) -> ShownAnswer:
    """The answer that a URL names, every citation resolved now, opened as the URL asks. Raises NotFound, for anything
    that is no id too."""
    try:
        answer_id = UUID(written_id)
    except ValueError:
        raise NotFound("There is no such answer.") from None
    with services.database.scoped(scope) as conn:
        now = progress(conn, answer_id)
        resolved = resolve_answer(conn, scope, answer_id, files=services.files)
        passages = read_passages(conn, scope, resolved.answer)
        note_answer(
            conn, OpeningKind.ANSWER, resolved, [one.source.version_id for one in passages if one.source]
        )
        shown = shown_sources(conn, resolved, [one.source for one in passages if one.source])
        reviews = reviewer_lines(conn, scope.user_id, resolved.answer)
        is_told = (
            not resolved.is_question_withheld
        )  # what was asked of, and looked for, repeats what was asked
        asked_of = searches.scope_of(conn, answer_id) if is_told else AskedScope()
        trace = searches.trace_of(conn, answer_id) if is_told else None
        found = found_pages(conn, scope, trace) if trace else ()
    first = next((key for key, citation in resolved.citations.items() if not citation.is_withheld), None)
    is_searching = resolved.answer.stage is Stage.SEARCHING
    packet = None if is_searching else packet_view(passages, shown)
    claims = {
        **answer_view(resolved, reviews),
        "sources_read": packet,
        "how_found": trace_view(trace, found) if trace and not is_searching else None,
        "so_far": so_far_view(services.links, scope, answer_id, now),
    }
    read = opened_passages(passages)
    return ShownAnswer(
        id=answer_id,
        question=resolved.answer.question,
        created_at=resolved.answer.created_at,
        claims=claims,
        pane=pane_view(resolved, shown, services.links, scope, open_key=first, linked=linked, read=read),
        summary=summary(claims),
        progress=now,
        resolved=resolved,
        scope=asked_of,
    )


def preview_scope(
    services: Services, scope: Scope, question: str, picked: Sequence[UUID], without: Sequence[UUID]
) -> AskedScope:
    """What a question would be asked of. Raises PinciteError in words."""
    from pipeline.answer.ask import preview

    return preview(services.database, scope, question, list(picked) or None, without=without)


def find_newer(services: Services, scope: Scope, answer_id: UUID, citation: str) -> None:
    """Look for a citation of an answer in the current version of its filing, and store what came of it. Raises
    PinciteError in words."""
    with services.database.scoped(scope) as conn:
        look_up_newer(conn, scope, answer_id, citation)
