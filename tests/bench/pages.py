"""The evidence pane on two long reports: jumps, memory, many readers, and another viewer beside it.

By itself: `python -m tests.bench.pages [PART …]` with the parts "jumps", "load" and "rivals", all of them without.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Collection
from pathlib import Path
from uuid import UUID

from tests.bench import filings, jumps, load, rivals
from tests.bench.figure import Figure, table
from tests.serving import command_json

PARTS = ("jumps", "load", "rivals")


def measure(home: Path, file: Path, parts: Collection[str] = PARTS) -> list[Figure]:
    """On a report, which is read into the data folder first unless it is there."""
    version_id = UUID(command_json(home, "ingest", str(file))["version_id"])
    figures: list[Figure] = []
    if "jumps" in parts:
        print(f"jumping through {file.name} …", flush=True)
        figures += jumps.measure(home, version_id)
    if "load" in parts:
        print(f"many readers of {file.name} …", flush=True)
        figures += load.measure(home, version_id)
    if "rivals" in parts:
        print(f"another viewer on {file.name} …", flush=True)
        figures += rivals.measure(home, version_id, file)
    return figures


def main() -> None:
    parts = sys.argv[1:] or PARTS
    folder = "/var/tmp" if Path("/var/tmp").is_dir() else None
    with tempfile.TemporaryDirectory(prefix="pincite-pages-", dir=folder) as name:
        home = Path(name) / "home"
        files = filings.long_report(Path(name)), filings.longest_report(Path(name))
        figures = [figure for file in files for figure in measure(home, file, parts)]
    print(f"\n{table(figures)}")


if __name__ == "__main__":
    main()
