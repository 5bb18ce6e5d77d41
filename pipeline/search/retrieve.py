"""A question → its packet: pages ranked by several lists, their passages chosen, above a floor, bounded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.trace import SearchTrace, TracePage
from pipeline.index.embedding import Embedder
from pipeline.search.answerable import may_answer
from pipeline.search.floor import TOLD, least_similarity
from pipeline.search.packing import (
    LABEL_WEIGHT,
    PAGES_READ,
    USUAL_LIMITS,
    PacketLimits,
    bounded,
    input_pages,
    inputs,
    passage_scores,
)
from pipeline.search.pages import PageRef, page_of
from pipeline.search.planned_pages import PLANNED_ROWS, PLANNED_WORDS
from pipeline.search.printed_item import printing_the_item
from pipeline.search.ranking import PageRanking, rank_pages
from pipeline.search.reading import Search
from pipeline.search.terms import Wants, item_words
from pipeline.store import passages
from pipeline.store.connect import Connection

STATED = 0.75
"""Strength of a row that states a line item: its usual name, in its statement."""

SEARCHED = 60
"""Passages of each search that are looked at, whatever their pages."""

TRACED_PAGES = 25
"""Pages that a trace tells of: what the packet is from, and what came close."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search gives: the packet, and how it came to it."""

    packet: Packet
    trace: SearchTrace


def search_for(
    conn: Connection, embedder: Embedder, search: Search, limits: PacketLimits = USUAL_LIMITS
) -> Found:
    """The passages that a question is answered from, each with its handle: the inputs of a calculation first, then the
    best of the best pages.

    The packet is empty when nothing is above the floor. Raises EndpointError when the embedding endpoint fails.
    """
    if not search.filings:
        return Found(Packet(), SearchTrace(item_words(search.question), floor="No filing is in scope."))
    return packed(conn, embedder, search, rank_pages(conn, embedder, search), limits)


def packed(
    conn: Connection, embedder: Embedder, search: Search, ranking: PageRanking, limits: PacketLimits
) -> Found:
    """The packet of ranked pages, which is empty when nothing is above the floor."""
    if (why := below_floor(conn, embedder, search, ranking)) is not None:
        return refused(search, ranking, why)
    return chosen(conn, embedder, search, ranking, limits)


def refused(search: Search, ranking: PageRanking, why: str) -> Found:
    """An empty packet, and why it is that."""
    return Found(Packet(), _trace(search, ranking, Packet(), why))


def chosen(
    conn: Connection, embedder: Embedder, search: Search, ranking: PageRanking, limits: PacketLimits
) -> Found:
    """The packet of ranked pages of which something is above the floor."""
    packet = _packet(conn, search, ranking, least_similarity(embedder.name), limits)
    return Found(packet, _trace(search, ranking, packet, None))


def below_floor(conn: Connection, embedder: Embedder, search: Search, ranking: PageRanking) -> str | None:
    """Why nothing in the filings answers the question; None where something may."""
    if search.names_company and _prints_an_item(ranking):
        return None
    return None if may_answer(conn, search, embedder.name, ranking.similar, ranking.lexical) else TOLD


def _prints_an_item(ranking: PageRanking) -> bool:
    """Whether a row of the filings states a line item that the question asks for: it answers, however the question is
    worded. Questions say at length how they want to be answered, which is near no passage."""
    stated = (row.strength >= STATED for rows in ranking.rows.values() for row in rows)
    return bool(ranking.needs.items) and any(stated)


def _packet(
    conn: Connection, search: Search, ranking: PageRanking, least: float, limits: PacketLimits
) -> Packet:
    best = [ranked.page for ranked in ranking.pages[:PAGES_READ]]
    computing = input_pages(ranking.rows, search.weights) if ranking.needs.computes else []
    planning = input_pages(ranking.planned.rows, search.weights)
    by_id = {passage.id: passage for passage in _texts(conn, ranking, [*best, *computing, *planning])}
    printed = printing_the_item(search.question, by_id.values())
    label_weight = LABEL_WEIGHT if search.question.wants is Wants.FIGURE else 1.0
    page_scores = {ranked.page: ranked.score for ranked in ranking.pages}
    planned = ranking.planned.row_passages(by_id.values(), search.weights)
    rankings = [
        (list(ranking.similar), 1.0),
        (list(ranking.lexical), 1.0),
        (printed, label_weight),
        (planned, PLANNED_ROWS),
        (list(ranking.planned.words), PLANNED_WORDS),
    ]
    scores = passage_scores(page_scores, rankings)
    eligible = [
        by_id[found]
        for found in sorted(scores, key=lambda found: (-scores[found], found))
        if found in by_id
        and (ranking.similar.get(found, -1.0) >= least or found in printed or found in planned)
        and all(name.is_said_by(by_id[found]) for name in search.required)
    ]
    first = _inputs(search, ranking, by_id.values()) if ranking.needs.computes else []
    titles = {str(filing.version_id): filing.title for filing in search.filings}
    taken = bounded(first, eligible, limits, search.weights)
    return Packet.of(
        (
            passage,
            titles[passage.id.version],
            scores.get(passage.id, page_scores.get(page_of(passage.id), 0.0)),
        )
        for passage in taken
    )


def _texts(conn: Connection, ranking: PageRanking, pages: Sequence[PageRef]) -> list[Passage]:
    """The passages of these pages, and the best ones of the searches."""
    found = passages.of_pages(conn, dict.fromkeys(pages))
    have = {passage.id for passage in found}
    searches = (ranking.similar, ranking.lexical, ranking.planned.words)
    searched: list[PassageId] = [one for found_by in searches for one in list(found_by)[:SEARCHED]]
    return found + passages.get_many(conn, [one for one in searched if one not in have])


def _inputs(search: Search, ranking: PageRanking, found: Iterable[Passage]) -> list[Passage]:
    by_page: dict[PageRef, list[Passage]] = {}
    for passage in sorted(found, key=lambda passage: passage.id):
        by_page.setdefault(page_of(passage.id), []).append(passage)
    return [
        passage
        for passage in inputs(search.question, ranking.needs, ranking.rows, by_page, search.weights)
        if all(name.is_said_by(passage) for name in search.required)
    ]


def _trace(search: Search, ranking: PageRanking, packet: Packet, floor: str | None) -> SearchTrace:
    handles: dict[PageRef, list[str]] = {}
    for entry in packet.entries:
        handles.setdefault(page_of(entry.passage.id), []).append(str(entry.handle))
    pages = [
        TracePage(
            str(ranked.page.version_id),
            ranked.page.page_index,
            rank,
            round(ranked.score, 5),
            ranked.hits,
            tuple(handles.get(ranked.page, ())),
        )
        for rank, ranked in enumerate(ranking.pages, start=1)
        if rank <= TRACED_PAGES or ranked.page in handles
    ]
    metrics = tuple((metric.name, metric.items) for metric in ranking.needs.metrics)
    return SearchTrace(item_words(search.question), metrics, ranking.steps, tuple(pages), floor)
