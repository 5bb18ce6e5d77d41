"""The worker beside the app: a process of its own, started again when something kills it, ended with the app."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from typing import Final

from pipeline.settings import Settings

FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
"""Seconds before a worker that ended is started again: twice as long each time, so that one that cannot start costs
little."""
SOUND_AFTER: Final = 60.0
"""Seconds of life after which the next end counts as the first again."""
END_PATIENCE: Final = 8.0
"""Seconds that a worker may take to hand its runs back before it is killed."""


class WorkerBeside:
    """Keeps one `pincite worker` alive. It ends when this process does, however that ends: its input closes."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._ending = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._keeper = threading.Thread(target=self._keep, name="worker-keeper", daemon=True)

    def start(self) -> None:
        """Does nothing when the settings want no worker here."""
        if self._settings.workers:
            self._keeper.start()

    def stop(self) -> None:
        """End the worker: what it has in hand waits for the next one."""
        self._ending.set()
        if self._keeper.is_alive():
            self._keeper.join()

    def _keep(self) -> None:
        pause = FIRST_PAUSE
        while not self._ending.is_set():
            begun = time.monotonic()
            process = self._launch()
            while process.poll() is None and not self._ending.wait(0.1):
                pass
            if self._ending.is_set():
                _end(process)
                return
            if time.monotonic() - begun > SOUND_AFTER:
                pause = FIRST_PAUSE
            self._ending.wait(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _launch(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "pipeline.cli", "worker", "--beside"],
            env=os.environ | {"PINCITE_HOME": str(self._settings.home)},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C in the terminal is for the app, which then ends the worker
        )


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(END_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
