"""Sketches of vectors, one bit a number: enough to tell which of 600,000 passages are worth comparing with a question.

A process keeps the sketches that it searched in memory, 48 bytes a passage for 384 numbers, and goes through all of
them: 592,000 in some 10 ms. Measured on 950 filings, most of them reports of one company year after year, against every
vector compared (recall of the best ten; ms on a busy machine, for the same 100 questions):

    sketches, the best 1,200 compared                  .99
    pgvector's HNSW, ef_search 400 and 800             .59, .73     12 to 16 ms; 690 MB; 54 % of passages in 5 % of them
    HNSW over bits, the best 2,000 compared            .96          110 ms; 206 MB
    pgvector's IVFFlat, 32 of 512 lists                .92          76 ms; 486 MB

A graph of near neighbours falls apart where each passage has dozens of near copies, as it has among the filings of
years. Sketches need no training and no building, are right for any model and any choice of filings, and come and go
with their versions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from pipeline.store.connect import Connection

ROUGHLY = 10_000
"""Passages that agree with a question in the most bits, which are looked at with the question's own numbers."""

KEPT_BYTES = 256_000_000
"""What a process keeps of sketches: five million passages of 384 numbers. More is read anew for each search."""

KEPT_TOGETHER = 2
"""Choices of versions whose sketches lie together, ready to be gone through."""

_WORD = 8  # bytes that are compared at once


@dataclass(frozen=True, slots=True)
class Places:
    """Passages: of each the position of its version in `version_ids`, from 1, its page (0-based) and its ordinal."""

    version_ids: list[UUID]
    positions: list[int]
    page_indexes: list[int]
    ordinals: list[int]


@dataclass(frozen=True, slots=True)
class _Block:
    """Of one version: `places` int32 (n, 2), `words` uint64 (n, w)."""

    places: NDArray[np.int32]
    words: NDArray[np.uint64]

    @property
    def size(self) -> int:
        return self.places.nbytes + self.words.nbytes


@dataclass(frozen=True, slots=True)
class _Together:
    """Of several versions: `positions` int32 (n,) of each passage's version, `places` int32 (n, 2), `words` uint64
    (w, n), so that each step goes through memory in order."""

    version_ids: Sequence[UUID]
    positions: NDArray[np.int32]
    places: NDArray[np.int32]
    words: NDArray[np.uint64]

    def places_of(self, numbers: NDArray[np.int64]) -> Places:
        used, positions = np.unique(self.positions[numbers], return_inverse=True)
        page_indexes, ordinals = self.places[numbers].T.tolist()
        versions = [self.version_ids[position] for position in used.tolist()]
        return Places(versions, (positions + 1).tolist(), page_indexes, ordinals)


_Key = tuple[UUID, str, int]
"""A version's row: the version, its place in the table and the transaction that wrote it."""

_blocks: dict[_Key, _Block] = {}
_together: dict[tuple[_Key, ...], _Together] = {}


def add(conn: Connection, version_id: UUID, places: Sequence[tuple[int, int]]) -> None:
    """Sketch vectors just stored, of passages at (page, ordinal) of a version."""
    conn.execute(
        """
        insert into vector_sketches (version_id, model, places, bits)
        select version_id, model,
               string_agg(int4send(page_index) || int4send(ordinal), ''::bytea order by page_index, ordinal),
               string_agg(sketch_of(embedding), ''::bytea order by page_index, ordinal)
        from passage_vectors join unnest(%b::int[], %b::int[]) new (page_index, ordinal) using (page_index, ordinal)
        where version_id = %b group by version_id, model
        on conflict (tenant_id, version_id, model) do update set
            places = vector_sketches.places || excluded.places, bits = vector_sketches.bits || excluded.bits
        """,
        ([page for page, _ in places], [ordinal for _, ordinal in places], version_id),
    )


def likeliest(
    conn: Connection, vector: NDArray[np.float32], model: str, version_ids: Sequence[UUID], limit: int
) -> Places:
    """Passages of the versions that may be the closest to `vector`, float (d,), by `model`, in no order; access is the
    caller's matter."""
    searched = _searched(conn, model, version_ids)
    if searched is None:
        return Places([], [], [], [])
    rough = _agreeing(searched.words, _words_of(np.packbits(vector > 0)[np.newaxis])[0])
    signs = np.unpackbits(np.ascontiguousarray(searched.words[:, rough].T).view(np.uint8), axis=1)
    # Not a matrix product: waking the threads that compute those takes longer than the sums.
    scores = np.einsum("pd,d->p", signs[:, : len(vector)].astype(np.float32), vector.astype(np.float32))
    best = rough[np.argpartition(-scores, limit)[:limit]] if len(rough) > limit else rough
    return searched.places_of(best)


def kept() -> int:
    """Of how many versions the process keeps sketches."""
    return len(_blocks)


def forget() -> None:
    """Keep none any more."""
    _blocks.clear()
    _together.clear()


def _agreeing(words: NDArray[np.uint64], asked: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The passages that agree in the most bits: at least ROUGHLY, and all those that agree in as many as the last."""
    differing = np.zeros(words.shape[1], dtype=np.uint16)
    for of_all, of_asked in zip(words, asked, strict=True):
        differing += np.bitwise_count(of_all ^ of_asked)
    within = np.bincount(differing).cumsum()
    most = int(np.searchsorted(within, min(ROUGHLY, words.shape[1])))
    return np.flatnonzero(differing <= most)


def _searched(conn: Connection, model: str, version_ids: Sequence[UUID]) -> _Together | None:
    rows = conn.execute(
        """
        select version_id, ctid::text, xmin::text::bigint from vector_sketches
        where version_id = any(%b) and model = %s order by version_id
        """,
        (list(version_ids), model),
    )
    keys: tuple[_Key, ...] = tuple(rows)
    found = _together.get(keys)
    if found is None and keys:
        found = _put_together(keys, _read(conn, model, keys))
        while len(_together) >= KEPT_TOGETHER:
            _together.pop(next(iter(_together)), None)
        if found.words.nbytes <= KEPT_BYTES:
            _together[keys] = found
    return found


def _read(conn: Connection, model: str, keys: Sequence[_Key]) -> list[_Block]:
    """The block of each key: those that were not read before are."""
    missing = {key[0]: key for key in keys if key not in _blocks}
    rows = conn.execute(
        "select version_id, places, bits from vector_sketches where version_id = any(%b) and model = %b",
        (list(missing), model),
        binary=True,
    )
    read = {missing[version_id]: _block(places, bits) for version_id, places, bits in rows}
    blocks = [read.get(key) or _blocks[key] for key in keys]
    if sum(block.size for block in (*_blocks.values(), *read.values())) > KEPT_BYTES:
        _blocks.clear()
    if sum(block.size for block in read.values()) <= KEPT_BYTES:
        _blocks.update(read)
    return blocks


def _block(places: bytes, bits: bytes) -> _Block:
    of_passages = np.frombuffer(places, dtype=">i4").astype(np.int32).reshape(-1, 2)
    return _Block(of_passages, _words_of(np.frombuffer(bits, dtype=np.uint8).reshape(len(of_passages), -1)))


def _words_of(rows: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Bytes (n, b) as words (n, w), filled up with zeros."""
    filled = np.pad(rows, ((0, 0), (0, -rows.shape[1] % _WORD)))
    return np.ascontiguousarray(filled).view(np.uint64)


def _put_together(keys: Sequence[_Key], blocks: Sequence[_Block]) -> _Together:
    counts = [len(block.places) for block in blocks]
    return _Together(
        [version_id for version_id, _, _ in keys],
        np.repeat(np.arange(len(blocks), dtype=np.int32), counts),
        np.concatenate([block.places for block in blocks]),
        np.ascontiguousarray(np.concatenate([block.words for block in blocks]).T),
    )
