"""What a memo says of an answer: everything that is wrong with it, and nothing of what is withheld."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.evidence.answer import Answer
from pipeline.evidence.generation import Problem, ProblemKind, Stage
from pipeline.store import answers, documents
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import TITLE, checked_filing
from tests.viewer.filing import store, unique
from tests.viewer.memo.conftest import ADDRESS, Resolve
from viewer.memo.composing import memo_of
from viewer.memo.memo import Memo, MemoClaim
from viewer.resolver import resolve_answer
from viewer.source_files import SourceFiles
from viewer.words import WITHHELD_CLAIM


def words_of(claim: MemoClaim) -> str:
    return " ".join(f"{finding.label}: {finding.words}" for finding in claim.findings)


def test_a_claim_that_passes_every_check_has_no_findings(memo: Memo) -> None:
    assert [claim.number for claim in memo.claims if claim.status == "No check failed"] == [1, 2]


def test_a_missing_figure_is_told_with_what_is_printed_instead(memo: Memo) -> None:
    said = words_of(memo.claims[2])
    assert "21,231 is not in E3 or E4. The cited row prints 21,213" in said
    assert "Partly supported" in said


def test_a_misquote_and_its_removed_handles_are_told(memo: Memo) -> None:
    said = words_of(memo.claims[3])
    assert "The quoted words stand in E4, not in E2." in said
    assert "E9, e12" in said


def test_a_calculation_that_does_not_recompute_is_told_once(memo: Memo) -> None:
    said = words_of(memo.claims[4])
    assert said.count("3.57 points more") == 1
    assert "Calculation: Does not recompute." in said


def test_an_ambiguous_quote_is_open_and_not_a_failure(memo: Memo) -> None:
    assert {finding.tone for finding in memo.claims[5].findings} == {"warn"}
    assert memo.claims[5].status == "A check is left open"


def test_a_claim_without_any_citation_fails(answer: Answer, resolve: Resolve) -> None:
    claim = memo_of(replace(resolve(answer), rests_on_denied=False)).claims[6]
    assert claim.notes == ()
    assert claim.status == "Fails a check"


def test_a_claim_without_any_citation_is_withheld_with_what_was_read_for_its_answer(memo: Memo) -> None:
    assert memo.claims[6].is_withheld
    assert (memo.claims[6].text, memo.claims[6].findings) == (WITHHELD_CLAIM, ())


def test_a_withheld_claim_says_nothing_of_its_source(memo: Memo) -> None:
    withheld, note = memo.claims[-1], memo.notes[-1]
    assert withheld.is_withheld
    assert (withheld.checks, withheld.findings, withheld.calculation) == ((), (), None)
    assert "81,797" not in withheld.text
    assert note.is_withheld
    assert (note.title, note.place, note.quote, note.checks, note.link) == ("", "", "", (), None)
    assert "do not have access" in note.problem


def test_a_quote_that_two_claims_cite_has_one_note(memo: Memo) -> None:
    assert memo.claims[0].notes == (1,)
    assert memo.claims[1].notes == (2, 1)
    assert len({note.citation_id for note in memo.notes}) == len(memo.notes)


def test_a_note_has_title_page_printed_label_and_section(memo: Memo) -> None:
    note = memo.notes[0]
    assert note.title == TITLE
    assert note.place == "PDF page 1 of 2 · printed 1"
    assert note.printed == "1"
    assert note.section == "Condensed consolidated statements of operations"
    assert note.statuses == ("quote verbatim", "current version")
    assert note.checks == ("Quote: Verbatim", "Place: One place")


def test_links_lead_back_to_the_answer_and_to_each_citation(memo: Memo, answer: Answer) -> None:
    assert memo.link == f"{ADDRESS}?answer={answer.id}"
    assert memo.notes[1].link == f"{ADDRESS}?answer={answer.id}&evidence=2:E2"


@pytest.mark.parametrize("address", [None, "", "javascript:alert(1)", "file:///etc/passwd"])
def test_nothing_but_a_web_address_becomes_a_link(
    answer: Answer, resolve: Resolve, address: str | None
) -> None:
    memo = memo_of(resolve(answer), address)
    assert memo.link is None
    assert all(note.link is None for note in memo.notes)


def test_what_the_address_already_asks_for_is_no_part_of_a_link(answer: Answer, resolve: Resolve) -> None:
    resolved = resolve(answer)
    for address in ("https://pincite.example/?answer=other#part", "https://pincite.example"):
        assert memo_of(resolved, address).link == f"https://pincite.example/?answer={answer.id}"


def test_parts_that_no_source_answers_are_told(memo: Memo) -> None:
    assert memo.not_in_sources == "2 pages searched."
    assert memo.unanswered == ("Outlook for the next quarter",)


def test_an_answer_that_ended_early_says_why(answer: Answer, resolve: Resolve) -> None:
    problem = Problem(ProblemKind.CUT_OFF, "The connection broke off. Ask again.")
    memo = memo_of(resolve(replace(answer, problem=problem)))
    assert memo.problem == "The connection to the model broke off. The connection broke off. Ask again."


def test_an_unfinished_answer_says_so(answer: Answer, resolve: Resolve) -> None:
    resolved = resolve(answer)
    memo = memo_of(replace(resolved, answer=replace(answer, stage=Stage.WRITING)))
    assert "not finished" in memo.problem


def test_a_removed_source_takes_what_its_checks_had_read_with_it(
    database: Database, tenant: Scope, blob_folder: Path, files: SourceFiles
) -> None:
    stored = store(database, tenant, blob_folder, unique(checked_filing()))
    answer = checked_answer(stored)
    with database.scoped(tenant) as conn:
        answers.save(conn, tenant.user_id, answer)
        documents.delete(conn, stored.document_id)
        memo = memo_of(resolve_answer(conn, tenant, answer.id, files=files))
    said = " ".join([*map(words_of, memo.claims), *(note.problem for note in memo.notes)])
    assert "21,213" not in said
    assert "removed from the library" in said
    assert memo.calculations == ()


def test_the_words_of_a_model_are_one_line_each(answer: Answer, resolve: Resolve) -> None:
    hostile = "Net sales were 81,797.\n# Heading\u202e\x07\ufffe\r\nrose"
    first = replace(answer.claims[0], text=hostile, figures=())
    memo = memo_of(resolve(replace(answer, claims=(first, *answer.claims[1:]))))
    assert memo.claims[0].text == "Net sales were 81,797. # Heading rose"
