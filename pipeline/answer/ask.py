"""A question → a stored answer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID, uuid4

from pipeline.answer.checker import ClaimChecker
from pipeline.answer.extractive import METHOD, extract
from pipeline.answer.source_pages import source_pages
from pipeline.evidence.answer import Answer, Claim
from pipeline.evidence.errors import EvidenceError
from pipeline.evidence.packet import Packet
from pipeline.index.embedding import Embedder
from pipeline.search.filings import filings_in_scope
from pipeline.search.retrieve import USUAL_LIMITS, PacketLimits, Search, packet_for, read_search
from pipeline.store import answers, passages
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
    limits: PacketLimits = USUAL_LIMITS,
) -> Answer:
    """Answer a question from `documents` (their current versions; None: everything readable) and store the answer.

    Raises InvalidQuestion, NotFound for a document that does not exist, AccessDenied for one that the user may not
    read, and EndpointError when the embedding endpoint fails; then nothing is stored.
    """
    text = _require_question(question)
    with database.scoped(scope) as conn:
        search = read_search(conn, text, filings_in_scope(conn, scope.user_id, documents))
        packet = packet_for(conn, embedder, search, limits)
        answer = _answer(conn, text, search, packet)
        answers.save(conn, scope.user_id, answer, _chosen(documents))
    return answer


def _answer(conn: Connection, text: str, search: Search, packet: Packet) -> Answer:
    claims = _claims(conn, search, packet)
    return Answer(
        id=uuid4(),
        question=text,
        method=METHOD,
        model=None,
        created_at=datetime.now(UTC),
        claims=claims,
        packet=packet,
        not_in_sources=None if claims else not_in_sources(search.page_count),
    )


def _claims(conn: Connection, search: Search, packet: Packet) -> tuple[Claim, ...]:
    sources = source_pages(conn, packet)
    stored = {passage.id for passage in passages.get_many(conn, [e.passage.id for e in packet.entries])}
    checker = ClaimChecker(packet, stored, sources)
    return tuple(checker.checked(claim) for claim in extract(search.question, packet, sources))


def _chosen(documents: Sequence[UUID] | None) -> dict[str, object] | None:
    return None if documents is None else {"documents": [str(document) for document in documents]}


def not_in_sources(page_count: int) -> str:
    """The sentence that stands in place of claims."""
    return f"Not in the sources. {page_count:,} {'page' if page_count == 1 else 'pages'} searched."


def _require_question(question: str) -> str:
    text = " ".join(question.split())
    if not any(character.isalnum() for character in text):
        raise InvalidQuestion("The question has no words. Type what you want to know about the filings.")
    if len(text) > LONGEST_QUESTION:
        raise InvalidQuestion(
            f"The question has {len(text):,} characters; at most {LONGEST_QUESTION:,} are read. Shorten it."
        )
    return text
