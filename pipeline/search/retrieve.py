"""A question → its packet: dense and lexical search, fused, above a floor, bounded."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.trace import SearchTrace
from pipeline.index.embedding import Embedder, OfflineEmbedder
from pipeline.search.reading import Search
from pipeline.search.terms import (
    Question,
    Wants,
    item_pattern,
    item_phrases,
    lexical_terms,
    names_statement,
    read_quarters,
)
from pipeline.store import passages
from pipeline.store.connect import Connection

FUSION_K = 20
"""Reciprocal rank fusion: a passage at rank r of a list adds 1 / (FUSION_K + r). 20 measured best on filings."""

LABEL_WEIGHT = 3.0
"""A question for a figure is answered by a row: what prints the item as a row's label counts for more than both
searches, which like rows that talk much of the item better than the row that states it.
"""

DEPTH = 100
"""How many passages each search contributes."""

HEADING_REACH = 200
"""Characters at a passage's beginning that may be a heading."""


_FIGURE_FOLLOWS = re.compile(r"[\s.:®™*]*[($€£\s]*\d")


@dataclass(frozen=True, slots=True)
class Floor:
    """Cosine similarities: below `question` for the best passage, nothing answers the question; a passage below
    `passage` is left out, unless it prints the item asked for.
    """

    question: float
    passage: float


FLOORS = {OfflineEmbedder.name: Floor(question=0.35, passage=0.20)}
"""By embedding model, because each has its own scale; a model that was not measured has none.

Measured on 16 filings (3,690 passages): best similarity of 36 questions that they answer 0.38 to 0.83, of 22 on other
matters 0.19 to 0.43 (17 below 0.35). Questions about other companies' figures (44) reach 0.35 to 0.68, as high as
answerable ones: no floor tells those, names do. The passage that was rightly cited had 0.22 to 0.80.
"""

NO_FLOOR = Floor(-1.0, -1.0)


@dataclass(frozen=True, slots=True)
class PacketLimits:
    """Most passages and most characters of a packet; up to `filings` filings have an equal share of it."""

    entries: int = 12
    characters: int = 16_000
    filings: int = 4


USUAL_LIMITS = PacketLimits()


@dataclass(frozen=True, slots=True)
class Found:
    """What a search gives: the packet, and how it came to it."""

    packet: Packet
    trace: SearchTrace


def search_for(
    conn: Connection, embedder: Embedder, search: Search, limits: PacketLimits = USUAL_LIMITS
) -> Found:
    """The passages that a question is answered from, best first, each with its handle.

    The packet is empty when nothing is above the floor. Raises EndpointError when the embedding endpoint fails.
    """
    return Found(_packet(conn, embedder, search, limits), SearchTrace(" ".join(search.question.item)))


def _packet(conn: Connection, embedder: Embedder, search: Search, limits: PacketLimits) -> Packet:
    if not search.filings:
        return Packet()
    similar = dict(_nearest(conn, embedder, search))
    floor = FLOORS.get(embedder.name, NO_FLOOR)
    if max(similar.values(), default=1.0) < floor.question:
        return Packet()
    lexical = [
        found
        for found, _ in passages.lexical(conn, lexical_terms(search.question), search.version_ids, DEPTH)
    ]
    by_id = {
        passage.id: passage for passage in passages.get_many(conn, [*dict.fromkeys([*similar, *lexical])])
    }
    printed = _printing_the_item(search.question, by_id.values())
    label_weight = LABEL_WEIGHT if search.question.wants is Wants.FIGURE else 1.0
    fused = _fuse([(list(similar), 1.0), (lexical, 1.0), (printed, label_weight)])
    titles = {str(filing.version_id): filing.title for filing in search.filings}
    eligible = [
        found
        for found in sorted(fused, key=lambda found: (-fused[found], found))
        if (similar.get(found, -1.0) >= floor.passage or found in printed)
        and all(name.is_said_by(by_id[found]) for name in search.required)
    ]
    chosen = _bounded([by_id[found] for found in eligible], limits)
    return Packet.of((passage, titles[passage.id.version], fused[passage.id]) for passage in chosen)


def _nearest(conn: Connection, embedder: Embedder, search: Search) -> list[tuple[PassageId, float]]:
    vector = embedder.embed([search.question.text])[0]
    return passages.nearest(conn, vector, embedder.name, search.version_ids, DEPTH)


def _printing_the_item(question: Question, found: Iterable[Passage]) -> list[PassageId]:
    """Passages that print the item in one piece, best first: as a row's label, in a financial statement, in the
    asked period, under the asked words rather than others. A proper name counts too: "Germany" is a row's label.
    """
    patterns = [item_pattern(phrase) for phrase in (*item_phrases(question), *question.names)]
    ranked: list[tuple[float, PassageId]] = []
    for passage in found:
        strength = max(
            _printed_strength(pattern, passage.text) - 0.5 * bool(other)
            for other, pattern in enumerate(patterns)
        )
        if strength > 0:
            stated = names_statement(f"{passage.context}\n{passage.text[:HEADING_REACH]}")
            ranked.append((strength + stated + _period_strength(question, passage), passage.id))
    return [passage_id for _, passage_id in sorted(ranked, key=lambda item: (-item[0], item[1]))]


def _printed_strength(pattern: re.Pattern[str], text: str) -> float:
    """3 when the item is a row's whole label, 2 when it begins a line, 1 when it stands elsewhere, else 0."""
    best = 0.0
    for match in pattern.finditer(text):
        if match.start() and text[match.start() - 1] != "\n":
            best = max(best, 1.0)
        elif _FIGURE_FOLLOWS.match(text, match.end()):
            return 3.0
        else:
            best = 2.0
    return best


def _period_strength(question: Question, passage: Passage) -> float:
    """1 when text or context name every part of the asked period, less for less."""
    said = f"{passage.context}\n{passage.text}"
    parts = [any(str(year) in said for year in question.years)] if question.years else []
    if question.quarters:
        named = read_quarters(passage.context) & question.quarters
        parts.append(bool(named) or "three months" in said.lower())
    return sum(parts) / len(parts) if parts else 0.0


def _fuse(rankings: Sequence[tuple[Sequence[PassageId], float]]) -> dict[PassageId, float]:
    """Reciprocal rank fusion: the sum of weight / (FUSION_K + rank) over (ranking, weight), ranks from 1."""
    fused: dict[PassageId, float] = {}
    for ranking, weight in rankings:
        for rank, found in enumerate(ranking, start=1):
            fused[found] = fused.get(found, 0.0) + weight / (FUSION_K + rank)
    return fused


def _bounded(ranked: Sequence[Passage], limits: PacketLimits) -> list[Passage]:
    """The best passages within the limits, in their order.

    Each of up to `limits.filings` filings has its share of the places first: filings that disagree must all be
    in the packet. What they leave free goes to the best of the rest.
    """
    filings = len({passage.id.version for passage in ranked})
    share = -(-limits.entries // max(1, min(filings, limits.filings)))
    taken: Counter[str] = Counter()
    first: list[Passage] = []
    rest: list[Passage] = []
    for passage in ranked:
        taken[passage.id.version] += 1
        (first if taken[passage.id.version] <= share else rest).append(passage)
    chosen: set[PassageId] = set()
    characters = 0
    for passage in [*first, *rest]:
        if len(chosen) < limits.entries and characters + len(passage.text) <= limits.characters:
            chosen.add(passage.id)
            characters += len(passage.text)
    return [passage for passage in ranked if passage.id in chosen]
