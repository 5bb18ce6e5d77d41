"""Kills at random moments while filings are uploaded, questions asked, claims judged and pages looked at; then rest, a
sweep, and the reckoning: what was acknowledged against what is there."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from uuid import UUID

from pipeline.evidence.errors import DatabaseUnavailable, NotFound, PinciteError
from pipeline.jobs import try_again
from pipeline.settings import Settings
from pipeline.store import answers, ingests, reviews
from pipeline.store.blobs import Blobs, open_blobs
from pipeline.store.database import Database
from pipeline.store.ingests import IngestState
from pipeline.store.scope import LOCAL
from pipeline.sweep import Swept, sweep
from tests.faults.analyst import digest
from tests.faults.household import Household
from tests.faults.invariants import leftovers, violations
from tests.faults.ledger import Entry, Ledger, Said
from tests.faults.reviewer import Reviewer
from tests.faults.victims import Killer, Victim
from tests.model_replies import Asked, Reply, answer, claim
from tests.model_server import ModelServer

SETTLING = 300.0
"""Seconds that the library has to come to rest in once nothing is killed any more."""
KILLED_OFTEN = ("ProcessKilled", "DatabaseUnavailable")
"""Errors in which a run may end whose process or database was killed three times: its words say to try it again."""
LOOK_EVERY = 4.0
"""Seconds between two looks for half-visible things while processes die."""


@dataclass
class Reckoning:
    """What came of a campaign. `faults` is empty when nothing was lost and nothing is half there."""

    seconds: float = 0.0
    killed: dict[Victim, int] = field(default_factory=dict)
    uploaded: int = 0
    asked: int = 0
    answered: int = 0
    judged: int = 0
    states: Counter[str] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    looks: int = 0
    tried_again: int = 0
    swept: Swept = field(default_factory=Swept)
    faults: list[str] = field(default_factory=list)

    def words(self) -> str:
        kills = ", ".join(f"{number} × {victim}" for victim, number in self.killed.items() if number)
        lines = [
            f"{sum(self.killed.values())} kills in {self.seconds:.0f} s: {kills}",
            f"{self.uploaded} uploads {dict(self.states)}, of which {self.tried_again} were tried again by hand",
            f"{self.asked} questions, {self.answered} seen answered; ended early by {dict(self.problems)}",
            f"{self.judged} verdicts saved; the app answered {dict(self.outcomes)}",
            f"{self.looks} looks while processes died; {self.swept.words}",
            f"{len(self.faults)} faults",
            *self.faults[:40],
        ]
        return "\n".join(lines)


def first_lines(asked: Asked) -> Reply:
    """What the model says: a claim for each of the first passages, slowly."""
    said = []
    for handle, text in list(asked.passages.items())[:3]:
        quote = text.splitlines()[0][:120]
        said.append(claim(quote, (handle, quote)))
    return Reply(answer(said), chunks=24, chunk_seconds=0.02)


def run(
    folder: Path,
    *,
    ingests_wanted: int,
    seed: int,
    pause: float = 60.0,
    at_most: float = 3600.0,
) -> Reckoning:
    """Until so many uploads were acknowledged, or the seconds are over. Between two kills a filing or three are read,
    or up to `pause` seconds pass. The same seed draws the same kills, though at other moments."""
    reckoning = Reckoning()
    with ModelServer() as model:
        for _ in range(20 * ingests_wanted):
            model.script(first_lines)
        with Household(folder / "home", model.base_url, seed) as household:
            wait_until(household.is_up, "the first start", 120, household)
            settings = Settings(home=household.home)
            database, blobs = Database.open(settings), open_blobs(settings)
            try:
                _kill_about(household, database, blobs, reckoning, ingests_wanted, seed, pause, at_most)
                conclude(household, database, blobs, reckoning)
            finally:
                database.close()
    return reckoning


def conclude(household: Household, database: Database, blobs: Blobs, reckoning: Reckoning) -> None:
    """Rest, a sweep, and the reckoning."""
    settle(household, database, reckoning)
    reckoning.swept = sweep(database, blobs, safe_age=0.0)
    reckoning.faults += reckon(database, household.ledger, reckoning)
    reckoning.faults += violations(database, blobs, LOCAL) + leftovers(database, blobs, LOCAL)
    left = [str(path) for path in household.home.rglob(".unfinished-*")]
    reckoning.faults += [f"{path} was left behind." for path in left]


def _kill_about(
    household: Household,
    database: Database,
    blobs: Blobs,
    reckoning: Reckoning,
    wanted: int,
    seed: int,
    pause: float,
    at_most: float,
) -> None:
    random, begun = Random(seed), time.monotonic()
    killer, reviewer = Killer(household.home, random), Reviewer(household, Random(seed + 1))
    ended = threading.Event()
    with beside(
        lambda: keep_reviewing(reviewer, database, ended),
        lambda: keep_looking(database, blobs, reckoning, ended),
        ended,
    ):
        while household.ledger.count(Said.UPLOADED) < wanted and time.monotonic() - begun < at_most:
            _wait_for_some(database, random, pause)
            household.look_after()
            assert household.app is not None
            assert household.analyst is not None
            if time.monotonic() - household.begun_at > 8.0:  # it shall come to something in between
                killer.kill_one(household.app.pid, household.analyst.pid)
    reckoning.seconds = time.monotonic() - begun
    reckoning.killed = killer.killed
    reckoning.outcomes = reviewer.outcomes


def _wait_for_some(database: Database, random: Random, pause: float) -> None:
    """A machine that is busy with other things gets its time: processes that die before they do anything show
    little."""
    until, wanted = time.monotonic() + random.uniform(2.0, pause), random.randrange(1, 7)
    before = _read(database)
    while time.monotonic() < until and _read(database) < before + wanted:
        time.sleep(0.2)
    time.sleep(random.uniform(0.0, 1.0))


def _read(database: Database) -> int:
    with suppress(DatabaseUnavailable), database.scoped(LOCAL) as conn:
        row = conn.execute("select count(*) from versions").fetchone()
        return int(row[0]) if row else 0
    return 0


def keep_reviewing(reviewer: Reviewer, database: Database, ended: threading.Event) -> None:
    while not ended.wait(0.5):
        with suppress(PinciteError):
            reviewer.judge()
            with database.scoped(LOCAL) as conn:
                row = conn.execute(
                    "select id from versions where media_type = 'application/pdf' order by random() limit 1"
                ).fetchone()
            if row is not None:
                reviewer.look(row[0])


def keep_looking(database: Database, blobs: Blobs, reckoning: Reckoning, ended: threading.Event) -> None:
    """Nothing may be half there at any moment."""
    while not ended.wait(LOOK_EVERY):
        with suppress(DatabaseUnavailable):
            found = set(violations(database, blobs, LOCAL))
            if found:
                time.sleep(1)  # bytes go a moment before their look is over
                found &= set(violations(database, blobs, LOCAL))
            reckoning.looks += 1
            reckoning.faults += [f"While processes died: {one}" for one in sorted(found)]


@contextmanager
def beside(first: Callable[[], None], second: Callable[[], None], ended: threading.Event):  # type: ignore[no-untyped-def]
    threads = [threading.Thread(target=act, daemon=True) for act in (first, second)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def settle(household: Household, database: Database, reckoning: Reckoning) -> None:
    """The app goes on alone until all is read; a run that was killed too often is tried again, as its words say."""
    household.dismiss_analyst()
    deadline = time.monotonic() + SETTLING
    while time.monotonic() < deadline:
        household.look_after(with_analyst=False)
        with suppress(DatabaseUnavailable):
            with database.scoped(LOCAL) as conn:
                unfinished = ingests.list_unfinished(conn)
                failed = [row for row in ingests.list_finished(conn, 1000) if row.state is IngestState.FAILED]
                jobs = conn.execute("select count(*) from procrastinate_jobs").fetchone()
            for row in failed:
                if row.error_type not in KILLED_OFTEN:
                    words = f"{row.source_name} failed: {row.error_type}: {row.error_message}"
                    reckoning.faults.append(words)
                try_again(database, LOCAL, row.id)
                reckoning.tried_again += 1
            if not unfinished and not failed and jobs == (0,):
                break
        time.sleep(0.5)
    else:
        reckoning.faults.append(f"The library did not come to rest within {SETTLING:.0f} s.")
    with database.scoped(LOCAL) as conn:  # as half a minute later, when answers are told to be interrupted
        conn.execute(
            "update answers set heartbeat_at = heartbeat_at - interval '1 minute' where finished_at is null"
        )


def reckon(database: Database, ledger: Ledger, reckoning: Reckoning) -> list[str]:
    entries = ledger.entries()
    of = {said: [entry for entry in entries if entry.said is said] for said in Said}
    reckoning.uploaded, reckoning.asked = len(of[Said.UPLOADED]), len(of[Said.ASKED])
    reckoning.answered, reckoning.judged = len(of[Said.ANSWERED]), len(of[Said.JUDGED])
    return [
        *_uploads_lost(database, of[Said.UPLOADED], reckoning),
        *answers_lost(database, of, reckoning),
        *_verdicts_lost(database, of[Said.JUDGED]),
    ]


def _uploads_lost(database: Database, uploaded: Sequence[Entry], reckoning: Reckoning) -> list[str]:
    lost = []
    with database.scoped(LOCAL) as conn:
        rows = ingests.get_many(conn, [UUID(entry.id) for entry in uploaded])
    for entry in uploaded:
        row = rows.get(UUID(entry.id))
        reckoning.states[row.state.value if row else "gone"] += 1
        if row is None or row.state is not IngestState.READY or row.sha256 != entry.detail:
            lost.append(f"The upload {entry.id} was acknowledged and is {row.state if row else 'gone'}.")
    return lost


def answers_lost(database: Database, of: dict[Said, list[Entry]], reckoning: Reckoning) -> list[str]:
    """What was seen of answers and is not there any more, as sentences."""
    lost, claims = [], Counter[str]()
    for entry in of[Said.CLAIMS]:
        claims[entry.id] = max(claims[entry.id], int(entry.detail))
    digests = {entry.id: entry.detail for entry in of[Said.ANSWERED]}
    for entry in of[Said.ASKED]:
        try:
            with database.scoped(LOCAL) as conn:
                stored = answers.get(conn, UUID(entry.id))
        except NotFound:
            lost.append(f"The answer {entry.id} was begun and is gone.")
            continue
        if stored.problem is not None:
            reckoning.problems[stored.problem.kind.value] += 1
        if stored.stage is not None:
            lost.append(f"The answer {entry.id} is still {stored.stage}, and nobody writes it.")
        if len(stored.claims) < claims[entry.id]:
            lost.append(f"The answer {entry.id} had {claims[entry.id]} claims and has {len(stored.claims)}.")
        if entry.id in digests and digests[entry.id] != digest(stored):
            lost.append(f"The answer {entry.id} was finished and says something else now.")
    return lost


def _verdicts_lost(database: Database, judged: Sequence[Entry]) -> list[str]:
    lost = []
    with database.scoped(LOCAL) as conn:
        stored = {str(one.id): one for one in reviews.counting(conn)}
    for entry in judged:
        sent, one = json.loads(entry.detail), stored.get(entry.id)
        if one is None or (one.verdict.value, one.comment) != (sent["verdict"], sent["comment"]):
            lost.append(f"The verdict {entry.id} was saved and is gone, or another.")
    return lost


def wait_until(look: Callable[[], bool], what: str, seconds: float, household: Household) -> None:
    deadline = time.monotonic() + seconds
    while not look():
        assert time.monotonic() < deadline, f"{what} did not happen: {household.log.read_text()[-2000:]}"
        time.sleep(0.1)
