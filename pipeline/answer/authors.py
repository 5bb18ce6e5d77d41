"""Who answers: the model that writes claims and the one that judges them, as the settings choose them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import uuid4

from pipeline.answer.support.judge import judge_for
from pipeline.answer.writer import Judge, Writer
from pipeline.answer.writing.model_writer import writer_for
from pipeline.evidence.generation import Generation
from pipeline.search.aids import NO_AIDS, Aids, aids_for
from pipeline.settings import Settings
from pipeline.store.answering import Begun


@dataclass(frozen=True, slots=True)
class Authors:
    """Who writes claims, who judges them (None: nobody), and what helps the search for their passages."""

    writer: Writer
    judge: Judge | None = None
    aids: Aids = NO_AIDS

    def begin(self, question: str) -> Begun:
        """A new answer to a question, before anything is known of it."""
        judge = self.judge.name if self.judge else None
        generation = Generation(self.writer.prompt, requests=0, judge=judge)
        return Begun(uuid4(), question, self.writer.model, datetime.now(UTC), generation)


def authors_for(settings: Settings) -> Authors | None:
    """The authors that the settings choose; None without a model: then answers are extractive. Raises
    ConfigurationError for a model without an endpoint."""
    writer = writer_for(settings)
    return Authors(writer, judge_for(settings), aids_for(settings)) if writer else None
