"""The processes that read and draw filings keep the filings' words to themselves as well."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CANARY = "CANARY-51d0"

PROGRAMS = {
    "drawing": f"import viewer.page_worker as w; w.reply = lambda *_: {{}}['{CANARY}']; w.main()",
    "reading": f"import pipeline.reading.child as c; c.ReadingRequest.read = lambda _: {{}}['{CANARY}']; c.serve()",
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_fault_of_a_child_is_told_without_words(program: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PINCITE_LOG": "json"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"{}\n")
        process.stdin.flush()  # and stays open: a child ends with whoever has started it
        assert process.wait(60) != 0
        told = process.stderr.read().decode()
        assert CANARY not in told + process.stdout.read().decode()
    assert '"says": "The process ends over a fault."' in told
    assert '"kind": "KeyError"' in told
