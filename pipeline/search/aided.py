"""A search with a model's help: it may add pages and order the best ones, of the filings that are searched anyway."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from pipeline.evidence.passage import Passage
from pipeline.evidence.trace import ListName, TraceHit, TraceStep
from pipeline.index.embedding import Embedder
from pipeline.model.stopped import Stopped, never
from pipeline.search.aids import NO_AIDS, Aids
from pipeline.search.packing import PacketLimits
from pipeline.search.pages import PageRef, RankedPage, fused, page_of
from pipeline.search.plan import UNPLANNED, Planned
from pipeline.search.planned_pages import planned_pages
from pipeline.search.ranking import LOOKED_INTO, PageRanking, rank_pages
from pipeline.search.reading import Search
from pipeline.search.reranking import Reranked
from pipeline.search.retrieve import Found, below_floor, chosen, refused, search_for
from pipeline.store import passages
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope

RERANKED = 20
"""Pages that a reranker orders: twice as many as a packet is made of."""

PAGE_CHARACTERS = 1_600
"""Of a page that a reranker reads, its best passages: rerankers read some 512 tokens of a text."""

CONTEXT_CHARACTERS = 300
"""Of the words that say whose page it is and under which headings it stands."""


def aided_search(
    database: Database,
    scope: Scope,
    embedder: Embedder,
    search: Search,
    limits: PacketLimits,
    aids: Aids = NO_AIDS,
    stopped: Stopped = never,
) -> Found:
    """As `search_for`, with the help of `aids`. What fails of them is said in the trace, and the search goes on without
    it. Nothing is asked of a model while a transaction is open, nor about what no filing answers."""
    with database.scoped(scope) as conn:
        if aids == NO_AIDS or not search.filings:
            return search_for(conn, embedder, search, limits)
        ranking = rank_pages(conn, embedder, search)
        if (why := below_floor(conn, embedder, search, ranking)) is not None:
            return refused(search, ranking, why)
    planned = aids.planner.plan(search.question.text, stopped) if aids.planner else UNPLANNED
    with database.scoped(scope) as conn:
        ranking = with_plan(conn, search, ranking, planned)
        texts = page_texts(conn, search, ranking) if aids.reranker else []
    if aids.reranker and texts:
        ranking = with_order(ranking, aids.reranker.rerank(search.question.text, texts, stopped))
    with database.scoped(scope) as conn:
        return chosen(conn, embedder, search, ranking, limits)


def aided_ranking(
    database: Database, scope: Scope, embedder: Embedder, search: Search, aids: Aids = NO_AIDS
) -> PageRanking:
    """The pages alone, as `aided_search` ranks them, whatever the floor says; for measuring."""
    with database.scoped(scope) as conn:
        ranking = rank_pages(conn, embedder, search)
    planned = aids.planner.plan(search.question.text) if aids.planner else UNPLANNED
    with database.scoped(scope) as conn:
        ranking = with_plan(conn, search, ranking, planned)
        texts = page_texts(conn, search, ranking) if aids.reranker else []
    return (
        with_order(ranking, aids.reranker.rerank(search.question.text, texts)) if aids.reranker else ranking
    )


def with_plan(conn: Connection, search: Search, ranking: PageRanking, planned: Planned) -> PageRanking:
    """The ranking with the plan's lists fused into it. Pages are only added and moved, in the filings of the search."""
    if planned.step is None:
        return ranking
    started = time.perf_counter()
    found = planned_pages(conn, _looked_into(search, ranking), planned.plan)
    added = fused(found.lists(), search.weights)
    milliseconds = round(1000 * (time.perf_counter() - started), 1)
    steps = (*ranking.steps, planned.step, TraceStep("pages of the plan", len(added), milliseconds))
    return replace(ranking, pages=_merged(ranking.pages, added), steps=steps, planned=found)


def with_order(ranking: PageRanking, reranked: Reranked) -> PageRanking:
    """The ranking with its best pages in a reranker's order: the same pages, which trade their scores."""
    steps = (*ranking.steps, reranked.step)
    if not reranked.order:
        return replace(ranking, steps=steps)
    count = len(reranked.order)
    first, rest = ranking.pages[:count], ranking.pages[count:]
    ordered = [
        replace(first[position], score=first[rank].score, hits=_with_rank(first[position], rank, reranked))
        for rank, position in enumerate(reranked.order)
    ]
    return replace(ranking, pages=(*ordered, *rest), steps=steps)


def page_texts(conn: Connection, search: Search, ranking: PageRanking) -> list[str]:
    """What a reranker reads of each of the best pages: whose it is, and those of its passages that are nearest to the
    question, in their order on the page."""
    best = [ranked.page for ranked in ranking.pages[:RERANKED]]
    of_page: dict[PageRef, list[Passage]] = {page: [] for page in best}
    for passage in passages.of_pages(conn, best):
        of_page[page_of(passage.id)].append(passage)
    titles = {filing.version_id: filing.title for filing in search.filings}
    return [_page_text(titles[page.version_id], found, ranking) for page, found in of_page.items()]


def _looked_into(search: Search, ranking: PageRanking) -> Sequence[UUID]:
    """The filings that a plan is looked for in: all, or those that the ranking speaks for."""
    if len(search.filings) <= LOOKED_INTO:
        return search.version_ids
    return list(dict.fromkeys(ranked.page.version_id for ranked in ranking.pages))[:LOOKED_INTO]


def _merged(pages: Sequence[RankedPage], added: Sequence[RankedPage]) -> tuple[RankedPage, ...]:
    """Pages by the sum of their scores in both. What a plan brought is one list, ranked by all of its searches."""
    merged = {ranked.page: ranked for ranked in pages}
    for rank, one in enumerate(added, start=1):
        had = merged.get(one.page, RankedPage(one.page, 0.0, ()))
        hit = TraceHit(ListName.PLANNED, rank, ", ".join(dict.fromkeys(hit.why for hit in one.hits)))
        merged[one.page] = RankedPage(one.page, had.score + one.score, (*had.hits, hit))
    return tuple(sorted(merged.values(), key=lambda ranked: (-ranked.score, ranked.page)))


def _page_text(title: str, found: Sequence[Passage], ranking: PageRanking) -> str:
    near = sorted(
        found, key=lambda one: (-ranking.similar.get(one.id, -1.0), -ranking.lexical.get(one.id, 0.0), one.id)
    )
    chosen: list[Passage] = []
    left = PAGE_CHARACTERS
    for passage in near:
        if chosen and len(passage.text) > left:
            continue
        chosen.append(passage)
        left -= len(passage.text)
    texts = [passage.text for passage in sorted(chosen, key=lambda one: one.id)]
    context = chosen[0].context[:CONTEXT_CHARACTERS] if chosen else ""
    return "\n".join([context or title, "\n".join(texts)[:PAGE_CHARACTERS]])


def _with_rank(page: RankedPage, rank: int, reranked: Reranked) -> tuple[TraceHit, ...]:
    why = f"score {reranked.scores[rank]:.3g}" if rank < len(reranked.scores) else "no score"
    return (*page.hits, TraceHit(ListName.RERANKED, rank + 1, why))
