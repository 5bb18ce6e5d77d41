"""Whose file to take away is made next: making one takes a core for a while, and a link makes as many as are asked for.
They wait here, where waiting holds no thread that others' pages are opened in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from uuid import UUID
from weakref import WeakValueDictionary

AT_A_TIME: Final = 2
"""Files in the making. A process has six threads or more for all that its routes ask of database and bytes."""


class TakingTurns:
    """One file of each user at a time, in the order of asking, and few of all users."""

    def __init__(self, most: int = AT_A_TIME) -> None:
        self._all = asyncio.Semaphore(most)
        self._of: WeakValueDictionary[UUID, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, user_id: UUID) -> AsyncIterator[None]:
        """Waits for the user's turn, and holds it."""
        own = self._of.setdefault(user_id, asyncio.Lock())
        async with own, self._all:
            yield
