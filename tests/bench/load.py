"""Many readers at a time: how long a page image takes while 16 of them jump through a report once a second."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

import httpx

from pipeline.store.scope import LOCAL
from tests.bench.figure import Figure, quantile
from tests.bench.jumping_answer import stored_answer
from tests.serving import served
from viewer.links import Link, LinkKind, Links, link_key

CLIENTS = 16
SECONDS = 20
WIDTH = 960
"""Device pixels: a letter page fitted to its evidence in a pane of half a window of 1,440."""
AHEAD = {"Priority": "u=6"}


@dataclass
class Measured:
    """Seconds that the pages jumped to took, those of their neighbours, and what went wrong."""

    jumps: list[float] = field(default_factory=list)
    neighbours: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def measure(home: Path, version_id: UUID) -> list[Figure]:
    jumping = stored_answer(home, version_id)
    with served(home, environment={"PINCITE_WORKERS": "0"}) as server:
        token = Links(link_key(home)).token(Link(LOCAL, version_id, LinkKind.PAGES))
        pages = f"{server.url}/evidence/pages/{version_id}"
        measured = asyncio.run(_load(pages, token, jumping.version.page_count))
    if measured.errors:
        print(f"{len(measured.errors)} errors, the first: {measured.errors[0]}", flush=True)
    on = f"{CLIENTS} clients, {SECONDS} s, {len(measured.jumps)} jumps, {jumping.note}"
    beside = quantile(measured.neighbours, 0.95) * 1000 if measured.neighbours else 0
    beside_note = f"{len(measured.neighbours)} neighbouring pages beside them: p95 {beside:.0f} ms"
    return [
        Figure("page image under load, p50", 1000 * quantile(measured.jumps, 0.5), "ms", "", on),
        Figure("page image under load, p95", 1000 * quantile(measured.jumps, 0.95), "ms", "≤ 250 ms", on),
        Figure("errors under load", len(measured.errors), "", "0", beside_note),
    ]


async def _load(pages: str, token: str, page_count: int) -> Measured:
    measured = Measured()
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(headers=headers, limits=limits, timeout=30) as client:
        await client.get(f"{pages}/0/{WIDTH}.webp")
        readers = (_read(client, pages, page_count, measured, seed) for seed in range(CLIENTS))
        await asyncio.gather(*readers)
    return measured


async def _read(
    client: httpx.AsyncClient, pages: str, page_count: int, measured: Measured, seed: int
) -> None:
    """One reader: a jump a second to any page, and what the pane does: the page first, then those around it, which are
    given up with the next jump."""
    chance = random.Random(seed)
    begin = time.perf_counter() + chance.random()
    beside: asyncio.Task[None] | None = None
    for second in range(SECONDS):
        await asyncio.sleep(max(0.0, begin + second - time.perf_counter()))
        if beside:
            beside.cancel()
        index = chance.randrange(page_count)
        await fetch(client, f"{pages}/{index}/{WIDTH}.webp", {}, measured.jumps, measured.errors)
        around = [one for one in (index + 1, index - 1) if 0 <= one < page_count]
        beside = asyncio.create_task(_fetch_beside(client, pages, around, measured))
    if beside:
        await beside


async def _fetch_beside(
    client: httpx.AsyncClient, pages: str, indexes: list[int], measured: Measured
) -> None:
    for index in indexes:
        await fetch(client, f"{pages}/{index}/{WIDTH}.webp", AHEAD, measured.neighbours, measured.errors)


async def fetch(
    client: httpx.AsyncClient, url: str, headers: dict[str, str], seconds: list[float], errors: list[str]
) -> None:
    """Fetch and read it; how long that took, or what went wrong, is added to one of the two lists."""
    started = time.perf_counter()
    try:
        response = await client.get(url, headers=headers)
    except httpx.HTTPError as error:
        errors.append(repr(error))
        return
    if response.status_code != 200:
        errors.append(f"{response.status_code} {response.text[:200]}")
        return
    seconds.append(time.perf_counter() - started)
