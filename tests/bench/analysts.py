"""Fifty analysts at a time: each asks a question now and then, and in between jumps from page to page of its filings.

    python -m tests.bench.analysts [--analysts 50] [--seconds 120]

An analyst is a real session of the app (its websocket, its script's runs, its components' data) and the requests that
the evidence pane makes. What a browser does with them is not measured here. Run it on a machine that does nothing else:
the load is made on the same cores.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
import numpy as np
import psutil
from websockets.exceptions import WebSocketException

from pipeline.samples.questions import suggested_questions
from tests.bench.figure import Figure, quantile, table
from tests.bench.filings import long_report
from tests.serving import command_json, served
from tests.streamlit_session import StreamlitSession

ANALYSTS: Final = 50
SECONDS: Final = 120.0
WIDTH: Final = 960
"""Device pixels: a letter page fitted to its evidence in a pane of half a window of 1,440."""
READS: Final = (2.0, 6.0)
"""Seconds that an analyst looks at a page before the next jump."""
THINKS: Final = (25.0, 45.0)
"""Seconds between two questions of one analyst: some reading of the last answer, and the next question to be typed."""
AHEAD: Final = {"Priority": "u=6"}
SETTLING: Final = 0.25
"""The first part of the time is left out of the memory's slope: caches and threads come to their size in it."""
SAMPLE_SECONDS: Final = 1.0

NOTHING: Final[dict[str, Any]] = {"evidence": [], "sources": {}}
"""The pane of an answer that cites nothing."""

LONG_QUESTIONS: Final = (
    "What were total sales to customers in 2022?",
    "How much was spent on research and development?",
    "What were cash and cash equivalents at year end?",
    "What is said about legal proceedings?",
)


@dataclass(slots=True)
class Measured:
    """Seconds of what was done, and what went wrong, in words."""

    openings: list[float] = field(default_factory=list)
    questions: list[float] = field(default_factory=list)
    images: list[float] = field(default_factory=list)
    ahead: list[float] = field(default_factory=list)
    words: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Use:
    """Resident bytes of the app and what it has started but the database, by seconds; and the seconds of processor
    that all of them took, the database too."""

    at: list[float] = field(default_factory=list)
    used: list[float] = field(default_factory=list)
    processor: float = 0.0

    @property
    def slope(self) -> float:
        """Bytes a second, of the straight line through what was seen after settling."""
        at, used = np.array(self.at), np.array(self.used)
        settled = at >= SETTLING * at[-1]
        return float(np.polyfit(at[settled], used[settled], 1)[0])


def measure(home: Path, analysts: int = ANALYSTS, seconds: float = SECONDS) -> list[Figure]:
    """On a data folder with filings, whose app does not run."""
    with served(home, environment={"PINCITE_WORKERS": "0"}) as server:
        begun = time.monotonic()
        with _watched(server.process.pid, begun) as use:
            measured = asyncio.run(_work(server.url, analysts, seconds))
    return _figures(measured, use, f"{analysts} analysts, {seconds:.0f} s")


async def _work(url: str, analysts: int, seconds: float) -> Measured:
    measured = Measured()
    ends = time.monotonic() + seconds
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=60) as client:
        await asyncio.gather(*(_analyst(client, url, ends, measured, seed) for seed in range(analysts)))
    return measured


async def _analyst(client: httpx.AsyncClient, url: str, ends: float, measured: Measured, seed: int) -> None:
    """Comes within the first while, as people do, and works until the end."""
    chance = random.Random(seed)
    await asyncio.sleep(chance.uniform(0, min(THINKS[0], (ends - time.monotonic()) / 3)))
    questions = [question.text for question in suggested_questions()] + list(LONG_QUESTIONS)
    try:
        begun = time.perf_counter()
        async with StreamlitSession(url) as session:
            measured.openings.append(time.perf_counter() - begun)
            while time.monotonic() < ends:
                begun = time.perf_counter()
                await session.ask(chance.choice(questions))
                measured.questions.append(time.perf_counter() - begun)
                next_question = min(ends, time.monotonic() + chance.uniform(*THINKS))
                pane = session.component("pane") if session.has_component("pane") else NOTHING
                await _read(client, pane, next_question, chance, measured)
            measured.errors += session.errors
    except (OSError, TimeoutError, LookupError, WebSocketException) as error:
        measured.errors.append(f"{type(error).__name__}: {error}")


async def _read(
    client: httpx.AsyncClient, pane: dict[str, Any], until: float, chance: random.Random, measured: Measured
) -> None:
    """Jump among the cited pages, and now and then to any page of their filings, as the pane does: the page first, with
    its words, then those around it, which are given up with the next jump."""
    cited = [one for one in pane["evidence"] if one["media"] == "pdf" and one["page_index"] is not None]
    beside: asyncio.Task[None] | None = None
    while cited and time.monotonic() < until:
        evidence = chance.choice(cited)
        source = pane["sources"][evidence["version"]["id"]]
        index = evidence["page_index"] if chance.random() < 0.5 else chance.randrange(source["page_count"])
        headers = {"Authorization": f"Bearer {source['token']}"}
        if beside:
            beside.cancel()
        await _fetch(client, _image(source, index), headers, measured.images, measured.errors)
        stored = source["stored_url"].format(noun="words")
        await _fetch(client, f"{stored}?page={index}", headers, measured.words, measured.errors)
        around = [one for one in (index + 1, index - 1) if 0 <= one < source["page_count"]]
        beside = asyncio.create_task(_fetch_ahead(client, source, around, headers, measured))
        await asyncio.sleep(max(0.0, min(chance.uniform(*READS), until - time.monotonic())))
    if beside:
        with suppress(asyncio.CancelledError):
            await beside
    await asyncio.sleep(max(0.0, until - time.monotonic()))


async def _fetch_ahead(
    client: httpx.AsyncClient,
    source: dict[str, Any],
    indexes: Sequence[int],
    headers: dict[str, str],
    measured: Measured,
) -> None:
    for index in indexes:
        await _fetch(client, _image(source, index), headers | AHEAD, measured.ahead, measured.errors)


def _image(source: dict[str, Any], index: int) -> str:
    return str(source["page_url"].format(index=index, width=WIDTH))


async def _fetch(
    client: httpx.AsyncClient, path: str, headers: dict[str, str], seconds: list[float], errors: list[str]
) -> None:
    begun = time.perf_counter()
    try:
        response = await client.get(path, headers=headers)
    except httpx.HTTPError as error:
        errors.append(repr(error))
        return
    if response.status_code != 200:
        errors.append(f"{response.status_code} {response.text[:200]}")
        return
    seconds.append(time.perf_counter() - begun)


@contextmanager
def _watched(process_id: int, begun: float) -> Iterator[Use]:
    """What a process and all that it has started use meanwhile, looked at once a second."""
    use = Use()
    ended = threading.Event()
    app = psutil.Process(process_id)
    took_before = _processor(app)

    def watch() -> None:
        while not ended.wait(SAMPLE_SECONDS):
            with suppress(psutil.NoSuchProcess):
                tree = [app, *app.children(recursive=True)]
                memory = sum(one.memory_info().rss for one in tree if one.name() != "postgres")
                use.used.append(float(memory))
                use.at.append(time.monotonic() - begun)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield use
    finally:
        ended.set()
        watcher.join()
        use.processor = _processor(app) - took_before


def _processor(app: psutil.Process) -> float:
    """Seconds of processor that a process and what it has started, and that still runs, have taken."""
    times = [one.cpu_times() for one in (app, *app.children(recursive=True))]
    return sum(one.user + one.system for one in times)


def _figures(measured: Measured, use: Use, on: str) -> list[Figure]:
    for error in sorted(set(measured.errors))[:5]:
        print(f"error: {error}", flush=True)

    def p95(seconds: list[float]) -> float:
        return quantile(seconds, 0.95) if seconds else float("nan")

    settled = [used for at, used in zip(use.at, use.used, strict=True) if at >= SETTLING * use.at[-1]]
    span = f"{settled[0] / 2**20:.0f} → {settled[-1] / 2**20:.0f} MB, at most {max(use.used) / 2**20:.0f}"
    return [
        Figure("errors", len(measured.errors), "", "0", on),
        Figure("page image, p50", quantile(measured.images, 0.5), "s", "", f"{len(measured.images)} jumps"),
        Figure("page image, p95", p95(measured.images), "s", "≤ 0.5 s", f"{len(measured.images)} jumps"),
        Figure("page fetched ahead, p95", p95(measured.ahead), "s", "", f"{len(measured.ahead)} pages"),
        Figure("words of a page, p95", p95(measured.words), "s", "", f"{len(measured.words)} pages"),
        Figure("page opened, p95", p95(measured.openings), "s", "", f"{len(measured.openings)} sessions"),
        Figure("answer shown, p95", p95(measured.questions), "s", "", f"{len(measured.questions)} questions"),
        Figure(
            "processor of app and drawing", use.processor / use.at[-1], "cores", "", "without the load's own"
        ),
        Figure("memory, slope", use.slope * 60 / 2**20, "MB/min", "flat", span),
    ]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--analysts", type=int, default=ANALYSTS)
    arguments.add_argument("--seconds", type=float, default=SECONDS)
    arguments.add_argument(
        "--home", type=Path, help="A data folder with filings; else one is made and filled."
    )
    given = arguments.parse_args()
    if given.home:
        print(table(measure(given.home, given.analysts, given.seconds)))
        return
    # /var/tmp: as root the embedded server runs as another user, which has to reach the folder.
    with tempfile.TemporaryDirectory(
        prefix="pincite-bench-", dir="/var/tmp" if Path("/var/tmp").is_dir() else None
    ) as name:
        home = Path(name) / "home"
        print("reading the filings …", flush=True)
        command_json(home, "ingest", str(long_report(Path(name))))
        for sample in _samples(Path(name) / "samples"):
            command_json(home, "ingest", str(sample))
        print(table(measure(home, given.analysts, given.seconds)))


def _samples(folder: Path) -> list[Path]:
    from pipeline.samples import build

    return [sample.path for sample in build(folder)]


if __name__ == "__main__":
    main()
