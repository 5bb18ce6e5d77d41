"""A stored version read again: the new reading takes the place of the old one, and what cites the version comes along.

An answer keeps its question, its quotes and the passages that it was made from, word for word. Where a citation's words
stand is looked up in the new reading, on the page where they stood, and stored beside the citation: found in one place,
or marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from pipeline.evidence.cited import Cited, describe
from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.edition import Edition
from pipeline.evidence.passage import Passage
from pipeline.evidence.reanchor import Finder, together
from pipeline.evidence.reanchored import Outcome
from pipeline.store import annotation_places, editions, passages, reanchorings, versions
from pipeline.store.connect import Connection
from pipeline.store.reanchorings import CitationRow
from pipeline.store.versions import VersionRow


@dataclass(frozen=True, slots=True)
class Reread:
    """What a version was, what it is, and how many of its citations stand in one place, and how many are marked.

    `freed` is the hash of a rendition that no version of the tenant has any more.
    """

    before: VersionRow
    after: VersionRow
    found: int
    marked: int
    freed: str | None


def replace(
    conn: Connection,
    version_id: UUID,
    parsed: ParsedDocument,
    cut: Sequence[Passage],
    vectors: NDArray[np.float32],
    model: str,
    *,
    rendition_sha256: str | None,
    seconds: float,
) -> Reread:
    """Store another reading of a version's bytes with its passages and their embeddings, float32 (n, d), by `model`.

    All in the transaction of `conn`: until it commits, everybody sees the old reading whole. Raises NotFound.
    """
    before = versions.lock(conn, version_id)
    described = _described(conn, before)
    after = versions.replace(conn, version_id, parsed, rendition_sha256=rendition_sha256, seconds=seconds)
    passages.add_all(conn, version_id, cut, vectors, model)
    finder = Finder(Edition.of(parsed))
    found = 0
    for row, cited in described:
        result = together([finder.find_again(one) for one in cited])
        reanchorings.put(conn, row.answer_id, (row.claim, row.citation_id), after, result, cited)
        found += result.outcome is Outcome.SAME
    annotation_places.carry(conn, version_id, parsed)
    return Reread(before, versions.get(conn, version_id), found, len(described) - found, _freed(conn, before))


def _described(conn: Connection, version: VersionRow) -> list[tuple[CitationRow, Sequence[Cited]]]:
    """Each citation that has places, with its words as they stood in the reading that it was made from."""
    rows = [row for row in reanchorings.citations_of(conn, version.id) if row.ranges]
    undescribed = [row for row in rows if not row.cited and row.reading == version.reading]
    edition = (
        editions.around(conn, version.id, {row.page_index for row in undescribed}) if undescribed else None
    )
    described: list[tuple[CitationRow, Sequence[Cited]]] = [(row, row.cited) for row in rows if row.cited]
    if edition is not None:
        described += [(row, list(_words(edition, row))) for row in undescribed]
    return described


def _words(edition: Edition, row: CitationRow) -> Iterable[Cited]:
    return (describe(edition, row.page_index, span, row.focus) for span in row.ranges)


def _freed(conn: Connection, before: VersionRow) -> str | None:
    sha256 = before.rendition_sha256
    if sha256 is None:
        return None
    kept = conn.execute(
        "select from versions where rendition_sha256 = %s or sha256 = %s limit 1", (sha256, sha256)
    ).fetchone()
    return None if kept is not None else sha256
