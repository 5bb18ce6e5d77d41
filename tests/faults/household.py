"""A Pincite that somebody watches over, as a service manager would: the app and an analyst's process, begun again
whenever they end."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.faults.ledger import Ledger, Said
from tests.serving import PINCITE, free_port

ROOT: Final = Path(__file__).resolve().parents[2]
END_PATIENCE: Final = 30.0
_OTHERS: Final = ("DATABASE_URL", "OPENAI_", "PINCITE_", "AWS_")


@dataclass
class Household:
    """`model_url`: the model that answers. `database_url`: a Postgres of its own, the embedded one else. Its log of
    what the processes said is `said.log` in `home`'s parent."""

    home: Path
    model_url: str
    seed: int
    database_url: str | None = None
    port: int = field(default_factory=free_port)
    app: subprocess.Popen[bytes] | None = None
    analyst: subprocess.Popen[bytes] | None = None
    starts: int = 0
    begun_at: float = 0.0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ledger(self) -> Ledger:
        return Ledger(self.home.parent / "ledger.jsonl")

    @property
    def log(self) -> Path:
        return self.home.parent / "said.log"

    def environment(self) -> Mapping[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(_OTHERS)}
        own = {"DATABASE_URL": self.database_url} if self.database_url else {}
        return (
            kept
            | own
            | {
                "PINCITE_HOME": str(self.home),
                "OPENAI_BASE_URL": self.model_url,
                "OPENAI_API_KEY": "key",
                "PINCITE_MODEL": "test-model",
                "PYTHONPATH": str(ROOT),
            }
        )

    def __enter__(self) -> Self:
        self.home.mkdir(parents=True, exist_ok=True)
        self.look_after()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.dismiss_analyst()
        if self.app is not None:
            self.app.terminate()
            try:
                self.app.wait(END_PATIENCE)
            except subprocess.TimeoutExpired:
                self.app.kill()
                self.app.wait()

    def look_after(self, *, with_analyst: bool = True) -> None:
        """Begin again what has ended."""
        if self.app is None or self.app.poll() is not None:
            self.app = self._begin([PINCITE, "serve", "--port", str(self.port)])
            self.begun_at = time.monotonic()
        if with_analyst:
            self.look_after_analyst()

    def look_after_analyst(self) -> None:
        if self.analyst is None or self.analyst.poll() is not None:
            first = str(self.ledger.count(Said.UPLOADED))
            command = [
                sys.executable,
                "-m",
                "tests.faults.analyst",
                str(self.ledger.path),
                str(self.seed),
                first,
            ]
            self.analyst = self._begin(command)

    def dismiss_analyst(self) -> None:
        if self.analyst is not None:
            self.analyst.kill()
            self.analyst.wait()
            self.analyst = None

    def is_up(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=2):
                return True
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def _begin(self, command: list[str]) -> subprocess.Popen[bytes]:
        self.starts += 1
        with self.log.open("ab") as said:
            return subprocess.Popen(
                command, env=self.environment(), cwd=self.home.parent, stdout=said, stderr=said
            )
