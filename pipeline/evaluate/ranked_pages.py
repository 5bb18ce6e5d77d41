"""The pages that a search ranks, and those of its packet, as the measures take them."""

from __future__ import annotations

from uuid import UUID

from pipeline.evidence.packet import Packet
from pipeline.index.embedding import Embedder
from pipeline.search.pages import PageRef
from pipeline.search.ranking import rank_pages
from pipeline.search.reading import Search
from pipeline.store.connect import Connection


def ranked_pages(conn: Connection, embedder: Embedder, search: Search) -> tuple[PageRef, ...]:
    """Distinct pages from the best; none when no filing is searched. Raises EndpointError when the embedding endpoint
    fails."""
    if not search.filings:
        return ()
    return tuple(ranked.page for ranked in rank_pages(conn, embedder, search).pages)


def packet_pages(packet: Packet) -> frozenset[PageRef]:
    """The pages that a packet's entries are of."""
    return frozenset(
        PageRef(UUID(entry.passage.id.version), entry.passage.id.page_index) for entry in packet.entries
    )
