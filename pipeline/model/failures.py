"""What can go wrong between a question and a model's answer, each in words that say what to do."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime

from pipeline.evidence.errors import EndpointError
from pipeline.evidence.generation import ProblemKind
from pipeline.model.endpoint import Endpoint
from pipeline.model.exchange import NotConnected, Refused, Unconnected
from pipeline.model.said import said_words

LONGEST_WAIT = 10.0
"""Seconds: a server that asks to wait longer is not waited for, and the one who asked is told when to ask again."""

LONGEST_WORDS = 300
"""Characters of a server's or model's own words that a message repeats."""

_TOO_LONG = re.compile(
    r"context.?(?:length|window|size)|maximum context|prompt is too long|input is too long|too many tokens"
    r"|exceeds? (?:the )?(?:model|available|context)|context_length_exceeded",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"model[^.]{0,80}(?:not found|not exist|not loaded|no longer)|model_not_found|(?:invalid|unknown) model|no models? "
    r"(?:is |are )?loaded",
    re.IGNORECASE,
)
_FILTER = re.compile(r"content.?(?:filter|management policy|policy)|content_filter", re.IGNORECASE)
_QUOTA = re.compile(r"insufficient.?quota|exceeded your current quota|billing|credit", re.IGNORECASE)


class AttemptFailed(EndpointError):
    """One attempt failed. `wait`: the seconds after which another one makes sense; None: never."""

    def __init__(self, kind: ProblemKind, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.problem_kind = kind
        self.wait = wait


def not_connected(endpoint: Endpoint, error: NotConnected) -> AttemptFailed:
    if error.why is Unconnected.DISTRUSTED:
        return AttemptFailed(
            ProblemKind.UNREACHABLE,
            f"The certificate of the model endpoint {endpoint.place} is not to be trusted. Check OPENAI_BASE_URL; "
            "SSL_CERT_FILE names the file of an authority of your own.",
        )
    if error.why is Unconnected.TIMED_OUT:
        return AttemptFailed(
            ProblemKind.TIMEOUT,
            f"The model endpoint {endpoint.place} took no connection within {endpoint.waits.connect:g} seconds. "
            "Check OPENAI_BASE_URL and the network, then ask again.",
        )
    return AttemptFailed(
        ProblemKind.UNREACHABLE,
        f"Nobody answers at the model endpoint {endpoint.place}. Check OPENAI_BASE_URL and that the server runs, then "
        "ask again.",
        wait=0.5,
    )


def refused(endpoint: Endpoint, error: Refused) -> AttemptFailed:
    """What a status that is an error means."""
    status, said = error.status, f"{error.error.code} {error.error.message}"
    if status in (401, 403):
        return AttemptFailed(
            ProblemKind.KEY_REFUSED,
            f"The model endpoint {endpoint.place} refused the key (status {status}). Check OPENAI_API_KEY, and that it "
            f"may use {endpoint.model!r}.",
        )
    if status == 404 or (status in (400, 422) and _NO_MODEL.search(said)):
        return AttemptFailed(
            ProblemKind.MODEL_UNKNOWN,
            f"The model endpoint {endpoint.place} has no {endpoint.model!r}. Check {endpoint.setting}, and that "
            "OPENAI_BASE_URL ends with the API's version, such as /v1.",
        )
    if status == 429:
        return _rate_limited(endpoint, error)
    if status in (408, 409) or status >= 500:
        return AttemptFailed(
            ProblemKind.SERVER_FAILED,
            f"The model endpoint {endpoint.place} failed (status {status}){_words(endpoint, error.error.message)}. "
            "Ask again later, or look at the server's log.",
            wait=_patience(asked_wait(error.headers), 0.5),
        )
    if _TOO_LONG.search(said):
        return AttemptFailed(
            ProblemKind.REQUEST_REFUSED,
            f"The passages are more than {endpoint.model!r} reads at once. Set PINCITE_PACKET_TOKENS, or "
            "PINCITE_ANSWER_TOKENS, to less, or choose a model with a longer context.",
        )
    if _FILTER.search(said):
        return filtered(endpoint)
    return AttemptFailed(
        ProblemKind.REQUEST_REFUSED,
        f"The model endpoint {endpoint.place} refused the request (status {status})"
        f"{_words(endpoint, error.error.message)}. Check {endpoint.setting} and that it is OpenAI-compatible.",
    )


def reads_too_little(error: Refused) -> bool:
    """Whether the request was too long, whatever else the refusal names."""
    return error.status in (400, 413, 422) and bool(
        _TOO_LONG.search(f"{error.error.code} {error.error.message}")
    )


def _rate_limited(endpoint: Endpoint, error: Refused) -> AttemptFailed:
    if _QUOTA.search(f"{error.error.code} {error.error.message}"):
        return AttemptFailed(
            ProblemKind.RATE_LIMITED,
            f"The account behind the key has used up its quota at the model endpoint {endpoint.place}. Raise the "
            "quota, or set another OPENAI_API_KEY.",
        )
    wait = asked_wait(error.headers)
    when = f"It asks to wait {_duration(wait)}: ask again then" if wait else "Ask again in a minute"
    return AttemptFailed(
        ProblemKind.RATE_LIMITED,
        f"The model endpoint {endpoint.place} takes no more requests for now. {when}, or raise its limit.",
        wait=_patience(wait, 1.0),
    )


def _patience(asked: float | None, usual: float) -> float | None:
    if asked is None:
        return usual
    return asked if asked <= LONGEST_WAIT else None


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds that the server asks to wait (Retry-After as seconds or as a date, retry-after-ms); None when it does not
    say, or says what is no such time."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    written = headers.get("retry-after")
    seconds = _number(written)
    if seconds is None and written:
        try:
            date = parsedate_to_datetime(written)
        except ValueError:
            return None
        seconds = max(0.0, (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp() - time.time())
    return seconds


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None


def silent(endpoint: Endpoint, has_begun: bool) -> AttemptFailed:
    if has_begun:
        return AttemptFailed(
            ProblemKind.TIMEOUT,
            f"The model stopped in the middle of its answer: nothing came for {endpoint.waits.between:g} seconds. What "
            "was complete is kept. Ask again.",
        )
    return AttemptFailed(
        ProblemKind.TIMEOUT,
        f"The model endpoint {endpoint.place} did not begin to answer within {endpoint.waits.first:g} seconds. Ask "
        "again, choose a quicker model, or raise PINCITE_MODEL_SECONDS.",
    )


def endless(endpoint: Endpoint) -> AttemptFailed:
    return AttemptFailed(
        ProblemKind.TIMEOUT,
        f"The model was not done after {endpoint.waits.whole / 60:g} minutes. What was complete is kept. Ask a "
        "narrower question, or choose a quicker model.",
    )


def cut_off(endpoint: Endpoint) -> AttemptFailed:
    return AttemptFailed(
        ProblemKind.CUT_OFF,
        f"The connection to the model endpoint {endpoint.place} broke before the answer was complete. What was "
        "complete is kept. Ask again.",
        wait=0.5,
    )


def failed_within(endpoint: Endpoint, message: str) -> AttemptFailed:
    return AttemptFailed(
        ProblemKind.SERVER_FAILED,
        f"The model endpoint {endpoint.place} failed in the middle of its reply{_words(endpoint, message)}. Ask again.",
        wait=0.5,
    )


def no_reply(endpoint: Endpoint, why: str) -> AttemptFailed:
    return AttemptFailed(
        ProblemKind.MALFORMED,
        f"What the model endpoint {endpoint.place} sent is no chat reply: it {why}. Check that OPENAI_BASE_URL ends "
        "with the API's version, such as /v1.",
    )


def refused_to_answer(endpoint: Endpoint, words: str) -> AttemptFailed:
    return AttemptFailed(
        ProblemKind.REFUSED,
        f"The model refused to answer{_words(endpoint, words)}. Ask in other words, or choose another model.",
    )


def filtered(endpoint: Endpoint) -> AttemptFailed:
    return AttemptFailed(
        ProblemKind.FILTERED,
        f"The content filter of the model endpoint {endpoint.place} stopped the answer. Ask in other words, or about "
        "fewer filings.",
    )


def truncated(endpoint: Endpoint) -> AttemptFailed:
    return AttemptFailed(
        ProblemKind.TRUNCATED,
        f"The answer ended at the limit of {endpoint.answer_tokens:,} tokens. What was complete is kept. Ask a "
        "narrower question, or raise PINCITE_ANSWER_TOKENS.",
    )


def malformed(why: str) -> AttemptFailed:
    return AttemptFailed(
        ProblemKind.MALFORMED, f"{why} Ask again, or choose a model that can write structured output."
    )


def cancelled() -> AttemptFailed:
    return AttemptFailed(ProblemKind.CANCELLED, "Cancelled. What was checked until then is kept.")


def _words(endpoint: Endpoint, text: str) -> str:
    """A server's or model's words in quotation marks; nothing when it said nothing."""
    said = said_words(endpoint.without_key(text), LONGEST_WORDS)
    return f": “{said}”" if said else ""


def _duration(seconds: float) -> str:
    if seconds < 90:
        count = max(1, math.ceil(seconds))
        return f"{count} {'second' if count == 1 else 'seconds'}"
    return f"{math.ceil(seconds / 60):,} minutes"
