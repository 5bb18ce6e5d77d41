"""A short seeded run of what `python -m tests.fuzz` does for long, and that it sees faults where there are some."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.campaign import fuzz
from tests.fuzz.mutations import mutated
from tests.fuzz.target import Target

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="each case is read in a forked process")

SEED = "20"
CASES = "12"
"""Of each of the twelve targets."""


def test_broken_input_of_every_kind_is_read_or_refused() -> None:
    options = ["--own", "--seed", SEED, "--cases", CASES]
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", *options], cwd=ROOT, capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, done.stdout + done.stderr
    counted = re.findall(r"^([\d,]+) cases, [\d,]+ bytes, 0 faults$", done.stdout, re.M)
    assert counted == [str(13 * int(CASES))], done.stdout


@pytest.mark.parametrize(
    ("acts", "outcome", "fault"),
    [
        ("reads", "read", None),
        ("refuses", "LookupError", None),
        ("fails", "ValueError", "no refusal"),
        ("crashes", "ended its process", "SIGABRT"),
        ("hangs", "ended its process", "took too long"),
        ("leaves", "read", "files are left: ['left']"),
    ],
)
def test_what_a_case_does_is_seen(acts: str, outcome: str, fault: str | None) -> None:
    tally = fuzz(target(acts), 1, cases=2)
    assert tally.cases == 2
    assert tally.outcomes == {outcome: 2}
    assert len(tally.faults) == (0 if fault is None else 1 if acts == "leaves" else 2)
    assert all(str(fault) in one.words for one in tally.faults)


def test_a_case_is_made_again_from_its_number() -> None:
    made = target("reads")
    assert made.case([b"seed" * 20], 1, 7) == made.case([b"seed" * 20], 1, 7)
    assert len({made.case([b"seed" * 20], 1, number) for number in range(20)}) > 15


def target(run: str) -> Target:
    def act(data: bytes) -> str:
        match run:
            case "reads":
                return "read"
            case "refuses":
                raise LookupError(data)
            case "fails":
                raise ValueError("no refusal")
            case "crashes":
                os.abort()
            case "hangs":
                time.sleep(60)
            case "leaves":
                Path("left").touch()
        return "read"

    return Target(run, run, lambda _: [b"seed"], _mutate, act, (LookupError,), seconds=0.5)


def _mutate(random: Random, seeds: Sequence[bytes]) -> bytes:
    return mutated(random, seeds)
