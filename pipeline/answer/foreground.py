"""An answer that somebody waits for at a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from uuid import UUID

from pipeline.answer.authors import Authors
from pipeline.answer.runs import Runs
from pipeline.evidence.answer import Answer
from pipeline.index.embedding import Embedder
from pipeline.store import answers
from pipeline.store.answers import Progress
from pipeline.store.database import Database
from pipeline.store.scope import Scope

LOOK_AGAIN = 0.1
"""Seconds between two looks at how far an answer is."""


def ask_and_wait(
    database: Database,
    scope: Scope,
    embedder: Embedder,
    question: str,
    documents: Sequence[UUID] | None,
    authors: Authors,
    watch: Callable[[Progress], None],
    *,
    without: Collection[UUID] = (),
) -> Answer:
    """The finished answer; `watch` hears how far it is. An interrupt (Ctrl-C) gives it up: then what had been checked
    is the answer, with its problem. Raises as `ask` does."""
    runs = Runs(database, authors)
    answer_id = runs.start(scope, embedder, question, documents, without=without)
    try:
        while (now := _progress(database, scope, answer_id)).stage is not None:
            watch(now)
            time.sleep(LOOK_AGAIN)
    except KeyboardInterrupt:
        runs.cancel(answer_id)
    finally:
        runs.close()
    with database.scoped(scope) as conn:
        return answers.get(conn, answer_id)


def _progress(database: Database, scope: Scope, answer_id: UUID) -> Progress:
    with database.scoped(scope) as conn:
        return answers.progress(conn, answer_id)
