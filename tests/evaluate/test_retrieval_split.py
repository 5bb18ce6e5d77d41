"""Gold in halves by company."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.evaluate.retrieval_gold import RetrievalQuestion, read_questions
from pipeline.evaluate.retrieval_split import Half, halves_of, split
from pipeline.evidence.errors import InvalidGold
from tests.bench.split_gold import split_gold


def of(company: str | None, name: str = "q") -> RetrievalQuestion:
    return RetrievalQuestion(f"{name} {company}", "What?", "file.pdf", (0,), company)


def test_the_first_half_of_the_names_is_for_tuning_the_middle_one_too() -> None:
    assert halves_of(["delta", "Alpha", "Charlie", "bravo", "Echo", "Alpha"]) == {
        "Alpha": Half.A,
        "bravo": Half.A,
        "Charlie": Half.A,
        "delta": Half.B,
        "Echo": Half.B,
    }


def test_two_spellings_of_a_name_are_one_company() -> None:
    halves = halves_of(["ZETA", "alpha", "Zeta", "Alpha"])
    assert halves["ZETA"] is halves["Zeta"] is Half.B
    assert halves["alpha"] is halves["Alpha"] is Half.A


def test_each_question_is_in_one_half_and_no_company_in_both() -> None:
    questions = [of(name, number) for number in "12" for name in ("A", "B", "C")]
    halves = split(questions, "gold.jsonl")
    assert sorted(one.id for half in halves.values() for one in half) == sorted(one.id for one in questions)
    companies = [{one.company for one in halves[half]} for half in Half]
    assert companies == [{"A", "B"}, {"C"}]


def test_questions_without_a_company_or_all_of_one_cannot_be_split() -> None:
    with pytest.raises(InvalidGold, match="q None says none"):
        split([of("A"), of(None)], "gold.jsonl")
    with pytest.raises(InvalidGold, match="all its questions are of one"):
        split([of("Apple"), of("APPLE", "r")], "gold.jsonl")


def test_the_real_gold_is_split_as_its_figures_say(shared_data: Path) -> None:
    questions = read_questions(shared_data / "financebench" / "dev.jsonl")
    halves = split(questions, "dev.jsonl")
    assert [len(halves[half]) for half in Half] == [32, 24]
    assert {one.company for one in halves[Half.B]} == {
        "Costco",
        "General Mills",
        "Johnson & Johnson",
        "Lockheed Martin",
        "MGM Resorts",
        "Walmart",
    }


def test_the_script_writes_each_half_with_its_lines_as_they_are_and_files_named_from_there(
    tmp_path: Path,
) -> None:
    gold, out = tmp_path / "gold" / "gold.jsonl", tmp_path / "out" / "deep"
    gold.parent.mkdir()
    rows = [
        {"id": "b", "question": "Why?", "file": "pdfs/b.pdf", "pages": [1], "company": "B", "note": "kept"},
        {"id": "a", "question": "What?", "doc_file": "pdfs/a.pdf", "page_indexes": [2], "company": "A"},
    ]
    gold.write_text("".join(json.dumps(row) + "\n\n" for row in rows))
    told = split_gold(gold, out)
    first, second = ([json.loads(line) for line in (out / f"half-{h}.jsonl").open()] for h in Half)
    assert first == [rows[1] | {"doc_file": "../../gold/pdfs/a.pdf"}]
    assert second == [rows[0] | {"file": "../../gold/pdfs/b.pdf"}]
    assert [one.id for one in read_questions(out / "half-B.jsonl")] == ["b"]
    assert ": questions: 1; companies: A; SHA-256 " in told[0]
