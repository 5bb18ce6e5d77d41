"""The answers that this process is writing: each in a thread of its own, told to end when the process ends."""

from __future__ import annotations

import threading
from collections.abc import Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from uuid import UUID

from pipeline.answer.ask import Asked, begin
from pipeline.answer.authors import Authors
from pipeline.evidence.errors import PinciteError
from pipeline.index.embedding import Embedder
from pipeline.store.database import Database
from pipeline.store.scope import Scope

AT_ONCE = 32
"""Answers that one process writes at the same time. They wait for a model nearly all of that time."""


class TooManyAnswers(PinciteError):
    """So many answers are being written that no more is begun."""


class Runs:
    """Writes answers in the background. What is known of them stands in the database, for any process to see."""

    def __init__(self, database: Database, authors: Authors) -> None:
        self._database = database
        self._authors = authors
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="answer")
        self._lock = threading.Lock()
        self._running: dict[UUID, Asked] = {}

    def start(
        self,
        scope: Scope,
        embedder: Embedder,
        question: str,
        documents: Sequence[UUID] | None,
        *,
        without: Collection[UUID] = (),
    ) -> UUID:
        """The id of an answer that is stored and being written. Raises as `ask` does, and TooManyAnswers, before
        anything is stored."""
        if len(self._running) >= AT_ONCE:
            raise TooManyAnswers(f"{AT_ONCE} answers are being written just now. Ask again in a moment.")
        asked = begin(self._database, scope, embedder, question, documents, self._authors, without=without)
        with self._lock:
            self._running[asked.writing.id] = asked
        self._pool.submit(asked.writing.write, asked.search).add_done_callback(
            lambda done: self._ended(asked.writing.id, done)
        )
        return asked.writing.id

    def cancel(self, answer_id: UUID) -> None:
        """Give up an answer that is being written here; any other id is not this process's to end."""
        with self._lock:
            asked = self._running.get(answer_id)
        if asked is not None:
            asked.writing.cancel()

    def close(self) -> None:
        """Give all of them up and wait until they have said so."""
        with self._lock:
            running = list(self._running.values())
        for asked in running:
            asked.writing.cancel()
        self._pool.shutdown(wait=True)

    def _ended(self, answer_id: UUID, done: Future[None]) -> None:
        with self._lock:
            self._running.pop(answer_id, None)
        done.result()  # what could not be stored is a fault of ours: it is said in the log, not swallowed
