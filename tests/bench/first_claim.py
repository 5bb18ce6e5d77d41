"""From the moment a model has written its first claim to the moment that the checked claim is on screen."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import overload

from playwright.sync_api import Page

from tests.bench.browsing import chromium, window
from tests.bench.figure import Figure, quantile
from tests.bench.query_time import QUESTIONS
from tests.model_replies import Asked, Reply, answer, claim
from tests.model_server import ModelServer
from tests.serving import served

ROUNDS = 2
THINKS = 1.0
"""Seconds before the model's first word: a quick one. Meanwhile the page is drawn for the new answer."""
PAUSE = 1.5
"""Seconds that the model takes before its second claim: only the first may be on screen until then."""

_END = '}], "calculation": null}'
"""Where a claim ends in a reply."""

_SEEN = """() => new Promise((done) => {
  const isSeen = () => [...document.querySelectorAll("*")].some(
    (host) => host.shadowRoot?.querySelector(".claim .text"));
  const look = () => isSeen() ? requestAnimationFrame(() => done(Date.now())) : requestAnimationFrame(look);
  look();
})"""


@dataclass(slots=True)
class TwoClaims(Sequence[str]):
    """A reply in two pieces: up to the end of the first claim, and, after a pause, the rest. `first_written_at` is when
    the first piece had been sent (seconds of the clock)."""

    pieces: tuple[str, str]
    first_written_at: float = 0.0
    written: threading.Event = field(default_factory=threading.Event)

    def __iter__(self) -> Iterator[str]:
        first, rest = self.pieces
        yield first
        self.first_written_at = time.time()
        self.written.set()
        time.sleep(PAUSE)
        yield rest

    def __len__(self) -> int:
        return 2

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        return self.pieces[index]


def measure(home: Path) -> list[Figure]:
    seconds: list[float] = []
    with ModelServer() as model, chromium() as browser:
        environment = {
            "OPENAI_BASE_URL": model.base_url,
            "OPENAI_API_KEY": "key",
            "PINCITE_MODEL": "test-model",
        }
        with served(home, environment=environment) as server, window(browser) as page:
            page.goto(server.url)
            for question in QUESTIONS * ROUNDS:
                seconds.append(_until_seen(page, server.url, model, question))
    on = f"{len(seconds)} questions; one browser, one server, one model on this machine"
    return [
        Figure("first checked claim on screen, p50", quantile(seconds, 0.5), "s", "≤ 0.3 s", on),
        Figure("first checked claim on screen, p95", quantile(seconds, 0.95), "s", "≤ 0.3 s", on),
        Figure("first checked claim on screen, slowest", max(seconds), "s", "", on),
    ]


def _until_seen(page: Page, url: str, model: ModelServer, question: str) -> float:
    replies: list[TwoClaims] = []

    def reply(asked: Asked) -> Reply:
        replies.append(_two_claims(asked))
        return Reply(chunks=replies[-1], first_seconds=THINKS)

    model.script(reply)
    page.goto(url)
    box = page.get_by_placeholder("Ask a question about your filings")
    box.fill(question)
    box.press("Enter")
    page.get_by_role("button", name="Stop").wait_for()
    seen_at = page.evaluate(_SEEN) / 1000
    (sent,) = replies
    assert sent.written.wait(10), "the claim was seen before it was written"
    page.get_by_role("button", name="Stop").wait_for(state="detached", timeout=30_000)
    return float(seen_at - sent.first_written_at)


def _two_claims(asked: Asked) -> TwoClaims:
    """One claim each of the first two passages, by their first lines."""
    firsts = [(handle, text.split("\n")[0]) for handle, text in list(asked.passages.items())[:2]]
    whole = answer([claim(line, (handle, line)) for handle, line in firsts])
    end = whole.index(_END) + len(_END)
    return TwoClaims((whole[:end], whole[end:]))
