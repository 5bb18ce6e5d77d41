"""Reading a long report: our parse and our whole ingest beside `unstructured` alone, on one core and on two."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.bench.figure import Figure
from tests.bench.run_reading import Measured

ROOT = Path(__file__).resolve().parents[2]

ROUNDS = 2
"""Each measurement's best of so many counts: on a shared machine one and the same command varies by a quarter."""

RUNS = (("alone", 1), ("parse", 1), ("ingest", 1), ("parse", 2), ("ingest", 2))


def measure(home: Path, report: Path) -> list[Figure]:
    """Processes are held to cores by their affinity. Nothing about two cores is said on a machine that has one."""
    best: dict[tuple[str, int], Measured] = {}
    for _ in range(ROUNDS):
        for mode, cores in RUNS:
            if cores <= (os.cpu_count() or 1):
                measured = run(mode, cores, report, home)
                best[mode, cores] = min(measured, best.get((mode, cores), measured), key=lambda m: m.seconds)
    return _figures(best, report)


def run(mode: str, cores: int, report: Path, home: Path) -> Measured:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.run_reading", mode, str(cores), str(report), str(home)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return Measured(**json.loads(done.stdout.splitlines()[-1]))


def _figures(best: dict[tuple[str, int], Measured], report: Path) -> list[Figure]:
    alone, parse, ingest = best["alone", 1], best["parse", 1], best["ingest", 1]
    on = f"{report.name}, {parse.pages} pages, best of {ROUNDS}, warm"
    figures = [
        Figure("unstructured alone, one core", alone.pages / alone.seconds, "pages/s", note=on),
        Figure("parse, one core", parse.pages / parse.seconds, "pages/s", note=on),
        Figure(
            "parse, time over unstructured alone",
            100 * (parse.seconds / alone.seconds - 1),
            "%",
            "≤ 15 %",
            f"{on}, one core",
        ),
        Figure(
            "ingest, one core",
            ingest.pages / ingest.seconds,
            "pages/s",
            note=f"{on}, {ingest.passages} passages",
        ),
        Figure(
            "embedding and storing on top of the parse",
            100 * (ingest.seconds - parse.seconds) / alone.seconds,
            "%",
            note=f"{on}, one core, of unstructured's time; {ingest.passages} passages",
        ),
    ]
    if ("ingest", 2) in best:
        for mode, one in (("parse", parse), ("ingest", ingest)):
            two = best[mode, 2]
            figures += [
                Figure(f"{mode}, two cores", two.pages / two.seconds, "pages/s", note=on),
                Figure(f"{mode}, two cores over one", one.seconds / two.seconds, "×", "≥ 1.8 ×", on),
            ]
    return figures


def measure_huge(home: Path, report: Path) -> list[Figure]:
    """A report of hundreds of pages in one go, by one worker that may use every core."""
    measured = run("ingest", os.cpu_count() or 1, report, home)
    on = f"{report.name}, {measured.pages} pages, {measured.passages} passages, {os.cpu_count()} cores"
    return [
        Figure("longest filing, whole ingest", measured.seconds, "s", note=on),
        Figure("longest filing, worker's memory at its peak", measured.peak / 2**20, "MB", "≤ 3,000 MB", on),
    ]
