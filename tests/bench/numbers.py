"""How long the Quality page, the list of questions and a reviewer's queue take over twenty thousand claims.

python -m tests.bench.numbers
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from pipeline.settings import Settings
from pipeline.store import quality, quality_cases, questions, review_queue
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.quality_cases import CaseFilter
from pipeline.store.scope import LOCAL
from tests.bench.figure import Figure, quantile, table
from tests.reviewed import make_reviewed
from tests.store.many_answers import CHECKS, CLAIMS
from viewer.quality_views import Alerts, quality_view

ANSWERS = 10_000
WEEKS = 12
ROUNDS = 20


def measure(home: Path) -> list[Figure]:
    """On a fresh data folder: all its answers are of the twelve weeks that the page shows first."""
    database = Database.open(Settings(home))
    today = datetime.now(UTC).date()
    first, this = quality.first_week(today, WEEKS), quality.first_week(today, 1)

    def page(conn: Connection) -> None:
        rows = quality.count_checked(conn, first)
        quality.last_asked(conn)
        quality_cases.failures(conn, LOCAL.user_id, CaseFilter(first), 10)
        for _ in range(2):  # the whole, and the chart's
            quality_view(rows, first, this, Alerts(0.03))

    def queue(conn: Connection) -> None:
        review_queue.queue(conn, LOCAL.user_id)

    def search(conn: Connection) -> None:
        questions.find(conn, LOCAL.user_id, "revenue 77", 50)

    try:
        with database.scoped(LOCAL) as conn:
            span = f"{7 * (WEEKS - 1)} days"
            make_reviewed(conn, LOCAL, ANSWERS * CLAIMS, until=datetime.now(UTC), span=span, first=0.5)
        on = f"{ANSWERS:,} answers, {ANSWERS * CHECKS:,} checks"
        return [
            Figure("numbers over time, p95", 1000 * _seconds(database, page), "ms", "≤ 700 ms", on),
            Figure("queue of a reviewer, p95", 1000 * _seconds(database, queue), "ms", "≤ 100 ms", on),
            Figure("search in questions, p95", 1000 * _seconds(database, search), "ms", "≤ 100 ms", on),
        ]
    finally:
        database.close()


def _seconds(database: Database, do: Callable[[Connection], None]) -> float:
    taken = []
    for _ in range(ROUNDS + 1):
        started = time.perf_counter()
        with database.scoped(LOCAL) as conn:
            do(conn)
        taken.append(time.perf_counter() - started)
    return quantile(taken[1:], 0.95)  # the first one prepares the statements


def main() -> None:
    with tempfile.TemporaryDirectory(
        prefix="pincite-bench-", dir="/var/tmp" if Path("/var/tmp").is_dir() else None
    ) as name:
        print(table(measure(Path(name) / "home")))


if __name__ == "__main__":
    main()
