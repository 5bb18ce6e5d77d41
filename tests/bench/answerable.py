"""How questions on other matters and answerable ones are told apart: `python -m tests.bench.answerable [--misses]`.

Asks the questions of tests/search/questions of the library of PINCITE_HOME: which of those on other topics and on
companies without filings find nothing, which of those that a filing answers find something, and of these, for how many
the answering filing is searched and the answering page is in the packet. The half for tuning set the floor; the other
is only reported, so that `--misses` prints those of the tuning half alone. Questions whose file the library does not
have are left out and counted.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.index.embedding import Embedder, offline_embedder
from pipeline.search.filings import Filing, filings_in_scope
from pipeline.search.reading import read_search
from pipeline.search.retrieve import search_for
from pipeline.settings import Settings
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL
from tests.search.questions import HALVES, AnswerableQuestion, answerable, unanswerable

TUNED = HALVES[0]


@dataclass(frozen=True, slots=True)
class Library:
    """What is asked, and which file each version was read from."""

    conn: Connection
    embedder: Embedder
    filings: Sequence[Filing]
    file_names: dict[str, str]

    def pages_found(self, question: str) -> tuple[set[str], set[tuple[str, int]]]:
        """The files that are searched for a question, and the (file, page) of its packet."""
        search = read_search(self.conn, question, self.filings)
        packet = search_for(self.conn, self.embedder, search).packet
        files = {self.file_names[str(version)] for version in search.version_ids}
        found = [entry.passage.id for entry in packet.entries]
        return files, {(self.file_names[one.version], one.page_index) for one in found}


def main(arguments: Sequence[str]) -> None:
    database = Database.open(Settings.from_environment())
    try:
        with database.scoped(LOCAL) as conn:
            names = {
                str(version): Path(name).name
                for version, name in conn.execute("select id, source_name from versions")
            }
            library = Library(conn, offline_embedder(), filings_in_scope(conn, LOCAL.user_id), names)
            for half in HALVES:
                for line in _measured(library, half, show="--misses" in arguments and half == TUNED):
                    print(line)
    finally:
        database.close()


def _measured(library: Library, half: str, *, show: bool) -> Iterator[str]:
    others = unanswerable(half)
    passed = [one.question for one in others if library.pages_found(one.question)[1]]
    yield f"{half}: {len(others) - len(passed)} of {len(others)} on other matters find nothing"
    here = [one for one in answerable(half) if one.file_name in library.file_names.values()]
    counts, missed = _answered(library, here)
    yield (
        f"{half}: {counts['found']} of {len(here)} that a filing answers find something; in {counts['file']} the "
        f"filing is searched, in {counts['page']} its page is in the packet"
        f" ({len(answerable(half)) - len(here)} left out)"
    )
    if show:
        yield from (f"  miss: {question}" for question in [*passed, *missed])


def _answered(library: Library, asked: Sequence[AnswerableQuestion]) -> tuple[Counter[str], list[str]]:
    counts = Counter[str]()
    missed: list[str] = []
    for one in asked:
        files, found = library.pages_found(one.question)
        counts["found"] += bool(found)
        counts["file"] += one.file_name in files
        counts["page"] += (one.file_name, one.page) in found
        missed += [] if found else [one.question]
    return counts, missed


if __name__ == "__main__":
    main(sys.argv[1:])
