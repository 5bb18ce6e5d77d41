"""Measure everything on a fresh data folder; print a table; write `bench.json` into the working directory."""

from __future__ import annotations

import tempfile
from pathlib import Path
from uuid import UUID

from tests.bench import (
    accuracy,
    analysts,
    checking,
    exchange,
    filings,
    first_claim,
    marks,
    numbers,
    pages,
    query_time,
    reading_speed,
    reviewing,
    start,
    web_memory,
)
from tests.bench.figure import Figure, table, write
from tests.serving import command_json

OUTPUT = Path("bench.json")


def main() -> None:
    figures: list[Figure] = []
    # /var/tmp: as root the embedded server runs as another user, which has to reach the folder.
    with tempfile.TemporaryDirectory(
        prefix="pincite-bench-", dir="/var/tmp" if Path("/var/tmp").is_dir() else None
    ) as name:
        home = Path(name) / "home"
        long, longest = filings.long_report(Path(name)), filings.longest_report(Path(name))
        speeds = Path(name) / "speeds"
        print(f"reading {long.name} …", flush=True)
        figures += reading_speed.measure(speeds, long)
        print(f"reading {longest.name} …", flush=True)
        figures += reading_speed.measure_huge(speeds, longest)
        command_json(home, "ingest", str(long))
        print("asking …", flush=True)
        figures += query_time.measure(home)
        figures += checking.measure(home)
        figures += first_claim.measure(home)
        print("starting …", flush=True)
        figures += start.measure(home)
        figures += pages.measure(home, long)
        print("using the longest …", flush=True)
        version = UUID(command_json(home, "ingest", str(longest))["version_id"])
        figures += web_memory.measure(home, version)
        figures += pages.measure(home, longest)
        print("reviewing …", flush=True)
        figures += reviewing.measure(home, version)
        print("counting checks …", flush=True)
        figures += numbers.measure(Path(name) / "numbers")
        print("exchanging …", flush=True)
        figures += exchange.measure(Path(name) / "exchange")
        print("comparing with gold …", flush=True)
        figures += marks.measure(home)
        figures += accuracy.measure(home)
        print("letting fifty analysts work …", flush=True)
        analysts.add_samples(home, Path(name) / "samples")
        figures += analysts.measure(home)
    print(f"\n{table(figures)}")
    write(figures, OUTPUT)
    print(f"\nwritten to {OUTPUT.absolute()}")


if __name__ == "__main__":
    main()
