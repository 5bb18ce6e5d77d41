"""The process that reads one file, from the outside; and starting one where processes cannot be forked."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from typing import IO, Protocol

from pipeline.processes.nursery import environment

_CHILD = "from pipeline.reading.child import serve; serve()"


class ReadingProcess(Protocol):
    """A process that reads a request from its pipe and writes messages into it."""

    @property
    def pid(self) -> int: ...

    @property
    def request(self) -> IO[bytes]: ...

    @property
    def messages(self) -> IO[bytes]: ...

    def terminate(self) -> None:
        """Ask it to end. Nothing happens when it has."""
        ...

    def kill(self) -> None:
        """End it, and what it has started, at once."""
        ...

    def wait(self, seconds: float) -> int | None:
        """Its exit status, negative for a signal; None when it has not ended within the time."""
        ...

    def close(self) -> None:
        """Let go of it; if it has not ended, it is killed."""
        ...


class StartedProcess:
    """A ReadingProcess that imports everything itself. What it starts looks after itself: see its lifeline."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            env=environment(),
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise OSError("the process that reads a file has no pipes")
        self.request: IO[bytes] = self._process.stdin
        self.messages: IO[bytes] = self._process.stdout

    @property
    def pid(self) -> int:
        return self._process.pid

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()

    def wait(self, seconds: float) -> int | None:
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        with contextlib.suppress(OSError):
            self.request.close()
