"""The inverted index of each version: which passages hold a word, and how much each says by it (BM25).

Postgres' own index on word lists is of no use here: its matching operator may not run before row-level security has
passed every row. And ranking by reading each matching passage's word list took 0.4 s over 14,000 passages, where
adding up stored weights takes a few milliseconds.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from pipeline.evidence.passage import PassageId
from pipeline.store.connect import Connection

SATURATION = 1.2
"""BM25's k1: how soon repeating a word stops counting."""

LENGTH_SHARE = 0.75
"""BM25's b: how much a longer passage has to say it more often."""

CONTEXT_WEIGHT = 0.25
"""What a word of a passage's context (title, section, headers, units) counts beside a word of its own."""

READ = 16
"""Versions whose passages are always looked at, and as many of a wide search for frequent words."""

ENTRIES_READ = 12_000
"""Passages that hold the words of a wide search, each counted once a word: up to so many are all looked at, in some
8 ms. Names that nearly nobody says are always found everywhere.
"""

PHRASES_READ = 100
"""Passages of a search that is cut short which are looked at for the order of a phrase's words."""


def add(conn: Connection, version_id: UUID, passage_ids: Sequence[str]) -> None:
    """Index passages just stored: one row a word of the version, with its passages and their BM25 weights."""
    conn.execute(
        """
        with words as (
            select page_index, ordinal, lexeme,
                   cardinality(array_remove(weights, 'C')) * (1 - %(context)s::float8)
                       + cardinality(weights) * %(context)s as frequency
            from passages, unnest(lexemes) where version_id = %(version)s and id = any(%(ids)s)
        ), lengths as (
            select page_index, ordinal, sum(frequency) as length, avg(sum(frequency)) over () as usual
            from words group by page_index, ordinal
        ), weighed as (
            select page_index, ordinal, lexeme, frequency * (%(k1)s + 1)
                   / (frequency + %(k1)s * (1 - %(b)s::float8 + %(b)s * length / usual)) as weight
            from words join lengths using (page_index, ordinal)
        )
        insert into postings (version_id, lexeme, page_indexes, ordinals, weights, passages, best)
        select %(version)s, lexeme, array_agg(page_index), array_agg(ordinal), array_agg(weight::real), count(*),
               max(weight)
        from weighed group by lexeme
        on conflict (tenant_id, version_id, lexeme) do update set
            page_indexes = postings.page_indexes || excluded.page_indexes,
            ordinals = postings.ordinals || excluded.ordinals,
            weights = postings.weights || excluded.weights,
            passages = postings.passages + excluded.passages,
            best = greatest(postings.best, excluded.best)
        """,
        {
            "version": version_id,
            "ids": list(passage_ids),
            "context": CONTEXT_WEIGHT,
            "k1": SATURATION,
            "b": LENGTH_SHARE,
        },
    )


@dataclass(frozen=True, slots=True)
class Worded:
    """Passages by BM25, best first. `read`: of how many of the `searched` filings the passages were looked at; of the
    others it is only known that their best ones are likely to be worse."""

    found: tuple[tuple[PassageId, float], ...]
    read: int
    searched: int

    @property
    def is_exact(self) -> bool:
        """Whether no passage was left out."""
        return self.read == self.searched


def search(
    conn: Connection, terms: Sequence[str], version_ids: Sequence[UUID], total: int, limit: int
) -> Worded:
    """The passages of the versions, which have `total` together, that hold at least one term, by BM25, best first;
    access is the caller's matter.

    A term of several words is a phrase: its passages hold all its words, and are looked at for their order. How rare
    a word is is counted among all searched passages. Of more than READ versions that hold frequent words, the passages
    of READ are ranked, whose best can rank highest: reading what 950 filings hold of ten words takes half a second.
    """
    asked = _lexemes(conn, terms)
    if not asked or not version_ids:
        return Worded((), len(version_ids), len(version_ids))
    lexemes = {lexeme for of_term in asked.values() for lexeme in of_term}
    holding: dict[str, int] = {}
    read = version_ids
    if len(version_ids) > READ:
        read, holding = _likeliest(conn, lexemes, version_ids, total)
    is_cut = sum(holding.values()) > ENTRIES_READ
    keys = _Keys(read)
    entries = _entries(conn, keys, lexemes)
    found: list[_Entries] = []
    for term, of_term in asked.items():
        holders = _all_of([entries[lexeme] for lexeme in of_term if lexeme in entries], len(of_term))
        if len(of_term) > 1:
            holders = _in_order(conn, keys, term, _heaviest(holders) if is_cut else holders)
        count = _count(len(holders[0]), of_term, entries, holding) if is_cut else len(holders[0])
        found.append((holders[0], holders[1] * _rarity(total, count)))
    best = tuple((keys.passage(key), rank) for key, rank in _best(found, limit))
    return Worded(best, len(read) if is_cut else len(version_ids), len(version_ids))


def _likeliest(
    conn: Connection, lexemes: Collection[str], version_ids: Sequence[UUID], total: int
) -> tuple[list[UUID], dict[str, int]]:
    """The versions whose best passages can rank highest, were each word's best passage the same one, READ of them when
    the words are frequent; and how many passages of all versions hold each word."""
    rows = conn.execute(
        """
        with held as materialized (
            select lexeme, version_id, passages, best from postings where lexeme = any(%(lexemes)s)
        ), searched as materialized (
            select * from held where version_id = any(%(versions)b)
        ), words as materialized (
            select lexeme, sum(passages)::float8 as holding from searched group by lexeme
        )
        (select version_id, null, null from searched join words using (lexeme)
         group by version_id
         order by sum(best * ln(1 + (%(total)s - holding + 0.5::float8) / (holding + 0.5::float8))) desc, version_id
         limit (select %(read)s where (select sum(holding) from words) > %(entries)s))
        union all
        select null, lexeme, holding from words
        """,
        {
            "lexemes": list(lexemes),
            "versions": list(version_ids),
            "total": total,
            "read": READ,
            "entries": ENTRIES_READ,
        },
        prepare=False,
    ).fetchall()
    return (
        [version_id for version_id, _, _ in rows if version_id],
        {lexeme: int(holding) for _, lexeme, holding in rows if lexeme},
    )


def _count(
    count: int, lexemes: Sequence[str], entries: Mapping[str, _Entries], holding: Mapping[str, int]
) -> float:
    """In how many of all searched passages a term is, when it is in `count` of those that were read: for a word it is
    known, and for a phrase taken to be as much more as for the rarest of its words."""
    if not count:
        return count
    rarest = min(lexemes, key=lambda lexeme: holding[lexeme])
    return count * holding[rarest] / len(entries[rarest][0])


def _rarity(total: int, count: float) -> float:
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def _heaviest(holders: _Entries) -> _Entries:
    """The passages of which most is said by the words, to be looked at for their order."""
    order = np.argsort(-holders[1], kind="stable")[:PHRASES_READ]
    return holders[0][order], holders[1][order]


def frequencies(
    conn: Connection, words: Sequence[str], version_ids: Sequence[UUID]
) -> tuple[dict[str, int], int]:
    """How many passages of the versions have each word, in any of its endings, and how many passages there are. Words
    that are not indexed, because they are in every text, are left out."""
    asked = _lexemes(conn, words)
    rows = conn.execute(
        """
        select lexeme, sum(passages) from postings
        where version_id = any(%b) and lexeme = any(%s) group by lexeme
        """,
        (list(version_ids), [lexeme for lexemes in asked.values() for lexeme in lexemes]),
        prepare=False,  # a plan made for all versions is wrong for one
    )
    counts = {lexeme: int(count) for lexeme, count in rows}
    found = {word: min(counts.get(lexeme, 0) for lexeme in lexemes) for word, lexemes in asked.items()}
    return found, passage_count(conn, version_ids)


class _Keys:
    """Passages as single integers, in the order of version, page and ordinal: numpy adds those up fast."""

    def __init__(self, version_ids: Sequence[UUID]) -> None:
        self.version_ids = sorted(set(version_ids))
        self._positions = {version_id: position for position, version_id in enumerate(self.version_ids)}

    def of(self, version_id: UUID, page_indexes: Sequence[int], ordinals: Sequence[int]) -> NDArray[np.int64]:
        pages = np.asarray(page_indexes, dtype=np.int64)
        return (self._positions[version_id] << 42) | (pages << 21) | np.asarray(ordinals, dtype=np.int64)

    def passage(self, key: int) -> PassageId:
        return PassageId(str(self.version_ids[key >> 42]), key >> 21 & _LOW, key & _LOW)


_LOW = (1 << 21) - 1
_Entries = tuple[NDArray[np.int64], NDArray[np.float64]]
"""Keys of passages and a weight of each."""

_NONE: _Entries = (np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float64))


def _lexemes(conn: Connection, terms: Sequence[str]) -> dict[str, list[str]]:
    """Each term with its words as they are indexed; terms without any are left out."""
    rows = conn.execute(
        "select term, tsvector_to_array(to_tsvector('english', term)) from unnest(%s::text[]) as t (term)",
        (list(dict.fromkeys(terms)),),
    )
    return {term: lexemes for term, lexemes in rows if lexemes}


def _entries(conn: Connection, keys: _Keys, lexemes: Collection[str]) -> dict[str, _Entries]:
    rows = conn.execute(
        """
        select lexeme, version_id, page_indexes, ordinals, weights from postings
        where version_id = any(%s) and lexeme = any(%s)
        """,
        (keys.version_ids, list(lexemes)),
        prepare=False,  # a plan made for all versions is wrong for one
        binary=True,
    )
    found: dict[str, list[_Entries]] = {}
    for lexeme, version_id, page_indexes, ordinals, weights in rows:
        entry = keys.of(version_id, page_indexes, ordinals), np.asarray(weights, dtype=np.float64)
        found.setdefault(lexeme, []).append(entry)
    return {lexeme: _joined(entries) for lexeme, entries in found.items()}


def passage_count(conn: Connection, version_ids: Sequence[UUID]) -> int:
    """How many passages the versions have together."""
    row = conn.execute(
        "select sum(passage_count) from versions where id = any(%b)", (list(version_ids),)
    ).fetchone()
    return int(row[0] or 0) if row else 0


def _joined(entries: Sequence[_Entries]) -> _Entries:
    if not entries:
        return _NONE
    return np.concatenate([keys for keys, _ in entries]), np.concatenate([weights for _, weights in entries])


def _all_of(entries: Sequence[_Entries], words: int) -> _Entries:
    """The passages that hold all the words, each with the weight of the word that says least."""
    if words == 1 or len(entries) < words:
        return entries[0] if len(entries) == words else _NONE
    keys, weights = _joined(entries)
    distinct, positions, counts = np.unique(keys, return_inverse=True, return_counts=True)
    least = np.full(len(distinct), np.inf)
    np.minimum.at(least, positions, weights)
    return distinct[counts == words], least[counts == words]


def _in_order(conn: Connection, keys: _Keys, phrase: str, holders: _Entries) -> _Entries:
    """Those of the passages in which the words follow each other as in the phrase."""
    ids = {str(keys.passage(key)): position for position, key in enumerate(holders[0].tolist())}
    rows = conn.execute(
        "select id from passages where id = any(%s) and lexemes @@ phraseto_tsquery('english', %s)",
        (list(ids), phrase),
        prepare=False,
    )
    kept = np.array(sorted(ids[passage_id] for (passage_id,) in rows), dtype=np.int64)
    return holders[0][kept], holders[1][kept]


def _best(found: Sequence[_Entries], limit: int) -> list[tuple[int, float]]:
    keys, weights = _joined(found)
    distinct, positions = np.unique(keys, return_inverse=True)
    ranks = np.bincount(positions, weights=weights, minlength=len(distinct))
    order = np.lexsort((distinct, -ranks))[:limit]
    return list(zip(distinct[order].tolist(), ranks[order].tolist(), strict=True))
