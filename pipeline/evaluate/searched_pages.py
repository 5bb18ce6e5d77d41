"""What a search ranks and packs for a question, as the measures take it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from uuid import UUID

from pipeline.answer.written import WRITER_LIMITS
from pipeline.evidence.packet import Packet
from pipeline.index.embedding import Embedder
from pipeline.search.aided import aided_ranking
from pipeline.search.aids import Aids
from pipeline.search.packing import USUAL_LIMITS
from pipeline.search.pages import PageRef
from pipeline.search.reading import Search
from pipeline.search.retrieve import packed
from pipeline.store.database import Database
from pipeline.store.scope import Scope


@dataclass(frozen=True, slots=True)
class SearchedPages:
    """`ranked`: distinct pages from the best. `packet`: the pages that an answer without a model is made of, and of how
    many passages; `writers_packet`: those that a model reads. `problems`: what went wrong with a model's help.
    `seconds`: for ranking and packing without a model."""

    ranked: tuple[PageRef, ...] = ()
    packet: frozenset[PageRef] = frozenset()
    entries: int = 0
    writers_packet: frozenset[PageRef] = frozenset()
    problems: tuple[str, ...] = ()
    seconds: float = 0.0


def searched_pages(
    database: Database, scope: Scope, embedder: Embedder, search: Search, aids: Aids
) -> SearchedPages:
    """Search as `pincite ask` does, models asked once; nothing when no filing is searched.

    Raises EndpointError when the embedding endpoint fails.
    """
    if not search.filings:
        return SearchedPages()
    started = time.perf_counter()
    ranking = aided_ranking(database, scope, embedder, search, aids)
    with database.scoped(scope) as conn:
        packet = packed(conn, embedder, search, ranking, USUAL_LIMITS).packet
        seconds = time.perf_counter() - started
        writers = packed(conn, embedder, search, ranking, WRITER_LIMITS).packet
    return SearchedPages(
        tuple(ranked.page for ranked in ranking.pages),
        _pages(packet),
        len(packet.entries),
        _pages(writers),
        tuple(step.problem for step in ranking.steps if step.problem),
        seconds,
    )


def _pages(packet: Packet) -> frozenset[PageRef]:
    return frozenset(
        PageRef(UUID(entry.passage.id.version), entry.passage.id.page_index) for entry in packet.entries
    )
