from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest

from pipeline.evidence.answer import Answer, Check, CheckKind, CheckOutcome, Citation, Claim
from pipeline.evidence.errors import InvalidAnswer
from pipeline.evidence.generation import Problem, ProblemKind
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import TextRange

VERSION = "0b7e7a54-1111-4222-8333-944445555666"
TEXT = "Total net sales 81,797 82,959"
PASSAGES = [Passage(PassageId(VERSION, 3, number), TextRange(100, 129), 0, 0, TEXT) for number in range(2)]
PACKET = Packet.of([(passage, "Example Corp", 1.0) for passage in PASSAGES])

PASSED = Check(CheckKind.VERBATIM, CheckOutcome.PASSED, "The quote stands there word for word.", "locate")


def cited(citation_id: str = "E1", quote: str = "81,797", *ranges: TextRange) -> Citation:
    parsed = CitationId.parse(citation_id)
    passage = PASSAGES[(parsed.handle.number - 1) % 2].id
    return Citation(parsed, passage, quote, ranges or (TextRange(116, 122),), (PASSED,))


def claim(number: int, *citations: Citation) -> Claim:
    return Claim(number, "Net sales were $81,797 million.", citations or (cited(),))


def answer(*claims: Claim, not_in_sources: str | None = None) -> Answer:
    return Answer(
        id=UUID(int=7),
        question="What were net sales?",
        method="extractive",
        model=None,
        created_at=datetime(2026, 1, 2, tzinfo=UTC),
        claims=claims,
        packet=PACKET,
        not_in_sources=not_in_sources,
    )


def test_an_answer_has_claims_or_says_that_it_has_none() -> None:
    assert answer(claim(1)).not_in_sources is None
    assert answer(not_in_sources="The filings do not say.").claims == ()


def test_an_answer_without_claims_words_or_problem_is_refused() -> None:
    with pytest.raises(InvalidAnswer):
        answer()
    problem = Problem(ProblemKind.UNREACHABLE, "Nobody answers at that address.")
    assert replace(answer(claim(1)), claims=(), problem=problem).claims == ()


def test_an_answer_may_leave_a_part_of_the_question_open_and_says_so() -> None:
    partial = answer(claim(1), not_in_sources="Not in the sources: the outlook.")
    assert replace(partial, unanswered=("the outlook",)).unanswered == ("the outlook",)
    with pytest.raises(InvalidAnswer, match="says so"):
        replace(answer(claim(1)), unanswered=("the outlook",))


@pytest.mark.parametrize("numbers", [[2], [1, 1], [1, 3], [2, 1]])
def test_claims_are_numbered_without_a_gap(numbers: list[int]) -> None:
    with pytest.raises(InvalidAnswer, match="numbered"):
        answer(*(claim(number) for number in numbers))


def test_a_citation_of_a_handle_that_was_never_given_out_is_refused() -> None:
    with pytest.raises(InvalidAnswer, match="E3 is not of this packet"):
        answer(claim(1, cited("E3")))


def test_a_citation_that_names_another_passage_than_its_handle_is_refused() -> None:
    with pytest.raises(InvalidAnswer, match="not of this packet"):
        answer(claim(1, replace(cited("E1"), passage=PASSAGES[1].id)))


@pytest.mark.parametrize("span", [TextRange(0, 6), TextRange(99, 105), TextRange(125, 130)])
def test_a_citation_that_points_outside_its_passage_is_refused(span: TextRange) -> None:
    with pytest.raises(InvalidAnswer, match="outside its passage"):
        answer(claim(1, cited("E1", "81,797", span)))


def test_a_citation_id_means_one_quote_in_the_whole_answer() -> None:
    assert len(answer(claim(1), claim(2)).claims) == 2
    with pytest.raises(InvalidAnswer, match="E1 means two quotes"):
        answer(claim(1), claim(2, cited("E1", "82,959", TextRange(123, 129))))


def test_a_second_quote_of_a_passage_has_its_own_id() -> None:
    both = answer(claim(1, cited(), cited("E1b", "82,959", TextRange(123, 129))))
    assert [str(one.id) for one in both.claims[0].citations] == ["E1", "E1b"]


def test_a_claim_cites_one_id_once() -> None:
    with pytest.raises(InvalidAnswer, match="twice"):
        claim(1, cited(), cited())


def test_a_citation_names_each_place_once() -> None:
    with pytest.raises(InvalidAnswer, match="one place twice"):
        cited("E1", "81,797", TextRange(116, 122), TextRange(116, 122))


@pytest.mark.parametrize("quote", ["", " \n"])
def test_a_citation_quotes_something(quote: str) -> None:
    with pytest.raises(InvalidAnswer, match="quotes nothing"):
        cited("E1", quote)


@pytest.mark.parametrize(("number", "text"), [(0, "Net sales."), (1, ""), (1, " ")])
def test_a_claim_has_a_number_and_words(number: int, text: str) -> None:
    with pytest.raises(InvalidAnswer):
        Claim(number, text, (cited(),))


def test_an_ambiguous_and_a_lost_citation_can_be_stored() -> None:
    two = cited("E1", "81,797", TextRange(116, 122), TextRange(123, 129))
    none = Citation(CitationId(Handle(2)), PASSAGES[1].id, "81,798", ())
    assert len(answer(claim(1, two, none)).claims[0].citations) == 2


def test_a_citation_gives_the_check_of_a_kind_and_no_other() -> None:
    citation = cited()
    assert citation.check(CheckKind.VERBATIM) is PASSED
    assert citation.check(CheckKind.SUPPORT) is None


def test_the_five_checks_are_five() -> None:
    assert {kind.value for kind in CheckKind} == {"existence", "verbatim", "figures", "support", "location"}


def test_a_citation_is_found_by_its_id_and_claim() -> None:
    other = cited("E2", "82,959", TextRange(123, 129))
    both = answer(claim(1), claim(2, other))
    assert both.citation(CitationId.parse("E2")) is other
    assert both.citation(CitationId.parse("E2"), claim=2) is other
    assert both.citation(CitationId.parse("E2"), claim=1) is None
    assert both.citation(CitationId.parse("E1b")) is None


def test_the_exported_answer_is_json_with_claims_evidence_and_checks() -> None:
    exported = json.loads(json.dumps(answer(claim(1)).to_json({"E1": {"page_index": 3}})))
    assert exported == {
        "answer_id": "00000000-0000-0000-0000-000000000007",
        "question": "What were net sales?",
        "method": "extractive",
        "model": None,
        "created_at": "2026-01-02T00:00:00+00:00",
        "claims": [
            {
                "text": "Net sales were $81,797 million.",
                "evidence_ids": ["E1"],
                "calculation_id": None,
                "checks": [],
                "figures": [],
                "removed_handles": [],
            }
        ],
        "calculations": [],
        "evidence": {"E1": {"page_index": 3}},
        "not_in_sources": None,
        "unanswered": [],
        "problem": None,
        "generation": None,
        "stage": None,
    }


def test_a_check_is_exported_with_its_detail_and_checker() -> None:
    assert PASSED.to_json() == {
        "kind": "verbatim",
        "outcome": "passed",
        "detail": "The quote stands there word for word.",
        "checker": "locate",
        "reason": None,
    }


def test_a_focus_is_a_part_of_the_one_place_of_its_quote() -> None:
    row = replace(cited("E1", TEXT, TextRange(100, 129)), focus=TextRange(116, 122))
    assert row.focus == TextRange(116, 122)
    with pytest.raises(InvalidAnswer, match="focus of citation E1"):
        replace(row, focus=TextRange(120, 130))
    with pytest.raises(InvalidAnswer, match="focus of citation E1"):
        replace(row, ranges=())
