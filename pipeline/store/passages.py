"""Passages of versions: the texts, and the two ways to search them, both exact."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector

from pipeline.evidence.errors import InvalidDocument
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import TextRange
from pipeline.store import bulk, postings
from pipeline.store.connect import Connection
from pipeline.store.documents import readable_versions

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
    "embedding": "halfvec",
    "embedding_model": "text",
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
    if embeddings.ndim != 2 or len(embeddings) != len(passages):
        raise InvalidDocument(f"{len(passages)} passages need as many embeddings, not {embeddings.shape}.")
    with np.errstate(over="ignore"):  # told below, as an error
        halves = embeddings.astype(np.float16)
    if not np.isfinite(halves).all():
        raise InvalidDocument(f"An embedding by {model} is not finite in half precision.")
    if any(passage.id.version != str(version_id) for passage in passages):
        raise InvalidDocument(f"A passage is not of version {version_id}.")
    rows = (
        (*_columns(version_id, passage), HalfVector(half), model)
        for passage, half in zip(passages, halves, strict=True)
    )
    count = bulk.insert(conn, "passages", _TYPES, rows)
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
    """The passages closest to `vector`, float (d,), by cosine similarity (1 is the same direction), best first.

    Every embedding by `model` in the searched versions is compared: nothing is approximate. Searched are those of
    `version_ids` that the scope's user may read; with None, all current ones that he may.
    """
    searched = readable_versions(conn, version_ids=version_ids)
    rows = conn.execute(
        """
        select id, 1 - (embedding <=> %(vector)s) as similarity from passages
        where version_id = any(%(versions)s) and embedding_model = %(model)s
        order by embedding <=> %(vector)s, id limit %(limit)s
        """,
        {"vector": HalfVector(vector), "versions": searched, "model": model, "limit": limit},
        prepare=False,  # a plan made for all versions is wrong for one
    )
    return [(PassageId.parse(passage_id), similarity) for passage_id, similarity in rows]


def lexical(
    conn: Connection,
    terms: Iterable[str],
    version_ids: Collection[UUID] | None,
    limit: int,
) -> list[tuple[PassageId, float]]:
    """The passages that contain at least one of the terms, best first; versions are chosen as in `nearest`.

    A term of several words is a phrase. Ranked by BM25 among the searched passages.
    """
    return postings.search(conn, list(terms), readable_versions(conn, version_ids=version_ids), limit)


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
