"""Storing what becomes of an answer in writing, also when the database is away for a while.

A connection may break after a commit and before the word of it: everything is stored so that twice is once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.answer import Check, Claim
from pipeline.evidence.errors import DatabaseUnavailable, DataFolderUnusable
from pipeline.evidence.generation import Stage
from pipeline.evidence.packet import Packet
from pipeline.evidence.trace import SearchTrace
from pipeline.store import answering, searches
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope

PATIENCE: Final = 120.0
"""Seconds for which the database may be away: recovery after a crash takes less."""
PATIENCE_AT_THE_END: Final = 5.0
"""The same once the answer is given up: its process may be ending."""
_AGAIN_AFTER: Final = 0.5


class Keeping:
    """Of one answer. Each method is one transaction, tried again while the database is away, and raises
    DatabaseUnavailable or DataFolderUnusable once it was away for longer than PATIENCE."""

    def __init__(self, database: Database, scope: Scope, answer_id: UUID, stop: threading.Event) -> None:
        self._database = database
        self._scope = scope
        self._id = answer_id
        self._stop = stop

    def trace(self, trace: SearchTrace) -> None:
        """How the passages were found."""
        self._surely(lambda conn: searches.put_trace(conn, self._id, trace))

    def packet(self, packet: Packet) -> None:
        """What the answer is written from."""

        def put(conn: Connection) -> None:
            if not answering.has_packet(conn, self._id):
                answering.add_packet(conn, self._id, packet)

        self._surely(put)

    def claim(self, claim: Claim) -> None:
        """A checked claim, the next one."""

        def put(conn: Connection) -> None:
            if not answering.has_claim(conn, self._id, claim.number):
                answering.add_claim(conn, self._id, claim)

        self._surely(put)

    def check(self, claim: int, check: Check) -> None:
        """A claim's result that came later: one of each kind and checker."""

        def put(conn: Connection) -> None:
            if not answering.has_check(conn, self._id, claim, check):
                answering.add_check(conn, self._id, claim, check)

        self._surely(put)

    def stage(self, stage: Stage) -> None:
        """What is being done."""
        self._surely(lambda conn: answering.set_stage(conn, self._id, stage))

    def end(self, **fields: Any) -> None:
        """The answer is over. `fields` as `answering.finish` takes them."""
        self._surely(lambda conn: answering.finish(conn, self._id, **fields))

    def _surely(self, act: Callable[[Connection], None]) -> None:
        begun = time.monotonic()
        while True:
            try:
                with self._database.scoped(self._scope) as conn:
                    act(conn)
                return
            except (DatabaseUnavailable, DataFolderUnusable):
                patience = PATIENCE_AT_THE_END if self._stop.is_set() else PATIENCE
                if time.monotonic() - begun > patience:
                    raise
            time.sleep(_AGAIN_AFTER)
