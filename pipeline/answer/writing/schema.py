"""The shape of what a model writes, and what is taken of it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict

from pipeline.answer.draft import DraftCalculation, DraftCitation, DraftClaim, DraftInput
from pipeline.model.storable import storable

LONGEST_CLAIM = 2_000
LONGEST_QUOTE = 8_000
LONGEST_WORD = 500
"""Characters: of a claim's text, of a quote (a table row with its notes is below 2,000), of a handle, name, figure,
result or expression."""

MOST_CITATIONS = 40
"""Citations of one claim, and inputs of one calculation."""


def _cleaned(value: object) -> object:
    return storable(value) if isinstance(value, str) else value


def _at_most(length: int) -> AfterValidator:
    def check(value: Any) -> Any:
        if len(value) > length:
            raise ValueError(f"longer than {length:,}")
        return value

    return AfterValidator(check)


def _said(value: str) -> str:
    if not value.strip():
        raise ValueError("without words")
    return value


# Limits are validators, not constraints of the type: servers refuse schemas with lengths in them.
Word = Annotated[str, BeforeValidator(_cleaned), _at_most(LONGEST_WORD)]
Quote = Annotated[str, BeforeValidator(_cleaned), _at_most(LONGEST_QUOTE)]
Sentence = Annotated[str, BeforeValidator(_cleaned), _at_most(LONGEST_CLAIM), AfterValidator(_said)]


class _Written(BaseModel):
    """What is not asked for is ignored; the schema forbids it."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class WrittenCitation(_Written):
    handle: Word
    quote: Quote


class WrittenInput(_Written):
    name: Word
    handle: Word
    quote: Quote
    figure: Word


class WrittenCalculation(_Written):
    expression: Word
    inputs: Annotated[list[WrittenInput], _at_most(MOST_CITATIONS)]
    result: Word

    def draft(self) -> DraftCalculation:
        inputs = tuple(DraftInput(one.name, one.handle, one.quote, one.figure) for one in self.inputs)
        return DraftCalculation(self.expression, inputs, self.result)


class WrittenClaim(_Written):
    text: Sentence
    citations: Annotated[list[WrittenCitation], _at_most(MOST_CITATIONS)]
    calculation: WrittenCalculation | None = None

    def draft(self) -> DraftClaim:
        citations = tuple(DraftCitation(one.handle, one.quote) for one in self.citations)
        return DraftClaim(self.text, citations, self.calculation.draft() if self.calculation else None)


class WrittenAnswer(_Written):
    claims: list[WrittenClaim]
    not_answered: list[Sentence]
