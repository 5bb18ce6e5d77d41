"""A task for nursery tests: what a child does is named by its request."""

from __future__ import annotations

import os
import signal
import socket
import time


def prepare() -> None:
    """Nothing is slow to import here."""


def run(line: socket.socket) -> None:
    request = line.recv(100).decode()
    match request.split():
        case ["answer"]:
            line.send(f"{os.getpid()} {os.getpgid(0)}".encode())
        case ["sleep"]:
            line.send(b"asleep")
            time.sleep(300)
        case ["tidy"]:
            signal.signal(signal.SIGTERM, lambda *_: os._exit(7))
            line.send(b"ready")
            time.sleep(300)
        case ["have", "children"]:
            if (pid := os.fork()) == 0:
                time.sleep(300)
            line.send(str(pid).encode())
            time.sleep(300)
        case _:
            raise ValueError(request)
