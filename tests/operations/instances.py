"""Two instances of the app that start at the same moment on one empty database, with a log and figures to read."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx

from tests.serving import PINCITE, free_port

PATIENCE: Final = 90.0
"""Seconds that two apps may take to start at once on a machine that is busy with other things."""


@dataclass(frozen=True, slots=True)
class Instance:
    """A `pincite serve` with a data folder of its own."""

    home: Path
    url: str
    figures_url: str
    log: Path
    process: subprocess.Popen[bytes]
    environment: Mapping[str, str]

    @classmethod
    def start(cls, home: Path, environment: Mapping[str, str]) -> Instance:
        port, figures = free_port(), free_port()
        home.mkdir(parents=True)
        log = home / "log"
        whole = {
            **{
                name: value
                for name, value in os.environ.items()
                if not name.startswith(("PINCITE_", "OPENAI_"))
            },
            **environment,
            "PINCITE_HOME": str(home),
            "PINCITE_LOG": "json",
            "PINCITE_METRICS": str(figures),
        }
        with log.open("wb") as written:
            process = subprocess.Popen(
                [PINCITE, "serve", "--port", str(port)], env=whole, cwd="/", stdout=written, stderr=written
            )
        base = "http://127.0.0.1"
        return cls(home, f"{base}:{port}", f"{base}:{figures}/metrics", log, process, whole)

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while self.ready()[0] != 200:
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, f"{self.ready()}: {self.log.read_text()}"
            time.sleep(0.1)

    def ready(self) -> tuple[int, dict[str, str]]:
        """The status of /ready and its checks; 0 when nobody answers."""
        try:
            response = httpx.get(f"{self.url}/ready", timeout=20)
        except httpx.TransportError:
            return 0, {}
        return response.status_code, response.json()["checks"]

    def figure(self, name: str, **labels: str) -> float:
        """A figure that Prometheus is given, 0 for one that was never counted."""
        wanted = {f'{label}="{value}"' for label, value in labels.items()}
        total = 0.0
        for line in httpx.get(self.figures_url).text.splitlines():
            told, _, value = line.rpartition(" ")
            if told.partition("{")[0] == name and all(one in told for one in wanted):
                total += float(value)
        return total

    def lines(self) -> list[dict[str, Any]]:
        """The log; a line that is no JSON fails."""
        written = self.log.read_text().splitlines()
        return [json.loads(line) for line in written if not line.startswith("Pincite opens on")]

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A `pincite` command beside it."""
        return subprocess.run(
            [PINCITE, *arguments], env=self.environment, cwd="/", capture_output=True, text=True, timeout=120
        )

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
