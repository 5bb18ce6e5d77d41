"""The pages that a search ranks, from the best, as the measures take them."""

from __future__ import annotations

from uuid import UUID

from pipeline.evaluate.retrieval_measures import Page
from pipeline.evidence.packet import Packet
from pipeline.index.embedding import Embedder
from pipeline.search.reading import Search
from pipeline.search.retrieve import PacketLimits, search_for
from pipeline.store.connect import Connection

EVERY_PASSAGE = PacketLimits(entries=10_000, characters=100_000_000)
"""Limits that leave no passage out of a packet."""


def ranked_pages(conn: Connection, embedder: Embedder, search: Search) -> tuple[Page, ...]:
    """Distinct pages from the best. Raises EndpointError when the embedding endpoint fails."""
    return packet_pages(search_for(conn, embedder, search, EVERY_PASSAGE).packet)


def packet_pages(packet: Packet) -> tuple[Page, ...]:
    """The distinct pages of a packet's entries, in their order."""
    pages = ((UUID(entry.passage.id.version), entry.passage.id.page_index) for entry in packet.entries)
    return tuple(dict.fromkeys(pages))
