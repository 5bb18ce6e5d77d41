"""Passages on their way into the library: cut page by page, embedded on every core while later pages are parsed."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Self
from uuid import UUID

import numpy as np

from pipeline.evidence.document import Block, Page, Table
from pipeline.evidence.passage import Passage
from pipeline.index.embedding import Embedder, Vectors
from pipeline.index.passages import PassageStream
from pipeline.parse.parts import Parts, sealed, unsealed

BATCH_PAGES = 8
"""Pages whose vectors are kept as one part: two to four seconds' work."""

_GIVE_WAY = 15
"""Niceness of embedding beside parsing: the parser finishes last, so nothing may keep it waiting."""


@dataclass(slots=True)
class _Batch:
    """Some pages' passages, and their vectors, or one promise of them a page."""

    first_page: int
    texts: list[str]
    vectors: Vectors | None
    pending: list[Future[Vectors]]

    @property
    def is_done(self) -> bool:
        return all(future.done() for future in self.pending)


class PassageLine:
    """Cuts and embeds the passages of one version, in the order of its pages. Use as a context manager.

    `threads` embed side by side. `parts` keeps finished vectors.
    """

    def __init__(self, version_id: UUID, embedder: Embedder, *, threads: int, parts: Parts) -> None:
        self.passages: list[Passage] = []
        self._version_id = version_id
        self._embedder = embedder
        self._parts = parts
        self._stream: PassageStream | None = None
        self._workers = ThreadPoolExecutor(threads, "embed", initializer=_give_way)
        self._batches: list[_Batch] = []
        self._unkept: list[_Batch] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._workers.shutdown(wait=True, cancel_futures=True)

    def add(
        self, title: str, pages: Sequence[Page], blocks: Sequence[Block], tables: Sequence[Table]
    ) -> None:
        """Further pages in order, with their blocks and the tables that these name."""
        self._stream = self._stream or PassageStream(self._version_id, title)
        by_ordinal = {table.ordinal: table for table in tables}
        by_page = defaultdict(list)
        for block in blocks:
            by_page[block.page_index].append(block)
        for start in range(0, len(pages), BATCH_PAGES):
            batch = pages[start : start + BATCH_PAGES]
            cut = [self._stream.of_page(page, by_page[page.index], by_ordinal) for page in batch]
            self._embed(batch[0].index, cut)
        self._keep_what_is_done()

    def vectors(self, progress: Callable[[int, int], None], stop: Callable[[], None]) -> Vectors:
        """All embeddings, float32 (passages, dimensions), in the order of `passages`.

        `progress` gets (passages done, in all); `stop` may raise to give up.
        """
        done = 0
        for batch in self._batches:
            progress(done, len(self.passages))
            for future in batch.pending:
                stop()
                future.result()
            self._keep_what_is_done()
            done += len(batch.texts)
        found = [batch.vectors for batch in self._batches if batch.vectors is not None]
        if not found:
            return np.empty((0, self._embedder.dimensions), dtype=np.float32)
        return np.concatenate(found)

    def _embed(self, first_page: int, cut: Sequence[Sequence[Passage]]) -> None:
        """Take the pages' vectors from the parts, or have them made, a page at a time."""
        texts = [passage.text for page in cut for passage in page]
        if not texts:
            return
        self.passages += [passage for page in cut for passage in page]
        batch = _Batch(first_page, texts, self._kept(first_page, texts), [])
        self._batches.append(batch)
        if batch.vectors is None:
            batch.pending = [
                self._workers.submit(self._embedder.embed, [passage.text for passage in page])
                for page in cut
                if page
            ]
            self._unkept.append(batch)

    def _keep_what_is_done(self) -> None:
        """On the calling thread: an embedding thread that waits for the database would leave a core idle."""
        for batch in [batch for batch in self._unkept if batch.is_done]:
            batch.vectors = np.concatenate([future.result() for future in batch.pending])
            batch.pending = []
            self._unkept.remove(batch)
            body = batch.vectors.astype("<f4").tobytes()
            self._parts.put(batch.first_page, sealed(body, self._basis(batch.texts)))

    def _kept(self, first_page: int, texts: Sequence[str]) -> Vectors | None:
        payload = self._parts.get(first_page)
        body = None if payload is None else unsealed(payload, self._basis(texts))
        if body is None:
            return None
        return np.frombuffer(body, dtype="<f4").reshape(len(texts), -1).astype(np.float32)

    def _basis(self, texts: Sequence[str]) -> bytes:
        return json.dumps([self._embedder.name, *texts]).encode()


def _give_way() -> None:
    if sys.platform == "linux":  # elsewhere priorities belong to whole processes
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _GIVE_WAY)
