"""How an answer's packet was found: the ranked pages, the lists that brought each, and the steps of the search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.errors import AccessDenied, NotFound
from pipeline.evidence.page import PageLabel
from pipeline.evidence.trace import ListName, SearchTrace, TraceHit, TracePage
from pipeline.store import pages
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope
from viewer import words
from viewer.citations import EvidenceState, PagePlace, Source
from viewer.packet_views import WITHHELD
from viewer.source_reader import SourceReader

View = dict[str, Any]

MOST_PAGES: Final = 10
"""Ranked pages that are listed before the reader asks for the others."""
DEEPEST: Final = 20
"""The rank from which a list's bar is empty: pages further down weigh next to nothing."""

ALWAYS: Final = (ListName.MEANING, ListName.WORDS, ListName.STATEMENTS, ListName.ROWS)
"""Lists that every search has. The others are shown where they brought a page."""
SHORT: Final = {
    ListName.MEANING: "Meaning",
    ListName.WORDS: "Words",
    ListName.STATEMENTS: "Statements",
    ListName.TOPICS: "Parts",
    ListName.ROWS: "Rows",
    ListName.PLANNED: "Planned",
    ListName.RERANKED: "Reranked",
}
EXPLAINED: Final = {
    ListName.MEANING: "Passages nearest in meaning",
    ListName.WORDS: "Passages with the question's words",
    ListName.STATEMENTS: "Financial statements that the asked items stand in",
    ListName.TOPICS: "Parts of a filing that speak of the question's topic",
    ListName.ROWS: "Table rows under the names of the asked items",
    ListName.PLANNED: "Searches that a model added",
    ListName.RERANKED: "The order that a reranker gave",
}


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A ranked page as the reader may see it: `source` and `page` are None where it is withheld, `page` also where the
    present reading of its version has no such page."""

    ranked: TracePage
    state: EvidenceState
    source: Source | None
    page: PagePlace | None


def found_pages(conn: Connection, scope: Scope, trace: SearchTrace) -> tuple[FoundPage, ...]:
    """The pages of a trace, each source's rights asked now."""
    reader = SourceReader(conn, scope)
    labels: dict[UUID, Sequence[PageLabel]] = {}
    found: list[FoundPage] = []
    for ranked in trace.pages:
        version = UUID(ranked.version_id)
        try:
            source = reader.source(version)
        except AccessDenied:
            found.append(FoundPage(ranked, EvidenceState.DENIED, None, None))
            continue
        except NotFound:
            found.append(FoundPage(ranked, EvidenceState.UNAVAILABLE, None, None))
            continue
        if version not in labels:
            labels[version] = pages.labels(conn, version)
        state = EvidenceState.SUPERSEDED if source.successor else EvidenceState.READY
        found.append(FoundPage(ranked, state, source, _place(ranked, labels[version])))
    return tuple(found)


def trace_view(trace: SearchTrace, found: Sequence[FoundPage]) -> View:
    """{"words", "item", "metrics", "floor", "problems", "lists", "pages", "most", "steps", "time"}, all in words."""
    lists = _lists(trace)
    return {
        "words": _count_words(trace),
        "item": trace.item,
        "metrics": [{"name": name, "items": list(items)} for name, items in trace.metrics],
        "floor": trace.floor,
        "problems": [step.problem for step in trace.steps if step.problem],
        "lists": [{"name": one.value, "short": SHORT[one], "explain": EXPLAINED[one]} for one in lists],
        "pages": [_row(one, lists) for one in found],
        "most": MOST_PAGES,
        "steps": [
            {
                "name": words.capitalised(step.name),
                "count": "" if step.count is None else f"{step.count:,}",
                "time": _time(step.milliseconds),
            }
            for step in trace.steps
        ],
        "time": _time(sum(step.milliseconds for step in trace.steps)),
    }


def trace_json(trace: SearchTrace, found: Sequence[FoundPage]) -> View:
    """A trace as exported: as it is stored, with the title and printed label of each page. A withheld page tells its
    rank and state and nothing else."""
    return trace.to_json() | {"pages": [_page_json(one) for one in found]}


def _page_json(one: FoundPage) -> View:
    ranked = one.ranked
    if one.source is None:
        return {"rank": ranked.rank, "state": one.state.value}
    return {
        "rank": ranked.rank,
        "state": one.state.value,
        "document_version": ranked.version_id,
        "title": one.source.title,
        "page_index": ranked.page_index,
        "display_page_label": one.page.printed if one.page else None,
        "score": ranked.score,
        "hits": [{"list": hit.list.value, "rank": hit.rank, "why": hit.why} for hit in ranked.hits],
        "handles": list(ranked.handles),
    }


def _place(ranked: TracePage, labels: Sequence[PageLabel]) -> PagePlace | None:
    if ranked.page_index >= len(labels):
        return None
    return PagePlace(ranked.page_index, labels[ranked.page_index], None)


def _lists(trace: SearchTrace) -> tuple[ListName, ...]:
    brought = {hit.list for page in trace.pages for hit in page.hits}
    return tuple(one for one in ListName if one in ALWAYS or one in brought)


def _row(one: FoundPage, lists: Sequence[ListName]) -> View:
    ranked = one.ranked
    if one.source is None:
        title, locus = WITHHELD[one.state]
        return {"rank": ranked.rank, "state": one.state.value, "title": title, "locus": locus, "handles": []}
    hits = {hit.list: hit for hit in ranked.hits}
    locus = words.short_locus(one.source, one.page)
    place = f"{one.source.title}, {locus}".replace(" · ", ", ")
    return {
        "rank": ranked.rank,
        "state": one.state.value,
        "title": one.source.title,
        "locus": locus,
        "hits": [_hit(hits[name]) if name in hits else None for name in lists],
        "why": [{"list": hit.list.value, "words": hit.why} for hit in ranked.hits if hit.why],
        "handles": [
            {
                "key": f"read:{handle}",
                "handle": handle,
                "aria": f"Passage {handle}. {place}. Opens source viewer.",
            }
            for handle in ranked.handles
        ],
    }


def _hit(hit: TraceHit) -> View:
    """A list's rank, and how long its bar is: 1 for the first page, 0 from the deepest that counts."""
    return {"rank": hit.rank, "share": max(0.0, 1 - (hit.rank - 1) / DEEPEST)}


def _count_words(trace: SearchTrace) -> str:
    count, problems = len(trace.pages), sum(bool(step.problem) for step in trace.steps)
    ranked = f"{count:,} {'page' if count == 1 else 'pages'} ranked" if count else "No page was found"
    went_wrong = f", {problems} {'step' if problems == 1 else 'steps'} failed" if problems else ""
    return f"{ranked}{went_wrong}"


def _time(milliseconds: float) -> str:
    if milliseconds >= 1_000:
        return f"{milliseconds / 1_000:.1f} s"
    return f"{milliseconds:.0f} ms" if milliseconds >= 1 else "< 1 ms"
