"""Gold of support is read as it stands, and made wrong in the ways that are told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evaluate.support_cases import read_support
from pipeline.evaluate.support_gold import AS_GIVEN
from pipeline.evaluate.support_mutations import Wrong, wrong_claims
from pipeline.evaluate.support_tatqa import claim_of
from pipeline.evidence.errors import InvalidGold, SourceEmpty, SourceMissing
from pipeline.evidence.verdict import Verdict
from tests.evaluate.filing import write_lines

OWN: dict[str, Any] = {
    "claim": "Net sales were $5 million in 2023.",
    "quotes": ["Net sales were $5 million in fiscal 2023."],
    "verdict": "supported",
    "title": "Example Corporation · Form 10-K · FY2023",
}
FINANCEBENCH = {
    "id": "q1",
    "company": "Example",
    "doc_type": "10k",
    "doc_period": 2023,
    "answer": "Yes. Example's net sales increased to $5 million in 2023.",
    "evidence_texts": ["Net sales increased to $5 million in 2023."],
}
TATQA = {
    "table": {
        "table": [["", "2019", "2018"], ["Fixed price", "$ 1,452.4", "$ 1,146.2"], ["Other", "44.1", "56.7"]]
    },
    "paragraphs": [
        {"order": 1, "text": "The table below presents net sales by contract type (in millions):"}
    ],
    "questions": [
        {
            "uid": "t1",
            "question": "What was the amount of Fixed price in 2019?",
            "answer": ["$1,452.4"],
            "answer_type": "span",
            "answer_from": "table",
            "derivation": "",
            "rel_paragraphs": [],
            "scale": "million",
        }
    ],
}


def test_gold_of_ones_own_is_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    write_lines(path, [OWN, OWN | {"id": "two", "verdict": "partly", "around": ["(in millions)"]}])
    one, two = read_support(path)
    assert (one.id, one.claim, one.quotes) == ("line 1", OWN["claim"], OWN["quotes"])
    assert (one.verdict, one.kind, one.evidence[0].title) == (Verdict.SUPPORTED, AS_GIVEN, OWN["title"])
    assert [figure.figure.text for figure in one.evidence[0].figures] == ["$5 million", "2023"]
    assert (two.id, two.verdict, two.evidence[0].around) == ("two", Verdict.PARTLY, ("(in millions)",))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"verdict": "true"}, "a verdict is supported, partly or not_supported, and not 'true'"),
        ({"verdict": "not_judged"}, "gold judges every claim"),
        ({"quotes": "Net sales"}, "“quotes” is a list of strings"),
        ({"claim": 5}, "“claim” is text"),
        ({"claim": " "}, "has no claim"),
        ({"quotes": ["x" * 30_000]}, "longer than 20000 characters"),
    ],
)
def test_a_line_that_is_no_gold_is_named(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    path = tmp_path / "gold.jsonl"
    write_lines(path, [OWN, OWN | change])
    with pytest.raises(InvalidGold, match="line 2") as failure:
        read_support(path)
    assert words in failure.value.message


def test_a_field_that_is_missing_is_named(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    write_lines(path, [{"claim": "Net sales rose."}])
    with pytest.raises(InvalidGold, match="'quotes' is missing"):
        read_support(path)
    with pytest.raises(SourceMissing):
        read_support(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("text", "error"), [("{", InvalidGold), ("{}", InvalidGold), ("[]", SourceEmpty), ("[1]", InvalidGold)]
)
def test_a_file_that_is_no_list_of_tables_is_refused(
    tmp_path: Path, text: str, error: type[Exception]
) -> None:
    path = tmp_path / "tables.json"
    path.write_text(text)
    with pytest.raises(error):
        read_support(path)


def test_an_answer_that_is_a_sentence_becomes_a_claim_and_its_wrong_ones(tmp_path: Path) -> None:
    path = tmp_path / "financebench.jsonl"
    other = FINANCEBENCH | {"id": "q2", "company": "Sample", "answer": "Yes"}
    write_lines(path, [FINANCEBENCH, other])
    first, *wrong = read_support(path)
    assert first.claim == "Example's net sales increased to $5 million in 2023."
    assert first.evidence[0].title == "Example · Form 10-K · FY2023"
    assert {case.kind for case in wrong} == {wrong.value for wrong in Wrong} - {Wrong.DENIED.value}
    assert all(case.verdict is Verdict.NOT_SUPPORTED and case.id.startswith("q1: ") for case in wrong)


def test_a_question_and_its_answer_become_a_claim_with_the_row_that_answers(tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    path.write_text(json.dumps([TATQA, TATQA]))
    case = read_support(path)[0]
    (figure, before) = case.evidence[0].figures
    assert case.claim == "The amount of Fixed price in 2019 was $1,452.4 million."
    assert case.quotes == ["Fixed price $ 1,452.4 $ 1,146.2"]
    assert (figure.label, figure.header, before.header) == ("Fixed price", "2019", "2018")
    assert figure.unit is not None
    assert figure.amount.value == 1_452_400_000


@pytest.mark.parametrize(
    ("question", "answer", "claim"),
    [
        ("In which year was X the largest?", "2018", "X was largest in 2018."),
        ("What are total assets in 2019?", "$5", "Total assets in 2019 are $5."),
        ("Why did X fall?", "demand", None),
    ],
)
def test_only_what_reads_as_a_sentence_is_made_one(question: str, answer: str, claim: str | None) -> None:
    asked = {"question": question, "answer": [answer], "answer_type": "span", "scale": ""}
    assert claim_of(asked) == claim


CLAIM = "Example's net sales increased to $1,234 million in 2023 and were higher than in 2022."


def test_each_way_of_making_a_claim_wrong_changes_it_once() -> None:
    wrong = {one.wrong: one.text for one in wrong_claims(CLAIM, "seed", [("Example", "Sample")])}
    assert set(wrong) == set(Wrong) - {Wrong.EVIDENCE}
    assert wrong[Wrong.ENTITY] == CLAIM.replace("Example", "Sample")
    assert wrong[Wrong.DIRECTION] == CLAIM.replace("increased", "decreased")
    assert wrong[Wrong.DENIED] == CLAIM.replace("were", "were not")
    assert wrong[Wrong.PERIOD] in (CLAIM.replace("2023", "2021"), CLAIM.replace("2022", "2021"))
    assert "2023" in wrong[Wrong.FIGURE]
    assert "1,234 million" not in wrong[Wrong.FIGURE]


@given(st.text(max_size=80), st.text(max_size=5))
def test_a_wrong_claim_is_never_the_claim_and_always_the_same(claim: str, seed: str) -> None:
    wrong = list(wrong_claims(claim, seed))
    assert all(one.text != claim for one in wrong)
    assert wrong == list(wrong_claims(claim, seed))
