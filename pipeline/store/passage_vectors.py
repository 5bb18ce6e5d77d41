"""Vectors of passages: every one is compared with a question's, or where there are too many, those worth it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector

from pipeline.evidence.errors import InvalidDocument
from pipeline.evidence.passage import PassageId
from pipeline.store import bulk, sketches
from pipeline.store.connect import Connection

COMPARED = 40_000
"""Passages of a search that are all compared, in some 20 ms. Of a wider search only those that their sketches speak
for.
"""

CANDIDATES = 1_200
"""Passages of a wider search that are compared: the best ten of 592,000 were among them in 99 % of cases."""

_TYPES = {
    "version_id": "uuid",
    "page_index": "int",
    "ordinal": "int",
    "model": "text",
    "embedding": "halfvec",
}


@dataclass(frozen=True, slots=True)
class Nearest:
    """Passages by cosine similarity (1 is the same direction), best first. `is_exact`: every vector in the searched
    versions was compared; else a passage that belongs here may be missing."""

    found: tuple[tuple[PassageId, float], ...]
    is_exact: bool


def halved(vectors: NDArray[np.float32], count: int, model: str) -> NDArray[np.float16]:
    """Vectors made by `model`, float32 (count, d), as they are stored.

    Raises InvalidDocument when one is missing or not finite in half precision.
    """
    if vectors.ndim != 2 or len(vectors) != count:
        raise InvalidDocument(f"{count} passages need as many embeddings, not {vectors.shape}.")
    with np.errstate(over="ignore"):  # told below, as an error
        halves = vectors.astype(np.float16)
    if not np.isfinite(halves).all():
        raise InvalidDocument(f"An embedding by {model} is not finite in half precision.")
    return halves


def add(
    conn: Connection, version_id: UUID, ids: Sequence[PassageId], halves: NDArray[np.float16], model: str
) -> None:
    """Store the vectors of passages of a version, as `halved` gives them, with their sketches."""
    rows = (
        (version_id, passage_id.page_index, passage_id.ordinal, model, HalfVector(half))
        for passage_id, half in zip(ids, halves, strict=True)
    )
    bulk.insert(conn, "passage_vectors", _TYPES, rows)
    sketches.add(conn, version_id, [(passage_id.page_index, passage_id.ordinal) for passage_id in ids])


def nearest(
    conn: Connection,
    vector: NDArray[np.float32],
    model: str,
    version_ids: Sequence[UUID],
    passage_count: int,
    limit: int,
) -> Nearest:
    """The passages of the versions, which have `passage_count` together, that are closest to `vector`, float (d,);
    access is the caller's matter."""
    if passage_count <= COMPARED:
        values = {"vector": HalfVector(vector), "versions": list(version_ids), "model": model, "limit": limit}
        return Nearest(_found(conn, COMPARING, values), is_exact=True)
    places = sketches.likeliest(conn, vector, model, version_ids, max(limit, CANDIDATES))
    values = {
        "vector": HalfVector(vector),
        "versions": places.version_ids,
        "positions": places.positions,
        "pages": places.page_indexes,
        "ordinals": places.ordinals,
        "model": model,
        "limit": limit,
    }
    return Nearest(_found(conn, COMPARING_SOME, values), is_exact=False)


COMPARING = """
    select version_id, page_index, ordinal, 1 - (embedding <=> %(vector)s) from passage_vectors
    where version_id = any(%(versions)b) and model = %(model)s
    order by embedding <=> %(vector)s, version_id, page_index, ordinal limit %(limit)s
"""

COMPARING_SOME = """
    select v.version_id, v.page_index, v.ordinal, 1 - (embedding <=> %(vector)s)
    from unnest(%(positions)b::int[], %(pages)b::int[], %(ordinals)b::int[]) wanted (position, page_index, ordinal)
    join passage_vectors v on v.version_id = (%(versions)b::uuid[])[wanted.position]
        and v.page_index = wanted.page_index and v.ordinal = wanted.ordinal
    where model = %(model)s
    order by embedding <=> %(vector)s, v.version_id, v.page_index, v.ordinal limit %(limit)s
"""


def _found(
    conn: Connection, statement: str, values: Mapping[str, Any]
) -> tuple[tuple[PassageId, float], ...]:
    # Not prepared: a plan made for all versions is wrong for one.
    rows = conn.execute(statement.encode(), values, prepare=False)
    return tuple(
        (PassageId(str(version_id), page_index, ordinal), similarity)
        for version_id, page_index, ordinal, similarity in rows
    )
