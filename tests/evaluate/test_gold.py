from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pipeline.evaluate.gold import read_evidence, read_facts
from pipeline.evaluate.sources import Sources, filing_of_twin
from pipeline.evidence.errors import InvalidGold, SourceEmpty, SourceMissing, SourceUnreadable
from tests.evaluate.filing import NAME, fact, question, write, write_lines


def test_facts_and_evidence_are_read_as_they_stand(tmp_path: Path) -> None:
    facts, evidence = write(tmp_path)
    read = read_facts(facts)
    assert len(read) == 6
    assert (read[0].display, read[0].value, read[0].scale, read[0].start, read[0].end) == (
        "81,797",
        Decimal(81_797_000_000),
        6,
        date(2023, 4, 1),
        date(2023, 6, 30),
    )
    assert [item.id for item in read_evidence(evidence)] == ["q1.1", "q2.1"]


def test_blank_lines_are_no_gold(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    write_lines(path, [fact(0, 0)])
    path.write_text("\n" + path.read_text() + "\n\n")
    assert len(read_facts(path)) == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"display": None}, "display"),
        ({"scale": "much"}, "much"),
        ({"value": "a lot"}, "line 2"),
        ({"end": "yesterday"}, "yesterday"),
        ({"pdf_bbox_userspace": [1, 2, 3]}, "line 2"),
        ({"pdf_page_index": -1}, "-1"),
    ],
)
def test_a_line_that_is_no_fact_is_named_with_what_to_do(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    path = tmp_path / "gold.jsonl"
    broken = {key: value for key, value in (fact(0, 1) | change).items() if value is not None}
    write_lines(path, [fact(0, 0), broken])
    with pytest.raises(InvalidGold, match=r"gold\.jsonl, line 2 .*Mend that line") as raised:
        read_facts(path)
    assert words in raised.value.message


def test_evidence_needs_a_page_for_each_text(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    write_lines(path, [question("q1", ["one", "two"]) | {"page_indexes": [3]}])
    with pytest.raises(InvalidGold, match="2 evidence texts, and 1 page indexes"):
        read_evidence(path)


def test_a_line_that_is_no_json_object_is_named(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text("[1, 2]\n")
    with pytest.raises(InvalidGold, match="line 1"):
        read_facts(path)
    path.write_text("{\n")
    with pytest.raises(InvalidGold, match="line 1"):
        read_facts(path)


def test_a_gold_file_that_is_not_there_empty_or_no_text_says_so(tmp_path: Path) -> None:
    with pytest.raises(SourceMissing):
        read_facts(tmp_path / "absent.jsonl")
    (tmp_path / "empty.jsonl").write_text("\n")
    with pytest.raises(SourceEmpty):
        read_facts(tmp_path / "empty.jsonl")
    (tmp_path / "binary.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SourceUnreadable):
        read_facts(tmp_path / "binary.jsonl")


def test_the_filing_of_a_twin_stands_beside_its_gold_or_among_the_filings(tmp_path: Path) -> None:
    gold, _ = write(tmp_path)
    assert filing_of_twin(gold).name == f"{NAME}_2023-06-30.pdf"
    twins, filings = tmp_path / "twins", tmp_path / "filings"
    twins.mkdir()
    filings.mkdir()
    moved = gold.rename(twins / gold.name)
    with pytest.raises(SourceMissing, match="no PDF"):
        filing_of_twin(moved)
    (filings / f"{NAME}_2023-06-30.pdf").write_bytes(b"")
    assert filing_of_twin(moved).parent == filings
    (filings / f"{NAME}_2023-09-30.pdf").write_bytes(b"")
    with pytest.raises(SourceMissing, match="2 PDFs"):
        filing_of_twin(moved)


def test_a_filing_that_the_gold_names_and_nobody_has_is_missing(tmp_path: Path) -> None:
    with pytest.raises(SourceMissing, match="which the gold names"):
        Sources().pages_of(tmp_path / "absent.pdf", [0])
