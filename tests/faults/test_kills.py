"""A short run of what `python -m tests.faults` does for long: an analyst uploads and asks while the database, its
connections and the analyst's own process are killed. Readers and workers are killed in tests/workers."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from uuid import UUID

from pipeline.evidence.errors import DatabaseUnavailable
from pipeline.index.embedding import offline_embedder
from pipeline.settings import Settings
from pipeline.store import ingests
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.ingests import IngestState
from pipeline.store.scope import LOCAL
from pipeline.sweep import sweep
from tests.answer.filing import statement
from tests.faults.campaign import Reckoning, answers_lost, first_lines
from tests.faults.household import Household
from tests.faults.invariants import leftovers, violations
from tests.faults.ledger import Said
from tests.faults.victims import Killer, Victim
from tests.model_server import ModelServer
from tests.search.library import store

PATIENCE = 60.0


def test_what_an_analyst_was_told_is_there_whatever_is_killed(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    database, killer = Database.open(settings), Killer(settings.home, Random(1))
    with database.scoped(LOCAL) as conn:
        store(conn, statement("81,797", "82,959").parsed("Apple Inc. · 10-Q"), offline_embedder())
    with ModelServer() as model:
        for _ in range(1000):
            model.script(first_lines)
        household = Household(settings.home, model.base_url, seed=1)
        try:
            for victim in (Victim.BACKEND, Victim.POSTMASTER, Victim.ANALYST):
                _wait_for_more(household)
                assert household.analyst is not None
                assert killer.kill(victim, 0, household.analyst.pid)
        finally:
            household.dismiss_analyst()
    _once_it_answers(lambda: _interrupt(database))
    ledger = household.ledger.entries()
    of = {said: [entry for entry in ledger if entry.said is said] for said in Said}
    assert answers_lost(database, of, Reckoning()) == []
    with database.scoped(LOCAL) as conn:
        rows = ingests.get_many(conn, [UUID(entry.id) for entry in of[Said.UPLOADED]])
    assert {(str(row.id), row.sha256, row.state) for row in rows.values()} == {
        (entry.id, entry.detail, IngestState.QUEUED) for entry in of[Said.UPLOADED]
    }
    assert violations(database, None, LOCAL) == []
    sweep(database, open_blobs(settings), safe_age=0.0)
    assert leftovers(database, open_blobs(settings), LOCAL) == []
    database.close()


def _wait_for_more(household: Household) -> None:
    """Until something more was acknowledged of an answer, its process begun again if need be."""
    before, deadline = household.ledger.count(Said.CLAIMS), time.monotonic() + PATIENCE
    while household.ledger.count(Said.CLAIMS) == before:
        household.look_after_analyst()
        assert time.monotonic() < deadline, household.log.read_text()[-2000:]
        time.sleep(0.05)


def _interrupt(database: Database) -> None:
    """As half a minute later."""
    with database.scoped(LOCAL) as conn:
        conn.execute(
            "update answers set heartbeat_at = heartbeat_at - interval '1 minute' where finished_at is null"
        )


def _once_it_answers(act: Callable[[], None]) -> None:
    for _ in range(40):
        try:
            act()
        except DatabaseUnavailable:
            time.sleep(0.25)
        else:
            return
    act()
