"""Pages a second: our whole ingest beside `unstructured` alone, on the same file, one command after the other."""

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


def measure(home: Path, report: Path) -> list[Figure]:
    """Both sides are whole commands, imports included; parsing, embedding and storing all count for ours."""
    command(home, "migrate")  # the database exists before anything is measured
    alone = _alone(report)
    started = time.perf_counter()
    ours = command_json(home, "ingest", str(report))
    seconds = time.perf_counter() - started
    pages = ours["pages"]
    on = f"{report.name}, {pages} pages"
    return [
        Figure("ingest, unstructured alone", pages / alone, "pages/s", note=on),
        Figure("ingest, all of it", pages / seconds, "pages/s", note=f"{on}, {ours['passages']} passages"),
        Figure("ingest, time over unstructured alone", 100 * (seconds / alone - 1), "%", "≤ 15 %", on),
    ]


def _alone(report: Path) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", ALONE, str(report)], env=os.environ, check=True)
    return time.perf_counter() - started
