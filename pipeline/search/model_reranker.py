"""A reranker that is a model of an OpenAI-compatible endpoint: it scores pages."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from pipeline.evidence.trace import TraceStep
from pipeline.model.chat import Chat
from pipeline.model.endpoint import Endpoint
from pipeline.model.exchange import prepare
from pipeline.model.failures import AttemptFailed
from pipeline.model.prompt import Prompt, enclosed, token_for
from pipeline.model.schema import strict_schema
from pipeline.model.stopped import Deadline, Stopped, never
from pipeline.model.structured import structured_reply
from pipeline.search.aid_failures import words_of
from pipeline.search.planning import PROMPTS
from pipeline.search.reranking import Reranked, valid_scores, whole_order

RERANK = "rerank-1"

NO_ORDER = "The model gave no scores of the pages in the form that was asked for."


class WrittenScore(BaseModel):
    model_config = ConfigDict(frozen=True)

    page: int
    score: float


class WrittenScores(BaseModel):
    model_config = ConfigDict(frozen=True)

    scores: list[WrittenScore]


class ModelReranker:
    """Scores through chat completions. `seconds`: how long the scores are waited for, with all attempts."""

    def __init__(self, endpoint: Endpoint, seconds: float) -> None:
        self._endpoint = endpoint.within(seconds)
        self._seconds = seconds
        self._schema = strict_schema(WrittenScores)

    @property
    def name(self) -> str:
        """Its model and the version of its prompt: "gpt-x, rerank-1"."""
        return f"{self._endpoint.model}, {RERANK}"

    def rerank(self, question: str, texts: Sequence[str], stopped: Stopped = never) -> Reranked:
        started = time.perf_counter()
        prepare(self._endpoint)
        deadline = Deadline(self._seconds, stopped)
        chat = Chat(self._endpoint, rerank_prompt(question, texts), "scores", self._schema, deadline)
        scored: list[tuple[int, float]] = []
        problem = ""
        try:
            scored = structured_reply(chat, lambda value: _scores(value, len(texts)), NO_ORDER)
        except AttemptFailed as failed:
            problem = words_of(failed, self._endpoint, "order", deadline, self._seconds)
        milliseconds = round(1000 * (time.perf_counter() - started), 1)
        order = whole_order(scored, len(texts)) if scored else ()
        step = TraceStep(f"order by {self.name}", len(scored), milliseconds, problem)
        return Reranked(order, tuple(score for _, score in scored), step)


def rerank_prompt(question: str, texts: Sequence[str]) -> Prompt:
    """Asks for scores of texts, numbered from 1; the question comes last, where models heed it best."""
    token = token_for([question, *texts])
    pages = [enclosed(f"P{number}", token, text) for number, text in enumerate(texts, start=1)]
    return Prompt.of(PROMPTS, RERANK, token, [*pages, enclosed("query", token, question)])


def _scores(value: Mapping[str, Any], count: int) -> list[tuple[int, float]] | None:
    given = value.get("scores")
    if not isinstance(given, list) or not all(isinstance(one, Mapping) for one in given):
        return None
    return valid_scores([(_position(one.get("page")), one.get("score")) for one in given], count)


def _position(page: object) -> object:
    """Of a page's number, from 1; what is no number stays what it is."""
    return page - 1 if isinstance(page, int) and not isinstance(page, bool) else page
