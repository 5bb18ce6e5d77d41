"""Searching 1,000 filings of 600,000 passages on one machine, without a model: times, recall, sizes, rate of storing.

python -m tests.bench.scale [--home FOLDER] [--library HOME]

The library is kept in FOLDER between runs; loading it takes a quarter of an hour. HOME is a data folder that holds the
real filings already; without it they are read first, which takes as long again.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.index.embedding import offline_embedder
from pipeline.search.filings import filings_in_scope
from pipeline.search.reading import Search, read_search
from pipeline.search.retrieve import search_for
from pipeline.settings import Settings
from pipeline.store import passages
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.bench import scale_questions
from tests.bench.figure import Figure, quantile, table, write
from tests.bench.filings import SHARED as DATA
from tests.bench.scale_library import FILINGS, SMALL, Planned, contents, load, planned_library, store, tidy

OUTPUT = Path("scale.json")
BEST = 10
"""Passages of a search whose recall is measured."""

DEPTH = 400
"""Passages that a search by meaning is asked for, as the ranking asks."""

STORED_AGAIN = 4
"""Filings that are stored once more when everything else is there, to see how fast that is then."""

_SIZES = {
    "passages, with their texts": "passages",
    "vectors": "passage_vectors",
    "sketches of vectors": "vector_sketches",
    "inverted index": "postings",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What questions of one kind came to: seconds of each, filings searched, recall where it was counted."""

    kind: str
    scope: Scope
    seconds: tuple[float, ...]
    filings: tuple[int, ...]
    recalls: tuple[float, ...]
    is_exact: tuple[bool, ...]


def measure(home: Path, library: Path | None) -> list[Figure]:
    """Load what is missing, ask, and tell."""
    planned = planned_library(home, library, DATA)
    database = Database.open(Settings(home))
    try:
        loaded = load(database, planned, _progress("stored"))
        if loaded.filings:
            tidy(home)
        figures = [*_sizes(database), _storing(database, planned)]
        if loaded.filings:
            rate = loaded.passages / loaded.seconds
            on = f"{loaded.filings:,} filings, {loaded.passages:,} passages; reading and embedding apart"
            figures.append(Figure("storing while loading", rate, "passages/s", "", on))
        asked = [one for scope in FILINGS for one in _ask(database, scope, planned)]
    finally:
        database.close()
    return figures + [figure for one in asked for figure in _figures(one)] + _over_all(asked)


def _ask(database: Database, scope: Scope, planned: Sequence[Planned]) -> Iterator[Asked]:
    with database.scoped(scope) as conn:
        filings = filings_in_scope(conn, scope.user_id)
        exact = _Exact(conn)
    own = {filing.version_id: filing.cover for filing in filings}
    real = [one for one in planned if one.scope == scope and one.number is None]
    copies = [
        (one.source.source_name, own[one.version_id], one.years)
        for one in planned
        if one.scope == scope and one.number is not None and one.version_id in own
    ]
    folder = DATA / "financebench"
    gold = (
        scale_questions.financebench(folder)
        if len(real) > len(copies)
        else scale_questions.financebench_of_copies(folder, copies)
    )
    named = scale_questions.named_questions(list(own.values()), gold)
    yield _asked(database, scope, "name a company", named, exact)
    yield _asked(database, scope, "name none", scale_questions.unnamed_questions(), exact)


def _asked(database: Database, scope: Scope, kind: str, questions: Sequence[str], exact: _Exact) -> Asked:
    embedder = offline_embedder()
    seconds, filings, recalls, is_exact = [], [], [], []
    for number, question in enumerate(itertools.chain(questions[:3], questions)):
        started = time.perf_counter()
        with database.scoped(scope) as conn:
            search = read_search(conn, question, filings_in_scope(conn, scope.user_id))
            search_for(conn, embedder, search)
        taken = time.perf_counter() - started
        if number < 3:  # loads the model, and what the first questions of a day find cold
            continue
        seconds.append(taken)
        filings.append(len(search.filings))
        if search.filings:
            vector = embedder.embed([question])[0]
            with database.scoped(scope) as conn:
                near = passages.by_meaning(conn, vector, embedder.name, search.version_ids, DEPTH)
            found = [str(passage) for passage, _ in near.found[:BEST]]
            recalls.append(exact.recall(vector, search, found))
            is_exact.append(near.is_exact)
        print(f"\rasked {kind}: {len(seconds)} of {len(questions)}", end="", flush=True)
    print()
    return Asked(kind, scope, tuple(seconds), tuple(filings), tuple(recalls), tuple(is_exact))


class _Exact:
    """All vectors of a tenant, to compare a question's with each."""

    def __init__(self, conn: Connection) -> None:
        ids: list[str] = []
        versions: list[str] = []
        rows: list[NDArray[np.float16]] = []
        with conn.cursor("vectors") as cursor:
            cursor.itersize = 20_000
            for version, page, ordinal, vector in cursor.execute(
                "select version_id, page_index, ordinal, embedding from passage_vectors"
            ):
                ids.append(f"{version}:{page}:{ordinal}")
                versions.append(str(version))
                rows.append(np.asarray(vector.to_numpy(), dtype=np.float16))
        self._ids, self._versions = np.array(ids), np.array(versions)
        self._vectors = np.stack(rows)

    def recall(self, vector: NDArray[np.float32], search: Search, found: Sequence[str]) -> float:
        """Which share of the BEST nearest passages in the searched filings was found."""
        inside = np.flatnonzero(np.isin(self._versions, [str(one) for one in search.version_ids]))
        similar = np.concatenate(
            [self._vectors[part].astype(np.float32) @ vector for part in np.array_split(inside, 16)]
        )
        best = self._ids[inside[np.argsort(-similar, kind="stable")[:BEST]]]
        return len({*best.tolist()} & {*found}) / len(best)


def _figures(asked: Asked) -> Iterator[Figure]:
    tenant = f"{FILINGS[asked.scope]} filings, questions that {asked.kind}"
    on = f"{len(asked.seconds)} questions, {int(np.median(asked.filings))} filings searched in the median"
    yield Figure(f"search, p50: {tenant}", 1000 * quantile(asked.seconds, 0.5), "ms", "", on)
    yield Figure(f"search, p95: {tenant}", 1000 * quantile(asked.seconds, 0.95), "ms", "≤ 60 ms", on)
    if asked.recalls:
        compared = f"{sum(asked.is_exact)} of {len(asked.is_exact)} compare every vector"
        yield Figure(f"recall@{BEST}: {tenant}", float(np.mean(asked.recalls)), "", "≥ 0.98", compared)


def _over_all(asked: Sequence[Asked]) -> list[Figure]:
    seconds = [one for kind in asked for one in kind.seconds]
    recalls = [one for kind in asked for one in kind.recalls]
    on = f"{len(seconds)} questions, half of each tenant; embedding, reading and packing included"
    return [
        Figure("search, p95", 1000 * quantile(seconds, 0.95), "ms", "≤ 60 ms", on),
        Figure(f"recall@{BEST} against every vector compared", float(np.mean(recalls)), "", "≥ 0.98", on),
    ]


def _sizes(database: Database) -> list[Figure]:
    count = 0
    for scope in FILINGS:
        with database.scoped(scope) as conn:
            (stored,) = conn.execute("select sum(passage_count) from versions").fetchone() or (0,)
            count += int(stored)
    figures = [Figure("passages", count, "")]
    with database.scoped(SMALL) as conn:
        for name, relation in _SIZES.items():
            (size,) = conn.execute("select pg_total_relation_size(%s)", (relation,)).fetchone() or (0,)
            figures.append(Figure(f"size: {name}", size / 1e6, "MB", "", "with its indexes"))
        (size,) = conn.execute("select pg_database_size(current_database())").fetchone() or (0,)
    return [*figures, Figure("size: the whole database", size / 1e6, "MB")]


def _storing(database: Database, planned: Sequence[Planned]) -> Figure:
    """How fast filings are stored beside all others: what is stored here is taken back."""
    seconds, count = 0.0, 0
    for one in planned[-STORED_AGAIN:]:
        again = one.again()
        parts = contents(again)
        started = time.perf_counter()
        with database.scoped(one.scope) as conn:
            count += store(conn, again, parts)
            seconds += time.perf_counter() - started
            conn.rollback()
    on = f"{STORED_AGAIN} filings more, all indexes kept; reading and embedding apart"
    return Figure("storing", count / seconds, "passages/s", "", on)


def _progress(word: str) -> Callable[[int, int], None]:
    def show(done: int, total: int) -> None:
        print(f"\r{word} {done:,} of {total:,} filings", end="" if done < total else "\n", flush=True)

    return show


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.scale")
    parser.add_argument("--home", type=Path, default=Path("/var/tmp/pincite-scale"))
    parser.add_argument("--library", type=Path)
    chosen = parser.parse_args()
    figures = measure(chosen.home, chosen.library)
    print(f"\n{table(figures)}")
    write(figures, OUTPUT)
    print(f"\nwritten to {OUTPUT.absolute()}")


if __name__ == "__main__":
    main()
