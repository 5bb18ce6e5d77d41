"""The writer behind an OpenAI-compatible endpoint."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from pipeline.answer.draft import DraftClaim
from pipeline.answer.writer import Writer, WritingFailed, Written
from pipeline.answer.writing import prompt
from pipeline.answer.writing.answer_reader import AnswerReader
from pipeline.answer.writing.budget import fitted
from pipeline.answer.writing.schema import WrittenAnswer
from pipeline.evidence.generation import ProblemKind
from pipeline.evidence.packet import Packet
from pipeline.model.chat import Chat
from pipeline.model.endpoint import Endpoint
from pipeline.model.failures import AttemptFailed
from pipeline.model.schema import strict_schema
from pipeline.model.stopped import Stopped
from pipeline.settings import Settings

_UNFINISHED = frozenset({ProblemKind.CUT_OFF, ProblemKind.TIMEOUT, ProblemKind.TRUNCATED})
"""Ends that do no harm once the answer's JSON is complete: some servers never say that the model is done."""


def writer_for(settings: Settings) -> Writer | None:
    """The writer that the settings choose; None without a model: then answers are extractive. Raises ConfigurationError
    for a model without an endpoint."""
    if not settings.model:
        return None
    return ModelWriter(Endpoint.of(settings, settings.model, "PINCITE_MODEL"), settings.packet_tokens)


class ModelWriter:
    """Writes claims through chat completions. `packet_tokens`: the most that a question and its passages may take."""

    def __init__(self, endpoint: Endpoint, packet_tokens: int) -> None:
        self._endpoint = endpoint
        self._packet_tokens = packet_tokens
        self._schema = strict_schema(WrittenAnswer)

    @property
    def model(self) -> str:
        return self._endpoint.model

    @property
    def prompt(self) -> str:
        return prompt.ANSWER

    def fit(self, question: str, packet: Packet) -> Packet:
        """The packet, or its best entries as far as the budget of tokens takes them; at least one."""
        return fitted(question, packet, self._packet_tokens)

    def write(self, question: str, packet: Packet, stopped: Stopped) -> Iterator[DraftClaim | Written]:
        """Each claim as soon as it is complete, then one Written; raises WritingFailed. Tries again only as long as no
        claim was given away."""
        chat = Chat(self._endpoint, prompt.answer_prompt(question, packet), "answer", self._schema, stopped)
        while True:
            reader = AnswerReader()
            try:
                yield from _attempt(chat, reader)
                chat.remember()
                break
            except AttemptFailed as failure:
                if reader.is_complete and failure.problem_kind in _UNFINISHED:
                    break
                end = failure if reader.claims else chat.failure_after(failure)
                if end is not None:
                    written = _written(chat, reader)
                    raise WritingFailed(end.problem_kind, end.message, written) from failure
        yield _written(chat, reader)


def _attempt(chat: Chat, reader: AnswerReader) -> Iterator[DraftClaim]:
    with closing(chat.attempt()) as texts:
        for text in texts:
            yield from reader.feed(text)
    reader.end()


def _written(chat: Chat, reader: AnswerReader) -> Written:
    """What is known of the writing so far."""
    usage = chat.usage
    return Written(reader.unanswered, usage.prompt_tokens, usage.completion_tokens, usage.requests)
