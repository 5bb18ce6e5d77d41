"""What is asked of a server, and what is taken of its reply."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from pipeline.answer.draft import DraftCalculation, DraftCitation, DraftInput
from pipeline.answer.support.judge import WrittenVerdict
from pipeline.answer.writing.schema import (
    LONGEST_CLAIM,
    LONGEST_QUOTE,
    MOST_CITATIONS,
    WrittenAnswer,
    WrittenClaim,
)
from pipeline.model.schema import strict_schema
from tests.model_replies import calculation, claim
from tests.strict_schema import not_strict


@pytest.mark.parametrize("model", [WrittenAnswer, WrittenVerdict])
def test_the_schema_is_strict_and_says_nothing_but_the_shape(model: Any) -> None:
    schema = strict_schema(model)
    assert not_strict({"name": "x", "strict": True, "schema": schema}) is None
    assert "description" not in json.dumps(schema)


def test_the_schema_has_what_the_prompt_describes() -> None:
    schema = strict_schema(WrittenAnswer)
    assert list(schema["properties"]) == ["claims", "not_answered"]
    assert list(schema["$defs"]["WrittenClaim"]["properties"]) == ["text", "citations", "calculation"]
    assert list(strict_schema(WrittenVerdict)["properties"]) == ["reason", "verdict"]


def test_a_claim_becomes_a_draft_as_it_is_written() -> None:
    written = claim(
        "Up 2 %.", ("E01", " a  row "), calculation=calculation("a/b", "2 %", a=("E1", "a row", "(1,162)"))
    )
    draft = WrittenClaim.model_validate(written | {"confidence": 0.9}).draft()
    assert draft.text == "Up 2 %."
    assert draft.citations == (DraftCitation("E01", " a  row "),)
    assert draft.calculation == DraftCalculation("a/b", (DraftInput("a", "E1", "a row", "(1,162)"),), "2 %")


def test_a_calculation_may_be_left_out() -> None:
    assert WrittenClaim.model_validate({"text": "x", "citations": []}).draft().calculation is None


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        "a claim",
        {"citations": []},
        {"text": None, "citations": []},
        claim("   "),
        claim("x" * (LONGEST_CLAIM + 1)),
        claim("x", ("E1", "x" * (LONGEST_QUOTE + 1))),
        claim("x", *[("E1", "x")] * (MOST_CITATIONS + 1)),
        claim("x", ("E" * 501, "x")),
        {"text": "x", "citations": [{"handle": "E1"}]},
        {"text": "x", "citations": ["E1"]},
        {"text": "x", "citations": [], "calculation": "1 + 1"},
    ],
)
def test_what_is_no_claim_is_refused(value: object) -> None:
    with pytest.raises(ValidationError):
        WrittenClaim.model_validate(value)


def test_what_is_no_character_is_replaced() -> None:
    draft = WrittenClaim.model_validate(claim("a\0b\ud83dc", ("E1", "\udca9"))).draft()
    assert (draft.text, draft.citations[0].quote) == ("a�b�c", "�")
    assert WrittenClaim.model_validate(claim("💶")).draft().text == "💶"
