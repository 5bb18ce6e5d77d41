"""Whoever asks for many files keeps nobody else waiting."""

from __future__ import annotations

import asyncio
from uuid import UUID, uuid4

from viewer.taking_turns import TakingTurns


def made(wanted: list[UUID], most: int) -> tuple[list[UUID], int]:
    """Whose files were made, in order, and how many at a time, where each takes some steps."""
    order: list[UUID] = []
    now = highest = 0

    async def make(turns: TakingTurns, user: UUID) -> None:
        nonlocal now, highest
        async with turns.turn(user):
            now += 1
            highest = max(highest, now)
            order.append(user)
            for _ in range(3):
                await asyncio.sleep(0)
            now -= 1

    async def all_of_them() -> None:
        turns = TakingTurns(most)
        await asyncio.gather(*(make(turns, user) for user in wanted))

    asyncio.run(all_of_them())
    return order, highest


def test_a_user_who_asks_for_many_files_gets_them_one_by_one() -> None:
    greedy, other = uuid4(), uuid4()
    order, at_a_time = made([greedy] * 50 + [other], 2)
    assert sorted(order) == sorted([greedy] * 50 + [other])
    assert order.index(other) <= 1
    assert at_a_time == 2


def test_few_files_are_made_at_a_time() -> None:
    assert made([uuid4() for _ in range(20)], 2)[1] == 2
