"""How often the search brings the right filing and page: `python -m tests.bench.retrieval [--home DIR]`.

Half B of FinanceBench's questions, by company, with a frozen lexicon: nothing was tuned on these companies. The home is
read into where it lacks a filing, which takes some minutes, and may be kept between runs.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from pipeline.evaluate.bootstrap import Estimate
from pipeline.evaluate.retrieval import Searched
from pipeline.evaluate.retrieval_command import measure_retrieval
from pipeline.evaluate.retrieval_measures import Measure
from pipeline.evaluate.retrieval_report import Group
from pipeline.evaluate.retrieval_split import Half
from pipeline.settings import Settings
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL
from tests.bench.figure import Figure, table
from tests.bench.filings import SHARED
from tests.bench.lexicon import require_frozen
from tests.serving import PINCITE

GOLD = SHARED / "financebench" / "dev.jsonl"

AIMS = {
    Searched.FILING: {"hit @1": "", "hit @5": "≥ .83", "hit @10": "", "all @5": "≥ .75", "all @10": ""},
    Searched.GOLD: {
        "right filing @1": "≥ .88",
        "right filing @3": "≥ .95",
        "hit @1": "",
        "hit @5": "≥ .75",
        "hit @10": "≥ .85",
        "all @10": "",
    },
}
"""What is reported, with what the project wants to reach over all questions of the half."""

_WORDS = {Searched.FILING: "in the filing", Searched.GOLD: "over all filings"}


def measure(home: Path) -> list[Figure]:
    """The figures of half B, of a home that has the filings. Raises SystemExit unless the lexicon is frozen."""
    require_frozen()
    settings = Settings(home)
    database = Database.open(settings)
    try:
        return [figure for searched in AIMS for figure in _figures(settings, database, searched)]
    finally:
        database.close()


def _figures(settings: Settings, database: Database, searched: Searched) -> Iterator[Figure]:
    report = measure_retrieval(
        GOLD, settings, database, LOCAL, searched, half=Half.B, by_half=False, cases=False
    )
    ((whole, *kinds),) = report.groups
    for measure in report.measures:
        name = measure.name.strip()
        found = measure.over(whole.outcomes) if name in AIMS[searched] else None
        if found is not None:
            aim, note = AIMS[searched][name], _note(found, measure, kinds)
            yield Figure(f"{_WORDS[searched]}, {name}", found.mean, "", aim, note)


def _note(found: Estimate, measure: Measure, kinds: Sequence[Group]) -> str:
    """The interval, and the figures of templated and free-form questions apart."""
    apart = [
        f"{group.name.rpartition(', ')[2]} {figure.mean:.2f}"
        for group in kinds
        if (figure := measure.over(group.outcomes)) is not None
    ]
    return f"{found.low:.2f} to {found.high:.2f} over {found.count} questions; {', '.join(apart)}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--home", type=Path, help="a data folder to keep; else one for this run alone")
    given = parser.parse_args()
    if given.home:
        _run(given.home)
    else:
        # /var/tmp: as root the embedded server runs as another user, which has to reach the folder.
        with tempfile.TemporaryDirectory(prefix="pincite-bench-", dir="/var/tmp") as name:
            _run(Path(name) / "home")


def _run(home: Path) -> None:
    require_frozen()
    print("reading the filings …", flush=True)
    filings = str(GOLD.parent / "pdfs")
    done = subprocess.run([PINCITE, "ingest", filings], env=os.environ | {"PINCITE_HOME": str(home)})
    if done.returncode:
        raise SystemExit(done.returncode)
    print(table(measure(home)))


if __name__ == "__main__":
    main()
