"""A question → a stored answer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID, uuid4

from pipeline import meters
from pipeline.answer.absence import not_in_sources, partly_not_in_sources, unanswered_parts
from pipeline.answer.authors import Authors
from pipeline.answer.checker import ClaimChecker
from pipeline.answer.extractive import METHOD, extract
from pipeline.answer.source_pages import source_pages
from pipeline.answer.written import WRITER_LIMITS, AnswerInWriting
from pipeline.evidence.answer import Answer, Claim
from pipeline.evidence.asked_scope import AskedScope
from pipeline.evidence.errors import EvidenceError
from pipeline.evidence.packet import Packet
from pipeline.evidence.trace import SearchTrace
from pipeline.index.embedding import Embedder
from pipeline.search.aided import aided_search
from pipeline.search.aids import NO_AIDS, Aids
from pipeline.search.filings import filings_in_scope
from pipeline.search.packing import USUAL_LIMITS, PacketLimits
from pipeline.search.reading import Search, read_search
from pipeline.store import answering, answers, passages, searches
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope

LONGEST_QUESTION = 2_000
"""Characters. What is longer is no question, and the embedding would read only its beginning."""


class InvalidQuestion(EvidenceError):
    """A question has no words, or too many."""


def ask(
    database: Database,
    scope: Scope,
    embedder: Embedder,
    question: str,
    documents: Sequence[UUID] | None = None,
    limits: PacketLimits | None = None,
    *,
    without: Collection[UUID] = (),
    authors: Authors | None = None,
    aids: Aids = NO_AIDS,
) -> Answer:
    """Answer a question from `documents` (their current versions; None: everything readable) but those of `without`,
    and store the answer.

    Without `authors` the answer is extractive, and `aids` help its search; authors bring their own. Raises
    InvalidQuestion, NotFound for a document that does not exist, AccessDenied for one that the user may not read; then
    nothing is stored. So too, without authors, EndpointError when the embedding endpoint fails; an answer that a model
    writes keeps that as its problem.
    """
    if authors is not None:
        asked = begin(database, scope, embedder, question, documents, authors, without=without)
        return _written(database, asked, limits)
    with meters.answer_seconds.labels(METHOD).time():
        made = made_answer(database, scope, embedder, question, documents, limits, without=without, aids=aids)
        with database.scoped(scope) as conn:
            save(conn, scope, made)
    meters.answers.labels(METHOD, "answered" if made.answer.claims else "not in sources").inc()
    return made.answer


@dataclass(frozen=True, slots=True)
class MadeAnswer:
    """An extractive answer that is not stored, with what it was asked of and how its packet was found."""

    answer: Answer
    scope: AskedScope
    trace: SearchTrace


def made_answer(
    database: Database,
    scope: Scope,
    embedder: Embedder,
    question: str,
    documents: Sequence[UUID] | None = None,
    limits: PacketLimits | None = None,
    *,
    without: Collection[UUID] = (),
    aids: Aids = NO_AIDS,
) -> MadeAnswer:
    """Answer a question as `ask` does without authors, and store nothing. Raises as it does."""
    text = _require_question(question)
    with database.scoped(scope) as conn:
        search = _read(conn, scope, text, documents, without)
    found = aided_search(database, scope, embedder, search, limits or USUAL_LIMITS, aids)
    with database.scoped(scope) as conn:
        return MadeAnswer(_answer(conn, text, search, found.packet), search.scope, found.trace)


def save(conn: Connection, scope: Scope, made: MadeAnswer) -> None:
    """Store an answer that was made for the scope's user."""
    answers.save(conn, scope.user_id, made.answer, made.scope)
    searches.put_trace(conn, made.answer.id, made.trace)


def preview(
    database: Database,
    scope: Scope,
    question: str,
    documents: Sequence[UUID] | None = None,
    *,
    without: Collection[UUID] = (),
) -> AskedScope:
    """What a question would be asked of, before it is. Raises as `ask` does."""
    with database.scoped(scope) as conn:
        return _read(conn, scope, _require_question(question), documents, without).scope


@dataclass(frozen=True, slots=True)
class Asked:
    """A question whose answer is stored as begun, ready to be written."""

    scope: Scope
    search: Search
    writing: AnswerInWriting


def begin(
    database: Database,
    scope: Scope,
    embedder: Embedder,
    question: str,
    documents: Sequence[UUID] | None,
    authors: Authors,
    *,
    without: Collection[UUID] = (),
) -> Asked:
    """Read a question for a model and store it. Raises as `ask` does, before anything is stored."""
    text = _require_question(question)
    begun = authors.begin(text)
    with database.scoped(scope) as conn:
        search = _read(conn, scope, text, documents, without)
        answering.begin(conn, scope.user_id, begun, search.scope)
    return Asked(scope, search, AnswerInWriting(database, scope.beyond_sign_in(), begun, authors, embedder))


def _written(database: Database, asked: Asked, limits: PacketLimits | None) -> Answer:
    asked.writing.write(asked.search, limits or WRITER_LIMITS)
    with database.scoped(asked.scope) as conn:
        return answers.get(conn, asked.writing.id)


def _answer(conn: Connection, text: str, search: Search, packet: Packet) -> Answer:
    claims = _claims(conn, search, packet)
    unanswered = unanswered_parts(search.scope) if claims else ()
    not_there = partly_not_in_sources(unanswered) if unanswered else None
    return Answer(
        id=uuid4(),
        question=text,
        method=METHOD,
        model=None,
        created_at=datetime.now(UTC),
        claims=claims,
        packet=packet,
        not_in_sources=not_there if claims else not_in_sources(search.page_count, search.scope),
        unanswered=unanswered,
    )


def _claims(conn: Connection, search: Search, packet: Packet) -> tuple[Claim, ...]:
    sources = source_pages(conn, packet)
    stored = {passage.id for passage in passages.get_many(conn, [e.passage.id for e in packet.entries])}
    checker = ClaimChecker(packet, stored, sources)
    return tuple(checker.checked(claim) for claim in extract(search.question, packet, sources))


def _read(
    conn: Connection,
    scope: Scope,
    question: str,
    documents: Sequence[UUID] | None,
    without: Collection[UUID],
) -> Search:
    filings = filings_in_scope(conn, scope.user_id, documents)
    return read_search(conn, question, filings, picked=documents is not None, without=without)


def _require_question(question: str) -> str:
    text = " ".join(question.split())
    if not any(character.isalnum() for character in text):
        raise InvalidQuestion("The question has no words. Type what you want to know about the filings.")
    if len(text) > LONGEST_QUESTION:
        raise InvalidQuestion(
            f"The question has {len(text):,} characters; at most {LONGEST_QUESTION:,} are read. Shorten it."
        )
    return text
