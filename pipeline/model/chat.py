"""One prompt put to a model until it gives a usable reply: the server's dialect, the clock, attempts."""

from __future__ import annotations

import random
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from pipeline.evidence.generation import ProblemKind
from pipeline.model import failures
from pipeline.model.delta import Delta
from pipeline.model.dialect import DIALECTS
from pipeline.model.endpoint import Endpoint
from pipeline.model.exchange import TICK, BrokenOff, NotConnected, Refused, prepare, receive
from pipeline.model.failures import LONGEST_WAIT, AttemptFailed
from pipeline.model.prompt import Prompt
from pipeline.model.server_events import NoReply, ReplyReader
from pipeline.model.stopped import Stopped

MOST_ATTEMPTS = 3

AFTER_END = 2.0
"""Seconds that a server may take to close its reply, or to count its tokens, once the model said that it was done."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of the last reply as the server counted them (None: it did not say), and requests that were sent."""

    prompt_tokens: int | None
    completion_tokens: int | None
    requests: int


class Chat:
    """Puts one prompt to an endpoint. `schema` is the JSON that is asked for, under `name`."""

    def __init__(
        self, endpoint: Endpoint, prompt: Prompt, name: str, schema: Mapping[str, Any], stopped: Stopped
    ) -> None:
        self._endpoint = endpoint
        self._prompt = prompt
        self._name = name
        self._schema = schema
        self._stopped = stopped
        self._dialect = DIALECTS.of(endpoint)
        self._requests = 0
        self._failed = 0
        self._reply = _Reply()

    def attempt(self) -> Generator[str]:
        """The text of a reply as it arrives. What the server says that it does not know is asked for otherwise at once.
        Raises AttemptFailed."""
        while True:
            self._requests += 1
            prepare(self._endpoint)
            self._reply = _Reply()
            try:
                yield from self._received()
                return
            except Refused as error:
                other = None if failures.reads_too_little(error) else self._dialect.after(error)
                if other is None:
                    raise failures.refused(self._endpoint, error) from error
                self._dialect = other
            except NotConnected as error:
                raise failures.not_connected(self._endpoint, error) from error

    def failure_after(self, failure: AttemptFailed) -> AttemptFailed | None:
        """None when another attempt makes sense, after waiting as long as that takes; else what it comes to: this
        failure, or that nobody wants the answer any more."""
        if failure.problem_kind is ProblemKind.MALFORMED:
            return None if self._asks_plainer() else failure
        self._failed += 1
        if failure.wait is None or self._failed == MOST_ATTEMPTS:
            return failure
        backoff = min(failure.wait * 2 ** (self._failed - 1), LONGEST_WAIT)
        until = time.monotonic() + backoff * random.uniform(1.0, 1.25)
        while time.monotonic() < until:
            if self._stopped():
                return failures.cancelled()
            time.sleep(TICK)
        return None

    def _asks_plainer(self) -> bool:
        """Whether JSON can be asked for in a plainer way, as is done from now on: some servers take a format and do not
        hold it."""
        plainer = self._dialect.with_less_format()
        self._dialect = plainer or self._dialect
        return plainer is not None

    def remember(self) -> None:
        """The reply was usable: ask the next time as this time."""
        DIALECTS.remember(self._endpoint, self._dialect)

    @property
    def usage(self) -> Usage:
        return Usage(self._reply.prompt_tokens, self._reply.completion_tokens, self._requests)

    def _received(self) -> Iterator[str]:
        body = self._dialect.body(self._endpoint, self._prompt, self._name, self._schema)
        reader = ReplyReader()
        with closing(receive(self._endpoint, body)) as chunks:
            try:
                for chunk in chunks:
                    for event in reader.feed(chunk):
                        yield from self._text(event)
                    if self._is_over():
                        break
            except BrokenOff as error:
                if self._reply.finish is None:
                    raise failures.cut_off(self._endpoint) from error
            except NoReply as error:
                raise failures.no_reply(self._endpoint, str(error)) from error
        yield from self._rest(reader)
        self._require_end()

    def _rest(self, reader: ReplyReader) -> Iterator[str]:
        """What came with the end of the body."""
        try:
            for event in reader.end():
                yield from self._text(event)
        except NoReply as error:
            if self._reply.has_choices:
                raise failures.cut_off(self._endpoint) from error  # it ended within an event
            raise failures.no_reply(self._endpoint, str(error)) from error

    def _text(self, event: Mapping[str, Any]) -> Iterator[str]:
        delta = Delta.of(event)
        if delta.error is not None:
            raise failures.failed_within(self._endpoint, delta.error.message)
        self._reply.take(delta)
        if delta.text:
            yield delta.text

    def _is_over(self) -> bool:
        """Whether nothing more is to be waited for. Raises AttemptFailed once the model was silent for too long, or is
        not wanted any more."""
        if self._stopped():
            raise failures.cancelled()
        now, reply, waits = time.monotonic(), self._reply, self._endpoint.waits
        silent = now - reply.heard_at
        if reply.finish is not None:
            return silent > AFTER_END
        if silent > (waits.between if reply.has_begun else waits.first):
            raise failures.silent(self._endpoint, reply.has_begun)
        if now - reply.sent_at > waits.whole:
            raise failures.endless(self._endpoint)
        return False

    def _require_end(self) -> None:
        """Raises AttemptFailed for a reply that did not come to its own end."""
        reply = self._reply
        if not reply.has_choices:
            raise failures.no_reply(self._endpoint, "has no message")
        if reply.refusal:
            raise failures.refused_to_answer(self._endpoint, reply.refusal)
        if reply.finish == "content_filter":
            raise failures.filtered(self._endpoint)
        if reply.finish == "length":
            raise failures.truncated(self._endpoint)
        if reply.finish is None:
            raise failures.cut_off(self._endpoint)


class _Reply:
    """What has arrived of a reply, and when."""

    LONGEST_REFUSAL = 2_000

    def __init__(self) -> None:
        self.sent_at = self.heard_at = time.monotonic()
        self.has_choices = False
        self.has_begun = False
        self.finish: str | None = None
        self.refusal = ""
        self.prompt_tokens: int | None = None
        self.completion_tokens: int | None = None

    def take(self, delta: Delta) -> None:
        self.has_choices = self.has_choices or delta.has_choice
        self.finish = delta.finish or self.finish
        if delta.prompt_tokens is not None:
            self.prompt_tokens = delta.prompt_tokens
        if delta.completion_tokens is not None:
            self.completion_tokens = delta.completion_tokens
        if len(self.refusal) < self.LONGEST_REFUSAL:
            self.refusal += delta.refusal
        if delta.is_progress:
            self.heard_at = time.monotonic()
            self.has_begun = True
