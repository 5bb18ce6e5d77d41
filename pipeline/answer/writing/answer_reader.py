"""The text of a model's answer, as it arrives → drafts of its claims."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pipeline.answer.draft import DraftClaim
from pipeline.answer.writing.schema import Sentence, WrittenClaim
from pipeline.answer.writing.splitter import Element, ElementTooLong, Splitter
from pipeline.evidence.generation import ProblemKind
from pipeline.model import failures

MOST_CLAIMS = 60
"""An answer that nobody reads to its end is no answer."""

MOST_UNANSWERED = 20

MOST_CHARACTERS = 600_000
"""Of a reply, with what stands around its JSON."""

_WRONG = {
    "missing": "is missing",
    "model_type": "is no object",
    "string_type": "is no text",
    "list_type": "is no list",
}
"""What the usual kinds of error mean, in words for those who read an answer."""

_SENTENCE = TypeAdapter[str](Sentence)


class AnswerReader:
    """Reads one reply. An element that cannot be read is left out and counted: the others stay good."""

    def __init__(self) -> None:
        self._splitter = Splitter()
        self._characters = 0
        self._unanswered: list[str] = []
        self._unreadable: list[str] = []
        self.claims = 0
        """Claims that were given away."""

    @property
    def unanswered(self) -> tuple[str, ...]:
        """What the model said that the passages do not answer."""
        return tuple(self._unanswered)

    @property
    def is_complete(self) -> bool:
        """Whether the JSON came to its end, and every part of it could be read."""
        return self._splitter.is_complete and not self._unreadable

    def feed(self, text: str) -> Iterator[DraftClaim]:
        """The claims that this piece of the reply completes. Raises AttemptFailed when the reply grows beyond all
        measure."""
        self._characters += len(text)
        if self._characters > MOST_CHARACTERS:
            raise failures.malformed(f"The model wrote more than {MOST_CHARACTERS:,} characters.")
        try:
            for element in self._splitter.feed(text):
                claim = self._read(element)
                if claim is not None:
                    self.claims += 1
                    yield claim
        except ElementTooLong as error:
            raise failures.malformed("The model wrote a claim without an end.") from error

    def end(self) -> None:
        """The reply has ended: raises AttemptFailed unless the answer did, too, and all of it could be read."""
        if not self._splitter.has_begun:
            raise failures.malformed("The model wrote no answer in the form that was asked for.")
        if not self._splitter.has_all_claims:
            raise failures.malformed("The model ended its answer in the middle of its claims.")
        if self._unreadable:
            count = len(self._unreadable)
            parts = "One part" if count == 1 else f"{count:,} parts"
            raise failures.malformed(
                f"{parts} of the model's answer could not be read and {'is' if count == 1 else 'are'} left out "
                f"({self._unreadable[0]})."
            )

    def _read(self, element: Element) -> DraftClaim | None:
        try:
            value = _value(element.text)
            if element.array == "claims":
                draft = WrittenClaim.model_validate(value).draft()
                if self.claims == MOST_CLAIMS:
                    raise failures.AttemptFailed(
                        ProblemKind.TRUNCATED,
                        f"The model wrote more than {MOST_CLAIMS} claims. The first are kept. Ask a narrower question.",
                    )
                return draft
            if value is None or value == "":
                return None  # a model's way to say that nothing is left open
            sentence = _SENTENCE.validate_python(value)
        except ValidationError as error:
            self._unreadable.append(_why(error))
        except (ValueError, RecursionError):
            self._unreadable.append("it is no JSON")
        else:
            if len(self._unanswered) < MOST_UNANSWERED:
                self._unanswered.append(sentence)
        return None


def _value(text: str) -> Any:
    """The JSON of an element. Numbers stay as they are written: 5.0 is not 5.00. Line breaks within strings, which JSON
    forbids and small models write, are let pass."""
    return json.loads(text, strict=False, parse_float=str, parse_int=str, parse_constant=_no_number)


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no JSON")


def _why(error: ValidationError) -> str:
    """The first thing that is wrong, in few words: "citations 1 quote is missing"."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    # Counted from 1, as people count.
    place = " ".join(str(part + 1 if isinstance(part, int) else part) for part in first["loc"])
    return f"{place or 'it'} {_WRONG.get(first['type'], 'is ' + first['msg'].removeprefix('Value error, '))}"
