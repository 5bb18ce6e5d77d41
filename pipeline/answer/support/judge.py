"""The second opinion on support: a model that sees only a claim and its quotes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pipeline.answer.support.addressed import speaks_to_a_model
from pipeline.answer.writer import Judge
from pipeline.answer.writing import prompt
from pipeline.evidence.answer import Check, CheckKind, CheckOutcome
from pipeline.evidence.generation import ProblemKind
from pipeline.model.chat import Chat
from pipeline.model.endpoint import Endpoint
from pipeline.model.failures import AttemptFailed
from pipeline.model.said import said_words
from pipeline.model.schema import strict_schema
from pipeline.model.stopped import Stopped, never
from pipeline.model.structured import structured_reply
from pipeline.settings import Settings

FIRST_SECONDS = 60.0
"""A claim and its quotes are short: a judge's first word is not waited for longer than that."""

LONGEST_REASON = 400
"""Characters of a verdict's reason."""

ADDRESSED = (
    "Not judged by a model: the claim or a quote has words that tell a model what to answer. Read the source "
    "yourself."
)
"""A claim is a model's, which may have copied them."""

OUTCOMES = {
    "supported": CheckOutcome.PASSED,
    "partly": CheckOutcome.AMBIGUOUS,
    "partly_supported": CheckOutcome.AMBIGUOUS,
    "partially_supported": CheckOutcome.AMBIGUOUS,
    "not_supported": CheckOutcome.FAILED,
    "unsupported": CheckOutcome.FAILED,
}
"""The three verdicts, and other names that servers without a schema's guard let through for them."""


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
        if any(speaks_to_a_model(words) for words in (claim, *quotes)):
            return self._check(CheckOutcome.NOT_RUN, ADDRESSED, "addressed")
        chat = Chat(self._endpoint, prompt.support_prompt(claim, quotes), "verdict", self._schema, stopped)
        try:
            return structured_reply(
                chat, self._verdict, "The model gave no verdict in the form that was asked for."
            )
        except AttemptFailed as failed:
            return self._check(
                CheckOutcome.NOT_RUN, f"Not judged: {self._words(failed)}", failed.problem_kind.value
            )

    def _verdict(self, value: Mapping[str, object]) -> Check | None:
        """The check of a reply's object; None for one that holds no verdict."""
        outcome = OUTCOMES.get(_word(value.get("verdict")))
        reason = value.get("reason")
        if outcome is None:
            return None
        return self._check(outcome, _sentence(reason if isinstance(reason, str) else ""), _kind(outcome))

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


def _word(verdict: object) -> str:
    return re.sub(r"[\s-]+", "_", verdict.strip().lower()) if isinstance(verdict, str) else ""


def _sentence(reason: str) -> str:
    """The reason on one line, bounded, without anything that looks like a handle: a judge is shown none."""
    return said_words(reason, LONGEST_REASON) or "No reason was given."
