"""A Postgres elsewhere behind a line that is cut, held up and slow at random, while filings are uploaded and read,
questions asked and claims judged; then the same reckoning as after kills."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from random import Random

from pipeline.settings import Settings
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.embedded import EmbeddedServer
from tests.database import new_plain_database
from tests.faults.campaign import (
    Reckoning,
    beside,
    conclude,
    first_lines,
    keep_looking,
    keep_reviewing,
    wait_until,
)
from tests.faults.database_line import DatabaseLine
from tests.faults.household import Household
from tests.faults.ledger import Said
from tests.faults.reviewer import Reviewer
from tests.model_server import ModelServer

LONGEST_HOLD, MOST_LATENCY = 8.0, 0.02
"""Seconds: longer than a worker may be silent, so that others take up what it holds."""


def run(folder: Path, *, ingests_wanted: int, seed: int, at_most: float = 3600.0) -> tuple[Reckoning, str]:
    """What came of it, and what befell the line, in words."""
    server, reckoning = EmbeddedServer(folder / "elsewhere"), Reckoning()
    server.start()
    direct = new_plain_database(server, "library", with_vector=True)
    try:
        with DatabaseLine(direct) as line, ModelServer() as model:
            for _ in range(20 * ingests_wanted):
                model.script(first_lines)
            with Household(folder / "home", model.base_url, seed, line.dsn(direct)) as household:
                wait_until(household.is_up, "the first start", 120, household)
                settings = Settings(home=household.home, database_url=direct)
                database, blobs = Database.open(settings), open_blobs(settings)
                reviewer, ended = Reviewer(household, Random(seed + 1)), threading.Event()
                with beside(
                    lambda: keep_reviewing(reviewer, database, ended),
                    lambda: keep_looking(database, blobs, reckoning, ended),
                    ended,
                ):
                    words = _break(line, household, ingests_wanted, Random(seed), at_most, reckoning)
                reckoning.outcomes = reviewer.outcomes
                conclude(household, database, blobs, reckoning)
                database.close()
    finally:
        server.close()
    return reckoning, words


def _break(
    line: DatabaseLine,
    household: Household,
    wanted: int,
    random: Random,
    at_most: float,
    reckoning: Reckoning,
) -> str:
    begun, cuts, holds, held = time.monotonic(), 0, 0, 0.0
    while household.ledger.count(Said.UPLOADED) < wanted and time.monotonic() - begun < at_most:
        time.sleep(random.uniform(1.0, 8.0))
        household.look_after()
        line.latency = random.choice((0.0, 0.0, random.uniform(0.0, MOST_LATENCY)))
        if random.random() < 0.3:
            seconds = random.uniform(0.5, LONGEST_HOLD)
            line.hold()
            time.sleep(seconds)
            line.release()
            holds, held = holds + 1, held + seconds
        elif random.random() < 0.3:
            line.lose_commits_of(
                random.choice((b"update ingests", b'insert into "claims"', b"insert into answers")), 1
            )
        else:
            line.cut()
            cuts += 1
    line.latency = 0.0
    reckoning.seconds = time.monotonic() - begun
    return (
        f"{line.cuts} connections cut at {cuts} moments, {holds} holds of {held:.0f} s together, "
        f"{line.losses} words of a commit lost, up to {MOST_LATENCY * 1000:.0f} ms a piece"
    )
