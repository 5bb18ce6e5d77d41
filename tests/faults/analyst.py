"""`python -m tests.faults.analyst LEDGER SEED FIRST`: a process that stands for the app of an analyst who uploads and
asks without a pause. It is killed at any moment, and begun anew.

It calls what the app's pages call, and writes down what was acknowledged.
"""

from __future__ import annotations

import hashlib
import sys
import time
from pathlib import Path
from random import Random
from uuid import UUID

from pipeline.answer.authors import authors_for
from pipeline.answer.runs import Runs
from pipeline.evidence.answer import Answer
from pipeline.evidence.errors import PinciteError
from pipeline.index.embedding import embedder_for
from pipeline.jobs import queue_upload
from pipeline.settings import Settings
from pipeline.store import answers, ingests
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL
from tests.faults.ledger import Ledger, Said
from tests.faults.written_filings import filing, question

ANSWER_PATIENCE = 60.0
MOST_WAITING = 25


def digest(answer: Answer) -> str:
    """Of everything that an answer says, with its checks."""
    return hashlib.sha256(repr((answer.claims, answer.not_in_sources, answer.problem)).encode()).hexdigest()


class Analyst:
    def __init__(self, ledger: Ledger, seed: int, first: int) -> None:
        self._ledger = ledger
        self._seed = seed
        self._number = first
        self._random = Random(f"{seed}:{first}")
        self._settings = Settings.from_environment()
        self._database = Database.open(self._settings)
        authors = authors_for(self._settings)
        assert authors is not None, "the environment names a model"
        self._runs = Runs(self._database, authors)
        self._embedder = embedder_for(self._settings)

    def work(self) -> None:
        """Until it is killed."""
        while True:
            try:
                self._upload()
                self._ask()
            except PinciteError:  # said in words, and tried again: nothing was acknowledged
                time.sleep(0.5)

    def _upload(self) -> None:
        """Not faster than filings are read."""
        with self._database.scoped(LOCAL) as conn:
            is_full = len(ingests.list_unfinished(conn)) >= MOST_WAITING
        if is_full:
            time.sleep(1)
            return
        written = filing(self._number, self._seed)
        queued = queue_upload(self._settings, self._database, LOCAL, written.name, written.data)
        self._ledger.add(Said.UPLOADED, queued.ingest_id, hashlib.sha256(written.data).hexdigest())
        self._number += 1

    def _ask(self) -> None:
        answer_id = self._runs.start(LOCAL, self._embedder, question(self._random), None)
        self._ledger.add(Said.ASKED, answer_id)
        self._follow(answer_id)

    def _follow(self, answer_id: UUID) -> None:
        seen, deadline = 0, time.monotonic() + ANSWER_PATIENCE
        while time.monotonic() < deadline:
            with self._database.scoped(LOCAL) as conn:
                now = answers.progress(conn, answer_id)
            if now.claims > seen:
                seen = now.claims
                self._ledger.add(Said.CLAIMS, answer_id, seen)
            if now.stage is None:
                with self._database.scoped(LOCAL) as conn:
                    answer = answers.get(conn, answer_id)
                self._ledger.add(Said.ANSWERED, answer_id, digest(answer))
                return
            time.sleep(0.1)


if __name__ == "__main__":
    Analyst(Ledger(Path(sys.argv[1])), int(sys.argv[2]), int(sys.argv[3])).work()
