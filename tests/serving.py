"""A real server for tests and benchmarks: `pincite serve` in a process of its own, on a data folder of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PINCITE = str(Path(sys.executable).with_name("pincite"))
"""The installed command, as a user runs it: from any folder."""

ELSEWHERE = "/"

PATIENCE = 60.0
"""Seconds that a server may take before a test gives up: a machine under load starts slowly."""


def command(
    home: Path, *arguments: str, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `pincite …` on a data folder and wait for it."""
    return subprocess.run(
        [PINCITE, *arguments],
        env=_environment(home) | (environment or {}),
        cwd=ELSEWHERE,
        capture_output=True,
        text=True,
        timeout=600,
    )


def command_json(home: Path, *arguments: str, environment: dict[str, str] | None = None) -> Any:
    """What `pincite … --json` prints; raises AssertionError with its words when it fails."""
    done = command(home, *arguments, "--json", environment=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return lines[0] if len(lines) == 1 else lines


@dataclass(frozen=True, slots=True)
class Served:
    """A running server: its address, its data folder, and how long it took to answer, in seconds."""

    url: str
    home: Path
    process: subprocess.Popen[bytes]
    seconds: float


@contextmanager
def served(
    home: Path,
    *arguments: str,
    environment: dict[str, str] | None = None,
    program: Sequence[str] = (PINCITE,),
    port: int | None = None,
) -> Iterator[Served]:
    """`pincite serve` on this or a free port, ready to answer; stopped at the end, killed when it will not stop."""
    port = port or free_port()
    started = time.monotonic()
    process = subprocess.Popen(
        [*program, "serve", "--port", str(port), *arguments],
        env=_environment(home) | (environment or {}),
        cwd=ELSEWHERE,
        stdout=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{url}/_stcore/health", process)
        yield Served(url, home, process, time.monotonic() - started)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        assert process.poll() is None, f"the server ended with status {process.returncode}"
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.05)
    raise AssertionError(f"nobody answers at {url} within {PATIENCE:.0f} s")


def _environment(home: Path) -> dict[str, str]:
    """Ours, without what would lead to another database, store or model."""
    ours = ("DATABASE_URL", "OPENAI_", "PINCITE_", "AWS_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return kept | {"PINCITE_HOME": str(home)}
