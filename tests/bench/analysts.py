"""Fifty analysts at a time: each asks a question now and then, and in between jumps from page to page of its filings.

    python -m tests.bench.analysts [--analysts 50] [--seconds 120]

Prints the figures, and ends with status 1 where a request came to nothing or the aim for page images was missed. Run it
on a machine that does nothing else: the load is made on the same cores, and what it takes of them is one of the
figures.

What it takes for granted. An analyst is a real session of the app (its websocket, its script's runs, its components'
data) and the requests that the evidence pane makes; what a browser does with them is not measured. They come within the
first 25 seconds, each asks every 25 to 45, and looks 2 to 6 at a page before the next jump: half of the jumps go to
cited pages, half to any page of those filings; the two pages around are fetched ahead. Nothing is kept by a browser,
which would spare the app a page that is jumped to again within a minute. All of them look at the same few filings in
one size, so that most pages have been drawn for somebody before. Nobody signs in: the sessions are the local user's,
who may ask as much as they like; but each analyst's page requests are a user's of their own, so that each opening is
noted as it is for fifty people. Questions are answered without a model.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid5

import httpx
from websockets.exceptions import WebSocketException

from pipeline.samples import build
from pipeline.samples.questions import suggested_questions
from pipeline.store.link_keys import LinkKeys
from pipeline.store.scope import LOCAL, Scope
from tests.bench.figure import Figure, quantile, table
from tests.bench.filings import long_report
from tests.bench.load import fetch
from tests.bench.use import Use, watched
from tests.serving import command_json, served
from tests.streamlit_session import StreamlitSession
from viewer.links import Link, LinkKind, Links

ANALYSTS: Final = 50
SECONDS: Final = 120.0
WIDTH: Final = 960
"""Device pixels: a letter page fitted to its evidence in a pane of half a window of 1,440."""
READS: Final = (2.0, 6.0)
"""Seconds that an analyst looks at a page before the next jump."""
THINKS: Final = (25.0, 45.0)
"""Seconds between two questions of one analyst: some reading of the last answer, and the next question to be typed."""
AHEAD: Final = {"Priority": "u=6"}
ERRORS: Final = "errors"
IMAGES: Final = "page image, p95"
SLOWEST: Final = 0.5
"""Seconds: the p95 of a page image that the app has to reach."""

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


def measure(
    home: Path, analysts: int = ANALYSTS, seconds: float = SECONDS, port: int | None = None
) -> list[Figure]:
    """On a data folder with filings, whose app does not run."""
    with served(home, environment={"PINCITE_WORKERS": "0"}, port=port) as server:
        links = Links(LinkKeys(home))
        with watched(server.process.pid) as use:
            measured = asyncio.run(_work(server.url, links, analysts, seconds))
    return _figures(measured, use, f"{analysts} analysts, {seconds:.0f} s")


async def _work(url: str, links: Links, analysts: int, seconds: float) -> Measured:
    measured = Measured()
    ends = time.monotonic() + seconds
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=60) as client:
        await asyncio.gather(*(_analyst(client, links, ends, measured, seed) for seed in range(analysts)))
    return measured


async def _analyst(
    client: httpx.AsyncClient, links: Links, ends: float, measured: Measured, seed: int
) -> None:
    """Comes within the first while, as people do, and works until the end."""
    chance = random.Random(seed)
    reader = Scope(LOCAL.tenant_id, uuid5(LOCAL.user_id, f"analyst {seed}"))
    await asyncio.sleep(chance.uniform(0, min(THINKS[0], (ends - time.monotonic()) / 3)))
    questions = [question.text for question in suggested_questions()] + list(LONG_QUESTIONS)
    try:
        begun = time.perf_counter()
        async with StreamlitSession(str(client.base_url).rstrip("/")) as session:
            measured.openings.append(time.perf_counter() - begun)
            while time.monotonic() < ends:
                begun = time.perf_counter()
                await session.ask(chance.choice(questions))
                measured.questions.append(time.perf_counter() - begun)
                next_question = min(ends, time.monotonic() + chance.uniform(*THINKS))
                pane = session.component("pane") if session.has_component("pane") else NOTHING
                for version_id, source in pane["sources"].items():
                    source["token"] = links.token(Link(reader, UUID(version_id), LinkKind.PAGES))
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
        await fetch(client, _image(source, index), headers, measured.images, measured.errors)
        stored = source["stored_url"].format(noun="words")
        await fetch(client, f"{stored}?page={index}", headers, measured.words, measured.errors)
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
        await fetch(client, _image(source, index), headers | AHEAD, measured.ahead, measured.errors)


def _image(source: dict[str, Any], index: int) -> str:
    return str(source["page_url"].format(index=index, width=WIDTH))


def _figures(measured: Measured, use: Use, on: str) -> list[Figure]:
    for error in sorted(set(measured.errors))[:5]:
        print(f"error: {error}", flush=True)

    def at(seconds: list[float], share: float) -> float:
        return quantile(seconds, share) if seconds else float("nan")

    def p95(seconds: list[float]) -> float:
        return at(seconds, 0.95)

    return [
        Figure(ERRORS, len(measured.errors), "", "0", on),
        Figure("page image, p50", at(measured.images, 0.5), "s", "", f"{len(measured.images)} jumps"),
        Figure(IMAGES, p95(measured.images), "s", f"≤ {SLOWEST} s", f"{len(measured.images)} jumps"),
        Figure("page fetched ahead, p95", p95(measured.ahead), "s", "", f"{len(measured.ahead)} pages"),
        Figure("words of a page, p95", p95(measured.words), "s", "", f"{len(measured.words)} pages"),
        Figure("page opened, p95", p95(measured.openings), "s", "", f"{len(measured.openings)} sessions"),
        Figure("answer shown, p95", p95(measured.questions), "s", "", f"{len(measured.questions)} questions"),
        Figure("processor of app and drawing", use.app / use.seconds, "cores", "", on),
        Figure("processor of the database", use.database / use.seconds, "cores", "", on),
        Figure("processor of the load itself", use.load / use.seconds, "cores", "", on),
        Figure("memory, slope", use.slope * 60 / 2**20, "MB/min", "flat", use.span),
    ]


def reached(figures: Sequence[Figure]) -> bool:
    """Whether nothing went wrong, and pages came as quickly as they have to; none that came is too slow."""
    value = {figure.name: figure.value for figure in figures}
    return value[ERRORS] == 0 and value[IMAGES] <= SLOWEST


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--analysts", type=int, default=ANALYSTS)
    arguments.add_argument("--seconds", type=float, default=SECONDS)
    arguments.add_argument("--port", type=int, help="Where the app listens; else on a free port.")
    arguments.add_argument(
        "--home", type=Path, help="A data folder with filings; else one is made and filled."
    )
    given = arguments.parse_args()
    with _home(given.home) as home:
        figures = measure(home, given.analysts, given.seconds, given.port)
    print(table(figures))
    sys.exit(0 if reached(figures) else 1)


@contextmanager
def _home(given: Path | None) -> Iterator[Path]:
    """The given data folder, or one with a long report and the samples that is gone afterwards."""
    if given is not None:
        yield given
        return
    # /var/tmp: as root the embedded server runs as another user, which has to reach the folder.
    with tempfile.TemporaryDirectory(
        prefix="pincite-bench-", dir="/var/tmp" if Path("/var/tmp").is_dir() else None
    ) as name:
        print("reading the filings …", flush=True)
        home = Path(name) / "home"
        command_json(home, "ingest", str(long_report(Path(name))))
        add_samples(home, Path(name) / "samples")
        yield home


def add_samples(home: Path, folder: Path) -> None:
    """Read the sample filings, which are made in `folder`, into a data folder whose app does not run."""
    for sample in build(folder):
        command_json(home, "ingest", str(sample.path))


if __name__ == "__main__":
    main()
