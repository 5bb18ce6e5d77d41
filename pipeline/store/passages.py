"""Passages of versions: the texts, and the two ways to search them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from pipeline.evidence.errors import InvalidDocument
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import TextRange
from pipeline.store import bulk, passage_vectors, postings
from pipeline.store.connect import Connection
from pipeline.store.passage_vectors import Nearest
from pipeline.store.postings import Worded
from pipeline.store.readable import readable

CONTENT_TYPES = {
    "char_start": "int",
    "char_end": "int",
    "first_block": "int",
    "last_block": "int",
    "text": "text",
    "context": "text",
}
"""Columns of what a passage covers and says; a packet keeps them as they were when it was read."""

_TYPES = {
    "id": "text",
    "version_id": "uuid",
    "page_index": "int",
    "ordinal": "int",
    **CONTENT_TYPES,
}


def add_all(
    conn: Connection,
    version_id: UUID,
    passages: Sequence[Passage],
    embeddings: NDArray[np.float32],
    model: str,
) -> int:
    """Store the passages of a new version with their embeddings, float32 (n, d), made by `model`; how many there were.

    Raises InvalidDocument when an embedding is missing or not finite, or a passage is of another version.
    """
    halves = passage_vectors.halved(embeddings, len(passages), model)
    if any(passage.id.version != str(version_id) for passage in passages):
        raise InvalidDocument(f"A passage is not of version {version_id}.")
    count = bulk.insert(conn, "passages", _TYPES, (_columns(version_id, passage) for passage in passages))
    passage_vectors.add(conn, version_id, [passage.id for passage in passages], halves, model)
    postings.add(conn, version_id, [str(passage.id) for passage in passages])
    conn.execute("update versions set passage_count = passage_count + %s where id = %s", (count, version_id))
    return count


def get_many(conn: Connection, ids: Collection[PassageId]) -> list[Passage]:
    """Those of the passages that exist, in the order asked for."""
    wanted = [str(passage_id) for passage_id in dict.fromkeys(ids)]
    rows = conn.execute(
        """
        select id, char_start, char_end, first_block, last_block, text, context
        from passages where id = any(%s)
        """,
        (wanted,),
    )
    found = {str(row[0]): _passage(row) for row in rows}
    return [found[passage_id] for passage_id in wanted if passage_id in found]


def of_page(conn: Connection, version_id: UUID, page_index: int) -> list[Passage]:
    """The passages of a page, in order; none for a page that does not exist."""
    rows = conn.execute(
        """
        select id, char_start, char_end, first_block, last_block, text, context
        from passages where version_id = %s and page_index = %s order by ordinal
        """,
        (version_id, page_index),
    )
    return [_passage(row) for row in rows]


def of_pages(conn: Connection, pages: Collection[tuple[UUID, int]]) -> list[Passage]:
    """The passages of several pages (version, 0-based index), in order."""
    rows = conn.execute(
        """
        select p.id, char_start, char_end, first_block, last_block, text, context
        from unnest(%s::uuid[], %s::int[]) wanted (version_id, page_index)
        join passages p using (version_id, page_index) order by version_id, page_index, ordinal
        """,
        ([version for version, _ in pages], [page for _, page in pages]),
    )
    return [_passage(row) for row in rows]


def nearest(
    conn: Connection,
    vector: NDArray[np.float32],
    model: str,
    version_ids: Collection[UUID] | None,
    limit: int,
) -> list[tuple[PassageId, float]]:
    """The passages closest to `vector` by cosine similarity, best first: what `by_meaning` found."""
    return list(by_meaning(conn, vector, model, version_ids, limit).found)


def by_meaning(
    conn: Connection,
    vector: NDArray[np.float32],
    model: str,
    version_ids: Collection[UUID] | None,
    limit: int,
) -> Nearest:
    """The passages closest to `vector`, float (d,), by cosine similarity, and whether every vector was compared.

    Searched are the embeddings by `model` of those of `version_ids` that the scope's user may read; with None, of all
    current ones that he may.
    """
    may_read = readable(conn)
    searched = may_read.of(version_ids)
    return passage_vectors.nearest(conn, vector, model, searched, may_read.passage_count(searched), limit)


def lexical(
    conn: Connection,
    terms: Iterable[str],
    version_ids: Collection[UUID] | None,
    limit: int,
) -> list[tuple[PassageId, float]]:
    """The passages that contain at least one of the terms, best first: what `by_words` found."""
    return list(by_words(conn, terms, version_ids, limit).found)


def by_words(
    conn: Connection,
    terms: Iterable[str],
    version_ids: Collection[UUID] | None,
    limit: int,
) -> Worded:
    """The passages that contain at least one of the terms, best first, and how many versions were looked at; versions
    are chosen as in `by_meaning`.

    A term of several words is a phrase. Ranked by BM25 among the searched passages.
    """
    may_read = readable(conn)
    searched = may_read.of(version_ids)
    return postings.search(conn, list(terms), searched, may_read.passage_count(searched), limit)


def holding(conn: Connection, ids: Collection[PassageId], words: Sequence[str]) -> list[frozenset[str]]:
    """Of each of the passages that exist, which of the words it or its context has, in any of their endings. Words that
    are not indexed, because they are in every text, are in none."""
    rows = conn.execute(
        """
        select array_agg(word) filter (where p.lexemes @@ query)
        from passages p cross join (
            select word, plainto_tsquery('english', word) as query from unnest(%s::text[]) as w (word)
        ) asked
        where p.id = any(%s) and numnode(query) > 0 group by p.id
        """,
        (list(words), [str(passage_id) for passage_id in ids]),
    )
    return [frozenset(held or ()) for (held,) in rows]


def content_columns(passage: Passage) -> tuple[Any, ...]:
    """The values of CONTENT_TYPES."""
    return (
        passage.range.start,
        passage.range.end,
        passage.first_block,
        passage.last_block,
        passage.text,
        passage.context,
    )


def _columns(version_id: UUID, passage: Passage) -> tuple[Any, ...]:
    return (
        str(passage.id),
        version_id,
        passage.id.page_index,
        passage.id.ordinal,
        *content_columns(passage),
    )


def _passage(row: tuple[Any, ...]) -> Passage:
    passage_id, start, end, first_block, last_block, text, context = row
    return Passage(PassageId.parse(passage_id), TextRange(start, end), first_block, last_block, text, context)
