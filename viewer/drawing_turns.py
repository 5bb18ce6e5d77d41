"""Whose turn it is to be drawn: what a reader looks at comes before what is fetched ahead of need."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from viewer.drawing_process import DrawingProcess
from viewer.page_image import TooManyPages


@dataclass(slots=True, eq=False)
class Turn:
    """A wait for a process. `is_ahead` may end while it waits: somebody now looks at the page."""

    path: Path
    is_ahead: bool
    given: asyncio.Future[DrawingProcess]


class Turns:
    """Idle processes and those who wait for one, at most `most_waiting`. All methods belong to one event loop."""

    def __init__(self, most_waiting: int) -> None:
        self._most_waiting = most_waiting
        self._idle: list[DrawingProcess] = []
        self._waiting: list[Turn] = []

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def turn(self, path: Path, *, is_ahead: bool) -> Turn:
        """A place in the queue. Raises TooManyPages."""
        if len(self._waiting) >= self._most_waiting:
            raise TooManyPages("Too many pages are waiting to be drawn. Try again in a moment.")
        turn = Turn(path, is_ahead, asyncio.get_running_loop().create_future())
        self._waiting.append(turn)
        self._advance()
        return turn

    async def taken(self, turn: Turn) -> DrawingProcess:
        """The process whose turn it is; to be given back with `free`. A wait that is cancelled leaves the queue."""
        try:
            return await turn.given
        except asyncio.CancelledError:
            if turn in self._waiting:
                self._waiting.remove(turn)
            elif turn.given.done() and not turn.given.cancelled():
                self.free(turn.given.result())
            raise

    def free(self, process: DrawingProcess) -> None:
        self._idle.append(process)
        self._advance()

    def _advance(self) -> None:
        """First come, first served among equals; a process that has the document open is the best."""
        while self._idle and self._waiting:
            turn = min(self._waiting, key=lambda one: one.is_ahead)
            self._waiting.remove(turn)
            if turn.given.done():  # cancelled
                continue
            process = next((idle for idle in self._idle if turn.path in idle.recent), self._idle[0])
            self._idle.remove(process)
            turn.given.set_result(process)

    def clear(self) -> None:
        self._idle.clear()
