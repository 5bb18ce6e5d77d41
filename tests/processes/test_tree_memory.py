"""The memory of a process and its children, shared pages counted once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from pipeline.processes.lifeline import CAN_FORK
from pipeline.processes.tree_memory import TreeMemory

HOLD = 100_000_000
SCRIPT = f"""
import os, sys, time
held = bytearray(b"x") * {HOLD}
children = []
for _ in range(3):
    child = os.fork()
    if child == 0:
        break
if child == 0:
    time.sleep(60)
    os._exit(0)
print("ready", flush=True)
sys.stdin.readline()
held += bytearray(b"y") * {HOLD}
print("grown", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def family() -> Iterator[subprocess.Popen[bytes]]:
    """A process that holds 100 MB, and three children that share them."""
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    yield process
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.skipif(not CAN_FORK, reason="shared pages are told apart on Linux only")
def test_shared_memory_counts_once_and_growth_is_seen_at_once(family: subprocess.Popen[bytes]) -> None:
    memory = TreeMemory(family.pid)
    assert HOLD < memory.bytes() < 2 * HOLD
    assert memory.exceeds(HOLD)
    assert not memory.exceeds(2 * HOLD), "four processes show 100 MB each, and hold them together"
    assert family.stdin is not None
    assert family.stdout is not None
    family.stdin.write(b"\n")
    family.stdin.flush()
    family.stdout.readline()
    assert memory.exceeds(2 * HOLD)


def test_a_process_that_has_ended_takes_nothing(family: subprocess.Popen[bytes]) -> None:
    memory = TreeMemory(family.pid)
    os.killpg(family.pid, signal.SIGKILL)
    os.waitid(os.P_PID, family.pid, os.WEXITED | os.WNOWAIT)  # it stays a zombie, and its number its own
    time.sleep(0.6)
    assert memory.bytes() == 0
    assert not memory.exceeds(1)
    assert not TreeMemory(family.pid).exceeds(1)
