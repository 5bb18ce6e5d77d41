"""Pages a second: our whole ingest beside `unstructured` alone, on the same file, in alternating commands."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from tests.bench.figure import Figure
from tests.serving import command, command_json

ALONE = """
import pathlib, sys
from pipeline.parse.segments import segment_pdf
assert segment_pdf(pathlib.Path(sys.argv[1]).read_bytes(), sys.argv[1])
"""

ROUNDS = 3
"""Each side's best of so many counts: on a shared machine one and the same command varies by a quarter."""


def measure(folder: Path, report: Path) -> list[Figure]:
    """Both sides are whole commands, imports included; parsing, embedding and storing all count for ours."""
    alone, ours = [], []
    for number in range(ROUNDS):
        home = folder / f"{report.stem}-{number}"
        command(home, "migrate")  # the database exists before anything is measured
        alone.append(_seconds_alone(report))
        started = time.perf_counter()
        ingested = command_json(home, "ingest", str(report))
        ours.append(time.perf_counter() - started)
    pages = ingested["pages"]
    on = f"{report.name}, {pages} pages"
    over = 100 * (min(ours) / min(alone) - 1)
    spread = (
        f"of {ROUNDS}: {', '.join(f'{100 * (b / a - 1):+.0f} %' for a, b in zip(alone, ours, strict=True))}"
    )
    return [
        Figure("ingest, unstructured alone", pages / min(alone), "pages/s", note=on),
        Figure(
            "ingest, all of it", pages / min(ours), "pages/s", note=f"{on}, {ingested['passages']} passages"
        ),
        Figure("ingest, time over unstructured alone", over, "%", "≤ 15 %", f"{on}; {spread}"),
    ]


def _seconds_alone(report: Path) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", ALONE, str(report)], env=os.environ, check=True)
    return time.perf_counter() - started
