"""The second opinion on support: a model that sees only a claim and its quotes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pipeline.answer.writer import Judge
from pipeline.answer.writing import prompt
from pipeline.evidence.answer import Check, CheckKind, CheckOutcome
from pipeline.evidence.generation import ProblemKind
from pipeline.model import failures
from pipeline.model.chat import Chat
from pipeline.model.endpoint import Endpoint
from pipeline.model.failures import AttemptFailed
from pipeline.model.said import said_words
from pipeline.model.schema import strict_schema
from pipeline.model.stopped import Stopped, never
from pipeline.settings import Settings

FIRST_SECONDS = 60.0
"""A claim and its quotes are short: a judge's first word is not waited for longer than that."""

LONGEST_VERDICT = 50_000
LONGEST_REASON = 400
"""Characters of a reply, thoughts included, and of the reason in it."""

MOST_OBJECTS = 50
"""Places of a reply at which an object is looked for."""

OUTCOMES = {
    "supported": CheckOutcome.PASSED,
    "partly": CheckOutcome.AMBIGUOUS,
    "partly_supported": CheckOutcome.AMBIGUOUS,
    "partially_supported": CheckOutcome.AMBIGUOUS,
    "not_supported": CheckOutcome.FAILED,
    "unsupported": CheckOutcome.FAILED,
}
"""The three verdicts, and other names that servers without a schema's guard let through for them."""

_THOUGHTS = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)


def judge_for(settings: Settings) -> Judge | None:
    """The judge that the settings choose; None without a model. Raises ConfigurationError for a model without an
    endpoint."""
    if not settings.judge_model:
        return None
    setting = "PINCITE_MODEL" if settings.judge_model == settings.model else "PINCITE_JUDGE_MODEL"
    return ModelJudge(Endpoint.of(settings, settings.judge_model, setting))


class WrittenVerdict(BaseModel):
    """The reason comes first: a model that has given it judges by it."""

    model_config = ConfigDict(frozen=True)

    reason: str
    verdict: Literal["supported", "partly", "not_supported"]


class ModelJudge:
    """Judges support through chat completions."""

    def __init__(self, endpoint: Endpoint) -> None:
        waits = replace(endpoint.waits, first=min(endpoint.waits.first, FIRST_SECONDS))
        self._endpoint = replace(endpoint, waits=waits)
        self._schema = strict_schema(WrittenVerdict)

    @property
    def name(self) -> str:
        return f"{self._endpoint.model}, {prompt.SUPPORT}"

    def judge(self, claim: str, quotes: Sequence[str], stopped: Stopped = never) -> Check:
        """A SUPPORT check: the model's verdict, or NOT_RUN with what went wrong."""
        if not any(quote.strip() for quote in quotes):
            return self._check(
                CheckOutcome.NOT_RUN, "Not judged: nothing is quoted that could support it.", "nothing_quoted"
            )
        chat = Chat(self._endpoint, prompt.support_prompt(claim, quotes), "verdict", self._schema, stopped)
        while True:
            try:
                check = self._verdict(chat)
                chat.remember()
                return check
            except AttemptFailed as failure:
                end = chat.failure_after(failure)
                if end is not None:
                    return self._check(
                        CheckOutcome.NOT_RUN, f"Not judged: {self._words(end)}", end.problem_kind.value
                    )

    def _verdict(self, chat: Chat) -> Check:
        text = ""
        with closing(chat.attempt()) as pieces:
            for piece in pieces:
                text += piece
                if len(text) > LONGEST_VERDICT:
                    break
        for value in _objects(text):
            outcome = OUTCOMES.get(_word(value.get("verdict")))
            reason = value.get("reason")
            if outcome is not None:
                return self._check(
                    outcome, _sentence(reason if isinstance(reason, str) else ""), _kind(outcome)
                )
        raise failures.malformed("The model gave no verdict in the form that was asked for.")

    def _words(self, failure: AttemptFailed) -> str:
        """What went wrong, of a verdict instead of an answer where that makes a difference."""
        match failure.problem_kind:
            case ProblemKind.TRUNCATED:
                tokens = self._endpoint.answer_tokens
                return f"the verdict did not end within {tokens:,} tokens. Raise PINCITE_ANSWER_TOKENS."
            case ProblemKind.CUT_OFF:
                return "the connection to the model broke before its verdict was complete."
            case ProblemKind.TIMEOUT:
                return f"no verdict came from the model endpoint {self._endpoint.place} in time."
            case ProblemKind.REFUSED | ProblemKind.FILTERED:
                return "the model, or its endpoint's filter, refused to judge this claim."
            case ProblemKind.CANCELLED:
                return "cancelled."
        return failure.message

    def _check(self, outcome: CheckOutcome, detail: str, reason: str | None) -> Check:
        return Check(CheckKind.SUPPORT, outcome, detail, f"model: {self.name}", reason)


def _kind(outcome: CheckOutcome) -> str | None:
    return {CheckOutcome.AMBIGUOUS: "judged_partly", CheckOutcome.FAILED: "judged_not_supported"}.get(outcome)


def _objects(text: str) -> Iterator[dict[str, object]]:
    """The JSON objects of a reply, whatever stands around them; thoughts at its beginning are passed over."""
    text = _THOUGHTS.sub("", text)
    decoder = json.JSONDecoder(strict=False)
    position = text.find("{")
    for _ in range(MOST_OBJECTS):
        if position < 0:
            return
        try:
            value, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            end = position + 1
        else:
            yield value
        position = text.find("{", end)


def _word(verdict: object) -> str:
    return re.sub(r"[\s-]+", "_", verdict.strip().lower()) if isinstance(verdict, str) else ""


def _sentence(reason: str) -> str:
    """The reason on one line, bounded, without anything that looks like a handle: a judge is shown none."""
    return said_words(reason, LONGEST_REASON) or "No reason was given."
