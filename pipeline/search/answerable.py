"""Whether a search brought anything that may answer its question, looked up where the similarity does not decide."""

from __future__ import annotations

from collections.abc import Mapping

from pipeline.evidence.content_words import stem, words
from pipeline.evidence.passage import PassageId
from pipeline.search.floor import FLOORS, Nearness, coverage, is_answerable, is_sure, rarities
from pipeline.search.reading import Search
from pipeline.store import passages, postings
from pipeline.store.connect import Connection

LOOKED_AT = 40
"""Passages of each search whose words are looked at."""

FEW_PASSAGES = 100
"""Less than half a report: that none of so few has a word says nothing, so that the similarity decides alone."""


def may_answer(
    conn: Connection,
    search: Search,
    model: str,
    similar: Mapping[PassageId, float],
    lexical: Mapping[PassageId, float],
) -> bool:
    """Whether the passages that both searches brought, best first, may answer the question; `model`: of the
    embeddings. A model without a measured floor lets everything pass."""
    floor = FLOORS.get(model)
    if floor is None:
        return True
    similarity = max(similar.values(), default=None)
    names_company = search.names_company
    decided = is_sure(floor, similarity, names_company=names_company)
    if decided is not None:
        return decided
    covered = _coverage(conn, search, similar, lexical)
    return is_answerable(floor, Nearness(similarity, covered, names_company))


def _coverage(
    conn: Connection,
    search: Search,
    similar: Mapping[PassageId, float],
    lexical: Mapping[PassageId, float],
) -> float:
    asked = {
        stem(word): word
        for word in words(search.question.text)
        if stem(word) in search.question.item and not any(letter.isdigit() for letter in word)
    }
    counts, total = postings.frequencies(conn, list(asked.values()), search.version_ids)
    if total < FEW_PASSAGES:
        return 1.0
    weights = rarities({word: counts.get(word, 0) for word in asked.values()}, total)
    looked_at = dict.fromkeys([*list(similar)[:LOOKED_AT], *list(lexical)[:LOOKED_AT]])
    return coverage(weights, passages.holding(conn, list(looked_at), list(weights)))
